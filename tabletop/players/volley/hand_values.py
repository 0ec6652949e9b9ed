"""Numbers that the computer players compare: the value of a hand after each discard, and the chance to win.

Hands are simulated in many refills at once, by a fast numpy model of melds; tests compare the model with the rules. The
last axis of every `best` is the suit, in the order of `SUITS` without defence cards. A missing card has the force
`_NONE`. The chance to win takes each attack as a random number of casualties, whatever cards the hands hold.
"""

from collections.abc import Callable, Sequence
from functools import cache

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.cards.hands import Places as Gone
from tabletop.games.volley.melds import TROOP_OF_SUIT
from tabletop.games.volley.model import HAND_SIZE, UNITS, WEAPONS, Card, Side, State, Suit
from tabletop.players.sampled_worlds import BulkRandom, DeckPlaces, find_deck_places, find_hidden_cards, shuffle_rows
from tabletop.players.sequential_halving import Results

SUPPORT: tuple[Suit, ...] = ("leader", "strategy", "morale")
SUITS: tuple[Suit, ...] = (*UNITS, *WEAPONS, *SUPPORT, "defence")
_TROOPS = len(UNITS)
_NONE = -1
"""Force that stands for no card."""

Forces = npt.NDArray[np.float64]


class CardValues(msgspec.Struct, frozen=True):
    """The value of each kind of card that stays in the hand, in casualties.

    Attributes:
        answer: value of a card that answers an attack.
        counter: value of a card that counters an answer.
        piece: value of a unit or weapon for each point of force above `weak_piece`.
        weak_piece: highest force for which a unit or weapon has no value.
        support: value of a leader, strategy or morale card for each point of force above `weak_support`.
        weak_support: highest force for which a support card has no value.
        pair: extra value of a unit with a weapon of its troop type, for each point of their force above `weak_pair`.
        weak_pair: highest force of both for which a pair has no additional value.
    """

    answer: float = 0
    counter: float = 0
    piece: float = 0
    weak_piece: float = 0
    support: float = 0
    weak_support: float = 0
    pair: float = 0
    weak_pair: float = 0

    def value_card(self, card: Card) -> float:
        """Return the value of one card."""
        if card.suit == "defence":
            return self.counter if card.negates == "defence" else self.answer
        if card.suit in TROOP_OF_SUIT:
            return max(0.0, self.piece * (card.force - self.weak_piece))
        return max(0.0, self.support * (card.force - self.weak_support))

    def value_meld(self, unit: Card, weapon: Card, *support: Card) -> float:
        """Return the value of a unit, its weapon and support cards, that of the pair included."""
        together = self.pair * max(0.0, unit.force + weapon.force - self.weak_pair)
        return together + sum(map(self.value_card, (unit, weapon, *support)))


GREEDY = CardValues()
"""Values for the next attack only."""
PATIENT = CardValues(0.59, 0.3, 0.53, 1.44, 0.73, 1.71)
"""Values that also count later turns."""
FORESIGHTED = CardValues(0.8, 0, 0.6, 2.3, 0.7, 3.5, 0.27, 1.5)
"""Values fitted to the casualties of the next two turns of both sides, over about 100,000 hands after an attack."""


HandValuation = Callable[[Forces, Forces, CardValues], Results]
"""Function of (highest force of each suit, value of all cards, card values) that returns one value for each hand."""


class DeckArrays(msgspec.Struct, frozen=True):
    """The suit index, force and value of each card of the deck. The last row stands for no card."""

    suits: npt.NDArray[np.intp]
    forces: Forces
    values: Forces


def build_deck_arrays(deck: dict[str, Card], values: CardValues) -> DeckArrays:
    """Return the cards of a deck as arrays."""
    cards = [*deck.values()]
    return DeckArrays(
        np.array([*(SUITS.index(card.suit) for card in cards), len(SUITS)]),
        np.array([*(card.force for card in cards), _NONE], np.float64),
        np.array([*(values.value_card(card) for card in cards), 0.0]),
    )


def simulate_discards(
    view: State,
    side: Side,
    discards: Sequence[Gone],
    values: CardValues,
    chances: BulkRandom,
    worlds: int,
    valuation: HandValuation,
) -> Results:
    """Return the value of the hand after each discard in each simulated refill: shape (discards, worlds).

    Args:
        view: the view of the side.
        side: the side that discards.
        discards: each a set of indices into the hand.
        values: the value of each kind of card.
        chances: source of random numbers.
        worlds: number of refills.
        valuation: function that gives the value of each hand.
    """
    cards, hand = build_deck_arrays(view.deck, values), find_deck_places(view, view.cards.hands[side])
    kept = np.array([[place not in discard for place in range(len(hand))] for discard in discards], np.bool_)
    kept_best, kept_value = _summarize_kept_cards(cards, hand, kept)
    drawn, drawn_values = _summarize_drawn_cards(cards, _deal_at_random(view, side, chances, worlds))
    number = HAND_SIZE - kept.sum(axis=1)
    best = np.maximum(kept_best[:, None], drawn.swapaxes(0, 1)[number])
    return valuation(best, kept_value[:, None] + drawn_values.T[number], values)


