"""Signs of the two sides."""

from tabletop.games.volley.state import SIDES, Side
from tabletop.ui.boards.cards import badges
from tabletop.ui.boards.contract import Sign


def badge(side: Side) -> Sign:
    """The sign of a side."""
    return badges.badge(SIDES.index(side))
