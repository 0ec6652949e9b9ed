"""How far apart colours look, also to eyes that lack one kind of cone."""

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import Literal

from tabletop.ui.theme import Colour

Sight = Literal["full", "red", "green", "blue"]
"""Full sight, or without the cones for red (protanopia), green (deuteranopia) or blue light (tritanopia)."""
Matrix = tuple[tuple[float, float, float], ...]
SEEN: dict[Sight, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "green": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "blue": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
"""What becomes of linear red, green and blue: Machado, Oliveira and Fernandes 2009, for who lacks the cones."""
_CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)  # fmt: skip
_LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)  # fmt: skip
"""From light to cones and from their cube roots to the space in which distances are felt: Ottosson's Oklab, 2020."""


def apart(one: Colour, other: Colour, sight: Sight = "full") -> float:
    """How far two colours look apart, in hundredths of what lies between black and white."""
    return 100 * dist(_felt(one, sight), _felt(other, sight))


def nearest(colours: Sequence[Colour], sight: Sight = "full") -> float:
    """The same of the two of several that look most alike."""
    return min(apart(one, other, sight) for one, other in combinations(colours, 2))


def _felt(colour: Colour, sight: Sight) -> Sequence[float]:
    light = [_linear(part / 255) for part in colour]
    seen = [min(1.0, max(0.0, part)) for part in _through(SEEN[sight], light)]
    return _through(_LAB, [part ** (1 / 3) for part in _through(_CONES, seen)])


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _through(matrix: Matrix, parts: Sequence[float]) -> list[float]:
    return [sum(share * part for share, part in zip(row, parts, strict=True)) for row in matrix]
