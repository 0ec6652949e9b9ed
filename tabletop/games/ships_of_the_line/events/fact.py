"""What every fact has: its rule; and how a sum is told step by step."""

import msgspec

from tabletop.core.naming import tag


class Fact(msgspec.Struct, frozen=True, tag_field="event", tag=tag, kw_only=True):
    """Any event; `rule` is the identifier of the rule that it follows from."""

    rule: str = ""


class Modifier(msgspec.Struct, frozen=True):
    """One step of a sum that the log can show: what changed it, and the running value."""

    source: str
    change: str
    value: int
