"""A battle that is tried from the scenario editor."""

from datetime import UTC, datetime

from tabletop.core import library
from tabletop.core.errors import RecordError
from tabletop.core.library import RecordLock
from tabletop.core.match import Match
from tabletop.players.process import ProcessEngine
from tabletop.ui.boards import game_plugins
from tabletop.ui.screen import Desk, Pop, Transition
from tabletop.ui.screens.table.screen import Leaving, TableScreen
from tabletop.ui.screens.table.seats import NOBODY
from tabletop.ui.widgets.overlay import Toast


class TrialGame(TableScreen):
    """A battle that is tried. It leads back to the editor, and can be saved as an ordinary match."""

    def __init__(self, match: Match, to_result: Leaving) -> None:
        board = game_plugins.create_table(match.game.meta.id, match.view(NOBODY))
        super().__init__(match, board, to_title=lambda _: Pop(), to_reckoning=to_result, hire=ProcessEngine)
        self._lock = RecordLock()
        self.presses = {**self.presses, "menu.editor": Pop, "menu.keep": self._start_recording}

    def _start_recording(self) -> None:
        """Record the match from its beginning; say why if that is impossible."""
        self.close()
        path = library.find_new_path(self.match.header.title, datetime.now(UTC).astimezone())
        try:
            self.match.start_recording(path)
            self._lock.acquire(path)
        except RecordError as error:
            self.say(Toast("This is not possible.", str(error)))
            return
        library.mark_played(path)
        self.presses = {name: press for name, press in self.presses.items() if name != "menu.keep"}
        self.say(
            Toast("Saved", "The match appears under Load with the title of the scenario and is saved from now on.")
        )

    def leave(self) -> None:
        """Leave the table; the match may be opened elsewhere from now on."""
        super().leave()
        self._lock.release()


class PopTwo(Transition):
    """The way past the table to the screen beneath it."""

    def apply(self, desk: Desk) -> None:
        """Remove the two topmost screens."""
        desk.screens.pop()
        Pop().apply(desk)
