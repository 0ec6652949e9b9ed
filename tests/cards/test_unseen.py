"""What a side has not seen, in random games of every game that tells odds (C-6)."""

from random import Random

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cards.events import PileShuffled
from tabletop.cards.odds import find_unseen
from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual

GAMES = [game for game in games_by_id().values() if "mixed" in game.state_type.__struct_fields__]


def played(game, seed, commands):
    path = resources.find_scenario(game.meta.id, "standard")
    match = Match.new(MatchSetup(game, path.read_text(encoding="utf-8"), path.name, str(seed)))
    for _ in casual.play(match, Random(seed), commands):
        yield match


def test_there_are_games_that_tell_odds():
    assert {game.meta.id for game in GAMES} >= {"ship_duel", "trafalgar_cards", "volley"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_c_6_every_hidden_card_is_where_it_is_said_to_be_and_the_view_says_the_same(game, seed):
    certain = shuffles = 0
    for match in played(game, seed, 500):
        state = match.state
        first, second = state.cards.hands
        for side, other in ((first, second), (second, first)):
            hidden = find_unseen(state, side)
            assert set(hidden.held) <= set(state.cards.hands[other])
            assert set(state.cards.pile) <= set(hidden.loose)
            assert {*hidden.loose, *hidden.held} == {*state.cards.pile, *state.cards.hands[other]}
            assert find_unseen(match.view(side), side) == hidden
            certain += len(hidden.held)
        shuffles += any(type(event) is PileShuffled for event in match.moves[-1].events)
    assert certain or shuffles == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_c_6_what_was_in_the_last_shuffle_is_told_in_no_order(game):
    for match in played(game, 1, 200):
        assert list(match.state.mixed) == sorted(match.state.mixed)
        assert match.view("").mixed == match.state.mixed


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
def test_before_the_first_shuffle_nothing_is_said_to_be_in_the_other_hand(game):
    path = resources.find_scenario(game.meta.id, "standard")
    state = Match.new(MatchSetup(game, path.read_text(encoding="utf-8"), path.name, "1")).state
    hidden = find_unseen(state, next(iter(state.cards.hands)))
    assert hidden.held == ()
    assert set(hidden.loose) == set(state.cards.pile)
