"""The parts of all sounds: noise, decays, filters, resonances and partials, and ways to mix them.

A generator `hand` is the source of chance. Times and durations are in seconds, pitches in Hz.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]
"""A sound, sample by sample, of any loudness."""
Response = NDArray[np.complex128]
"""The complex gain of a filter for each frequency."""

RATE = 22050
"""Samples a second, if no other rate is given: sounds of wood and powder have little above 11 kHz."""


def times(seconds: float, rate: int = RATE) -> Wave:
    """Return the time of each sample, in seconds."""
    return np.arange(round(seconds * rate)) / rate


def noise(hand: np.random.Generator, seconds: float, rate: int = RATE) -> Wave:
    """Return white noise."""
    return hand.standard_normal(round(seconds * rate))


def fading(seconds: float, takes: float, rate: int = RATE) -> Wave:
    """Return an exponential decay from 1, to a third (1/e) in `takes` seconds."""
    return np.asarray(np.exp(-times(seconds, rate) / takes))


def rising(seconds: float, takes: float, rate: int = RATE) -> Wave:
    """Return a smooth rise from 0 to 1 in `takes` seconds, followed by 1."""
    share = np.minimum(1.0, times(seconds, rate) / takes)
    return np.asarray(share * share * (3 - 2 * share))


def _turns(count: int, rate: int) -> NDArray[np.complex128]:
    """Return the delay of one sample as a complex number, by frequency."""
    return np.asarray(np.exp(-2j * np.pi * np.fft.rfftfreq(count, 1 / rate) / rate))


def low(count: int, cut: float, rate: int = RATE) -> Response:
    """Return the response of a low-pass filter of first order, which passes what is below `cut` Hz."""
    kept = np.exp(-2 * np.pi * cut / rate)
    return np.asarray((1 - kept) / (1 - kept * _turns(count, rate)))


def high(count: int, cut: float, rate: int = RATE) -> Response:
    """Return the response of a high-pass filter of first order, which passes what is above `cut` Hz."""
    return np.asarray(1 - low(count, cut, rate))


def ringing(count: int, pitch: float, takes: float, rate: int = RATE) -> Response:
    """Return the response of a resonance at `pitch` Hz that decays to a third (1/e) in `takes` seconds."""
    kept, delay = np.exp(-1 / (takes * rate)), _turns(count, rate)
    angle = 2 * np.pi * pitch / rate
    return np.asarray(np.sin(angle) / (1 - 2 * kept * np.cos(angle) * delay + kept**2 * delay**2))


def apply_filters(wave: Wave, *cuts: tuple[str, float], rate: int = RATE) -> Wave:
    """Return a wave after filters in series, each ``("low", Hz)`` or ``("high", Hz)``."""
    room = 2 * len(wave) + 2048  # what still rings at the end does not come round to the beginning
    spectrum = np.fft.rfft(wave, room)
    for kind, cut in cuts:
        spectrum = spectrum * (low if kind == "low" else high)(room, cut, rate)
    return np.asarray(np.fft.irfft(spectrum, room)[: len(wave)])


def ring(blows: Wave, modes: Iterable[tuple[float, float, float]], rate: int = RATE) -> Wave:
    """Return the sound of a body excited by `blows`.

    A mode is a pitch in Hz, seconds to a third, and a strength.
    """
    room = 2 * len(blows) + 2048
    spectrum = np.fft.rfft(blows, room)
    body = sum((much * ringing(room, pitch, takes, rate) for pitch, takes, much in modes), np.zeros(1, complex))
    return np.asarray(np.fft.irfft(spectrum * body, room)[: len(blows)])


def partials(seconds: float, modes: Iterable[tuple[float, float, float]]) -> Wave:
    """Return tones that begin together. A mode is a pitch in Hz, seconds to a third, and a strength."""
    at = times(seconds)
    return np.asarray(
        sum((much * np.exp(-at / takes) * np.sin(2 * np.pi * pitch * at) for pitch, takes, much in modes), 0.0 * at)
    )


def mix_in(target: Wave, wave: Wave, at: float, much: float = 1.0, rate: int = RATE) -> None:
    """Add `wave` to `target` from `at` seconds on, times `much`; cut off what exceeds its end.

    Changes `target`.
    """
    start = round(at * rate)
    part = wave[: max(0, len(target) - start)]
    target[start : start + len(part)] += much * part


def level(wave: Wave, peak: float = 1.0) -> Wave:
    """Return the wave scaled so that its largest absolute value is `peak`."""
    most = float(np.abs(wave).max(initial=0.0))
    return wave * (peak / most) if most else wave


def compress(wave: Wave, drive: float) -> Wave:
    """Return the wave with its peaks compressed, like a stunned ear, so that the rest gets louder."""
    return np.tanh(drive * level(wave))


def fade_out(wave: Wave, takes: float, rate: int = RATE) -> Wave:
    """Return the wave with its last `takes` seconds faded to silence, so that it ends without a click."""
    last = min(len(wave), round(takes * rate))
    out = wave.copy()
    out[len(wave) - last :] *= np.cos(np.linspace(0, np.pi / 2, last)) ** 2
    return out


def make_loop(wave: Wave, seam: float, rate: int = RATE) -> Wave:
    """Return a wave that repeats without a seam.

    Its end is cross-faded over `seam` seconds, which shortens it.
    """
    over = round(seam * rate)
    share = np.linspace(0, np.pi / 2, over)
    out = wave[over:].copy()
    out[-over:] = out[-over:] * np.cos(share) + wave[:over] * np.sin(share)
    return out


def swelling(hand: np.random.Generator, seconds: float, waits: float, least: float, rate: int = RATE) -> Wave:
    """Return a random loudness between `least` and 1 that changes about every `waits` seconds."""
    count = max(4, round(seconds / waits * 2))
    knots = hand.uniform(0, 1, count)
    smooth = apply_filters(np.repeat(knots, -(-round(seconds * rate) // count)), ("low", 0.5 / waits), rate=rate)
    smooth = smooth[: round(seconds * rate)]
    share = (smooth - smooth.min()) / max(1e-9, float(smooth.max() - smooth.min()))
    return np.asarray(least + (1 - least) * share)
