"""What the settings show of keys and colours: a line for each key, a sample of each palette."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin

import pygame

from tabletop.ui import palettes, rebinding
from tabletop.ui.input import Input
from tabletop.ui.keys import shown
from tabletop.ui.palettes import DRESSES, Dress
from tabletop.ui.rebinding import NUMBERS, Row
from tabletop.ui.text import BODY, LABEL, SMALL, elided, size_of, write_at
from tabletop.ui.theme import INKS, Palette, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import CAP, cap_width, draw_cap
from tabletop.ui.widgets.draw import boxed, draw_focus, rounded
from tabletop.ui.widgets.report import Chosen, Report

KEY = "key"
"""Id of what the lines of keys report; the value is the name of the line."""
ASKED = "press a key"


SMALLER = (15, 14, 13, 12)
"""Sizes of what a key does, design pixels: the largest in which it is whole."""


def fitting(words: Sequence[str], room: int, scale: int) -> tuple[str, float]:
    """What a key does, as much of it as fits whole, and in what size; the tooltip has all of it."""
    whole = [" · ".join(words[:many]).capitalize() + " …" * (many < len(words)) for many in range(len(words), 0, -1)]
    fits = ((told, size) for told in whole for size in SMALLER if size_of(told, BODY.at(size), scale)[0] <= room)
    return next(fits, (elided(whole[0], BODY.at(SMALLER[-1]), room, scale), SMALLER[-1]))


class KeyLine(Widget):
    """What a key does, and the key: red with what else it does where two clash, lit while another is `awaited`."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, row: Row, *, clash: Row | None, awaited: bool) -> None:
        self.row, self.clash, self.awaited = row, clash, awaited
        super().__init__(f"{KEY}.{row.name}", tip=Tip(", ".join(row.words).capitalize(), self._told(), ""))

    def _told(self) -> str:
        where = f"Works on: {', '.join(sorted(self.row.where))}."
        return f"{where} “{self.clash.words[0]}” uses this key there." if self.clash else where

    def measure(self, theme: Theme, width: int) -> Size:
        """A line."""
        return min(width, theme.px(230)), theme.px(26)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Words at the left, the key at the right."""
        if self.focused or self.awaited:
            draw_focus(surface, theme, self.rect.inflate(-2 * theme.px(4), -2 * theme.px(3)))
        if self.hovered or self.clash or self.awaited:
            edge = INKS.danger if self.clash else INKS.paper_2
            surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, edge, theme.px(1)), self.rect)
        ink, pad = INKS.danger if self.clash else INKS.ink if self.enabled else INKS.ink_2, theme.px(8)
        right = self._paint_key(surface, theme, self.rect.right - pad)
        words, size = fitting(self.row.words, right - self.rect.x - 2 * pad, theme.scale)
        write_at(surface, theme, words, BODY.at(size).tinted(ink), midleft=(self.rect.x + pad, self.rect.centery))

    def _paint_key(self, surface: pygame.Surface, theme: Theme, right: int) -> int:
        """Where it begins."""
        if self.awaited:
            wide = size_of(ASKED, LABEL, theme.scale)[0]
            write_at(surface, theme, ASKED, LABEL.tinted(INKS.brass_dark), midright=(right, self.rect.centery))
            return right - wide
        now = rebinding.struck(self.row)
        cap = f"{shown(now.replace(NUMBERS, '1'))}–9" if NUMBERS in now else shown(now)
        ink = INKS.danger if self.clash else INKS.brass_dark if now != self.row.code else INKS.ink
        box = pygame.Rect(0, 0, cap_width(theme, cap), theme.px(CAP))
        box.midright = (right, self.rect.centery)
        draw_cap(surface, theme, cap, box, ink, ink)
        if not self.clash:
            return box.x
        also = f"also {self.clash.words[0]}"
        write_at(surface, theme, also, SMALL.tinted(INKS.danger), midright=(box.x - theme.px(6), self.rect.centery))
        return box.x - theme.px(6) - size_of(also, SMALL, theme.scale)[0]

    def activate(self) -> Report | None:
        """Another key is wanted."""
        return Chosen(KEY, self.row.name)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click, or Enter with the focus on it."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


DRESS = "dress"
"""Id of what the samples report; the value is the palette."""
SAMPLE = (62, 84)
"""Least width of a sample, and its height, design pixels."""


class Sample(Widget):
    """A palette as it shows the sea: the bands of fire and the badges of the sides."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, name: Dress, *, worn_now: bool) -> None:
        super().__init__(f"{DRESS}.{name}", tip=Tip(DRESSES[name]), grow=1)
        self.name, self.worn_now = name, worn_now

    def measure(self, theme: Theme, width: int) -> Size:
        """The picture, and its name below."""
        return theme.px(SAMPLE[0]), theme.px(SAMPLE[1] + 40)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """A brass frame round the one that is worn."""
        picture = pygame.Rect(self.rect.x, self.rect.y, self.rect.w, theme.px(SAMPLE[1])).inflate(-4, -4)
        if self.focused:
            draw_focus(surface, theme, picture)
        frame = INKS.brass if self.worn_now else INKS.foot if self.hovered else INKS.edge
        frame_wide = theme.px(4 if self.worn_now else 1)
        around = picture.inflate(2 * frame_wide, 2 * frame_wide)
        surface.blit(rounded(around.size, theme.px(3), frame), around)
        surface.blit(_sample(self.name, picture.size), picture)
        style, first, _, last = LABEL if self.worn_now else BODY.at(15), *DRESSES[self.name].partition(" ")
        for number, line in enumerate((first, last)):
            y = picture.bottom + theme.px(14 + 18 * number)
            write_at(surface, theme, line, style, center=(picture.centerx, y))

    def activate(self) -> Report | None:
        """It is to be worn."""
        return Chosen(DRESS, self.name)

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """A click, or Enter with the focus on it."""
        return self.activate() if given.kind == "key" and given.key in ("Enter", "Space") else self.clicked(given)


