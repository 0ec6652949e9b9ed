"""The order of a turn as a table (SLC-3): what is asked, by which command it is answered, and what comes next.

The Load Phase asks nobody: hands are filled up when a turn begins.
"""

import msgspec

from tabletop.games.ship_duel.state import PhaseId


class Phase(msgspec.Struct, frozen=True):
    """One phase of a turn.

    Attributes:
        id: of the phase.
        title: on the ribbon of the turn.
        command: tag of the command that answers.
        prompt: what is asked.
        next: id of the phase after it.
        rule: that asks it.
    """

    id: PhaseId
    title: str
    command: str
    prompt: str
    next: PhaseId
    rule: str


_TABLE = (
    Phase("setup", "Load", "deal", "Shuffle and deal", "reload", "SLC-4"),
    Phase("reload", "Reload", "reload", "Exchange up to four cards", "sail", "SLC-5"),
    Phase("sail", "Sail", "sail", "Choose winds", "fire", "SLC-6"),
    Phase("fire", "Fire", "fire", "Choose shot of one kind", "retire", "SLC-8"),
    Phase("retire", "Retire", "retire", "Discard up to three cards", "reload", "SLC-9"),
)

PHASES: dict[str, Phase] = {phase.id: phase for phase in _TABLE}
"""All phases by id, in the order of a turn."""

RIBBON: tuple[str, ...] = tuple(phase.title for phase in _TABLE)
"""The phases as the ribbon shows them."""
