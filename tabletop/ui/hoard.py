"""Pictures that are kept as long as there is room for them: the least recently used go first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

import pygame

T = TypeVar("T")
P = ParamSpec("P")


class Hoard(Generic[T]):
    """Things that hold pictures, kept within a budget of bytes.

    Attributes:
        bytes: what all that is kept takes.
    """

    def __init__(self, budget: int, weigh: Callable[[T], int]) -> None:
        self._budget = budget
        self._weigh = weigh
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept under the key, made if there is nothing; the last one made is always kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = make()
        self._kept[key] = made
        self.bytes += self._weigh(made)
        while self.bytes > self._budget and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self.bytes -= self._weigh(dropped)
        return made

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self.bytes = 0

    def keeping(self, make: Callable[P, T]) -> Callable[P, T]:
        """A function as a decorator: what it makes is kept under its arguments, which must be hashable."""

        @wraps(make)
        def kept(*args: P.args, **kwargs: P.kwargs) -> T:
            key = (make, args, *kwargs.items())
            return self.get(key, lambda: make(*args, **kwargs))

        return kept


def weight(picture: pygame.Surface) -> int:
    """Bytes of a picture with an alpha."""
    return 4 * picture.get_width() * picture.get_height()
