"""Words on the sea: names of range bands and regions, figures at planned moves and rulers."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray

from tabletop.games.ships_of_the_line.model import Band
from tabletop.ui import text
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.label_layout import Key, Lettered, Name, Names, beyond, written
from tabletop.ui.boards.battle.ship_sprites import rooms
from tabletop.ui.boards.ships_of_the_line import markers
from tabletop.ui.boards.ships_of_the_line.fields import BAND_COLOURS, MASKED_COLOUR
from tabletop.ui.boards.ships_of_the_line.overlays import (
    BatteryReach,
    CoveredWater,
    EscapeRoute,
    FireBand,
    FireField,
    HelpArea,
    LabelRoom,
    LabelSpot,
    Leg,
    Overlay,
    PlannedMove,
    RulerLine,
    SelectedBattery,
    Threats,
)
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

BAND, BAND_SMALL = Style("bold", 15, INKS.cream, INKS.outline), Style("bold", 14, INKS.cream, INKS.outline)
LABELLED, APART = 64, 9
"""Pixels to a UM below which bands are too narrow for whole names, and for any name."""
LIFT = 8
"""Design pixels from a line to the name beside it; also the overlap of a name's two lines."""
AWAY = (22, 40, 58, 76, 100, 130, 170)
"""Design pixels from the edge of a band to a short name on a leader line."""
SHORT: dict[Band, str] = {"point_blank": "Pt-blank", "medium": "Medium", "long": "Long"}


def build_band_names(shown: Sequence[FireField], chart: Camera, theme: Theme) -> Names:
    """Return the names of all bands; empty if the bands are too narrow. `chart` is in chart pixels."""
    if chart.scale < APART:
        return {}
    bands = [(number, field, band) for number, field in enumerate(shown) for band in field.bands if band.spots]
    return {
        (number, band.band): Name(tuple(_find_band_places(field, band, chart, theme))) for number, field, band in bands
    }


def _find_band_places(field: FireField, band: FireBand, chart: Camera, theme: Theme) -> Iterator[Lettered]:
    """Yield the places of a band's name: the whole name, then the short one, then on a leader line."""
    colour = MASKED_COLOUR if field.masked else BAND_COLOURS[band.band]
    if chart.scale >= LABELLED:
        whole = _draw_band_name(band.label, band.reach, colour, theme)
        yield from (Lettered(whole, _find_spot_rect(spot, whole, chart, theme)) for spot in band.spots)
    short = written(f"{SHORT[band.band]} {band.reach}", BAND_SMALL.tinted(colour), theme)
    outside = [spot for spot in band.spots if spot.outside]
    yield from (Lettered(short, _find_spot_rect(spot, short, chart, theme)) for spot in outside)
    for away in AWAY:
        for spot in outside:
            yield _place_tied_name(spot, short, chart, theme.px(away))


def _place_tied_name(spot: LabelSpot, drawn: pygame.Surface, chart: Camera, away: int) -> Lettered:
    """Return a name `away` pixels from its spot, tied by a line."""
    at = chart.to_screen(*spot.at)
    place = beyond(at, spot.towards, drawn, away)
    x, y = round(at[0]), round(at[1])
    return Lettered(
        drawn, place, ((x, y), (sorted((place.left, x, place.right))[1], sorted((place.top, y, place.bottom))[1]))
    )


def _find_spot_rect(spot: LabelSpot, drawn: pygame.Surface, chart: Camera, theme: Theme) -> pygame.Rect:
    """Return the rectangle of a name just clear of the line on which its spot lies."""
    return beyond(chart.to_screen(*spot.at), spot.towards, drawn, theme.px(LIFT))


