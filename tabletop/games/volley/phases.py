"""The order of a turn as a table (VOL-3): what is asked, and what comes next.

Casualties ask nobody; they are reckoned when the last answer is given, see `rules.py`.
"""

from tabletop.cards.game import Phase
from tabletop.core.deeds import Order
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.state import Stage

_TABLE = (
    Phase("setup", "Shuffle and deal", "VOL-3", (Deal,), "Deal", either=True),
    Phase("manoeuvre", "Discard, and fill your hand", "VOL-4", (Discard,)),
    Phase("attack", "Attack or pass", "VOL-5", (Attack, Pass)),
    Phase("defence", "Answer the attack?", "VOL-6", (Defend, Pass)),
    Phase("counter", "Counter the answer?", "VOL-7", (Counter, Pass), "Defence"),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TABLE}

NEXT: dict[Stage, Stage] = {
    "setup": "manoeuvre", "manoeuvre": "attack", "attack": "defence", "defence": "counter", "counter": "manoeuvre",
}  # fmt: skip
"""The phase after each."""

RIBBON: tuple[str, ...] = ("Manoeuvre", "Attack", "Defence")

RULES: dict[type[Order], str] = {kind: phase.rule for phase in _TABLE for kind in phase.orders} | {Pass: "VOL-10"}
"""The rule that says when a command may be given."""
