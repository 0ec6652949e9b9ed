"""Dice rolling in a tray: a small physics of squares on felt, for show alone; the faces were rolled elsewhere."""

import math
import random
from dataclasses import dataclass

import pymunk

STEP = 1 / 120
TUMBLE = 450
"""Milliseconds until the dice lie still."""
_KEPT = 0.004
"""Part of its speed that a die keeps for a second on the felt."""
_THROW = (900.0, 1900.0)
_SPIN = 28.0
_ELASTIC = 0.55


@dataclass(frozen=True)
class Lying:
    """One die at one moment: its middle in tray pixels, its angle in degrees, how fast it spins."""

    x: float
    y: float
    angle: float
    spin: float


Frame = tuple[Lying, ...]


def tumbled(dice: int, side: float, tray: tuple[float, float], seed: str) -> tuple[Frame, ...]:
    """The frames of a throw, `STEP` apart; the same seed gives the same throw.

    Args:
        dice: how many.
        side: of a die, pixels.
        tray: width and height of the tray, pixels.
        seed: e.g. the faces that were rolled.
    """
    space = pymunk.Space()
    space.damping = _KEPT
    _wall_in(space, tray)
    hand = random.Random(seed)
    bodies = [_thrown(space, hand, side, tray, number) for number in range(dice)]
    frames = []
    for _ in range(round(TUMBLE / 1000 / STEP)):
        space.step(STEP)
        frames.append(tuple(_lying(body) for body in bodies))
    return tuple(frames)


def _wall_in(space: pymunk.Space, tray: tuple[float, float]) -> None:
    wide, high = tray
    corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        wall = pymunk.Segment(space.static_body, start, end, 2)
        wall.elasticity = _ELASTIC
        space.add(wall)


def _thrown(
    space: pymunk.Space, hand: random.Random, side: float, tray: tuple[float, float], number: int
) -> pymunk.Body:
    body = pymunk.Body(1, pymunk.moment_for_box(1, (side, side)))
    body.position = side + number * side * 0.4, hand.uniform(side, max(side, tray[1] - side))
    body.velocity = hand.uniform(*_THROW), hand.uniform(-_THROW[0], _THROW[0])
    body.angle, body.angular_velocity = hand.uniform(0, math.tau), hand.uniform(-_SPIN, _SPIN)
    shape = pymunk.Poly.create_box(body, (side, side), 2)
    shape.elasticity, shape.friction = _ELASTIC, 0.4
    space.add(body, shape)
    return body


def _lying(body: pymunk.Body) -> Lying:
    return Lying(body.position.x, body.position.y, math.degrees(body.angle), abs(body.angular_velocity))
