"""The sounds of a battle: guns near and far, echoes of hulls and sea, and wood that splits, creaks and falls."""

import numpy as np

from tools.sounds.waves import (
    RATE,
    Wave,
    apply_filters,
    compress,
    fade_out,
    fading,
    level,
    mix_in,
    noise,
    ring,
    rising,
    swelling,
    times,
)

FAR_RATE = 11025
"""Samples a second of far sounds, which have nothing above a kilohertz."""


def blast(lasts: float, seconds: float, rate: int = RATE) -> Wave:
    """Return the pressure at a muzzle after Friedlander: a jump, a fall to 0 in `lasts` s, and suction."""
    share = times(seconds, rate) / lasts
    return (1 - share) * np.exp(-share)


def pulse(lasts: float, rate: int = RATE) -> Wave:
    """Return the echo of a blast: an N-shaped pulse of `lasts` seconds."""
    count = max(3, round(lasts * rate))
    return np.sin(2 * np.pi * np.arange(count) / count)


def make_echoes(
    hand: np.random.Generator, seconds: float, takes: float, widths: tuple[float, float], rate: int = RATE
) -> Wave:
    """Return hundreds of echoes from hulls, sails and waves; later echoes are wider and weaker."""
    out = np.zeros(round(seconds * rate))
    for at in np.sort(hand.exponential(takes, 260)):
        wide = widths[0] + (widths[1] - widths[0]) * min(1.0, at / seconds) + 0.002 * hand.random()
        mix_in(out, pulse(wide, rate), at, hand.choice([-1, 1]) * hand.uniform(0.3, 1.0) * np.exp(-at / takes), rate)
    return out


def gun(hand: np.random.Generator) -> Wave:
    """Return the sound of a gun nearby: a crack, a low blow, and a roll that dies away over the water."""
    seconds = 1.5
    size = hand.uniform(0.85, 1.2)
    out = level(blast(0.0026 * size, seconds))
    crack = noise(hand, seconds) * (fading(seconds, 0.012) + 0.3 * fading(seconds, 0.06) + 0.06 * fading(seconds, 0.25))
    out += 0.9 * level(apply_filters(crack, ("high", 220), ("low", 2600), ("low", 6500)))
    body = [(74 / size, 0.10, 1.0), (118 / size, 0.08, 0.8), (197 / size, 0.06, 0.6), (318 / size, 0.04, 0.4)]
    out += 0.6 * level(ring(blast(0.003 * size, seconds), body))
    out += 0.45 * level(make_echoes(hand, seconds, 0.22, (0.0012, 0.007)))
    for _ in range(3):
        mix_in(out, apply_filters(out.copy(), ("low", 1300)), hand.uniform(0.05, 0.3), hand.uniform(0.1, 0.25))
    return fade_out(level(compress(apply_filters(out, ("high", 60), ("high", 45)), 2.6)), 0.4)


def gun_off(hand: np.random.Generator) -> Wave:
    """Return the sound of a gun some cables off: the crack is duller, the roll stronger."""
    seconds = 1.9
    near = np.zeros(round(seconds * RATE))
    mix_in(near, gun(hand), 0.0)
    out = level(apply_filters(near, ("low", 1100), ("low", 2600)))
    out += 0.6 * level(apply_filters(make_echoes(hand, seconds, 0.38, (0.0022, 0.011)), ("low", 1100)))
    return fade_out(level(compress(apply_filters(out, ("high", 70), ("high", 45)), 1.8)), 0.5)


def gun_far(hand: np.random.Generator) -> Wave:
    """Return the sound of a gun on the horizon: a thud on several paths, and a long rumble."""
    seconds, rate = 2.8, FAR_RATE
    out = np.zeros(round(seconds * rate))
    for _ in range(6):
        mix_in(out, blast(hand.uniform(0.004, 0.007), 0.3, rate), hand.exponential(0.03), hand.uniform(0.4, 1.0), rate)
    out = level(out) + 0.75 * level(make_echoes(hand, seconds, 0.6, (0.004, 0.016), rate))
    dull = apply_filters(out, ("low", 330), ("low", 600), ("high", 60), ("high", 40), rate=rate)
    return fade_out(level(compress(dull * rising(seconds, 0.015, rate), 1.6)), 0.8, rate)


