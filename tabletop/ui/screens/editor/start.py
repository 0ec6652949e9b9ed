"""Into the scenario editor from the title and from a table, and out of it to try what lies there."""

from tabletop.authoring.draft import Draft
from tabletop.authoring.draft_files import Keeper
from tabletop.authoring.from_here import from_match
from tabletop.core.match import Beginning, Match
from tabletop.players.process import ProcessEngine
from tabletop.ui.boards import known
from tabletop.ui.screen import Desk, Pop, Push, Screen, Transition
from tabletop.ui.screens.editor.open_page import OpenPage
from tabletop.ui.screens.editor.screen import EditorScreen
from tabletop.ui.screens.local_backend import reckoning
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.seats import NOBODY


def set_up() -> Screen:
    """What can be opened."""
    return OpenPage(editor)


def editor(draft: Draft, keeper: Keeper | None = None) -> EditorScreen:
    """The editor with a draft, which is kept on disk from now on."""
    return EditorScreen(draft, keeper or Keeper(draft), trial)


def from_here(match: Match) -> Screen:
    """The editor with what lies on a table; of a match with secrets that goes on only its scenario."""
    return editor(from_match(match))


def trial(told: Beginning) -> Screen:
    """A match that is only tried: it is not written down, and the editor lies beneath it."""
    match = Match.new(told)
    board = known.table(match.game.meta.id, match.view(NOBODY))
    table = TableScreen(
        match, board, to_title=lambda _: Pop(),
        to_reckoning=lambda over: Push(reckoning(over, BackTwice(), "leave_trial")), hire=ProcessEngine,
    )  # fmt: skip
    table.presses = {**table.presses, "menu.editor": Pop}
    return table


class BackTwice(Transition):
    """Past the table to what lies beneath it."""

    def apply(self, desk: Desk) -> None:
        """Carry it out."""
        desk.screens.pop()
        Pop().apply(desk)
