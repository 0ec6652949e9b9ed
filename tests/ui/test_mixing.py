"""How much of what happens is heard, from where, and that nothing is harmed where there is no sound."""

from collections import Counter
from itertools import pairwise
from math import hypot
from random import Random

import pygame
import pytest

from tabletop.ui import error_log
from tabletop.ui.camera import Camera
from tabletop.ui.sound import speaker as speaker_module
from tabletop.ui.sound.kinds import GROUPS, KINDS, LOUDNESS, WEATHERS, Loudness
from tabletop.ui.sound.mixing import CENTER, MOST_SOUNDS, Mixer, SoundPosition, SoundRequest, position_on_map
from tabletop.ui.sound.speaker import Device, Speaker, find_sound_files
from tests.forbidden import forbid

LONG = 600
"""Milliseconds within which anything that is asked for here has begun."""


def mix(**wishes):
    return Mixer(find_sound_files(), Random(1), Loudness(**wishes))


def alone(kind, where=CENTER, **wishes):
    """What is heard of a thing by itself, as its file and how loud it is."""
    one = mix(**wishes)
    one.request(SoundRequest(kind, where), 0)
    return next(((voice.file, hypot(voice.left, voice.right)) for voice in one.take_due(LONG)), None)


def mass_fire(ships=60, lasts=2500):
    """The voices of a fleet that fires, with the moments at which they begin."""
    one, hand = mix(), Random(3)
    for number in range(ships):
        one.request(SoundRequest("broadside", SoundPosition(15, hand.uniform(-1, 1)), number * lasts / ships), 0)
    return [(now, voice) for now in range(0, 4000, 16) for voice in one.take_due(now)]


def test_a_mass_fire_of_sixty_ships_is_a_few_broadsides_and_a_rolling_fire():
    heard = mass_fire()
    kinds = Counter(voice.file.partition("_")[0] for _, voice in heard)
    assert 4 <= kinds["broadside"] <= 12
    assert 1 <= kinds["rolling"] <= 2
    for now, _ in heard:
        at_once = [voice for then, voice in heard if now - 900 < then <= now]
        assert len(at_once) <= 4
        assert (
            sum(voice.left**2 + voice.right**2 for voice in at_once)
            < 2.5 * alone("broadside", SoundPosition(15))[1] ** 2
        )


def test_never_more_at_a_time_than_an_ear_can_part():
    one = mix()
    for kind in KINDS:
        for _ in range(4):
            one.request(SoundRequest(kind), 0)
    assert len(one.take_due(LONG)) <= MOST_SOUNDS


def test_no_variant_is_heard_twice_running():
    one, files = mix(), []
    for number in range(40):
        one.request(SoundRequest("gun"), 5000 * number)
        files += [voice.file for voice in one.take_due(5000 * number + LONG)]
    assert len(files) == 40
    assert all(before != after for before, after in pairwise(files))
    assert set(files) == set(find_sound_files()["gun_near"])


def test_guns_near_some_way_off_and_on_the_horizon_have_sounds_of_their_own_the_farther_the_softer():
    heard = [alone("broadside", SoundPosition(away)) for away in (3, 20, 60)]
    assert [file.rpartition("_")[0] for file, _ in heard] == ["broadside_near", "broadside_off", "broadside_far"]
    assert heard[0][1] > heard[1][1] > heard[2][1] > 0.1


def test_sound_takes_its_time():
    one = mix()
    one.request(SoundRequest("gun", SoundPosition(40)), 0)
    assert (one.take_due(100), len(one.take_due(300))) == ([], 1)
    assert one.next_due is None


def test_left_is_left_and_what_lies_in_the_middle_is_heard_alike():
    camera = Camera((0.0, 0.0), 40.0, (800, 600))
    sides = []
    for x in (-9.0, 0.0, 9.0):
        one = mix()
        one.request(SoundRequest("gun", position_on_map(camera, (x, 0.0))), 0)
        sides += [(voice.left, voice.right) for voice in one.take_due(LONG)]
    assert sides[0][0] > 4 * sides[0][1] > 0
    assert sides[1][0] == pytest.approx(sides[1][1])
    assert sides[2] == pytest.approx(sides[0][::-1])


def test_who_looks_from_farther_off_hears_from_farther_off():
    near, far = (position_on_map(Camera((0.0, 0.0), scale, (800, 600)), (1.0, 1.0)) for scale in (120.0, 8.0))
    assert far.distance > 10 * near.distance


def test_each_kind_has_its_own_loudness_and_none_is_heard_when_muted():
    for group in GROUPS:
        kind = next(name for name, one in KINDS.items() if one.group == group) if group != "sea" else None
        if kind:
            low, mid, full = (alone(kind, loud={group: step})[1] for step in ("low", "mid", "full"))
            assert 0 < low < mid < full <= 1
            assert alone(kind, loud={group: "off"}) is None
            assert alone(kind, muted=True) is None


