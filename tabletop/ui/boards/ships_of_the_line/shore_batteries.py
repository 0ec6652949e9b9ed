"""Coastal batteries as pieces on the sea: their pictures, and the labels with their names."""

import math
from functools import lru_cache

import pygame
import shapely

from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import Battery, Coast, State
from tabletop.games.ships_of_the_line.survey.shores import BATTERY_HULL_POINTS, BATTERY_RADIUS, build_coast_geometry
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.strokes import Sketch, along, sketched
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, colour

LEAST_RADIUS = 13
"""Least radius of a drawn battery, pixels."""
GUNS, BARREL = 8, 0.42
"""Number of guns that are drawn, and their length in parts of the radius."""
WALL, YARD, RUIN, IRON = colour("#C9B386"), colour("#E9DDBE"), colour("#8C7A58"), colour("#2A2118")
JOINT, BRASS = colour("#8A744A"), colour("#76571B")
PAPER, PAPER_EDGE, INK, LOW = colour("#E6D9B8"), colour("#A98A55"), colour("#3A2C14"), colour("#8A2A20")
NAME, HULL = Style("title", 18, INK), Style("name", 15, INK)
PAPER_ALPHA = 238
LEAST_SCALE_OF_HULL = 24
"""Design pixels to a UM below which only a damaged battery shows its hull points."""
BAR = 4
"""Height of the bar of hull points, design pixels."""


def place_battery(state: State, key: str, scale: float) -> Placed:
    """Return where a battery is drawn with its guns at `scale` pixels to a UM."""
    place = state.coast.batteries[key].place if state.coast else None
    across = 2 * radius(scale) * (1 + BARREL) / scale
    return Placed(key, (place.x, place.y) if place else (0.0, 0.0), 0, across, across)


def radius(scale: float) -> float:
    """Return the radius of a battery in pixels; from far it is drawn larger than it is."""
    return max(LEAST_RADIUS, BATTERY_RADIUS * scale)


def draw_battery(surface: pygame.Surface, camera: Camera, state: State, battery: Battery) -> None:
    """Draw a round battery with guns and its side's badge, or a ruin."""
    x, y = camera.to_screen(battery.place.x, battery.place.y)
    nation = NATIONS[fleets.nations(state, battery.side)[0]]
    drawn, (left, top) = _draw_piece(round(radius(camera.scale)), nation, battery.hull > 0)
    surface.blit(drawn, (round(x) + left, round(y) + top), special_flags=pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=16)
def _draw_piece(half: int, nation: str, stands: bool) -> tuple[pygame.Surface, tuple[int, int]]:
    """Return the picture of a battery, and the place of its corner relative to the center."""

    def sketch(on: Sketch) -> None:
        on.disc((half * 0.12, half * 0.18), half * 1.04, IRON, 80)
        on.disc((0, 0), half, IRON)
        on.disc((0, 0), half - 1.2, WALL if stands else RUIN)
        for stone in range(3 * GUNS):
            at = 360 * stone / (3 * GUNS)
            on.line([along((0, 0), at, half * 0.72), along((0, 0), at, half - 1)], JOINT, 0.7, 0)
        on.disc((0, 0), half * 0.7, IRON)
        on.disc((0, 0), half * 0.7 - 1, YARD if stands else WALL)
        for gun in range(GUNS) if stands else ():
            at = 360 * (gun + 0.5) / GUNS
            on.line([along((0, 0), at, half * 0.66), along((0, 0), at, half * 0.8)], BRASS, half / 3.4, 0)
            on.line([along((0, 0), at, half * 0.7), along((0, 0), at, half * (1 + BARREL))], IRON, half / 6, 0)
        for turn in () if stands else (45, 135):
            on.line([along((0, 0), turn, half * 0.8), along((0, 0), turn + 180, half * 0.8)], IRON, half / 5, 0)

    room = half * (1 + BARREL) + 2
    drawn, place = sketched([(0, 0)], room, sketch)
    if stands:
        badge = icon(f"badge_{nation}", round(half * 0.9))
        drawn.blit(badge, badge.get_rect(center=drawn.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
    return drawn, place


def draw_label(battery: Battery, selected: bool, scale: float, theme: Theme) -> pygame.Surface:
    """Return the label with a battery's name and hull points; shared, so never draw on it."""
    left = f"{battery.hull} of {BATTERY_HULL_POINTS}" if battery.hull > 0 else "destroyed"
    told = left if scale >= LEAST_SCALE_OF_HULL or selected or battery.hull < BATTERY_HULL_POINTS else ""
    return _draw_name_label(battery.name, told, max(0, battery.hull) / BATTERY_HULL_POINTS, selected, theme)


@lru_cache(maxsize=32)
def _draw_name_label(name: str, told: str, left: float, selected: bool, theme: Theme) -> pygame.Surface:
    """Return the label; `told` is the text of the hull points, or ""."""
    ink = LOW if left <= 0.5 else INK
    above, below = text.size_of(name, NAME, theme.scale), text.size_of(told, HULL, theme.scale)
    pad, row_high = theme.px(6), below[1] - theme.px(1) if told else 0
    wide = max(above[0], below[0] + theme.px(34) if told else 0) + 2 * pad
    drawn = pygame.Surface((wide, above[1] + row_high), pygame.SRCALPHA)
    pygame.draw.rect(drawn, (*PAPER, PAPER_ALPHA), drawn.get_rect(), border_radius=theme.px(2))
    edge, pen = (INKS.brass_dark, theme.px(2)) if selected else (PAPER_EDGE, 1)
    pygame.draw.rect(drawn, edge, drawn.get_rect(), pen, border_radius=theme.px(2))
    text.write_at(drawn, theme, name, NAME, midtop=(wide // 2, 0))
    if told:
        row = pygame.Rect(pad, above[1] - theme.px(3), wide - 2 * pad, below[1])
        text.write_at(drawn, theme, told, HULL.tinted(ink), midright=row.midright)
        _draw_bar(drawn, pygame.Rect(pad, row.centery, row.w - below[0] - theme.px(6), theme.px(BAR)), left, ink)
    return drawn.premul_alpha()


def _draw_bar(drawn: pygame.Surface, track: pygame.Rect, left: float, ink: Colour) -> None:
    """Draw the bar of hull points."""
    drawn.fill(_faint_ink(ink), track)
    drawn.fill(ink, (track.topleft, (round(track.w * left), track.h)))
    pygame.draw.rect(drawn, ink, track, 1)


def _faint_ink(ink: Colour) -> Colour:
    """Return an ink thinned on paper."""
    red, green, blue = (round(0.75 * paper + 0.25 * one) for one, paper in zip(ink, PAPER, strict=True))
    return red, green, blue


def is_on_land(camera: Camera, coast: Coast, place: pygame.Rect) -> bool:
    """Return True if all of a screen rectangle is land."""
    west, north = camera.to_table(*place.topleft)
    east, south = camera.to_table(*place.bottomright)
    return bool(build_coast_geometry(coast).land.covers(shapely.box(west, south, east, north)))


def find_muzzle(battery: Battery, towards: Xy) -> Xy:
    """Return the point on the edge of a battery from which it fires at a place, UM."""
    far = math.dist((battery.place.x, battery.place.y), towards) or 1.0
    share = BATTERY_RADIUS / far
    x, y = battery.place.x, battery.place.y
    return x + share * (towards[0] - x), y + share * (towards[1] - y)