def ripple(hand: np.random.Generator, guns: list[Wave], count: int, seconds: float, rate: int = RATE) -> Wave:
    """Return the sound of guns fired one after another along a side, never in time and never alike."""
    out = np.zeros(round(seconds * rate))
    at = 0.0
    for number in range(count):
        mix_in(out, guns[number % len(guns)], at, hand.uniform(0.55, 1.0), rate)
        at += hand.gamma(3.0, 0.0125)
    return out


def broadside(hand: np.random.Generator) -> Wave:
    """Return the sound of a broadside nearby."""
    out = ripple(hand, [gun(hand) for _ in range(5)], 13, 2.2)
    return fade_out(level(compress(out, 2.0)), 0.5)


def broadside_off(hand: np.random.Generator) -> Wave:
    """Return the sound of a broadside some cables off."""
    out = ripple(hand, [gun_off(hand) for _ in range(5)], 13, 2.6)
    return fade_out(level(compress(out, 1.6)), 0.6)


def broadside_far(hand: np.random.Generator) -> Wave:
    """Return the sound of a broadside on the horizon: the guns merge."""
    out = ripple(hand, [gun_far(hand) for _ in range(5)], 13, 3.4, FAR_RATE)
    return fade_out(level(compress(out, 1.3)), 0.9, FAR_RATE)


def rolling(hand: np.random.Generator) -> Wave:
    """Return the sound of a fleet that fires: no single gun, a swell and fall like thunder."""
    seconds, rate = 4.6, FAR_RATE
    out = np.zeros(round(seconds * rate))
    guns = [gun_far(hand) for _ in range(5)]
    for at in np.sort(hand.beta(1.6, 2.2, 46)) * 2.8:
        mix_in(out, guns[int(hand.integers(5))], at, hand.uniform(0.2, 1.0), rate)
    return fade_out(level(compress(out * rising(seconds, 0.12, rate), 1.2)), 1.4, rate)


def musketry(hand: np.random.Generator) -> Wave:
    """Return the sound of muskets and pistols from rail to rail: small cracks, most of them together."""
    seconds = 1.2
    out = np.zeros(round(seconds * RATE))
    for at in hand.gamma(1.6, 0.14, 24):
        crack = noise(hand, 0.12) * fading(0.12, hand.uniform(0.004, 0.009)) + 0.9 * blast(0.0011, 0.12)
        sharp = apply_filters(crack, ("high", hand.uniform(400, 900)), ("low", 4200), ("low", 6000))
        mix_in(out, level(sharp), at, hand.uniform(0.2, 1.0))
    out = level(out) + 0.35 * level(apply_filters(make_echoes(hand, seconds, 0.2, (0.001, 0.004)), ("high", 250)))
    return fade_out(level(compress(out, 1.5)), 0.3)


def magazine(hand: np.random.Generator) -> Wave:
    """Return the sound of a ship that blows up: a slow immense blast, a second one, and falling wreckage."""
    seconds = 4.2
    out = level(blast(0.012, seconds))
    out += 1.1 * level(apply_filters(noise(hand, seconds) * fading(seconds, 0.4), ("low", 700), ("low", 1800)))
    mix_in(out, level(blast(0.008, seconds)), 0.11, 0.8)
    out += 0.7 * level(ring(blast(0.008, seconds), [(52, 0.5, 1.0), (81, 0.35, 0.8), (127, 0.25, 0.5)]))
    out += 0.7 * level(apply_filters(make_echoes(hand, seconds, 0.8, (0.003, 0.02)), ("low", 700)))
    out = apply_filters(out, ("high", 50), ("high", 40))
    rain = np.zeros(len(out))
    for at in hand.gamma(5.0, 0.36, 90):
        drop = noise(hand, 0.2) * fading(0.2, hand.uniform(0.008, 0.04))
        mix_in(rain, apply_filters(drop, ("high", hand.uniform(150, 900)), ("low", 3000)), at, hand.uniform(0.1, 1.0))
    return fade_out(level(compress(out + 0.22 * level(rain), 2.4)), 1.2)