# --- devices


@pytest.fixture
def speaker():
    """One that is heard, on SDL's dummy device."""
    made = Speaker()
    made.start()
    yield made
    made.close()
    assert pygame.mixer.get_init() is None


def done(speaker):
    """Wait until all that was asked for is done."""
    speaker._jobs.put(None)
    speaker._thread.join(20)
    assert not speaker._thread.is_alive()


class Kept(Device):
    """A device that stays as it is when it is closed, for a look at it."""

    def close(self):
        pass


def test_what_is_asked_for_is_played_and_the_wind_blows_until_it_is_calm():
    made = Speaker(Kept())
    made.start()
    made.play("gun")
    made.set_weather("heavy")
    done(made)
    sounding = [number for number in range(12) if pygame.mixer.Channel(number).get_busy()]
    assert len(sounding) == 3
    made.start()
    made.set_weather("")
    done(made)
    assert not made._device._loops
    Device().close()


def test_nothing_is_opened_before_anything_is_heard_and_nothing_while_it_is_muted(speaker, monkeypatch):
    assert pygame.mixer.get_init() is None
    monkeypatch.setattr(LOUDNESS, "muted", True)
    speaker.play("gun")
    speaker.set_weather("breeze")
    assert speaker._jobs.qsize() <= 1, "a sound that nobody hears costs nothing"
    done(speaker)
    assert pygame.mixer.get_init() is None


def test_before_it_begins_a_speaker_is_silent():
    silent = Speaker()
    silent.play("gun")
    silent.set_weather("heavy")
    silent.apply_loudness()
    silent.reopen()
    assert silent._jobs.empty()


def test_after_a_failure_that_nobody_foresaw_it_is_silent_and_nothing_piles_up(speaker, monkeypatch):
    told = []
    monkeypatch.setattr(error_log, "log_error", told.append)
    thread, jobs = speaker._thread, speaker._jobs
    for _ in range(2):
        jobs.put(lambda: {}["not foreseen"])
    thread.join(20)
    speaker.play("gun")
    speaker.set_weather("heavy")
    speaker.reopen()
    speaker.close()
    assert speaker._jobs.empty() and told == ["sound has stopped working"]
    speaker.start()
    done(speaker)


@pytest.mark.parametrize("driver", ["nonsense", None])
def test_without_a_device_nothing_is_heard_and_nothing_fails(driver, speaker, monkeypatch, tmp_path, capfd):
    monkeypatch.setattr(speaker_module, "ALSA", tmp_path)
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    if driver:
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    speaker.set_weather("breeze")
    for _ in range(5):
        speaker.play("gun")
    done(speaker)
    assert speaker._silent_until > 0
    assert capfd.readouterr() == ("", "")


class Broken(Device):
    """A device that is lost at the second sound."""

    tries = 0

    def play(self, voice):
        self.tries += 1
        if self.tries == 2:
            raise pygame.error("the device is gone")
        super().play(voice)


def test_a_device_that_is_lost_is_given_up_and_tried_again_when_another_comes(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(speaker_module, "_clock_ms", lambda: now[0])
    broken = Broken()
    speaker = Speaker(broken)
    for later, job in ((0, "ask"), (5_000, "ask"), (9_000, "ask"), (10_000, "reopen"), (15_000, "ask")):
        now[0] = later
        speaker.start() if speaker._thread is None else None
        speaker._request(SoundRequest("gun")) if job == "ask" else speaker._reopen()
        now[0] += LONG
        speaker._run_job(lambda: None)
    assert broken.tries == 3
    speaker.close()


def test_the_wind_that_went_with_a_device_blows_again_once_something_is_heard(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(speaker_module, "_clock_ms", lambda: now[0])
    broken = Broken()
    speaker = Speaker(broken)
    speaker.start()
    speaker.weather = "light"
    for _ in range(3):
        speaker._run_job(lambda: speaker._request(SoundRequest("gun")))
        now[0] += speaker_module.RETRY_AFTER
    assert broken.tries == 3
    assert set(broken._loops) == {f"{stem}_1.wav" for stem in WEATHERS["light"]}
    speaker.close()


def test_a_folder_of_the_system_that_nobody_may_look_into_has_no_sound_server(tmp_path, monkeypatch):
    (tmp_path / "locked").mkdir()
    forbid(tmp_path / "locked", monkeypatch)
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(speaker_module, "ALSA", tmp_path / "none")
    monkeypatch.setattr(speaker_module.sys, "platform", "linux")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "locked"))
    assert not speaker_module.may_have_device()
