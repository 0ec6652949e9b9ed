"""The sea behind the screens around the table, and pictures in frames."""

from collections.abc import Callable
from functools import lru_cache

import pygame

from tabletop.core import resources
from tabletop.ui.frame_budget import FRAME_BUDGET, IncrementalTask, Steps
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.draw import rim, spread

TABLES, PAINTED, LAID = "tables", ".jpg", "_laid"
"""Folder of the painted grounds, how their files end, and how that of one ends upon which things lie."""
BUDGET = 16 * 1024 * 1024
"""Bytes of seas that are kept; one that fills a large window is kept alone."""
_seas: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)


def sea(size: Size, tile: pygame.Surface | None = None) -> pygame.Surface:
    """Light in the middle, deep at the edges; `tile` is a piece of sea with waves. Shared, so never draw on it."""
    return _seas.made((size, tile), lambda: _sea(size, tile))


def _sea(size: Size, tile: pygame.Surface | None) -> pygame.Surface:
    made = pygame.Surface(size)
    paint_sea(made, tile)
    return made


def paint_sea(made: pygame.Surface, tile: pygame.Surface | None) -> None:
    """Such a sea on a picture of one's own."""
    size = made.get_size()
    if tile is None:
        made.fill(INKS.sea)
    else:
        water, (wide, high) = _water(tile), tile.get_size()
        made.fblits([(water, (x, y)) for x in range(0, size[0], wide) for y in range(0, size[1], high)])
    spread(made, _light())


@lru_cache(maxsize=1)
def _water(tile: pygame.Surface) -> pygame.Surface:
    """A piece of sea without its transparency, so that many of them need only be copied."""
    water = pygame.Surface(tile.get_size())
    water.fill(INKS.sea)
    water.blit(tile, (0, 0))
    return water


@lru_cache(maxsize=1)
def _light() -> pygame.Surface:
    """The vignette, small: it is all gentle slopes."""
    small = pygame.Surface((64, 36), pygame.SRCALPHA)
    for x in range(64):
        for y in range(36):
            far = min(1.0, (((x - 31.5) / 38) ** 2 + ((y - 17.5) / 24) ** 2) ** 0.5)
            shade, strength = (INKS.sea_light, 1 - 2 * far) if far < 0.5 else (INKS.sea_deep, 2 * far - 1)
            small.set_at((x, y), (*shade, round(strength * 190)))
    return small


def painted(name: str, size: Size) -> pygame.Surface | None:
    """A painted ground as large as it must be to cover a size, its middle; None if there is no such file.

    It is read anew each time: whoever shows it keeps it.
    """
    file = resources.sprite_folder() / TABLES / f"{name}{PAINTED}"
    if not name or not file.is_file():
        return None
    whole = pygame.image.load(file)
    zoom = max(size[0] / whole.get_width(), size[1] / whole.get_height())
    part = pygame.Rect((0, 0), (round(size[0] / zoom), round(size[1] / zoom))).clip(whole.get_rect())
    part.center = whole.get_rect().center
    made = pygame.Surface(size)
    made.blit(pygame.transform.smoothscale(whole.subsurface(part), size), (0, 0))
    return made


class Backdrop(Widget):
    """A picture made for the size of the window or of its part of it, once."""

    beyond = 0

    def __init__(self, make: Callable[[Size], pygame.Surface], ident: str = "backdrop", blend: int = 0) -> None:
        """With a `blend` it is laid on what is there already."""
        super().__init__(ident)
        self.make, self.blend = make, blend
        self._made: pygame.Surface | None = None

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Made anew for another size."""
        super().place(theme, rect)
        if self._made is None or self._made.get_size() != rect.size:
            self._made = self.make(rect.size)

    def adopt(self, old: Widget) -> None:
        """The same picture need not be made again."""
        if isinstance(old, Backdrop) and old.make == self.make:
            self._made = old._made

    def measure(self, theme: Theme, width: int) -> Size:
        """Wants nothing, takes all."""
        return 0, 0

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The picture."""
        if self._made:
            surface.blit(self._made, self.rect, special_flags=self.blend)


class Plain(Widget):
    """One colour over all that lies beneath."""

    beyond = 0

    def __init__(self, colour: Colour) -> None:
        super().__init__()
        self.colour = colour

    def measure(self, theme: Theme, width: int) -> Size:
        """Wants nothing, takes all."""
        return 0, 0

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The colour."""
        surface.fill(self.colour, self.rect)


class Picture(Widget):
    """A framed picture, made for its size; `ratio` is height by width."""

    sharpens = True

    def __init__(
        self, make: Callable[[Size, Theme], pygame.Surface], *, ratio: float = 0.8, widest: float = 760
    ) -> None:
        super().__init__()
        self.make, self.ratio, self.widest = make, ratio, widest

    def measure(self, theme: Theme, width: int) -> Size:
        """In proportion."""
        wide = min(width, theme.px(self.widest))
        return wide, round(wide * self.ratio)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The picture and its frame."""
        size = self.measure(theme, self.rect.w)
        surface.blit(self.make(size, theme), self.rect)
        rim(surface, INKS.edge, pygame.Rect(self.rect.topleft, size), theme.px(1))


class SpreadPicture(Widget):
    """A framed picture that is made over several frames; in a window there is plain water until then."""

    def __init__(self, making: Callable[[Size], Steps[pygame.Surface]], *, ratio: float) -> None:
        super().__init__()
        self._made, self.ratio = IncrementalTask(lambda _, size: making(size)), ratio

    def measure(self, theme: Theme, width: int) -> Size:
        """In proportion."""
        return width, round(width * self.ratio)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The picture and its frame."""
        within = pygame.Rect(self.rect.topleft, self.measure(theme, self.rect.w))
        surface.fill(INKS.sea_deep, within)
        for made in self._made.request(self, within.size):
            surface.blit(made, within)
        rim(surface, INKS.edge, within, theme.px(1))

    def tick(self, elapsed: int) -> bool:
        """Make somewhat more of it."""
        if not FRAME_BUDGET.is_spent and self._made.advance():
            self.touch()
        return self._made.is_pending
