"""The commands that a side can give."""

from tabletop.cards.zones import Cards
from tabletop.core.commands import Command


class Deal(Command, frozen=True):
    """Shuffle the deck, deal seven cards to each side and toss for the first turn (VOL-3).

    Either side may give it.
    """


class Discard(Command, frozen=True):
    """Discard any number of cards, none included, and draw up to seven (VOL-4)."""

    cards: Cards = ()


class Attack(Command, frozen=True):
    """Attack with a meld (VOL-5)."""

    cards: Cards


class Defend(Command, frozen=True):
    """Play the defence card `card` on the meld card `target`, which it negates (VOL-6)."""

    card: str
    target: str


class Counter(Command, frozen=True):
    """Play a card that negates the defence card played just before it (VOL-7)."""

    card: str


class Pass(Command, frozen=True):
    """Make no attack, give no answer, or play no counter (VOL-10, VOL-11)."""
