"""What all sounds are made of: noise, decays, filters that ring as a circuit does, partials, one laid on another."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]
"""A sound sample by sample, of no particular loudness."""
Response = NDArray[np.complex128]
"""By how much each frequency passes."""

RATE = 22050
"""Samples of a second, unless something is said: what lies above 11 kHz of wood and powder is not missed."""


def times(seconds: float, rate: int = RATE) -> Wave:
    """The moment of each sample, seconds."""
    return np.arange(round(seconds * rate)) / rate


def noise(hand: np.random.Generator, seconds: float, rate: int = RATE) -> Wave:
    """All frequencies alike."""
    return hand.standard_normal(round(seconds * rate))


def fading(seconds: float, takes: float, rate: int = RATE) -> Wave:
    """From 1 on downwards, to a third (1/e) in so many seconds each time."""
    return np.asarray(np.exp(-times(seconds, rate) / takes))


def rising(seconds: float, takes: float, rate: int = RATE) -> Wave:
    """From 0 to 1 within so many seconds, smoothly, and on at 1."""
    share = np.minimum(1.0, times(seconds, rate) / takes)
    return np.asarray(share * share * (3 - 2 * share))


def _turns(count: int, rate: int) -> NDArray[np.complex128]:
    """One sample's delay, by frequency."""
    return np.asarray(np.exp(-2j * np.pi * np.fft.rfftfreq(count, 1 / rate) / rate))


def low(count: int, cut: float, rate: int = RATE) -> Response:
    """Lets pass what is below a frequency, Hz, as a resistor and a condenser do."""
    kept = np.exp(-2 * np.pi * cut / rate)
    return np.asarray((1 - kept) / (1 - kept * _turns(count, rate)))


def high(count: int, cut: float, rate: int = RATE) -> Response:
    """Lets pass what is above a frequency, Hz."""
    return np.asarray(1 - low(count, cut, rate))


def ringing(count: int, pitch: float, takes: float, rate: int = RATE) -> Response:
    """Rings at a pitch, Hz, as loud as it is struck, and dies away to a third in so many seconds."""
    kept, delay = np.exp(-1 / (takes * rate)), _turns(count, rate)
    angle = 2 * np.pi * pitch / rate
    return np.asarray(np.sin(angle) / (1 - 2 * kept * np.cos(angle) * delay + kept**2 * delay**2))


def apply_filters(wave: Wave, *cuts: tuple[str, float], rate: int = RATE) -> Wave:
    """A wave through filters one after the other: ``low`` or ``high`` with its frequency, Hz."""
    room = 2 * len(wave) + 2048  # what still rings at the end does not come round to the beginning
    spectrum = np.fft.rfft(wave, room)
    for kind, cut in cuts:
        spectrum = spectrum * (low if kind == "low" else high)(room, cut, rate)
    return np.asarray(np.fft.irfft(spectrum, room)[: len(wave)])


def ring(blows: Wave, modes: Iterable[tuple[float, float, float]], rate: int = RATE) -> Wave:
    """A body that is excited by blows and sounds in its modes: pitch, Hz; seconds to a third; and how strong."""
    room = 2 * len(blows) + 2048
    spectrum = np.fft.rfft(blows, room)
    body = sum((much * ringing(room, pitch, takes, rate) for pitch, takes, much in modes), np.zeros(1, complex))
    return np.asarray(np.fft.irfft(spectrum * body, room)[: len(blows)])


def partials(seconds: float, modes: Iterable[tuple[float, float, float]]) -> Wave:
    """Tones that begin together: pitch, Hz; seconds to a third; and how strong."""
    at = times(seconds)
    return np.asarray(
        sum((much * np.exp(-at / takes) * np.sin(2 * np.pi * pitch * at) for pitch, takes, much in modes), 0.0 * at)
    )


def mix_in(upon: Wave, wave: Wave, at: float, much: float = 1.0, rate: int = RATE) -> None:
    """Add a wave from a moment on, seconds; what would go beyond the end is lost."""
    start = round(at * rate)
    part = wave[: max(0, len(upon) - start)]
    upon[start : start + len(part)] += much * part


def level(wave: Wave, peak: float = 1.0) -> Wave:
    """The same as loud as this at its loudest."""
    most = float(np.abs(wave).max(initial=0.0))
    return wave * (peak / most) if most else wave


def compress(wave: Wave, drive: float) -> Wave:
    """The loudest held back as an ear that is stunned does it, so that the rest comes forward."""
    return np.tanh(drive * level(wave))


def fade_out(wave: Wave, takes: float, rate: int = RATE) -> Wave:
    """The same without a click at the end: its last seconds fade to nothing."""
    last = min(len(wave), round(takes * rate))
    out = wave.copy()
    out[len(wave) - last :] *= np.cos(np.linspace(0, np.pi / 2, last)) ** 2
    return out


def make_loop(wave: Wave, seam: float, rate: int = RATE) -> Wave:
    """A wave whose end runs into its beginning; shorter by the seam, over which both are heard, in equal power."""
    over = round(seam * rate)
    share = np.linspace(0, np.pi / 2, over)
    out = wave[over:].copy()
    out[-over:] = out[-over:] * np.cos(share) + wave[:over] * np.sin(share)
    return out


def swelling(hand: np.random.Generator, seconds: float, waits: float, least: float, rate: int = RATE) -> Wave:
    """How loud something is that comes and goes, about every so many seconds, between a least and 1."""
    count = max(4, round(seconds / waits * 2))
    knots = hand.uniform(0, 1, count)
    smooth = apply_filters(np.repeat(knots, -(-round(seconds * rate) // count)), ("low", 0.5 / waits), rate=rate)
    smooth = smooth[: round(seconds * rate)]
    share = (smooth - smooth.min()) / max(1e-9, float(smooth.max() - smooth.min()))
    return np.asarray(least + (1 - least) * share)
