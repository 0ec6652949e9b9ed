"""What comes up for the first time is told once: what it means, and where it stands in the rulebook."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from tabletop.core.events import Event
from tabletop.rulebook.blocks import TextRun
from tabletop.rulebook.book import FirstTimeNote, load_first_time_notes
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.input import Input
from tabletop.ui.screen import Transition
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.table.afloat import WEIGHT, Afloat, between_bars
from tabletop.ui.screens.table.spot import around
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
"""Of a note, and where that hides less, design pixels."""
INSET = 14
NOTICED, LETTER = 2000, 60
"""Milliseconds until a note is noticed, and that a letter of it takes a slow reader."""
SEEN, NEVER, RULE = "note.seen", "note.never", "note.rule"
"""Its buttons."""
SO_FAR = "menu.notes"
"""The button of the menu that shows all that were told."""


class NoteSheet(Widget):
    """The dark paper of a note."""

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

    def measure(self, theme: Theme, width: int) -> Size:
        """The words, and room around them."""
        inset = 2 * theme.px(INSET)
        return width, self.children[0].measured(theme, width - inset)[1] + inset

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Within its edge."""
        self.rect, self.dirty = pygame.Rect(rect), True
        self.children[0].place(theme, rect.inflate(-2 * theme.px(INSET), -2 * theme.px(INSET)))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Dark, with a brass line at its left."""
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.tooltip, INKS.tooltip_edge, theme.px(1), 250), self.rect)
        surface.fill(INKS.brass, (self.rect.x, self.rect.y, theme.px(4), self.rect.h))

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Nothing goes through it to what lies beneath."""
        return CONSUMED if given.kind != "key" else None


@dataclass
class Lying:
    """The note that is in sight.

    Attributes:
        note: what it says, and the `sheet` that shows it.
        moment: in the game, when it came to lie there.
        left: milliseconds that reading it still takes.
    """

    note: FirstTimeNote
    sheet: Widget
    moment: str
    left: int


def reading(note: FirstTimeNote) -> int:
    """Milliseconds that a slow reader takes for a note."""
    return NOTICED + LETTER * len(note.title + note.words)


def so_far(notes: Sequence[FirstTimeNote]) -> Stack:
    """All that was told, each with its rule."""

    def told(note: FirstTimeNote) -> Widget:
        rule = LinkedText((TextRun(note.rule, link=note.rule),), LABEL)
        return Column([Text(note.title, STRONG), Text(note.words, BODY), rule], gap=2)

    return dialog(
        "Notes shown so far", Column([*map(told, notes)], gap=14), [closing("Close", "primary")], ident="notes-so-far"
    )


