"""Notes for newcomers: a rule that comes up for the first time is explained once, with its place in the rulebook."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from typing_extensions import override

from tabletop.core.events import Event
from tabletop.rulebook.blocks import TextRun
from tabletop.rulebook.book import FirstTimeNote, load_first_time_notes
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screen import Transition
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.table.callout import WEIGHT, Callout, area_between_bars
from tabletop.ui.screens.table.spot import spot_around
from tabletop.ui.settings import Newcomer
from tabletop.ui.text import BODY, LABEL, STRONG, TIP_BODY, TIP_TITLE
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.draw import boxed
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.overlay import Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import CONSUMED, Presses, Report
from tabletop.ui.widgets.stack import Stack

WIDTHS = (340, 252)
"""Widths of a note, design pixels; the second where it hides less."""
INSET = 14
NOTICED, LETTER = 2000, 60
"""Milliseconds until a note is noticed, and for a letter at a slow reading speed."""
SEEN, NEVER, RULE = "note.seen", "note.never", "note.rule"
"""Ids of its buttons."""
SO_FAR = "menu.notes"
"""Id of the menu button that shows all notes so far."""


class NoteSheet(Widget):
    """The dark sheet of a note."""

    interactive = True

    def __init__(self, note: FirstTimeNote) -> None:
        super().__init__("note")
        got_it = Button(SEEN, "", "dark", sign="cross", tip=Tip("Got it", "This note won't be shown again."))
        rule = Button(RULE, note.rule, "dark", tip=Tip("Rulebook", f"Opens at rule {note.rule}."))
        enough = Button(
            NEVER, "No more notes", "dark", tip=Tip("No more notes", "You can turn them on again in the settings.")
        )
        head = Row([Text(note.title, TIP_TITLE, grow=1), got_it], gap=8, align="start")
        foot = Row([rule, Spacer(grow=1), enough], gap=8, align="centre")
        self.children = [Column([head, Text(note.words, TIP_BODY), foot], gap=8)]

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        inset = 2 * theme.px(INSET)
        return width, self.children[0].measured(theme, width - inset)[1] + inset

    @override
    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        self.rect, self.dirty = pygame.Rect(rect), True
        self.children[0].place(theme, rect.inflate(-2 * theme.px(INSET), -2 * theme.px(INSET)))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the dark paper with a brass line at the left."""
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.tooltip, INKS.tooltip_edge, theme.px(1), 250), self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(4), self.rect.h))

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Consume all input but keys, so that nothing reaches the widgets below."""
        return CONSUMED if given.kind != "key" else None


@dataclass
class VisibleNote:
    """The note that is shown.

    Attributes:
       note: the note.
       sheet: the widget that shows it.
       moment: the time in the game when it appeared.
       left: milliseconds that reading it still takes.
    """

    note: FirstTimeNote
    sheet: Widget
    moment: str
    left: int


def reading_time(note: FirstTimeNote) -> int:
    """Return the milliseconds that a slow reader needs for a note."""
    return NOTICED + LETTER * len(note.title + note.words)


def build_notes_dialog(notes: Sequence[FirstTimeNote]) -> Stack:
    """Build the dialog of the notes, each with its rule."""

    def told(note: FirstTimeNote) -> Widget:
        rule = LinkedText((TextRun(note.rule, link=note.rule),), LABEL)
        return Column([Text(note.title, STRONG), Text(note.words, BODY), rule], gap=2)

    return dialog(
        "Notes shown so far", Column([*map(told, notes)], gap=14), [closing("Close", "primary")], ident="notes-so-far"
    )


class NewcomerNotes:
    """The notes of a table, one at a time. A note leaves once it could be read and its moment is over.

    Attributes:
       presses: the functions of their buttons.
    """

    def __init__(
        self, page: Page, game: str, table: GameTable, newcomer: Newcomer, read: Callable[[str], None]
    ) -> None:
        """Create the notes; `read` opens the rulebook at an identifier."""
        self._page, self._game, self._table, self._newcomer = page, game, table, newcomer
        self._read = read
        self._waiting: list[tuple[FirstTimeNote, tuple[str, ...]]] = []
        self._lying: VisibleNote | None = None
        self._message: Toast | None = None
        """The first note in a window without room for a sheet."""
        self.presses: Presses[Transition | None] = {
            SEEN: self._mark_read,
            NEVER: self._stop_notes,
            RULE: self._open_rule,
            SO_FAR: self._open_list,
        }

    def notice_events(self, events: Sequence[Event]) -> None:
        """Queue the notes on events that the viewer sees for the first time."""
        for note in load_first_time_notes(self._game) if self._newcomer.wanted else ():
            if self._newcomer.knows(self._note_id(note)) or any(note is one for one, _ in self._waiting):
                continue
            found = next((event for event in events if note.is_about(event)), None)
            if found is not None:
                self._waiting.append((note, self._table.pieces_of(found)))

    def forget(self) -> None:
        """Forget queued notes when the viewer changes; they come up again another time."""
        self._waiting.clear()
        self._message = None

    def build_sheets(self, panels: Sequence[Widget]) -> list[Widget]:
        """Return the callout of the note that is shown now, or []."""
        if not self._waiting or self._is_tight:
            self._lying = None
            return []
        if self._message and self._message is self._page.toast:
            self._page.hush()
        self._message = None
        note, pieces = self._waiting[0]
        sheet, now = NoteSheet(note), self._lying
        if now is None or now.note is not note:
            self._lying = now = VisibleNote(note, sheet, self._current_moment, reading_time(note))
        now.sheet = sheet
        taught, about = self._table.lesson_hooks(), partial(self._find_targets, pieces)
        taken, lesser = partial(taught.control_rects, panels), partial(taught.occupied_rects, panels)
        return [Callout(sheet, WIDTHS, about, taught, taken, "", lesser=lesser)]

    def show_message(self) -> None:
        """Show the note as a message in a window without room for a sheet, until it could be read."""
        if not (self._waiting and self._is_tight) or self._page.toast or len(self._page.layers) > 1:
            return
        if self._message is None:
            note, _ = self._waiting[0]
            self._message = Toast(note.title, note.words, note.rule)
            self._message.left, self._message.clear = reading_time(note), self._list_obstacles
        self._page.say(self._message)

    def _list_obstacles(self) -> Sequence[pygame.Rect]:
        """Return the rectangles that a message should not hide, controls with more weight."""
        taught, (_, *shown) = self._table.lesson_hooks(), self._page.layers[0].children  # all but the surface
        return [*(WEIGHT * [*taught.control_rects(shown)]), *taught.occupied_rects(shown), *taught.label_rects()]

    @property
    def pulse(self) -> int:
        """Return the milliseconds until the visible note could be read, or 0 without a note."""
        return max(0, self._lying.left) if self._lying and self._waiting else 0

    def attend(self, elapsed: int) -> None:
        """Let `elapsed` milliseconds pass while the note is visible and nothing else moves."""
        message, now = self._message, self._lying
        gone = message is not None and message is not self._page.toast and (message.put_away or message.left <= 0)
        if gone and self._is_tight:
            self._mark_read()
        if now is None or not self._waiting or len(self._page.layers) > 1 or self._page.playing:
            return
        now.left -= elapsed
        pointed = any(one.hovered for one in now.sheet.walk())
        if now.left <= 0 and not pointed and now.moment != self._current_moment:
            self._mark_read()

    def has_notes(self) -> bool:
        """Return True if notes of this game were read."""
        return bool(self._read_notes)

    @property
    def _read_notes(self) -> Sequence[FirstTimeNote]:
        return [note for note in load_first_time_notes(self._game) if self._newcomer.told(self._note_id(note))]

    @property
    def _current_moment(self) -> str:
        """Return turn and phase of the game."""
        caption = self._table.build_caption()
        return f"{caption.turn} {caption.phase}"

    @property
    def _is_tight(self) -> bool:
        room = WindowLayout(self._page.theme, self._page.size)
        return room.is_low or room.is_narrow

    def _find_targets(self, pieces: tuple[str, ...]) -> Sequence[pygame.Rect]:
        theme, taught = self._page.theme, self._table.lesson_hooks()
        area = area_between_bars(theme, pygame.Rect((0, 0), self._page.size))
        found = (spot_around(taught.locate(f"ship {piece}"), theme) for piece in pieces[:1])
        return [spot.rect for spot in found if spot and area.collidepoint(spot.centre)]

    def _note_id(self, note: FirstTimeNote) -> str:
        return f"{self._game}: {note.title}"

    def _mark_read(self) -> None:
        if self._waiting:
            note, _ = self._waiting.pop(0)
            self._newcomer.read(self._note_id(note))
            self._put_away()

    def _open_rule(self) -> None:
        if self._waiting:
            rule = self._waiting[0][0].rule
            self._mark_read()
            self._read(rule)

    def _stop_notes(self) -> None:
        self._newcomer.enough()
        self._waiting.clear()
        self._put_away()

    def _open_list(self) -> None:
        self._page.close()
        self._page.open(build_notes_dialog(self._read_notes))

    def _put_away(self) -> None:
        self._lying = self._message = None
        self._table.lesson_hooks().set_sheet(None)
        self._page.rebuild()
