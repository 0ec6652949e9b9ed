"""A leader on the sea: whom he helps, who is too far off, and how he is dragged to another ship (AMB-150, AMB-152)."""

import pytest

from tabletop.games.ships_of_the_line.chapters.optional.leaders import LeaderTransferred
from tabletop.games.ships_of_the_line.commands import Transfer
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.games.ships_of_the_line.survey.leadership import find_aided_ships
from tabletop.ui.boards.ships_of_the_line.overlays import Chip
from tabletop.ui.boards.ships_of_the_line.ship_names import _find_aids
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun

NELSON, COLLINGWOOD = Leader("Horatio Nelson", -3, "fleet"), Leader("Cuthbert Collingwood", -2)
HELD = frozenset({"left"})


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def fleet(*, leaders: bool = True) -> State:
    """Victory with Temeraire touching her, one ship within ten UM and one beyond, and an enemy."""
    return battle(
        ship("B1", 0, 0, 90, "I", card_leader=NELSON, card_name="Victory"), ship("B2", 0.1, -0.35, 90),
        ship("B3", -6, 0, 90), ship("B4", -13, 0, 90), ship("F1", 3, 3, 90), phase="grapple",
        options={"leaders": leaders},
    )  # fmt: skip


def drag(watch: Watch, start: str, end: str) -> None:
    at, to = watch.where(start), watch.where(end)
    watch.point(at)
    watch.screen.handle(Input("pressed", at, "left", HELD))
    for step in range(1, 5):
        way = tuple(a + (b - a) * step // 4 for a, b in zip(at, to, strict=True))
        watch.screen.handle(Input("moved", (way[0], way[1]), buttons=HELD))
    watch.wait(50)


def drop(watch: Watch, end: str) -> None:
    watch.screen.handle(Input("released", watch.where(end), "left"))
    watch.wait(100)


def test_amb_151_a_chip_says_what_he_is_to_each_ship_inside_his_reach_and_how_far_off_others_are() -> None:
    told = _find_aids(fleet(), "B1")
    assert {key: words for key, (words, _) in told.items()} == {
        "B1": "Nelson −3", "B2": "−3", "B3": "−3", "B4": "12 UM",
    }  # fmt: skip
    assert [key for key, (_, helped) in told.items() if not helped] == ["B4"]


def test_amb_144_no_chips_without_leaders_nor_about_a_ship_without_one() -> None:
    assert _find_aids(fleet(leaders=False), "B1") == {}
    assert _find_aids(fleet(), "B2") == {}


def test_amb_150_a_leader_of_a_division_is_nothing_to_other_divisions() -> None:
    state = battle(
        ship("B1", 0, 0, 90, card_leader=COLLINGWOOD, card_division="lee"), ship("B2", 2, 0, 90, card_division="lee"),
        ship("B3", 4, 0, 90, card_division="weather"), ship("F1", 9, 9, 0), options={"leaders": True},
    )  # fmt: skip
    assert list(find_aided_ships(state, "B1")) == ["B2"]


def test_amb_152_a_leader_is_dragged_from_his_ship_to_one_that_touches_her() -> None:
    watch = Watch(begun(fleet()))
    drag(watch, "B1", "B2")
    chips = [one for one in watch.table.surface.overlays if isinstance(one, Chip)]  # type: ignore[attr-defined]
    assert chips[0].title == "Nelson goes to B2"
    assert chips[0].lines == ("The ships are already made fast, so no roll. Once a turn.",)
    drop(watch, "B2")
    assert watch.match.moves[0].command == Transfer("british", "B1", to="B2")
    assert any(isinstance(event, LeaderTransferred) for event in watch.match.moves[0].events)


def test_amb_152_dropped_on_a_ship_that_is_not_alongside_he_stays_and_is_told_why() -> None:
    watch = Watch(begun(fleet()))
    drag(watch, "B1", "B3")
    drop(watch, "B3")
    assert "neither made fast nor touching" in watch.toast
    assert watch.match.moves == []


def test_amb_152_a_drag_from_a_ship_without_a_leader_moves_the_sea_as_ever() -> None:
    watch = Watch(begun(fleet()))
    before = watch.where("B3")
    drag(watch, "B3", "B2")
    assert watch.where("B3") != before
