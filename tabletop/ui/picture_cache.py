"""Pictures that are kept as long as there is room for them: the least recently used go first."""

from collections.abc import Callable, Hashable
from functools import wraps
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
