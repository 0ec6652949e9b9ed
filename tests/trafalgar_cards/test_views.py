"""C-6: what a side is shown, in the state, in events and in words, holds nothing that it may not know."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.cards.zones import Zones
from tabletop.core import resources
from tabletop.core.errors import Refused
from tabletop.core.match import Match, MatchSetup
from tabletop.games.trafalgar_cards import GAME
from tabletop.games.trafalgar_cards.commands import Commit, Discard
from tabletop.games.trafalgar_cards.deck import OTHER, SIDES, Play
from tabletop.games.trafalgar_cards.events import ChoiceMade
from tabletop.players import casual

TEXT = resources.find_scenario(GAME.meta.id, "standard").read_text(encoding="utf-8")
VIEWERS = (*SIDES, "")


def played(seed, commands=60):
    match = Match.new(MatchSetup(GAME, TEXT, "standard.yaml", str(seed)))
    for _ in casual.play(match, Random(seed), commands):
        pass
    return match


def private(state, viewer):
    """Cards of which the viewer may not know where they are."""
    hands = (card for side, hand in state.cards.hands.items() if side != viewer for card in hand)
    return {*state.cards.pile, *hands}


def told_at(match):
    """Every state with its events, one after the other."""
    for move in match.moves:
        state = move.before
        for event in move.events:
            yield state, event
            state = GAME.evolve(state, event)


def without_deck(state):
    """Without the lists of cards that everybody knows."""
    return msgspec.json.encode(replace(state, deck={})).decode()


@pytest.mark.parametrize("seed", range(6))
def test_c_6_a_view_holds_no_card_of_the_other_hand_and_none_of_the_pile(seed):
    looked = 0
    for move in played(seed).moves:
        for viewer in VIEWERS:
            shown = without_deck(replace(GAME.view(move.after, viewer), battle=None))
            hidden = private(move.after, viewer)
            assert not [card for card in hidden if f'"{card}"' in shown]
            looked += len(hidden)
    assert looked


@pytest.mark.parametrize("seed", range(6))
def test_c_6_facts_as_seen_and_their_words_name_no_private_card(seed):
    words = set()
    for state, event in told_at(played(seed)):
        after = GAME.evolve(state, event)
        for viewer in VIEWERS:
            seen = GAME.redact(event, viewer)
            shown = msgspec.json.encode(seen).decode()
            said = GAME.describe(GAME.view(state, viewer), seen)
            words.add(said)
            for card in private(state, viewer) & private(after, viewer):
                assert f'"{card}"' not in shown
                assert state.deck[card].name not in said
    assert "The British have chosen." in words


def test_c_6_words_about_a_choice_are_alike_whatever_was_chosen():
    state = played(1, 1).state
    hand = state.cards.hands["british"]
    said = set()
    for choice in (Discard("british"), Discard("british", hand[:4]), Commit("british", (Play(hand[0], "morale"),))):
        seen = GAME.redact(ChoiceMade(side="british", choice=choice), "allied")
        said.add((GAME.describe(GAME.view(state, "allied"), seen), msgspec.json.encode(seen)))
    assert len(said) == 1


@pytest.mark.parametrize("seed", range(4))
def test_c_6_what_a_side_is_shown_does_not_depend_on_what_it_may_not_know(seed):
    """Another order of the pile and of the other hand, another secret choice: the same view, bit by bit."""
    fancy = Random(seed)
    for move in played(seed).moves:
        for viewer in SIDES:
            other = OTHER[viewer]
            cards = move.after.cards
            mixed = [*cards.pile, *cards.hands[other]]
            fancy.shuffle(mixed)
            count = len(cards.hands[other])
            hands = {**cards.hands, other: tuple(mixed[:count])}
            chosen = {side: Discard(other) if side == other else one for side, one in move.after.chosen.items()}
            changed = replace(
                move.after, cards=Zones(tuple(mixed[count:]), hands, cards.discards, cards.table), chosen=chosen
            )
            assert GAME.view(changed, viewer) == GAME.view(move.after, viewer)


def commands(state, side, fancy):
    """Commands of a side, wise and foolish."""
    known = [*state.deck, "grog"]
    hand = state.cards.hands[side]
    for _ in range(6):
        some = tuple(fancy.choice([*hand, *known]) for _ in range(fancy.randint(0, 5)))
        yield Discard(side, some)
        yield Commit(
            side, tuple(Play(card, fancy.choice(("strategy", "tactics", "morale", "admiral"))) for card in some)
        )
    yield from GAME.choices(state)


@pytest.mark.parametrize("seed", range(6))
def test_c_6_a_check_reads_nothing_that_its_side_cannot_know(seed):
    fancy, refused = Random(seed), 0
    for move in played(seed).moves:
        state = move.after
        for side in SIDES:
            view = GAME.view(state, side)
            for command in commands(state, side, fancy):
                if command.side == side:
                    assert _said(GAME.check(view, command)) == _said(GAME.check(state, command))
                    refused += GAME.check(state, command) is not None
    assert refused


def _said(refusal: Refused | None):
    return refusal and (refusal.rule, refusal.reason, refusal.by)


@pytest.mark.parametrize("seed", range(6))
def test_c_6_what_is_asked_and_offered_follows_from_the_view(seed):
    for move in played(seed).moves:
        decision = GAME.decision(move.after)
        if decision is None:
            continue
        view = GAME.view(move.after, decision.side)
        assert GAME.decision(view) == decision
        assert list(GAME.choices(view)) == list(GAME.choices(move.after))


def test_c_6_a_sealed_choice_may_be_taken_back_alone_but_not_what_was_dealt_or_revealed():
    match = played(2, 1)
    assert "dealt" in match.check_undo().reason
    match.submit(Discard("british"))
    assert match.check_undo() is None
    match.submit(Discard("allied"))
    assert match.check_undo() is not None
    match.submit(Commit("british"))
    match.submit(Commit("allied"))
    assert "revealed" in match.check_undo().reason


@pytest.mark.parametrize("turn", [0, -1])
def test_tra_1_a_position_in_a_case_file_is_of_turn_1_at_least(turn):
    with pytest.raises(msgspec.ValidationError, match=">= 1"):
        msgspec.convert({**msgspec.to_builtins(played(1, 4).state), "turn": turn}, type(played(1, 4).state))
