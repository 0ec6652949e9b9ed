"""How a sum is told step by step."""

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """One step of a sum that the log can show: what changed it, and the running value."""

    source: str
    change: str
    value: int