PLANK = (1.0, 1.58, 2.24, 2.92, 3.83)
"""Modes of an oak plank held by its frames, relative to the lowest."""

CREAK = (
    (210, 0.016, 1.0),
    (395, 0.013, 0.9),
    (640, 0.010, 0.9),
    (1130, 0.007, 0.6),
    (1870, 0.005, 0.35),
    (2900, 0.003, 0.2),
)
"""Modes by which a creak is heard: pitch, Hz; seconds to a third; strength."""


def make_knock(hand: np.random.Generator, pitch: float, seconds: float = 0.25) -> Wave:
    """Return the sound of a piece of oak that is hit: its modes, dull and short, and the blow itself."""
    blow = noise(hand, seconds) * fading(seconds, 0.0025)
    modes = [
        (pitch * ratio * hand.uniform(0.96, 1.04), 0.028 / ratio**0.6, 1 / (1 + number))
        for number, ratio in enumerate(PLANK)
    ]
    return level(level(ring(blow, modes)) + 0.15 * level(blow))


def make_cracking(hand: np.random.Generator, seconds: float, count: int, takes: float) -> Wave:
    """Return the sound of fibres that break one after the other, each with a snap."""
    out = np.zeros(round(seconds * RATE))
    for at in hand.exponential(takes, count):
        snap = noise(hand, 0.03) * fading(0.03, hand.uniform(0.0008, 0.003))
        mix_in(out, apply_filters(snap, ("high", hand.uniform(700, 2600))), at, hand.pareto(2.2) + 0.15)
    return level(out)


def splinters(hand: np.random.Generator) -> Wave:
    """Return the sound of a shot through a side: a blow, a bursting plank, splinters that fly and fall."""
    seconds = 0.9
    out = 0.8 * level(apply_filters(noise(hand, seconds) * fading(seconds, 0.03), ("low", 1500), ("high", 90)))
    mix_in(out, make_knock(hand, hand.uniform(120, 170)), 0.0, 1.0)
    out += 0.8 * make_cracking(hand, seconds, 60, 0.07)
    for at in hand.gamma(3.0, 0.1, 11):
        mix_in(out, make_knock(hand, hand.uniform(450, 1300), 0.12), at, hand.uniform(0.05, 0.28))
    return fade_out(level(compress(out, 1.8)), 0.2)


def creaking(hand: np.random.Generator, seconds: float, pitch: tuple[float, float]) -> Wave:
    """Return the sound of wood that sticks and slips: irregular jerks, heard through planks."""
    out, at = np.zeros(round(seconds * RATE)), 0.0
    strength = np.interp(np.arange(64), np.arange(0, 64, 7), hand.uniform(0.05, 1.0, 10)) ** 2
    while at < seconds:
        out[min(len(out) - 1, round(at * RATE))] += hand.uniform(0.4, 1.0) * strength[int(63 * at / seconds)]
        rate = pitch[0] + (pitch[1] - pitch[0]) * at / seconds
        at += hand.gamma(9.0, 1 / (9.0 * rate))
    body = [(hand.uniform(0.9, 1.1) * one, takes, much) for one, takes, much in CREAK]
    return level(ring(out, body) * np.sin(np.pi * np.linspace(0, 1, len(out))) ** 0.5)


