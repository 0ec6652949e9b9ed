"""The order of a turn as a table (VOL-3): what is asked of whom, and what comes next.

Casualties ask nobody; they are reckoned when the last answer is given, see `chapters/casualties.py`.
"""

from typing import Literal

import msgspec

from tabletop.games.volley.state import Stage

Asks = Literal["either", "active", "opponent", "alternately"]
Ribbon = Literal["Deal", "Manoeuvre", "Attack", "Defence"]


class Phase(msgspec.Struct, frozen=True):
    """One phase: the tags of its commands, besides those allowed at any time."""

    id: Stage
    ribbon: Ribbon
    asks: Asks
    commands: tuple[str, ...]
    prompt: str
    next: Stage
    rule: str


_TABLE = (
    Phase("setup", "Deal", "either", ("deal",), "Shuffle and deal", "manoeuvre", "VOL-3"),
    Phase("manoeuvre", "Manoeuvre", "active", ("discard",), "Discard, and fill your hand", "attack", "VOL-4"),
    Phase("attack", "Attack", "active", ("attack", "pass"), "Attack or pass", "defence", "VOL-5"),
    Phase("defence", "Defence", "opponent", ("defend", "pass"), "Answer the attack?", "counter", "VOL-6"),
    Phase("counter", "Defence", "alternately", ("counter", "pass"), "Counter the answer?", "manoeuvre", "VOL-7"),
)

PHASES: dict[Stage, Phase] = {phase.id: phase for phase in _TABLE}

RULES: dict[str, str] = {command: phase.rule for phase in _TABLE for command in phase.commands} | {"pass": "VOL-10"}
"""Tag of a command: the rule that says when it may be given."""

RIBBON: tuple[Ribbon, ...] = ("Manoeuvre", "Attack", "Defence")
