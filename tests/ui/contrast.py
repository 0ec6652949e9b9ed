"""How well one colour stands out from another, as WCAG 2 has it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from tabletop.ui import text as setting
from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.theme import INKS, Colour
from tests import kept_pictures


def luminance(shade: Colour) -> float:
    """Relative luminance, from 0 for black to 1 for white."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in shade]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


PLATES, WORDS, FIELDS = 7.0, 7.0, 4.0
"""How well plates, words with an outline, and the lines of fields stand out on water at least."""
NEAR = 2
"""Pixels within which a line or a letter has something to stand out from."""
ROUNDED = 2
"""By which a shade is another where a picture was laid on with its alpha multiplied in."""
SPARED = 5
"""Per cent of the pixels of an ink that may stand out less: where two inks meet."""


def luminances(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Of many."""
    share = pixels / 255
    linear = np.where(share <= 0.03928, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    found: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return found


def standing_out(pixels: NDArray[np.uint8], ink: Colour, off: int = 0) -> float:
    """How well what is drawn in an ink, or so little off it, stands out from the darkest that lies beside it."""
    light = luminances(pixels)
    darkest = light.copy()
    for dx, dy in product(range(-NEAR, NEAR + 1), repeat=2):
        darkest = np.minimum(darkest, np.roll(light, (dx, dy), (0, 1)))
    inked = (np.abs(pixels.astype(int) - ink) <= off).all(axis=2)
    assert inked.sum() > 20
    return float(np.percentile((light[inked] + 0.05) / (darkest[inked] + 0.05), SPARED))


def legible(water: NDArray[np.uint8], shown: NDArray[np.uint8], lines: Iterable[Colour]) -> None:
    """Fail if a plate on the brightest of the water, or words or lines of what is shown, stand out too little."""
    bare = water.reshape(-1, 3)
    shares = zip(INKS.plate, bare[luminances(bare).argmax()].tolist(), strict=True)
    plate = tuple(round((dark * PLATE_ALPHA + lit * (255 - PLATE_ALPHA)) / 255) for dark, lit in shares)
    assert contrast(INKS.cream, (plate[0], plate[1], plate[2])) >= PLATES
    assert standing_out(shown, INKS.cream) >= WORDS
    for line in lines:
        assert standing_out(shown, line, ROUNDED) >= FIELDS


Draw = Callable[[], pygame.Surface]
Lines = list[tuple[str, Colour]]
"""What is written, and in which ink."""
FAINTEST = 0.05
"""Of the ground about the letters, the share that may be nearer to their ink than what is measured: its grain."""
REACH = 1
"""Pixels about each letter that belong to its ground."""
AROUND = pygame.mask.Mask((2 * REACH + 1, 2 * REACH + 1), fill=True)


def of_words(draw: Draw, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """How well each line of a picture stands out from what it is written on, where that is nearest to it.

    The picture is drawn without any line, and once more with a patch about the letters of each, in a colour of its own.
    Lines that were made smaller, or are seen through something, are left out, and so are those with an outline.

    Args:
        draw: draws it anew, given that nothing is kept.
        monkeypatch: puts the setting of lines right again.
    """
    lines: Lines = []
    usual = setting._render

    def patch(text: str, style: setting.Style, scale: int) -> pygame.Surface:
        letters = pygame.mask.from_surface(usual(text, style, scale), 127)
        if style.outline is None and letters.count():
            lines.append((text, style.colour))
        about = letters.convolve(AROUND, pygame.mask.Mask(letters.get_size()), (-REACH, -REACH))
        code = (255 - len(lines) // 64, 4 * (len(lines) % 64), 254, 0 if style.outline else 255)
        return about.to_surface(setcolor=code, unsetcolor=(0, 0, 0, 0))

    monkeypatch.setattr(setting, "_render", lambda *line: pygame.Surface(usual(*line).get_size(), pygame.SRCALPHA))
    ground = _drawn(draw)
    monkeypatch.setattr(setting, "_render", patch)
    patched = _drawn(draw)
    monkeypatch.setattr(setting, "_render", usual)
    kept_pictures.forget()
    found = sorted(_standing_out(lines, ground, patched), key=lambda one: -one[1])
    return dict(found)


def _drawn(draw: Draw) -> np.ndarray:
    kept_pictures.forget()
    return pygame.surfarray.array3d(draw())


def _standing_out(
    lines: list[tuple[str, Colour]], ground: np.ndarray, patched: np.ndarray
) -> Iterator[tuple[str, float]]:
    marked = patched[..., 2] == 254
    codes, grounds = patched[marked].astype(int), ground[marked]
    number = (255 - codes[:, 0]) * 64 + codes[:, 1] // 4
    for place, (text, ink) in enumerate(lines, 1):
        under = np.unique(grounds[number == place], axis=0, return_counts=True)
        if len(under[0]):
            found = sorted((contrast(tuple(map(int, shade)), ink), count) for shade, count in zip(*under, strict=True))
            yield text, _faintest(found)


def _faintest(found: list[tuple[float, int]]) -> float:
    """The least contrast, but for a few pixels."""
    spared = FAINTEST * sum(count for _, count in found)
    for ratio, count in found:
        spared -= count
        if spared < 0:
            return ratio
    return found[-1][0]
