"""Draws marks on the sea: rings and brackets, lines of fire, planned moves, rulers."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.highlight import arrow_at, ring, ring_at
from tabletop.ui.boards.battle.presentation import Afloat
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.ships_of_the_line import overlays
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, place_ship, sprite_layers, zoom_of
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style, write_at
from tabletop.ui.theme import INKS, Colour, Theme, colour

GREY = INKS.tooltip_edge
BRACKET = 14
LIFT = 10
"""Pixels between a hull and its brackets."""
AROUND, SHORT = 5, 9
"""Pixels between a battery and its brackets, and length of their arms."""
PAST = (14, 8)
"""Dash and gap of a line of fire past a friend, pixels."""
BARRED = colour("#FF8A78")
FORE = 0.26
"""Place of a sign on a ship, hull lengths ahead of the center."""
LEE, LETTER = (8, 14, 26, 120), 10
"""Colour of the shaded lee side; radius of the plate with the letter, design pixels."""
GAUGE = Style("bold", 14, INKS.ink)
PEN = 3
"""Pixels that the line of a bracket covers on either side."""


def place_selection(scene: SeaScene, key: str) -> list[Placing]:
    """Return the brass ellipse around a ship and the arrow off its bow."""
    ship = scene.placed(key)
    return [ring_at(ship, scene.camera, INKS.brass_light, 3), arrow_at(ship, scene.camera, scene.length(ship))]


def draw_ring(surface: pygame.Surface, scene: SeaScene, mark: overlays.RingedShip) -> None:
    """Draw a thin dashed ring around a ship."""
    strokes.dashed(surface, ring(scene.camera, scene.placed(mark.ship), 3), INKS.cream, (5, 4), 2, 2)


def draw_target(surface: pygame.Surface, scene: SeaScene, target: overlays.LegalTarget) -> None:
    """Draw solid corner brackets and the line of fire with its head."""
    ship = scene.placed(target.ship)
    for corner in find_brackets(scene, ship):
        strokes.stroke(surface, corner, INKS.target, 3, 3)
    start, end = scene.camera.to_screen(*target.start), scene.camera.to_screen(*target.end)
    if target.past:
        strokes.dashed(surface, [start, end], INKS.cream, PAST, 3, 2)
    else:
        strokes.stroke(surface, [start, end], INKS.target, 3, 2)
    direction = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    strokes.arrow_head(surface, end, direction, 15, INKS.target)
    pygame.draw.aacircle(surface, INKS.outline, start, 6)
    pygame.draw.aacircle(surface, INKS.target, start, 4)


def draw_blocked_target(surface: pygame.Surface, scene: SeaScene, target: overlays.BlockedTarget) -> None:
    """Draw dashed brackets and a line to the cross on the blocker; red if it is a friend."""
    tint = BARRED if target.friend else GREY
    for corner in find_brackets(scene, scene.placed(target.ship)):
        strokes.dashed(surface, corner, tint, (5, 4), 2, 2)
    start, cross = scene.camera.to_screen(*target.start), scene.camera.to_screen(*target.cross)
    strokes.dashed(surface, [start, cross], tint, (8, 6), 2, 2)
    sign = icon("marker_blocked", Theme(scene.shown.scale).px(26))
    surface.blit(sign, sign.get_rect(center=cross), special_flags=pygame.BLEND_PREMULTIPLIED)


BALL = 24
"""Side of the sign of hot shot, design pixels."""


def find_ball_rect(scene: SeaScene, mark: overlays.SelectedBattery) -> pygame.Rect:
    """Return the rectangle of the sign of hot shot, screen pixels."""
    place, side = scene.placed(mark.battery), Theme(scene.shown.scale).px(BALL)
    (x, y), half = scene.camera.to_screen(*place.at), place.length * scene.camera.scale / 2
    return pygame.Rect(round(x - half - side / 2), round(y - half - side / 2), side, side)


def draw_selected_battery(surface: pygame.Surface, scene: SeaScene, mark: overlays.SelectedBattery) -> None:
    """Draw brass brackets around a battery, with the sign of hot shot if it fires hot shot."""
    place = scene.placed(mark.battery)
    for corner in find_brackets(scene, place):
        strokes.stroke(surface, corner, INKS.brass_light, 3, 3)
    if mark.hot:
        at = find_ball_rect(scene, mark)
        surface.blit(icon("shot_red", at.w), at, special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_battery_fire(surface: pygame.Surface, scene: SeaScene, mark: overlays.BatteryFireLine) -> None:
    """Draw a dashed line with its head."""
    start, end = scene.camera.to_screen(*mark.start), scene.camera.to_screen(*mark.end)
    strokes.dashed(surface, [start, end], INKS.cream, (7, 5), 1, 2)
    direction = math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))
    strokes.arrow_head(surface, end, direction, 10, INKS.cream)


def draw_gauge(surface: pygame.Surface, scene: SeaScene, mark: overlays.GaugeMark) -> None:
    """Shade the lee side of a ship, and draw its letter on a plate on its bow."""
    ship, theme = scene.placed(mark.ship), Theme(scene.shown.scale)
    points = [scene.camera.to_screen(*point) for point in mark.lee]
    if points:
        _tint_polygon(surface, points, LEE)
    if mark.letter:
        at = scene.point(ship, FORE)
        pygame.draw.aacircle(surface, INKS.outline, at, theme.px(LETTER) + 2)
        pygame.draw.aacircle(surface, INKS.wind, at, theme.px(LETTER))
        write_at(surface, theme, mark.letter, GAUGE, center=(round(at[0]), round(at[1])))


def find_brackets(scene: SeaScene, ship: Placed) -> list[list[Xy]]:
    """Return the four corners around a ship or a battery, three screen points each."""
    if ship.key not in scene.state.ships:
        return _find_square(scene.camera.to_screen(*ship.at), ship.length * scene.camera.scale / 2)
    scale = scene.camera.scale
    arm = min(BRACKET, 0.25 * scale * ship.length) / scale
    ahead, abeam = 0.5 * ship.length + LIFT / scale, max(0.3 * ship.length, 0.5 * ship.beam) + LIFT / scale
    corners = []
    for fore in (1, -1):
        for side in (1, -1):
            local = [(ahead - arm, abeam), (ahead, abeam), (ahead, abeam - arm)]
            corners.append([scene.point(ship, fore * a / ship.length, side * b) for a, b in local])
    return corners


def _find_square(middle: Xy, half: float) -> list[list[Xy]]:
    """Return the four corners around a square."""
    (x, y), far, near = middle, half + AROUND, half + AROUND - SHORT
    return [
        [(x + a * near, y + b * far), (x + a * far, y + b * far), (x + a * far, y + b * near)]
        for a in (-1, 1)
        for b in (-1, 1)
    ]


def find_bracket_rects(chart: SeaScene, keys: Iterable[str]) -> dict[str, list[pygame.Rect]]:
    """Return the rectangles of the brackets of ships, chart pixels."""
    return {key: [_bounding_rect(corner) for corner in find_brackets(chart, chart.placed(key))] for key in keys}


def _bounding_rect(points: Sequence[Xy]) -> pygame.Rect:
    """Return the rectangle that a line through `points` covers."""
    xs, ys = [round(x) for x, _ in points], [round(y) for _, y in points]
    covered = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return covered.inflate(2 * PEN, 2 * PEN)


GHOST_ALPHA = 122
RAM, RAM_ALPHA = colour("#EE7B3C"), 74
TURN_ARC = 30
RULER: Colour = (0xFF, 0xF3, 0xCF)
RING = 17
BEARING_ARC = 42


class Tick(NamedTuple):
    """A tick of a ruler: place and distance in UM, heading of its upper end, and if it is long."""

    at: Xy
    distance: float
    upper: float
    numbered: bool


def draw_plan(surface: pygame.Surface, scene: SeaScene, plan: overlays.PlannedMove) -> None:
    """Draw the ghost of a ship and the legs of its plan."""
    _draw_ghost(surface, scene, plan)
    for leg in plan.legs:
        if leg.turn:
            _draw_turn(surface, scene, leg)
        else:
            _draw_advance(surface, scene, leg)


def place_ghost(scene: SeaScene, plan: overlays.PlannedMove) -> Placed:
    """Return where the ghost of a plan is drawn."""
    key, pose = plan.ship, plan.ghost
    return place_ship(scene.state, key, {key: Afloat(key, pose.x, pose.y, pose.heading)})


def _draw_ghost(surface: pygame.Surface, scene: SeaScene, plan: overlays.PlannedMove) -> None:
    """Draw the ghost with its outline: orange if it rams, grey if the plan is illegal."""
    card, marks, ship = scene.state.cards[plan.ship], scene.state.ships[plan.ship], place_ghost(scene, plan)
    files = sprite_layers(card, marks, scene.state.wind.origin, ship.heading)
    sprite = scene.sprites.faded(files, zoom_of(card, scene.length(ship)), ship.heading, GHOST_ALPHA)
    surface.blit(*sprite.at(*scene.camera.to_screen(*ship.at)), special_flags=pygame.BLEND_PREMULTIPLIED)
    side = ship.beam / 2
    outline = [scene.point(ship, a, b) for a, b in ((-0.5, -side), (0.5, -side), (0.5, side), (-0.5, side))]
    tint = RAM if plan.rams else INKS.brass_light if plan.legal else GREY
    if plan.rams:
        _tint_polygon(surface, outline, (*RAM, RAM_ALPHA))
    strokes.dashed(surface, [*outline, outline[0]], tint, (5, 4), 2, 1)
    if plan.rams:
        sign = icon("marker_ram", Theme(scene.shown.scale).px(24))
        surface.blit(sign, sign.get_rect(center=scene.point(ship, FORE)), special_flags=pygame.BLEND_PREMULTIPLIED)


def _tint_polygon(surface: pygame.Surface, outline: Sequence[Xy], tint: tuple[int, int, int, int]) -> None:
    """Tint a polygon with a translucent colour."""
    box = _bounding_rect(outline).inflate(2, 2)
    wash = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.polygon(wash, tint, [(x - box.x, y - box.y) for x, y in outline])
    surface.blit(wash, box)


def _draw_advance(surface: pygame.Surface, scene: SeaScene, leg: overlays.Leg) -> None:
    """Draw a straight leg with ticks; dashed if it is refused."""
    start, end = scene.camera.to_screen(*leg.start), scene.camera.to_screen(*leg.end)
    if leg.legal:
        strokes.stroke(surface, [start, end], INKS.brass_light, 2, 2)
    else:
        strokes.dashed(surface, [start, end], GREY, (7, 6), 2, 2)
    _draw_ticks(surface, scene, leg)


def _draw_ticks(surface: pygame.Surface, scene: SeaScene, leg: overlays.Leg) -> None:
    """Draw a tick at every UM of a leg, longer ones at every fifth and at the end."""
    length = math.dist(leg.start, leg.end)
    colour = INKS.brass_light if leg.legal else GREY
    places = [(at, 5 if at % 5 else 9) for at in range(1, math.ceil(length))] + [(length, 9)]
    for at, half in places:
        x, y = scene.camera.to_screen(*strokes.between(leg.start, leg.end, at / length if length else 0.0))
        across = [strokes.along((x, y), leg.heading + 90, half), strokes.along((x, y), leg.heading - 90, half)]
        strokes.stroke(surface, across, colour, 2, 2)


def _draw_turn(surface: pygame.Surface, scene: SeaScene, leg: overlays.Leg) -> None:
    """Draw the angle of a turn around its point."""
    at = scene.camera.to_screen(*leg.start)
    steps = max(2, abs(leg.turn) // 3)
    arc = [strokes.along(at, leg.heading + leg.turn * k / steps, TURN_ARC) for k in range(steps + 1)]
    colour = INKS.brass_light if leg.legal else GREY
    strokes.dashed(surface, [at, arc[0]], colour, (4, 4), 1, 1)
    strokes.stroke(surface, [at, arc[-1]], colour, 1, 1)
    strokes.stroke(surface, arc, colour, 2, 2)


def draw_ruler(surface: pygame.Surface, scene: SeaScene, ruler: overlays.RulerLine) -> None:
    """Draw a ruler with ticks, and the bearing of its last part from north."""
    points = [scene.camera.to_screen(*point) for point in ruler.points]
    if ruler.bearing is not None and len(points) > 1:
        at, steps = points[-2], max(2, ruler.bearing // 4)
        arc = [strokes.along(at, ruler.bearing * step / steps, BEARING_ARC) for step in range(steps + 1)]
        strokes.dashed(surface, [at, strokes.along(at, 0, BEARING_ARC + 20)], RULER, (4, 4), 2, 2)
        strokes.stroke(surface, arc, RULER, 1, 1)
    strokes.stroke(surface, points, RULER, 3, 2)
    for tick in list_ticks(ruler):
        at, half = scene.camera.to_screen(*tick.at), 10 if tick.numbered else 6
        strokes.stroke(
            surface, [strokes.along(at, tick.upper, half), strokes.along(at, tick.upper + 180, half)], RULER, 2, 2
        )
    for point in (points[0], points[-1]):
        strokes.stroke(surface, strokes.ellipse(point, RING, RING, 0), RULER, 3, 2)


def list_ticks(ruler: overlays.RulerLine) -> Iterator[Tick]:
    """Yield the ticks of a ruler from its first point on."""
    walked = 0.0
    for start, end in pairwise(ruler.points):
        length = math.dist(start, end)
        direction = math.degrees(math.atan2(end[0] - start[0], end[1] - start[1]))
        upper = direction - 90 if math.sin(math.radians(direction)) >= 0 else direction + 90
        number = math.floor(walked / ruler.every) + 1
        while number * ruler.every < walked + length:
            at = strokes.between(start, end, (number * ruler.every - walked) / length)
            yield Tick(at, number * ruler.every, upper, number % 2 == 0)
            number += 1
        walked += length
