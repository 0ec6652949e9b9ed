"""How well one colour stands out from another, as WCAG 2 has it."""

from collections.abc import Callable, Iterator

import numpy as np
import pygame
import pytest

from tabletop.ui import text as setting
from tabletop.ui.theme import Colour
from tests import kept_pictures


def luminance(shade: Colour) -> float:
    """Relative luminance, from 0 for black to 1 for white."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in shade]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


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
