"""A dialog that chooses a file to read or to write. The dialogs of systems are not available everywhere."""

from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path

from tabletop.core import guarded_file, paths
from tabletop.core.errors import RecordError, ScenarioError
from tabletop.core.guarded_file import UnreadableError
from tabletop.core.paths import Kind, PathError
from tabletop.core.phrases import escape_controls
from tabletop.ui import keys
from tabletop.ui.screen import Transition
from tabletop.ui.screens.frame import build_frame
from tabletop.ui.text import LABEL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import TextEntry
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.overlay import Toast
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Chosen, On, RowOpened, Typed, hearing

UseFile = Callable[[Path], Transition | None]
"""A function that uses the chosen file.

If it raises one of `FILE_ERRORS`, the dialog says so and stays.
"""
FILE_ERRORS = (RecordError, ScenarioError, PathError, UnreadableError)
"""Errors that say in a sentence why a file was not read or written."""
MOST_ROWS = 2_000
"""The most rows shown of a folder."""
LONGEST_PATH = 1_000
"""The most characters of a path."""
WIDTH = 900
"""The width of the dialog, design pixels."""
PARENT = ".."


class FileDialog(Page):
    """A folder with its folders and the files of some kinds; the base of the two dialogs below.

    Attributes:
        folder: the folder that is shown.
        typed_path: the path in the text line.
    """

    first_focus = "files"
    heading = ""
    subtitle = ""
    action_label = ""
    """The label of the primary button."""

    def __init__(self, folder: Path, endings: Sequence[str], use_file: UseFile) -> None:
        """Show `folder` with the files that have one of `endings`, such as ``.jsonl``."""
        super().__init__()
        self.endings = tuple(endings)
        self.use_file = use_file
        self.selected = ""
        self._enter_folder(folder)
        self.presses = {"file.take": self.accept, "back": self.back}
        self.on = hearing(
            On(Chosen, self._choose, "files"),
            On(RowOpened, lambda _: self._open(), "files"),
            On(Typed, self._type, "folder"),
        )

    def compose(self) -> Widget:
        """Build the path, the list of the folder, and further rows."""
        path = TextEntry(
            "folder", self.typed_path, longest=LONGEST_PATH, grow=1, tip=Tip("Folder", "Press {accept} to go there.")
        )
        rows = ListBox("files", self._list_rows(), chosen=self.selected, row=34)
        body = Panel(Column([Row([path]), rows, *self.build_extra_rows()], gap=12))
        take = Button("file.take", self.action_label, "primary", key=keys.key("accept"), height=46, size=20)
        middle = Row(
            [Spacer(grow=1), Sized(body, min(WIDTH, self.size[0] * 100 / self.theme.scale - 32)), Spacer(grow=1)]
        )
        return build_frame(self.heading, self.subtitle, middle, ("next", "choose", "accept", "back"), [take])

    def build_extra_rows(self) -> Sequence[Widget]:
        """Return the rows below the list."""
        return ()

    def accept(self) -> Transition | None:
        """Enter the typed or chosen folder, or use the file; say why if that is impossible."""
        return self._report_refusal(self._try_accept)

    def _try_accept(self) -> Transition | None:
        """Do what `accept` does; raises one of `FILE_ERRORS`."""
        if not self.is_retyped:
            return self._open_chosen()
        self.selected = ""
        return self._enter(paths.parse_path(self.typed_path.strip(), self.folder))

    @property
    def is_retyped(self) -> bool:
        """Return True if the path in the line is no longer that of the folder."""
        return self.typed_path != str(self.folder)

    def _open(self) -> Transition | None:
        """Open the chosen row; say why if that is impossible."""
        return self._report_refusal(self._open_chosen)

    def _open_chosen(self) -> Transition | None:
        """Enter the chosen folder or use the chosen file; raises one of `FILE_ERRORS`."""
        return self._enter(self.folder.parent if self.selected == PARENT else self.folder / self.selected)

    def _enter(self, path: Path) -> Transition | None:
        """Show a folder, or use a file; raises one of `FILE_ERRORS`."""
        if paths.find_kind(path) is not Kind.FOLDER:
            return self.use_file(path)
        guarded_file.check_folder(path)
        self._enter_folder(path)
        self.rebuild()
        return None

    def _report_refusal(self, doing: Callable[[], Transition | None]) -> Transition | None:
        """Return what `doing` leads to, or say why a file was refused and return None."""
        try:
            return doing()
        except FILE_ERRORS as error:
            first = error.problems[0] if isinstance(error, ScenarioError) and error.problems else error
            self.say(Toast(f"{self.action_label} is not possible.", escape_controls(str(first))))
            return None

    def _enter_folder(self, folder: Path) -> None:
        """Take `folder` as the folder that is shown, without a chosen row."""
        self.folder, self.typed_path, self.selected = folder, str(folder), ""

    def _list_rows(self) -> list[ListEntry]:
        """Return the rows of the folder: the parent, folders, then files with their dates."""
        folders = [
            ListEntry(path.name, f"{escape_controls(path.name)} /", "folder")
            for path in guarded_file.list_folders(self.folder)
        ]
        paths = chain.from_iterable(guarded_file.list_files(self.folder, ending) for ending in self.endings)
        told = [
            ListEntry(path.name, escape_controls(path.name), f"{guarded_file.modification_time(path):%Y-%m-%d}")
            for path in paths
        ]
        return [ListEntry(PARENT, "Parent folder"), *folders, *told][:MOST_ROWS]

    def _choose(self, chosen: Chosen) -> None:
        """Choose a row."""
        self.selected = chosen.value
        self.rebuild()

    def _type(self, typed: Typed) -> None:
        """Take the typed path."""
        self.typed_path = typed.text


class OpenFile(FileDialog):
    """A dialog that chooses an existing file."""

    heading = "Import"
    subtitle = "Choose a file"
    action_label = "Import"


class SaveFile(FileDialog):
    """A dialog that chooses a folder and a name for a file."""

    heading = "Export"
    subtitle = "Choose a folder and a name"
    action_label = "Export"

    def __init__(
        self, folder: Path, name: str, endings: Sequence[str], use_file: UseFile, action_label: str = ""
    ) -> None:
        """Offer `name`; `action_label` is the heading and the button's label, "" for that of an export."""
        super().__init__(folder, endings, use_file)
        self.name = name
        self.action_label = action_label or self.action_label
        self.heading = self.action_label
        self.on |= hearing(On(Typed, self._rename, "name"))

    def build_extra_rows(self) -> Sequence[Widget]:
        """Return the line of the file's name."""
        return [Row([Label("File name", LABEL), TextEntry("name", self.name, longest=120, grow=1)], gap=12)]

    def _try_accept(self) -> Transition | None:
        """Enter a folder, else use the name; raises one of `FILE_ERRORS`."""
        leads_on = self.selected == PARENT or (self.selected and paths.is_folder(self.folder / self.selected))
        if self.is_retyped or leads_on:
            return super()._try_accept()
        return self.use_file(self.folder / paths.parse_name(self.name.strip() or "match"))

    def _rename(self, typed: Typed) -> None:
        """Take the typed name."""
        self.name = typed.text
