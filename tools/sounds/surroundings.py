"""The sounds around a battle: water, wind and fire; bell, pipe and drum; cards, dice, paper and the brass button."""

import numpy as np

from tools.sounds.battle import FAR_RATE
from tools.sounds.waves import (
    RATE,
    Wave,
    apply_filters,
    fade_out,
    fading,
    level,
    make_loop,
    mix_in,
    noise,
    partials,
    ring,
    rising,
    swelling,
    times,
)

LOOP, SEAM = 8.0, 2.0
"""Seconds of a loop before its ends are cross-faded, and of the cross-fade."""


def lapping(hand: np.random.Generator) -> Wave:
    """Return the sound of the sea in a light air: small waves along the hull, slaps and bubbles."""
    wash = apply_filters(noise(hand, LOOP), ("low", 500), ("low", 900), ("high", 140))
    out = 0.35 * level(wash) * swelling(hand, LOOP, 1.3, 0.25)
    for _ in range(70):
        at, pitch = hand.uniform(0, LOOP - 0.2), hand.uniform(320, 1150)
        t = times(0.12)
        drop = np.sin(2 * np.pi * pitch * t * (1 + 2.0 * t)) * np.exp(-t / hand.uniform(0.01, 0.03))
        mix_in(out, drop * rising(0.12, 0.004), at, hand.uniform(0.03, 0.3))
    for at in hand.uniform(0, LOOP - 0.5, 9):
        slap = noise(hand, 0.4) * fading(0.4, 0.07) * rising(0.4, 0.03)
        mix_in(out, level(apply_filters(slap, ("low", 600), ("low", 1500), ("high", 140))), at, hand.uniform(0.1, 0.35))
    return level(make_loop(out, SEAM), 0.8)


def seaway(hand: np.random.Generator) -> Wave:
    """Return the sound of the sea in a breeze: the steady rush of the bow wave, and passing seas."""
    deep = level(apply_filters(noise(hand, LOOP), ("low", 240), ("high", 45))) * swelling(hand, LOOP, 2.6, 0.25)
    wash = level(apply_filters(noise(hand, LOOP), ("low", 1100), ("low", 2600), ("high", 260)))
    out = 0.75 * deep + 0.7 * wash * swelling(hand, LOOP, 2.3, 0.15)
    return level(make_loop(out, SEAM), 0.8)


def breaking(hand: np.random.Generator) -> Wave:
    """Return the sound of the sea in a gale: seas that break with a hiss, and a deep rumble."""
    deep = level(apply_filters(noise(hand, LOOP), ("low", 130), ("high", 30))) * swelling(hand, LOOP, 3.0, 0.5)
    crests = (
        level(apply_filters(noise(hand, LOOP), ("low", 4200), ("high", 500))) * swelling(hand, LOOP, 1.6, 0.12) ** 2
    )
    wash = level(apply_filters(noise(hand, LOOP), ("low", 900), ("high", 150))) * swelling(hand, LOOP, 2.2, 0.2)
    return level(make_loop(0.9 * deep + 0.8 * crests + 0.7 * wash, SEAM), 0.8)


def _gusts(hand: np.random.Generator, pitches: tuple[float, ...], narrow: float, waits: float) -> Wave:
    """Return the sound of wind about masts and ropes: narrow bands of noise that come, go and wander."""
    rate, count = FAR_RATE, round(LOOP * FAR_RATE)
    out = 0.5 * level(apply_filters(noise(hand, LOOP, rate), ("low", 300), ("high", 60), rate=rate))
    out = out * swelling(hand, LOOP, waits * 1.5, 0.4, rate)
    for pitch in pitches:
        strength = swelling(hand, LOOP, waits, 0.05, rate)
        turns = np.cumsum(pitch * (0.88 + 0.24 * strength)) / rate
        slow = apply_filters(noise(hand, LOOP, rate), ("low", narrow), ("low", narrow), rate=rate)
        slow2 = apply_filters(noise(hand, LOOP, rate), ("low", narrow), ("low", narrow), rate=rate)
        band = slow * np.cos(2 * np.pi * turns) + slow2 * np.sin(2 * np.pi * turns)
        out += level(band) * strength**1.5 * (380 / pitch) ** 0.6
    return level(make_loop(out[:count], SEAM, rate), 0.8)


def breeze(hand: np.random.Generator) -> Wave:
    """Return the sound of wind in the sails, broad and soft."""
    return _gusts(hand, (260.0, 410.0), 70.0, 1.9)


def howling(hand: np.random.Generator) -> Wave:
    """Return the sound of a gale in the rigging: the ropes sing, higher in stronger gusts."""
    return _gusts(hand, (330.0, 520.0, 790.0), 26.0, 1.3)


