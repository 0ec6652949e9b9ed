"""The hexes have no favourite direction: a battle that is turned about its middle goes the same way, turned."""

import pytest
from msgspec.structs import replace

from tabletop.games.decks_of_glory import gunnery, movement, positions
from tabletop.games.decks_of_glory.model import Hexagon
from tabletop.games.decks_of_glory.survey import reach
from tests.decks_of_glory.arenas import FILES, played
from tests.geometry.turning import rotated

WIDE = Hexagon(60)


def turned(state, sides):
    ships = {}
    for key, ship in state.ships.items():
        facing = (ship.facing + sides) % 6
        flipped = positions.is_row_to_starboard(facing) != positions.is_row_to_starboard(ship.facing)
        place = -ship.place if flipped else ship.place
        ships[key] = replace(ship, at=rotated(ship.at, sides), facing=facing, place=place)
    return replace(state, ships=ships, wind=(state.wind + sides) % 6, sea=WIDE)


def reached(state, key):
    found = []
    for there in reach.find_reach(state, key):
        rows = {hand: lying.row for hand, lying in reach.find_alongside(state, key, there).items()}
        found.append((there.plan, there.end, there.others, rows))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("sides", range(1, 6))
def test_dog_24_a_battle_turned_by_hex_sides_is_the_same_battle(path, sides):
    for move in played(path, 1).moves[::6]:
        here = move.after
        if here.wind is None:
            continue
        here = replace(here, sea=WIDE)
        there = turned(here, sides)
        for place in positions.find_occupied_hexes(here):
            assert positions.row(there, rotated(place, sides)) == positions.row(here, place)
        for key in here.ships:
            assert list(gunnery.list_targets(there, key)) == list(gunnery.list_targets(here, key))
        if here.asked:
            for key in movement.list_unmoved(here, here.asked):
                assert reached(there, key) == reached(here, key)
        assert movement.list_derelicts(there) == movement.list_derelicts(here)


def test_dog_10_the_side_from_which_a_derelict_comes_turns_with_wind_and_ships():
    for wind in range(6):
        for facing in range(6):
            for sides in range(6):
                turned_too = movement.find_windward_side((facing + sides) % 6, (wind + sides) % 6)
                assert turned_too == movement.find_windward_side(facing, wind)
