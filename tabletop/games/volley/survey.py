"""What a table may ask: exact odds from a side's own hand, what lies face up, and what was last shuffled.

The cards of the last shuffle that the viewer has not seen since are in the pile or in the other hand, each equally
likely to be anywhere among them; other unseen cards the opponent holds for certain. What may be guessed from how
somebody plays is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from tabletop.cards import odds
from tabletop.cards.unseen import unseen
from tabletop.core.phrases import signed
from tabletop.core.stakes import Prize, Stakes
from tabletop.games.volley.state import HAND, QUIET, UNITS, WEAPONS, Card, Negated, Side, State, Suit, other

Wanted = Callable[[Card], bool]


def draw(state: State, side: Side, number: int, wanted: Wanted, discarding: tuple[str, ...] = ()) -> Fraction:
    """The chance that at least one of so many cards dealt to a side is a wanted one (C-7).

    Args:
        state: the side's view, or the whole state.
        side: that is dealt cards.
        number: cards that are to be dealt.
        wanted: says of a card whether it is hoped for.
        discarding: cards of the hand that go to the discards first, and come back if those are shuffled.
    """
    pile = len(state.cards.pile)
    loose = _cards(state, unseen(state, side).loose)
    none = 1 - _at_least_one(min(number, pile), loose, wanted)
    if number > pile:
        again = _cards(state, (*state.cards.discards, *discarding))
        none *= 1 - _at_least_one(min(number - pile, len(again)), again, wanted)
    return 1 - none


def arming(state: State, side: Side, discarding: tuple[str, ...] = ()) -> Iterator[tuple[Card, Fraction]]:
    """Units that a side keeps without a weapon for them, each with the chance of being dealt one (VOL-4)."""
    kept = _cards(state, (card for card in state.cards.hands[side] if card not in discarding))
    number = HAND - len(kept)
    for unit in kept:
        troop = UNITS.get(unit.suit)
        if troop and not any(WEAPONS.get(card.suit) == troop for card in kept):
            yield unit, draw(state, side, number, _weapons(troop), discarding)


def dealt(state: State, side: Side, suit: Suit, discarding: tuple[str, ...] = ()) -> Fraction:
    """The chance that a side is dealt a card of a suit when it fills its hand (VOL-4)."""
    kept = [card for card in state.cards.hands[side] if card not in discarding]
    return draw(state, side, HAND - len(kept), lambda card: card.suit == suit, discarding)


def held(state: State, side: Side, negated: Negated) -> Fraction:
    """The chance, by the cards alone, that the opponent of a side holds what negates a suit."""
    hidden = unseen(state, side)
    if any(state.deck[card].negates == negated for card in hidden.held):
        return Fraction(1)
    number = len(state.cards.hands[other(side)]) - len(hidden.held)
    return _at_least_one(number, _cards(state, hidden.loose), lambda card: card.negates == negated)


def _weapons(troop: str) -> Wanted:
    return lambda card: WEAPONS.get(card.suit) == troop


def _cards(state: State, ids: Iterable[str]) -> list[Card]:
    return [state.deck[card] for card in ids]


def _at_least_one(number: int, among: Sequence[Card], wanted: Wanted) -> Fraction:
    hits = sum(map(wanted, among))
    return odds.at_least(1, number, hits, len(among))


def stakes(state: State) -> Stakes:
    """How it is won, what has been lost, and what an attack takes (VOL-1, VOL-9, VOL-12)."""
    won = f"A side without troops has lost; {QUIET} turns in a row without a casualty end it undecided."
    lost = {side: state.strengths[side] - troops for side, troops in state.troops.items()}
    gave = (
        Prize(f"Troops of {state.names[side]}", signed(-of), "VOL-9", other(side)) for side, of in lost.items() if of
    )
    would = Prize("A meld: the force of its cards that no defence card negates", "casualties", "VOL-9")
    left = (
        Prize(f"{state.names[side]}: {troops} troops left", "decides", "VOL-1", other(side))
        for side, troops in state.troops.items()
    )
    return Stakes(won, "VOL-1", tuple(gave), (would, *left))