def flames(hand: np.random.Generator) -> Wave:
    """Return the sound of a fire that takes hold: it flares up, roars and crackles."""
    seconds = 3.2
    roar = noise(hand, seconds) * rising(seconds, 0.5) * swelling(hand, seconds, 0.35, 0.45)
    out = 0.6 * level(apply_filters(roar, ("low", 260), ("low", 700), ("high", 45)))
    hiss = noise(hand, seconds) * swelling(hand, seconds, 0.25, 0.3)
    out += 0.16 * level(apply_filters(hiss, ("high", 1800), ("low", 5200)))
    for at in hand.uniform(0.1, seconds, 130):
        pop = noise(hand, 0.03) * fading(0.03, hand.uniform(0.0006, 0.004))
        mix_in(
            out, apply_filters(pop, ("high", hand.uniform(600, 3000))), at, min(0.8, 0.05 * (hand.pareto(1.6) + 0.5))
        )
    return fade_out(level(out * rising(seconds, 0.05)), 1.1)


BELL = 1046.0
"""Pitch that one hears of a ship's bell of some eight inches, Hz."""
BELL_MODES = (
    (0.5, 2.4, 0.42),
    (1.0, 1.5, 1.0),
    (1.006, 1.35, 0.5),
    (1.19, 1.1, 0.55),
    (1.51, 0.6, 0.25),
    (2.0, 0.85, 0.75),
    (2.52, 0.35, 0.22),
    (2.98, 0.42, 0.34),
    (3.76, 0.24, 0.22),
    (4.07, 0.2, 0.2),
    (5.43, 0.11, 0.14),
    (6.79, 0.07, 0.1),
)
"""Hum, prime (two, that beat), tierce, quint, nominal and above: pitch to the prime, seconds to a third, strength."""
DRUM = 164.0
MEMBRANE = (1.0, 1.59, 2.14, 2.30, 2.65, 2.92, 3.16, 3.50)
"""Modes of a round skin, by the zeros of Bessel's functions, to the lowest."""
LOW_NOTE, HIGH_NOTE = 2080.0, 3110.0
"""Of a boatswain's pipe, with an open and with a closed hand, Hz."""


def bell(hand: np.random.Generator) -> Wave:
    """Return the sound of a stroke of the ship's bell."""
    seconds = 2.6
    tones = [(BELL * ratio, takes, much) for ratio, takes, much in BELL_MODES]
    clapper = apply_filters(noise(hand, 0.05) * fading(0.05, 0.0018), ("high", 1800))
    out = partials(seconds, tones)
    mix_in(out, level(clapper), 0.0, 0.5)
    return fade_out(level(out), 0.6)


def _call(hand: np.random.Generator, pitch: Wave, breath: Wave) -> Wave:
    """Return the sound of a whistle with a moving pitch: a tone, a little of its octave, and hissing air."""
    shaken = pitch * (1 + 0.0016 * apply_filters(noise(hand, len(pitch) / RATE), ("low", 30)) * 8)
    turns = 2 * np.pi * np.cumsum(shaken) / RATE
    air = apply_filters(noise(hand, len(pitch) / RATE), ("low", 90), ("low", 90))
    tone = np.sin(turns) + 0.10 * np.sin(2 * turns + 0.4) + 0.03 * np.sin(3 * turns)
    hiss = level(air) * np.cos(turns) * 0.25 + 0.03 * apply_filters(noise(hand, len(pitch) / RATE), ("high", 1500))
    return fade_out(level((tone + hiss) * breath), 0.05)


def _glide(seconds: float, moments: tuple[float, ...], values: tuple[float, ...], takes: float) -> Wave:
    """Return values at given moments, joined by changes that take `takes` seconds."""
    steps = np.interp(times(seconds), moments, values)
    return np.asarray(apply_filters(steps - values[0], ("low", 1 / takes)) + values[0])


def pipe(hand: np.random.Generator) -> Wave:
    """Return the sound of the pipe for all hands: low, then high and held, with a trill at the end."""
    seconds = 1.9
    pitch = _glide(seconds, (0, 0.42, 0.55, 1.9), (LOW_NOTE, LOW_NOTE, HIGH_NOTE, HIGH_NOTE), 0.06)
    at = times(seconds)
    trill = np.where((at > 1.15) & (at < 1.7), 1 - 0.05 * (0.5 + 0.5 * np.sin(2 * np.pi * 17 * at)), 1.0)
    breath = _glide(seconds, (0, 0.05, 0.4, 0.5, 1.75, 1.88), (0, 0.6, 0.7, 1.0, 1.0, 0.0), 0.05)
    return _call(hand, pitch * trill, breath)


