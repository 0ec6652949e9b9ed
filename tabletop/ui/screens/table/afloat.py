"""A card upon the playing surface: what it speaks of is not under it, nor, where there is room, a panel of the game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import pygame

from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.overlay import clear_place, hidden

GAP = 16
"""Around a sheet, design pixels."""
OFF = 44
"""From what is spoken of to the card, where there is room, design pixels."""
WEIGHT = 4
"""So much more it matters that what the card speaks of is seen than anything else."""
LINE = 2
"""Width of the line from the card to what it speaks of, design pixels."""

Dock = Literal["", "foot", "head", "either"]


def between_bars(theme: Theme, window: pygame.Rect) -> pygame.Rect:
    """What the bars leave of a window, without a gap at its edges."""
    room, gap = (
        WindowLayout(theme, window.size),
        theme.px(GAP if not WindowLayout(theme, window.size).is_low else GAP // 2),
    )
    high = window.h - room.top - room.bottom - 2 * gap
    return pygame.Rect(window.x + gap, window.y + room.top + gap, window.w - 2 * gap, high)


class Afloat(Widget):
    """The card upon the playing surface, beside what it speaks of, with a line to that.

    Args:
        card: at most as wide as the first of `widths`, design pixels; as another where it hides less so.
        about: what is ringed now, each with all that belongs to it.
        table: upon which it lies.
        taken: what should stay in sight besides.
        dock: ``head`` if it lies under the upper bar, ``foot`` over the lower, wherever that is what it speaks of;
            ``either`` of both where it hides less of that.
        plain: the card without what comes and goes at its foot: it is placed as that would be.
        lesser: what should stay in sight where all that is `taken` does.
        corner: near which part of the surface it lies where nothing is ringed; empty for what the table says.
    """

    def __init__(
        self, card: Widget, widths: Sequence[float], about: Callable[[], Sequence[pygame.Rect]], table: LessonHooks,
        taken: Callable[[], Iterable[pygame.Rect]], dock: Dock, plain: Widget | None = None,
        *, lesser: Callable[[], Sequence[pygame.Rect]] = tuple, corner: str = "",
    ) -> None:  # fmt: skip
        super().__init__()
        self.children = [card]
        self._widths, self._about, self._table, self._taken, self._dock = widths, about, table, taken, dock
        self._plain, self._lesser, self._corner = plain or card, lesser, corner or table.sheet_corner
        self._theme = Theme()
        self._spoken: tuple[pygame.Rect, ...] = ()
        self._over: list[pygame.Rect] = []
        """Under what the line passes."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Near the first that is ringed."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), True, theme
        area, (card,) = between_bars(theme, rect), self.children
        self._spoken = tuple(self._about())
        measured = card if self._dock else self._plain
        sizes = [self._size(theme, area, width, measured) for width in self._widths]
        self._over = [one for one in self._taken() if one.colliderect(area)]
        place = self._docked(area, sizes[0]) if self._dock else self._clear(theme, area, sizes)
        place.h = min(card.measured(theme, place.w)[1], area.h)
        card.place(theme, place.clamp_ip(area) or place)
        self._table.set_sheet(place)

    def _size(self, theme: Theme, area: pygame.Rect, width: float, measured: Widget) -> tuple[int, int]:
        wide = min(theme.px(width), area.w)
        return wide, min(measured.measured(theme, wide)[1], area.h)

    def _docked(self, area: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
        head, foot = pygame.Rect(area.topleft, size), pygame.Rect((area.x, area.bottom - size[1]), size)
        docks = {"head": [head], "foot": [foot], "either": [foot, head]}[self._dock]
        return min(docks, key=lambda place: hidden(place, self._spoken))

    def _clear(self, theme: Theme, area: pygame.Rect, sizes: Sequence[tuple[int, int]]) -> pygame.Rect:
        """The place of the size that hides least."""
        taken = [*(WEIGHT * self._spoken), *self._over]
        lesser = self._lesser()
        places = [self._beside(theme, self._free(theme, area, size), size, taken, lesser) for size in sizes]
        return min(places, key=lambda place: (hidden(place, taken), hidden(place, lesser)))

    def _free(self, theme: Theme, area: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
        """What panels leave of the surface, if the card has room in it."""
        clear, gap = self._table.free_rect(), 2 * theme.px(GAP)
        free = clear.inflate(-gap, -gap) if clear else area
        return free if free.w >= size[0] and free.h >= size[1] else area

    def _beside(
        self, theme: Theme, area: pygame.Rect, size: tuple[int, int], taken: Sequence[pygame.Rect],
        lesser: Sequence[pygame.Rect],
    ) -> pygame.Rect:  # fmt: skip
        first = next((one for one in self._spoken if area.colliderect(one)), None)
        wanted = pygame.Rect((0, 0), size)
        setattr(wanted, self._corner, getattr(area, self._corner))
        if first is not None:
            wanted.midleft = (first.right + theme.px(OFF), first.centery)
        return clear_place(wanted.clamp(area), area, taken, theme.px(GAP), lesser)

    def tick(self, elapsed: int) -> bool:
        """Give way if what it speaks of has come under it, or has gone elsewhere."""
        moves = super().tick(elapsed)
        if self.rect.w and tuple(self._about()) != self._spoken:
            self.place(self._theme, self.rect)
        return moves

    def reach(self, theme: Theme) -> pygame.Rect:
        """The line may go anywhere."""
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The line, from edge to edge, as far as no sheet lies over it."""
        card = self.children[0].rect
        about = next((one for one in self._spoken if self.rect.colliderect(one)), None)
        if about is None or card.colliderect(about) or self._dock:
            return
        start, end = _nearest(card, about, theme.px(GAP))
        for here, there in uncovered(start, end, self._over):
            pygame.draw.line(surface, INKS.plate, here, there, theme.px(LINE) + 2)
            pygame.draw.line(surface, INKS.brass_light, here, there, theme.px(LINE))


def uncovered(
    start: tuple[int, int], end: tuple[int, int], over: Sequence[pygame.Rect]
) -> Iterator[tuple[pygame.Vector2, pygame.Vector2]]:
    """The pieces of a line on which nothing lies."""
    first = pygame.Vector2(start)
    way = pygame.Vector2(end) - first
    long = way.length()
    under = [line for line in (one.clipline(start, end) for one in over) if line]
    cuts = sorted((first.distance_to(line[0]), first.distance_to(line[1])) for line in under)
    at = 0.0
    for begins, ends in (*cuts, (long, long)):
        if begins > at:
            yield first + way * (at / long), first + way * (begins / long)
        at = max(at, ends)


def _nearest(card: pygame.Rect, about: pygame.Rect, inset: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """From the edge of the card to the ring, level or upright where they lie side by side or over each other."""
    top, bottom = max(card.y, about.y), min(card.bottom, about.bottom)
    left, right = max(card.x, about.x), min(card.right, about.right)
    if top < bottom:
        y = min(max(about.centery, card.y + inset), card.bottom - inset)
        return (card.right, y) if card.right <= about.x else (card.x, y), (
            (about.x, y) if card.right <= about.x else (about.right, y)
        )
    x = (left + right) // 2 if left < right else (card.right if card.right <= about.x else card.x)
    end = about.centerx if left >= right else x
    return (x, card.bottom if card.bottom <= about.y else card.y), (
        end,
        about.y if card.bottom <= about.y else about.bottom,
    )
