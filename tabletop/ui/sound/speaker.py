"""The one door to what is heard: whoever asks goes on at once, the rest is done in a thread that sleeps meanwhile."""

from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import monotonic

import pygame

from tabletop.ui.sound.device import Device, variants
from tabletop.ui.sound.kinds import WEATHERS
from tabletop.ui.sound.loudness import LOUDNESS
from tabletop.ui.sound.mixing import Mix, Noise
from tabletop.ui.sound.places import HERE, Where

AGAIN = 30_000.0
"""Milliseconds after which a device that could not be opened is tried again."""


class Speaker:
    """Heard from when it begins until it is closed, or fails; before and after, whatever is asked for is nothing.

    Attributes:
        weather: the strength of the wind that is heard, empty for none.
    """

    def __init__(self, device: Device | None = None) -> None:
        self.weather = ""
        self._device = device or Device()
        self._mix = Mix({}, Random())
        self._jobs: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._deaf_until = 0.0

    # --- for whoever has something to be heard

    def ask(self, kind: str, where: Where = HERE, after: float = 0.0) -> None:
        """Let something be heard, by its name in `kinds`."""
        if self._thread and not LOUDNESS.muted:
            self._jobs.put(partial(self._ask, Noise(kind, where, after)))

    def blow(self, weather: str) -> None:
        """Let the wind be heard as strong as this, empty for none, until something else is said."""
        if weather != self.weather:
            self.weather = weather
            self.follow()

    def follow(self) -> None:
        """The player wants it louder, softer or not at all."""
        if self._thread:
            self._jobs.put(self._follow)

    def reopen(self) -> None:
        """A device has come or gone."""
        if self._thread:
            self._jobs.put(self._reopen)

    def begin(self) -> None:
        """Be heard from now on; the device is opened when there is something."""
        self._mix = Mix(variants(), Random())
        self._deaf_until = 0.0
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
            while (job := self._next()) is not None:
                self._do(job)
        except Exception:  # noqa: BLE001 - whatever it is, the game goes on without sound
            self._thread, self._jobs = None, SimpleQueue()
            from tabletop.ui.trouble import report  # only now: it is made of widgets, and these are heard

            report("sound has stopped working")
        self._device.close()

    def _do(self, job: Callable[[], object]) -> None:
        """One thing, and whatever is due; where that is lost, all is."""
        try:
            job()
            for voice in self._mix.due(_now()):
                self._device.play(voice)
        except pygame.error:
            self._mix.hush()
            self._device.close()
            self._deaf_until = _now() + AGAIN

    def _next(self) -> Callable[[], object] | None:
        """The next thing to do, at the latest when a sound is due."""
        due = self._mix.next
        try:
            return self._jobs.get(timeout=None if due is None else max(0.0, due - _now()) / 1000)
        except Empty:
            return _nothing

    def _ask(self, noise: Noise) -> None:
        if _now() < self._deaf_until:
            return
        self._mix.ask(noise, _now())
        if self._deaf_until:  # the wind went with the device
            self._deaf_until = 0.0
            self._follow()

    def _follow(self) -> None:
        if LOUDNESS.muted:
            self._mix.hush()
            self._device.close()
        elif _now() >= self._deaf_until:
            share = LOUDNESS.share("sea")
            self._device.loop({f"{stem}_1.wav": share * loud for stem, loud in WEATHERS[self.weather].items()})

    def _reopen(self) -> None:
        self._device.close()
        self._deaf_until = 0.0
        self._follow()


def _now() -> float:
    return monotonic() * 1000


def _nothing() -> None:
    """A sound is due."""


SPEAKER = Speaker()
"""Of this run of the program; silent unless its window has been opened by `app.run`."""
