"""Commands that a side may give. All round-trip through JSON."""

from tabletop.cards.zones import Cards
from tabletop.core.commands import Command
from tabletop.games.trafalgar_cards.deck import Plays


class Deal(Command, frozen=True):
    """Deal both sides their hands, in turn 1 after a shuffle of the deck (TRA-3).

    Either side may give this command.
    """


class Discard(Command, frozen=True):
    """Discard cards and draw as many. The choice is secret until both sides have chosen (TRA-3, TRA-11).

    Attributes:
        cards: ids of cards of the own hand, 0 to 4.
    """

    cards: Cards = ()


class Commit(Command, frozen=True):
    """Commit cards to the fight. The choice is secret until both sides have chosen (TRA-4, TRA-11).

    Attributes:
        plays: cards of the own hand, each with its use.
    """

    plays: Plays = ()


Choice = Discard | Commit
"""A secret choice."""
