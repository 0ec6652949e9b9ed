"""Marks on paper: chips, faces of dice, hull tracks and bars, and small pictures in a row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.ui.text import Style, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, rim

CHIPS: dict[str, tuple[Colour, Colour, Colour]] = {
    "fact": (INKS.paper, INKS.edge, INKS.ink),
    "plan": (INKS.plate, INKS.bar_rule, INKS.cream),
    "refusal": (INKS.plate, INKS.dim, INKS.cream),
    "loss": (INKS.paper, INKS.danger, INKS.danger),
}
"""Fill, edge and ink by kind."""


class Chip(Widget):
    """A few words in a box: paper for events, dark with brass for plans, dark with grey for refusals."""

    def __init__(self, text: str, kind: str = "fact", *, ident: str = "", tip: Tip | None = None) -> None:
        super().__init__(ident, tip=tip)
        self.text = text
        self.kind = kind

    def measure(self, theme: Theme, width: int) -> Size:
        """26 high."""
        return size_of(self.text, self._style(), theme.scale)[0] + 2 * theme.px(10), theme.px(26)

    def _style(self) -> Style:
        return Style("semibold", 15, CHIPS[self.kind][2])

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box and words."""
        fill, edge, _ = CHIPS[self.kind]
        surface.blit(boxed(self.rect.size, theme.px(3), fill, edge, theme.px(1)), self.rect)
        write_at(surface, theme, self.text, self._style(), center=self.rect.center)


Pen = Callable[[pygame.Surface, Theme, pygame.Rect], None]


class Drawn(Widget):
    """A picture of a size in design pixels, drawn by a function."""

    def __init__(self, width: float, height: float, pen: Pen, tip: Tip | None = None) -> None:
        super().__init__(tip=tip)
        self.width, self.height, self._pen = width, height, pen

    def measure(self, theme: Theme, width: int) -> Size:
        """As asked."""
        return theme.px(self.width), theme.px(self.height)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Let the pen draw."""
        self._pen(surface, theme, self.rect)


class Track(Widget):
    """A row of boxes crossed off from the right: `left` are sound, a red line ends the first `zone`, the sinking zone.

    The last `pencilled` of the sound ones are struck through once: they are lost as soon as that is inked.
    """

    def __init__(
        self, total: int, left: int, zone: int, *, pencilled: int = 0, ident: str = "", tip: Tip | None = None
    ) -> None:
        super().__init__(ident, tip=tip)
        self.total, self.left, self.zone = total, left, zone
        self.pencilled = pencilled

    def measure(self, theme: Theme, width: int) -> Size:
        """Boxes 18 high every 15.2, closer when there is less room."""
        return min(theme.px(15.2 * self.total), max(width, theme.px(6) * self.total)), theme.px(22)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Every box and the red line at the limit."""
        step = self.rect.w / max(1, self.total)
        for number in range(self.total):
            left, right = round(number * step), round((number + 1) * step)
            box = pygame.Rect(self.rect.x + left, self.rect.y + theme.px(2), right - left - theme.px(2), theme.px(18))
            if self.left - self.pencilled <= number < self.left:
                _pencilled(surface, theme, box)
            else:
                _box(surface, theme, box, lost=number >= self.left)
        if 0 < self.zone < self.total:
            limit = self.rect.x + round(self.zone * step) - theme.px(2)
            surface.fill(INKS.danger, (limit, self.rect.y, theme.px(2), theme.px(22)))


def _box(surface: pygame.Surface, theme: Theme, box: pygame.Rect, *, lost: bool) -> None:
    if lost:
        rim(surface, INKS.foot, box, theme.px(1))
        pygame.draw.aaline(surface, INKS.foot, box.topleft, (box.right - 1, box.bottom - 1))
        pygame.draw.aaline(surface, INKS.foot, (box.x, box.bottom - 1), (box.right - 1, box.y))
        return
    surface.fill(INKS.ink, box)


