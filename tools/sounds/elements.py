"""Water, wind and fire, which go on: loops without a seam."""

import numpy as np

from tools.sounds.powder import FAR_RATE
from tools.sounds.waves import Wave, ended, fading, filtered, laid, level, looped, noise, rising, swelling, times

LOOP, SEAM = 8.0, 2.0
"""Seconds of a loop before its ends are laid upon each other, and for how long they are."""


def lapping(hand: np.random.Generator) -> Wave:
    """A light air: small waves run along the hull, slap under the counter, bubbles."""
    wash = filtered(noise(hand, LOOP), ("low", 500), ("low", 900), ("high", 140))
    out = 0.35 * level(wash) * swelling(hand, LOOP, 1.3, 0.25)
    for _ in range(70):
        at, pitch = hand.uniform(0, LOOP - 0.2), hand.uniform(320, 1150)
        t = times(0.12)
        drop = np.sin(2 * np.pi * pitch * t * (1 + 2.0 * t)) * np.exp(-t / hand.uniform(0.01, 0.03))
        laid(out, drop * rising(0.12, 0.004), at, hand.uniform(0.03, 0.3))
    for at in hand.uniform(0, LOOP - 0.5, 9):
        slap = noise(hand, 0.4) * fading(0.4, 0.07) * rising(0.4, 0.03)
        laid(out, level(filtered(slap, ("low", 600), ("low", 1500), ("high", 140))), at, hand.uniform(0.1, 0.35))
    return level(looped(out, SEAM), 0.8)


def seaway(hand: np.random.Generator) -> Wave:
    """A breeze: the bow wave's steady rush, seas that come and pass."""
    deep = level(filtered(noise(hand, LOOP), ("low", 240), ("high", 45))) * swelling(hand, LOOP, 2.6, 0.25)
    wash = level(filtered(noise(hand, LOOP), ("low", 1100), ("low", 2600), ("high", 260)))
    out = 0.75 * deep + 0.7 * wash * swelling(hand, LOOP, 2.3, 0.15)
    return level(looped(out, SEAM), 0.8)


def breaking(hand: np.random.Generator) -> Wave:
    """A gale: seas break with a hiss, and deep below the whole mass moves."""
    deep = level(filtered(noise(hand, LOOP), ("low", 130), ("high", 30))) * swelling(hand, LOOP, 3.0, 0.5)
    crests = level(filtered(noise(hand, LOOP), ("low", 4200), ("high", 500))) * swelling(hand, LOOP, 1.6, 0.12) ** 2
    wash = level(filtered(noise(hand, LOOP), ("low", 900), ("high", 150))) * swelling(hand, LOOP, 2.2, 0.2)
    return level(looped(0.9 * deep + 0.8 * crests + 0.7 * wash, SEAM), 0.8)


def _gusts(hand: np.random.Generator, pitches: tuple[float, ...], narrow: float, waits: float) -> Wave:
    """Air about masts and ropes: noise in narrow bands, each of which comes, goes and wanders by itself."""
    rate, count = FAR_RATE, round(LOOP * FAR_RATE)
    out = 0.5 * level(filtered(noise(hand, LOOP, rate), ("low", 300), ("high", 60), rate=rate))
    out = out * swelling(hand, LOOP, waits * 1.5, 0.4, rate)
    for pitch in pitches:
        strength = swelling(hand, LOOP, waits, 0.05, rate)
        turns = np.cumsum(pitch * (0.88 + 0.24 * strength)) / rate
        slow = filtered(noise(hand, LOOP, rate), ("low", narrow), ("low", narrow), rate=rate)
        slow2 = filtered(noise(hand, LOOP, rate), ("low", narrow), ("low", narrow), rate=rate)
        band = slow * np.cos(2 * np.pi * turns) + slow2 * np.sin(2 * np.pi * turns)
        out += level(band) * strength**1.5 * (380 / pitch) ** 0.6
    return level(looped(out[:count], SEAM, rate), 0.8)


def breeze(hand: np.random.Generator) -> Wave:
    """Wind in the sails: broad and soft."""
    return _gusts(hand, (260.0, 410.0), 70.0, 1.9)


def howling(hand: np.random.Generator) -> Wave:
    """A gale in the rigging: the ropes sing, higher as it freshens."""
    return _gusts(hand, (330.0, 520.0, 790.0), 26.0, 1.3)


def flames(hand: np.random.Generator) -> Wave:
    """A fire takes hold: it flares up, roars and crackles."""
    seconds = 3.2
    roar = noise(hand, seconds) * rising(seconds, 0.5) * swelling(hand, seconds, 0.35, 0.45)
    out = 0.6 * level(filtered(roar, ("low", 260), ("low", 700), ("high", 45)))
    hiss = noise(hand, seconds) * swelling(hand, seconds, 0.25, 0.3)
    out += 0.16 * level(filtered(hiss, ("high", 1800), ("low", 5200)))
    for at in hand.uniform(0.1, seconds, 130):
        pop = noise(hand, 0.03) * fading(0.03, hand.uniform(0.0006, 0.004))
        laid(out, filtered(pop, ("high", hand.uniform(600, 3000))), at, min(0.8, 0.05 * (hand.pareto(1.6) + 0.5)))
    return ended(level(out * rising(seconds, 0.05)), 1.1)
