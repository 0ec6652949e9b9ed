"""What a player can find out on the hex map at any time: how far, what bears where, and why not."""

import pytest

from tabletop.core.errors import Refused
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.decks_of_glory import courses
from tests.decks_of_glory.kit import battle, ship


@pytest.mark.parametrize("facing", range(6))
def test_dog_12_no_move_takes_fewer_actions_than_a_refusal_says_it_takes_at_least(facing: int) -> None:
    state = battle(ship("B1", (0, 0), facing), wind=facing)
    for one in courses.open_to(state, "B1"):
        assert courses._least((0, 0), facing, one.at) <= one.cost


@pytest.mark.parametrize(("place", "least"), [((0, -3), 3), ((0, 1), 4), ((2, -1), 4), ((-1, -1), 3)])
def test_dog_12_a_hex_out_of_reach_is_refused_with_the_actions_that_it_takes(place: Hex, least: int) -> None:
    found = courses.towards(battle(ship("B1", (0, 0), 0)), "B1", place)
    assert isinstance(found, Refused)
    assert found.by == f"at least {least} actions, she has 2"
