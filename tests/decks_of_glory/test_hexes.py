"""DOG-1 to DOG-5 and DOG-24 to DOG-26: directions, the wind, fields of fire, rakes, and rows."""

import pytest

from tabletop.games.decks_of_glory import movement, positions
from tabletop.games.decks_of_glory.commands import OpenFire
from tabletop.games.decks_of_glory.gunnery import find_field, find_rake, find_ships_between, find_sight, list_targets
from tabletop.games.decks_of_glory.model import Aim, Rectangle
from tabletop.geometry import hexgrid
from tests.decks_of_glory.kit import battle, derelict, gunfire, refused, ship
from tests.geometry.turning import rotated


def hexes(at, facing, hand, distance):
    return {place for place, bears in find_field(at, facing).items() if bears == (hand, distance)}


def test_dog_1_the_map_is_a_rectangle_or_a_hexagon():
    assert Rectangle(4, 3).holds((3, 1))
    assert not Rectangle(4, 3).holds((3, 2))
    assert not Rectangle(4, 3).holds((0, -1))
    assert len(list(Rectangle(4, 3).hexes())) == 12


@pytest.mark.parametrize("turned", range(6))
@pytest.mark.parametrize(
    ("facing", "point", "actions"),
    [(0, "running", 2), (1, "running", 2), (5, "running", 2), (2, "close_hauled", 1), (4, "close_hauled", 1),
     (3, "in_irons", 0)],
)  # fmt: skip
def test_dog_example_1_dog_2_the_point_of_sail_gives_the_actions(facing, point, actions, turned):
    facing, wind = (facing + turned) % 6, turned
    assert positions.point_of_sail(facing, wind) == point
    assert positions.count_actions(battle(wind=wind), facing) == actions


def test_dog_3_two_hexes_at_range_1_three_at_2_four_at_3_and_none_beyond():
    for facing in range(6):
        for hand in ("port", "starboard"):
            assert [len(hexes((0, 0), facing, hand, distance)) for distance in (1, 2, 3, 4)] == [2, 3, 4, 0]


def test_dog_3_dog_24_starboard_lies_clockwise_from_the_bow():
    assert hexes((0, 0), 0, "starboard", 1) == {(1, -1), (1, 0)}
    assert hexes((0, 0), 0, "port", 1) == {(-1, 0), (-1, 1)}
    for facing in range(6):
        turned = {rotated(place, facing) for place in hexes((0, 0), 0, "port", 3)}
        assert turned == hexes((0, 0), facing, "port", 3)


def test_dog_3_both_sides_look_alike_in_a_mirror():
    mirrored = {(-q, r + q) for q, r in hexes((0, 0), 0, "starboard", 3)}
    assert mirrored == hexes((0, 0), 0, "port", 3)


def test_dog_example_9_the_starboard_field_at_range_2():
    assert hexes((0, 0), 0, "starboard", 2) == {(2, -2), (2, -1), (2, 0)}
    assert (1, -2) not in find_field((0, 0), 0)


def test_dog_4_nothing_blocks_unless_the_option_is_on():
    ships = ship("B1", (0, 0)), ship("F1", (2, 0)), ship("B2", (1, 0))
    assert [one.blockers for one in list_targets(gunfire(*ships), "B1")] == [()]
    assert [one.blockers for one in list_targets(gunfire(*ships, on=["blocking"]), "B1")] == [("B2",)]
    shot = OpenFire("british", (Aim("B1", "F1"),))
    assert refused(gunfire(*ships, on=["blocking"]), shot, "DOG-4").pieces == ("B2",)


def test_dog_example_9_along_an_edge_both_hexes_must_be_occupied():
    target, one, other = ship("F1", (2, -1)), ship("F2", (1, -1)), derelict("B2", (1, 0))
    for between in ((one,), (other,)):
        state = gunfire(ship("B1", (0, 0)), target, *between, on=["blocking"])
        assert find_sight(state, "B1", "F1").blockers == ()
    state = gunfire(ship("B1", (0, 0)), target, one, other, on=["blocking"])
    assert find_sight(state, "B1", "F1").blockers == ("F2", "B2")


@pytest.mark.parametrize("at", [(1, -1), (2, -1)])
def test_dog_example_9_across_hexes_one_is_enough(at):
    state = gunfire(ship("B1", (0, 0)), ship("F1", (3, -2)), derelict("B2", at), on=["blocking"])
    assert find_sight(state, "B1", "F1").blockers == ("B2",)
    assert find_ships_between(state, (3, -2), (0, 0)) == ("B2",)


def test_dog_4_who_lies_in_the_hex_of_either_end_does_not_block():
    state = gunfire(ship("B1", (0, 0)), ship("F1", (1, 0)), derelict("F2", (1, 0)), on=["blocking"])
    assert find_sight(state, "B1", "F1").blockers == ()


def test_dog_5_a_rake_is_from_straight_ahead_or_astern_at_range_1():
    for facing in range(6):
        for direction in range(6):
            shooter = hexgrid.hex_ahead((0, 0), direction)
            wanted = {facing: "bow", hexgrid.opposite_direction(facing): "stern"}.get(direction)
            assert find_rake(shooter, (0, 0), facing) == wanted
            assert find_rake(hexgrid.hex_ahead((0, 0), direction, 2), (0, 0), facing) is None


def test_dog_25_active_is_on_the_map_not_derelict_with_a_point():
    state = battle(
        ship("B1", (0, 0)),
        ship("B2", (1, 0), strength=0),
        derelict("B3", (2, 0)),
        ship("B4", (3, 0), status="sunk"),
        ship("B5", (4, 0), status="withdrawn"),
    )
    assert positions.list_active(state, "british") == ["B1"]
    assert list(movement.list_unmoved(state, "british")) == ["B1"]


def test_dog_25_entangled_is_who_shares_her_hex():
    state = battle(ship("B1", (0, 0)), derelict("F1", (0, 0)), ship("B2", (1, 0)), ship("F2", (1, 0), status="sunk"))
    assert [positions.is_entangled(state, key) for key in ("B1", "F1", "B2")] == [True, True, False]


@pytest.mark.parametrize(("facing", "row"), [(0, ("F1", "B1", "B2")), (3, ("B2", "B1", "F1"))])
def test_dog_26_the_row_runs_from_port_to_starboard_of_the_ship_that_has_lain_there_longest(facing, row):
    state = battle(
        ship("B1", (0, 0), facing),
        ship("B2", (0, 0), 3 - facing, place=1, since=2),
        ship("F1", (0, 0), place=-1, since=1),
    )
    assert positions.row(state, (0, 0)) == row


def test_dog_26_who_leaves_or_sinks_leaves_no_gap():
    ships = [ship("B1", (0, 0)), ship("B2", (0, 0), place=2, since=2)]
    state = battle(*ships, ship("F1", (0, 0), place=1, since=1, status="sunk"))
    assert positions.row(state, (0, 0)) == ("B1", "B2")
