"""The phases of a turn as chevrons, and the line of key caps at the bottom."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.ui import keys, rebinding
from tabletop.ui.text import Style, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import CAP, cap_width, draw_cap
from tabletop.ui.widgets.draw import icon, shade

CHEVRON = (150, 36)
_PHASE = Style("semibold", 16)
_POINT = 14
_FINE = 4


@lru_cache(maxsize=64)
def _chevron(
    size: Size, point: int, fills: tuple[Colour, Colour], edge: Colour, pen: int, first: bool
) -> pygame.Surface:
    wide, high = size[0] * _FINE, size[1] * _FINE
    nose, notch = point * _FINE, 0 if first else point * _FINE
    body = wide - nose - 1
    outline = [(0, 0), (body, 0), (wide - 1, high // 2), (body, high - 1), (0, high - 1), (notch, high // 2)]
    made = pygame.Surface((wide, high), pygame.SRCALPHA)
    made.fill((*edge, 0))
    pygame.draw.polygon(made, (255, 255, 255, 255), outline)
    shade(made, *fills)
    pygame.draw.lines(made, edge, True, outline, pen * _FINE)
    return pygame.transform.smoothscale(made, size)


class PhaseRibbon(Widget):
    """What is done, what is on, what comes."""

    def __init__(self, phases: Sequence[str], current: str, *, least: int = CHEVRON[0]) -> None:
        """The phases in order, the one that is on, and how wide a chevron is at least, interface pixels."""
        super().__init__("ribbon")
        self._least = least
        self.phases = tuple(phases)
        self.current = current

    def _width(self, theme: Theme) -> int:
        widest = max(size_of(phase, _PHASE, theme.scale)[0] for phase in self.phases)
        return max(theme.px(self._least), widest + theme.px(2 * _POINT + 30))

    def measure(self, theme: Theme, width: int) -> Size:
        """Chevrons that overlap by their points."""
        step = self._width(theme)
        return step * len(self.phases) + theme.px(_POINT), theme.px(CHEVRON[1])

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """From left to right."""
        now = self.phases.index(self.current) if self.current in self.phases else -1
        step = self._width(theme)
        for number, phase in enumerate(self.phases):
            box = pygame.Rect(
                self.rect.x + number * step, self.rect.y, step + theme.px(_POINT) - theme.px(2), self.rect.h
            )
            state = "done" if number < now else "now" if number == now else "next"
            self._paint_one(surface, theme, phase, box, state)

    def _paint_one(self, surface: pygame.Surface, theme: Theme, phase: str, box: pygame.Rect, state: str) -> None:
        fills, edge, ink = {
            "done": ((INKS.ribbon_done, INKS.ribbon_done), INKS.bar_edge, INKS.mist),
            "now": ((INKS.brass_top, INKS.brass_bottom), INKS.brass_edge, INKS.ink),
            "next": ((INKS.bar, INKS.bar), INKS.ribbon_done, INKS.mist),
        }[state]
        first = phase == self.phases[0]
        surface.blit(_chevron(box.size, theme.px(_POINT), fills, edge, theme.px(1), first), box)
        style = Style("bold" if state == "now" else "semibold", 16, ink)
        room = pygame.Rect(box.x + theme.px(_POINT // 2), box.y, box.w - theme.px(_POINT), box.h)
        if state == "done":
            words = size_of(phase, style, theme.scale)[0]
            surface.blit(
                icon("tick", theme.px(16), INKS.brass_light),
                (room.centerx - words // 2 - theme.px(16), room.centery - theme.px(8)),
            )
            room = room.move(theme.px(8), 0)
        write_at(surface, theme, phase, style, center=room.center)


HINTS_HEIGHT = 26


class Hints(Widget):
    """Key caps with what they do: as many as fit, the real bindings."""

    beyond = 0

    def __init__(self, names: Sequence[str], note: str = "") -> None:
        super().__init__("hints")
        self.names = tuple(names)
        self.note = note

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width, one line."""
        return width, theme.px(HINTS_HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The bar, a hairline, caps and words."""
        surface.fill(INKS.bar, self.rect)
        surface.fill(INKS.bar_edge, (self.rect.x, self.rect.y, self.rect.w, theme.px(1)))
        words = Style("body", 14, INKS.mist)
        note = rendered(self.note, words.tinted(INKS.dim), theme.scale) if self.note else None
        right = self.rect.right - theme.px(24) - (note.get_width() + theme.px(24) if note else 0)
        left = self.rect.x + theme.px(24)
        for name in self.names:
            if rebinding.called(name):
                left = self._paint_one(surface, theme, name, left, right)
        if note:
            surface.blit(note, note.get_rect(midright=(self.rect.right - theme.px(24), self.rect.centery)))

    def _paint_one(self, surface: pygame.Surface, theme: Theme, name: str, left: int, right: int) -> int:
        cap = rebinding.called(name)
        wide = cap_width(theme, cap)
        words = rendered(keys.KEYS[name].words, Style("body", 14, INKS.mist), theme.scale)
        after = left + wide + theme.px(6) + words.get_width()
        if after > right:
            return right + 1
        box = pygame.Rect(left, 0, wide, theme.px(CAP) - theme.px(1))
        box.centery = self.rect.centery
        draw_cap(surface, theme, cap, box, INKS.cream, INKS.bar_edge)
        surface.blit(words, words.get_rect(midleft=(box.right + theme.px(6), self.rect.centery)))
        return after + theme.px(20)
