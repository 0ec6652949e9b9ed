"""The games on the title: cards side by side, slim ones in rows, or in a small window their titles alone."""

import pygame

from tabletop.core.game import Meta
from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.screens.backend import Backend
from tabletop.ui.text import NAME, SUBTITLE, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Picture
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import rounded
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import CONSUMED, Pressed, Report

CARD_WIDTH, LOW_CARD_WIDTH, LEAST = 336, 240, 216
"""Of a game on the shelf at most, in a low window, and at least, design pixels."""
PICTURE, LOW_PICTURE = 0.8, 0.72
"""Height of its picture over the width, and in a low window."""
SLIM, SLIM_PICTURES = 270, (104, 72)
"""Least width of a game where they stand in several rows, and of its picture then, design pixels."""
ROW = 250
"""Least width of a game without a picture, design pixels."""
GAP, SLIM_GAP = 20, 12
"""Between two games, and between two with the smallest pictures, design pixels."""
_LENGTH = Style("body", 15, INKS.ink_2)


class GameCard(Panel):
    """A game of the shelf: picture, name, size. A click anywhere on it plays."""

    def __init__(self, child: Widget, button: str) -> None:
        """`button` is the id of the one that plays."""
        super().__init__(child, padding=12)
        self.button = button

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A brass ring around the paper."""
        ring = self.rect.inflate(2 * theme.px(6), 2 * theme.px(6))
        surface.blit(rounded(ring.size, theme.px(5), INKS.brass_light), ring)
        inner = self.rect.inflate(2 * theme.px(3), 2 * theme.px(3))
        surface.blit(rounded(inner.size, theme.px(4), INKS.outline), inner)
        super().paint(surface, theme)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Play it."""
        return self.clicked(given) or (CONSUMED if given.kind == "pressed" else None)

    def activate(self) -> Report | None:
        """As its button."""
        return Pressed(self.button)


class Shelf:
    """The games, in several forms.

    Args:
        begun: whether there is a match to go on with; without one the first game is offered in brass.
    """

    def __init__(self, backend: Backend, *, begun: bool) -> None:
        self._backend, self._begun = backend, begun
        self._games = [game.meta for game in backend.games().values()]
        self._foremost = self._games[0].id if self._games and not begun else ""

    def cards(self, room: float, ratio: float) -> Widget:
        """The games side by side; where they are too many for a row, in rows of slim cards that all are in view."""
        most = max(1, len(self._games))
        if most * (LEAST + GAP) <= room + GAP:
            cards = [self._card(meta, ratio) for meta in self._games]
            wide = CARD_WIDTH if ratio == PICTURE else LOW_CARD_WIDTH
            return Sized(Grid(cards, least=LEAST, gap=GAP, most=most), min(wide * most, room))
        return self.slim(room, SLIM_PICTURES[0])

    def slim(self, room: float, picture: float) -> Widget:
        """In even rows, each picture so wide."""
        gap, least = GAP if picture == SLIM_PICTURES[0] else SLIM_GAP, SLIM - SLIM_PICTURES[0] + picture
        columns = max(1, int((room + gap) // (least + gap)))
        rows = max(1, -(-len(self._games) // columns))
        cards = [self._slim(meta, picture) for meta in self._games]
        return Sized(Grid(cards, least=least, gap=gap, most=max(1, -(-len(cards) // rows))), room)

    def rows(self, room: float) -> Widget:
        """The games by their titles alone, and their subtitles where another has the same; not on brass."""
        titles = [meta.title for meta in self._games]
        key = keys.key("new_game" if self._begun else "accept")
        buttons = [
            Button(
                f"play.{meta.id}", meta.title, "primary" if self._foremost == meta.id else "secondary", size=18,
                height=38, left=True, key=key, show_key=False, grow=1,
                aside=meta.subtitle if titles.count(meta.title) > 1 and meta.id != self._foremost else "",
                tip=Tip(f"{meta.title}: {meta.subtitle}", f"{meta.players}, {meta.length}."),
            )
            for meta in self._games
        ]  # fmt: skip
        return Sized(Grid(buttons, least=ROW, gap=6, most=2), room)

    def _card(self, meta: Meta, ratio: float) -> Widget:
        facts = [Label(meta.players, Style("semibold", 15, INKS.ink_2)), Label(meta.length, _LENGTH)]
        about: list[Widget] = [
            Picture(lambda size, _: self._backend.cover(meta.id, size), ratio=ratio),
            Pad(Text(meta.title, Style("title", 26 if ratio == PICTURE else 21)), (8, 8, 8, 0)),
            Pad(Text(meta.subtitle, NAME.at(SUBTITLE.size if ratio == PICTURE else 16)), (8, 0, 8, 4)),
            Pad(Rule(), (8, 0, 8, 0)),
            Pad(Row([Column(facts, gap=2), Spacer(grow=1), self._play_button(meta)], align="centre"), (8, 8, 8, 4)),
        ]
        return GameCard(Column(about, gap=4), f"play.{meta.id}")

    def _slim(self, meta: Meta, wide: float) -> Widget:
        """The same with less: the picture stands beside the words."""
        picture = Picture(lambda size, _: self._backend.cover(meta.id, size), ratio=PICTURE)
        words = [Text(meta.title, Style("title", 19)), Text(meta.subtitle, NAME.at(15)), Text(meta.length, _LENGTH)]
        left = Sized(Column([picture, self._play_button(meta)], gap=8), wide)
        return GameCard(Row([left, Column(words, gap=3, grow=1)], gap=12), f"play.{meta.id}")

    def _play_button(self, meta: Meta) -> Button:
        return Button(
            f"play.{meta.id}",
            "Play",
            "primary" if self._foremost == meta.id else "secondary",
            size=18,
            key=keys.key("new_game" if self._begun else "accept"),
            show_key=False,
        )
