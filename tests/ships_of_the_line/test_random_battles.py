"""Whole battles of players without a plan: every promise holds after every command."""

from random import Random

import msgspec
import pytest

from tabletop.core import resources
from tabletop.core.errors import Refused
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line.model import State
from tabletop.players import casual
from tests.ships_of_the_line.kit import battle, ship
from tools import promises

GAME = "ships_of_the_line"
SMALL = ("duel_of_two_74s", "four_frigates", "victory_breaks_the_line", "collingwood_at_the_rear")
SEEDS = range(3)
TURNS = 3
"""Turns of Trafalgar that are played."""
EVERY = 25
"""Commands between two looks at what costs more."""


def begun(scenario, seed, path=None):
    text = resources.find_scenario(GAME, scenario).read_text(encoding="utf-8")
    return Match.new(MatchSetup(find_game(GAME), text, f"{scenario}.yaml", str(seed)), path)


def played(match, seed, commands=5000, until=lambda state: False):
    """Play on, with a look at every promise after every command."""
    fancy = Random(seed)
    for number, _ in enumerate(casual.play(match, fancy, commands)):
        move = match.moves[-1]
        promises.check_promises(match.game, move.before, move.after)
        assert msgspec.json.decode(msgspec.json.encode(match.state), type=State) == match.state
        if number % EVERY == 0:
            refuse_what_is_past(match, fancy)
        if until(match.state):
            break
    return match


def refuse_what_is_past(match, fancy):
    """An earlier command that is no longer allowed changes nothing."""
    earlier, before = fancy.choice(match.moves).command, match.state
    if match.check(earlier) is None:
        return
    with pytest.raises(Refused) as refusal:
        match.submit(earlier)
    assert refusal.value.rule
    assert match.state is before


@pytest.mark.sampled(4)
@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize("seed", SEEDS)
def test_whole_battles_keep_every_promise(scenario, seed):
    match = played(begun(scenario, seed), seed)
    assert match.game.outcome(match.state) is not None
    assert {move.after.phase for move in match.moves} >= {"combat", "movement"}


def test_trafalgar_keeps_every_promise(tmp_path):
    match = played(begun("trafalgar", 1805), 1805, until=lambda state: state.turn > TURNS)
    assert match.state.turn == TURNS + 1
    assert len(match.moves) > 150


def replaced(state, key, **marks):
    one = msgspec.structs.replace(state.ships[key], **marks)
    return msgspec.structs.replace(state, ships={**state.ships, key: one})


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ({"hull": 16}, "hull of B1 has risen"),
        ({"fatigue": 4}, "fatigue 4"),
        ({"captor": "allied"}, "in_service by allied"),
        ({"status": "struck"}, "0 points are held for B1"),
        ({"status": "sunk"}, "scored 0 times"),
    ],
)
def test_a_broken_promise_is_told(marks, said):
    before = battle(ship("B1", 0, 0, 0, hull=10), ship("F1", 3, 0, 0))
    with pytest.raises(AssertionError, match=said):
        promises.check_battle(before, replaced(before, "B1", **marks))


def test_amb_126_a_hull_that_comes_too_near_is_told():
    before = battle(ship("B1", 0, 0, 0), ship("F1", 3, 0, 0))
    near = battle(ship("B1", 2.66, 0, 0), ship("F1", 3, 0, 0))
    with pytest.raises(AssertionError, match=r"B1 is 0\.04"):
        promises.check_clearances(before, near)
