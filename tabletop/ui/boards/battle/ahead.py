"""What is made ready before it is seen: the view to which the camera glides, and what lies about a view at rest."""

from typing import Generic, TypeVar

from tabletop.ui.boards.battle.renderer import Content, Renderer, same
from tabletop.ui.frame_budget import FRAME_BUDGET, Steps

S = TypeVar("S")


class Ahead(Generic[S]):
    """Has a renderer make ready in every frame as much of it as that can spare; unseen it is not begun.

    Attributes:
        postponed: whether what has changed was put off from the last frame to this.
        dropped: whether something else was wanted before it was ready: that is not waited for.
    """

    def __init__(self, renderer: Renderer[S]) -> None:
        self._renderer = renderer
        self._under_way: tuple[Content[S], Steps[None]] | None = None
        self._ready: Content[S] | None = None
        self.postponed = self.dropped = False

    @property
    def pending(self) -> bool:
        """Whether the view has not been asked for yet."""
        return self._under_way is not None

    def begin(self, content: Content[S]) -> bool:
        """It is to be made ready from now on; whether it was already."""
        if self._under_way is not None and same(self._under_way[0], content):
            return True
        self._under_way, self._ready = (content, self._renderer.readied(*content)), None
        return False

    def go_on(self, content: Content[S]) -> bool:
        """Make somewhat more of it ready; whether all is."""
        if FRAME_BUDGET.milliseconds is None or (self._ready is not None and same(self._ready, content)):
            return True
        self.begin(content)
        if self._under_way is None or not FRAME_BUDGET.advance(self._under_way[1]):
            return False
        self._ready = content
        return True

    def taken(self) -> None:
        """Something is drawn."""
        self._ready, self.postponed, self.dropped = None, False, False

    def put_off(self) -> bool:
        """Whether what has changed amid a movement is left to the next frame: once, not for ever."""
        self.postponed = not self.postponed
        if self.postponed:
            FRAME_BUDGET.request_frame()
        return self.postponed

    def late(self, content: Content[S]) -> bool:
        """Whether this is wanted now, and not ready yet. What was not expected is never waited for."""
        if self._under_way is None:
            return False
        self.dropped = not same(self._under_way[0], content)
        if not self.dropped and not self.go_on(content):
            return True
        self._under_way = None
        return False


QUIET = 100
"""Milliseconds without anything new until more than the view is made ready."""


class Around(Generic[S]):
    """Has a renderer make ready what lies about the view, while there is nothing else to do."""

    def __init__(self, renderer: Renderer[S]) -> None:
        self._renderer = renderer
        self._work: Steps[None] | None = None
        self._quiet = 0

    def anew(self) -> None:
        """Something else is seen from now on."""
        self._work, self._quiet = self._renderer.surroundings(), 0

    def go_on(self, elapsed: int) -> None:
        """So many milliseconds have passed, in which nothing moved."""
        if self._work is None or FRAME_BUDGET.milliseconds is None:
            return
        self._quiet += elapsed
        FRAME_BUDGET.request_frame()
        if self._quiet >= QUIET and FRAME_BUDGET.advance(self._work):
            self._work = None
