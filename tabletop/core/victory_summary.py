"""What a match is about, in the words of its rules: how it is won, what has given points, and what would."""

import msgspec


class PointSource(msgspec.Struct, frozen=True):
    """One thing that gave points, or would.

    Attributes:
        words: what it is.
        worth: what it gives, e.g. ``+15``.
        rule: id of the rule that says so; empty for that of `VictorySummary`.
        side: to whom; empty where either side may win it.
    """

    words: str
    worth: str
    rule: str = ""
    side: str = ""


class VictorySummary(msgspec.Struct, frozen=True):
    """All of it, as far as the state that was asked may know.

    Attributes:
        won: how the match is won, in a sentence or two; empty in a game that does not say.
        rule: id of the rule that says so.
        gave: what has counted so far, in order.
        would: what else counts.
    """

    won: str = ""
    rule: str = ""
    gave: tuple[PointSource, ...] = ()
    would: tuple[PointSource, ...] = ()
