"""The smoke of a broadside: it comes from the side that faces the other ship, drifts towards her and fades."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from tabletop.games.ship_duel.state import Side
from tabletop.ui.assets import Layer, anchors
from tabletop.ui.boards.battle.pens import along
from tabletop.ui.boards.ship_duel import models
from tabletop.ui.boards.ship_duel.berths import Berth
from tabletop.ui.motion import MOTION

FADES, STAGGER = 1400, 70
"""Milliseconds for a puff to fade, and between one puff and the next."""
PER_SHOT, MOST = 3, 14
"""Puffs for each card that is fired, and at most."""
SIZE, DRIFT = 0.6, 52
"""Magnification of a puff, and how far it drifts, units of the files."""
OPAQUE = 225


@dataclass
class Gunsmoke:
    """What still hangs over the water.

    Attributes:
        shots: cards fired by each side.
        age: milliseconds since.
    """

    shots: Mapping[Side, int] = field(default_factory=dict)
    age: float = 0.0

    @property
    def busy(self) -> bool:
        """Whether any is left."""
        return bool(self.shots) and self.age < FADES + MOST * STAGGER

    def begin(self, shots: Mapping[Side, int]) -> None:
        """Fire."""
        self.shots, self.age = (shots if MOTION.rate else {}), 0.0

    def skip(self) -> None:
        """Let it blow away."""
        self.shots = {}

    def tick(self, elapsed: int) -> bool:
        """Let time pass; whether anything moved."""
        if not self.busy:
            return False
        self.age += elapsed * MOTION.rate
        return True

    def paint(self, target: pygame.Surface, side: Side, model: str, lies: Berth) -> None:
        """The puffs of one side."""
        if self.busy:
            puffs(target, model, lies, min(MOST, PER_SHOT * self.shots.get(side, 0)), self.age)


def puffs(target: pygame.Surface, model: str, lies: Berth, count: int, age: float) -> None:
    """So many puffs, so many milliseconds after the first."""
    long, beam = anchors().models[model].hull
    abeam = lies.heading + (90 if lies.heading < 180 else -90)
    for number in range(count):
        share = (age - number * STAGGER) / FADES
        if not 0 <= share < 1:
            continue
        ahead = (0.32 - 0.6 * (number * 0.618 % 1)) * long * lies.zoom
        out = (beam * 0.7 + DRIFT * share) * lies.zoom
        at = along(along(lies.at, lies.heading, ahead), abeam, out)
        zoom = lies.zoom * SIZE * (0.6 + 0.9 * share)
        puff = models.sprites().faded((Layer("smoke_puff"),), round(zoom, 2), 0, round(OPAQUE * (1 - share)) // 16 * 16)
        target.fblits([puff.at(*at)], pygame.BLEND_PREMULTIPLIED)