_FINE = 3


@lru_cache(maxsize=8)
def _sample(name: Dress, size: Size) -> pygame.Surface:
    inks, (wide, high) = palettes.palette(name), (size[0] * _FINE, size[1] * _FINE)
    made = pygame.Surface((wide, high))
    made.fill(inks.sea)
    reach = min(wide * 0.82, high * 1.15)
    bands = ((inks.long, 1.0, 34), (inks.medium, 0.66, 56), (inks.point_blank, 0.33, 88))
    for shade, share, alpha in bands:
        _band(made, shade, reach * share, alpha)
    side = min(high // 5, wide // 7)
    for number, draw in enumerate((_british, _french, _spanish)):
        box = pygame.Rect(0, 0, side, side)
        box.center = (round(wide * (0.24 + 0.26 * number)), high - side)
        draw(made, inks, box)
    return pygame.transform.smoothscale(made, size)


def _band(made: pygame.Surface, shade: tuple[int, int, int], reach: float, alpha: int) -> None:
    """A field of fire to the right of a ship at the left edge."""
    wide, high = made.get_size()
    start = (wide * 0.1, high * 0.4)
    rim = [(start[0] + reach * cos(radians(a)), start[1] + reach * sin(radians(a))) for a in range(-22, 23, 2)]
    wash = pygame.Surface(made.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(wash, (*shade, alpha), [start, *rim])
    pygame.draw.lines(wash, (*shade, 245), False, rim, 3 * _FINE)
    made.blit(wash, (0, 0))


def _british(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    made.fill(inks.british, box.inflate(4, 4))
    made.fill(inks.cream, box)
    arm = max(2, box.w // 4)
    made.fill(inks.british, (box.centerx - arm // 2, box.y, arm, box.h))
    made.fill(inks.british, (box.x, box.centery - arm // 2, box.w, arm))


def _french(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    pygame.draw.circle(made, inks.french, box.center, box.w // 2 + 3)
    pygame.draw.rect(made, inks.cream, (box.centerx - box.w // 6, box.y + 3, box.w // 3, box.h - 6))


def _spanish(made: pygame.Surface, inks: Palette, box: pygame.Rect) -> None:
    wide = box.inflate(8, 8)
    pygame.draw.polygon(made, inks.danger, [wide.midtop, wide.midright, wide.midbottom, wide.midleft])
    pygame.draw.polygon(made, inks.spanish, [box.midtop, box.midright, box.midbottom, box.midleft])
