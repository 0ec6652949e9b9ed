"""What the sheet tells of a fight on deck before the throw: both sides, the lead, the columns, the leader's offer."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import Board, Defend, Done
from tabletop.games.ships_of_the_line.model import Grapple, Melee, State
from tabletop.games.ships_of_the_line.ship import Admiral, Duties, Leader
from tabletop.games.ships_of_the_line.survey import choices
from tabletop.games.ships_of_the_line.survey.crew_tasks import forecast_fight
from tabletop.ui.boards.ships_of_the_line.modes.crew_panel import ChanceBar
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Label, Text
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun

NELSON = Leader("Horatio Nelson", -3, "fleet")
WINDOWS = (((1280, 720), 75), ((1280, 720), 100), ((1920, 1080), 150), ((1920, 1080), 200))


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def fast(victory: dict[str, Any] | None = None, **fields: Any) -> State:
    """Victory, Nelson aboard, fast to an enemy of three crews."""
    values: dict[str, Any] = {"phase": "board", "options": {"crews": True, "leaders": True}} | fields
    return battle(
        ship("B1", 0, 0, 90, "I", card_leader=NELSON, card_name="Victory", **(victory or {})),
        ship("F1", 0.1, 0.5, 85, card_name="Héros"), grapples=(Grapple("B1", "F1", 1),), **values,
    )  # fmt: skip


def two_fights() -> State:
    """Two of the British, each fast to an enemy of her own."""
    return battle(
        ship("B1", 0, 0, 90, "I", card_name="Victory"), ship("F1", 0.1, 0.5, 85, card_name="Héros"),
        ship("B2", 5, 0, 90, card_name="Mars"), ship("F2", 5.1, 0.5, 85, card_name="Pluton"),
        grapples=(Grapple("B1", "F1", 1), Grapple("B2", "F2", 1)), phase="board", options={"crews": True},
    )  # fmt: skip


def second_round() -> State:
    melee = Melee(("B1",), ("F1",), "F1", 1, willing=False, boarders=("B1",), targets=("F1",), advantage=1)
    return fast({"duties": Duties({"fight": 2})}, melees=(melee,))


def said(watch: Watch) -> list[str]:
    return [one.text for one in watch.screen.find("crew").walk() if isinstance(one, Label)]


def test_amb_186_the_fight_is_reckoned_with_the_crews_that_go() -> None:
    all_, two = (forecast_fight(fast(), Board("british", "B1", target="F1", crews=crews)) for crews in (4, 2))
    assert (all_.ours.strength, all_.ours.crews, all_.ours.column, all_.ours.needed) == (4, 4, "1-1", 5)
    assert (two.ours.strength, two.ours.crews, two.ours.column) == (2, 2, "1-2")
    assert (all_.theirs.strength, all_.theirs.is_boarding, all_.ours.is_boarding) == (3, False, True)
    assert all_.ours.chance == Fraction(10, 36)


def test_amb_154_a_leader_moves_the_column() -> None:
    led = forecast_fight(fast(), Board("british", "B1", target="F1", crews=4, leader=True))
    assert (led.ours.column, led.ours.needed) == ("3-1", 8)


def test_sotl_20_2_d_the_lead_of_earlier_rounds_is_known() -> None:
    known = forecast_fight(second_round(), Board("british", "B1", target="F1", crews=1))
    assert (known.rounds, known.advantage, known.ours.crews) == (1, 1, 3)
    one_round = forecast_fight(fast(options={"leaders": True}), Board("british", "B1", target="F1"))
    assert (one_round.advantage, one_round.ours.crews) == (None, 0)


def test_sotl_20_2_e_who_will_be_exhausted_by_the_round_is_named() -> None:
    tired = forecast_fight(fast({"fatigue": 2}), Board("british", "B1", target="F1", crews=4))
    assert tired.ours.tired_ships == ("B1",)
    watch = Watch(begun(fast({"fatigue": 2})))
    told = [one.runs[0].text for one in watch.screen.find("crew").walk() if isinstance(one, Text)]
    assert "Victory will be exhausted: able to hold, not to capture." in told


def test_amb_186_the_sheet_shows_both_sides_and_what_the_leader_would_change() -> None:
    watch = Watch(begun(fast()))
    words = said(watch)
    for one in ("Strength 4", "Strength 3", "boards", "resists", "1 to 1", "5 or less on two dice"):
        assert one in words
    assert "With him 3 to 1: 72 %" in words


def test_sotl_20_2_b_who_is_boarded_is_told_how_it_may_end() -> None:
    watch = Watch(begun(fast()))
    watch.match.submit(Board("british", "B1", target="F1"))
    while watch.state.question is None:
        watch.match.submit(Done(side=rules.side_to_choose(watch.state)))
    watch.wait(200)
    ends = [one.words for one in watch.screen.find("crew").walk() if isinstance(one, ChanceBar)]
    assert ends == ["they get a foothold", "both fight on", "they are thrown back"]
    all_, none = (forecast_fight(watch.state, Defend("allied", crews=crews)) for crews in (3, 0))
    assert (all_.ours.ships, all_.ours.strength, all_.theirs.is_boarding) == (("F1",), 3, True)
    assert (none.ours.column, none.ours.chance) == ("", 0)


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_the_panel_fits_into_every_window(size: tuple[int, int], scale: int) -> None:
    watch = Watch(begun(second_round()))
    watch.screen.resize(size, Theme(scale))
    watch.wait(300)
    assert layout_problems(watch.screen) == []


@pytest.mark.parametrize("goes_on", [True, False])
def test_amb_154_nobody_is_asked_about_a_leader_who_goes_on_fighting(goes_on: bool) -> None:
    nelson = Admiral("B1", "B1", fights=2 if goes_on else 0)
    orders = choices.list_command_groups(replace(second_round(), turn=3, leaders=(nelson,)))
    assert any(one.kind == "leader" for matter in orders for one in matter.choices) != goes_on


def test_every_order_to_board_has_its_whole_panel_not_only_the_first() -> None:
    watch = Watch(begun(two_fights()))
    words = said(watch)
    assert words.count("resists") == words.count("boards") == 2
    assert layout_problems(watch.screen) == []
