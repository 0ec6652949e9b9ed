"""Marks on the hex map: tinted hexes, rings, lines, plans, and the arrows and places that a player clicks."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from tabletop.core.phrases import format_signed
from tabletop.games.decks_of_glory.model import State
from tabletop.games.decks_of_glory.tables import RAKING_CARDS, RANGE_MODIFIER
from tabletop.geometry.hexgrid import Hex, distance
from tabletop.ui.assets import anchors, icon
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.highlight import ring_at
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import NOWHERE, AttachedSprite, Placing, SpriteBatch
from tabletop.ui.boards.battle.strokes import Sketch, between, sketched
from tabletop.ui.boards.decks_of_glory import projection
from tabletop.ui.boards.decks_of_glory.overlays import Ghost, Handle, Line, LineKind, Slot, TintKind
from tabletop.ui.boards.decks_of_glory.projection import HEXES, heading_of, to_pixel
from tabletop.ui.boards.decks_of_glory.scene import Scene, sprite_layers
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
    at, heading, count = projection.alongside(state, slot.hex, slot.hand)
    drawn, (left, top) = _slot_outline(round(camera.scale * projection.smaller(count), 2), heading % 180, lit)
    x, y = camera.to_screen(*at)
    return drawn, (round(x) + left, round(y) + top)


def slot_at(state: State, found: Iterable[Slot], camera: Camera, at: Xy) -> Slot | None:
    """The place alongside that is nearest to a pixel, if it is meant."""

    def off(slot: Slot) -> float:
        middle, heading, count = projection.alongside(state, slot.hex, slot.hand)
        return _off(camera.to_screen(*middle), heading, camera.scale * projection.smaller(count), at)

    nearest = min(found, key=off, default=None)
    return nearest if nearest and off(nearest) <= 1.15 else None


def _off(middle: Xy, heading: int, scale: float, at: Xy) -> float:
    """How far a pixel is from the middle of an ellipse, in parts of its radius."""
    dx, dy = at[0] - middle[0], middle[1] - at[1]
    s, c = math.sin(math.radians(heading)), math.cos(math.radians(heading))
    long, across = max(GRASP, SLOT[0] * scale), max(GRASP, SLOT[1] * scale)
    return math.hypot((dx * s + dy * c) / long, (dx * c - dy * s) / across)


@lru_cache(maxsize=64)
def _slot_outline(scale: float, heading: int, lit: bool) -> Placing:
    long, across = SLOT[0] * scale, SLOT[1] * scale
    points = strokes.ellipse((0.0, 0.0), across, long, heading, 40)

    def draw(sketch: Sketch) -> None:
        sketch.fill(points, INKS.brass_light, 120 if lit else 44)
        sketch.dashed(points, INKS.brass_light, 2.5 if lit else 2, (6, 4), 1)

    return sketched(points, 4, draw)


GHOST_ALPHA = 122
"""48 %."""
LINES: dict[LineKind, tuple[Colour, float, tuple[float, float] | None]] = {
    "aim": (INKS.target, 3.0, None),
    "declared": (INKS.brass_light, 2.0, None),
    "blocked": (GREY, 2.0, (8, 6)),
    "course": (INKS.brass_light, 2.6, None),
    "threat": (RAKED, 2.0, (3, 4)),
}
"""Colour and width, and the dashes of what is not to be."""
HEAD, DOT, DART = 17, 4, 15
SHORT = 0.34
"""Table units by which a line ends short of the middle of a hex."""
CROSS = 26
"""Design pixels of the cross on what blocks a line."""
ROOM = 22
"""Pixels that heads, dots and crosses reach beyond a line."""
TICK = 5
RULER, TIP = (0xFF, 0xF3, 0xCF), 13
"""The ruler's colour, and the radius of its ends."""


