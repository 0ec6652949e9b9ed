"""A guess is a whole state that a side cannot tell from the true one, and it may be any of those (C-6)."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cards.odds import find_unseen
from tabletop.core import resources
from tabletop.core.chance import SeededChance
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.players import casual
from tests.contract.tiny_game import TinyGame
from tests.example import EXAMPLES
from tests.sampling import sample
from tests.secrets import otherwise
from tools import promises

GAMES = [*(game for game, _ in EXAMPLES.values()), *games_by_id().values()]
MATCHES, FEW = 40, 3
ON = 12
"""Commands that are played on from a guess."""

pytestmark = pytest.mark.usefixtures("examples")
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.id)
with_odds = pytest.mark.parametrize(
    "game", [game for game in GAMES if "mixed" in game.state_type.__struct_fields__], ids=lambda game: game.meta.id
)


def begun(game, number):
    scenarios = resources.list_scenarios(game.meta.id)
    text = scenarios[number % len(scenarios)].read_text(encoding="utf-8")
    return Match.new(MatchSetup(game, text, "any.yaml", str(number)))


def positions(game, number, commands=300):
    """Some states of a match in its course, each with a side that looks at it."""
    match, fancy = begun(game, number), Random(number)
    yield match, fancy.choice(game.meta.sides).id
    for _ in casual.play(match, fancy, commands):
        if fancy.random() < 0.15:
            yield match, fancy.choice(game.meta.sides).id


def played(game, number, commands):
    match = begun(game, number)
    for _ in casual.play(match, Random(number), commands):
        yield match


def some(game, name):
    for number in sample(range(MATCHES), FEW, f"matches of {game.meta.id} {name}"):
        yield from islice(positions(game, number), 25)


@every_game
def test_c_6_the_view_of_a_guess_is_the_view_that_it_was_made_of(game):
    for match, side in some(game, "to guess in"):
        view = match.view(side)
        guess = game.guess(view, side, SeededChance("guess"))
        assert game.view(guess, side) == view
        assert game.decision(guess) == game.decision(match.state)
        assert game.guess(match.state, side, SeededChance("guess")) == guess


@every_game
def test_a_game_plays_on_from_a_guess_and_keeps_every_promise(game):
    for match, side in some(game, "to guess and play on"):
        guess = game.guess(match.view(side), side, SeededChance("guess"))
        promises.check_promises(game, match.state, guess)
        supposed = Match(MatchHistory(game, guess), match.header)
        for _ in casual.play(supposed, Random(7), ON):
            promises.check_promises(game, supposed.moves[-1].before, supposed.state)


@pytest.mark.parametrize("game", [game for game in GAMES if game.meta.secrets], ids=lambda game: game.meta.id)
def test_c_6_states_that_a_side_cannot_tell_apart_give_the_same_guess(game):
    differed = 0
    for match, side in some(game, "to guess twice"):
        other = otherwise(game, match.state, side, Random(1))
        differed += other != match.state
        first, second = (game.guess(one, side, SeededChance("guess")) for one in (match.state, other))
        assert first == second
    assert differed


@with_odds
def test_an_unseen_card_is_guessed_wherever_it_may_be_and_as_often_as_it_should(game):
    compared = 0
    for match, side in islice(positions(game, 5), 1, 9):
        other = next(one.id for one in game.meta.sides if one.id != side)
        known, hand = find_unseen(match.view(side), side), match.state.cards.hands[other]
        room = len(hand) - len(known.held)
        if not room or not match.state.cards.pile:
            continue
        guesses = [game.guess(match.view(side), side, SeededChance(str(number))) for number in range(300)]
        held, top = Counter(), Counter()
        for guess in guesses:
            held.update(guess.cards.hands[other])
            top[guess.cards.pile[0]] += 1
            assert set(guess.cards.hands[other][: len(known.held)]) == set(known.held)
        assert set(known.held) <= set(held) <= {*known.held, *known.loose}
        assert set(top) <= set(known.loose)
        assert len(top) > len(known.loose) / 2
        wanted = 300 * room / len(known.loose)
        assert all(abs(held[card] - wanted) < 5 * wanted**0.5 + 5 for card in known.loose)
        compared += 1
    assert compared


@pytest.mark.parametrize(
    "game",
    [TinyGame(), *(games_by_id()[name] for name in ("trafalgar_cards", "ship_duel"))],
    ids=lambda game: game.meta.id,
)
def test_a_sealed_choice_is_guessed_as_any_that_is_legal(game):
    met = 0
    for match in played(game, 3, 60):
        for side in (one.id for one in game.meta.sides):
            made = match.view(side).chosen
            if side in made or None not in made.values():
                continue
            guesses = [game.guess(match.view(side), side, SeededChance(str(number))) for number in range(40)]
            assert len({str(guess.chosen) for guess in guesses}) > 1
            met += 1
    assert met


def test_the_pile_of_a_battle_on_hexes_is_guessed_in_any_order():
    game = games_by_id()["decks_of_glory"]
    for match, side in islice(positions(game, 2), 1, 4):
        pile = match.state.cards.pile
        guesses = [game.guess(match.view(side), side, SeededChance(str(number))).cards.pile for number in range(200)]
        assert all(sorted(guess) == sorted(pile) for guess in guesses)
        assert len({guess[0] for guess in guesses}) > min(len(pile) - 1, 20)


def test_a_game_without_secrets_is_its_own_guess():
    game = games_by_id()["ships_of_the_line"]
    state = begun(game, 0).state
    assert game.guess(state, "british", SeededChance("guess")) == state
