"""A pen for small pictures: a sheet of 140 by 80 units with its origin in the middle, smooth at any size."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from tabletop.ui.assets import Layer, Sprites, file_size
from tabletop.ui.theme import INKS, Colour

Xy = tuple[float, float]
_FINE = 3
_SHEET = (140.0, 80.0)
_HULL = 250
"""Length of the largest hull in the files; a smaller ship is drawn smaller."""
_sprites = Sprites(4 * 1024 * 1024)


class Pen:
    """Draws in units; y grows downwards. What is drawn later lies on top.

    Attributes:
        shade: the colour of the suit.
    """

    def __init__(self, size: tuple[int, int], shade: Colour) -> None:
        self.shade = shade
        self._size = size
        self._unit = min(size[0] / _SHEET[0], size[1] / _SHEET[1])
        self._made = pygame.Surface(size, pygame.SRCALPHA)
        self._fresh()

    def _fresh(self) -> None:
        self._fine = pygame.Surface((self._size[0] * _FINE, self._size[1] * _FINE), pygame.SRCALPHA)

    def _at(self, at: Xy) -> Xy:
        unit = self._unit * _FINE
        return self._size[0] * _FINE / 2 + at[0] * unit, self._size[1] * _FINE / 2 + at[1] * unit

    def _long(self, length: float) -> int:
        return max(_FINE, round(length * self._unit * _FINE))

    def ink(self, shade: Colour | None) -> Colour:
        """The colour that is drawn where a painter asks for one; for none it is the suit's."""
        return shade or self.shade

    # --- strokes

    def line(self, points: Sequence[Xy], width: float = 2.4, shade: Colour | None = None) -> None:
        """A line with round ends and corners."""
        ink, pen = self.ink(shade), self._long(width)
        placed = [self._at(point) for point in points]
        for start, end in pairwise(placed):
            pygame.draw.line(self._fine, ink, start, end, pen)
        for point in placed:
            pygame.draw.circle(self._fine, ink, point, pen / 2)

    def dashed(self, points: Sequence[Xy], width: float = 1.6, dash: float = 4, shade: Colour | None = None) -> None:
        """A broken line along a curve."""
        run, drawing, piece = 0.0, True, [points[0]]
        for point in points[1:]:
            run += math.dist(piece[-1], point)
            piece.append(point)
            if run >= dash:
                if drawing and len(piece) > 1:
                    self.line(piece, width, shade)
                piece, run, drawing = [point], 0.0, not drawing

    def shape(self, points: Sequence[Xy], shade: Colour | None = None) -> None:
        """A filled shape."""
        pygame.draw.polygon(self._fine, self.ink(shade), [self._at(point) for point in points])

    def disc(self, at: Xy, radius: float, shade: Colour | None = None) -> None:
        """A filled disc."""
        pygame.draw.circle(self._fine, self.ink(shade), self._at(at), self._long(radius))

    def ring(self, at: Xy, radius: float, width: float = 2.4, shade: Colour | None = None) -> None:
        """A circle."""
        pygame.draw.circle(self._fine, self.ink(shade), self._at(at), self._long(radius), self._long(width))

    def smoke(self, at: Xy, radius: float) -> None:
        """A white puff that one sees through."""
        puff = pygame.Surface(self._fine.get_size(), pygame.SRCALPHA)
        pygame.draw.circle(puff, (*INKS.cream, 190), self._at(at), self._long(radius))
        self._fine.blit(puff, (0, 0))

    # --- pictures

    def ship(self, at: Xy, length: float, heading: float, model: str = "three_decker", nation: str = "british") -> None:
        """A ship of the table, `length` units long, over all that has been drawn."""
        self._lay()
        zoom = length * self._unit / _HULL
        masts = ("fore", "main") if model == "brig" else ("fore", "main", "mizzen")
        names = [f"hull_{model}_{nation}", f"bowsprit_{model}", f"spanker_{model}_square", f"jibs_{model}_square"]
        layers = tuple(Layer(name) for name in [*names, *(f"mast_{model}_{mast}_battle_square" for mast in masts)])
        middle = (self._size[0] / 2 + at[0] * self._unit, self._size[1] / 2 + at[1] * self._unit)
        placed = [
            _sprites.shadow(layers, zoom, heading).at(middle[0] + 1.5 * self._unit, middle[1] + 3 * self._unit),
            _sprites.turned(layers, zoom, heading).at(*middle),
        ]
        self._made.fblits(placed, pygame.BLEND_PREMULTIPLIED)

    def sprite(self, name: str, at: Xy, length: float, heading: float = 0) -> None:
        """A file of the sprites, `length` units along its longer side, over all that has been drawn."""
        self._lay()
        zoom = length * self._unit / max(file_size(name))
        middle = (self._size[0] / 2 + at[0] * self._unit, self._size[1] / 2 + at[1] * self._unit)
        self._made.fblits([_sprites.turned((Layer(name),), zoom, heading).at(*middle)], pygame.BLEND_PREMULTIPLIED)

    def _lay(self) -> None:
        """Lay what has been drawn on the picture, and begin a clear sheet."""
        small = pygame.transform.smoothscale(self._fine.premul_alpha(), self._size)
        self._made.blit(small, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        self._fresh()

    def done(self) -> pygame.Surface:
        """The picture; alpha is multiplied in."""
        self._lay()
        return self._made


class OneInk(Pen):
    """Draws in one ink on a ground: whatever is pale in the picture is left out of it."""

    def __init__(self, size: tuple[int, int], shade: Colour, ground: Colour) -> None:
        super().__init__(size, shade)
        self._ground = ground

    def ink(self, shade: Colour | None) -> Colour:
        """The ink, or the ground for what is pale."""
        return self._ground if shade == INKS.cream else self.shade


def curve(start: Xy, bend: Xy, end: Xy, steps: int = 24) -> list[Xy]:
    """Points on a curve that is drawn towards a third place."""
    shares = [n / steps for n in range(steps + 1)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * bend[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1],
        )
        for t in shares
    ]


def round_about(middle: Xy, radius: float, start: float, end: float, steps: int = 24) -> list[Xy]:
    """Points on an arc; degrees clockwise from the top."""
    angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    return [(middle[0] + radius * math.sin(a), middle[1] - radius * math.cos(a)) for a in angles]


def on_ring(radius: float, degrees: float, middle: Xy = (0, 0)) -> Xy:
    """A place on a circle; degrees clockwise from the top."""
    return round_about(middle, radius, degrees, degrees, 1)[0]


Paint = Callable[[Pen], None]
"""Draws one emblem."""
