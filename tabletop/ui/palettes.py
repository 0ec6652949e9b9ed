"""What the table wears: colours as printed, for eyes that lack a kind of cone, or of high contrast.

`tests/ui/test_palettes.py` holds each to how far apart what must be told from another looks to whom it is for.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import Literal

from tabletop.ui.picture_cache import PictureCache
from tabletop.ui.theme import INKS, WORN, Colour, Palette, colour

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


Dress = Literal["printed", "red_green", "blue", "contrast"]
DRESSES: dict[Dress, str] = {
    "printed": "As printed", "red_green": "Red-green colour blindness", "blue": "Blue-yellow colour blindness",
    "contrast": "High contrast",
}  # fmt: skip
MADE_FOR: dict[Dress, tuple[Sight, ...]] = {
    "printed": ("full",), "red_green": ("full", "red", "green"), "blue": ("full", "blue"),
    "contrast": ("full", "red", "green", "blue"),
}  # fmt: skip
"""Whose sight each is for."""
CHANGES: dict[Dress, dict[str, str]] = {
    "printed": {},
    "red_green": {
        "british": "#D55E00", "french": "#1B66B5", "spanish": "#F3DE4A", "danger": "#9A3A00", "better": "#0F55A5",
        "point_blank": "#E6761F", "medium": "#E9CF3F", "long": "#FFF8E0",
    },
    "blue": {
        "british": "#B00030", "french": "#0A7C8C", "spanish": "#F4A78E", "danger": "#BE143C", "better": "#0B4F6C",
        "point_blank": "#F46480", "medium": "#F3AC9D", "long": "#FFF1E6",
    },
    "contrast": {
        "british": "#D00000", "french": "#0038D0", "spanish": "#FFC400", "danger": "#A00000", "better": "#003FA8",
        "point_blank": "#FF5A1F", "medium": "#FFC61A", "long": "#FFFFFF", "target": "#FFF2B0",
        "paper": "#FFFFFE", "paper_2": "#EDEDED", "paper_3": "#D6D6D6", "ink": "#000001", "ink_2": "#0A0A0A",
        "muted": "#262626", "rule": "#6E6E6E", "edge": "#000002", "foot": "#3C3C3C", "disabled": "#4D4D4D",
        "cream": "#FFFFFD", "mist": "#FFFEFF", "dim": "#E2E8E5", "bar": "#000003", "bar_2": "#101819",
        "bar_edge": "#C4CEC8", "bar_rule": "#FFC861", "plate": "#000100", "outline": "#000200", "scrim": "#000300",
        "tooltip": "#000400", "tooltip_edge": "#FFFDFF", "brass_dark": "#4A2E00", "brass_light": "#FFE29A",
        "sea": "#12262A", "sea_deep": "#0A1A1D", "sea_light": "#1B383C", "ribbon_done": "#142A2C",
        "wind": "#8CE6FF", "focus": "#8CE6FF",
    },
}  # fmt: skip
"""By palette, the roles that have another colour; no colour stands for two that are printed otherwise, so that what was
taken from one palette can be painted in any."""
BESIDES: dict[Dress, dict[str, str]] = {
    "printed": {},
    "red_green": {"#D9625C": "#F08A3C", "#629ADB": "#5AA2EE", "#F05A32": "#D9480F"},
    "blue": {"#D9625C": "#E8577C", "#629ADB": "#3FB2C2", "#F05A32": "#D42C55"},
    "contrast": {"#D9625C": "#FF6A5A", "#629ADB": "#6FA8FF", "#F05A32": "#FF3B14"},
}
"""The same of colours that have no role: ships on small maps, fields that rake."""
_REMEMBERING = type(lru_cache(lambda: None))
"""What a function is that remembers its results."""


@dataclass
class Wearing:
    """Which palette is worn."""

    name: Dress = "printed"


WEARS = Wearing()
"""In this run of the program."""


def dress(name: Dress) -> None:
    """The table wears this from now on; what is kept of pictures is drawn anew, as screens are laid out again."""
    if name == WEARS.name:
        return
    WEARS.name, usual, changed = name, Palette(), _colours(name)
    WORN.clear()
    WORN.update({colour(old): colour(new) for old, new in BESIDES[name].items()})
    for role in fields(Palette):
        before: Colour = getattr(usual, role.name)
        now = changed.get(role.name, before)
        setattr(INKS, role.name, now)
        elsewhere = (colour(palette[role.name]) for palette in CHANGES.values() if role.name in palette)
        WORN.update(dict.fromkeys((before, *elsewhere), now))
    for kept in _kept():
        kept()


def palette(name: Dress) -> Palette:
    """All its colours."""
    return Palette(**_colours(name))


def _colours(name: Dress) -> Mapping[str, Colour]:
    return {role: colour(code) for role, code in CHANGES[name].items()}


def _kept() -> Iterator[Callable[[], object]]:
    """What lets go of each kind of picture that the window keeps."""
    for name in [name for name in sys.modules if name.startswith("tabletop.ui.")]:
        for kept in list(vars(sys.modules[name]).values()):
            if type(kept) is PictureCache:
                yield kept.clear
            elif type(kept) is _REMEMBERING and kept.__module__ == name:
                yield kept.cache_clear
