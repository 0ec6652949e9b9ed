"""Pictures that are drawn in an order, of which only those are touched that lie where something is drawn anew."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from tabletop.ui.boards.battle.chart import Placing


class _Ready(NamedTuple):
    """What was drawn last, and where: often it is again."""

    pieces: list[pygame.Rect]
    shift: tuple[int, int]
    placed: list[Placing]


class Sheaf:
    """Pictures in chart pixels with their alpha multiplied in, from the lowest to the topmost."""

    def __init__(self, pictures: Iterable[Placing] = ()) -> None:
        self.pictures = list(pictures)
        self.boxes = [box(one) for one in self.pictures]
        self._ready: _Ready | None = None

    def put(self, first: int, pictures: Sequence[Placing]) -> None:
        """Others in the place of as many as they are."""
        if not pictures:
            return
        self.pictures[first : first + len(pictures)] = pictures
        self.boxes[first : first + len(pictures)] = [box(one) for one in pictures]
        self._ready = None

    def paint(self, surface: pygame.Surface, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> None:
        """Draw those that reach into one of the pieces of the surface; the clip holds all of these."""
        if not self.pictures:
            return
        if self._ready is None or self._ready.pieces != pieces or self._ready.shift != shift:
            self._ready = _Ready(list(pieces), shift, self._placed(pieces, shift))
        surface.fblits(self._ready.placed, pygame.BLEND_PREMULTIPLIED)

    def _placed(self, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> list[Placing]:
        """Those that reach into one of the pieces, where they lie on the surface."""
        dx, dy = shift
        chosen = [self.pictures[number] for number in self._within([piece.move(-dx, -dy) for piece in pieces])]
        return [(drawn, (x + dx, y + dy)) for drawn, (x, y) in chosen]

    def _within(self, pieces: Sequence[pygame.Rect]) -> Sequence[int]:
        """The numbers of those that reach into one of the pieces, in their order."""
        if len(pieces) == 1:
            return pieces[0].collidelistall(self.boxes)
        return sorted({number for piece in pieces for number in piece.collidelistall(self.boxes)})


def box(placing: Placing) -> pygame.Rect:
    """What a picture covers."""
    return placing[0].get_rect(topleft=placing[1])
