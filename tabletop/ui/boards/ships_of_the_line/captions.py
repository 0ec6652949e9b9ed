"""What the top bar tells of a battle."""

from collections.abc import Sequence

from tabletop.games.ships_of_the_line import asking
from tabletop.games.ships_of_the_line.phases import Phase
from tabletop.games.ships_of_the_line.state import Side, State
from tabletop.games.ships_of_the_line.words.phrases import clock
from tabletop.ui.boards.contract import Caption
from tabletop.ui.boards.ships_of_the_line.badges import side_badge

SIDE_NAMES: dict[Side, str] = {"british": "British", "allied": "Combined"}

_TASKS: dict[str, str] = {
    "initiative": "to roll",
    "combat": "to fire",
    "movement": "to move",
    "reload": "to reload",
    "grapple": "to grapple",
    "break_free": "to cut loose",
    "board": "to board",
    "boarding": "to choose",
    "unrig": "to clear away",
    "rudder": "to repair",
    "extinguish": "to fight fires",
}
"""Phase or step: what the side that is asked may do."""


def caption(state: State, ribbon: Sequence[str], phase: Phase) -> Caption:
    """Title, phase, who is asked, turn and clock."""
    side = asking.asked(state)
    over = state.outcome is not None
    asked = "The battle is over" if over else f"{SIDE_NAMES[side]} {_asked_for(state, phase)}"
    return Caption(
        title="Ships of the Line",
        subtitle=state.title,
        phases=tuple(ribbon),
        phase=phase.ribbon,
        asked=asked,
        sign=None if over else side_badge(side),
        turn=f"Turn {state.turn} of {state.turns}",
        clock=clock(state, state.turn),
        progress=(state.turn - 1, state.turns),
    )


def _asked_for(state: State, phase: Phase) -> str:
    if state.question is not None:
        return "to choose" if state.question.kind == "prize" else "to answer"
    return _TASKS.get(phase.id, "to choose")
