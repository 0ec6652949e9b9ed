"""Where the cards that a side has not seen may lie, many times over, as arrays: worlds that its view cannot tell apart.

A card is the number of its place in the deck.
"""

from random import Random

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.cards.odds import find_unseen
from tabletop.cards.state import HasCards
from tabletop.cards.zones import Cards

DeckPlaces = npt.NDArray[np.intp]
"""Cards by their places in the deck."""
BulkRandom = np.random.Generator


class SampledWorlds(msgspec.Struct, frozen=True):
    """Where hidden cards may be, a row a world.

    Attributes:
        hand: the other side's.
        pile: from its top card.
    """

    hand: DeckPlaces
    pile: DeckPlaces


class HiddenCards(msgspec.Struct, frozen=True):
    """What a side has not seen.

    Attributes:
        held: in the other hand for certain.
        loose: in the other hand or in the pile.
        number: of cards in the other hand.
    """

    held: DeckPlaces
    loose: DeckPlaces
    number: int

    def sample_worlds(self, chances: BulkRandom, number: int) -> SampledWorlds:
        """So many worlds, each as likely as any other."""
        more = max(self.number - len(self.held), 0)
        loose = shuffle_rows(chances, self.loose, number)
        held = np.broadcast_to(self.held, (number, len(self.held)))
        return SampledWorlds(np.hstack([held, loose[:, :more]]), loose[:, more:])


def find_hidden_cards(view: HasCards, side: str) -> HiddenCards:
    """What a side has not seen, from its view."""
    known = find_unseen(view, side)
    other = next(hand for one, hand in view.cards.hands.items() if one != side)
    return HiddenCards(find_deck_places(view, known.held), find_deck_places(view, known.loose), len(other))


def find_deck_places(view: HasCards, cards: Cards) -> DeckPlaces:
    """Where cards stand in the deck."""
    at = {card: place for place, card in enumerate(view.deck)}
    return np.array([at[card] for card in cards], dtype=np.intp)


def shuffle_rows(chances: BulkRandom, cards: DeckPlaces, times: int) -> DeckPlaces:
    """Cards in so many random orders, a row each."""
    return cards[np.argsort(chances.random((times, len(cards))), axis=1, kind="stable")]


def make_bulk_random(fancy: Random) -> BulkRandom:
    """Random numbers in bulk from a player's own chance."""
    return np.random.Generator(np.random.PCG64(fancy.getrandbits(64)))
