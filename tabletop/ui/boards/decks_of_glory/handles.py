"""Arrows at the sides of hexes, and places alongside: what on the map is clicked to steer a ship."""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from tabletop.games.decks_of_glory.model import State
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import Sketch, sketched
from tabletop.ui.boards.decks_of_glory import ship_places
from tabletop.ui.boards.decks_of_glory.overlays import Handle, Slot
from tabletop.ui.boards.decks_of_glory.projection import HEXES, heading_of
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.boards.decks_of_glory.tints import GREY
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.theme import INKS

OUT = 0.63
"""Table units from the middle of a hex to its arrows."""
RADIUS, LEAST, MOST = 0.19, 6.0, 28.0
"""Of the disc of an arrow: table units, and limits in pixels."""
GRASP = 17.0
"""Pixels within which an arrow or a place is meant, if no other is nearer."""
SLOT = (0.66, 0.24)
"""Half axes of a place alongside, table units."""


def handles(scene: Scene) -> Iterator[Placing]:
    """All arrows."""
    for handle in scene.marks.overlay.facings:
        yield arrow(scene.camera, handle, lit=handle.chosen)


def arrow(camera: Camera, handle: Handle, *, lit: bool) -> Placing:
    """One arrow."""
    drawn, (left, top) = _arrow(round(_radius(camera), 1), handle.facing, handle.irons, lit)
    x, y = _middle(camera, handle)
    return drawn, (round(x) + left, round(y) + top)


def handle_at(found: Iterable[Handle], camera: Camera, at: Xy) -> Handle | None:
    """The arrow that is nearest to a pixel, if it is meant."""
    nearest = min(found, key=lambda one: math.dist(_middle(camera, one), at), default=None)
    meant = max(_radius(camera) + 2, min(GRASP, 0.3 * camera.scale))
    return nearest if nearest and math.dist(_middle(camera, nearest), at) <= meant else None


def _middle(camera: Camera, handle: Handle) -> Xy:
    return strokes.along(camera.to_screen(*HEXES.point(handle.hex)), heading_of(handle.facing), OUT * camera.scale)


def _radius(camera: Camera) -> float:
    return max(LEAST, min(MOST, RADIUS * camera.scale))


@lru_cache(maxsize=128)
def _arrow(radius: float, facing: int, irons: bool, lit: bool) -> Placing:
    """An arrow on a disc about (0, 0); hollow if it leads into the wind."""
    towards, bright = heading_of(facing), GREY if irons else INKS.brass_light
    size = radius * 1.2

    def draw(sketch: Sketch) -> None:
        sketch.disc((0, 0), radius + 1.5, INKS.outline)
        sketch.disc((0, 0), radius, bright if lit else INKS.bar)
        sketch.line([strokes.along((0.0, 0.0), 15 * step, radius - 0.5) for step in range(25)], bright, 1.2, 0)
        tip = strokes.along((0.0, 0.0), towards, size * 0.55)
        sketch.head(tip, towards, size, INKS.ink if lit else bright, 0)
        if irons:
            sketch.head(strokes.along(tip, towards, -size * 0.24), towards, size * 0.55, bright if lit else INKS.bar, 0)

    return sketched([(0, 0)], radius + 4, draw)


# --- places alongside


def slots(scene: Scene) -> Iterator[Placing]:
    """The ends of rows at which a ship can come to lie."""
    for slot in scene.marks.overlay.choices:
        yield slot_shape(scene.state, scene.camera, slot, lit=False)


def slot_shape(state: State, camera: Camera, slot: Slot, *, lit: bool) -> Placing:
    """One of them: an outline of where she would lie."""
    at, heading, count = ship_places.alongside(state, slot.hex, slot.hand)
    drawn, (left, top) = _outline(round(camera.scale * ship_places.smaller(count), 2), heading % 180, lit)
    x, y = camera.to_screen(*at)
    return drawn, (round(x) + left, round(y) + top)


def slot_at(state: State, found: Iterable[Slot], camera: Camera, at: Xy) -> Slot | None:
    """The place alongside that is nearest to a pixel, if it is meant."""

    def off(slot: Slot) -> float:
        middle, heading, count = ship_places.alongside(state, slot.hex, slot.hand)
        return _off(camera.to_screen(*middle), heading, camera.scale * ship_places.smaller(count), at)

    nearest = min(found, key=off, default=None)
    return nearest if nearest and off(nearest) <= 1.15 else None


def _off(middle: Xy, heading: int, scale: float, at: Xy) -> float:
    """How far a pixel is from the middle of an ellipse, in parts of its radius."""
    dx, dy = at[0] - middle[0], middle[1] - at[1]
    s, c = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    long, across = max(GRASP, SLOT[0] * scale), max(GRASP, SLOT[1] * scale)
    return math.hypot((dx * s + dy * c) / long, (dx * c - dy * s) / across)


@lru_cache(maxsize=64)
def _outline(scale: float, heading: int, lit: bool) -> Placing:
    long, across = SLOT[0] * scale, SLOT[1] * scale
    points = strokes.ellipse((0.0, 0.0), across, long, heading, 40)

    def draw(sketch: Sketch) -> None:
        sketch.fill(points, INKS.brass_light, 120 if lit else 44)
        sketch.dashed(points, INKS.brass_light, 2.5 if lit else 2, (6, 4), 1)

    return sketched(points, 4, draw)
