"""The order of a turn as a table (TRA-3): what is asked of whom, and what the ribbon shows."""

from typing import Literal

import msgspec

from tabletop.games.trafalgar_cards.state import PhaseId


class Phase(msgspec.Struct, frozen=True):
    """One phase of a turn; `command` is the tag of what is asked.

    Either side may call for what is asked of `either`; of `each` it is asked in secret.
    """

    id: PhaseId
    ribbon: str
    asks: Literal["either", "each"]
    command: str
    prompt: str
    rule: str = "TRA-3"


PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase("strategy", "Strategy", "either", "deal", "Deal the hands"),
        Phase("tactics", "Tactics", "each", "discard", "Discard up to four cards"),
        Phase("fight", "Fight", "each", "commit", "Commit your cards"),
    )
}

RIBBON: tuple[str, ...] = (*(phase.ribbon for phase in PHASES.values()), "Morale")
"""The phases of a turn; in Morale nobody is asked."""