class NewcomerNotes:
    """The notes of a table, one at a time; each goes by itself once it could be read and its moment is over.

    Attributes:
        presses: what their buttons do.
    """

    def __init__(
        self, page: Page, game: str, table: GameTable, newcomer: Newcomer, read: Callable[[str], None]
    ) -> None:
        """`read` opens the rulebook at an identifier."""
        self._page, self._game, self._table, self._newcomer = page, game, table, newcomer
        self._read = read
        self._waiting: list[tuple[FirstTimeNote, tuple[str, ...]]] = []
        self._lying: Lying | None = None
        self._message: Toast | None = None
        """The first note in a window without room for a sheet."""
        self.presses: Presses[Transition | None] = {
            SEEN: self._seen, NEVER: self._enough, RULE: self._open, SO_FAR: self._list,
        }  # fmt: skip

    def hear(self, events: Sequence[Event]) -> None:
        """What has happened, as whoever looks may know it."""
        for note in load_first_time_notes(self._game) if self._newcomer.wanted else ():
            if self._newcomer.knows(self._id(note)) or any(note is one for one, _ in self._waiting):
                continue
            found = next((event for event in events if note.is_about(event)), None)
            if found is not None:
                self._waiting.append((note, self._table.pieces_of(found)))

    def forget(self) -> None:
        """Another looks at the table: what was not read comes up again another time."""
        self._waiting.clear()
        self._message = None

    def sheets(self, panels: Sequence[Widget]) -> list[Widget]:
        """The note that is shown now, beside what it speaks of and clear of the panels."""
        if not self._waiting or self._tight:
            self._lying = None
            return []
        if self._message and self._message is self._page.toast:
            self._page.hush()
        self._message = None
        note, pieces = self._waiting[0]
        sheet, now = NoteSheet(note), self._lying
        if now is None or now.note is not note:
            self._lying = now = Lying(note, sheet, self._moment, reading(note))
        now.sheet = sheet
        taught, about = self._table.lesson_hooks(), partial(self._about, pieces)
        taken, lesser = partial(taught.control_rects, panels), partial(taught.occupied_rects, panels)
        return [Afloat(sheet, WIDTHS, about, taught, taken, "", lesser=lesser)]

    def whisper(self) -> None:
        """In a window without room for a sheet a note is a message of the table, until it could be read.

        Whatever else has taken it away, it comes again.
        """
        if not (self._waiting and self._tight) or self._page.toast or len(self._page.layers) > 1:
            return
        if self._message is None:
            note, _ = self._waiting[0]
            self._message = Toast(note.title, note.words, note.rule)
            self._message.left, self._message.clear = reading(note), self._kept_clear
        self._page.say(self._message)

    def _kept_clear(self) -> Sequence[pygame.Rect]:
        """What a message hides only where there is no room elsewhere: above all what can be used."""
        taught, (_, *shown) = self._table.lesson_hooks(), self._page.layers[0].children  # all but the surface
        return [*(WEIGHT * [*taught.control_rects(shown)]), *taught.occupied_rects(shown), *taught.label_rects()]

    @property
    def pulse(self) -> int:
        """Milliseconds until the note that is in sight could be read; 0 without one."""
        return max(0, self._lying.left) if self._lying and self._waiting else 0

    def attend(self, elapsed: int) -> None:
        """Let time pass; it counts while the note is in sight and nothing else moves."""
        message, now = self._message, self._lying
        gone = message is not None and message is not self._page.toast and (message.put_away or message.left <= 0)
        if gone and self._tight:
            self._seen()
        if now is None or not self._waiting or len(self._page.layers) > 1 or self._page.playing:
            return
        now.left -= elapsed
        pointed = any(one.hovered for one in now.sheet.walk())
        if now.left <= 0 and not pointed and now.moment != self._moment:
            self._seen()

    def noted(self) -> bool:
        """Whether notes of the game were read, or could be."""
        return bool(self._told)

    @property
    def _told(self) -> Sequence[FirstTimeNote]:
        return [note for note in load_first_time_notes(self._game) if self._newcomer.told(self._id(note))]

    @property
    def _moment(self) -> str:
        """The phase of the game, as the bar tells it."""
        caption = self._table.build_caption()
        return f"{caption.turn} {caption.phase}"

    @property
    def _tight(self) -> bool:
        room = WindowLayout(self._page.theme, self._page.size)
        return room.is_low or room.is_narrow

    def _about(self, pieces: tuple[str, ...]) -> Sequence[pygame.Rect]:
        theme, taught = self._page.theme, self._table.lesson_hooks()
        area = between_bars(theme, pygame.Rect((0, 0), self._page.size))
        found = (around(taught.locate(f"ship {piece}"), theme) for piece in pieces[:1])
        return [spot.rect for spot in found if spot and area.collidepoint(spot.centre)]

    def _id(self, note: FirstTimeNote) -> str:
        return f"{self._game}: {note.title}"

    def _seen(self) -> None:
        if self._waiting:
            note, _ = self._waiting.pop(0)
            self._newcomer.read(self._id(note))
            self._gone()

    def _open(self) -> None:
        if self._waiting:
            rule = self._waiting[0][0].rule
            self._seen()
            self._read(rule)

    def _enough(self) -> None:
        self._newcomer.enough()
        self._waiting.clear()
        self._gone()

    def _list(self) -> None:
        self._page.close()
        self._page.open(so_far(self._told))

    def _gone(self) -> None:
        self._lying = self._message = None
        self._table.lesson_hooks().set_sheet(None)
        self._page.rebuild()
