"""The cards that were drawn last, turned up one after the other, with what each did."""

from collections.abc import Callable, Iterable, Iterator

import pygame

from tabletop.ui.boards.decks_of_glory.panels.deck import DeckTray
from tabletop.ui.boards.decks_of_glory.panels.playing_card import Pip, PlayingCard
from tabletop.ui.boards.decks_of_glory.reveal import Told
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.text import BODY, LABEL, SMALL, STRONG, Run
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

PADDING = 14
ENTRIES = 40
"""Entries that the sheet holds."""


class DrawnSheet(Panel):
    """Turns up what is still face down as time passes, keeping the latest entry in sight; below lies the deck."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._theme = Theme()
        self._count = -1
        self._entry: Callable[[Told], Widget] = _entry
        self.tray = DeckTray(viewer.state)
        self._list = self._filled()
        super().__init__(self._column(), ident="drawn", padding=PADDING)

    def _filled(self) -> Scroll:
        shown = self._viewer.drawn.shown
        self._count = len(shown)
        gap = 8 if self._entry is _entry else 2
        return Scroll(Column(list(_entries(shown, self._entry)), gap=gap), ident="drawn.scroll")

    def _column(self) -> Column:
        return Column([self._list, Rule(), self.tray], gap=8)

    def heights(self, theme: Theme, width: int) -> tuple[int, int]:
        """What the deck alone needs, margins with it, and what the entries need besides."""
        side = theme.px(PADDING)
        deck = self.tray.measure(theme, width - 2 * side)[1] + 2 * side
        return deck, self._list.measure(theme, width - 2 * side)[1] + 2 * theme.px(8) + theme.px(1)

    def fit(self, theme: Theme, width: int, most: int) -> int:
        """Lay out the entries as fully as so much height has room for, else each in a line; what height they need."""
        for self._entry in (_entry, _close, _terse):
            visible, self._list = self._list.visible, self._filled()
            self._list.visible = visible
            needed = self.heights(theme, width)[1]
            if needed <= most:
                break
        self.children = [self._column()]
        return needed

    def show(self, *, entries: bool, cards: bool) -> None:
        """With or without the entries, and the cards of the deck."""
        self._list.visible = self.children[0].children[1].visible = entries
        self.tray.cards = cards

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """At the latest entry."""
        self._theme = theme
        super().place(theme, rect)
        self._list.move(10**6)

    def tick(self, elapsed: int) -> bool:
        """Turn up what is due; whether more is to come."""
        self._viewer.drawn.tick(elapsed)
        if len(self._viewer.drawn.shown) != self._count and self.rect.w:
            visible, self._list = self._list.visible, self._filled()
            self.children = [self._column()]
            self.show(entries=visible, cards=self.tray.cards)
            self.place(self._theme, self.rect)
            self.touch()
        return super().tick(elapsed) or self._viewer.drawn.busy


def _entries(shown: tuple[Told, ...], entry: Callable[[Told], Widget]) -> Iterator[Widget]:
    """The entries of the latest turn, the oldest on top."""
    latest = shown[-1].turn if shown else 0
    kept = [one for one in shown if one.turn == latest][-ENTRIES:]
    for number, told in enumerate(kept):
        if number and entry is _entry:
            yield Rule()
        yield entry(told)
    if not kept:
        yield Text("Cards that are drawn are laid out here.", SMALL.tinted(INKS.muted))


def _terse(told: Told) -> Widget:
    """In a line: the cards by rank and suit, for what, and what came of it."""
    return _run_on(told, ())


def _close(told: Told) -> Widget:
    """As tersely, and what else is told of it."""
    return _run_on(told, told.lines)


def _run_on(told: Told, lines: Iterable[str]) -> Widget:
    ink = INKS.danger if told.grave else INKS.brass_dark if told.good else INKS.ink
    more = "; ".join(lines)
    runs = [Run(f"{told.title}  ", BODY.at(13)), Run(told.result, LABEL.at(13).tinted(ink))]
    words = Text([*runs, Run(f"  {more}", BODY.at(13).tinted(INKS.ink_2))] if more else runs, grow=1)
    return Row([*(Pip(card) for card in told.cards), words], gap=6, align="start")


def _entry(told: Told) -> Widget:
    words: list[Widget] = [Text(told.title, STRONG.at(15))]
    if told.result:
        ink = INKS.danger if told.grave else INKS.brass_dark if told.good else INKS.ink
        words.append(Text(told.result, LABEL.tinted(ink)))
    words += [Text(line, BODY.at(14).tinted(INKS.danger if told.grave and not told.cards else INKS.ink_2))
              for line in told.lines]  # fmt: skip
    if not told.cards:
        return Column(words, gap=2)
    marks = told.marks or ("",) * len(told.cards)
    if max(map(len, marks)) > 7:
        return Column([*words, *_named(told)], gap=4)
    cards: list[Widget] = [
        PlayingCard(card, mark, dim=mark == "0") for card, mark in zip(told.cards, marks, strict=True)
    ]
    return Row([*cards, Column(words, gap=1, grow=1)], gap=8, align="start")


def _named(told: Told) -> Iterator[Widget]:
    """Cards of several ships or sides, each with whose it is."""
    for card, mark in zip(told.cards, told.marks, strict=True):
        yield Row([PlayingCard(card), Text(mark, LABEL, grow=1)], gap=8, align="centre")
