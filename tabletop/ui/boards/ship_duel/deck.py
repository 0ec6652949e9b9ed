"""What is drawn on the deck of a ship by her points: shot holes and loose planks, and people."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour, colour

HOLES, PEOPLE = 16, 24
"""Holes in a hull that has nothing left, and people on deck of a ship with all her crew."""
GOLDEN = 0.618034
"""Steps by this share of a length never crowd."""
FLOATING = 2
"""Every so manyeth hole leaves a plank in the water."""
DARK, SPLINTER, PITCH, FACE = colour("#120B06"), colour("#C98F4E"), colour("#2A1A0E"), colour("#E8C9A0")
COATS: tuple[Colour, ...] = (colour("#22406E"), colour("#F1E7CF"), colour("#8C2F26"))
_FINE = 3


@dataclass(frozen=True)
class Deck:
    """A ship on a square picture.

    Attributes:
        hull: length and beam, units of the files.
        zoom: magnification of those units.
        heading: degrees clockwise.
        reach: half a side of the picture, pixels.
    """

    hull: tuple[float, float]
    zoom: float
    heading: float
    reach: int

    def painted(self, paint: Callable[[pygame.Surface, "Deck", float], None], share: float) -> pygame.Surface:
        """Marks drawn fine and scaled down; alpha multiplied in."""
        side = 2 * self.reach
        fine = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
        paint(fine, Deck(self.hull, self.zoom * _FINE, self.heading, self.reach * _FINE), share)
        return pygame.transform.smoothscale(fine, (side, side)).premul_alpha()

    def at(self, ahead: float, abeam: float) -> Xy:
        """The pixel so many hull lengths ahead of the middle and half beams to starboard."""
        s, c = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        y, x = ahead * self.hull[0] * self.zoom, abeam * self.hull[1] / 2 * self.zoom
        return self.reach + x * c + y * s, self.reach + x * s - y * c


def holes(fine: pygame.Surface, deck: Deck, lost: float) -> None:
    """Shot holes in sides and deck, and planks that have come off, for a share of the hull that is lost."""
    for number, (ahead, abeam, vary) in enumerate(_scattered(round(HOLES * lost), (-0.78, 0.62, 0.8, -0.5, 0.1))):
        size = (4.2 + 3.2 * vary) * deck.zoom
        pygame.draw.polygon(fine, SPLINTER, _ragged(deck.at(ahead, abeam), size * 1.32, vary))
        pygame.draw.polygon(fine, DARK, _ragged(deck.at(ahead, abeam), size, vary + 0.4))
        if number % FLOATING == 0:
            _plank(fine, deck, ahead + 0.03, 1.5 * math.copysign(1, abeam) + 0.4 * vary, vary)


def people(fine: pygame.Surface, deck: Deck, left: float) -> None:
    """Those who are left, along both gangways, for a share of the crew."""
    for number, (ahead, abeam, _) in enumerate(_scattered(round(PEOPLE * left), (-0.55, 0.5, 0.0, 0.62, -0.4))):
        middle = deck.at(ahead, abeam)
        for shade, radius in ((INKS.ink, 3.5), (COATS[number % len(COATS)], 2.9), (FACE, 1.5)):
            pygame.draw.circle(fine, shade, middle, radius * deck.zoom)


def _scattered(count: int, abeam: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    """Places ahead and abeam, and for each a number from 0 to 1 that varies it; always the same ones."""
    for number in range(count):
        yield -0.38 + 0.74 * ((number * GOLDEN + 0.21) % 1), abeam[number % len(abeam)], (number * 0.377) % 1


def _ragged(middle: Xy, size: float, vary: float) -> list[Xy]:
    points = []
    for corner in range(9):
        reach = size * (0.62 if corner % 2 else 1.0) * (0.85 + 0.3 * ((corner * GOLDEN + vary) % 1))
        angle = math.radians(40 * corner + 360 * vary)
        points.append((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    return points


def _plank(fine: pygame.Surface, deck: Deck, ahead: float, abeam: float, vary: float) -> None:
    long, wide = 0.03 * math.cos(6 * vary), 0.22 * math.sin(6 * vary)
    start, end = deck.at(ahead - long, abeam - wide), deck.at(ahead + long, abeam + wide)
    pygame.draw.line(fine, PITCH, start, end, max(1, round(3.4 * deck.zoom)))
    pygame.draw.line(fine, SPLINTER, start, end, max(1, round(1.8 * deck.zoom)))
