"""A card on the playing surface that keeps clear of its target and, where there is room, of the game's panels."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import pygame
from typing_extensions import override

from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.overlay import clear_place, hidden

GAP = 16
"""Room around a card, design pixels."""
OFF = 44
"""Distance of the card from its target where there is room, design pixels."""
WEIGHT = 4
"""How much more hiding a target counts than hiding anything else."""
LINE = 2
"""Width of the line from the card to its target, design pixels."""

Dock = Literal["", "foot", "head", "either"]


def area_between_bars(theme: Theme, window: pygame.Rect) -> pygame.Rect:
    """Return the part of the window between the bars, with a gap at the edges."""
    room, gap = (
        WindowLayout(theme, window.size),
        theme.px(GAP if not WindowLayout(theme, window.size).is_low else GAP // 2),
    )
    high = window.h - room.top - room.bottom - 2 * gap
    return pygame.Rect(window.x + gap, window.y + room.top + gap, window.w - 2 * gap, high)


class Callout(Widget):
    """A card on the playing surface beside its target, with a line to it.

    Args:
       card: the widget.
       widths: widths to try, design pixels; the first is preferred.
       about: returns the rectangles of the targets.
       table: the hooks of the table.
       taken: returns what should stay visible.
       dock: ``head`` below the top bar, ``foot`` above the lower bar, ``either`` of both; "" beside the target.
       plain: the card without its changing foot; the card is placed by the size of this.
       lesser: returns what should stay visible after `taken`.
       corner: the corner for a card without target, as pygame names it; "" takes the table's.
    """

    def __init__(
        self,
        card: Widget,
        widths: Sequence[float],
        about: Callable[[], Sequence[pygame.Rect]],
        table: LessonHooks,
        taken: Callable[[], Iterable[pygame.Rect]],
        dock: Dock,
        plain: Widget | None = None,
        *,
        lesser: Callable[[], Sequence[pygame.Rect]] = tuple,
        corner: str = "",
    ) -> None:
        super().__init__()
        self.children = [card]
        self._widths, self._find_targets, self._table, self._taken, self._dock = widths, about, table, taken, dock
        self._plain, self._lesser, self._corner = plain or card, lesser, corner or table.sheet_corner
        self._theme = Theme()
        self._targets: tuple[pygame.Rect, ...] = ()
        self._over: list[pygame.Rect] = []
        """Under what the line passes."""

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the card near its first target, and tell the table."""
        self.rect, self.dirty, self._theme = pygame.Rect(rect), True, theme
        area, (card,) = area_between_bars(theme, rect), self.children
        self._targets = tuple(self._find_targets())
        measured = card if self._dock else self._plain
        sizes = [self._measure_card(theme, area, width, measured) for width in self._widths]
        self._over = [one for one in self._taken() if one.colliderect(area)]
        place = self._place_docked(area, sizes[0]) if self._dock else self._find_place(theme, area, sizes)
        place.h = min(card.measured(theme, place.w)[1], area.h)
        card.place(theme, place.clamp_ip(area) or place)
        self._table.set_sheet(place)

    def _measure_card(self, theme: Theme, area: pygame.Rect, width: float, measured: Widget) -> tuple[int, int]:
        wide = min(theme.px(width), area.w)
        return wide, min(measured.measured(theme, wide)[1], area.h)

    def _place_docked(self, area: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
        head, foot = pygame.Rect(area.topleft, size), pygame.Rect((area.x, area.bottom - size[1]), size)
        docks = {"head": [head], "foot": [foot], "either": [foot, head]}[self._dock]
        return min(docks, key=lambda place: hidden(place, self._targets))

    def _find_place(self, theme: Theme, area: pygame.Rect, sizes: Sequence[tuple[int, int]]) -> pygame.Rect:
        """Return the place, of all widths, that hides least."""
        taken = [*(WEIGHT * self._targets), *self._over]
        lesser = self._lesser()
        places = [self._place_beside(theme, self._free_area(theme, area, size), size, taken, lesser) for size in sizes]
        return min(places, key=lambda place: (hidden(place, taken), hidden(place, lesser)))

    def _free_area(self, theme: Theme, area: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
        """Return the area that the panels leave free, if the card fits in it, else `area`."""
        clear, gap = self._table.free_rect(), 2 * theme.px(GAP)
        free = clear.inflate(-gap, -gap) if clear else area
        return free if free.w >= size[0] and free.h >= size[1] else area

    def _place_beside(
        self,
        theme: Theme,
        area: pygame.Rect,
        size: tuple[int, int],
        taken: Sequence[pygame.Rect],
        lesser: Sequence[pygame.Rect],
    ) -> pygame.Rect:
        first = next((one for one in self._targets if area.colliderect(one)), None)
        wanted = pygame.Rect((0, 0), size)
        setattr(wanted, self._corner, getattr(area, self._corner))
        if first is not None:
            wanted.midleft = (first.right + theme.px(OFF), first.centery)
        return clear_place(wanted.clamp(area), area, taken, theme.px(GAP), lesser)

    def tick(self, elapsed: int) -> bool:
        """Place the card again if its targets have moved."""
        moves = super().tick(elapsed)
        if self.rect.w and tuple(self._find_targets()) != self._targets:
            self.place(self._theme, self.rect)
        return moves

    @override
    def reach(self, theme: Theme) -> pygame.Rect:
        return self.rect

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the line to the target where no sheet lies over it."""
        card = self.children[0].rect
        about = next((one for one in self._targets if self.rect.colliderect(one)), None)
        if about is None or card.colliderect(about) or self._dock:
            return
        start, end = _connect_edges(card, about, theme.px(GAP))
        for here, there in split_uncovered(start, end, self._over):
            pygame.draw.line(surface, INKS.plate, here, there, theme.px(LINE) + 2)
            pygame.draw.line(surface, INKS.brass_light, here, there, theme.px(LINE))


def split_uncovered(
    start: tuple[int, int], end: tuple[int, int], over: Sequence[pygame.Rect]
) -> Iterator[tuple[pygame.Vector2, pygame.Vector2]]:
    """Yield the pieces of a line that no rectangle of `over` covers."""
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


def _connect_edges(card: pygame.Rect, about: pygame.Rect, inset: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the ends of a line from card to target, straight where they lie side by side."""
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
