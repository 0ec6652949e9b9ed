"""What has happened, with every number and the rule that it follows from (C-4)."""

from tabletop.cards.zones import Cards
from tabletop.core.facts import Fact
from tabletop.games.volley.state import Share, Side, Stage, Troop


class CoinTossed(Fact, frozen=True, kw_only=True):
    """The coin has said who begins (VOL-3).

    Attributes:
        heads: heads is for red.
    """

    heads: bool
    first: Side
    rule: str = "VOL-3"


class TurnBegan(Fact, frozen=True, kw_only=True):
    """A side's turn has begun, with its manoeuvre (VOL-3)."""

    turn: int
    side: Side
    rule: str = "VOL-3"


class PhaseBegan(Fact, frozen=True, kw_only=True):
    """A phase of the turn has begun, and a side is asked."""

    stage: Stage
    side: Side


class MeldPlayed(Fact, frozen=True, kw_only=True):
    """An attack lies on the table (VOL-5).

    Attributes:
        cards: from unit to morale.
        forces: of each card, in the same order.
        total: their sum before any answer.
    """

    side: Side
    troop: Troop
    cards: Cards
    forces: tuple[int, ...]
    total: int
    rule: str = "VOL-5"


class Passed(Fact, frozen=True, kw_only=True):
    """A side has made no attack, given no answer or played no counter."""

    side: Side
    stage: Stage


class DefencePlayed(Fact, frozen=True, kw_only=True):
    """A defence card lies on a card of the meld (VOL-6).

    Attributes:
        force: of the target, negated as long as no counter works.
        total: force of the meld with this answer.
    """

    side: Side
    card: str
    target: str
    force: int
    total: int
    rule: str = "VOL-6"


class CounterPlayed(Fact, frozen=True, kw_only=True):
    """A counter lies on the card played just before it (VOL-7).

    Attributes:
        against: the card that it negates.
        answer: the defence card that it is about in the end.
        works: whether that defence card works now.
        target: the card of the meld that it is about.
        total: force of the meld now.
    """

    side: Side
    card: str
    against: str
    answer: str
    works: bool
    target: str
    total: int
    rule: str = "VOL-7"


class CasualtiesSuffered(Fact, frozen=True, kw_only=True):
    """An attack has cost troops (VOL-9).

    Attributes:
        side: that lost them.
        shares: what each card of the meld came to.
        total: the sum of what counted.
        before: troops before it.
        left: troops now, never below 0 (VOL-1).
    """

    side: Side
    shares: tuple[Share, ...]
    total: int
    before: int
    left: int
    rule: str = "VOL-9"


class TableCleared(Fact, frozen=True, kw_only=True):
    """The meld and all that was played on it have gone to the discards (VOL-9)."""

    cards: Cards
    rule: str = "VOL-9"


class TurnEnded(Fact, frozen=True, kw_only=True):
    """A turn is over.

    Attributes:
        quiet: turns in a row without a casualty, this one included.
    """

    side: Side
    quiet: int
    rule: str = "VOL-12"
