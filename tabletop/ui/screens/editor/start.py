"""Into the scenario editor from the title and from a table, and out of it to try what lies there."""

from datetime import UTC, datetime

from tabletop.authoring.draft import Draft, create_from_match
from tabletop.authoring.draft_files import AutoSaver
from tabletop.core import library
from tabletop.core.errors import RecordError
from tabletop.core.library import RecordLock
from tabletop.core.match import Match, MatchSetup
from tabletop.players.process import ProcessEngine
from tabletop.ui.boards import known
from tabletop.ui.screen import Desk, Pop, Push, Screen, Transition
from tabletop.ui.screens.editor.open_page import OpenPage
from tabletop.ui.screens.editor.screen import EditorScreen
from tabletop.ui.screens.local_backend import reckoning
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.seats import NOBODY
from tabletop.ui.widgets.overlay import Toast


def build_open_page() -> Screen:
    """What can be opened."""
    return OpenPage(build_editor)


def build_editor(draft: Draft, auto_saver: AutoSaver | None = None) -> EditorScreen:
    """The editor with a draft, which is kept on disk from now on."""
    return EditorScreen(draft, auto_saver or AutoSaver(draft), start_trial)


def edit_match(match: Match) -> Screen:
    """The editor with what lies on a table; of a match with secrets that goes on only its scenario."""
    return build_editor(create_from_match(match))


def start_trial(told: MatchSetup) -> Screen:
    """A match that is only tried: it is not written down, and the editor lies beneath it."""
    return TrialGame(Match.new(told))


class TrialGame(TableScreen):
    """A battle that is tried, which leads back to the editor; it may be kept, and is a match like any other then."""

    def __init__(self, match: Match) -> None:
        board = known.table(match.game.meta.id, match.view(NOBODY))
        super().__init__(
            match,
            board,
            to_title=lambda _: Pop(),
            to_reckoning=lambda over: Push(reckoning(over, PopTwo(), "leave_trial")),
            hire=ProcessEngine,
        )
        self._lock = RecordLock()
        self.presses = {**self.presses, "menu.editor": Pop, "menu.keep": self._start_recording}

    def _start_recording(self) -> None:
        """Write it down from its beginning, and go on so."""
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
        """As every table; the match may be opened elsewhere from now on."""
        super().leave()
        self._lock.release()


class PopTwo(Transition):
    """Past the table to what lies beneath it."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.screens.pop()
        Pop().apply(desk)
