"""The order of a turn as a table (SLC-3): what is asked, by which command it is answered.

The Load Phase asks nobody: hands are filled up when a turn begins.
"""

from tabletop.cards.game import Phase
from tabletop.games.ship_duel.commands import Deal, Fire, Reload, Retire, Sail
from tabletop.games.ship_duel.state import PhaseId

_TABLE = (
    Phase("setup", "Shuffle and deal", "SLC-4", (Deal,), "Load", either=True),
    Phase("reload", "Exchange up to four cards", "SLC-5", (Reload,)),
    Phase("sail", "Choose winds", "SLC-6", (Sail,)),
    Phase("fire", "Choose shot of one kind", "SLC-8", (Fire,)),
    Phase("retire", "Discard up to three cards", "SLC-9", (Retire,)),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TABLE}
"""All phases by id, in the order of a turn."""

NEXT: dict[PhaseId, PhaseId] = {
    "setup": "reload", "reload": "sail", "sail": "fire", "fire": "retire", "retire": "reload",
}  # fmt: skip
"""The phase after each."""

RIBBON: tuple[str, ...] = tuple(phase.ribbon for phase in _TABLE)
"""The phases as the ribbon shows them."""