def value_hands(best: Forces, value: Forces, values: CardValues) -> Results:
    """Return the force of the best attack plus the value of the cards left in the hand.

    Args:
        best: highest force of each suit in each hand; the last axis is the suit.
        value: value of all cards of each hand.
        values: the value of each kind of card, by which `value` was computed.
    """
    is_present = best > _NONE
    gain = np.where(is_present, best - _value_best_cards(best, values), 0)
    units, weapons = slice(_TROOPS), slice(_TROOPS, 2 * _TROOPS)
    support = gain[..., 2 * _TROOPS :].sum(axis=-1)
    armed = is_present[..., units] & is_present[..., weapons]
    pair_values = np.where(
        armed, values.pair * np.maximum(best[..., units] + best[..., weapons] - values.weak_pair, 0), 0
    )
    pairs = np.where(armed, gain[..., units] + gain[..., weapons] + support[..., None] - pair_values, 0)
    return np.asarray(value + pair_values.sum(axis=-1) + np.maximum(pairs.max(axis=-1), 0))


def find_strongest_attacks(best: Forces) -> Forces:
    """Return the force of the strongest attack of each hand, 0 for none. `best` is as in `value_hands`."""
    return value_hands(best, np.zeros(best.shape[:-1]), GREEDY)


def _value_best_cards(best: Forces, values: CardValues) -> Forces:
    """Return the value of the strongest card of each suit if it stays in the hand."""
    piece = np.maximum(values.piece * (best[..., : 2 * _TROOPS] - values.weak_piece), 0)
    support = np.maximum(values.support * (best[..., 2 * _TROOPS :] - values.weak_support), 0)
    return np.concatenate([piece, support], axis=-1)


def _spread_by_suit(cards: DeckArrays, numbers: DeckPlaces) -> Forces:
    """Return the force of each card in the column of its suit, `_NONE` in all others.

    Defence cards have no column.
    """
    return np.where(
        cards.suits[numbers][..., None] == np.arange(len(SUITS) - 1), cards.forces[numbers][..., None], _NONE
    )


def _summarize_kept_cards(cards: DeckArrays, hand: DeckPlaces, kept: npt.NDArray[np.bool_]) -> tuple[Forces, Forces]:
    """Return the highest force of each suit, and the value of all cards, that each discard keeps."""
    best = np.where(kept[:, :, None], _spread_by_suit(cards, hand), _NONE).max(axis=1, initial=_NONE)
    return best, (kept * cards.values[hand]).sum(axis=1)


def _summarize_drawn_cards(cards: DeckArrays, dealt: DeckPlaces) -> tuple[Forces, Forces]:
    """Return the highest force of each suit and the value of the first 0, 1, 2, … cards of each refill."""
    nothing = np.full((len(dealt), 1), len(cards.suits) - 1)
    dealt = np.hstack([nothing, dealt])
    return np.maximum.accumulate(_spread_by_suit(cards, dealt), axis=1), np.cumsum(cards.values[dealt], axis=1)


def _deal_at_random(view: State, side: Side, chances: BulkRandom, worlds: int) -> DeckPlaces:
    """Return the next `HAND_SIZE` cards in each refill: shape (worlds, 7).

    They come from the pile, then from the shuffled discards.
    """
    pile = find_hidden_cards(view, side).sample_worlds(chances, worlds).pile
    again = shuffle_rows(chances, find_deck_places(view, view.cards.discards), worlds)
    missing = np.full((worlds, HAND_SIZE), len(view.deck))
    return np.hstack([pile, again, missing])[:, :HAND_SIZE]


MAX_TROOPS = 160
"""Highest number of troops in the table of chances; larger numbers of both sides are scaled down."""
CASUALTY_COUNTS = np.array(
    (2398, 2, 8, 26, 74, 200, 322, 594, 734, 968, 1098, 1068, 1128, 922, 798, 596, 430, 322, 244, 148, 52, 30, 16, 2)
)
"""Number of attacks that cost 0, 1, 2, … casualties, in 600 matches with the printed deck."""

Troops = npt.NDArray[np.float64]
Odds = npt.NDArray[np.float64]


@cache
def _build_chance_table() -> Odds:
    """Return the chance of the side that attacks next, indexed by own and enemy troops.

    Entries are computed in the order of the sum of both troops, because each depends on smaller sums. An attack without
    casualties leads back to the same troops; solving that equation gives the divisor.
    """
    share = CASUALTY_COUNTS / CASUALTY_COUNTS.sum()
    chances = np.zeros((MAX_TROOPS + 1, MAX_TROOPS + 1))
    chances[:, 0] = 1.0
    for total in range(2, 2 * MAX_TROOPS + 1):
        own = np.arange(max(1, total - MAX_TROOPS), min(total, MAX_TROOPS + 1))
        enemy = total - own
        hit = np.zeros(len(own))
        for casualties, chance in enumerate(share[1:], 1):
            hit += chance * (1 - chances[np.maximum(enemy - casualties, 0), own] * (enemy > casualties))
        chances[own, enemy] = (hit + share[0] * (1 - share[0] - hit[::-1])) / (1 - share[0] ** 2)
    return chances


def chance_to_win(own: Troops | float, enemy: Troops | float) -> Odds:
    """Return the chance to win of the side that attacks next.

    The chance is interpolated between whole numbers of troops.
    """
    scale = np.maximum(np.maximum(own, enemy) / MAX_TROOPS, 1)
    lines, columns = np.clip(own / scale, 0, MAX_TROOPS), np.clip(enemy / scale, 0, MAX_TROOPS)
    line, column = (np.minimum(np.floor(one), MAX_TROOPS - 1).astype(np.intp) for one in (lines, columns))
    down, right = lines - line, columns - column
    table = _build_chance_table()
    near = table[line, column] * (1 - right) + table[line, column + 1] * right
    far = table[line + 1, column] * (1 - right) + table[line + 1, column + 1] * right
    return np.asarray(near * (1 - down) + far * down)
