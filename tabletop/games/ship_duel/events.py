"""What can happen in a duel, with all its numbers; and what of it a side may know."""

from msgspec.structs import replace

from tabletop.cards.zones import Cards
from tabletop.core.facts import Fact
from tabletop.games.ship_duel.state import PhaseId, Side
from tabletop.games.ship_duel.tables import Kind, Stat


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A turn has begun; hands are filled up next (SLC-4)."""

    turn: int
    rule: str = "SLC-4"


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """Choices are asked for; those of the phase before are done with."""

    phase: PhaseId
    asked: tuple[Side, ...]
    rule: str = "SLC-3"


class ChoiceMade(Fact, frozen=True, kw_only=True):
    """A side has chosen in secret; `cards` is nothing for those who may not know them (SLC-3)."""

    side: Side
    cards: Cards | None
    rule: str = "SLC-3"


class WindsRevealed(Fact, frozen=True, kw_only=True):
    """Both have shown their wind cards, which are then discarded (SLC-6)."""

    winds: dict[Side, Cards]
    rule: str = "SLC-6"


class AdvantageGained(Fact, frozen=True, kw_only=True):
    """The winds are counted; nobody is advantaged if both showed the same number (SLC-7)."""

    counts: dict[Side, int]
    advantaged: Side | None
    rule: str = "SLC-7"


class AttackMade(Fact, frozen=True, kw_only=True):
    """A side fired; its cards are discarded and the stat of the other ship falls (SLC-8)."""

    side: Side
    target: Side
    cards: Cards
    kind: Kind
    stat: Stat
    damage: int
    before: int
    after: int
    rule: str = "SLC-8"


class FireHeld(Fact, frozen=True, kw_only=True):
    """A side that might have attacked did not (SLC-8)."""

    side: Side
    rule: str = "SLC-8"


class ShipLost(Fact, frozen=True, kw_only=True):
    """A ship has nothing left of a stat (SLC-2)."""

    side: Side
    ship: str
    stat: Stat
    rule: str = "SLC-2"


class TurnEnded(Fact, frozen=True, kw_only=True):
    """A turn is over, and so many in a row were without damage (SLC-10)."""

    turn: int
    quiet: int
    rule: str = "SLC-10"


def chosen_by(event: ChoiceMade, side: str) -> ChoiceMade:
    """A choice as a side may know it: of the other's only that it is made."""
    return event if event.side == side else replace(event, cards=None)
