"""Choosing a file of this machine to read or to write; ours, for what systems have of the kind is not everywhere."""

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
from tabletop.ui.screens.frame import framed
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

Taken = Callable[[Path], Transition | None]
"""What is done with the file; its `REFUSED` errors are told, and the dialog stays."""
REFUSED = (RecordError, ScenarioError, PathError, UnreadableError)
"""Errors that say in a sentence why a file is not read or written."""
MOST = 2_000
"""Rows shown of a folder at most."""
LONGEST = 1_000
"""Characters of a path."""
WIDTH = 900
"""Design pixels."""
UP = ".."


class FileDialog(Page):
    """A folder with its folders and the files of some kinds; base of the two below.

    Attributes:
        folder: that is looked into.
        typed: the path as it is typed.
    """

    first_focus = "files"
    heading = ""
    subtitle = ""
    doing = ""
    """On the brass button."""

    def __init__(self, folder: Path, endings: Sequence[str], take: Taken) -> None:
        """`endings` of the files, such as ``.jsonl``."""
        super().__init__()
        self.endings = tuple(endings)
        self.take = take
        self.chosen = ""
        self._look(folder)
        self.presses = {"file.take": self.accept, "back": self.back}
        self.on = hearing(
            On(Chosen, self._choose, "files"),
            On(RowOpened, lambda _: self._open(), "files"),
            On(Typed, self._type, "folder"),
        )

    def compose(self) -> Widget:
        """The path, what lies there, and what more is asked."""
        path = TextEntry(
            "folder", self.typed, longest=LONGEST, grow=1, tip=Tip("Folder", "Press {accept} to go there.")
        )
        rows = ListBox("files", self._rows(), chosen=self.chosen, row=34)
        body = Panel(Column([Row([path]), rows, *self.more()], gap=12))
        take = Button("file.take", self.doing, "primary", key=keys.key("accept"), height=46, size=20)
        middle = Row(
            [Spacer(grow=1), Sized(body, min(WIDTH, self.size[0] * 100 / self.theme.scale - 32)), Spacer(grow=1)]
        )
        return framed(self.heading, self.subtitle, middle, ("next", "choose", "accept", "back"), [take])

    def more(self) -> Sequence[Widget]:
        """What is asked below the list."""
        return ()

    def accept(self) -> Transition | None:
        """Go into the folder that is typed or chosen, or take the file; say why if that is not possible."""
        return self._told(self._accept)

    def _accept(self) -> Transition | None:
        """Do what `accept` does; raises one of `REFUSED`."""
        if not self.is_retyped:
            return self._open_chosen()
        self.chosen = ""
        return self._enter(paths.parse_path(self.typed.strip(), self.folder))

    @property
    def is_retyped(self) -> bool:
        """Return True if the path in the line is no longer that of the folder."""
        return self.typed != str(self.folder)

    def _open(self) -> Transition | None:
        return self._told(self._open_chosen)

    def _open_chosen(self) -> Transition | None:
        return self._enter(self.folder.parent if self.chosen == UP else self.folder / self.chosen)

    def _enter(self, path: Path) -> Transition | None:
        if paths.find_kind(path) is not Kind.FOLDER:
            return self.take(path)
        guarded_file.check_folder(path)
        self._look(path)
        self.rebuild()
        return None

    def _told(self, doing: Callable[[], Transition | None]) -> Transition | None:
        """Return what `doing` leads to, or say why a file was refused and stay."""
        try:
            return doing()
        except REFUSED as error:
            first = error.problems[0] if isinstance(error, ScenarioError) and error.problems else error
            self.say(Toast(f"{self.doing} is not possible.", escape_controls(str(first))))
            return None

    def _look(self, folder: Path) -> None:
        self.folder, self.typed, self.chosen = folder, str(folder), ""

    def _rows(self) -> list[ListEntry]:
        folders = [
            ListEntry(path.name, f"{escape_controls(path.name)} /", "folder")
            for path in guarded_file.list_folders(self.folder)
        ]
        files = chain.from_iterable(guarded_file.list_files(self.folder, ending) for ending in self.endings)
        told = [
            ListEntry(path.name, escape_controls(path.name), f"{guarded_file.modification_time(path):%Y-%m-%d}")
            for path in files
        ]
        return [ListEntry(UP, "Parent folder"), *folders, *told][:MOST]

    def _choose(self, chosen: Chosen) -> None:
        self.chosen = chosen.value
        self.rebuild()

    def _type(self, typed: Typed) -> None:
        self.typed = typed.text


class OpenFile(FileDialog):
    """Choose a file that is there."""

    heading, subtitle, doing = "Import", "Choose a file", "Import"


class SaveFile(FileDialog):
    """Choose where a file goes, and its name."""

    heading, subtitle, doing = "Export", "Choose a folder and a name", "Export"

    def __init__(self, folder: Path, name: str, endings: Sequence[str], take: Taken, doing: str = "") -> None:
        """`name` is offered; `doing` is what it is asked for, if not to take out a record."""
        super().__init__(folder, endings, take)
        self.name = name
        self.heading = self.doing = doing or self.doing
        self.on |= hearing(On(Typed, self._rename, "name"))

    def more(self) -> Sequence[Widget]:
        """The name."""
        return [Row([Label("File name", LABEL), TextEntry("name", self.name, longest=120, grow=1)], gap=12)]

    def _accept(self) -> Transition | None:
        """Go into a folder, else take the name; raises one of `REFUSED`."""
        leads_on = self.chosen == UP or (self.chosen and paths.is_folder(self.folder / self.chosen))
        if self.is_retyped or leads_on:
            return super()._accept()
        return self.take(self.folder / paths.parse_name(self.name.strip() or "match"))

    def _rename(self, typed: Typed) -> None:
        self.name = typed.text
