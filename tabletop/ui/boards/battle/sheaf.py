"""Pictures that are drawn in an order, of which only those are touched that lie where something is drawn anew."""

from collections.abc import Callable, Iterable, Sequence

import pygame

from tabletop.ui.boards.battle.chart import Placing

REMEMBERED = 128
"""For so many pieces a sheaf remembers what is drawn on them: the bands of a window, and what is ringed in turn."""
Draw = Callable[[pygame.Surface, Sequence[pygame.Rect], tuple[int, int]], None]
"""Draws on pieces of a surface, on which chart pixels are shifted so far; the clip holds all of the pieces."""


class Sheaf:
    """Pictures in chart pixels with their alpha multiplied in, from the lowest to the topmost."""

    def __init__(self, pictures: Iterable[Placing] = ()) -> None:
        self.pictures = list(pictures)
        self.boxes = [drawn.get_rect(topleft=at) for drawn, at in self.pictures]
        self._placed: dict[tuple[tuple[int, ...], ...], list[Placing]] = {}
        """What was drawn last by shift and pieces, where it lay on the surface: often it is again."""
        self._whole: tuple[Sheaf, int] | None = None
        """What it is a part of, and the number of its first picture there."""

    @classmethod
    def of(cls, sheaves: Iterable["Sheaf"]) -> "Sheaf":
        """Several over each other as one, in which each picture goes where it goes in its own."""
        whole = cls()
        for sheaf in sheaves:
            sheaf._whole = whole, len(whole.pictures)
            whole.pictures += sheaf.pictures
            whole.boxes += sheaf.boxes
        return whole

    def put(self, first: int, pictures: Sequence[Placing]) -> list[pygame.Rect]:
        """Others in the place of as many as they are; what those covered and these cover."""
        last, boxes = first + len(pictures), [drawn.get_rect(topleft=at) for drawn, at in pictures]
        touched = self.boxes[first:last] + boxes
        self.pictures[first:last], self.boxes[first:last] = pictures, boxes
        self._placed.clear()
        if self._whole is not None:
            whole, start = self._whole
            whole.put(start + first, pictures)
        return touched

    def move(self, number: int, at: tuple[int, int]) -> tuple[pygame.Rect, pygame.Rect]:
        """One picture goes elsewhere, here and in the whole; what it covered and covers."""
        before, picture = self.boxes[number], (self.pictures[number][0], at)
        after = pygame.Rect(at, before.size)
        part: tuple[Sheaf, int] | None = (self, number)
        while part is not None:
            sheaf, number = part
            sheaf.pictures[number], sheaf.boxes[number] = picture, after
            sheaf._placed.clear()
            part = sheaf._whole and (sheaf._whole[0], sheaf._whole[1] + number)
        return before, after

    def paint(self, surface: pygame.Surface, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> None:
        """Draw those that reach into one of the pieces of the surface; the clip holds all of these."""
        key = (shift, *map(tuple, pieces))
        placed = self._placed.get(key)
        if placed is None:
            if len(self._placed) >= REMEMBERED:
                self._placed.clear()
            placed = self._placed[key] = self._chosen(pieces, shift)
        surface.fblits(placed, pygame.BLEND_PREMULTIPLIED)

    def _chosen(self, pieces: Sequence[pygame.Rect], shift: tuple[int, int]) -> list[Placing]:
        """Those that reach into one of the pieces, in their order, where they lie on the surface."""
        dx, dy = shift
        numbers = pieces[0].move(-dx, -dy).collidelistall(self.boxes) if pieces else []
        if len(pieces) > 1:
            others = (piece.move(-dx, -dy).collidelistall(self.boxes) for piece in pieces[1:])
            numbers = sorted(set(numbers).union(*others))
        return [(drawn, (x + dx, y + dy)) for drawn, (x, y) in map(self.pictures.__getitem__, numbers)]


def piled(layers: Iterable[tuple[Iterable[Sheaf], Draw | None]]) -> list[Draw]:
    """What draws all layers, from the lowest to the topmost: sheaves, and what else goes over them.

    Sheaves between which nothing else is drawn become one, so that few pixels are soon drawn.
    """
    draws: list[Draw] = []
    sheaves: list[Sheaf] = []
    for lower, over in layers:
        sheaves += lower
        if over is not None:
            draws += [Sheaf.of(sheaves).paint, over]
            sheaves = []
    return [*draws, Sheaf.of(sheaves).paint] if sheaves else draws


def box(placing: Placing) -> pygame.Rect:
    """What a picture covers."""
    return placing[0].get_rect(topleft=placing[1])
