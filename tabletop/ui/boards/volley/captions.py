"""What the top bar tells of a battle."""

from tabletop.games.volley import asking
from tabletop.games.volley.game import META
from tabletop.games.volley.phases import PHASES, RIBBON
from tabletop.games.volley.state import Stage, State
from tabletop.ui.boards.contract import Caption
from tabletop.ui.boards.volley.looks import badge

_TASKS: dict[Stage, str] = {
    "manoeuvre": "to manoeuvre",
    "attack": "to attack or pass",
    "defence": "to answer",
    "counter": "to counter",
}
"""What the side that is asked may do."""


def caption(view: State) -> Caption:
    """Title, phase, who is asked, turn."""
    over = view.outcome is not None
    return Caption(
        title=META.title,
        subtitle=view.title,
        phases=RIBBON,
        phase=PHASES[view.stage].ribbon,
        asked=_asked(view),
        sign=None if over or view.stage == "setup" else badge(asking.asked(view)),
        turn=f"Turn {view.turn}" if view.turn else "",
    )


def _asked(view: State) -> str:
    if view.outcome is not None:
        return "The battle is over"
    if view.stage == "setup":
        return "Either side may deal"
    return f"{view.names[asking.asked(view)]} {_TASKS[view.stage]}"
