"""What lies on a table: cards, dice, paper, and the brass button."""

import numpy as np

from tools.sounds.waves import RATE, Wave, ended, fading, filtered, laid, level, noise, partials, rising, struck, times


def _rub(hand: np.random.Generator, seconds: float, colour: tuple[float, float], grain: float) -> Wave:
    """Card or paper drawn over something: noise whose loudness runs over fine ribs, so many a second."""
    at = times(seconds)
    ribs = 0.6 + 0.4 * np.sin(2 * np.pi * grain * at + 3 * filtered(noise(hand, seconds), ("low", 40)))
    return level(filtered(noise(hand, seconds) * ribs, ("high", colour[0]), ("low", colour[1]), ("low", colour[1])))


def _hump(seconds: float, peak: float) -> Wave:
    """Up to its loudest at a share of its time, and down again."""
    share = times(seconds) / seconds
    return np.asarray(
        np.where(share < peak, np.sin(np.pi / 2 * share / peak), np.cos(np.pi / 2 * (share - peak) / (1 - peak))) ** 2
    )


def card_dealt(hand: np.random.Generator) -> Wave:
    """A card slips off the pack and flies over the cloth."""
    seconds = hand.uniform(0.15, 0.19)
    out = 0.8 * _rub(hand, seconds, (1300, 5200), hand.uniform(160, 240)) * _hump(seconds, 0.28)
    flick = noise(hand, 0.02) * fading(0.02, 0.0018)
    laid(out, level(filtered(flick, ("high", 2200))), 0.004, 0.5)
    return ended(level(out), 0.02)


def card_turned(hand: np.random.Generator) -> Wave:
    """A card is bent up, snaps over, and falls flat."""
    seconds = 0.24
    out = np.zeros(round(seconds * RATE))
    laid(out, _rub(hand, 0.09, (900, 4200), 300) * _hump(0.09, 0.6), 0.0, 0.5)
    snap = noise(hand, 0.03) * fading(0.03, 0.0016)
    laid(out, level(struck(snap, [(1900, 0.004, 1.0), (3400, 0.003, 0.8), (5600, 0.002, 0.5)])), 0.085, 1.0)
    laid(out, _tap(hand, 260), 0.125, 0.7)
    return ended(level(out), 0.03)


def card_placed(hand: np.random.Generator) -> Wave:
    """A card is laid on others with a finger: a tap on cloth over wood, a little rub."""
    seconds = 0.2
    out = np.zeros(round(seconds * RATE))
    laid(out, _rub(hand, 0.06, (1100, 4600), 220) * _hump(0.06, 0.5), 0.0, 0.25)
    laid(out, _tap(hand, hand.uniform(190, 250)), 0.045, 1.0)
    return ended(level(out), 0.03)


def _tap(hand: np.random.Generator, pitch: float) -> Wave:
    """Something flat falls on cloth over wood."""
    blow = noise(hand, 0.1) * fading(0.1, 0.003)
    wood = struck(blow, [(pitch, 0.02, 1.0), (pitch * 2.1, 0.012, 0.6), (pitch * 3.7, 0.007, 0.4)])
    return level(level(wood) + 0.45 * level(filtered(blow, ("high", 1500), ("low", 4200))))


def shuffled(hand: np.random.Generator) -> Wave:
    """A pack is riffled: fifty edges that spring from two thumbs, and the halves are pushed together."""
    seconds = 1.05
    out = np.zeros(round(seconds * RATE))
    for at in 0.6 * np.sort(hand.beta(1.3, 1.1, 52)):
        edge = noise(hand, 0.03) * fading(0.03, hand.uniform(0.0008, 0.002))
        laid(out, filtered(edge, ("high", hand.uniform(900, 1800)), ("low", 4500)), at, hand.uniform(0.4, 1.0))
    out = level(out)
    laid(out, _rub(hand, 0.26, (700, 4200), 130) * _hump(0.26, 0.5), 0.66, 0.4)
    laid(out, _tap(hand, 230), 0.9, 0.5)
    return ended(level(out), 0.05)


def dice(hand: np.random.Generator) -> Wave:
    """Bone dice on felt over wood, against each other and the rim: hard short blows, closer and weaker, to rest."""
    out = np.zeros(round(0.55 * RATE))
    at, strength = 0.0, 1.0
    while strength > 0.05 and at < 0.45:
        blow = noise(hand, 0.06) * fading(0.06, 0.0006)
        bone = [(hand.uniform(2700, 3300), 0.005, 1.0), (hand.uniform(4700, 5600), 0.003, 0.7), (7600, 0.002, 0.4)]
        laid(out, level(struck(blow, bone)), at, strength)
        laid(out, _tap(hand, hand.uniform(240, 330)), at, 0.6 * strength)
        at += hand.uniform(0.02, 0.085) * (0.5 + strength)
        strength *= hand.uniform(0.62, 0.95)
    return ended(level(out), 0.1)


def brass(hand: np.random.Generator) -> Wave:
    """A brass button goes down against its spring: a click, metal that rings for a moment, and the click back."""
    out = np.zeros(round(0.26 * RATE))
    for at, much in ((0.0, 1.0), (0.075, 0.5)):
        blow = noise(hand, 0.05) * fading(0.05, 0.0007)
        laid(out, level(struck(blow, [(1450, 0.004, 0.8), (3900, 0.003, 0.6)])), at, much)
        laid(out, partials(0.18, [(2330, 0.045, 1.0), (3870, 0.03, 0.6), (6120, 0.018, 0.35)]), at, 0.22 * much)
    laid(out, _tap(hand, 300), 0.002, 0.5)
    return ended(level(out), 0.05)


def paper(hand: np.random.Generator) -> Wave:
    """A sheet is drawn out and laid open: a rustle, in which the paper buckles with small cracks."""
    seconds = hand.uniform(0.42, 0.52)
    out = 0.45 * _rub(hand, seconds, (1500, 6000), 60) * _hump(seconds, 0.35) * rising(seconds, 0.03)
    for at in seconds * hand.beta(1.8, 2.2, 60):
        crack = noise(hand, 0.02) * fading(0.02, hand.uniform(0.0004, 0.0016))
        laid(out, filtered(crack, ("high", hand.uniform(1200, 4200))), at, min(1.0, 0.1 * (hand.pareto(1.8) + 0.6)))
    return ended(level(out), 0.06)
