"""The sound device, opened when something is to be heard; where there is none, or it is lost, nothing is."""

import os
import sys
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import pygame

from tabletop.core.guarded_file import is_taken
from tabletop.ui.sound.mixing import MOST, Voice

RATE, BUFFER = 22050, 512
"""Samples a second, those of the files; and how many are mixed at once, 23 ms."""
LOOPS = 4
"""Channels for what goes on: two for a wind, two more while another takes its place."""
FADE = 1500
"""Milliseconds in which it does."""
ALSA = Path("/dev/snd")
SERVERS = ("pulse/native", "pipewire-0")
"""By these, in the folder of whoever is at the computer, sound servers are found."""


def variants() -> dict[str, list[str]]:
    """All files by what they are called."""
    found: dict[str, list[str]] = {}
    for name in sorted(file.name for file in _folder().iterdir() if file.name.endswith(".wav")):
        found.setdefault(name.rpartition("_")[0], []).append(name)
    return found


def _folder() -> Path:
    return Path(str(resources.files("tabletop.ui"))) / "sounds"


def at_hand() -> bool:
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
        if not at_hand():
            raise pygame.error("no sound device")
        pygame.mixer.init(RATE, -16, 2, BUFFER)
        pygame.mixer.set_num_channels(LOOPS + MOST)
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
            channel.play(self._sound(voice.file))
            channel.set_volume(voice.left, voice.right)

    def loop(self, wanted: Mapping[str, float]) -> None:
        """From now on these files go on, so loud, and no others."""
        if wanted or self._loops:
            self._open()
        for file in [file for file in self._loops if file not in wanted]:
            self._loops.pop(file).fadeout(FADE)
        for file, loud in wanted.items():
            self._sound(file).set_volume(loud)
            if file not in self._loops:
                self._begin(file)

    def _begin(self, file: str) -> None:
        channels = [pygame.mixer.Channel(number) for number in range(LOOPS)]
        channel = next((one for one in channels if not one.get_busy()), channels[0])
        channel.play(self._sound(file), loops=-1, fade_ms=FADE)
        self._loops[file] = channel

    def _sound(self, file: str) -> pygame.mixer.Sound:
        """Loaded when it is heard for the first time."""
        if file not in self._sounds:
            self._sounds[file] = pygame.mixer.Sound(str(_folder() / file))
        return self._sounds[file]