def _pencilled(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    """Struck through with a pencil: still there, but not for long."""
    surface.fill(INKS.rule, box)
    rim(surface, INKS.ink, box, theme.px(1))
    pygame.draw.aaline(surface, INKS.danger, (box.x, box.bottom - 1), (box.right - 1, box.y))


@dataclass(frozen=True)
class BarInks:
    """The colours of a hull bar: its edge, what is lost and any notch, what is left, too little, what is going."""

    edge: Colour
    lost: Colour
    left: Colour
    low: Colour
    going: Colour


ON_PAPER = BarInks(INKS.edge, INKS.paper_3, INKS.ink, INKS.danger, INKS.rule)
ON_INK = BarInks(INKS.foot, INKS.ink, INKS.cream, INKS.point_blank, INKS.muted)
"""On the ground of a selected row, where what is left must be as bright as it is dark on paper."""


def draw_bar(
    surface: pygame.Surface, theme: Theme, rect: pygame.Rect, share: float, limit: float,
    *, pencilled: float = 0.0, inks: BarInks = ON_PAPER,
) -> None:  # fmt: skip
    """A hull bar: a notch at `limit`, and all of it red there or under it; shares from 0 to 1.

    The last `pencilled` of what is left is drawn pale.
    """
    surface.fill(worn(inks.edge), rect)
    inner = rect.inflate(-2 * theme.px(1), -2 * theme.px(1))
    surface.fill(worn(inks.lost), inner)
    filled = pygame.Rect(inner.x, inner.y, round(inner.w * share), inner.h)
    surface.fill(worn(inks.low if share <= limit else inks.left), filled)
    if pencilled:
        going = min(filled.w, max(theme.px(2), round(inner.w * pencilled)))
        surface.fill(worn(inks.going), (filled.right - going, inner.y, going, inner.h))
    if 0 < limit < share:
        surface.fill(worn(inks.lost), (inner.x + round(inner.w * limit), inner.y, theme.px(2), inner.h))


class Sign(Widget):
    """A picture that is drawn at a number of pixels."""

    def __init__(self, draw: Callable[[int], pygame.Surface], side: float = 20) -> None:
        super().__init__()
        self._draw_at, self.side = draw, side

    def measure(self, theme: Theme, width: int) -> Size:
        """A square."""
        return theme.px(self.side), theme.px(self.side)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """In the middle."""
        picture = self._draw_at(theme.px(self.side))
        surface.blit(picture, picture.get_rect(center=self.rect.center))


_FINE = 4
_GREY = (201, 193, 172)
_L, _M, _R = 0.26, 0.5, 0.74
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_M, _M),),
    2: ((_L, _L), (_R, _R)),
    3: ((_L, _L), (_M, _M), (_R, _R)),
    4: ((_L, _L), (_R, _L), (_L, _R), (_R, _R)),
    5: ((_L, _L), (_R, _L), (_M, _M), (_L, _R), (_R, _R)),
    6: ((_L, _L), (_R, _L), (_L, _M), (_R, _M), (_L, _R), (_R, _R)),
}


@lru_cache(maxsize=256)
def die_face(number: int, pixels: int, hit: bool) -> pygame.Surface:
    """The face of a die as a square surface."""
    large = pixels * _FINE
    made = pygame.Surface((large, large), pygame.SRCALPHA)
    made.fill((*INKS.brass_edge, 0))
    edge, paper, pip = (INKS.bar_rule, INKS.cream, INKS.ink) if hit else (INKS.foot, _GREY, INKS.muted)
    pygame.draw.rect(made, edge, made.get_rect(), border_radius=large // 6)
    rim = max(_FINE, large // 22)
    pygame.draw.rect(made, paper, made.get_rect().inflate(-2 * rim, -2 * rim), border_radius=large // 7)
    for across, down in _PIPS[number]:
        pygame.draw.circle(made, pip, (across * large, down * large), large * 0.095)
    return pygame.transform.smoothscale(made, (pixels, pixels))


class Dice(Widget):
    """Dice in a row: pairs of the number and what a hit comes to (empty for a miss); side and gap in design pixels."""

    def __init__(self, dice: Sequence[tuple[int, str]], side: float, gap: float) -> None:
        super().__init__()
        self.dice = tuple(dice)
        self.side, self.gap = side, gap

    def measure(self, theme: Theme, width: int) -> Size:
        """The dice and what is between them."""
        count = len(self.dice)
        return count * theme.px(self.side) + max(0, count - 1) * theme.px(self.gap), theme.px(self.side)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Faces."""
        side, step = theme.px(self.side), theme.px(self.side) + theme.px(self.gap)
        for number, (pips, word) in enumerate(self.dice):
            surface.blit(die_face(pips, side, bool(word)), (self.rect.x + number * step, self.rect.y))
