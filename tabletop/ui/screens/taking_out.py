"""What is taken out of a match: the whole record, or what one side may know of it."""

from collections.abc import Sequence
from pathlib import Path

from tabletop.core import library, record_files, user_folders
from tabletop.core.errors import RecordError
from tabletop.core.match_history import BROKEN
from tabletop.ui.screen import Pop, Push, Transition
from tabletop.ui.screens.backend import Backend, Saved
from tabletop.ui.screens.file_dialog import SaveFile
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Pressed, Report
from tabletop.ui.widgets.stack import Stack

_WHOLE = Tip("The whole match", "Can be continued. Includes all hidden information.")
_SIDE = Tip("One side's view", "Can be watched but not continued. Includes only what this side knows.")


def sides(backend: Backend, one: Saved) -> Sequence[tuple[str, str]]:
    """The sides of a match that hides anything, with their names; none of any other."""
    game = backend.games().get(one.game)
    try:
        state = backend.position(one)
        hides = game is not None and game.has_secrets(state)
    except (RecordError, *BROKEN):
        return ()
    return [(side.id, game.name_of(state, side.id)) for side in game.meta.sides] if game and hides else ()


class TakingOut:
    """Takes matches of a page out.

    Attributes:
        folder: where the last file went, or came from.
    """

    def __init__(self, page: Page, backend: Backend) -> None:
        self._page, self._backend, self.folder = page, backend, user_folders.documents_folder()

    def ask(self, one: Saved) -> Transition | None:
        """Where a match goes; before that which part of it, if it hides anything."""
        if named := sides(self._backend, one):
            self._page.open(_asked(named))
            return None
        return self._save(one.path, "")

    def answered(self, report: Report, record: Path) -> Transition | None:
        """What was answered, if that was asked."""
        if not (isinstance(report, Pressed) and report.id.startswith("out.")):
            return None
        self._page.close()
        return self._save(record, report.id.removeprefix("out.").removesuffix("whole"))

    def _save(self, record: Path, side: str) -> Transition:
        name = f"{record.stem}-{side}{library.SUFFIX}" if side else record.name
        return Push(SaveFile(self.folder, name, (library.SUFFIX,), lambda path: self._taken(record, path, side)))

    def _taken(self, record: Path, target: Path, side: str) -> Transition:
        copy, self.folder = record_files.export_record(record, target, side), target.parent
        self._page.say(Toast("Exported", f"Saved a copy as {copy.name}."))
        return Pop()


def _asked(named: Sequence[tuple[str, str]]) -> Stack:
    """Which: ``out.whole``, or ``out.SIDE`` of one of them."""
    words = Text("Anyone with the whole match can continue it and see all hidden information.")
    whole = Button("out.whole", "The whole match", tip=_WHOLE)
    known = [Button(f"out.{side}", f"{name} side only", tip=_SIDE) for side, name in named]
    return dialog("Export the match", Column([words, whole, *known], gap=10), [closing("Cancel")], ident="out.dialog")
