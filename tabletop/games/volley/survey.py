"""Measures that a table may ask for: exact odds by what one side knows, and the state of victory.

A side knows its own hand, the cards that lie face up, and which cards were last shuffled. Shuffled cards that the side
has not seen since are in the pile or in the other hand, each place equally likely. All other unseen cards are in the
other hand. How the opponent plays is not used.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from tabletop.cards import odds
from tabletop.cards.odds import find_unseen
from tabletop.core.game import PointSource, VictorySummary
from tabletop.core.phrases import format_signed
from tabletop.games.volley import model

CardTest = Callable[[model.Card], bool]


def chance_to_draw(
    state: model.State, side: model.Side, number: int, wanted: CardTest, discarding: tuple[str, ...] = ()
) -> Fraction:
    """Return the chance that at least one of the cards dealt to `side` passes a test (C-7).

    Args:
        state: the view of the side, or the whole state.
        side: the side that draws.
        number: number of cards that it draws.
        wanted: returns True for a card that is hoped for.
        discarding: cards of the hand that are discarded first, and come back if the discards are shuffled.
    """
    pile = len(state.cards.pile)
    loose = _get_cards(state, find_unseen(state, side).loose)
    none = 1 - _chance_of_any(min(number, pile), loose, wanted)
    if number > pile:
        again = _get_cards(state, (*state.cards.discards, *discarding))
        none *= 1 - _chance_of_any(min(number - pile, len(again)), again, wanted)
    return 1 - none


def find_chances_to_arm(
    state: model.State, side: model.Side, discarding: tuple[str, ...] = ()
) -> Iterator[tuple[model.Card, Fraction]]:
    """Yield each unit kept without a weapon of its troop type, and the chance to draw one (VOL-4)."""
    kept = _get_cards(state, (card for card in state.cards.hands[side] if card not in discarding))
    number = model.HAND_SIZE - len(kept)
    for unit in kept:
        troop = model.UNITS.get(unit.suit)
        if troop and not any(model.WEAPONS.get(card.suit) == troop for card in kept):
            yield unit, chance_to_draw(state, side, number, _build_weapon_test(troop), discarding)


def chance_to_draw_suit(
    state: model.State, side: model.Side, suit: model.Suit, discarding: tuple[str, ...] = ()
) -> Fraction:
    """Return the chance that `side` draws a card of `suit` when it fills its hand (VOL-4)."""
    kept = [card for card in state.cards.hands[side] if card not in discarding]
    return chance_to_draw(state, side, model.HAND_SIZE - len(kept), lambda card: card.suit == suit, discarding)


def chance_opponent_negates(state: model.State, side: model.Side, negated: model.Negated) -> Fraction:
    """Return the chance that the opponent of `side` holds a card that negates the suit `negated`."""
    hidden = find_unseen(state, side)
    if any(state.deck[card].negates == negated for card in hidden.held):
        return Fraction(1)
    number = len(state.cards.hands[model.opponent_of(side)]) - len(hidden.held)
    return _chance_of_any(number, _get_cards(state, hidden.loose), lambda card: card.negates == negated)


def _build_weapon_test(troop: str) -> CardTest:
    return lambda card: model.WEAPONS.get(card.suit) == troop


def _get_cards(state: model.State, ids: Iterable[str]) -> list[model.Card]:
    return [state.deck[card] for card in ids]


def _chance_of_any(number: int, among: Sequence[model.Card], wanted: CardTest) -> Fraction:
    hits = sum(map(wanted, among))
    return odds.chance_of_at_least(1, number, hits, len(among))


def summarize_victory(state: model.State) -> VictorySummary:
    """Return how the game is won, the troops lost so far, and the troops left (VOL-1, VOL-9, VOL-12)."""
    won = f"A side with no troops left loses. {model.MAX_QUIET_TURNS} turns in a row without a casualty are a draw."
    lost = {side: state.strengths[side] - troops for side, troops in state.troops.items()}
    gave = (
        PointSource(f"Troops of {state.names[side]}", format_signed(-of), "VOL-9", model.opponent_of(side))
        for side, of in lost.items()
        if of
    )
    would = PointSource("Each meld scores the force of its cards that are not negated", "casualties", "VOL-9")
    left = (
        PointSource(f"{state.names[side]}: {troops} troops left", "decides", "VOL-1", model.opponent_of(side))
        for side, troops in state.troops.items()
    )
    return VictorySummary(won, "VOL-1", tuple(gave), (would, *left))
