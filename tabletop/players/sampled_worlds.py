"""Random places of the cards that a side has not seen, as arrays: worlds that agree with its view.

A card is the index of its place in the deck.
"""

from random import Random

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.cards.odds import find_unseen
from tabletop.cards.state import HasCards
from tabletop.cards.zones import Cards

DeckPlaces = npt.NDArray[np.intp]
"""Cards as indices into the deck."""
BulkRandom = np.random.Generator


class SampledWorlds(msgspec.Struct, frozen=True):
    """Possible places of the hidden cards; each row is one world.

    Attributes:
        hand: the hand of the other side; shape (worlds, cards).
        pile: the pile from its top card; shape (worlds, cards).
    """

    hand: DeckPlaces
    pile: DeckPlaces


class HiddenCards(msgspec.Struct, frozen=True):
    """The cards that a side has not seen.

    Attributes:
        held: cards that are surely in the other hand.
        loose: cards that are in the other hand or in the pile.
        number: number of cards in the other hand.
    """

    held: DeckPlaces
    loose: DeckPlaces
    number: int

    def sample_worlds(self, random: BulkRandom, number: int) -> SampledWorlds:
        """Return `number` random worlds, all equally likely."""
        more = max(self.number - len(self.held), 0)
        loose = shuffle_rows(random, self.loose, number)
        held = np.broadcast_to(self.held, (number, len(self.held)))
        return SampledWorlds(np.hstack([held, loose[:, :more]]), loose[:, more:])


def find_hidden_cards(view: HasCards, side: str) -> HiddenCards:
    """Return the cards that `side` has not seen, by its view."""
    known = find_unseen(view, side)
    other = next(hand for one, hand in view.cards.hands.items() if one != side)
    return HiddenCards(find_deck_places(view, known.held), find_deck_places(view, known.loose), len(other))


def find_deck_places(view: HasCards, cards: Cards) -> DeckPlaces:
    """Return the index of each card in the deck."""
    at = {card: place for place, card in enumerate(view.deck)}
    return np.array([at[card] for card in cards], dtype=np.intp)


def shuffle_rows(random: BulkRandom, cards: DeckPlaces, times: int) -> DeckPlaces:
    """Return `times` random orders of the cards; shape (times, cards)."""
    return cards[np.argsort(random.random((times, len(cards))), axis=1, kind="stable")]


def make_bulk_random(random: Random) -> BulkRandom:
    """Return a numpy source of random numbers, seeded by a player's own random source."""
    return np.random.Generator(np.random.PCG64(random.getrandbits(64)))
