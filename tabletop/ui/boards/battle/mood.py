"""The moods of the sea: how hard it blows and what hour it is, from the water to the light upon it.

Where nothing tells how hard it blows the sea by day is the printed table. All moods are darker than that or no lighter,
for words and fields lie on the water; the light of dawn, dusk and moon is added at one edge only.
"""

import math
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from tabletop.core.phrases import parse_minutes
from tabletop.ui.frame_budget import Steps
from tabletop.ui.theme import Colour, colour

Blows = Literal["light", "breeze", "heavy"]
Field = NDArray[np.float64]


class Light(NamedTuple):
    """The light of an hour.

    Attributes:
        begins: minutes after midnight.
        all: by which water, land and ships are multiplied.
        water: by which the water is besides.
        added: to the water at most, at `at`: shares of the width and height of what is seen.
    """

    begins: int
    all: Colour
    water: Colour
    added: Colour
    at: tuple[float, float]


DAY = Light(7 * 60 + 30, (255, 255, 255), (255, 255, 255), (0, 0, 0), (0.5, 0.5))
NIGHT = Light(20 * 60, (160, 174, 208), (118, 146, 206), (38, 46, 54), (0.72, 0.02))
HOURS = (
    Light(5 * 60, (255, 243, 226), (222, 224, 226), (88, 50, 30), (0.94, -0.06)),
    DAY,
    Light(17 * 60 + 30, (206, 188, 200), (186, 152, 196), (118, 52, 24), (0.02, 0.06)),
    NIGHT,
)
FAR, SOFT = 0.88, 1.6
"""Shares of the picture to which added light reaches, and how fast it fades."""


class Mood(NamedTuple):
    """Of the sea: how hard it blows, None where nothing tells; `wind` is whence, degrees, where that shows."""

    blows: Blows | None = None
    light: Light = DAY
    wind: int = 0


PLAIN = Mood()


def light_at(clock: str) -> Light:
    """That of a time of day such as 11:45; by day where no clock goes."""
    if not clock:
        return DAY
    now = parse_minutes(clock)
    return next((one for one in reversed(HOURS) if one.begins <= now), NIGHT)


@lru_cache(maxsize=8)
def glow(light: Light) -> pygame.Surface:
    """What is added; small, for it has no detail."""
    width, height = 96, 54
    y, x = np.mgrid[0:height, 0:width]
    far = np.hypot((x + 0.5) / width - light.at[0], ((y + 0.5) / height - light.at[1]) * 0.75)
    strength = np.clip(1 - far / FAR, 0, 1) ** SOFT
    lit = pygame.Surface((width, height)).convert()
    pygame.surfarray.blit_array(lit, (strength.T[..., None] * np.array(light.added)).astype(np.uint8))
    return lit


class _Water(NamedTuple):
    """Colours, the waves to a tile, how high they stand, which share of the water breaks, and how white the streaks are
    that the wind draws of its foam.
    """

    deep: Colour
    body: Colour
    crest: Colour
    foam: Colour
    band: tuple[int, int]
    relief: float
    breaks: float
    streaks: float = 0.0


_WATERS: dict[Blows, _Water] = {
    "light": _Water(colour("#1C3F46"), colour("#254E52"), colour("#4E7470"), colour("#DCEBE4"), (10, 30), 0.42, 0.0),
    "breeze": _Water(colour("#1A3F44"), colour("#264C4F"), colour("#3E6F6C"), colour("#CFDED7"), (8, 30), 0.62, 0.008),
    "heavy": _Water(
        colour("#13303A"), colour("#213F49"), colour("#40646A"), colour("#E8F0EC"), (6, 30), 0.85, 0.03, 0.2
    ),
}
SIDE = 512
"""Pixels of a tile."""
RIDGE, STREAK = 6.0, 14.0
"""Pixels along a crest that break together, and down the wind to which foam is drawn."""


TURNS = 8.0
"""Milliseconds that it takes to add waves to a tile, or to draw out its foam."""


@lru_cache(maxsize=8)
def _kept(_blows: Blows, _wind: int) -> list[pygame.Surface]:
    """The tile, once it has been made."""
    return []


def tiling(blows: Blows, wind: int) -> Steps[pygame.Surface]:
    """Water that may be laid side by side, its waves across a wind from so many degrees; always the same."""
    kept = _kept(blows, wind)
    if not kept:
        kept.append((yield from _making(_WATERS[blows], _Waves(wind))))
    return kept[0]


