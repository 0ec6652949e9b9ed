"""What is chosen for an order on the sheet of the Crew Phase: numbers of crews, leaders, kinds of shot."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line.chapters.optional.ammo import Load
from tabletop.games.ships_of_the_line.chapters.optional.leaders import LeaderJoined
from tabletop.games.ships_of_the_line.commands import Board, Defend, GrappleShip, Reload
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import Admiral, Duties, Leader
from tabletop.games.ships_of_the_line.survey import choices, crew_tasks
from tabletop.ui.boards.ships_of_the_line.modes.crew_panel import ChanceBar, LeaderHelpChip, ShotPicker
from tabletop.ui.boards.ships_of_the_line.overlays import FireField, RingedShip
from tabletop.ui.boards.ships_of_the_line.panels.ship_card import build_card, build_short_card
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.form_controls import Segments
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import cut, problems
from tests.ui.tables import Watch, begun

NELSON = Leader("Horatio Nelson", -3, "fleet")


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def grappled(**fields: Any) -> State:
    values: dict[str, Any] = {"phase": "board", "options": {"crews": True, "leaders": True}} | fields
    return battle(
        ship("B1", 0, 0, 90, "I", card_leader=NELSON, card_name="Victory"),
        ship("F1", 0.1, 0.5, 85, card_name="Héros"), grapples=(Grapple("B1", "F1", 1),), **values,
    )  # fmt: skip


def armed(phase: str = "reload", **marks: Any) -> State:
    ships = ship("B1", 0, 0, 90, "I", card_name="Victory", **marks), ship("F1", 0, 4, 90, card_name="Héros")
    return battle(*ships, phase=phase, options={"ammo": True})


def pickers(watch: Watch) -> list[Segments]:
    return [one for one in watch.screen.find("crew").walk() if isinstance(one, Segments)]


def choose(watch: Watch, number: int, value: str) -> None:
    one = pickers(watch)[number]
    at = one._part([value for value, _ in one.options].index(value)).center
    watch.click_at(at)


def chances(watch: Watch) -> list[Any]:
    return [one.chance for one in watch.screen.find("crew").walk() if isinstance(one, ChanceBar)]


def test_amb_186_one_button_boards_with_as_many_crews_as_are_chosen_and_its_odds_follow() -> None:
    watch = Watch(begun(grappled()))
    crews, leader = pickers(watch)
    assert ([value for value, _ in crews.options], crews.chosen) == (["1", "2", "3", "4"], "4")
    assert leader.chosen == choices.STAYS
    with_all = chances(watch)
    choose(watch, 0, "2")
    assert pickers(watch)[0].chosen == "2"
    with_two = chances(watch)
    assert with_two != with_all
    choose(watch, 1, choices.GOES)
    assert chances(watch) != with_two
    watch.press("1")
    assert watch.match.moves[0].command == Board("british", "B1", target="F1", crews=2, leader=True)


def test_amb_186_who_is_boarded_chooses_how_many_resist_and_is_told_what_is_left_at_the_guns() -> None:
    watch = Watch(begun(grappled()))
    watch.press("1", "E")
    assert watch.state.question.kind == "defend"
    assert [one.chosen for one in pickers(watch)] == ["3"]
    choose(watch, 0, "1")
    words = [getattr(one, "text", "") for one in watch.screen.find("crew").walk()]
    assert "Strength in the fight" in words
    assert words[words.index("Dice of a broadside") + 2] == "3, 2, 1 instead of 4, 3, 2"
    watch.press("1")
    assert watch.match.moves[-1].command == Defend("allied", crews=1)


def test_amb_185_pumps_are_manned_by_as_many_as_make_a_difference() -> None:
    ships = ship("B1", 0, 0, 90, "I", hull=3, attacked=True), ship("F1", 9, 9, 90)
    low = battle(*ships, phase="flood", options={"crews": True})
    (matter,) = choices.list_command_groups(low)
    pump = matter.build_order({})
    assert getattr(pump, "crews", 0) == 2
    dry = crew_tasks.chance_to_sink(low, "B1")
    assert crew_tasks.chance_to_sink(crew_tasks.with_crews_assigned(low, "B1", pump, 2), "B1") < dry
    assert crew_tasks.chance_to_sink(crew_tasks.with_crews_assigned(low, "B1", pump, 1), "B1") == dry


def test_amb_177_each_side_is_loaded_with_the_shot_that_is_picked_for_it() -> None:
    watch = Watch(begun(armed(loaded=(), fired=("port", "starboard"))))
    first = [one.id for one in pickers(watch)]
    assert first == ["B1.starboard", "B1.port", "B1.starboard", "B1.port"]
    choose(watch, 0, "chain")
    choose(watch, 1, "grape")
    watch.press("3")
    wanted = Reload("british", "B1", ("port", "starboard"), port="grape", starboard="chain")
    assert watch.match.moves[0].command == wanted


def test_sotl_19_fields_end_where_the_picked_shot_does() -> None:
    watch = Watch(begun(armed(loaded=(), fired=("port", "starboard"))))
    watch.click("crew.ship.B1")

    def bands() -> list[int]:
        shown = watch.table.surface.overlays  # type: ignore[attr-defined]
        return [len(one.bands) for one in shown if isinstance(one, FireField)]

    assert bands() == [3, 3]
    choose(watch, 0, "grape")
    assert sorted(bands()) == [1, 3]


def test_amb_147_before_the_battle_a_kind_is_loaded_by_picking_it_and_can_be_picked_anew() -> None:
    watch = Watch(begun(armed("prepare", loaded=("port", "starboard"))))
    assert [type(one) for one in pickers(watch)] == [ShotPicker, ShotPicker]
    assert not any(isinstance(one, RingedShip) for one in watch.table.surface.overlays)  # type: ignore[attr-defined]
    choose(watch, 0, "red")
    choose(watch, 0, "red")
    choose(watch, 1, "grape")
    choose(watch, 1, "round")
    assert [move.command for move in watch.match.moves] == [
        Load("british", "B1", "port", "red"),
        Load("british", "B1", "starboard", "grape"),
        Load("british", "B1", "starboard", "round"),
    ]
    assert choices.build_done_if_idle(watch.state) is None


def test_sotl_20_1_a_the_card_shows_where_every_crew_is() -> None:
    state = battle(
        ship("B1", 0, 0, 90, "I", duties=Duties({"pump": 1, "fight": 1})), ship("F1", 9, 9, 90),
        options={"crews": True},
    )  # fmt: skip
    assert [(post.crews, post.place) for post in crew_tasks.find_crew_posts(state, "B1")] == [
        (2, "at the guns"), (1, "at the pumps"), (1, "fighting"),
    ]  # fmt: skip
    for made in (build_card, build_short_card):
        assert cut(made(state, "B1"), 100) == []


@pytest.mark.parametrize("state", [grappled(), armed(loaded=(), fired=("port", "starboard")), armed("prepare")])
def test_pickers_fit_into_every_window(state: State) -> None:
    watch = Watch(begun(state))
    watch.click("crew.ship.B1")
    assert problems(watch.screen) == []


def beside_nelson(**fields: Any) -> State:
    """Victory near an enemy whom she may grapple, with or without her leader's help."""
    ships = ship("B1", 0, 0, 90, "I", card_leader=NELSON, card_name="Victory"), ship("F1", 0.3, 0.55, 90)
    return battle(*ships, phase="grapple", options={"leaders": True}, **fields)


