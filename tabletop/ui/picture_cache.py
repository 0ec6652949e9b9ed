"""Pictures that are kept as long as there is room for them: the least recently used go first.

To draw a picture takes ten times as long as to scale it. One that has been drawn smaller is therefore shown enlarged,
until the screen has been quiet for a while: then it is drawn as large as it is shown, one picture at a time.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

import pygame
from cachetools import LRUCache

T = TypeVar("T")
P = ParamSpec("P")


class PictureCache(LRUCache[Hashable, T]):
    """Things that hold pictures, within a budget of bytes; `currsize` is what all that is kept takes."""

    def __init__(self, budget: int, size: Callable[[T], int]) -> None:
        super().__init__(budget, lambda made: min(size(made), budget))  # one that is larger is kept alone

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under the key, made if there is nothing."""
        try:
            return self[key]
        except KeyError:
            pass
        made = self[key] = make()
        return made

    def keeping(self, make: Callable[P, T]) -> Callable[P, T]:
        """A function as a decorator: what it makes is kept under its arguments, which must be hashable."""

        @wraps(make)
        def kept(*args: P.args, **kwargs: P.kwargs) -> T:
            return self.made((make, args, *kwargs.items()), lambda: make(*args, **kwargs))

        return kept


def picture_bytes(picture: pygame.Surface) -> int:
    """Bytes of a picture with an alpha."""
    return 4 * picture.get_width() * picture.get_height()


Size = tuple[int, int]
Draw = Callable[[Size], pygame.Surface]

QUIET = 200
"""Milliseconds without a change of the window after which a picture is drawn as large as it is shown."""
BUDGET = 32 << 20
"""Bytes of pictures that are kept; what a table shows fills 18 MB at most in 3840×2160."""


@dataclass(frozen=True)
class _Drawn:
    """A picture, and what drew it: that holds what the picture shows, so that no other has its identity."""

    picture: pygame.Surface
    draw: Draw


_drawn: PictureCache[_Drawn] = PictureCache(BUDGET, lambda one: picture_bytes(one.picture))
"""By what is shown and its height over width, the latest that was drawn."""
_coarse: dict[Hashable, tuple[Size, Draw]] = {}
"""Those that have been shown larger than they were drawn, and the size that they need."""


def shown(what: Hashable, size: Size, draw: Draw, widths: Sequence[int] = ()) -> pygame.Surface:
    """A picture of this size, scaled from the one that was drawn last.

    Args:
        what: what it shows; may contain the identity of a thing that `draw` holds.
        size: pixels.
        draw: draws it in any size.
        widths: those for which it is drawn, the first of them at first; without any it is drawn as it is shown.
    """
    one = what, round(size[1] / size[0], 2)
    if one not in _drawn:
        _draw(one, _as_wide(size, widths[0] if widths else size[0]), draw)
    picture = _drawn[one].picture
    if size[0] > picture.get_width():
        _coarse[one] = _as_wide(size, next((wide for wide in widths if wide >= size[0]), size[0])), draw
    return picture if picture.get_size() == size else _scaled(picture, size)


def coarse() -> bool:
    """Whether a picture has been shown larger than it was drawn."""
    return bool(_coarse)


def sharpen() -> None:
    """Draw one of these as large as it is shown; nothing if there is none."""
    if _coarse:
        one, (size, draw) = _coarse.popitem()
        _draw(one, size, draw)


def forget() -> None:
    """The window is laid out anew: what is coarse in it tells so when it is shown."""
    _coarse.clear()


def _as_wide(size: Size, wide: int) -> Size:
    return wide, round(size[1] * wide / size[0])


def _draw(one: Hashable, size: Size, draw: Draw) -> None:
    _drawn[one] = _Drawn(draw(size), draw)


@lru_cache(maxsize=8)
def _scaled(picture: pygame.Surface, size: Size) -> pygame.Surface:
    return pygame.transform.smoothscale(picture, size)