def mast(hand: np.random.Generator) -> Wave:
    """Return the sound of a mast going over the side: it groans, breaks, rushes down and hits the water."""
    seconds = 2.6
    out = 0.4 * np.pad(creaking(hand, 0.55, (28, 75)), (0, round((seconds - 0.55) * RATE)))[: round(seconds * RATE)]
    mix_in(out, make_cracking(hand, 1.0, 110, 0.12), 0.35, 1.0)
    mix_in(out, make_knock(hand, 105, 0.5), 0.42, 1.0)
    rush = noise(hand, 0.9) * rising(0.9, 0.85)
    mix_in(out, level(apply_filters(rush, ("low", 1100), ("high", 160))), 0.6, 0.30)
    mix_in(out, splash(hand, 1.1), 1.42, 0.9)
    mix_in(out, level(blast(0.02, 0.5)), 1.42, 0.35)
    return fade_out(level(compress(out, 1.6)), 0.5)


def splash(hand: np.random.Generator, seconds: float = 1.1) -> Wave:
    """Return the sound of something heavy falling into the sea: a slap, a hollow, bubbles and drops."""
    out = level(apply_filters(noise(hand, seconds) * fading(seconds, 0.16) * rising(seconds, 0.012), ("low", 2400)))
    for _ in range(46):
        at, pitch = hand.gamma(2.0, 0.13), hand.uniform(260, 1500)
        t = times(0.09)
        bubble = np.sin(2 * np.pi * pitch * t * (1 + 1.6 * t)) * np.exp(-t / hand.uniform(0.008, 0.025))
        mix_in(out, bubble, at, hand.uniform(0.02, 0.16) * (400 / pitch) ** 0.5)
    return level(out)


def going_under(hand: np.random.Generator) -> Wave:
    """Return the sound of a sinking ship: timbers groan, air and water rush, and the sea closes."""
    seconds = 3.8
    out = np.zeros(round(seconds * RATE))
    for start, rate in ((0.0, (22, 48)), (0.9, (40, 26)), (1.7, (30, 62))):
        mix_in(out, creaking(hand, 0.9, rate), start, 0.5)
    rush = noise(hand, seconds) * rising(seconds, 2.2) * swelling(hand, seconds, 0.22, 0.3)
    out += 0.5 * level(apply_filters(rush, ("low", 700), ("low", 1600), ("high", 60)))
    for at in hand.uniform(1.2, 3.4, 26):
        t, pitch = times(0.16), hand.uniform(90, 320)
        gulp = np.sin(2 * np.pi * pitch * t * (1 + 2.2 * t)) * np.exp(-t / 0.05)
        mix_in(out, gulp, at, hand.uniform(0.1, 0.4))
    return fade_out(level(compress(out, 1.5)), 1.1)


def collision(hand: np.random.Generator) -> Wave:
    """Return the sound of two colliding hulls: one heavy blow, and timbers that grind on each other."""
    seconds = 1.9
    out = 1.0 * level(
        ring(blast(0.006, seconds), [(67, 0.14, 1.0), (109, 0.1, 0.8), (178, 0.07, 0.7), (290, 0.05, 0.4)])
    )
    mix_in(out, make_knock(hand, 140, 0.5), 0.0, 0.8)
    mix_in(out, creaking(hand, 1.3, (60, 24)), 0.12, 0.45)
    mix_in(out, make_cracking(hand, 1.2, 70, 0.25), 0.02, 0.5)
    return fade_out(level(compress(out, 1.7)), 0.5)


def grapple(hand: np.random.Generator) -> Wave:
    """Return the sound of grapnels that fall on a deck and bite, and of lines that go taut."""
    seconds = 1.1
    out = np.zeros(round(seconds * RATE))
    iron = [(840, 0.09, 1.0), (1990, 0.06, 0.7), (3170, 0.05, 0.5), (4710, 0.03, 0.3)]
    for at in np.sort(hand.uniform(0.0, 0.4, 3)):
        blow = noise(hand, 0.4) * fading(0.4, 0.002)
        mix_in(
            out,
            level(ring(blow, [(one * hand.uniform(0.9, 1.1), takes, much) for one, takes, much in iron])),
            at,
            0.4,
        )
        mix_in(out, make_knock(hand, hand.uniform(180, 260)), at, 0.7)
    mix_in(out, creaking(hand, 0.5, (45, 110)), 0.45, 0.35)
    return fade_out(level(compress(out, 1.3)), 0.25)
