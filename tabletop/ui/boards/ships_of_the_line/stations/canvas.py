"""The sail under which the chosen ship makes her move, where the battle is fought with sail states (16)."""

from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.sails import sails
from tabletop.ui import keys
from tabletop.ui.boards.ships_of_the_line.stations.special import WIDTH
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.choice import Segments
from tabletop.ui.widgets.layout import Sized
from tabletop.ui.widgets.panel import Panel

SAIL = "canvas.sail"
_MEANING = (
    "Set before the move, for nothing, and kept until it is changed. Full sail is harder to stop.\nRule SOTL-16-a"
)


def sheet(state: State, key: str) -> Widget | None:
    """Low, mid or full sail; `state` is the battle as if she had set what is chosen. None where no ship sets sail."""
    found = [(sail, sail.capitalize()) for sail in sails(state, key)]
    if not found:
        return None
    tip = Tip("Sail", _MEANING, key=keys.key("set_sail"))
    return Sized(Panel(Segments(SAIL, found, state.ships[key].sail, tip=tip), "Sail", ident="canvas"), WIDTH)
