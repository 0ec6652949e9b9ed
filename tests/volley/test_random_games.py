"""Hundreds of games without a plan: every card in one place, no dead end, and an end to each."""

from random import Random

import pytest

from tabletop.cards.zones import everywhere
from tabletop.core.match import Beginning, Match
from tabletop.games.volley import GAME
from tabletop.games.volley.state import HAND, QUIET
from tabletop.players import casual
from tests.volley.kit import FOLDER

LONGEST = 4000
"""Commands after which a game would have to be called endless."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_random_games_keep_every_card_in_one_place_and_end(path):
    text = path.read_text(encoding="utf-8")
    reasons = set()
    for seed in range(60):
        match = Match.new(Beginning(GAME, text, path.name, f"{path.stem} {seed}"))
        for _ in casual.play(match, Random(seed), LONGEST):
            keeps(match.moves[-1])
        assert match.state.outcome is not None
        reasons.add(match.state.outcome.rule)
    assert {"VOL-1"} <= reasons <= {"VOL-1", "VOL-12"}


def keeps(move):
    before, state = move.before, move.after
    assert sorted(everywhere(state.cards)) == sorted(state.deck)
    assert all(len(hand) <= HAND for hand in state.cards.hands.values())
    assert all(0 <= state.troops[side] <= before.troops[side] for side in state.troops)
    assert state.quiet <= QUIET
    assert (state.assault is None) == (not state.cards.table)
    if state.assault is not None:
        counters = [card for answer in state.assault.answers for card in (answer.card, *answer.counters)]
        assert sorted(state.cards.table) == sorted((*state.assault.meld, *counters))
    assert (state.outcome is None) == (GAME.decision(state) is not None) == any(True for _ in GAME.choices(state))


def test_vol_12_a_game_in_which_nobody_attacks_is_drawn():
    path = FOLDER / "standard.yaml"
    match = Match.new(Beginning(GAME, path.read_text(encoding="utf-8"), path.name, "idle"))
    while match.state.outcome is None:
        match.submit(list(GAME.choices(match.state))[-1])
    assert match.state.outcome.rule == "VOL-12"
    assert match.state.turn == QUIET