def chip(watch: Watch) -> LeaderHelpChip:
    return next(one for one in watch.screen.find("crew").walk() if isinstance(one, LeaderHelpChip))


def test_amb_150_a_click_on_the_chip_of_a_leader_does_without_his_help_and_the_odds_follow() -> None:
    watch = Watch(begun(beside_nelson()))
    assert chip(watch).words == "Nelson −3"
    helped = watch.screen.find("crew.0").note  # type: ignore[attr-defined]
    watch.click_at(chip(watch).rect.center)
    assert chip(watch).words == "without Nelson"
    assert watch.screen.find("crew.0").note != helped  # type: ignore[attr-defined]
    watch.press("1")
    assert watch.match.moves[0].command == GrappleShip("british", "B1", target="F1", leader="none")


def test_amb_150_a_second_click_has_his_help_again() -> None:
    watch = Watch(begun(beside_nelson()))
    watch.click_at(chip(watch).rect.center)
    watch.click_at(chip(watch).rect.center)
    watch.press("1")
    assert watch.match.moves[0].command == GrappleShip("british", "B1", target="F1")


def test_amb_144_no_chip_where_no_leader_helps() -> None:
    watch = Watch(begun(beside_nelson(leaders=(Admiral("B1", "B1", fate="dead"),))))
    assert [one for one in watch.screen.find("crew").walk() if isinstance(one, LeaderHelpChip)] == []


def test_amb_154_who_is_boarded_chooses_whether_her_leader_fights() -> None:
    boarded = battle(
        ship("B1", 0, 0, 90, "I", card_leader=NELSON), ship("F1", 0.1, 0.5, 85, card_leader=Leader("Lucas", -1)),
        grapples=(Grapple("B1", "F1", 1),), phase="board", options={"crews": True, "leaders": True},
    )  # fmt: skip
    for stays in (False, True):
        watch = Watch(begun(boarded))
        watch.press("1", "E")
        assert [one.chosen for one in pickers(watch)] == ["3", choices.GOES]
        if stays:
            choose(watch, 1, choices.STAYS)
        watch.press("1")
        assert any(isinstance(event, LeaderJoined) for move in watch.match.moves for event in move.events) != stays
