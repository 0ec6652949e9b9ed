"""No ship leaves the map by habit: it is asked before, and told what it costs (AMB-12, 8-e, DOG-14)."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import Sea, State
from tabletop.games.ships_of_the_line.survey import fleet_orders
from tests.ships_of_the_line.helm import at_sea
from tests.ships_of_the_line.kit import ship
from tests.ui.tables import Watch, begun


def near_the_edge(*more: Any, x: float = 19.5) -> State:
    """B1 heads east for the edge of the map, a move away from it."""
    return at_sea(ship("B1", x, 0, 90), ship("F1", -10, 0, 90), *more, sea=Sea(-20, -20, 20, 20))


@pytest.fixture
def watch() -> Watch:
    found = Watch(begun(near_the_edge()))
    found.click_ship("B1")
    return found


def told(watch: Watch) -> str:
    texts = (getattr(one, "runs", ()) for one in watch.screen.layers[-1].walk())
    return " ".join(run.text for runs in texts for run in runs)


def gone(watch: Watch) -> bool:
    return watch.state.ships["B1"].status == "fled"


@pytest.mark.parametrize("chords", [("Space",), ("W", "W", "Enter"), ("H",), ("E",)])
def test_amb_12_nobody_sails_off_the_map_without_being_asked(watch: Watch, chords: tuple[str, ...]) -> None:
    watch.press(*chords)
    assert watch.screen.has("ask.yes")
    assert "5 victory points" in told(watch)
    assert "You would have no fighting ship left" in told(watch)
    assert watch.match.moves == []


@pytest.mark.parametrize("chord", ["Space", "Enter", "H", "E"])
def test_amb_12_a_key_pressed_again_and_again_never_takes_her_off(watch: Watch, chord: str) -> None:
    watch.press("W", "W")
    for _ in range(6):
        watch.press(chord)
    assert watch.state.ships["B1"].status == "in_service"


def test_amb_12_who_says_so_leaves_and_is_asked_once(watch: Watch) -> None:
    watch.press("W", "W", "Enter")
    watch.click("ask.yes")
    assert [type(move.command) for move in watch.match.moves] == [Sail]
    assert gone(watch)
    assert not watch.screen.has("ask.yes")


def test_amb_12_who_stays_keeps_the_plan(watch: Watch) -> None:
    watch.press("W", "W", "Enter", "Esc")
    assert watch.match.moves == []
    watch.press("Enter")
    assert watch.screen.has("ask.yes")


@pytest.mark.parametrize(("towards", "asked"), [("1", True), ("2", False)])
def test_amb_12_boats_pull_no_ship_over_the_edge_without_being_asked(towards: str, asked: bool) -> None:
    """Head to wind she lies along the western edge; round to port her middle would cross it."""
    state = at_sea(ship("B1", -19.9, 0, 0), ship("F1", 10, 0, 90), sea=Sea(-20, -20, 20, 20), wind=0)
    watch = Watch(begun(state))
    watch.click_ship("B1")
    watch.press(towards)
    assert watch.screen.has("ask.yes") is asked
    assert (watch.match.moves == []) is asked
    if asked:
        assert "5 victory points" in told(watch)
        watch.click("ask.yes")
        assert gone(watch)


def test_a_plan_that_stays_on_the_map_is_not_asked_about() -> None:
    watch = Watch(begun(near_the_edge(x=0)))
    watch.click_ship("B1")
    watch.press("W", "Enter")
    assert len(watch.match.moves) == 1


def test_8_e_ships_that_would_leave_are_counted_one_after_the_other() -> None:
    state = near_the_edge(ship("B2", 19.5, 6, 90), ship("B3", 0, 12, 90))
    moves = fleet_orders.build_orders(state, fleet_orders.plan_held_courses(state, "british"))
    assert set(fleet_orders.find_ships_leaving(state, moves)) == {"B1", "B2"}
    watch = Watch(begun(state))
    watch.press("H")
    assert "Your side loses 10 victory points" in told(watch)
    assert "No fighting ship" not in told(watch)
