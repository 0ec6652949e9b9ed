"""Crews on the ship card are dragged to tasks; what that leaves of the ship is reckoned while one is held (20)."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews
from tabletop.games.ships_of_the_line.commands import Board, ClearRigging, Defend, Done
from tabletop.games.ships_of_the_line.model import Grapple, State
from tabletop.games.ships_of_the_line.ship import Duties, FallenMast
from tabletop.games.ships_of_the_line.survey.summaries import list_marks
from tabletop.ui.boards.ships_of_the_line.panels.crew_board import BOATS, GUNS, CrewBoard
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun

HELD = frozenset({"left"})
WINDOWS = (((1280, 720), 75), ((1280, 720), 100), ((1920, 1080), 150), ((1920, 1080), 200))


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def alongside(phase: str, options: dict[str, bool] | None = None, **of_her: Any) -> State:
    """Victory between an enemy and a friend, both fast to her."""
    return battle(
        ship("B1", 0, 0, 90, "I", card_name="Victory", **of_her), ship("F1", 0.1, 0.5, 85, card_name="Héros"),
        ship("B2", 0.1, -0.5, 90, card_name="Orion", crews=1), phase=phase, options=options or {"crews": True},
        grapples=(Grapple("B1", "F1", 1), Grapple("B1", "B2", 1)),
    )  # fmt: skip


def sinking(**of_her: Any) -> State:
    return alongside("flood", hull=3, attacked=True, **of_her)


def seen(state: State, ship_: str = "B1") -> Watch:
    watch = Watch(begun(state))
    watch.click(f"crew.ship.{ship_}")
    watch.wait(300)
    return watch


def crews(watch: Watch, key: str = "B1") -> CrewBoard:
    found = watch.screen.find(f"crews.{key}")
    assert isinstance(found, CrewBoard)
    return found


def lift(watch: Watch, box: str, key: str = "B1") -> None:
    at = crews(watch, key).find_box_rect(watch.screen.theme, box).center
    watch.point(at)
    watch.screen.handle(Input("pressed", at, "left", HELD))


def hold(watch: Watch, box: str, key: str = "B1") -> None:
    watch.screen.handle(Input("moved", crews(watch, key).find_box_rect(watch.screen.theme, box).center, buttons=HELD))
    watch.wait(50)


def drag(watch: Watch, start: str, end: str, key: str = "B1") -> None:
    lift(watch, start, key)
    hold(watch, end, key)
    watch.screen.handle(Input("released", crews(watch, key).find_box_rect(watch.screen.theme, end).center, "left"))
    watch.wait(100)


def told(watch: Watch) -> dict[str, tuple[str, str]]:
    return {one.title: (one.before, one.after) for one in crews(watch).list_changes()}


def given(watch: Watch) -> Any:
    return watch.match.moves[0].command


def test_sotl_20_1_b_what_is_left_of_a_ship_follows_a_crew_that_is_held_over_the_pumps() -> None:
    watch = seen(sinking(fatigue=1))
    rest = told(watch)
    assert rest == {"Dice": ("3, 2, 1",) * 2, "Fatigue of 3": ("1", "1"), "Strength": ("4", "4"), "Sinks": ("6 %",) * 2}
    drag(watch, GUNS, "pump")
    lift(watch, GUNS)
    hold(watch, "pump")
    held = told(watch)
    assert held["Dice"] == ("3, 2, 1", "2, 1, 1")
    assert (held["Fatigue of 3"], held["Strength"], held["Sinks"]) == (("1", "2"), ("4", "2"), ("6 %", "0 %"))
    assert watch.match.moves == []
    hold(watch, BOATS)
    assert told(watch)["Strength"] == ("4", "3")


def test_amb_185_what_was_dragged_is_ordered_by_the_brass_button_and_shown_by_the_picker() -> None:
    watch = seen(sinking())
    drag(watch, GUNS, "pump")
    drag(watch, GUNS, "pump")
    drag(watch, GUNS, "pump")
    assert watch.table.primary_action().label == "Pump with 3 crews"  # type: ignore[union-attr]
    drag(watch, "pump", GUNS)
    assert watch.table.primary_action().label == "Pump with 2 crews"  # type: ignore[union-attr]
    watch.press("Space")
    assert given(watch) == Pump("british", "B1", crews=2)


def test_sotl_20_1_g_a_crew_that_is_called_back_is_not_sent() -> None:
    watch = seen(sinking())
    drag(watch, GUNS, "pump")
    drag(watch, "pump", GUNS)
    assert crews(watch).assigned == {}
    assert watch.table.primary_action().ends_phase  # type: ignore[union-attr]


def test_amb_184_boats_take_no_crew_and_say_why() -> None:
    watch = seen(sinking())
    drag(watch, GUNS, BOATS)
    assert "Boats need no crew" in watch.toast
    assert "AMB-184" in watch.toast
    assert crews(watch).assigned == {}


def test_sotl_20_1_c_a_box_that_can_take_nobody_says_why() -> None:
    watch = seen(sinking())
    drag(watch, GUNS, "gang")
    assert "no wreckage and no fire aboard" in watch.toast
    drag(watch, GUNS, "pump")
    assert watch.toast == ""


def test_amb_183_what_is_asked_later_in_the_phase_can_be_planned_before() -> None:
    watch = seen(alongside("grapple", masts=("fore", "mizzen"), fallen=(FallenMast("main", "port"),)))
    drag(watch, GUNS, "gang")
    drag(watch, GUNS, "gang")
    assert crews(watch).describe_box("gang") == "2 later"
    while watch.state.phase != "unrig":
        watch.match.submit(Done(side=rules.side_to_choose(watch.state)))
    watch.wait(200)
    assert watch.state.phase == "unrig"
    watch.click("crew.ship.B1")
    assert crews(watch).describe_box("gang") == "send 2"
    watch.press("Space")
    sent = [move.command for move in watch.match.moves]
    assert ClearRigging("british", "B1", "port", crews=2) in sent


def test_amb_189_no_more_go_over_than_the_rules_let() -> None:
    watch = seen(alongside("grapple"))
    drag(watch, GUNS, "transfer")
    drag(watch, GUNS, "transfer")
    drag(watch, GUNS, "transfer")
    assert "AMB-183" in watch.toast
    assert crews(watch).assigned == {"transfer": 2}
    watch.press("Space")
    assert given(watch) == TransferCrews("british", "B1", to="B2", crews=2)


def test_amb_186_boarders_are_dragged_to_the_boarding_box() -> None:
    watch = seen(alongside("board"))
    drag(watch, GUNS, "fight")
    drag(watch, GUNS, "fight")
    watch.press("Space")
    assert given(watch) == Board("british", "B1", target="F1", crews=2)


def test_amb_186_so_are_those_who_resist_them() -> None:
    watch = seen(alongside("board"))
    watch.match.submit(Board("british", "B1", target="F1"))
    while watch.state.question is None:
        watch.match.submit(Done(side=rules.side_to_choose(watch.state)))
    watch.wait(200)
    watch.click("crew.ship.F1")
    watch.wait(300)
    drag(watch, GUNS, "fight", "F1")
    watch.press("Space")
    assert Defend("allied", crews=1) in [move.command for move in watch.match.moves]


def test_sotl_20_1_a_the_card_tells_the_crews_once_and_prisoners_beside() -> None:
    watch = seen(sinking())
    assert not [mark for mark in list_marks(watch.state, "B1") if mark.title == "Crews"]
    prize = alongside("flood", status="captured", duties=Duties(prisoners=3), crews=1)
    assert [(mark.title, mark.value) for mark in list_marks(prize, "B1")] == [("Prisoners", "3 crews")]


def test_the_card_is_as_ever_where_crews_are_not_counted_or_nobody_can_be_sent() -> None:
    plain = Watch(begun(alongside("board", {"crews": False})))
    plain.click("crew.ship.B1")
    assert not any(isinstance(one, CrewBoard) for one in plain.screen.layers[0].walk())
    foe = Watch(begun(sinking()))
    foe.table.viewer.choose("F1")
    foe.table.choices_changed()
    foe.wait(300)
    assert not any(isinstance(one, CrewBoard) for one in foe.screen.layers[0].walk())


def test_the_sheet_of_another_ship_begins_at_its_top() -> None:
    many = {"fires": 3, "masts": ("fore",), "fallen": (FallenMast("main", "port"), FallenMast("mizzen", "starboard"))}
    ships = [ship(f"B{n}", 3 * n, 0, 90, card_name=f"Ship {n}", **many) for n in range(1, 7)]
    state = battle(*ships, ship("F1", 0, 9, 90), phase="unrig", options={"crews": True})
    watch = Watch(begun(state), (1280, 720))
    watch.click("crew.ship.B1")
    watch.wait(200)
    at = watch.screen.find("crew").rect.center
    watch.point(at)
    watch.screen.handle(Input("wheel", at, steps=-6))
    scrolled = [one for one in watch.screen.find("crew").walk() if one.id.startswith("crew.scroll")]
    assert scrolled[0].offset > 0  # type: ignore[attr-defined]
    watch.press("N")
    watch.wait(200)
    anew = [one for one in watch.screen.find("crew").walk() if one.id.startswith("crew.scroll")]
    assert anew[0].offset == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_boxes_lie_whole_on_the_card_in_every_window(size: tuple[int, int], scale: int) -> None:
    watch = seen(sinking())
    watch.screen.resize(size, Theme(scale))
    watch.wait(300)
    assert layout_problems(watch.screen) == []
