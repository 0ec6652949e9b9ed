"""Where a side can strike is what its ships could fire at, were an enemy there."""

import pytest
from msgspec.structs import replace

from tabletop.games.decks_of_glory import gunnery
from tabletop.games.decks_of_glory.positions import is_entangled
from tabletop.games.decks_of_glory.survey.fields import list_threats
from tests.decks_of_glory.arenas import FILES, played
from tests.decks_of_glory.kit import battle, derelict, ship


def struck(state, side, at, target):
    """The ships of a side that an enemy would have to fear in a hex, with their ranges."""
    there = replace(state, ships={**state.ships, target: replace(state.ships[target], at=at)})
    found = {}
    for key in gunnery.list_able_to_fire(state, side):
        seen = gunnery.find_sight(there, key, target)
        if seen and not seen.blockers:
            found[key] = seen.distance
    return found


def agree(state, side, target):
    """Whether the survey says of every hex what the rules say of an enemy there."""
    told = {one.at: one for one in list_threats(state, side)}
    for at in state.sea.hexes():
        expected = struck(state, side, at, target)
        assert set(told[at].ships if at in told else ()) == set(expected)
        if expected:
            assert told[at].distance == min(expected.values())
            assert told[at].modifier == {1: 0, 2: -1, 3: -1}[told[at].distance]


@pytest.mark.parametrize("on", [(), ("blocking",)])
def test_dog_3_dog_4_a_hex_is_under_the_guns_of_those_who_would_see_an_enemy_there(on):
    ships = (
        ship("B1", (0, 0), 1),
        ship("B2", (-2, 2), 0),
        ship("F1", (1, 1), 3),
        derelict("F2", (-1, 1)),
        ship("F9", (8, -8)),
    )
    agree(battle(*ships, on=on), "british", "F9")


def test_dog_17_who_is_entangled_threatens_nobody():
    state = battle(ship("B1", (0, 0)), ship("F1", (0, 0), place=1, since=1), ship("B2", (4, 0)))
    assert is_entangled(state, "B1")
    assert {key for one in list_threats(state, "british") for key in one.ships} == {"B2"}
    assert not list_threats(state, "allied")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_hex_off_the_map_is_threatened_in_battles_at_random(path):
    for move in played(path, 0).moves[::20]:
        places = set(move.after.sea.hexes())
        assert all(one.at in places for side in move.after.sides for one in list_threats(move.after, side))
