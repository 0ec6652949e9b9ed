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
from tabletop.ui.screens.backend import Backend, SavedMatch
from tabletop.ui.screens.file_dialog import OpenFile, SaveFile
from tabletop.ui.screens.frame import build_frame
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


def list_sides_with_secrets(backend: Backend, one: SavedMatch) -> Sequence[tuple[str, str]]:
    """Return the ids and names of the sides of a match with secrets; () for any other match."""
    game = backend.games().get(one.game)
    try:
        state = backend.load_position(one)
        hides = game is not None and game.has_secrets(state)
    except (RecordError, *BROKEN):
        return ()
    return [(side.id, game.name_of(state, side.id)) for side in game.meta.sides] if game and hides else ()


class ExportActions:
    """The actions that export a match of a page.

    Attributes:
        folder: the folder used last.
    """

    def __init__(self, page: Page, backend: Backend) -> None:
        self._page = page
        self._backend = backend
        self.folder = user_folders.documents_folder()

    def ask(self, one: SavedMatch) -> Transition | None:
        """Ask which part is exported if the match has secrets, else return the way to the file dialog."""
        if named := list_sides_with_secrets(self._backend, one):
            self._page.open(_build_question(named))
            return None
        return self._open_save_dialog(one.path, "")

    def handle_answer(self, report: Report, record: Path) -> Transition | None:
        """Return the way to the file dialog if `report` is an answer of the question, else None."""
        if not (isinstance(report, Pressed) and report.id.startswith("out.")):
            return None
        self._page.close()
        return self._open_save_dialog(record, report.id.removeprefix("out.").removesuffix("whole"))

    def _open_save_dialog(self, record: Path, side: str) -> Transition:
        """Return the way to the dialog that asks for the file; `side` is "" for the whole match."""
        name = f"{record.stem}-{side}{library.SUFFIX}" if side else record.name
        return Push(SaveFile(self.folder, name, (library.SUFFIX,), lambda path: self._export(record, path, side)))

    def _export(self, record: Path, target: Path, side: str) -> Transition:
        """Write the file, say its name, and return the way back."""
        copy, self.folder = record_files.export_record(record, target, side), target.parent
        self._page.say(Toast("Exported", f"Saved a copy as {copy.name}."))
        return Pop()


def _build_question(named: Sequence[tuple[str, str]]) -> Stack:
    """Build the dialog with a button ``out.whole`` and a button ``out.SIDE`` for each side."""
    words = Text("Anyone with the whole match can continue it and see all hidden information.")
    whole = Button("out.whole", "The whole match", tip=_WHOLE)
    known = [Button(f"out.{side}", f"{name} side only", tip=_SIDE) for side, name in named]
    return dialog("Export the match", Column([words, whole, *known], gap=10), [closing("Cancel")], ident="out.dialog")


WIDE = 1000
"""Width from which list and match stand side by side, design pixels."""
LOW = 480
"""Height below which the buttons move into the scrolled part, design pixels."""
ROW_HEIGHT = 52
"""Height of a row with two lines, design pixels."""
HINTS = ("next", "choose", "open_match", "watch", "find_match", "rename_match", "delete_match", "back")
ENDINGS = (library.SUFFIX,)
SUB = "Every match is saved as you left it"
ORDER_TIP = Tip("Sort by", "Ties: newest first.")
KIND_TIP = Tip("Show", "All matches, unfinished ones, or finished ones.")
WATCH = Tip("Watch", "Replays the match from the beginning.", keys.key("watch"))
GO_ON = Tip("Continue", "Double-click to open the match as you left it.")


def _is_searchable(letter: str) -> bool:
    """Return True if a letter can be searched for; the key that leads to the search cannot."""
    return letter.isprintable() and letter != keys.key("find_match")


