"""Ship's bell, boatswain's pipe and drum."""

import numpy as np

from tools.sounds.waves import RATE, Wave, ended, fading, filtered, laid, level, noise, partials, struck, times

BELL = 1046.0
"""Pitch that one hears of a ship's bell of some eight inches, Hz."""
BELL_MODES = (
    (0.5, 2.4, 0.42), (1.0, 1.5, 1.0), (1.006, 1.35, 0.5), (1.19, 1.1, 0.55), (1.51, 0.6, 0.25), (2.0, 0.85, 0.75),
    (2.52, 0.35, 0.22), (2.98, 0.42, 0.34), (3.76, 0.24, 0.22), (4.07, 0.2, 0.2), (5.43, 0.11, 0.14),
    (6.79, 0.07, 0.1),
)  # fmt: skip
"""Hum, prime (two, that beat), tierce, quint, nominal and above: pitch to the prime, seconds to a third, strength."""
DRUM = 164.0
MEMBRANE = (1.0, 1.59, 2.14, 2.30, 2.65, 2.92, 3.16, 3.50)
"""Modes of a round skin, by the zeros of Bessel's functions, to the lowest."""
LOW_NOTE, HIGH_NOTE = 2080.0, 3110.0
"""Of a boatswain's pipe, with an open and with a closed hand, Hz."""


def bell(hand: np.random.Generator) -> Wave:
    """One stroke of the ship's bell."""
    seconds = 2.6
    tones = [(BELL * ratio, takes, much) for ratio, takes, much in BELL_MODES]
    clapper = filtered(noise(hand, 0.05) * fading(0.05, 0.0018), ("high", 1800))
    out = partials(seconds, tones)
    laid(out, level(clapper), 0.0, 0.5)
    return ended(level(out), 0.6)


def _call(hand: np.random.Generator, pitch: Wave, breath: Wave) -> Wave:
    """A whistle blown at a pitch that moves: a tone, a little of its octave, and air that hisses about both."""
    shaken = pitch * (1 + 0.0016 * filtered(noise(hand, len(pitch) / RATE), ("low", 30)) * 8)
    turns = 2 * np.pi * np.cumsum(shaken) / RATE
    air = filtered(noise(hand, len(pitch) / RATE), ("low", 90), ("low", 90))
    tone = np.sin(turns) + 0.10 * np.sin(2 * turns + 0.4) + 0.03 * np.sin(3 * turns)
    hiss = level(air) * np.cos(turns) * 0.25 + 0.03 * filtered(noise(hand, len(pitch) / RATE), ("high", 1500))
    return ended(level((tone + hiss) * breath), 0.05)


def _glide(seconds: float, moments: tuple[float, ...], values: tuple[float, ...], takes: float) -> Wave:
    """From value to value at moments, each change as quick as a hand closes."""
    steps = np.interp(times(seconds), moments, values)
    return np.asarray(filtered(steps - values[0], ("low", 1 / takes)) + values[0])


def pipe(hand: np.random.Generator) -> Wave:
    """Low, up and held, with a trill at the end: all hands."""
    seconds = 1.9
    pitch = _glide(seconds, (0, 0.42, 0.55, 1.9), (LOW_NOTE, LOW_NOTE, HIGH_NOTE, HIGH_NOTE), 0.06)
    at = times(seconds)
    trill = np.where((at > 1.15) & (at < 1.7), 1 - 0.05 * (0.5 + 0.5 * np.sin(2 * np.pi * 17 * at)), 1.0)
    breath = _glide(seconds, (0, 0.05, 0.4, 0.5, 1.75, 1.88), (0, 0.6, 0.7, 1.0, 1.0, 0.0), 0.05)
    return _call(hand, pitch * trill, breath)


def pipe_short(hand: np.random.Generator) -> Wave:
    """Low, high, low: the still, and carry on."""
    seconds = 1.2
    pitch = _glide(
        seconds, (0, 0.3, 0.4, 0.75, 0.88, 1.2), (LOW_NOTE, LOW_NOTE, HIGH_NOTE, HIGH_NOTE, LOW_NOTE, LOW_NOTE), 0.05
    )
    breath = _glide(seconds, (0, 0.04, 0.95, 1.15), (0, 0.8, 1.0, 0.0), 0.04)
    return _call(hand, pitch, breath)


def beat(hand: np.random.Generator, strength: float = 1.0) -> Wave:
    """A stick on a rope-tensioned drum: the skin, which falls in pitch a little, its shell, and the gut snares."""
    seconds = 0.45
    blow = noise(hand, seconds) * fading(seconds, 0.0016)
    skin = [
        (DRUM * ratio * hand.uniform(0.985, 1.015), 0.11 / ratio**0.8, 1 / (1 + 0.55 * number))
        for number, ratio in enumerate(MEMBRANE)
    ]
    out = level(struck(blow, skin))
    t = times(seconds)
    out += 0.4 * np.sin(2 * np.pi * DRUM * (t + 0.006 * (1 - np.exp(-t / 0.03)))) * np.exp(-t / 0.1)
    snares = filtered(noise(hand, seconds) * fading(seconds, 0.06), ("high", 900), ("low", 6000))
    return strength * (level(out) + 0.6 * level(snares) + 0.35 * level(filtered(blow, ("high", 1500))))


def _roll(hand: np.random.Generator, out: Wave, start: float, end: float, loud: tuple[float, float]) -> None:
    """Two sticks that bounce, from one loudness to another."""
    at = start
    while at < end:
        share = (at - start) / (end - start)
        laid(out, beat(hand), at, (loud[0] + (loud[1] - loud[0]) * share) * hand.uniform(0.7, 1.0))
        at += hand.normal(0.048, 0.003)


def quarters(hand: np.random.Generator) -> Wave:
    """Beat to quarters: a ruffle into strokes of the march, three times."""
    out = np.zeros(round(2.6 * RATE))
    for start in (0.0, 0.72):
        _roll(hand, out, start, start + 0.22, (0.25, 0.5))
        laid(out, beat(hand), start + 0.27, 1.0)
        laid(out, beat(hand), start + 0.50, 0.7)
    _roll(hand, out, 1.44, 1.9, (0.25, 0.75))
    laid(out, beat(hand), 1.97, 1.0)
    return ended(level(np.tanh(1.2 * level(out))), 0.3)


def ruffle(hand: np.random.Generator) -> Wave:
    """A roll that dies away: a flag comes down, a battle is over."""
    out = np.zeros(round(2.2 * RATE))
    _roll(hand, out, 0.0, 0.5, (0.3, 1.0))
    _roll(hand, out, 0.5, 1.75, (1.0, 0.08))
    return ended(level(np.tanh(1.2 * level(out))), 0.4)
