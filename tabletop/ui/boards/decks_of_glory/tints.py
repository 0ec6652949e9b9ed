"""Hexes in the colour and line of what they mean."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from tabletop.core.phrases import format_signed
from tabletop.games.decks_of_glory.tables import RAKING_CARDS, RANGE_MODIFIER
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import Sketch, between, sketched
from tabletop.ui.boards.decks_of_glory.overlays import TintKind
from tabletop.ui.boards.decks_of_glory.projection import HEXES, to_pixel
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS, Colour

Edge = Literal["solid", "dashed", "dotted", "double", "corners"]


@dataclass(frozen=True)
class Look:
    """The colour of a hex, how much of it, and the style of its edge; kinds differ in more than colour."""

    colour: Colour
    alpha: int
    edge: Edge
    words: str
    """In the key to the map."""
    width: float = 2.0


def _at_range(hexes: int) -> str:
    """A range, and what it does to the hits of a card."""
    modifier = RANGE_MODIFIER[hexes]
    return f"range {hexes}: {format_signed(modifier)} hit" if modifier else f"range {hexes}"


GREY: Colour = (0xCB, 0xD8, 0xD0)
RAKED: Colour = (0xF0, 0x5A, 0x32)
LOOKS: dict[TintKind, Look] = {
    "reach1": Look(INKS.brass_light, 70, "solid", "one action"),
    "reach2": Look(INKS.brass_light, 36, "dashed", "two actions"),
    "irons": Look(GREY, 30, "dotted", "in irons"),
    "near": Look(INKS.point_blank, 108, "solid", _at_range(1)),
    "middle": Look(INKS.medium, 78, "dashed", _at_range(2)),
    "far": Look(INKS.long, 44, "dotted", _at_range(3)),
    "rake": Look(RAKED, 138, "double", f"rake: {RAKING_CARDS} cards"),
    "blocked": Look(GREY, 24, "dashed", "blocked", 1.5),
    "zone": Look(INKS.brass_light, 36, "dashed", "places for your ships"),
    "target": Look(INKS.target, 40, "corners", "target", 3.2),
}
SELECTED = Look(INKS.brass_light, 60, "solid", "selected", 3.0)
BROAD = 80
"""Pixels to a side of a hex from which its edge becomes broader with it."""
INSET = 2.0
"""Pixels between the sides of a hex and its edge, so that neighbours do not lie on each other."""


def washes(scene: Scene) -> list[Placing]:
    """The tinted hexes and, on top, that of the selected ship."""
    marks, found = scene.marks, []
    for tint in marks.overlay.tints:
        found.append(hexed(scene.camera, tint.hex, LOOKS[tint.kind]))
    if marks.selected in scene.ships and marks.selected not in {one.ship for one in scene.shown.afloat}:
        found.append(hexed(scene.camera, scene.state.ships[marks.selected].at, SELECTED))
    return found


def hexed(camera: Camera, place: Hex, look: Look) -> Placing:
    """A hex in a look."""
    drawn, (left, top) = _hex(round(camera.scale, 3), look)
    x, y = to_pixel(camera, place)
    return drawn, (x + left, y + top)


@lru_cache(maxsize=128)
def _hex(scale: float, look: Look) -> Placing:
    """A hex with its middle at (0, 0)."""
    shrunk = scale - INSET * 1.15
    points = [(x * shrunk, -y * shrunk) for x, y in HEXES.outline((0, 0))]
    drawn = replace(look, width=look.width * max(1.0, scale / BROAD))

    def draw(sketch: Sketch) -> None:
        sketch.fill(points, look.colour, look.alpha)
        EDGES[look.edge](sketch, [*points, points[0]], drawn)

    return sketched(points, 2 + drawn.width, draw)


def _solid(sketch: Sketch, points: list[Xy], look: Look) -> None:
    sketch.line(points, look.colour, look.width, 0.75)


def _dashed(sketch: Sketch, points: list[Xy], look: Look) -> None:
    sketch.dashed(points, look.colour, look.width, (4 * look.width, 3 * look.width), 0.75)


def _dotted(sketch: Sketch, points: list[Xy], look: Look) -> None:
    sketch.dashed(points, look.colour, look.width, (1, 3 * look.width), 0.75)


def _double(sketch: Sketch, points: list[Xy], look: Look) -> None:
    _solid(sketch, points, look)
    inner = [(x * 0.87, y * 0.87) for x, y in points]
    sketch.line(inner, look.colour, 1.5, 0.5)


def _corners(sketch: Sketch, points: list[Xy], look: Look) -> None:
    """Only the corners of the edge, as brackets."""
    for before, corner, after in zip(points[-2:-1] + points[:-2], points, points[1:], strict=False):
        arms = [between(corner, end, 0.26) for end in (before, after)]
        sketch.line([arms[0], corner, arms[1]], look.colour, look.width, 1.4)


EDGES = {"solid": _solid, "dashed": _dashed, "dotted": _dotted, "double": _double, "corners": _corners}
