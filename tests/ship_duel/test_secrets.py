"""C-6: what a side may not know is in nothing that it is shown, and changes nothing that it is told."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.events import PileShuffled
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ship_duel import GAME, survey
from tabletop.games.ship_duel.commands import Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.model import OTHER, SIDES
from tabletop.players import casual
from tests.ship_duel.kit import duel
from tests.ship_duel.texts import FILES, STANDARD

CHOICES = (Reload, Sail, Fire, Retire)


def matches(games, commands=120):
    """Random duels, told after every command."""
    for seed in range(games):
        path = FILES[seed % len(FILES)]
        match = Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, str(seed)))
        for _ in casual.play(match, Random(seed), commands):
            yield match


def secrets(state, side):
    """Cards that a side may not know the place of."""
    return {*state.cards.pile, *state.cards.hands[OTHER[side]]}


def test_c_6_a_view_names_no_card_of_the_other_hand_or_the_pile_but_in_the_list_of_the_deck():
    for match in matches(12):
        for side in SIDES:
            told = replace(match.view(side), deck={})
            text = msgspec.json.encode(told).decode()
            assert not [card for card in secrets(match.state, side) if f'"{card}"' in text]
        public = msgspec.json.encode(replace(match.view(""), deck={})).decode()
        hidden = {*match.state.cards.pile, *(card for hand in match.state.cards.hands.values() for card in hand)}
        assert not [card for card in hidden if f'"{card}"' in public]


def since_shuffled(events):
    """Events since the discards, which everybody has seen, became part of the pile."""
    last = max((n for n, event in enumerate(events) if type(event) is PileShuffled), default=0)
    return events[last:]


def test_c_6_facts_as_a_side_sees_them_name_no_card_that_it_may_not_know_afterwards():
    for match in matches(8):
        for event in since_shuffled(match.moves[-1].events):
            for side in SIDES:
                text = msgspec.json.encode(GAME.redact(event, side)).decode()
                assert not [card for card in secrets(match.state, side) if f'"{card}"' in text]


def test_c_6_the_words_for_a_sealed_choice_are_the_same_for_every_choice():
    for match in matches(8):
        first = match.moves[-1].events[0]
        if type(first).__name__ != "ChoiceMade":
            continue
        told = GAME.redact(first, OTHER[first.side])
        ship = match.state.ships[first.side].name
        assert GAME.describe(GAME.view(match.moves[-1].before, OTHER[first.side]), told) == f"{ship} has chosen."


def any_command(state, side, fancy):
    """A command of one side, often a foolish one."""
    hand = list(state.cards.hands[side])
    strangers = [fancy.choice(list(state.deck))] if fancy.random() < 0.2 else []
    cards = fancy.sample(hand, fancy.randint(0, min(5, len(hand)))) + strangers
    return fancy.choice(CHOICES)(side, tuple(cards))


def test_c_6_a_check_reads_nothing_that_its_side_may_not_know():
    fancy, refusals = Random(6), 0
    for match in matches(10):
        for side in SIDES:
            for _ in range(4):
                command = any_command(match.state, side, fancy)
                told, known = GAME.check(match.state, command), GAME.check(match.view(side), command)
                assert str(told) == str(known)
                refusals += told is not None
    assert refusals > 100


def test_c_6_what_is_asked_and_offered_follows_from_what_the_asked_side_may_know():
    for match in matches(8):
        waiting = GAME.decision(match.state)
        for side in (*SIDES, ""):
            assert GAME.decision(match.view(side)) == waiting
        if waiting:
            view = match.view(waiting.side)
            assert list(GAME.choices(view)) == list(GAME.choices(match.state))


def test_c_6_odds_are_the_same_from_the_view():
    for match in matches(2, 30):
        for side in SIDES:
            state, view = match.state, match.view(side)
            assert survey.count_unseen(state, side) == survey.count_unseen(view, side)
            assert survey.chance_of_more_winds(state, side, 2) == survey.chance_of_more_winds(view, side, 2)
            assert survey.chance_to_be_lost(state, side) == survey.chance_to_be_lost(view, side)


def test_c_6_a_sealed_choice_may_be_taken_back_and_what_was_shown_may_not():
    match = Match.new(MatchSetup(GAME, STANDARD, "standard.yaml", "7"))
    barred = {}
    for _ in casual.play(match, Random(7), 60):
        kinds = [type(event).__name__ for event in match.moves[-1].events]
        barred.setdefault(len(kinds) > 1, set()).add(match.check_undo() is not None)
    assert barred == {True: {True}, False: {False}}


@pytest.mark.parametrize("side", ["port", "starboard", ""])
def test_c_6_a_view_counts_what_it_hides(side):
    state = duel("NNb", "Sg", chosen={"port": ("north_wind_1",), "starboard": ()})
    view = GAME.view(state, side)
    assert [len(hand) for hand in view.cards.hands.values()] == [3, 2]
    assert len(view.cards.pile) == len(state.cards.pile)
    assert sorted(view.chosen) == ["port", "starboard"]
    assert [one for one in SIDES if view.chosen[one] is not None] == ([side] if side else [])
    assert set(zones.list_all_cards(view.cards)) >= {"?"}
