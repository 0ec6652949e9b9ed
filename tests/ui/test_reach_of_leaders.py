"""The circle in which a leader helps, on the sea and in words."""

from typing import Any

import pytest
import shapely

from tabletop.games.ships_of_the_line import fleets, positions
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.games.ships_of_the_line.survey.leadership import find_help_circle
from tabletop.ui.boards.ships_of_the_line.overlays import HelpArea
from tabletop.ui.boards.ships_of_the_line.panels.ship_card import build_card
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.label import Label
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def led(rating: int, away: float = 5, **fields: Any) -> State:
    values: dict[str, Any] = {"phase": "movement", "options": {"leaders": True}} | fields
    flag = ship("B1", 0, 0, 0, "I", card_leader=Leader("Horatio Nelson", rating, "fleet"))
    return battle(flag, ship("B2", away, 0, 0), ship("F1", 30, 30, 0), **values)


def circles(watch: Watch) -> list[HelpArea]:
    return [one for one in watch.table.surface.overlays if isinstance(one, HelpArea)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("rating", [1, 0, -3])
def test_amb_151_a_hull_that_touches_the_circle_is_in_reach_and_no_other(rating: int) -> None:
    there = {1: 3.0, 0: 5.0, -3: 10.0}[rating]
    seen = set()
    for step in range(-4, 12):
        state = led(rating, there + 0.2 + 0.05 * step)
        one, found = fleets.leader_aboard(state, "B1"), find_help_circle(state, "B1")
        assert one is not None
        assert found is not None
        assert found.reach == there
        touches = shapely.intersects(found.area, positions.hull_outline(state, "B2"))
        assert touches == leaders.is_in_reach(state, one, "B2")
        seen.add(touches)
    assert seen == {True, False}


def test_the_circle_of_the_chosen_ship_is_drawn_with_leaders_alone() -> None:
    watch = Watch(begun(led(-3)))
    assert circles(watch) == []
    watch.click_ship("B1")
    assert [one.words for one in circles(watch)] == ["Nelson: −3 within 10 UM"]
    watch.click_ship("B2")
    assert circles(watch) == []
    off = Watch(begun(led(-3, options={})))
    off.click_ship("B1")
    assert circles(off) == []


def test_the_card_says_how_far_a_leader_reaches_where_leaders_count() -> None:
    for options, told in (({"leaders": True}, "−3, reaches 10 UM"), ({}, "−3")):
        card = build_card(led(-3, options=options), "B1")
        assert told in [one.text for one in card.walk() if isinstance(one, Label)]