def pipe_short(hand: np.random.Generator) -> Wave:
    """Return the sound of the pipe for "still" and "carry on": low, high, low."""
    seconds = 1.2
    pitch = _glide(
        seconds, (0, 0.3, 0.4, 0.75, 0.88, 1.2), (LOW_NOTE, LOW_NOTE, HIGH_NOTE, HIGH_NOTE, LOW_NOTE, LOW_NOTE), 0.05
    )
    breath = _glide(seconds, (0, 0.04, 0.95, 1.15), (0, 0.8, 1.0, 0.0), 0.04)
    return _call(hand, pitch, breath)


def beat(hand: np.random.Generator, strength: float = 1.0) -> Wave:
    """Return the sound of a stick on a drum: the skin, whose pitch falls a little, shell and snares."""
    seconds = 0.45
    blow = noise(hand, seconds) * fading(seconds, 0.0016)
    skin = [
        (DRUM * ratio * hand.uniform(0.985, 1.015), 0.11 / ratio**0.8, 1 / (1 + 0.55 * number))
        for number, ratio in enumerate(MEMBRANE)
    ]
    out = level(ring(blow, skin))
    t = times(seconds)
    out += 0.4 * np.sin(2 * np.pi * DRUM * (t + 0.006 * (1 - np.exp(-t / 0.03)))) * np.exp(-t / 0.1)
    snares = apply_filters(noise(hand, seconds) * fading(seconds, 0.06), ("high", 900), ("low", 6000))
    return strength * (level(out) + 0.6 * level(snares) + 0.35 * level(apply_filters(blow, ("high", 1500))))


def _roll(hand: np.random.Generator, out: Wave, start: float, end: float, loud: tuple[float, float]) -> None:
    """Mix a roll of two bouncing sticks into `out`, from one loudness to another. Changes `out`."""
    at = start
    while at < end:
        share = (at - start) / (end - start)
        mix_in(out, beat(hand), at, (loud[0] + (loud[1] - loud[0]) * share) * hand.uniform(0.7, 1.0))
        at += hand.normal(0.048, 0.003)


def quarters(hand: np.random.Generator) -> Wave:
    """Return the sound of the drum that beats to quarters: a ruffle and strokes, three times."""
    out = np.zeros(round(2.6 * RATE))
    for start in (0.0, 0.72):
        _roll(hand, out, start, start + 0.22, (0.25, 0.5))
        mix_in(out, beat(hand), start + 0.27, 1.0)
        mix_in(out, beat(hand), start + 0.50, 0.7)
    _roll(hand, out, 1.44, 1.9, (0.25, 0.75))
    mix_in(out, beat(hand), 1.97, 1.0)
    return fade_out(level(np.tanh(1.2 * level(out))), 0.3)


def ruffle(hand: np.random.Generator) -> Wave:
    """Return the sound of a drum roll that dies away: a flag comes down, a battle is over."""
    out = np.zeros(round(2.2 * RATE))
    _roll(hand, out, 0.0, 0.5, (0.3, 1.0))
    _roll(hand, out, 0.5, 1.75, (1.0, 0.08))
    return fade_out(level(np.tanh(1.2 * level(out))), 0.4)


def _rub(hand: np.random.Generator, seconds: float, colour: tuple[float, float], grain: float) -> Wave:
    """Return the sound of card or paper drawn over something: noise over `grain` ribs a second."""
    at = times(seconds)
    ribs = 0.6 + 0.4 * np.sin(2 * np.pi * grain * at + 3 * apply_filters(noise(hand, seconds), ("low", 40)))
    return level(
        apply_filters(noise(hand, seconds) * ribs, ("high", colour[0]), ("low", colour[1]), ("low", colour[1]))
    )


def _hump(seconds: float, peak: float) -> Wave:
    """Return a loudness that rises to its maximum at the share `peak` of its time, and falls again."""
    share = times(seconds) / seconds
    return np.asarray(
        np.where(share < peak, np.sin(np.pi / 2 * share / peak), np.cos(np.pi / 2 * (share - peak) / (1 - peak))) ** 2
    )


def card_dealt(hand: np.random.Generator) -> Wave:
    """Return the sound of a card that slips off the pack and flies over the cloth."""
    seconds = hand.uniform(0.15, 0.19)
    out = 0.8 * _rub(hand, seconds, (1300, 5200), hand.uniform(160, 240)) * _hump(seconds, 0.28)
    flick = noise(hand, 0.02) * fading(0.02, 0.0018)
    mix_in(out, level(apply_filters(flick, ("high", 2200))), 0.004, 0.5)
    return fade_out(level(out), 0.02)


