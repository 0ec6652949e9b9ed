"""Every sound there is: by what, how many of each, and how many samples a second it has."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tools.sounds import elements, powder, signals, table, timber
from tools.sounds.packed import packed, plain, whole_blocks
from tools.sounds.powder import FAR_RATE
from tools.sounds.waves import RATE, Wave

Making = Callable[[np.random.Generator], Wave]


@dataclass(frozen=True)
class Recipe:
    """How a sound is made.

    Attributes:
        make: makes one of it; each has its own dice.
        variants: how many there are.
        rate: samples a second.
        loops: whether it goes on without a seam.
        file: how it is written.
    """

    make: Making
    variants: int = 1
    rate: int = RATE
    loops: bool = False
    file: Callable[[Wave, int], bytes] = packed


RECIPES: Mapping[str, Recipe] = {
    "gun_near": Recipe(powder.gun, 4), "gun_off": Recipe(powder.gun_off, 4),
    "gun_far": Recipe(powder.gun_far, 3, FAR_RATE),
    "broadside_near": Recipe(powder.broadside, 4), "broadside_off": Recipe(powder.broadside_off, 4),
    "broadside_far": Recipe(powder.broadside_far, 3, FAR_RATE),
    "rolling": Recipe(powder.rolling, 3, FAR_RATE), "musketry": Recipe(powder.musketry, 3),
    "magazine": Recipe(powder.magazine),
    "splinters": Recipe(timber.splinters, 4), "mast": Recipe(timber.mast, 2), "splash": Recipe(timber.splash, 2),
    "going_under": Recipe(timber.going_under, 2), "collision": Recipe(timber.collision, 2),
    "grappled": Recipe(timber.grappled, 2), "flames": Recipe(elements.flames, 2),
    "water_light": Recipe(elements.lapping, loops=True), "water_breeze": Recipe(elements.seaway, loops=True),
    "water_heavy": Recipe(elements.breaking, loops=True),
    "wind_breeze": Recipe(elements.breeze, 1, FAR_RATE, True),
    "wind_heavy": Recipe(elements.howling, 1, FAR_RATE, True),
    "bell": Recipe(signals.bell, file=plain), "pipe": Recipe(signals.pipe, file=plain),
    "pipe_short": Recipe(signals.pipe_short, file=plain), "drum": Recipe(signals.quarters),
    "ruffle": Recipe(signals.ruffle), "card_dealt": Recipe(table.card_dealt, 4, file=plain),
    "card_turned": Recipe(table.card_turned, 3, file=plain), "card_placed": Recipe(table.card_placed, 3, file=plain),
    "shuffled": Recipe(table.shuffled, file=plain), "dice": Recipe(table.dice, 4, file=plain),
    "brass": Recipe(table.brass, 2, file=plain), "paper": Recipe(table.paper, 3, file=plain),
}  # fmt: skip


def files(name: str) -> Iterator[str]:
    """The names of its variants."""
    return (f"{name}_{number}.wav" for number in range(1, RECIPES[name].variants + 1))


def wave(name: str, file: str) -> Wave:
    """One variant of a sound; its dice are thrown by its name, so they fall the same each time."""
    recipe = RECIPES[name]
    made = recipe.make(np.random.default_rng(zlib.crc32(file.encode())))
    return whole_blocks(made) if recipe.loops else made


def made(name: str, file: str) -> bytes:
    """The same as a file."""
    return RECIPES[name].file(wave(name, file), RECIPES[name].rate)
