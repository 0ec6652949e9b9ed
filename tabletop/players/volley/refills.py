"""What a hand comes to after each discard, in many refills at once: a light model of melds beside the rules."""

from collections.abc import Callable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.cards.holding import Places as Gone
from tabletop.games.volley.melds import TROOP
from tabletop.games.volley.state import HAND, UNITS, WEAPONS, Card, Side, State, Suit
from tabletop.players.sampled_worlds import Chances, Places, hidden, places, shuffled
from tabletop.players.sequential_halving import Results

SUPPORT: tuple[Suit, ...] = ("leader", "strategy", "morale")
SUITS: tuple[Suit, ...] = (*UNITS, *WEAPONS, *SUPPORT, "defence")
_TROOPS = len(UNITS)
_NONE = -1
"""The force of a card that is not there."""

Forces = npt.NDArray[np.float64]


class Worths(msgspec.Struct, frozen=True):
    """What a card is worth that stays in the hand, in casualties.

    Attributes:
        answer: a card that answers an attack.
        counter: one that counters an answer.
        piece: a unit or weapon, for each point of force above `weak_piece`.
        weak_piece: force up to which such a card is worth nothing.
        support: a leader, strategy or morale card, for each point of force above `weak_support`.
        weak_support: force up to which such a card is worth nothing.
        pair: a unit with a weapon of its troop, for each point of force of both above `weak_pair`, besides what the
            two are worth alone.
        weak_pair: force up to which a pair is worth nothing more.
    """

    answer: float = 0
    counter: float = 0
    piece: float = 0
    weak_piece: float = 0
    support: float = 0
    weak_support: float = 0
    pair: float = 0
    weak_pair: float = 0

    def of(self, card: Card) -> float:
        """What one card is worth."""
        if card.suit == "defence":
            return self.counter if card.negates == "defence" else self.answer
        if card.suit in TROOP:
            return max(0.0, self.piece * (card.force - self.weak_piece))
        return max(0.0, self.support * (card.force - self.weak_support))

    def of_meld(self, unit: Card, weapon: Card, *support: Card) -> float:
        """What cards are worth that would be played together."""
        together = self.pair * max(0.0, unit.force + weapon.force - self.weak_pair)
        return together + sum(map(self.of, (unit, weapon, *support)))


GREEDY = Worths()
"""Lives for the next attack."""
PATIENT = Worths(0.59, 0.3, 0.53, 1.44, 0.73, 1.71)
"""Knows what it will be glad of later."""
FORESIGHTED = Worths(0.8, 0, 0.6, 2.3, 0.7, 3.5, 0.27, 1.5)
"""By the casualties of the next two turns of both sides, fitted over some hundred thousand hands after an attack."""


Judged = Callable[[Forces, Forces, Worths], Results]
"""From the highest force of each suit in hands, what all cards of each are worth, and by which worths."""


class Stock(msgspec.Struct, frozen=True):
    """Of each card by its number its suit, its force and what it is worth in hand; the last row is no card at all."""

    suits: npt.NDArray[np.intp]
    forces: Forces
    worths: Forces


def stock(deck: dict[str, Card], worths: Worths) -> Stock:
    """The cards of a deck as arrays."""
    cards = [*deck.values()]
    return Stock(
        np.array([*(SUITS.index(card.suit) for card in cards), len(SUITS)]),
        np.array([*(card.force for card in cards), _NONE], np.float64),
        np.array([*(worths.of(card) for card in cards), 0.0]),
    )


def refilled(
    view: State, side: Side, ways: Sequence[Gone], worths: Worths, chances: Chances, worlds: int, judged: Judged
) -> Results:
    """What each way to throw cards away comes to in each of some refills: as the hand that it leads to is judged."""
    cards, hand = stock(view.deck, worths), places(view, view.cards.hands[side])
    kept = np.array([[place not in way for place in range(len(hand))] for way in ways], np.bool_)
    finest, worth = _kept(cards, hand, kept)
    drawn, more = _drawn(cards, _dealt(view, side, chances, worlds))
    number = HAND - kept.sum(axis=1)
    best = np.maximum(finest[:, None], drawn.swapaxes(0, 1)[number])
    return judged(best, worth[:, None] + more.T[number], worths)


def attack_and_rest(best: Forces, worth: Forces, worths: Worths) -> Results:
    """The force of the best attack together with what is left in the hand.

    Args:
        best: the highest force of each suit in hands; the suit is the last axis.
        worth: of all cards of each hand.
        worths: by which they are worth so much.
    """
    there = best > _NONE
    gain = np.where(there, best - _spent(best, worths), 0)
    units, weapons = slice(_TROOPS), slice(_TROOPS, 2 * _TROOPS)
    support = gain[..., 2 * _TROOPS :].sum(axis=-1)
    armed = there[..., units] & there[..., weapons]
    more = np.where(armed, worths.pair * np.maximum(best[..., units] + best[..., weapons] - worths.weak_pair, 0), 0)
    pairs = np.where(armed, gain[..., units] + gain[..., weapons] + support[..., None] - more, 0)
    return np.asarray(worth + more.sum(axis=-1) + np.maximum(pairs.max(axis=-1), 0))


def strongest(best: Forces) -> Forces:
    """The force of the strongest attack of each hand, 0 for none; `best` as before."""
    return attack_and_rest(best, np.zeros(best.shape[:-1]), GREEDY)


def _spent(best: Forces, worths: Worths) -> Forces:
    """What the strongest card of each suit is worth in hand."""
    piece = np.maximum(worths.piece * (best[..., : 2 * _TROOPS] - worths.weak_piece), 0)
    support = np.maximum(worths.support * (best[..., 2 * _TROOPS :] - worths.weak_support), 0)
    return np.concatenate([piece, support], axis=-1)


def _by_suit(cards: Stock, some: Places) -> Forces:
    """The force of cards in the column of their suit, defence cards in none."""
    return np.where(cards.suits[some][..., None] == np.arange(len(SUITS) - 1), cards.forces[some][..., None], _NONE)


def _kept(cards: Stock, hand: Places, kept: npt.NDArray[np.bool_]) -> tuple[Forces, Forces]:
    """Of each way the best of every suit that is kept, and what is kept is worth."""
    best = np.where(kept[:, :, None], _by_suit(cards, hand), _NONE).max(axis=1, initial=_NONE)
    return best, (kept * cards.worths[hand]).sum(axis=1)


def _drawn(cards: Stock, dealt: Places) -> tuple[Forces, Forces]:
    """The same of the first cards that are dealt, none to all of them, in each refill."""
    nothing = np.full((len(dealt), 1), len(cards.suits) - 1)
    dealt = np.hstack([nothing, dealt])
    return np.maximum.accumulate(_by_suit(cards, dealt), axis=1), np.cumsum(cards.worths[dealt], axis=1)


def _dealt(view: State, side: Side, chances: Chances, worlds: int) -> Places:
    """Cards that may be dealt, a row a refill: from the pile, then from the discards."""
    pile = hidden(view, side).worlds(chances, worlds).pile
    again = shuffled(chances, places(view, view.cards.discards), worlds)
    missing = np.full((worlds, HAND), len(view.deck))
    return np.hstack([pile, again, missing])[:, :HAND]
