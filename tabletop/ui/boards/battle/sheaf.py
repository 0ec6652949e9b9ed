"""Pictures that are drawn in an order, of which only those are touched that lie where something is drawn anew."""

from collections.abc import Iterable, Sequence

import pygame

from tabletop.ui.boards.battle.chart import Placing


class Sheaf:
    """Pictures in chart pixels with their alpha multiplied in, from the lowest to the topmost."""

    def __init__(self, pictures: Iterable[Placing] = ()) -> None:
        self.pictures = list(pictures)
        self.boxes = [box(one) for one in self.pictures]

    def put(self, first: int, pictures: Sequence[Placing]) -> None:
        """Others in the place of as many as they are."""
        self.pictures[first : first + len(pictures)] = pictures
        self.boxes[first : first + len(pictures)] = [box(one) for one in pictures]

    def paint(self, surface: pygame.Surface, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> None:
        """Draw those that reach into one of the pieces of the surface; the clip holds all of these."""
        if not self.pictures:
            return
        dx, dy = shift
        chosen = [self.pictures[number] for number in self._within([piece.move(-dx, -dy) for piece in pieces])]
        surface.fblits([(drawn, (x + dx, y + dy)) for drawn, (x, y) in chosen], pygame.BLEND_PREMULTIPLIED)

    def _within(self, pieces: Sequence[pygame.Rect]) -> Sequence[int]:
        """The numbers of those that reach into one of the pieces, in their order."""
        if len(pieces) == 1:
            return pieces[0].collidelistall(self.boxes)
        return sorted({number for piece in pieces for number in piece.collidelistall(self.boxes)})


def box(placing: Placing) -> pygame.Rect:
    """What a picture covers."""
    return placing[0].get_rect(topleft=placing[1])
