"""Commands that a side may give. All round-trip through JSON."""

from tabletop.cards.zones import Cards
from tabletop.core.commands import Command


class Deal(Command, frozen=True):
    """Shuffle the deck and deal the first hands (SLC-4). Either side may give this command."""


class Choice(Command, frozen=True):
    """Choose cards of the own hand in secret (SLC-3). Base of the commands below."""

    cards: Cards = ()


class Reload(Choice, frozen=True):
    """Discard up to four cards and draw as many (SLC-5)."""


class Sail(Choice, frozen=True):
    """Reveal wind cards, or none (SLC-6)."""


class Fire(Choice, frozen=True):
    """Attack with cards of one kind, or not at all (SLC-8)."""


class Retire(Choice, frozen=True):
    """Discard up to three cards (SLC-9)."""