class LoadPage(Page):
    """The page of saved matches.

    Attributes:
        listed_matches: the matches in the list, in its order.
        chosen: the number of the chosen match.
    """

    first_focus = "matches"

    def __init__(self, backend: Backend, chosen: Path | None = None) -> None:
        """Show the list with the record `chosen` selected, if it is there."""
        super().__init__()
        self.backend = backend
        self.order = "latest"
        self.kind = "all"
        self.search_text = ""
        self._new_title = ""
        self._export_actions = ExportActions(self, backend)
        self._deleted_list = ListBox("deleted.list", ())
        self._reload(chosen)
        self.presses = {
            "open": self._open,
            "watch": lambda: self._open(backend.watch_record),
            "back": Pop,
            "rename": self._ask_title,
            "rename.yes": self._rename,
            "delete": self._delete,
            "out": self._export,
            "in": self._import,
            "deleted": self._show_deleted,
            "deleted.yes": self._restore,
        }
        self.on = hearing(
            On(Chosen, self._choose, "matches"),
            On(RowOpened, lambda _: self._open(), "matches"),
            On(Chosen, self._set_order, "order"),
            On(Chosen, self._set_kind, "kind"),
            On(Typed, self._search, "find"),
            On(Typed, self._set_title, "rename.title"),
            On(Chosen, self._choose_deleted, "deleted.list"),
            On(RowOpened, lambda _: self._restore(), "deleted.list"),
        )

    # --- what is shown

    def compose(self) -> Widget:
        """Build the list, the match, and the buttons."""
        bring = Button("in", "Import", tip=Tip("Import", "Adds a match from a file. You can also drop the file here."))
        aside = Button(
            "deleted", f"Deleted: {len(self.deleted_matches)}", tip=Tip("Deleted matches", "They can be restored.")
        )
        others = [bring, *([aside] if self.deleted_matches else [])]
        if not self.saved:
            words = "No matches yet." if not self.deleted_matches else "All matches have been deleted."
            nothing = Panel(Text(words), "Matches")
            return build_frame("Load", SUB, Column([nothing], align="centre"), ("next", "back"), others)
        one = self.listed_matches[self.chosen] if self.listed_matches else None
        words = "See the result" if one and one.over else "Continue"
        go_on = Button("open", words, "primary", key=keys.key("open_match"), height=46, size=20)
        reason = one.problem or one.resume_blocker if one else "Select a match first."
        return build_frame("Load", SUB, self._build_body(one), HINTS, [*others, go_on.disable(reason)])

    def _build_body(self, one: SavedMatch | None) -> Widget:
        """Build the list and the match, side by side in a wide window."""
        wide = self.size[0] >= self.theme.px(WIDE)
        about = [Column(self._build_about(one), gap=8)] if one else [Text("No matches found.")]
        actions = [self._build_actions()] if one else []  # they stay in sight, however long the rest is
        if wide:
            rows = Column([*self._build_sorting(wide=True), self._build_list()], gap=10)
            shown = Panel(Column([Scroll(Column(about, gap=12), ident="about", grow=1), *actions], gap=12), "The match")
            return Row([Panel(rows, "Matches", grow=1), Sized(shown, 560)], gap=16)
        rows = Column(
            [
                *self._build_sorting(wide=False),
                Sized(self._build_list(), 0, max(1, min(6, len(self.listed_matches))) * ROW_HEIGHT),
            ],
            gap=10,
        )
        low = self.size[1] < self.theme.px(LOW)
        shown = Panel(Column([*about, *(actions if low else [])], gap=12), "The match")
        both = Scroll(Column([Panel(rows, "Matches"), shown], gap=16), ident="all", grow=1)
        return both if low else Column([both, *actions], gap=12)

    def _build_sorting(self, *, wide: bool) -> list[Widget]:
        """Build the search, the kinds and the orders."""
        tip = Tip("Find a match", "By title, game, turn or player.", keys.key("find_match"))
        find = TextEntry("find", self.search_text, hint="Find a match", allowed=_is_searchable, tip=tip, grow=1)
        orders = Segments("order", match_list.list_labels(match_list.ORDERS), self.order, tip=ORDER_TIP)
        kinds = Segments("kind", match_list.list_labels(match_list.KINDS), self.kind, tip=KIND_TIP)
        return [Row([find, kinds, orders], gap=12)] if wide else [find, Row([kinds, orders], gap=12)]

    def _build_list(self) -> ListBox:
        """Build the list of matches."""
        entries = match_list.build_entries(self.listed_matches, self.backend.games(), GO_ON)
        return ListBox("matches", entries, chosen=str(self.chosen), row=ROW_HEIGHT)

    def _build_about(self, one: SavedMatch) -> list[Widget]:
        """Build picture, title, game, players and result of a match, or the problem of a damaged record."""
        touched = Text(f"Last played {match_list.format_date(one.modified)}", SMALL)
        if one.problem:
            trouble = Text(one.problem, BODY.tinted(INKS.danger))
            return [Text(one.title, CARD_NAME.at(26)), Rule(), trouble, touched]
        games = self.backend.games()
        game = games[one.game].meta.title if one.game in games else one.game
        seats = [Text(f"{side}: {who}", BODY) for side, who in one.seats]
        return [
            Picture(lambda size, _: self._draw_picture(one, size), ratio=0.6),
            Text(one.title, CARD_NAME.at(26)),
            Text(game, SUBTITLE),
            Rule(),
            Text(one.progress or "At the start", BODY.at(17)),
            *seats,
            *self._build_result(one),
            touched,
        ]

    def _build_result(self, one: SavedMatch) -> list[Widget]:
        """Build the result of a finished match; nothing before its end."""
        if not one.over:
            return []
        try:
            sentence = self.backend.describe_result(one)
        except RecordError as error:
            return [Text(str(error), BODY.tinted(INKS.danger))]
        return [Text(sentence or "This battle is over.", BODY)]

    def _build_actions(self) -> Widget:
        """Build the buttons that watch, rename, delete and export a match."""
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

    def _draw_picture(self, one: SavedMatch, size: Size) -> pygame.Surface:
        """Draw the last position of a match; an empty sea if it cannot be read."""
        try:
            state = self.backend.load_position(one)
        except RecordError:
            state = None
        return self.backend.draw_position(one.game, state, size)

    # --- the list

    def _reload(self, chosen: Path | None) -> None:
        """Read the records from disk, and choose a record if it is there."""
        self.saved, self.deleted_matches = tuple(self.backend.list_saved()), tuple(self.backend.list_deleted())
        self._filter_matches()
        paths = [one.path for one in self.listed_matches]
        self.chosen = paths.index(chosen) if chosen in paths else 0

    def _filter_matches(self) -> None:
        """List the matches that fit kind and search, in the chosen order."""
        self.listed_matches = match_list.find_matches(
            self.saved, self.order, self.kind, self.search_text, self.backend.games()
        )
        self.chosen = 0

    def _choose(self, chosen: Chosen) -> None:
        """Choose a match."""
        self.chosen = int(chosen.value)
        self.rebuild()

    def _set_order(self, chosen: Chosen) -> None:
        """Sort the list by another order."""
        self.order = chosen.value
        self._update_list()

    def _set_kind(self, chosen: Chosen) -> None:
        """List another kind of matches."""
        self.kind = chosen.value
        self._update_list()

    def _search(self, typed: Typed) -> None:
        """List the matches with the typed words."""
        self.search_text = typed.text
        self._update_list()

    def _update_list(self) -> None:
        """Filter the matches and rebuild the page."""
        self._filter_matches()
        self.rebuild()

    def _reload_and_rebuild(self, chosen: Path | None) -> None:
        """Read the records from disk and rebuild the page."""
        self._reload(chosen)
        self.rebuild()

    # --- what is done

    def _open(self, way: Callable[[Path], Screen] | None = None) -> Transition | None:
        """Return the way to the match; without `way` it is resumed, or watched if it cannot be resumed."""
        one = self.listed_matches[self.chosen]
        if one.problem:
            self.say(Toast("This match cannot be opened.", one.problem))
            return None
        try:
            return Push(
                (way or (self.backend.watch_record if one.resume_blocker else self.backend.resume_match))(one.path)
            )
        except RecordError as error:
            self.say(Toast("This match cannot be opened.", str(error)))
            return None

    def _ask_title(self) -> None:
        """Open the dialog for a new title."""
        if not self.listed_matches or self.listed_matches[self.chosen].problem:
            return
        self._new_title = self.listed_matches[self.chosen].title
        entry = TextEntry("rename.title", self._new_title, longest=record_files.LONGEST_TITLE, grow=1)
        yes = Button("rename.yes", "Rename", "primary", key="Enter")
        self.open(dialog("Rename the match", Row([entry]), [closing("Cancel"), yes], ident="rename.dialog"))
        self.give_focus(entry)
        entry.mark()

    def _set_title(self, typed: Typed) -> None:
        """Take the typed title."""
        self._new_title = typed.text

    def _rename(self) -> None:
        """Rename the match."""
        path = self.listed_matches[self.chosen].path
        self.close()
        if self._try_action(lambda: record_files.rename(path, self._new_title)):
            self._reload_and_rebuild(path)

    def _delete(self) -> None:
        """Move the match to the deleted ones."""
        if self.listed_matches and self._try_action(lambda: record_files.delete(self.listed_matches[self.chosen].path)):
            self._reload_and_rebuild(None)
            self.say(Toast("Deleted", "It is kept under Deleted until you restore it."))

    def _export(self) -> Transition | None:
        """Start the export of the match."""
        return self._export_actions.ask(self.listed_matches[self.chosen])

    def act(self, report: Report) -> Transition | None:
        """Handle the answer about which part is exported."""
        return self._export_actions.handle_answer(report, self.listed_matches[self.chosen].path)

    def _import(self) -> Transition | None:
        """Return the way to the dialog that chooses a record."""
        return Push(OpenFile(self._export_actions.folder, ENDINGS, self._import_file))

    def _import_file(self, file: Path) -> Transition:
        """Import a record, choose it, and return the way back."""
        self._reload(record_files.import_record(file))
        self._export_actions.folder = file.parent
        return Pop()

    def dropped(self, file: Path) -> Transition | None:
        """Import a record that was dropped on the window."""
        if self._try_action(lambda: self._import_file(file)):
            self.rebuild()
        return None

    def _try_action(self, doing: Callable[[], object]) -> bool:
        """Run an action on a record. Return False, and say why, if it raises RecordError."""
        try:
            doing()
        except RecordError as error:
            self.say(Toast("This is not possible.", str(error)))
            return False
        return True

    # --- the deleted ones

    def _show_deleted(self) -> None:
        """Open the dialog with the deleted matches."""
        entries = match_list.build_entries(self.deleted_matches, self.backend.games())
        self._deleted_list = ListBox("deleted.list", entries, chosen="0", visible=8, row=ROW_HEIGHT)
        yes = Button("deleted.yes", "Restore", "primary", key="Enter")
        self.open(dialog("Deleted matches", self._deleted_list, [closing("Cancel"), yes], ident="deleted.dialog"))
        self.give_focus(self._deleted_list)

    def _choose_deleted(self, chosen: Chosen) -> None:
        """Choose a deleted match."""
        self._deleted_list.fill(self._deleted_list.entries, chosen.value)

    def _restore(self) -> None:
        """Restore the chosen deleted match."""
        path = self.deleted_matches[int(self._deleted_list.chosen)].path
        self.close()
        if self._try_action(lambda: self._reload(record_files.restore(path))):
            self.rebuild()

    def key_pressed(self, given: Input) -> Transition | None:
        """Move the focus to the search for its key."""
        if given.key == keys.key("find_match") and self.has("find"):
            self.give_focus(self.find("find"))
        return None
