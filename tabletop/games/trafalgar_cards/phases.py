"""The order of a turn as a table (TRA-3): what is asked, and what the ribbon shows."""

from tabletop.cards.game import Phase
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard

PHASES: dict[str, Phase] = {
    phase.id: phase
    for phase in (
        Phase("strategy", "Deal the hands", "TRA-3", (Deal,), either=True),
        Phase("tactics", "Discard up to four cards", "TRA-3", (Discard,)),
        Phase("fight", "Commit your cards", "TRA-3", (Commit,)),
    )
}

RIBBON: tuple[str, ...] = (*(phase.ribbon for phase in PHASES.values()), "Morale")
"""The phases of a turn; in Morale nobody is asked."""
