"""Whole games of players without a plan; what each must keep is in `tools/promises.py`."""

from random import Random

import pytest

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import state_hash
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.tally import count_points
from tabletop.players import casual

SCENARIOS = resources.list_scenarios(GAME.meta.id)


def played(path, seed):
    match = Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, str(seed)))
    for _ in casual.play(match, Random(seed), 2000):
        pass
    return match


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_either_side_can_win(path):
    assert {played(path, seed).state.outcome.winner for seed in range(20)} >= set(SIDES)


def test_c_1_the_same_seed_and_commands_give_the_same_game():
    ends = [[state_hash(move.after) for move in played(SCENARIOS[0], 1805).moves] for _ in range(2)]
    assert ends[0] == ends[1]
    assert ends[0] != [state_hash(move.after) for move in played(SCENARIOS[0], 1806).moves]


def test_tra_10_the_totals_are_what_the_cards_count_after_the_notes():
    battles = [move.after.battle for seed in range(4) for move in played(SCENARIOS[0], seed).moves]
    fought = [one for one in battles if one is not None and one.totals]
    deck = GAME.read(SCENARIOS[0].read_text(encoding="utf-8"), "").opening.deck
    for battle in fought:
        cards = {side: count_points(deck, battle.plays[side], battle.notes) for side in SIDES}
        assert battle.totals == {side: sum(cards[side].values()) for side in SIDES}
    assert any(battle.notes for battle in fought)