def below(scene: Scene) -> list[Placing]:
    """Rings, lines, and the way of a plan: what lies under the plates."""
    overlay = scene.marks.overlay
    found = [ring for _, _, ring in _rings(scene)]
    found += [placing for line in overlay.lines for placing in _line(scene, line)]
    found += [_ruler(scene, corners) for corners in overlay.rulers]
    return [*found, *_way(scene, overlay.ghost)] if overlay.ghost else found


def above(scene: Scene) -> list[Placing]:
    """The ship at the end of a plan, and what is clicked to steer her."""
    ghost = scene.marks.overlay.ghost
    found = _ghost(scene, ghost) if ghost else []
    return [*found, *slots(scene), *handles(scene)]


def bound(scene: Scene, batch: SpriteBatch, key: str) -> Iterator[AttachedSprite]:
    """What goes with a ship, of what lies `below`, where no lines and no plan lead to her."""
    for number, (ship, off, _) in enumerate(_rings(scene)):
        if ship == key:
            yield AttachedSprite(batch, number, off=off)


def _rings(scene: Scene) -> Iterator[tuple[str, Xy, Placing]]:
    """Rings round ships that are spoken of, of a chosen one too where she lies in a row, and the arrow off her bow.

    Each with its ship, and how far from her middle the pixel lies that it is placed by.
    """
    ships, chosen = scene.ships, scene.marks.selected
    for key in scene.marks.overlay.noted:
        if key in ships and key != chosen:
            yield key, NOWHERE, ring_at(ships[key], scene.camera, INKS.cream, 2)
    for line in scene.marks.overlay.lines:
        if line.target in ships and scene.lying.entangled(line.target):
            yield line.target, NOWHERE, ring_at(ships[line.target], scene.camera, LINES[line.kind][0], 2)
    if chosen in ships:
        if scene.lying.entangled(chosen):
            yield chosen, NOWHERE, ring_at(ships[chosen], scene.camera, INKS.brass_light, 3)
        yield chosen, *_off_bow(scene, ships[chosen])


def _off_bow(scene: Scene, ship: Placed) -> tuple[Xy, Placing]:
    """How far the tip of the arrow off the bow of the chosen ship is from her middle, and the arrow."""
    off = strokes.along((0.0, 0.0), ship.heading, 0.62 * scene.length(ship) + 1.6 * DART)
    (x, y), (drawn, (left, top)) = scene.camera.to_screen(*ship.at), _dart(round(ship.heading))
    return off, (drawn, (round(x + off[0]) + left, round(y + off[1]) + top))


@lru_cache(maxsize=64)
def _dart(heading: int) -> Placing:
    return sketched([(0, 0)], 2 * DART, lambda sketch: sketch.head((0, 0), heading, DART, INKS.brass_light))


def _line(scene: Scene, line: Line) -> list[Placing]:
    """A line from a dot to its head, or to the cross on what blocks it."""
    colour, width, pattern = LINES[line.kind]
    start, end = _ends(scene, line)
    towards = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))

    def draw(sketch: Sketch) -> None:
        if pattern:
            sketch.dashed([start, end], colour, width, pattern)
        else:
            sketch.line([start, end], colour, width)
            sketch.head(end, towards, HEAD, colour)
        sketch.disc(start, DOT + 2, INKS.outline)
        sketch.disc(start, DOT, colour)

    found = [sketched([start, end], ROOM, draw)]
    if line.cross or line.kind == "blocked":
        sign = icon("marker_blocked", scene.theme.px(CROSS))
        found.append((sign, sign.get_rect(center=(round(end[0]), round(end[1]))).topleft))
    return found


def _ruler(scene: Scene, corners: tuple[Hex, ...]) -> Placing:
    """From hex to hex, with a tick for each hex on the way and a ring at both ends."""
    points = [scene.camera.to_screen(*HEXES.point(place)) for place in corners]
    parts = pairwise(zip(corners, points, strict=True))
    ticks = [strokes.between(start, end, step / far) for (one, start), (other, end) in parts
             for far in [distance(one, other)] for step in range(1, far + 1)]  # fmt: skip

    def draw(sketch: Sketch) -> None:
        sketch.line(points, RULER, 3)
        for x, y in ticks[:-1]:
            sketch.disc((x, y), TICK + 0.5, INKS.outline)
            sketch.disc((x, y), TICK - 1, RULER)
        for end in (points[0], points[-1]):
            sketch.line(strokes.ellipse(end, TIP, TIP, 0, 32), RULER, 2.6)

    return sketched(points, ROOM, draw)


