"""Every sound there is: its recipe, its variants and its sample rate."""

import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tools.sounds import battle, surroundings
from tools.sounds.battle import FAR_RATE
from tools.sounds.wav_encoding import encode_adpcm, encode_pcm, stretch_to_blocks
from tools.sounds.waves import RATE, Wave

WaveMaker = Callable[[np.random.Generator], Wave]


@dataclass(frozen=True)
class SoundRecipe:
    """The way to make a sound.

    Attributes:
        make: makes one variant from a source of chance.
        variants: the number of variants.
        rate: samples a second.
        loops: True if the sound repeats without a seam.
        file: encodes a wave as a file.
    """

    make: WaveMaker
    variants: int = 1
    rate: int = RATE
    loops: bool = False
    file: Callable[[Wave, int], bytes] = encode_adpcm


RECIPES: Mapping[str, SoundRecipe] = {
    "gun_near": SoundRecipe(battle.gun, 4),
    "gun_off": SoundRecipe(battle.gun_off, 4),
    "gun_far": SoundRecipe(battle.gun_far, 3, FAR_RATE),
    "broadside_near": SoundRecipe(battle.broadside, 4),
    "broadside_off": SoundRecipe(battle.broadside_off, 4),
    "broadside_far": SoundRecipe(battle.broadside_far, 3, FAR_RATE),
    "rolling": SoundRecipe(battle.rolling, 3, FAR_RATE),
    "musketry": SoundRecipe(battle.musketry, 3),
    "magazine": SoundRecipe(battle.magazine),
    "splinters": SoundRecipe(battle.splinters, 4),
    "mast": SoundRecipe(battle.mast, 2),
    "splash": SoundRecipe(battle.splash, 2),
    "going_under": SoundRecipe(battle.going_under, 2),
    "collision": SoundRecipe(battle.collision, 2),
    "grappled": SoundRecipe(battle.grapple, 2),
    "flames": SoundRecipe(surroundings.flames, 2),
    "water_light": SoundRecipe(surroundings.lapping, loops=True),
    "water_breeze": SoundRecipe(surroundings.seaway, loops=True),
    "water_heavy": SoundRecipe(surroundings.breaking, loops=True),
    "wind_breeze": SoundRecipe(surroundings.breeze, 1, FAR_RATE, True),
    "wind_heavy": SoundRecipe(surroundings.howling, 1, FAR_RATE, True),
    "bell": SoundRecipe(surroundings.bell, file=encode_pcm),
    "pipe": SoundRecipe(surroundings.pipe, file=encode_pcm),
    "pipe_short": SoundRecipe(surroundings.pipe_short, file=encode_pcm),
    "drum": SoundRecipe(surroundings.quarters),
    "ruffle": SoundRecipe(surroundings.ruffle),
    "card_dealt": SoundRecipe(surroundings.card_dealt, 4, file=encode_pcm),
    "card_turned": SoundRecipe(surroundings.card_turned, 3, file=encode_pcm),
    "card_placed": SoundRecipe(surroundings.card_placed, 3, file=encode_pcm),
    "shuffled": SoundRecipe(surroundings.shuffle, file=encode_pcm),
    "dice": SoundRecipe(surroundings.dice, 4, file=encode_pcm),
    "brass": SoundRecipe(surroundings.brass, 2, file=encode_pcm),
    "paper": SoundRecipe(surroundings.paper, 3, file=encode_pcm),
}


def list_files(name: str) -> Iterator[str]:
    """Return the file names of all variants of a sound."""
    return (f"{name}_{number}.wav" for number in range(1, RECIPES[name].variants + 1))


def make_wave(name: str, file: str) -> Wave:
    """Return one variant of a sound.

    Its chance is seeded with the file name, so the sound is always the same.
    """
    recipe = RECIPES[name]
    made = recipe.make(np.random.default_rng(zlib.crc32(file.encode())))
    return stretch_to_blocks(made) if recipe.loops else made


def encode_file(name: str, file: str) -> bytes:
    """Return one variant of a sound as the content of a file."""
    return RECIPES[name].file(make_wave(name, file), RECIPES[name].rate)
