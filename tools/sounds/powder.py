"""Guns: the blast at the muzzle, what the air leaves of it on its way, and what hulls and sea throw back."""

import numpy as np

from tools.sounds.waves import (
    RATE,
    Wave,
    ended,
    fading,
    filtered,
    laid,
    level,
    noise,
    rising,
    squeezed,
    struck,
    times,
)  # fmt: skip

FAR_RATE = 11025
"""Samples of a second of what is far away, of which nothing above a kilohertz is left."""


def blast(lasts: float, seconds: float, rate: int = RATE) -> Wave:
    """The pressure at a muzzle, after Friedlander: a leap, down to nothing in so many seconds, and suction."""
    share = times(seconds, rate) / lasts
    return (1 - share) * np.exp(-share)


def pulse(lasts: float, rate: int = RATE) -> Wave:
    """What is left of a blast that comes back from somewhere: an N of so many seconds."""
    count = max(3, round(lasts * rate))
    return np.sin(2 * np.pi * np.arange(count) / count)


def thrown_back(
    hand: np.random.Generator, seconds: float, takes: float, widths: tuple[float, float], rate: int = RATE
) -> Wave:
    """Hundreds of pulses from hulls, sails and waves all about, later and later ones wider and weaker."""
    out = np.zeros(round(seconds * rate))
    for at in np.sort(hand.exponential(takes, 260)):
        wide = widths[0] + (widths[1] - widths[0]) * min(1.0, at / seconds) + 0.002 * hand.random()
        laid(out, pulse(wide, rate), at, hand.choice([-1, 1]) * hand.uniform(0.3, 1.0) * np.exp(-at / takes), rate)
    return out


def gun(hand: np.random.Generator) -> Wave:
    """One gun near by: a crack, a blow in the chest, and a roll that dies away over the water."""
    seconds = 1.5
    size = hand.uniform(0.85, 1.2)
    out = level(blast(0.0026 * size, seconds))
    crack = noise(hand, seconds) * (fading(seconds, 0.012) + 0.3 * fading(seconds, 0.06) + 0.06 * fading(seconds, 0.25))
    out += 0.9 * level(filtered(crack, ("high", 220), ("low", 2600), ("low", 6500)))
    body = [(74 / size, 0.10, 1.0), (118 / size, 0.08, 0.8), (197 / size, 0.06, 0.6), (318 / size, 0.04, 0.4)]
    out += 0.6 * level(struck(blast(0.003 * size, seconds), body))
    out += 0.45 * level(thrown_back(hand, seconds, 0.22, (0.0012, 0.007)))
    for _ in range(3):
        laid(out, filtered(out.copy(), ("low", 1300)), hand.uniform(0.05, 0.3), hand.uniform(0.1, 0.25))
    return ended(level(squeezed(filtered(out, ("high", 60), ("high", 45)), 2.6)), 0.4)


def gun_off(hand: np.random.Generator) -> Wave:
    """One gun some cables off: the crack is blunt, the roll stronger."""
    seconds = 1.9
    near = np.zeros(round(seconds * RATE))
    laid(near, gun(hand), 0.0)
    out = level(filtered(near, ("low", 1100), ("low", 2600)))
    out += 0.6 * level(filtered(thrown_back(hand, seconds, 0.38, (0.0022, 0.011)), ("low", 1100)))
    return ended(level(squeezed(filtered(out, ("high", 70), ("high", 45)), 1.8)), 0.5)


def gun_far(hand: np.random.Generator) -> Wave:
    """One gun on the horizon: a thud that comes by several ways, and a long rumble."""
    seconds, rate = 2.8, FAR_RATE
    out = np.zeros(round(seconds * rate))
    for _ in range(6):
        laid(out, blast(hand.uniform(0.004, 0.007), 0.3, rate), hand.exponential(0.03), hand.uniform(0.4, 1.0), rate)
    out = level(out) + 0.75 * level(thrown_back(hand, seconds, 0.6, (0.004, 0.016), rate))
    dull = filtered(out, ("low", 330), ("low", 600), ("high", 60), ("high", 40), rate=rate)
    return ended(level(squeezed(dull * rising(seconds, 0.015, rate), 1.6)), 0.8, rate)


