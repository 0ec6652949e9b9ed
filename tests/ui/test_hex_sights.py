"""What a player can find out on the hex map at any time: how far, what bears where, and why not."""

import pytest

from tabletop.core.errors import Refused
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.decks_of_glory import courses
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.input import Input
from tests.decks_of_glory.kit import battle, gunfire, ship
from tests.ui.hexes import HexPlayer, begun


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


# --- whose guns bear

NEAR = (ship("B1", (0, 0), 1), ship("B2", (0, 3), 1), ship("F1", (2, 0), 1), ship("F2", (-3, 1), 2))


def shown(player: HexPlayer) -> Overlay:
    overlay: Overlay = player.table.map._overlay
    return overlay


def point(player: HexPlayer, key: str) -> None:
    player.screen.handle(Input("moved", player.ship(key)))


def test_dog_3_one_key_goes_through_the_fields_of_the_chosen_ship_the_one_pointed_at_and_a_side() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.choose("B1")
    point(player, "F1")
    told = []
    for _ in range(4):
        player.press("B")
        told.append(shown(player).about)
    assert told == ["Fields of fire of B1", "Fields of fire of F1", "Under the guns of the British", ""]


def test_dog_3_with_no_ship_chosen_or_pointed_at_the_key_shows_the_side_at_once() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.press("B")
    assert shown(player).about == "Under the guns of the British"
    assert shown(player).tints
    player.press("B")
    assert not shown(player).tints


def test_dog_17_while_broadsides_are_declared_the_key_shows_what_is_not_shown_anyway() -> None:
    player = HexPlayer(begun(gunfire(*NEAR)))
    player.choose("B1")
    before = shown(player)
    player.press("B")
    assert shown(player).tints != before.tints


def test_where_no_broadside_bears_it_is_said_so() -> None:
    together = ship("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1)
    player = HexPlayer(begun(battle(*together)))
    player.press("B")
    assert "DOG-3" in player.toast and "British" in player.toast
    player.press("T")
    assert "DOG-17" in player.toast and "Combined Fleet" in player.toast


def test_threats_are_drawn_from_each_enemy_that_bears_on_the_ship_that_is_looked_at() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.choose("B1")
    player.press("T")
    assert shown(player).about == "Under the guns of the Combined Fleet"
    assert [(line.ship, line.kind, line.end) for line in shown(player).lines] == [("F1", "threat", (0, 0))]
    assert [chip.words for chip in shown(player).chips] == ["F1: range 2, −1 hit"]
    player.press("Esc")
    assert not shown(player).lines
    assert player.table.viewer.selected == "B1"


def test_while_a_ship_is_planned_elsewhere_the_threats_are_those_that_she_would_meet() -> None:
    player = HexPlayer(begun(battle(*NEAR)))
    player.choose("B1")
    player.press("T", "W", "W")
    assert [(line.ship, line.end) for line in shown(player).lines if line.kind == "threat"] == [("F1", (2, -2))]
