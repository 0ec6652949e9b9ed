"""Before ships sail off the map it is asked whether they shall, and told what that costs (AMB-12, 8-e)."""

from collections.abc import Sequence

from tabletop.core.phrases import listed
from tabletop.games.ships_of_the_line.state import State, in_service, side_of
from tabletop.games.ships_of_the_line.tables import FLED_POINTS
from tabletop.ui.boards.replies import Ask, Submit

TITLE = "Leave the map?"


def asked(state: State, gone: Sequence[str], then: Submit, said: str = "") -> Ask:
    """Whether these ships shall be gone for good; `said` is what else is to be known, told before."""
    body = "\n".join(filter(None, (said, cost(state, gone))))
    return Ask(TITLE, body, "Leave the map", then, tuple(gone), grave=True)


def cost(state: State, gone: Sequence[str]) -> str:
    """What it means that these ships cross the edge of the map."""
    names = listed(state.cards[key].name for key in gone)
    told = f"{names} would cross the edge of the map and be gone for good."
    fled = [key for key in gone if in_service(state, key)]
    if fled:
        points = FLED_POINTS * len(fled)
        told += f" That costs your side {points} victory points, and the enemy wins {points} (SOTL-8-e)."
    sides = {side_of(state, key) for key in fled}
    left = [key for key in state.ships if in_service(state, key) and side_of(state, key) in sides and key not in gone]
    return told if left or not fled else f"{told} No fighting ship of yours would be left: the battle would end."