def ends(scene: Scene) -> list[tuple[int, int]]:
    """Where lines end."""
    found = (_ends(scene, line)[1] for line in scene.marks.overlay.lines)
    return [(round(x), round(y)) for x, y in found]


def _ends(scene: Scene, line: Line) -> tuple[Xy, Xy]:
    start, full = _end(scene, line.start, line.ship), _end(scene, line.end, line.target)
    return start, scene.pixel(line.cross) if line.cross else _short(full, start, SHORT * scene.camera.scale)


def _end(scene: Scene, place: Hex, key: str) -> Xy:
    return scene.point(scene.ships[key], 0.0) if key in scene.ships else scene.camera.to_screen(*HEXES.point(place))


def _short(end: Xy, start: Xy, by: float) -> Xy:
    far = math.dist(start, end)
    return strokes.between(start, end, max(0.0, 1 - by / far) if far else 0.0)


# --- a plan


def _ghost(scene: Scene, ghost: Ghost) -> list[Placing]:
    """The ship at the end of a plan."""
    ship = lying(scene, ghost)
    return [_shape(scene, ship), _outline(scene, ship)]


def _way(scene: Scene, ghost: Ghost) -> list[Placing]:
    """The way of a plan."""
    way = [scene.camera.to_screen(*HEXES.point(place)) for place in _steps(ghost.plan)]
    return [_drawn_way(way)] if len(way) > 1 else []


def _steps(plan: tuple[Hex, ...]) -> list[Hex]:
    """The hexes of a plan, each once where a turn stays in one."""
    return [place for number, place in enumerate(plan) if not number or place != plan[number - 1]]


def lying(scene: Scene, ghost: Ghost) -> Placed:
    """Where she would be."""
    length, beam = projection.size_of(scene.state.fleet[ghost.ship].rate)
    return Placed(ghost.ship, HEXES.point(ghost.hex), heading_of(ghost.facing), length, beam)


def _shape(scene: Scene, ship: Placed) -> Placing:
    vessel = scene.state.fleet[ship.key]
    files = sprite_layers(vessel, scene.state.ships[ship.key], scene.marks.wind, ship.heading)
    zoom = scene.length(ship) / anchors().models[projection.MODELS[vessel.rate]].hull[0]
    drawn = scene.sprites.faded(files, zoom, ship.heading, GHOST_ALPHA)
    return drawn.at(*scene.camera.to_screen(*ship.at))


def _outline(scene: Scene, ship: Placed) -> Placing:
    """A dashed outline of the hull, and an arrow off her bow."""
    middle, half = scene.camera.to_screen(*ship.at), scene.length(ship) / 2
    points = strokes.ellipse(middle, max(8.0, half * 0.42), half * 1.08, ship.heading, 48)
    tip = strokes.along(middle, ship.heading, half * 1.08 + 16)

    def draw(sketch: Sketch) -> None:
        sketch.dashed(points, INKS.brass_light, 2, (6, 4))
        sketch.head(tip, ship.heading, 11, INKS.brass_light)

    return sketched([*points, tip], 6, draw)


def _drawn_way(way: list[Xy]) -> Placing:
    """From hex to hex, with a tick in the middle of each that is passed."""

    def draw(sketch: Sketch) -> None:
        sketch.line(way, INKS.brass_light, 2.6)
        for point in way[1:-1]:
            sketch.disc(point, TICK + 1.5, INKS.outline)
            sketch.disc(point, TICK, INKS.brass_light)

    return sketched(way, ROOM, draw)
