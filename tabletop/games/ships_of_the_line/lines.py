"""What becomes of the lines in which ships sail (12)."""

import msgspec


class Lines(msgspec.Struct, frozen=True, omit_defaults=True):
    """What enemies have done to the lines of battle (12)."""

    crossings: dict[str, tuple[str, ...]] = {}
    """By ship, the divisions whose line she has crossed and not broken since (AMB-164)."""
    broken: tuple[str, ...] = ()
    """The divisions whose line was broken in this turn."""
