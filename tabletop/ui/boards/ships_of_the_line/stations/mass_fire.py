"""All that bear: shown on the sea while its button is pointed at, told shot by shot before it is given."""

from collections.abc import Iterator, Sequence

from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.survey.gunnery import list_volley
from tabletop.ui import keys
from tabletop.ui.boards.replies import Ask, Recompose, Reply
from tabletop.ui.boards.ships_of_the_line.overlays import LegalTarget, Overlay
from tabletop.ui.boards.ships_of_the_line.panels import broadsides
from tabletop.ui.boards.ships_of_the_line.stations.station import still
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button

SHEET = "broadsides.open"
_NONE = "None of your broadsides bears on a target."
_ALL = (
    "Each of your broadsides that has a target fires at the nearest enemy. Point here to see the lines of fire. "
    "You will be asked to confirm, with the odds of each shot."
)
_SHEET = "Lists the broadsides fired this phase: shooter, target, hits, hull and criticals."


class MassFire:
    """What the Combat Phase offers to all ships at once.

    Args:
        viewer: whose sheet of what was fired lies open.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._button: Button | None = None
        self._pointed = False

    def orders(self, actors: Sequence[str]) -> list[FireBroadside]:
        """The shots of all ships that can fire, each at the nearest enemy."""
        return [order for key in actors for order in list_volley(self._viewer.state, key)]

    # --- what is shown

    def buttons(self, actors: Sequence[str]) -> Iterator[Button]:
        """All that bear; and what opens the sheet of what was fired, while that is put away."""
        tip = Tip("Fire all that bear", _ALL)
        self._button = Button("all", "Fire all that bear", "dark", key=keys.key("fire_all"), tip=tip)
        yield self._button.disable("" if actors else _NONE)
        if self._viewer.state.shots and not self._viewer.shots_open:
            yield Button(SHEET, "Broadsides", "dark", key=keys.key("shots"), tip=Tip("Broadsides this phase", _SHEET))

    def glanced(self) -> bool:
        """Whether the pointer has come upon the button, or left it, since the last call."""
        button = self._button
        now = button is not None and button.enabled and (button.hovered or button.focused)
        changed, self._pointed = now != self._pointed, now
        return changed

    def laid(self, actors: Sequence[str]) -> Iterator[Overlay]:
        """Every line of fire while the button is pointed at."""
        if not self._pointed:
            return
        for aim in broadsides.aimed(self._viewer.state, self.orders(actors)):
            start, end = aim.sight.start, aim.sight.end
            yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y))

    def sheet(self) -> Sequence[Widget]:
        """What was fired in this phase, unless it is put away."""
        found = broadsides.fired(self._viewer.state) if self._viewer.shots_open else None
        return (found,) if found else ()

    # --- what is done

    def turn(self) -> Reply:
        """The sheet of what was fired is opened, or put away."""
        if not self._viewer.state.shots:
            return None
        self._viewer.shots_open = not self._viewer.shots_open
        return Recompose()

    def ask(self, actors: Sequence[str]) -> Reply:
        """Each shot with its odds, before any is fired."""
        orders = self.orders(actors)
        if not orders:
            return None
        self._viewer.shots_open = True
        of, each = f" of {len(actors)} ships" if len(actors) > 1 else "", "each " if len(orders) > 1 else ""
        words = f"{format_count(len(orders), 'broadside')}{of}, {each}at the nearest enemy in its field of fire."
        told = broadsides.foreseen(self._viewer.state, broadsides.aimed(self._viewer.state, orders))
        return Ask("Fire all that bear?", words, "Fire", still(orders), tuple(actors), detail=told)
