"""The sounds are made by numbers alone: the same each time, small, and like what they are called after."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from tabletop.ui.sound.kinds import KINDS, WEATHERS
from tabletop.ui.sound.speaker import RATE, find_sound_files
from tests.sampling import sample
from tools.sounds.__main__ import FOLDER
from tools.sounds.catalogue import RECIPES, encode_file, list_files
from tools.sounds.surroundings import BELL, HIGH_NOTE, LOW_NOTE

QUICK = (
    "bell", "card_dealt", "card_placed", "card_turned", "dice", "gun_near", "musketry", "paper", "pipe", "splinters",
)  # fmt: skip
"""Those that take a few hundredths of a second; `make sounds` makes all."""


@pytest.fixture(scope="module")
def heard():
    """What is kept in a file, as numbers from -1 to 1, as SDL reads it."""
    pygame.mixer.init(RATE, -16, 1, 512)
    yield lambda file: pygame.sndarray.array(pygame.mixer.Sound(FOLDER / file)) / 32000
    pygame.mixer.quit()


def middle(wave):
    """The pitch, Hz, below which half of what is heard lies."""
    power = np.abs(np.fft.rfft(wave)) ** 2
    at = np.searchsorted(np.cumsum(power), power.sum() / 2)
    return float(np.fft.rfftfreq(len(wave), 1 / RATE)[at])


def within(wave, low, high):
    """How much of what is heard lies between two pitches."""
    power, pitch = np.abs(np.fft.rfft(wave)) ** 2, np.fft.rfftfreq(len(wave), 1 / RATE)
    return float(power[(pitch > low) & (pitch < high)].sum() / power.sum())


def lasting(wave, share=0.001):
    """Seconds after which no more than a share of it is still to come."""
    left = np.cumsum(wave[::-1] ** 2)[::-1]
    return float(np.argmax(left < share * left[0]) / RATE)


def test_a_sound_is_made_the_same_each_time_and_is_what_is_kept(heard, tmp_path):
    for name in sample(QUICK, 4, "sounds"):
        file = next(list_files(name))
        anew = encode_file(name, file)
        assert anew == encode_file(name, file)
        (tmp_path / file).write_bytes(anew)
        fresh, kept = (pygame.sndarray.array(pygame.mixer.Sound(where / file)) for where in (tmp_path, FOLDER))
        assert fresh.shape == kept.shape
        assert np.corrcoef(fresh, kept)[0, 1] > 0.999, "another processor may round the last digit otherwise"


def test_all_that_can_be_heard_is_there_nothing_else_and_small():
    there = {file.name for file in FOLDER.iterdir()}
    assert there == {file for name in RECIPES for file in list_files(name)}
    wanted = {stem for kind in KINDS.values() for stem in kind.files}
    assert (
        set(find_sound_files()) == wanted | {stem for weather in WEATHERS.values() for stem in weather} == set(RECIPES)
    )
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 2_000_000


def test_guns_have_variants_that_differ(heard):
    for stem in [one for kind in ("gun", "broadside") for one in KINDS[kind].files]:
        waves = [heard(file) for file in find_sound_files()[stem]]
        assert len(waves) >= 3
        assert all(abs(np.corrcoef(one, other)[0, 1]) < 0.9 for one, other in pairwise(waves))


def test_the_farther_off_a_gun_is_the_duller_it_is_and_the_longer_it_rolls(heard):
    for kind in ("gun", "broadside"):
        near, off, far = (heard(find_sound_files()[stem][0]) for stem in KINDS[kind].files)
        assert lasting(near) < lasting(off) < lasting(far)
        sharp = [within(wave, 1000, 8000) for wave in (near, off, far)]
        assert sharp[0] > 2 * sharp[1] > 10 * sharp[2]
        assert within(near, 300, 3000) > 0.2, "small speakers give back nothing below"


def test_the_bell_has_the_partials_of_a_bell_and_dies_away_from_above(heard):
    wave = heard("bell_1.wav")
    power, pitch = np.abs(np.fft.rfft(wave)), np.fft.rfftfreq(len(wave), 1 / RATE)
    for ratio in (0.5, 1.19, 2.0, 2.98):
        beside = power[(pitch > BELL * ratio * 0.97) & (pitch < BELL * ratio * 1.03)]
        assert beside.max() > 10 * np.median(beside)
    first, last = wave[: RATE // 4], wave[-RATE // 2 :]
    assert within(first, 2500, 9000) > 10 * within(last, 2500, 9000)


def test_the_pipe_is_a_thin_tone_between_its_two_notes(heard):
    wave = heard("pipe_1.wav")
    assert within(wave, 0.95 * LOW_NOTE, 1.05 * HIGH_NOTE) > 0.9
    assert within(wave[: RATE // 3], 0.97 * LOW_NOTE, 1.03 * LOW_NOTE) > 0.9
    assert within(wave[RATE * 3 // 4 : RATE], 0.97 * HIGH_NOTE, 1.03 * HIGH_NOTE) > 0.9


def test_bone_is_sharper_than_cards_are_than_cloth_and_water_than_a_gun(heard):
    assert middle(heard("card_dealt_1.wav")) > middle(heard("dice_1.wav")) > middle(heard("card_placed_1.wav"))
    assert middle(heard("water_breeze_1.wav")) > middle(heard("gun_off_1.wav"))


def test_what_goes_on_has_no_seam(heard):
    for stem in {stem for weather in WEATHERS.values() for stem in weather}:
        wave = heard(find_sound_files()[stem][0])
        steps = np.abs(np.diff(wave))
        assert abs(wave[0] - wave[-1]) < 6 * steps.mean()
        loud = [np.sqrt((part**2).mean()) for part in (wave[: RATE // 4], wave[-RATE // 4 :])]
        assert 0.5 < loud[0] / loud[1] < 2


def test_what_is_over_ends_in_silence(heard):
    for name in set(RECIPES) - {stem for weather in WEATHERS.values() for stem in weather}:
        assert np.abs(heard(next(list_files(name)))[-60:]).max() < 0.02