def ripple(hand: np.random.Generator, guns: list[Wave], count: int, seconds: float, rate: int = RATE) -> Wave:
    """Gun after gun along a side, never in time and never alike."""
    out = np.zeros(round(seconds * rate))
    at = 0.0
    for number in range(count):
        laid(out, guns[number % len(guns)], at, hand.uniform(0.55, 1.0), rate)
        at += hand.gamma(3.0, 0.0125)
    return out


def broadside(hand: np.random.Generator) -> Wave:
    """A side of a ship near by."""
    out = ripple(hand, [gun(hand) for _ in range(5)], 13, 2.2)
    return ended(level(squeezed(out, 2.0)), 0.5)


def broadside_off(hand: np.random.Generator) -> Wave:
    """A side of a ship some cables off."""
    out = ripple(hand, [gun_off(hand) for _ in range(5)], 13, 2.6)
    return ended(level(squeezed(out, 1.6)), 0.6)


def broadside_far(hand: np.random.Generator) -> Wave:
    """A side of a ship on the horizon: the guns run together."""
    out = ripple(hand, [gun_far(hand) for _ in range(5)], 13, 3.4, FAR_RATE)
    return ended(level(squeezed(out, 1.3)), 0.9, FAR_RATE)


def rolling(hand: np.random.Generator) -> Wave:
    """A fleet that fires: no gun by itself, a swell and fall as of thunder."""
    seconds, rate = 4.6, FAR_RATE
    out = np.zeros(round(seconds * rate))
    guns = [gun_far(hand) for _ in range(5)]
    for at in np.sort(hand.beta(1.6, 2.2, 46)) * 2.8:
        laid(out, guns[int(hand.integers(5))], at, hand.uniform(0.2, 1.0), rate)
    return ended(level(squeezed(out * rising(seconds, 0.12, rate), 1.2)), 1.4, rate)


def musketry(hand: np.random.Generator) -> Wave:
    """Muskets and pistols from rail to rail: small cracks, most of them together, stragglers after."""
    seconds = 1.2
    out = np.zeros(round(seconds * RATE))
    for at in hand.gamma(1.6, 0.14, 24):
        crack = noise(hand, 0.12) * fading(0.12, hand.uniform(0.004, 0.009)) + 0.9 * blast(0.0011, 0.12)
        sharp = filtered(crack, ("high", hand.uniform(400, 900)), ("low", 4200), ("low", 6000))
        laid(out, level(sharp), at, hand.uniform(0.2, 1.0))
    out = level(out) + 0.35 * level(filtered(thrown_back(hand, seconds, 0.2, (0.001, 0.004)), ("high", 250)))
    return ended(level(squeezed(out, 1.5)), 0.3)


def magazine(hand: np.random.Generator) -> Wave:
    """A ship blows up: one immense slow blast, a second one, and all she was comes down again."""
    seconds = 4.2
    out = level(blast(0.012, seconds))
    out += 1.1 * level(filtered(noise(hand, seconds) * fading(seconds, 0.4), ("low", 700), ("low", 1800)))
    laid(out, level(blast(0.008, seconds)), 0.11, 0.8)
    out += 0.7 * level(struck(blast(0.008, seconds), [(52, 0.5, 1.0), (81, 0.35, 0.8), (127, 0.25, 0.5)]))
    out += 0.7 * level(filtered(thrown_back(hand, seconds, 0.8, (0.003, 0.02)), ("low", 700)))
    out = filtered(out, ("high", 50), ("high", 40))
    rain = np.zeros(len(out))
    for at in hand.gamma(5.0, 0.36, 90):
        drop = noise(hand, 0.2) * fading(0.2, hand.uniform(0.008, 0.04))
        laid(rain, filtered(drop, ("high", hand.uniform(150, 900)), ("low", 3000)), at, hand.uniform(0.1, 1.0))
    return ended(level(squeezed(out + 0.22 * level(rain), 2.4)), 1.2)
