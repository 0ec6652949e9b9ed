"""Whole games of players without a plan: every card is in one place, nothing is lost, and games end."""

from collections import Counter
from random import Random

import pytest

from tabletop.cards.zones import everywhere
from tabletop.core import resources
from tabletop.core.match import Beginning, Match
from tabletop.core.record import state_hash
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.limits import HAND
from tabletop.players import casual
from tools import promises

SCENARIOS = resources.scenarios(GAME.meta.id)


def played(path, seed):
    match = Match.new(Beginning(GAME, path.read_text(encoding="utf-8"), path.name, str(seed)))
    for _ in casual.play(match, Random(seed), 2000):
        move = match.moves[-1]
        promises.keep(GAME, move.before, move.after)
        sound(move.before, move.after)
    return match


def sound(before, after):
    assert Counter(everywhere(after.cards)) == Counter(list(after.deck))
    assert all(len(hand) <= HAND for hand in after.cards.hands.values())
    assert after.turn - before.turn in (0, 1)
    assert sum(after.won.values()) - sum(before.won.values()) in (0, 1)
    assert not after.cards.table
    assert set(after.chosen) < set(SIDES)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_whole_games_keep_every_promise_and_end(path):
    winners = Counter()
    for seed in range(100):
        match = played(path, seed)
        outcome = match.state.outcome
        assert outcome is not None
        assert outcome.totals[outcome.winner] == match.state.wins_needed
        assert len(outcome.reckoning) == sum(outcome.totals.values())
        winners[outcome.winner] += 1
    assert set(winners) == set(SIDES)


def test_c_1_the_same_seed_and_commands_give_the_same_game():
    ends = [[state_hash(move.after) for move in played(SCENARIOS[0], 1805).moves] for _ in range(2)]
    assert ends[0] == ends[1]
    assert ends[0] != [state_hash(move.after) for move in played(SCENARIOS[0], 1806).moves]
