"""Nobody learns what they may not (C-6, VOL-11), in whole random games."""

from random import Random

import msgspec
import pytest

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.zones import HIDDEN, list_all_cards
from tabletop.core.match import Match, MatchSetup
from tabletop.games.volley import GAME, phases
from tabletop.games.volley.commands import Counter, Defend, Discard, Pass
from tabletop.games.volley.events import MeldPlayed, Passed
from tabletop.players import casual
from tests.volley.kit import FOLDER, opened, table

SIDES = ("red", "blue")
GAMES = [(path.stem, seed) for path in sorted(FOLDER.glob("*.yaml")) for seed in range(4)]


def played(scenario, seed, commands=5000):
    path = FOLDER / f"{scenario}.yaml"
    match = Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, str(seed)))
    for _ in casual.play(match, Random(seed), commands):
        pass
    return match


def secrets(state, side):
    """Ids of the cards that a side has not seen."""
    hands = {card for one, hand in state.cards.hands.items() for card in hand if one != side}
    return hands | set(state.cards.pile)


def steps(match):
    for move in match.moves:
        state = move.before
        for event in move.events:
            yield state, event
            state = GAME.evolve(state, event)


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_c_6_a_view_holds_no_card_that_the_side_may_not_know(scenario, seed):
    for move in played(scenario, seed).moves:
        for side in (*SIDES, ""):
            seen = GAME.view(move.after, side)
            assert not secrets(move.after, side) & set(list_all_cards(seen.cards))
            assert seen.cards.hands.get(side, ()) == move.after.cards.hands.get(side, ())
            plain = msgspec.to_builtins(seen)
            del plain["deck"]
            if plain["outcome"] is None:
                told = set(msgspec.json.encode(plain).decode().replace('"', " ").replace(",", " ").split())
                assert not secrets(move.after, side) & told


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_c_6_facts_and_words_name_no_hidden_card(scenario, seed):
    names = opened(scenario).deck
    for state, event in steps(played(scenario, seed)):
        for side in (*SIDES, ""):
            seen = GAME.redact(event, side)
            words = GAME.describe(GAME.view(state, side), seen)
            known = {names[card].name for card in event_known(state, event, side)}
            if isinstance(event, PileShuffled | CardsDealt | Passed):
                hidden = secrets(GAME.evolve(state, event), side)
                told = msgspec.json.encode(seen).decode()
                assert not [card for card in hidden if f'"{card}"' in told]
                assert not [card for card in hidden if names[card].name in words and names[card].name not in known]
            else:
                assert seen == event


def event_known(state, event, side):
    """Cards that a side knows of after an event, for another copy of a hidden card may be one of them."""
    return set(state.deck) - secrets(GAME.evolve(state, event), side)


def test_c_6_of_a_deal_everybody_learns_the_number_and_nobody_else_the_cards():
    event = CardsDealt(to=(("red", "panic"), ("blue", "volley")))
    state = opened()
    assert GAME.describe(state, GAME.redact(event, "blue")) == "Red: dealt 1 card. Blue: dealt 1 card: Volley."
    assert GAME.describe(state, GAME.redact(event, "")) == "Red: dealt 1 card. Blue: dealt 1 card."


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_c_6_check_choices_and_questions_read_nothing_that_the_side_cannot_know(scenario, seed):
    fancy = Random(seed)
    for move in played(scenario, seed).moves:
        state = move.after
        if state.outcome is not None:
            continue
        side = phases.side_to_move(state)
        seen = GAME.view(state, side)
        assert list(GAME.choices(seen)) == list(GAME.choices(state))
        assert GAME.decision(seen) == GAME.decision(state) == GAME.decision(GAME.view(state, ""))
        assert GAME.headline(seen) == GAME.headline(state)
        for one in SIDES:
            view = GAME.view(state, one)
            for command in attempts(state, one, fancy):
                assert said(GAME.check(view, command)) == said(GAME.check(state, command))


def attempts(state, side, fancy):
    cards = fancy.sample(sorted(state.deck), 5)
    hand = state.cards.hands[side]
    yield from (Pass(side), Discard(side, hand), Discard(side, tuple(cards)), Counter(side, cards[0]))
    yield from (
        Defend(side, card, target) for card in (*hand[:3], cards[1]) for target in (cards[2], *state.cards.table)
    )


def said(refusal):
    return refusal and (refusal.rule, refusal.reason, refusal.pieces)


def test_vol_11_passing_reads_the_same_whatever_is_held():
    words = {
        GAME.describe(GAME.view(table(blue=hand), side), Passed(side="blue", stage="defence", rule="VOL-6"))
        for hand in ((), ("panic",), ("fog_of_war", "reserve"))
        for side in (*SIDES, "")
    }
    assert words == {"Blue passes: no answer."}


def test_c_6_a_revealed_card_bars_taking_back_and_a_pass_does_not():
    state = table(("hussars", "sabers"))
    assert GAME.reveals(state, (CardsDealt(to=(("red", "panic"),)),)) == "Cards were dealt."
    assert GAME.reveals(state, (CardsDiscarded(side="red", cards=("panic",)),)) == "Cards were revealed."
    meld = MeldPlayed(side="red", troop="cavalry", cards=("hussars", "sabers"), forces=(2, 2), total=4)
    assert GAME.reveals(state, (meld,)) == "Cards were revealed."
    assert GAME.reveals(state, (Passed(side="red", stage="attack"),)) == ""


def test_c_6_hidden_cards_are_question_marks():
    seen = GAME.view(table(("panic",), ("reserve", "valor")), "red")
    assert seen.cards.hands == {"red": ("panic",), "blue": (HIDDEN, HIDDEN)}
    assert set(seen.cards.pile) == {HIDDEN}