@lru_cache(maxsize=64)
def _draw_band_name(label: str, reach: str, colour: Colour, theme: Theme) -> pygame.Surface:
    """Return the picture of a name with the range below."""
    above, below = text.rendered(label, BAND, theme.scale), text.rendered(reach, BAND.tinted(colour), theme.scale)
    wide = max(above.get_width(), below.get_width())
    drawn = pygame.Surface((wide, above.get_height() + below.get_height() - theme.px(LIFT)), pygame.SRCALPHA)
    drawn.blit(above, above.get_rect(midtop=(wide // 2, 0)))
    drawn.blit(below, below.get_rect(midbottom=(wide // 2, drawn.get_height())))
    return drawn.premul_alpha()


REGION = Style("bold", 15, INKS.cream, INKS.outline)
DICE, DICE_SMALL = Style("bold", 20, INKS.cream, INKS.outline), Style("bold", 14, INKS.cream, INKS.outline)
ROUND_CIRCLE = 24
"""Number of places for a name around a circle."""
ROUND = 4
"""Pixels from words to the edge of the piece of water around them."""


def build_region_names(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """Return the names of threats and covered water that are large enough."""
    threats = [region for one in overlays if isinstance(one, Threats) for region in one.regions]
    covers = [piece for one in overlays if isinstance(one, CoveredWater) for piece in one.pieces]
    found: dict[Key, Name] = {
        ("threat", number): _build_region_name(_draw_dice_words(one.dice, theme), one.rooms, chart)
        for number, one in enumerate(threats)
    }
    for number, piece in enumerate(covers):
        words = written(piece.name, REGION.tinted(BAND_COLOURS[piece.band]), theme)
        found[("cover", number), piece.name] = _build_region_name([words], piece.rooms, chart)
    return {key: name for key, name in found.items() if name.ways}


def _draw_dice_words(dice: int, theme: Theme) -> list[pygame.Surface]:
    """Return the number of dice in words, small, and as a number alone."""
    words = f"{dice} {'die' if dice == 1 else 'dice'}"
    return [written(words, DICE, theme), written(words, DICE_SMALL, theme), written(str(dice), DICE, theme)]


def _build_region_name(words: Sequence[pygame.Surface], rooms: Sequence[LabelRoom], chart: Camera) -> Name:
    """Return a name with its places in `rooms`; shorter words come last."""
    ways = ((drawn, rooms[number].at) for drawn in words for number in _find_roomy(rooms, drawn, chart.scale))
    return Name(tuple(Lettered(drawn, drawn.get_rect(center=chart.to_screen(*at))) for drawn, at in ways))


def _find_roomy(rooms: Sequence[LabelRoom], drawn: pygame.Surface, scale: float) -> list[int]:
    """Return the numbers of the rooms whose ellipse holds a picture; vectorised, as there are hundreds."""
    wide, high = (side / 2 + ROUND for side in drawn.get_size())
    across, up = _room_reaches(tuple(rooms))
    return np.flatnonzero(np.hypot(wide * up, high * across) < scale * across * up).tolist()


@lru_cache(maxsize=256)
def _room_reaches(rooms: tuple[LabelRoom, ...]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the half axes of the rooms across and up, UM."""
    return np.array([room.across for room in rooms]), np.array([room.up for room in rooms])


def build_circle_names(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """Return the labels of help areas, outside of their circles."""
    found: dict[Key, Name] = {}
    for one in overlays:
        if isinstance(one, HelpArea):
            drawn = written(one.words, REGION.tinted(INKS.brass_light), theme)
            found[("circle", one.words), one.words] = Name(
                tuple(_find_circle_places(one, drawn, chart, theme)), spare=True
            )
    return found


def _find_circle_places(one: HelpArea, drawn: pygame.Surface, chart: Camera, theme: Theme) -> Iterator[Lettered]:
    """Yield places around a circle, those outside first."""
    points = [chart.to_screen(*point) for point in one.outline]
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    for inwards in (0, 180):
        for x, y in points[:: max(1, len(points) // ROUND_CIRCLE)]:
            towards = math.degrees(math.atan2(x - middle[0], middle[1] - y)) + inwards
            yield Lettered(drawn, beyond((x, y), towards, drawn, theme.px(LIFT)))


ALONG_CIRCLE = 16
"""Number of places for a name along the end of a range band."""
DEPTH = Style("name", 16, INKS.cream, INKS.outline)


def build_battery_names(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """Return the labels of a battery's ranges and shoals."""
    found: dict[Key, Name] = {}
    for one in overlays:
        for ending in one.endings if isinstance(one, BatteryReach) else ():
            drawn = written(ending.words, REGION.tinted(BAND_COLOURS[ending.band]), theme)
            spots = [chart.to_screen(*spot) for line in ending.lines for spot in _spread_points(line)]
            found[("reach", ending.words), ending] = Name(_center_on(drawn, spots), spare=True)
        for depth in one.depths if isinstance(one, BatteryReach) else ():
            found[("depth", depth.words), depth] = _build_region_name(
                [written(depth.words, DEPTH, theme)], depth.rooms, chart
            )
    return {key: name for key, name in found.items() if name.ways}


def _spread_points(line: Sequence[Xy]) -> list[Xy]:
    """Return some points of a line, those near its middle first."""
    points = line[:: max(1, len(line) // ALONG_CIRCLE)]
    order = sorted(range(len(points)), key=lambda number: abs(number - len(points) / 2))
    return [points[number] for number in order]


def _center_on(drawn: pygame.Surface, spots: Sequence[Xy]) -> tuple[Lettered, ...]:
    """Return a picture centered on each of `spots`."""
    return tuple(Lettered(drawn, drawn.get_rect(center=(round(x), round(y)))) for x, y in spots)


ALONG_COURSE = (1.5, 3.0, 5.0, 0.5)
"""UM from a fleeing ship to the places of its label."""


def build_escape_names(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """Return the labels of escape routes, above or below the arrow."""
    found: dict[Key, Name] = {}
    for one in overlays:
        if isinstance(one, EscapeRoute):
            drawn = written(one.words, REGION, theme)
            found[("course", one.words), str(one.start)] = Name(
                tuple(_find_escape_places(one, drawn, chart, theme)), spare=True
            )
    return found


def _find_escape_places(one: EscapeRoute, drawn: pygame.Surface, chart: Camera, theme: Theme) -> Iterator[Lettered]:
    """Yield places beside an escape route."""
    length = math.dist(one.start, one.end)
    bearing = math.degrees(math.atan2(one.end[0] - one.start[0], one.end[1] - one.start[1]))
    for far in ALONG_COURSE:
        at = chart.to_screen(*strokes.between(one.start, one.end, min(1.0, far / length) if length else 0.0))
        for aside in (-90, 90):
            yield Lettered(drawn, beyond(at, bearing + aside, drawn, theme.px(LIFT)))


FIGURE = Style("bold", 15, INKS.cream, INKS.outline)
CLEAR = (11, 20, 30)
"""Pixels from a line to the figure beside it, the best first."""
BEAD = 12
"""Side of the boxes along a line, pixels."""


def build_figures(overlays: Sequence[Overlay], chart: Camera, theme: Theme) -> Names:
    """Return the figures of plans and rulers, those at the end of a plan first."""
    found: dict[Key, Name] = {}
    for number, one in enumerate(overlays):
        if isinstance(one, PlannedMove):
            found.update(_build_plan_figures(one, chart, theme))
        elif isinstance(one, RulerLine):
            found.update(_build_ruler_figures(number, one, chart, theme))
    return found


def _build_plan_figures(plan: PlannedMove, chart: Camera, theme: Theme) -> Iterator[tuple[Key, Name]]:
    """Yield the running totals and turns of a plan, from the last to the first."""
    for number, leg in reversed(list(enumerate(plan.legs))):
        at = chart.to_screen(*leg.end)
        if leg.turn:
            yield (number, "turn"), _build_figure(f"{abs(leg.turn)}°", at, _list_turn_directions(leg), theme)
        elif leg.spent:
            sides = [(leg.heading + side, away) for away in CLEAR for side in (90, -90, 135, -135)]
            yield (number, "spent"), _build_figure(leg.spent, at, sides, theme)


def _list_turn_directions(leg: Leg) -> list[tuple[float, float]]:
    """Return directions and distances for a turn's figure: beyond its arc, or outside the bend."""
    middle, outside = leg.heading + leg.turn / 2, leg.heading + (-90 if leg.turn > 0 else 90)
    return [
        *((middle, markers.TURN_ARC + away - CLEAR[0] / 2) for away in CLEAR),
        *((outside, away) for away in CLEAR),
    ]


def _build_ruler_figures(number: int, ruler: RulerLine, chart: Camera, theme: Theme) -> Iterator[tuple[Key, Name]]:
    """Yield the distance at every second tick of a ruler."""
    for tick in markers.list_ticks(ruler):
        if tick.numbered:
            sides = [(tick.upper + side, away) for away in CLEAR for side in (0, 180)]
            name = _build_figure(f"{tick.distance:g}", chart.to_screen(*tick.at), sides, theme)
            yield (tick.distance, ("measured", number)), name


def _build_figure(words: str, at: Xy, ways: Sequence[tuple[float, float]], theme: Theme) -> Name:
    """Return words with places in the given directions and distances from a point."""
    drawn = written(words, FIGURE, theme)
    return Name(tuple(Lettered(drawn, beyond(at, towards, drawn, away)) for towards, away in ways), spare=True)


# --- what marks cover


def find_covered_rects(scene: SeaScene, overlays: Sequence[Overlay]) -> list[pygame.Rect]:
    """Return screen rectangles over plans, rulers and hot shot that words should avoid."""
    boxes: list[pygame.Rect] = []
    for one in overlays:
        if isinstance(one, PlannedMove):
            boxes += rooms(scene.camera, markers.place_ghost(scene, one))
            boxes += (box for leg in one.legs for box in _find_beads(scene, (leg.start, leg.end)))
        elif isinstance(one, RulerLine):
            boxes += _find_beads(scene, one.points)
        elif isinstance(one, EscapeRoute):
            boxes += _find_visible_beads(scene, one)
        elif isinstance(one, SelectedBattery) and one.hot:
            boxes.append(markers.find_ball_rect(scene, one))
    return boxes


def _find_visible_beads(scene: SeaScene, one: EscapeRoute) -> Iterator[pygame.Rect]:
    """Return boxes along the visible part of an escape route."""
    seen = scene.room.clipline(scene.camera.to_screen(*one.start), scene.camera.to_screen(*one.end))
    return _find_beads(scene, [scene.camera.to_table(*point) for point in seen])


def _find_beads(scene: SeaScene, points: Sequence[Xy]) -> Iterator[pygame.Rect]:
    """Yield boxes along a line."""
    bead = pygame.Rect(0, 0, BEAD, BEAD)
    for (x, y), _ in strokes.dashes([scene.camera.to_screen(*point) for point in points], 1, BEAD - 1):
        bead.center = (round(x), round(y))
        yield bead.copy()
