"""What lies over the ships: rings, the arrow off the bow, lines between hexes, and where a plan leads."""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tabletop.geometry.hexgrid import Hex, distance
from tabletop.ui.assets import anchors, icon
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.highlight import ring_at
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import NOWHERE, AttachedSprite, Placing, SpriteBatch
from tabletop.ui.boards.battle.strokes import Sketch, sketched
from tabletop.ui.boards.decks_of_glory import handles, ship_places
from tabletop.ui.boards.decks_of_glory.overlays import Ghost, Line, LineKind
from tabletop.ui.boards.decks_of_glory.projection import HEXES, heading_of
from tabletop.ui.boards.decks_of_glory.scene import Scene, sprite_layers
from tabletop.ui.boards.decks_of_glory.tints import GREY, RAKED
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour

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
    return [*found, *handles.slots(scene), *handles.handles(scene)]


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
    length, beam = ship_places.size_of(scene.state.fleet[ghost.ship].rate)
    return Placed(ghost.ship, HEXES.point(ghost.hex), heading_of(ghost.facing), length, beam)


def _shape(scene: Scene, ship: Placed) -> Placing:
    vessel = scene.state.fleet[ship.key]
    files = sprite_layers(vessel, scene.state.ships[ship.key], scene.marks.wind, ship.heading)
    zoom = scene.length(ship) / anchors().models[ship_places.MODELS[vessel.rate]].hull[0]
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
