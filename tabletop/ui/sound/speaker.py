"""The one door to what is heard: whoever asks goes on at once, the rest is done in a thread that sleeps meanwhile."""

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib import resources
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import monotonic

import pygame

from tabletop.core.guarded_file import is_taken
from tabletop.ui import error_log
from tabletop.ui.sound.kinds import LOUDNESS, WEATHERS
from tabletop.ui.sound.mixing import CENTER, MOST_SOUNDS, Mixer, SoundPosition, SoundRequest, Voice

RATE, BUFFER = 22050, 512
"""Samples a second, those of the files; and how many are mixed at once, 23 ms."""
LOOPS = 4
"""Channels for what goes on: two for a wind, two more while another takes its place."""
FADE = 1500
"""Milliseconds in which it does."""
ALSA = Path("/dev/snd")
SERVERS = ("pulse/native", "pipewire-0")
"""By these, in the folder of whoever is at the computer, sound servers are found."""


def find_sound_files() -> dict[str, list[str]]:
    """All files by what they are called."""
    found: dict[str, list[str]] = {}
    for name in sorted(file.name for file in _folder().iterdir() if file.name.endswith(".wav")):
        found.setdefault(name.rpartition("_")[0], []).append(name)
    return found


def _folder() -> Path:
    return Path(str(resources.files("tabletop.ui"))) / "sounds"


def may_have_device() -> bool:
    """Whether it is worth trying: where there is none, ALSA takes a while to find that out, and complains aloud."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER"):
        return True
    home = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"))
    return any(ALSA.glob("pcm*p")) or any(is_taken(home / server) for server in SERVERS)


class Device:
    """The device; whatever fails raises `pygame.error`, and it can be tried again."""

    def __init__(self) -> None:
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._loops: dict[str, pygame.Channel] = {}

    def _open(self) -> None:
        if pygame.mixer.get_init():
            return
        self.close()
        if not may_have_device():
            raise pygame.error("no sound device")
        pygame.mixer.init(RATE, -16, 2, BUFFER)
        pygame.mixer.set_num_channels(LOOPS + MOST_SOUNDS)
        pygame.mixer.set_reserved(LOOPS)

    def close(self) -> None:
        """Give it back; what was loaded goes with it."""
        self._sounds.clear()
        self._loops.clear()
        pygame.mixer.quit()

    def play(self, voice: Voice) -> None:
        """Begin a sound; with no channel free it is not heard."""
        self._open()
        channel = pygame.mixer.find_channel()
        if channel:
            channel.play(self._load_sound(voice.file))
            channel.set_volume(voice.left, voice.right)

    def play_loops(self, wanted: Mapping[str, float]) -> None:
        """From now on these files go on, so loud, and no others."""
        if wanted or self._loops:
            self._open()
        for file in [file for file in self._loops if file not in wanted]:
            self._loops.pop(file).fadeout(FADE)
        for file, loud in wanted.items():
            self._load_sound(file).set_volume(loud)
            if file not in self._loops:
                self._start_loop(file)

    def _start_loop(self, file: str) -> None:
        channels = [pygame.mixer.Channel(number) for number in range(LOOPS)]
        channel = next((one for one in channels if not one.get_busy()), channels[0])
        channel.play(self._load_sound(file), loops=-1, fade_ms=FADE)
        self._loops[file] = channel

    def _load_sound(self, file: str) -> pygame.mixer.Sound:
        """Loaded when it is heard for the first time."""
        if file not in self._sounds:
            self._sounds[file] = pygame.mixer.Sound(str(_folder() / file))
        return self._sounds[file]


RETRY_AFTER = 30_000.0
"""Milliseconds after which a device that could not be opened is tried again."""


class Speaker:
    """Heard from when it begins until it is closed, or fails; before and after, whatever is asked for is nothing.

    Attributes:
        weather: the strength of the wind that is heard, empty for none.
    """

    def __init__(self, device: Device | None = None) -> None:
        self.weather = ""
        self._device = device or Device()
        self._mix = Mixer({}, Random())
        self._jobs: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._silent_until = 0.0

    # --- for whoever has something to be heard

    def play(self, kind: str, where: SoundPosition = CENTER, after: float = 0.0) -> None:
        """Let something be heard, by its name in `kinds`."""
        if self._thread and not LOUDNESS.muted:
            self._jobs.put(partial(self._request, SoundRequest(kind, where, after)))

    def set_weather(self, weather: str) -> None:
        """Let the wind be heard as strong as this, empty for none, until something else is said."""
        if weather != self.weather:
            self.weather = weather
            self.apply_loudness()

    def apply_loudness(self) -> None:
        """The player wants it louder, softer or not at all."""
        if self._thread:
            self._jobs.put(self._apply_loudness)

    def reopen(self) -> None:
        """A device has come or gone."""
        if self._thread:
            self._jobs.put(self._reopen)

    def start(self) -> None:
        """Be heard from now on; the device is opened when there is something."""
        self._mix = Mixer(find_sound_files(), Random())
        self._silent_until = 0.0
        self._thread = Thread(target=self._run, name="sound", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give the device back."""
        if thread := self._thread:
            self._jobs.put(None)
            thread.join(2)
        self._thread, self.weather = None, ""

    # --- in the thread

    def _run(self) -> None:
        try:
            while (job := self._wait_for_job()) is not None:
                self._run_job(job)
        except Exception:  # noqa: BLE001 - whatever it is, the game goes on without sound
            self._thread, self._jobs = None, SimpleQueue()
            error_log.log_error("sound has stopped working")
        self._device.close()

    def _run_job(self, job: Callable[[], object]) -> None:
        """One thing, and whatever is due; where that is lost, all is."""
        try:
            job()
            for voice in self._mix.take_due(_clock_ms()):
                self._device.play(voice)
        except pygame.error:
            self._mix.clear()
            self._device.close()
            self._silent_until = _clock_ms() + RETRY_AFTER

    def _wait_for_job(self) -> Callable[[], object] | None:
        """The next thing to do, at the latest when a sound is due."""
        due = self._mix.next_due
        try:
            return self._jobs.get(timeout=None if due is None else max(0.0, due - _clock_ms()) / 1000)
        except Empty:
            return _do_nothing

    def _request(self, noise: SoundRequest) -> None:
        if _clock_ms() < self._silent_until:
            return
        self._mix.request(noise, _clock_ms())
        if self._silent_until:  # the wind went with the device
            self._silent_until = 0.0
            self._apply_loudness()

    def _apply_loudness(self) -> None:
        if LOUDNESS.muted:
            self._mix.clear()
            self._device.close()
        elif _clock_ms() >= self._silent_until:
            share = LOUDNESS.share("sea")
            self._device.play_loops({f"{stem}_1.wav": share * loud for stem, loud in WEATHERS[self.weather].items()})

    def _reopen(self) -> None:
        self._device.close()
        self._silent_until = 0.0
        self._apply_loudness()


def _clock_ms() -> float:
    return monotonic() * 1000


def _do_nothing() -> None:
    """A sound is due."""


SPEAKER = Speaker()
"""Of this run of the program; silent unless its window has been opened by `app.run`."""
