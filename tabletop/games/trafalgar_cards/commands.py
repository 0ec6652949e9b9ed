"""What a side may order. All round-trip through JSON."""

from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.games.trafalgar_cards.deck import Plays


class Deal(Command, frozen=True):
    """Deal both sides their hands; before the first turn the deck is shuffled (TRA-3). Either side may call for it."""


class Discard(Command, frozen=True):
    """Lay down cards, to be dealt as many; secret until both have chosen (TRA-3, TRA-11).

    Attributes:
        cards: ids of cards of one's own hand, 0 to 4.
    """

    cards: Cards = ()


class Commit(Command, frozen=True):
    """Commit cards to the fight; secret until both have chosen (TRA-4, TRA-11).

    Attributes:
        plays: cards of one's own hand, and as what each is used.
    """

    plays: Plays = ()


Choice = Discard | Commit
"""A secret choice."""