def _making(water: _Water, waves: "_Waves") -> Steps[pygame.Surface]:
    for seed in (1, 2, 5 if water.breaks else 3):
        yield TURNS
        _noise(seed)
    yield TURNS
    height = waves.of(1, 2.9, *water.band)
    yield TURNS
    height += 0.4 * waves.of(2, 2.2, 20, 64)
    if not water.breaks:
        yield TURNS
        height *= 0.25 + 0.95 * _smooth(waves.of(3, 3.2, 1, 5), -0.5, 0.9)
    height /= height.std()
    yield TURNS
    slope = np.roll(height, 1, 0) - np.roll(height, -1, 0) + np.roll(height, 1, 1) - np.roll(height, -1, 1)
    slope /= slope.std()
    foam = (yield from waves.foam(0.75 * slope + 0.62 * height, water)) if water.breaks else None
    yield TURNS
    deep, body, crest, white = (np.array(shade, float) for shade in water[:4])
    lit = np.clip(slope * water.relief, -1.6, 1.8)[..., None]
    image = body + (crest - body) * np.clip(np.clip(lit, 0, None) * 0.46, 0, 0.92)
    yield TURNS
    image += (deep - body) * np.clip(-lit * 0.6, 0, 1)
    if foam is not None:
        image += (white - image) * foam[..., None]
    yield TURNS
    made = pygame.Surface((SIDE, SIDE)).convert()
    pygame.surfarray.blit_array(made, np.clip(image, 0, 255).astype(np.uint8).transpose(1, 0, 2))
    return made


class _Waves:
    """Noise of the lengths of waves, which run with the wind."""

    def __init__(self, wind: int) -> None:
        across, down = np.fft.rfftfreq(SIDE) * SIDE, np.fft.fftfreq(SIDE) * SIDE
        x, y = np.meshgrid(across, down)
        self._long = np.hypot(x, y)
        towards = math.radians(wind + 180)
        self._with = x * math.sin(towards) - y * math.cos(towards)
        self._across = x * math.cos(towards) + y * math.sin(towards)
        self._along = (self._with / np.maximum(self._long, 1)) ** 2

    def of(self, seed: int, falls: float, least: int, most: int) -> Field:
        """So many waves to a tile; the longer they are the higher, by the power `falls`."""
        held = np.clip(self._long / least, 0, 1) ** 4 * np.exp(-((self._long / most) ** 4))
        weight = held * np.maximum(self._long, 1) ** (-falls / 2) * (0.1 + self._along)
        made: Field = np.fft.irfft2(_noise(seed) * weight, (SIDE, SIDE))
        return np.asarray(made / made.std())

    def foam(self, steep: Field, water: _Water) -> Steps[Field]:
        """How white the water is: where crests are steepest for some way, torn by what is fine, and in streaks."""
        yield TURNS
        ridges = self._drawn_out(steep, self._across, RIDGE)
        yield TURNS
        broken = ridges / ridges.std() + 0.5 * self.of(5, 0.6, 30, 150)
        yield TURNS
        least = np.quantile(broken, 1 - water.breaks)
        caps = _smooth(broken, least - 0.15, least + 1.2)
        yield TURNS
        streaks = self._drawn_out(caps, self._with, STREAK) if water.streaks else np.zeros_like(caps)
        most = max(1e-6, float(np.quantile(streaks, 0.9985)))
        return np.clip(0.75 * caps + water.streaks * np.clip(streaks / most, 0, 1), 0, 0.8)

    def _drawn_out(self, what: Field, way: Field, far: float) -> Field:
        """Blurred by so many pixels one way."""
        kernel = np.exp(-2 * (math.pi * way / SIDE * far) ** 2)
        return np.asarray(np.fft.irfft2(np.fft.rfft2(what) * kernel, (SIDE, SIDE)))


@lru_cache(maxsize=8)
def _noise(seed: int) -> NDArray[np.complex64]:
    """Kept, for to make it takes most of the time, and when the wind turns the sea must not wait."""
    return np.fft.rfft2(np.random.default_rng(seed).standard_normal((SIDE, SIDE))).astype(np.complex64)


def _smooth(of: Field, low: float, high: float) -> Field:
    share: Field = np.clip((of - low) / (high - low), 0, 1)
    smooth: Field = share * share * (3 - 2 * share)
    return smooth
