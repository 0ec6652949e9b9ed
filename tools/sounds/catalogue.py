"""Every sound there is: its recipe, its variants and its sample rate."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tools.sounds import battle, surroundings
from tools.sounds.battle import FAR_RATE
from tools.sounds.wav_encoding import packed, plain, whole_blocks
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
    "gun_near": Recipe(battle.gun, 4),
    "gun_off": Recipe(battle.gun_off, 4),
    "gun_far": Recipe(battle.gun_far, 3, FAR_RATE),
    "broadside_near": Recipe(battle.broadside, 4),
    "broadside_off": Recipe(battle.broadside_off, 4),
    "broadside_far": Recipe(battle.broadside_far, 3, FAR_RATE),
    "rolling": Recipe(battle.rolling, 3, FAR_RATE),
    "musketry": Recipe(battle.musketry, 3),
    "magazine": Recipe(battle.magazine),
    "splinters": Recipe(battle.splinters, 4),
    "mast": Recipe(battle.mast, 2),
    "splash": Recipe(battle.splash, 2),
    "going_under": Recipe(battle.going_under, 2),
    "collision": Recipe(battle.collision, 2),
    "grappled": Recipe(battle.grappled, 2),
    "flames": Recipe(surroundings.flames, 2),
    "water_light": Recipe(surroundings.lapping, loops=True),
    "water_breeze": Recipe(surroundings.seaway, loops=True),
    "water_heavy": Recipe(surroundings.breaking, loops=True),
    "wind_breeze": Recipe(surroundings.breeze, 1, FAR_RATE, True),
    "wind_heavy": Recipe(surroundings.howling, 1, FAR_RATE, True),
    "bell": Recipe(surroundings.bell, file=plain),
    "pipe": Recipe(surroundings.pipe, file=plain),
    "pipe_short": Recipe(surroundings.pipe_short, file=plain),
    "drum": Recipe(surroundings.quarters),
    "ruffle": Recipe(surroundings.ruffle),
    "card_dealt": Recipe(surroundings.card_dealt, 4, file=plain),
    "card_turned": Recipe(surroundings.card_turned, 3, file=plain),
    "card_placed": Recipe(surroundings.card_placed, 3, file=plain),
    "shuffled": Recipe(surroundings.shuffled, file=plain),
    "dice": Recipe(surroundings.dice, 4, file=plain),
    "brass": Recipe(surroundings.brass, 2, file=plain),
    "paper": Recipe(surroundings.paper, 3, file=plain),
}


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