def card_turned(hand: np.random.Generator) -> Wave:
    """Return the sound of a card that is bent up, snaps over and falls flat."""
    seconds = 0.24
    out = np.zeros(round(seconds * RATE))
    mix_in(out, _rub(hand, 0.09, (900, 4200), 300) * _hump(0.09, 0.6), 0.0, 0.5)
    snap = noise(hand, 0.03) * fading(0.03, 0.0016)
    mix_in(out, level(ring(snap, [(1900, 0.004, 1.0), (3400, 0.003, 0.8), (5600, 0.002, 0.5)])), 0.085, 1.0)
    mix_in(out, _tap(hand, 260), 0.125, 0.7)
    return fade_out(level(out), 0.03)


def card_placed(hand: np.random.Generator) -> Wave:
    """Return the sound of a card placed with a finger: a tap on cloth over wood, and a little rub."""
    seconds = 0.2
    out = np.zeros(round(seconds * RATE))
    mix_in(out, _rub(hand, 0.06, (1100, 4600), 220) * _hump(0.06, 0.5), 0.0, 0.25)
    mix_in(out, _tap(hand, hand.uniform(190, 250)), 0.045, 1.0)
    return fade_out(level(out), 0.03)


def _tap(hand: np.random.Generator, pitch: float) -> Wave:
    """Return the sound of something flat that falls on cloth over wood."""
    blow = noise(hand, 0.1) * fading(0.1, 0.003)
    wood = ring(blow, [(pitch, 0.02, 1.0), (pitch * 2.1, 0.012, 0.6), (pitch * 3.7, 0.007, 0.4)])
    return level(level(wood) + 0.45 * level(apply_filters(blow, ("high", 1500), ("low", 4200))))


def shuffle(hand: np.random.Generator) -> Wave:
    """Return the sound of a riffled pack: fifty edges, and two halves that are pushed together."""
    seconds = 1.05
    out = np.zeros(round(seconds * RATE))
    for at in 0.6 * np.sort(hand.beta(1.3, 1.1, 52)):
        edge = noise(hand, 0.03) * fading(0.03, hand.uniform(0.0008, 0.002))
        mix_in(out, apply_filters(edge, ("high", hand.uniform(900, 1800)), ("low", 4500)), at, hand.uniform(0.4, 1.0))
    out = level(out)
    mix_in(out, _rub(hand, 0.26, (700, 4200), 130) * _hump(0.26, 0.5), 0.66, 0.4)
    mix_in(out, _tap(hand, 230), 0.9, 0.5)
    return fade_out(level(out), 0.05)


def dice(hand: np.random.Generator) -> Wave:
    """Return the sound of bone dice on felt over wood: hard short blows, closer and weaker."""
    out = np.zeros(round(0.55 * RATE))
    at, strength = 0.0, 1.0
    while strength > 0.05 and at < 0.45:
        blow = noise(hand, 0.06) * fading(0.06, 0.0006)
        bone = [(hand.uniform(2700, 3300), 0.005, 1.0), (hand.uniform(4700, 5600), 0.003, 0.7), (7600, 0.002, 0.4)]
        mix_in(out, level(ring(blow, bone)), at, strength)
        mix_in(out, _tap(hand, hand.uniform(240, 330)), at, 0.6 * strength)
        at += hand.uniform(0.02, 0.085) * (0.5 + strength)
        strength *= hand.uniform(0.62, 0.95)
    return fade_out(level(out), 0.1)


def brass(hand: np.random.Generator) -> Wave:
    """Return the sound of a brass button: a click, metal that rings for a moment, and the click back."""
    out = np.zeros(round(0.26 * RATE))
    for at, much in ((0.0, 1.0), (0.075, 0.5)):
        blow = noise(hand, 0.05) * fading(0.05, 0.0007)
        mix_in(out, level(ring(blow, [(1450, 0.004, 0.8), (3900, 0.003, 0.6)])), at, much)
        mix_in(out, partials(0.18, [(2330, 0.045, 1.0), (3870, 0.03, 0.6), (6120, 0.018, 0.35)]), at, 0.22 * much)
    mix_in(out, _tap(hand, 300), 0.002, 0.5)
    return fade_out(level(out), 0.05)


def paper(hand: np.random.Generator) -> Wave:
    """Return the sound of a sheet that is unfolded: a rustle with small cracks."""
    seconds = hand.uniform(0.42, 0.52)
    out = 0.45 * _rub(hand, seconds, (1500, 6000), 60) * _hump(seconds, 0.35) * rising(seconds, 0.03)
    for at in seconds * hand.beta(1.8, 2.2, 60):
        crack = noise(hand, 0.02) * fading(0.02, hand.uniform(0.0004, 0.0016))
        mix_in(
            out, apply_filters(crack, ("high", hand.uniform(1200, 4200))), at, min(1.0, 0.1 * (hand.pareto(1.8) + 0.6))
        )
    return fade_out(level(out), 0.06)
