"""What has happened to the widgets of the program, counted, so that what nothing has happened to is not looked at.

The counts belong to an object, not to the class of the widgets: whoever writes to a class makes Python forget how to
find the attributes of all that derive from it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, TypeVar

W = TypeVar("W")

_layouts = count(1)


@dataclass(slots=True)
class Tally(Generic[W]):
    """See the module.

    Attributes:
        changes: how often any widget has asked to be painted again.
        touched: those that have asked so since the last frame.
        placed: how often any has been made or placed; as long as it stays so, all are where and what they were.
        layout: number of the layout that is going on; 0 while there is none.
    """

    changes: int = 0
    touched: list[W] = field(default_factory=list)
    placed: int = 0
    layout: int = 0

    def touch(self, widget: W) -> None:
        """It asks to be painted again."""
        self.changes += 1
        self.touched.append(widget)

    @contextmanager
    def laying_out(self) -> Iterator[None]:
        """While this lasts no widget changes but for its place, so that it need not be measured again."""
        self.layout = next(_layouts)
        try:
            yield
        finally:
            self.layout = 0
