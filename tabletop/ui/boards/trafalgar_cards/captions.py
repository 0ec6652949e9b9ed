"""What the top bar tells of a game."""

from tabletop.games.trafalgar_cards import GAME, asking
from tabletop.games.trafalgar_cards.naming import SIDE_NAMES
from tabletop.games.trafalgar_cards.phases import PHASES, RIBBON
from tabletop.games.trafalgar_cards.state import PhaseId, State
from tabletop.ui.boards.contract import Caption
from tabletop.ui.boards.nations import side_badge, side_ensign

_TASKS: dict[PhaseId, str] = {"tactics": "to discard", "fight": "to commit"}
"""What the side that is asked may do."""


def caption(view: State) -> Caption:
    """Title, phase, who is asked, turn."""
    decision, side = GAME.decision(view), asking.asked(view)
    personal = decision is not None and not decision.either
    words = "The game is over" if decision is None else decision.prompt
    return Caption(
        title=GAME.meta.title,
        subtitle=view.title,
        phases=RIBBON,
        phase=RIBBON[-1] if decision is None else PHASES[view.phase].ribbon,
        asked=f"{SIDE_NAMES[side]} {_TASKS[view.phase]}" if personal else words,
        sign=side_badge(side) if personal else None,
        ensign=side_ensign(side) if personal else None,
        turn=f"Turn {view.turn}",
    )
