"""Nobody learns what they may not (C-6): the order of the pile, and orders that are declared in secret."""

from random import Random

import msgspec
import pytest

from tabletop.cards.standard import DECK, card_name
from tabletop.cards.zones import HIDDEN
from tabletop.core.match import Match
from tabletop.core.match_history import MatchHistory
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, LeadBoarders, OpenFire, Sail
from tabletop.games.decks_of_glory.model import Aim, is_fire_secret
from tests import secrets
from tests.decks_of_glory.arenas import FILES, begun, played

SIDES = ("british", "allied")
GAMES = [(path, seed) for path in FILES for seed in (2, 4, 6)]
VIEWERS = (*SIDES, secrets.NOBODY)


def ids(value):
    return value.stem if hasattr(value, "stem") else str(value)


@pytest.mark.parametrize(("path", "seed"), GAMES, ids=ids)
def test_c_6_a_view_holds_no_card_of_the_pile(path, seed):
    for move in played(path, seed).moves:
        for side in VIEWERS:
            told = secrets.strings(msgspec.to_builtins(GAME.view(move.after, side)))
            assert told & set(DECK) == set(move.after.cards.discards)


@pytest.mark.parametrize(("path", "seed"), GAMES, ids=ids)
def test_c_6_whatever_the_order_of_the_pile_nobody_sees_a_difference(path, seed):
    fancy = Random(seed)
    for move in played(path, seed).moves:
        for side in VIEWERS:
            other = secrets.otherwise(GAME, move.after, side, fancy)
            assert GAME.view(other, side) == GAME.view(move.after, side)


@pytest.mark.parametrize(("path", "seed"), GAMES, ids=ids)
def test_c_6_facts_and_words_tell_no_card_that_lies_in_the_pile(path, seed):
    for move in played(path, seed).moves:
        state = move.before
        drawn: set[str] = set()  # all saw them, also where the pile runs out amid a broadside and they are shuffled in
        for event in move.events:
            after = GAME.evolve(state, event)
            drawn |= set(state.cards.pile) - set(after.cards.pile)
            unseen = set(after.cards.pile) - drawn
            for side in VIEWERS:
                seen = GAME.redact(event, side)
                assert not secrets.strings(msgspec.to_builtins(seen)) & unseen
                words = GAME.describe(GAME.view(state, side), seen).lower()
                assert not [card for card in unseen if card_name(card) in words]
            state = after


def attempts(state, side, fancy):
    """Commands of a side, sound and unsound."""
    keys = list(state.ships)
    one, other = fancy.choice(keys), fancy.choice(keys)
    plan = tuple(fancy.choices(("ahead", "port", "starboard"), k=fancy.randrange(3)))
    return (
        Sail(side, one, plan, "port"), Sail(side, other, plan), BreakIrons(side, one), CutLoose(side, one), Done(side),
        OpenFire(side, (Aim(one, other),)), OpenFire(side), LeadBoarders(side, (Aim(one, other),)),
    )  # fmt: skip


def said(refusal):
    return refusal and (refusal.rule, refusal.reason, refusal.by, refusal.pieces)


@pytest.mark.parametrize(("path", "seed"), GAMES, ids=ids)
def test_c_6_check_choices_and_questions_read_nothing_that_the_side_cannot_know(path, seed):
    fancy = Random(seed)
    for move in played(path, seed).moves:
        state = move.after
        for side in SIDES:
            view = GAME.view(state, side)
            assert GAME.decision(view) == GAME.decision(state)
            assert list(GAME.choices(view)) == list(GAME.choices(state))
            assert GAME.headline(view) == GAME.headline(state)
            for command in attempts(state, side, fancy):
                assert said(GAME.check(view, command)) == said(GAME.check(state, command))


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_c_6_secret_orders_are_hidden_while_they_wait_and_gone_afterwards(path):
    waited = 0
    for move in (move for seed in (4, 5, 6, 7) for move in played(path, seed).moves):
        state = move.after
        assert state.options["secret_fire"]
        if is_fire_secret(state):
            for side in state.orders:
                waited += 1
                assert all(GAME.view(state, one).orders[side] is None for one in VIEWERS if one != side)
                assert GAME.view(state, side).orders[side] is not None
    assert waited or path.stem == "duel"


@pytest.mark.parametrize("path", FILES, ids=ids)
def test_c_6_what_is_declared_in_secret_makes_no_difference_to_the_others_even_taken_back(path):
    compared = 0
    for seed in (4, 5, 6, 7):
        match = played(path, seed)
        for state in [move.after for move in match.moves if is_fire_secret(move.after) and not move.after.orders]:
            made = []
            for command in GAME.choices(state):
                made.append(Match(MatchHistory(GAME, state), match.header))
                made[-1].submit(command)
            waiting = [one for one in made if is_fire_secret(one.state) and one.state.orders]
            for side in {*VIEWERS} - {state.asked}:
                said = [secrets.told_of(GAME, one, side) for one in waiting]
                assert all(one == said[0] for one in said)
                compared += len(said) > 1
    assert compared or path.stem == "duel"


def test_c_6_cards_of_the_pile_are_question_marks_and_the_discards_lie_open():
    match = begun(FILES[0], 1)
    for _ in range(2):
        match.submit(next(iter(GAME.choices(match.state))))
    seen = match.view("british")
    assert set(seen.cards.pile) == {HIDDEN}
    assert seen.cards.discards == match.state.cards.discards != ()
