"""Hexes in the colour and line of what they mean, and the words in them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import pygame

from tabletop.geometry.hexgrid import Hex
from tabletop.ui import text
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.pens import along
from tabletop.ui.boards.battle.placing import Crowd, placed_label
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.boards.decks_of_glory import places
from tabletop.ui.boards.decks_of_glory.berths import room_in, step
from tabletop.ui.boards.decks_of_glory.overlays import Tint, TintKind
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.boards.decks_of_glory.sketch import Sketch, sketched
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

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


GREY: Colour = (0xCB, 0xD8, 0xD0)
RAKED: Colour = (0xF0, 0x5A, 0x32)
LOOKS: dict[TintKind, Look] = {
    "reach1": Look(INKS.brass_light, 70, "solid", "one action"),
    "reach2": Look(INKS.brass_light, 36, "dashed", "two actions"),
    "irons": Look(GREY, 30, "dotted", "in irons"),
    "near": Look(INKS.point_blank, 108, "solid", "range 1"),
    "middle": Look(INKS.medium, 78, "dashed", "range 2"),
    "far": Look(INKS.long, 44, "dotted", "range 3"),
    "rake": Look(RAKED, 138, "double", "rake"),
    "blocked": Look(GREY, 24, "dashed", "blocked", 1.5),
    "target": Look(INKS.target, 40, "corners", "target", 3.2),
}
SELECTED = Look(INKS.brass_light, 60, "solid", "selected", 3.0)
BROAD = 80
"""Pixels to a side of a hex from which its edge becomes broader with it."""
INSET = 2.0
"""Pixels between the sides of a hex and its edge, so that neighbours do not lie on each other."""
LARGE, SMALL = Style("number", 25, INKS.cream, INKS.outline), Style("semibold", 14, INKS.cream, INKS.outline)
ASIDE = Style("number", 17, INKS.cream)
FULL, LEAST = 56, 30
"""Design pixels to a side of a hex from which words have their full size, and below which small ones are left out."""
SMALLEST = 13
AWAY = 0.56
"""Table units from the middle of a hex to its label where a ship lies in it."""
PLATE_ALPHA = 204
ABEAM = (270, 330, 30)
"""Where that is for ships that head so or the opposite way: up the map, and each sixth of the circle on."""


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
    x, y = places.pixel(camera, place)
    return drawn, (x + left, y + top)


@lru_cache(maxsize=128)
def _hex(scale: float, look: Look) -> Placing:
    """A hex with its middle at (0, 0)."""
    shrunk = scale - INSET * 1.15
    points = [(x * shrunk, -y * shrunk) for x, y in places.corners((0, 0))]
    drawn = replace(look, width=look.width * max(1.0, scale / BROAD))

    def draw(sketch: Sketch) -> None:
        sketch.fill(points, look.colour, look.alpha)
        EDGES[look.edge](sketch, [*points, points[0]], drawn)

    return sketched(points, 2 + drawn.width, draw)


def small_hex(side: int) -> list[Xy]:
    """The corners of a hex about (0, 0), pixels."""
    return [(x * side, -y * side) for x, y in places.corners((0, 0))]


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
        arms = [_between(corner, end, 0.26) for end in (before, after)]
        sketch.line([arms[0], corner, arms[1]], look.colour, look.width, 1.4)


def _between(start: Xy, end: Xy, share: float) -> Xy:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


EDGES = {"solid": _solid, "dashed": _dashed, "dotted": _dotted, "double": _double, "corners": _corners}


# --- words


def labels(scene: Scene) -> list[Placing]:
    """The words in tinted hexes; beside the ships on a plate of their own where any lie there.

    There are none where a place alongside is being chosen.
    """
    over = scene.marks.overlay
    asked = {slot.hex for slot in over.choices}
    told = [tint for tint in over.tints if (tint.label or tint.sub) and tint.hex not in asked]
    taken, aside, amid = _taken(scene) if told else {}, list[Placing](), list[Placing]()
    for tint in sorted(told, key=lambda tint: not tint.sub):  # who says more chooses first
        if tint.hex in taken:
            aside.append(_aside(scene, tint, *taken[tint.hex], [box(one) for one in aside]))
        else:
            amid += _amid(scene, tint)
    return amid + aside


def _taken(scene: Scene) -> dict[Hex, tuple[float, float]]:
    """The hexes with ships: how these head, and how far out the last of a row lies, table units."""
    found = {scene.state.ships[key].at: (ship.heading, 0.0) for key, ship in scene.ships.items()}
    for row in scene.lying.rows:
        ship = scene.state.ships[row[0]]
        found[ship.at] = (places.heading(ship.facing), _half(scene, ship.at, len(row)))
    if ghost := scene.marks.overlay.ghost:
        found.setdefault(ghost.hex, (places.heading(ghost.facing), 0.0))
    return found


def _half(scene: Scene, place: Hex, count: int) -> float:
    return step(count, room_in(place, scene.marks.fanned)) * (count - 1) / 2


def _amid(scene: Scene, tint: Tint) -> list[Placing]:
    x, y = scene.pixel(tint.hex)
    large = _word(tint.label, _fitted(LARGE, scene.side), scene.shown.scale) if tint.label else None
    if not tint.sub or scene.side < LEAST:
        return [(large, (x - large.get_width() // 2, y - large.get_height() // 2))] if large else []
    small = _word(tint.sub, SMALL, scene.shown.scale)
    up = y - small.get_height() // 2 if large else y
    below = (small, (x - small.get_width() // 2, up + (large.get_height() // 3 if large else -small.get_height() // 2)))
    return [(large, (x - large.get_width() // 2, up - large.get_height() // 2)), below] if large else [below]


def _aside(scene: Scene, tint: Tint, heading: float, out: float, others: list[pygame.Rect]) -> Placing:
    """On a small plate to the left of a ship or up the map, where no bow or stern is; else on her other side."""
    words = " ".join(filter(None, (tint.label, tint.sub if scene.side >= LEAST else "")))
    drawn = _plate(words, _fitted(ASIDE, scene.side), scene.shown.scale)
    abeam = ABEAM[round(heading) % 180 // 60]
    away = (AWAY + out) * scene.camera.scale + drawn.get_width() / 2 - scene.theme.px(SMALLEST)
    spots = [drawn.get_rect(center=_rounded(along(scene.pixel(tint.hex), abeam + turn, away))) for turn in (0, 180)]
    return drawn, placed_label(spots, Crowd(others, [])).topleft


def _rounded(at: Xy) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def _fitted(style: Style, side: float) -> Style:
    return style.at(max(SMALLEST, style.size * min(1.0, side / FULL)))


@lru_cache(maxsize=256)
def _word(words: str, style: Style, scale: int) -> pygame.Surface:
    return text.rendered(words, style, scale).premul_alpha()


@lru_cache(maxsize=128)
def _plate(words: str, style: Style, scale: int) -> pygame.Surface:
    theme, letters = Theme(scale), text.rendered(words, style, scale)
    drawn = pygame.Surface((letters.get_width() + theme.px(8), letters.get_height() + theme.px(2)), pygame.SRCALPHA)
    drawn.fill((*INKS.plate, PLATE_ALPHA))
    drawn.blit(letters, letters.get_rect(center=drawn.get_rect().center))
    return drawn.premul_alpha()
