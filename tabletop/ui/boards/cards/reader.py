"""The sheet that reads a card aloud: its name, what it does, and what the game adds line by line."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui.boards.cards.look import CardLook
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import REACH, Size, Tip, Widget
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

_TITLE = Style("title", 22, INKS.ink)


@dataclass(frozen=True)
class Section:
    """Lines under a heading: what, and how much; a line whose second part is empty is plain text."""

    title: str
    lines: tuple[tuple[str, str], ...]
    note: str = ""


@dataclass(frozen=True)
class Reading:
    """What the reader shows: a title, words, and sections under rules."""

    title: str
    words: str = ""
    sections: tuple[Section, ...] = ()


def reading_of(look: CardLook) -> Reading:
    """What is printed on a card."""
    value = f"Value {look.value} in {look.suit}." if look.value and look.suit else look.suit
    return Reading(look.title, "\n".join(part for part in (value, look.words) if part))


def lines(rows: Sequence[tuple[str, str]]) -> list[Widget]:
    """What, and how much flush right: for odds, totals and limits."""
    return [
        Row([Text(what, BODY.at(15), grow=1), Label(much, LABEL)], gap=8) if much else Text(what, BODY.at(15))
        for what, much in rows
    ]


def content(reading: Reading) -> Column:
    """Words and sections as widgets, for any sheet."""
    parts: list[Widget] = [Text(reading.words, BODY, leading=1.08)] if reading.words else []
    for section in reading.sections:
        parts += [Rule()] if parts else []
        parts += [Text(section.title, STRONG)] if section.title else []
        parts += lines(section.lines)
        parts += [Text(section.note, SMALL.tinted(INKS.muted))] if section.note else []
    return Column(parts, gap=8)


def sheet(reading: Reading, ident: str = "", tip: Tip | None = None) -> Panel:
    """A panel of its own with the same kind of content, e.g. for odds or the best hand."""
    made = Panel(Scroll(content(reading)), reading.title, ident=ident)
    made.tip = tip
    return made


@dataclass(frozen=True)
class _Shown:
    """A reading as it was laid out, and its picture once it was drawn."""

    children: list[Widget]
    rect: pygame.Rect
    picture: pygame.Surface | None


class Reader(Panel):
    """Shows another reading without anything else being laid out anew; what it has shown once it need not write again.

    Attributes:
        reading: what it shows.
        laid: whether this has been placed.
    """

    def __init__(self, reading: Reading) -> None:
        self.reading, self.laid = reading, False
        self._kept: dict[Reading, _Shown] = {}
        super().__init__(self._scroll(reading), "", ident="reader")

    @staticmethod
    def _scroll(reading: Reading) -> Scroll:
        head: list[Widget] = [Text(reading.title, _TITLE), Rule(INKS.ink, 1.4)] if reading.title else []
        return Scroll(Column([*head, content(reading)], gap=10), ident="reader.scroll")

    def read(self, reading: Reading) -> bool:
        """Show this from now on; whether it is another. It must be placed, unless it is `laid`."""
        if reading == self.reading:
            return False
        if self.laid:
            holds = not self._stale and not self.dirty
            self._kept[self.reading] = _Shown(self.children, self.rect, self._picture if holds else None)
        kept = self._kept.get(reading)
        self.reading, self.laid = reading, kept is not None
        if kept is not None:
            Widget.placed += kept.rect != self.rect
            self.children, self.rect, self._picture = kept.children, kept.rect, kept.picture
            self._stale = []
            self.touch()
            self.dirty = kept.picture is None
        else:
            self.children = [self._scroll(reading)]
        return True

    def adopt(self, old: Widget) -> None:
        """Only the same reading stays where it was scrolled to."""
        super().adopt(old)
        if isinstance(old, Reader) and old.reading == self.reading and old.children:
            self.children[0].adopt(old.children[0])

    def written(self, theme: Theme) -> pygame.Rect:
        """From its upper edge to the end of what is written on it; below that there is only paper."""
        scroll = self.children[0]
        high = scroll.rect.y - self.rect.y + scroll.content if isinstance(scroll, Scroll) else self.rect.h
        return pygame.Rect(self.rect.x, self.rect.y, self.rect.w, min(self.rect.h, high + theme.px(REACH)))

    def forget(self) -> None:
        """Nothing that was shown holds any longer."""
        self._kept.clear()

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """From now on it is laid."""
        super().place(theme, rect)
        self.laid = True

    def measure(self, theme: Theme, width: int) -> Size:
        """As wide as there is room."""
        return width, super().measure(theme, width)[1]
