"""What a side can want to do."""

from tabletop.cards.zones import Cards
from tabletop.core.deeds import Order


class Deal(Order, frozen=True):
    """Shuffle the deck, deal seven cards each and toss for the first turn; either side may (VOL-3)."""


class Discard(Order, frozen=True):
    """Discard cards of the hand, none to all, and be dealt up to seven (VOL-4)."""

    cards: Cards = ()


class Attack(Order, frozen=True):
    """Attack with a meld (VOL-5)."""

    cards: Cards


class Defend(Order, frozen=True):
    """Answer the attack: a defence card, and the card of the meld that it shall negate (VOL-6)."""

    card: str
    target: str


class Counter(Order, frozen=True):
    """Negate the defence card that was just played (VOL-7)."""

    card: str


class Pass(Order, frozen=True):
    """Make no attack, give no answer, or play no counter (VOL-10, VOL-11)."""
