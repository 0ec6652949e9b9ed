"""Matches on disk: a list, the chosen match as it was left, and what can be done with its record."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from tabletop.core import library, record_files, user_folders
from tabletop.core.errors import RecordError
from tabletop.core.match_history import BROKEN
from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Screen, Transition
from tabletop.ui.screens import match_list
from tabletop.ui.screens.backend import Backend, Saved
from tabletop.ui.screens.file_dialog import OpenFile, SaveFile
from tabletop.ui.screens.frame import framed
from tabletop.ui.text import BODY, CARD_NAME, SMALL, SUBTITLE
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.form_controls import Segments, TextEntry
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Chosen, On, Pressed, Report, RowOpened, Typed, hearing
from tabletop.ui.widgets.scroll import Scroll
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
        self._page = page
        self._backend = backend
        self.folder = user_folders.documents_folder()

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


WIDE = 1000
"""Width from which list and match stand side by side, design pixels."""
LOW = 480
"""Height below which the list needs the room of the buttons, design pixels."""
ROW = 52
"""Height of a row of two lines, design pixels."""
HINTS = ("next", "choose", "open_match", "watch", "find_match", "rename_match", "delete_match", "back")
ENDINGS = (library.SUFFIX,)
SUB = "Every match is saved as you left it"
SORTED = Tip("Sort by", "Ties: newest first.")
LISTED = Tip("Show", "All matches, unfinished ones, or finished ones.")
WATCH = Tip("Watch", "Replays the match from the beginning.", keys.key("watch"))
GO_ON = Tip("Continue", "Double-click to open the match as you left it.")


def _sought(letter: str) -> bool:
    """Whether it may be looked for; the stroke of the key that leads there is typed too."""
    return letter.isprintable() and letter != keys.key("find_match")


class Load(Page):
    """Choose a match and go on with it.

    Attributes:
        listed: the matches in the list, in its order.
        chosen: which of them.
    """

    first_focus = "matches"

    def __init__(self, backend: Backend, chosen: Path | None = None) -> None:
        """`chosen` is the record that is shown first."""
        super().__init__()
        self.backend = backend
        self.order = "latest"
        self.kind = "all"
        self.sought = ""
        self._new_title = ""
        self._out = TakingOut(self, backend)
        self._lost = ListBox("deleted.list", ())
        self._read(chosen)
        self.presses = {
            "open": self._open,
            "watch": lambda: self._open(backend.watch),
            "back": Pop,
            "rename": self._ask_title,
            "rename.yes": self._rename,
            "delete": self._delete,
            "out": self._take_out,
            "in": self._bring_in,
            "deleted": self._show_deleted,
            "deleted.yes": self._fetch_back,
        }
        self.on = hearing(
            On(Chosen, self._choose, "matches"),
            On(RowOpened, lambda _: self._open(), "matches"),
            On(Chosen, self._sort, "order"),
            On(Chosen, self._filter, "kind"),
            On(Typed, self._seek, "find"),
            On(Typed, self._title, "rename.title"),
            On(Chosen, self._choose_deleted, "deleted.list"),
            On(RowOpened, lambda _: self._fetch_back(), "deleted.list"),
        )

    # --- what is shown

    def compose(self) -> Widget:
        """The list, the match, the buttons."""
        bring = Button("in", "Import", tip=Tip("Import", "Adds a match from a file. You can also drop the file here."))
        aside = Button("deleted", f"Deleted: {len(self.aside)}", tip=Tip("Deleted matches", "They can be restored."))
        others = [bring, *([aside] if self.aside else [])]
        if not self.saved:
            words = "No matches yet." if not self.aside else "All matches have been deleted."
            nothing = Panel(Text(words), "Matches")
            return framed("Load", SUB, Column([nothing], align="centre"), ("next", "back"), others)
        one = self.listed[self.chosen] if self.listed else None
        words = "See the result" if one and one.over else "Continue"
        go_on = Button("open", words, "primary", key=keys.key("open_match"), height=46, size=20)
        reason = one.problem or one.bars if one else "Select a match first."
        return framed("Load", SUB, self._body(one), HINTS, [*others, go_on.disable(reason)])

    def _body(self, one: Saved | None) -> Widget:
        wide = self.size[0] >= self.theme.px(WIDE)
        about = [Column(self._about(one), gap=8)] if one else [Text("No matches found.")]
        deeds = [self._deeds()] if one else []  # they stay in sight, however long the rest is
        if wide:
            rows = Column([*self._sorting(wide=True), self._rows()], gap=10)
            shown = Panel(Column([Scroll(Column(about, gap=12), ident="about", grow=1), *deeds], gap=12), "The match")
            return Row([Panel(rows, "Matches", grow=1), Sized(shown, 560)], gap=16)
        rows = Column(
            [*self._sorting(wide=False), Sized(self._rows(), 0, max(1, min(6, len(self.listed))) * ROW)], gap=10
        )
        low = self.size[1] < self.theme.px(LOW)
        shown = Panel(Column([*about, *(deeds if low else [])], gap=12), "The match")
        both = Scroll(Column([Panel(rows, "Matches"), shown], gap=16), ident="all", grow=1)
        return both if low else Column([both, *deeds], gap=12)

    def _sorting(self, *, wide: bool) -> list[Widget]:
        tip = Tip("Find a match", "By title, game, turn or player.", keys.key("find_match"))
        find = TextEntry("find", self.sought, hint="Find a match", allowed=_sought, tip=tip, grow=1)
        orders = Segments("order", match_list.named(match_list.ORDERS), self.order, tip=SORTED)
        kinds = Segments("kind", match_list.named(match_list.KINDS), self.kind, tip=LISTED)
        return [Row([find, kinds, orders], gap=12)] if wide else [find, Row([kinds, orders], gap=12)]

    def _rows(self) -> ListBox:
        entries = match_list.rows(self.listed, self.backend.games(), GO_ON)
        return ListBox("matches", entries, chosen=str(self.chosen), row=ROW)

    def _about(self, one: Saved) -> list[Widget]:
        touched = Text(f"Last played {match_list.dated(one.changed)}", SMALL)
        if one.problem:
            trouble = Text(one.problem, BODY.tinted(INKS.danger))
            return [Text(one.title, CARD_NAME.at(26)), Rule(), trouble, touched]
        games = self.backend.games()
        game = games[one.game].meta.title if one.game in games else one.game
        seats = [Text(f"{side}: {who}", BODY) for side, who in one.seats]
        return [
            Picture(lambda size, _: self._picture(one, size), ratio=0.6),
            Text(one.title, CARD_NAME.at(26)),
            Text(game, SUBTITLE),
            Rule(),
            Text(one.now or "At the start", BODY.at(17)),
            *seats,
            *self._result(one),
            touched,
        ]

    def _result(self, one: Saved) -> list[Widget]:
        if not one.over:
            return []
        try:
            told = self.backend.result(one)
        except RecordError as error:
            return [Text(str(error), BODY.tinted(INKS.danger))]
        return [Text(told or "This battle is over.", BODY)]

    def _deeds(self) -> Widget:
        rename = Button("rename", "Rename", key=keys.key("rename_match"), show_key=False, grow=1)
        delete = Button(
            "delete",
            "Delete",
            key=keys.key("delete_match"),
            show_key=False,
            grow=1,
            tip=Tip("Delete", "Moves the match to Deleted; you can restore it there."),
        )
        out = Button("out", "Export", grow=1, tip=Tip("Export", "Saves a copy of the match as a file."))
        watch = Button("watch", "Watch", key=keys.key("watch"), show_key=False, grow=1, tip=WATCH)
        return Row([watch, rename, delete, out], gap=10)

    def _picture(self, one: Saved, size: Size) -> pygame.Surface:
        try:
            state = self.backend.position(one)
        except RecordError:
            state = None
        return self.backend.picture(one.game, state, size)

    # --- the list

    def _read(self, chosen: Path | None) -> None:
        """Look at the disk anew, and choose a record if it is there."""
        self.saved, self.aside = tuple(self.backend.saved()), tuple(self.backend.deleted())
        self._list()
        paths = [one.path for one in self.listed]
        self.chosen = paths.index(chosen) if chosen in paths else 0

    def _list(self) -> None:
        """What is sought, of the kind that is asked for, sorted."""
        self.listed = match_list.found(self.saved, self.order, self.kind, self.sought, self.backend.games())
        self.chosen = 0

    def _choose(self, chosen: Chosen) -> None:
        self.chosen = int(chosen.value)
        self.rebuild()

    def _sort(self, chosen: Chosen) -> None:
        self.order = chosen.value
        self._relist()

    def _filter(self, chosen: Chosen) -> None:
        self.kind = chosen.value
        self._relist()

    def _seek(self, typed: Typed) -> None:
        self.sought = typed.text
        self._relist()

    def _relist(self) -> None:
        self._list()
        self.rebuild()

    def _reread(self, chosen: Path | None) -> None:
        self._read(chosen)
        self.rebuild()

    # --- what is done

    def _open(self, way: Callable[[Path], Screen] | None = None) -> Transition | None:
        one = self.listed[self.chosen]
        if one.problem:
            self.say(Toast("This match cannot be opened.", one.problem))
            return None
        try:
            return Push((way or (self.backend.watch if one.bars else self.backend.resume))(one.path))
        except RecordError as error:
            self.say(Toast("This match cannot be opened.", str(error)))
            return None

    def _ask_title(self) -> None:
        if not self.listed or self.listed[self.chosen].problem:
            return
        self._new_title = self.listed[self.chosen].title
        entry = TextEntry("rename.title", self._new_title, longest=record_files.LONGEST_TITLE, grow=1)
        yes = Button("rename.yes", "Rename", "primary", key="Enter")
        self.open(dialog("Rename the match", Row([entry]), [closing("Cancel"), yes], ident="rename.dialog"))
        self.give_focus(entry)
        entry.mark()

    def _title(self, typed: Typed) -> None:
        self._new_title = typed.text

    def _rename(self) -> None:
        path = self.listed[self.chosen].path
        self.close()
        if self._done(lambda: record_files.rename(path, self._new_title)):
            self._reread(path)

    def _delete(self) -> None:
        if self.listed and self._done(lambda: record_files.delete(self.listed[self.chosen].path)):
            self._reread(None)
            self.say(Toast("Deleted", "It is kept under Deleted until you restore it."))

    def _take_out(self) -> Transition | None:
        return self._out.ask(self.listed[self.chosen])

    def act(self, report: Report) -> Transition | None:
        """What a side may know is taken out, or all."""
        return self._out.answered(report, self.listed[self.chosen].path)

    def _bring_in(self) -> Transition | None:
        return Push(OpenFile(self._out.folder, ENDINGS, self._brought_in))

    def _brought_in(self, file: Path) -> Transition:
        self._read(record_files.import_record(file))
        self._out.folder = file.parent
        return Pop()

    def dropped(self, file: Path) -> Transition | None:
        """A record comes in."""
        if self._done(lambda: self._brought_in(file)):
            self.rebuild()
        return None

    def _done(self, doing: Callable[[], object]) -> bool:
        """Whether something was done with a record; else it is told why not."""
        try:
            doing()
        except RecordError as error:
            self.say(Toast("This is not possible.", str(error)))
            return False
        return True

    # --- the deleted ones

    def _show_deleted(self) -> None:
        entries = match_list.rows(self.aside, self.backend.games())
        self._lost = ListBox("deleted.list", entries, chosen="0", visible=8, row=ROW)
        yes = Button("deleted.yes", "Restore", "primary", key="Enter")
        self.open(dialog("Deleted matches", self._lost, [closing("Cancel"), yes], ident="deleted.dialog"))
        self.give_focus(self._lost)

    def _choose_deleted(self, chosen: Chosen) -> None:
        self._lost.fill(self._lost.entries, chosen.value)

    def _fetch_back(self) -> None:
        path = self.aside[int(self._lost.chosen)].path
        self.close()
        if self._done(lambda: self._read(record_files.restore(path))):
            self.rebuild()

    def key_pressed(self, given: Input) -> Transition | None:
        """The stroke leads to the search."""
        if given.key == keys.key("find_match") and self.has("find"):
            self.give_focus(self.find("find"))
        return None
