"""The reader: the sheet that shows the name and text of a card, and what the game adds line by line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import pygame

from tabletop.ui.boards.cards import art
from tabletop.ui.boards.cards.drawing import draw_inset
from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import CHANGES, Size, Tip, Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

INK = 4
"""How far letters may reach beyond their lines, both sides together, design pixels."""
_TITLE = Style("title", 22, INKS.ink)


@dataclass(frozen=True)
class Section:
    """Pairs of text and amount under a heading; a pair without an amount is plain text.

    `rule` is the rule that they follow from, or "".
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    note: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Reading:
    """The contents of the reader: a title, words, sections under rules, and the scene of a card if there is room."""

    title: str
    words: str = ""
    sections: tuple[Section, ...] = ()
    scene: CardLook | None = None


def build_reading(look: CardLook) -> Reading:
    """Build the reading of what is printed on a card."""
    value = f"{look.suit}, value {look.value}." if look.value and look.suit else look.suit
    return Reading(look.title, "\n".join(part for part in (value, look.words) if part), scene=look)


class Scene(Widget):
    """The scene of a card at full width; empty for a card without one."""

    def __init__(self, look: CardLook) -> None:
        super().__init__()
        self.look = look

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the width and the height of the scene, 0 without one."""
        picture = art.vignette(self.look, width - 2 * theme.px(1))
        return width, picture.get_height() + 2 * theme.px(1) if picture else 0

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the scene in its frame."""
        picture, pen = art.vignette(self.look, self.rect.w - 2 * theme.px(1)), theme.px(1)
        if picture is not None:
            draw_inset(surface, picture, self.rect.inflate(-2 * pen, -2 * pen), pen, 0)


def build_lines(rows: Sequence[tuple[str, str]], rule: str = "") -> list[Widget]:
    """Build rows of text and amount, the amount flush right; `rule` is the rule that they follow from."""
    made: list[Widget] = [
        Row([Text(what, BODY.at(15), grow=1), Label(much, LABEL)], gap=8) if much else Text(what, BODY.at(15))
        for what, much in rows
    ]
    return [one.by(rule) for one in made]


def build_content(reading: Reading) -> Column:
    """Build the words and sections of a reading as widgets, for any sheet."""
    parts: list[Widget] = [Text(reading.words, BODY, leading=1.08)] if reading.words else []
    for section in reading.sections:
        parts += [Rule()] if parts else []
        parts += [Text(section.title, STRONG)] if section.title else []
        parts += build_lines(section.lines, section.rule)
        parts += [Text(section.note, SMALL.tinted(INKS.muted))] if section.note else []
    return Column(parts, gap=8)


def build_sheet(reading: Reading, ident: str = "", tip: Tip | None = None) -> Panel:
    """Build a panel with a reading, e.g. for odds or the best hand."""
    made = Panel(Scroll(build_content(reading)), reading.title, ident=ident)
    made.tip = tip
    return made


@dataclass(frozen=True)
class _KeptReading:
    """A reading that was laid out, and its picture once it was drawn."""

    children: list[Widget]
    rect: pygame.Rect
    written: pygame.Rect
    picture: pygame.Surface | None


class Reader(Panel):
    """A panel that shows another reading without a new layout of the window. Readings are kept once shown.

    Args:
       looked_at: returns the card to read; "" for none.
       read: returns the reading of a card, or of "".

    Attributes:
       reading: the reading that is shown.
       written_rect: the part of the panel with text.
    """

    def __init__(self, looked_at: Callable[[], str], read: Callable[[str], Reading]) -> None:
        self._looked_at, self._read = looked_at, cache(read)
        self._card, self.reading = looked_at(), self.wanted_reading
        self.written_rect = pygame.Rect(0, 0, 0, 0)
        self._laid = False
        self._kept: dict[str, _KeptReading] = {}
        super().__init__(self._scroll(self.reading), "", ident="reader")

    @property
    def wanted_reading(self) -> Reading:
        """Return the reading that should be shown now."""
        return self._read(self._looked_at())

    @property
    def is_outdated(self) -> bool:
        """Return True if another card should be read than the one that is shown."""
        return self._card != self._looked_at()

    @staticmethod
    def _scroll(reading: Reading) -> Scroll:
        head: list[Widget] = [Text(reading.title, _TITLE), Rule(INKS.ink, 1.4)] if reading.title else []
        scene = [Scene(reading.scene)] if reading.scene and reading.scene.art else []
        return Scroll(Column([*head, build_content(reading), *scene], gap=10), ident="reader.scroll")

    def show_wanted(self) -> bool:
        """Show the wanted reading. Return True if it has been placed before and needs no placing."""
        if self._laid:
            picture = None if self.has_changed() else self._picture
            self._kept[self._card] = _KeptReading(self.children, self.rect, self.written_rect, picture)
        self._card, self.reading = self._looked_at(), self.wanted_reading
        kept = self._kept.get(self._card)
        self._laid = kept is not None
        if kept is None:
            self.children = [self._scroll(self.reading)]
        else:
            self._restore(kept)
        return self._laid

    def _restore(self, kept: _KeptReading) -> None:
        CHANGES.placed += kept.rect != self.rect
        self.children, self.rect, self.written_rect, self._picture = (
            kept.children,
            kept.rect,
            kept.written,
            kept.picture,
        )
        self.dirty = kept.picture is None

    def adopt(self, old: Widget) -> None:
        """Take over the scroll position if `old` shows the same reading."""
        super().adopt(old)
        if isinstance(old, Reader) and old.reading == self.reading and old.children:
            self.children[0].adopt(old.children[0])

    def forget(self) -> None:
        """Forget all kept readings."""
        self._kept.clear()

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the reading; the scene is left out if the text would not fit with it."""
        super().place(theme, rect)
        self._laid = True
        scroll = self.children[0]
        if self.reading.scene and isinstance(scroll, Scroll) and scroll.overflowing:
            scroll = self._scroll(replace(self.reading, scene=None))
            self.children = [scroll]
            super().place(theme, rect)
        high = scroll.content if isinstance(scroll, Scroll) else scroll.rect.h
        around = pygame.Rect(*scroll.rect.topleft, scroll.rect.w, min(scroll.rect.h, high)).inflate(2 * [theme.px(INK)])
        self.written_rect = around.clip(rect)

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the whole width and the height of the reading."""
        return width, super().measure(theme, width)[1]
