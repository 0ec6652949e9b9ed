"""Figures beside planned moves and rulers: points spent, degrees of turns, distances; and what those marks cover."""

from collections.abc import Iterator, Sequence

import pygame

from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.placing import rooms
from tabletop.ui.boards.ships_of_the_line import paths
from tabletop.ui.boards.ships_of_the_line.lettering import Key, Lettered, Name, Names, beyond, written
from tabletop.ui.boards.ships_of_the_line.overlays import Leg, Measured, Overlay, PlannedMove
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

NUMBER = Style("bold", 15, INKS.cream, INKS.outline)
CLEAR = (11, 20, 30)
"""Pixels from a line to the figure beside it, the best first."""
BEAD = 12
"""Side of the boxes along a line, pixels."""


def names(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """The figures, those at the end of a plan first; `chart` is the camera of chart pixels."""
    found: dict[Key, Name] = {}
    for number, one in enumerate(overlays):
        if isinstance(one, PlannedMove):
            found.update(_of_plan(one, chart, theme))
        elif isinstance(one, Measured):
            found.update(_of_ruler(number, one, chart, theme))
    return found


def _of_plan(plan: PlannedMove, chart: Camera, theme: Theme) -> Iterator[tuple[Key, Name]]:
    """The running totals and the turns, from the last to the first."""
    for number, leg in reversed(list(enumerate(plan.legs))):
        at = chart.to_screen(*leg.end)
        if leg.turn:
            yield (number, "turn"), _name(f"{abs(leg.turn)}°", at, _about(leg), theme)
        elif leg.spent:
            sides = [(leg.heading + side, away) for away in CLEAR for side in (90, -90, 135, -135)]
            yield (number, "spent"), _name(leg.spent, at, sides, theme)


def _about(leg: Leg) -> list[tuple[float, float]]:
    """Ways from the point of a turn: beyond the middle of its arc, or outside the bend."""
    middle, outside = leg.heading + leg.turn / 2, leg.heading + (-90 if leg.turn > 0 else 90)
    return [
        *((middle, paths.TURN_ARC + away - CLEAR[0] / 2) for away in CLEAR),
        *((outside, away) for away in CLEAR),
    ]


def _of_ruler(number: int, ruler: Measured, chart: Camera, theme: Theme) -> Iterator[tuple[Key, Name]]:
    """The distance at every second tick, above the line or below it."""
    for tick in paths.ticks(ruler):
        if tick.numbered:
            sides = [(tick.upper + side, away) for away in CLEAR for side in (0, 180)]
            name = _name(f"{tick.distance:g}", chart.to_screen(*tick.at), sides, theme)
            yield (tick.distance, ("measured", number)), name


def _name(words: str, at: Xy, ways: Sequence[tuple[float, float]], theme: Theme) -> Name:
    """Words in directions from a point, so many pixels clear of it; left out where the table is too crowded."""
    drawn = written(words, NUMBER, theme)
    return Name(tuple(Lettered(drawn, beyond(at, towards, drawn, away)) for towards, away in ways), spare=True)


# --- what marks cover


def covered(scene: Scene, overlays: Sequence[Overlay]) -> list[pygame.Rect]:
    """Boxes on the screen over ghosts, their ways and rulers, of which words keep clear as they do of ships."""
    boxes: list[pygame.Rect] = []
    for one in overlays:
        if isinstance(one, PlannedMove):
            boxes += rooms(scene.camera, paths.ghost(scene, one))
            boxes += (box for leg in one.legs for box in _along(scene, (leg.start, leg.end)))
        elif isinstance(one, Measured):
            boxes += _along(scene, one.points)
    return boxes


def _along(scene: Scene, points: Sequence[Xy]) -> Iterator[pygame.Rect]:
    """Boxes along a line."""
    bead = pygame.Rect(0, 0, BEAD, BEAD)
    for (x, y), _ in pens.dashes([scene.camera.to_screen(*point) for point in points], 1, BEAD - 1):
        bead.center = (round(x), round(y))
        yield bead.copy()
