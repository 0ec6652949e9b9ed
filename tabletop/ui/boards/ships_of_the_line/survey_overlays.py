"""Builds overlays from the results of the survey, point for point."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.core.phrases import format_signed
from tabletop.core.state_cache import cache_few_states
from tabletop.games.ships_of_the_line.model import Band, State
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Side, find_masked_broadsides
from tabletop.games.ships_of_the_line.survey import gunnery as survey
from tabletop.games.ships_of_the_line.survey import shores, summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import FlightPath, LineLink
from tabletop.games.ships_of_the_line.survey.gunnery import BandArea, find_areas_in_reach, find_hidden_water
from tabletop.games.ships_of_the_line.survey.leadership import HelpCircle
from tabletop.geometry.coast import cut_into_convex_pieces
from tabletop.geometry.pose import Point, Pose
from tabletop.ui.boards.battle.strokes import between
from tabletop.ui.boards.ships_of_the_line import overlays
from tabletop.ui.camera import Xy
from tabletop.ui.frame_budget import MEDIUM_MS, SHORT_MS, Steps

BANDS: dict[Band, str] = {"point_blank": "Point-blank", "medium": "Medium", "long": "Long"}
SLIVER = 1e-4
"""Square UM; smaller parts are rounding errors."""
PUDDLE = 0.1
"""Square UM; smaller holes in the water in reach are artefacts of the plans that were tried."""
SHARES = (0.5, 0.25, 0.75)
"""Places of a label along an edge as shares of its length, the best first."""
SOUNDINGS, MOST_ROOMS = 15, 100
"""Sample points across and up a piece of water, and the most places that are kept."""
FLAT = 5.0
"""Width of a band's label divided by its height."""
SIDE_CORNERS = 2
"""Number of corners of a field that lie on the ship's side, before the outer edge begins."""


def build_fire_field(
    state: State, key: str, broadside: Broadside, pose: Pose | None = None, *, named: bool = True
) -> overlays.FireField | None:
    """Build the field of a broadside in the range bands where it has dice (AMB-23); None without any.

    Args:
        state: the battle.
        key: the ship.
        broadside: the side of the ship.
        pose: a supposed pose; None for the present one.
        named: True to label the bands.
    """
    ship = state.ships[key]
    heading = ship.pose.heading if pose is None else pose.heading
    abeam = heading + (90 if broadside == "starboard" else -90)
    bands: list[overlays.FireBand] = []
    areas = find_areas_in_reach(state, key, broadside, pose)
    if not areas:
        return None
    (after, fore, *_), nearest = _list_points(areas[0].full_area), 0.0
    blind = find_hidden_water(state, key, broadside, pose)
    for area in areas:
        outline = _list_points(area.full_area)
        bands.append(overlays.FireBand(area.band, outline, outline[SIDE_CORNERS:]))
        if named and (blind.is_empty or area.area.difference(blind).area > SLIVER):
            bands[-1] = _with_name(
                bands[-1], area, nearest, _find_spots(bands[-1].edge, (after, fore), (heading, abeam))
            )
        (fore, *_, after), nearest = bands[-1].edge, area.reach
    held = any(grapple.joins(key) for grapple in state.grapples)
    masked = held or broadside not in ship.loaded or broadside in find_masked_broadsides(ship)
    return overlays.FireField(
        tuple(bands), masked, tuple(_list_points(piece) for piece in cut_into_convex_pieces(blind))
    )


@cache_few_states
def build_fire_fields(state: State, key: str, pose: Pose | None = None) -> tuple[overlays.FireField, ...]:
    """Return the fields of both broadsides of a ship that have dice."""
    fields = (build_fire_field(state, key, broadside, pose) for broadside in BROADSIDES)
    return tuple(field for field in fields if field)


def build_covered_water(
    state: State, keys: tuple[str, ...], supposed: tuple[tuple[str, Pose], ...] = ()
) -> Steps[overlays.CoveredWater]:
    """Compute the fields of many ships as one, step by step; `supposed` gives poses of some."""
    poses, areas = dict(supposed), list[tuple[Band, BaseGeometry]]()
    for key, broadside in product(keys, BROADSIDES):
        for area in find_areas_in_reach(state, key, broadside, poses.get(key)):
            areas.append((area.band, survey.find_covered_water(state, key, broadside, area, poses.get(key))))
        yield SHORT_MS
    found: list[overlays.CoveredPiece] = []
    nearer: BaseGeometry = shapely.Polygon()
    for band, name in BANDS.items():
        whole = shapely.union_all([nearer, *(area for of, area in areas if of == band)])
        yield MEDIUM_MS
        for part in list_polygons(shapely.difference(whole, nearer)):
            found.append(_build_covered_piece(band, name, part))
            yield MEDIUM_MS
        nearer = whole
    return overlays.CoveredWater(tuple(found))


@cache_few_states
def build_battery_reach(state: State, key: str) -> overlays.BatteryReach:
    """Build the ranges of a battery and the meaning of its shoals."""
    endings = (
        overlays.RangeEnd(band, tuple(_merge_lines(line)), f"{BANDS[band]} {reach:g} UM")
        for band, reach, line in shores.find_range_lines(state, key)
    )
    return overlays.BatteryReach(tuple(endings), tuple(_build_shoal_notes(state, key)))


def _build_shoal_notes(state: State, key: str) -> Iterator[overlays.ShoalNote]:
    """Yield the meaning of each ring of a battery's shoals."""
    for ring in shores.find_shoal_rings(state, key):
        words = "No entry" if ring.number == 1 else f"Aground on {ring.needed}{'–6' if ring.needed < 6 else ''}"
        parts = sorted(list_polygons(ring.water), key=lambda part: -part.area)
        yield overlays.ShoalNote(words, tuple(room for part in parts[:2] for room in _find_rooms(part, FLAT)))


def _merge_lines(lines: BaseGeometry) -> Iterator[tuple[Xy, ...]]:
    """Yield the lines of a shape, joined where they meet."""
    parts = [one for one in shapely.get_parts(lines).tolist() if isinstance(one, shapely.LineString) and one.length]
    for one in shapely.get_parts(shapely.line_merge(shapely.MultiLineString(parts))).tolist():
        yield tuple((x, y) for x, y in one.coords)


@cache_few_states
def build_threats(state: State, by: Side) -> overlays.Threats:
    """Build the regions in which a side could strike now, by number of dice."""
    regions = [region for region in survey.find_danger_regions(state, by) if region.dice]
    return overlays.Threats(
        tuple(_build_threat(region.dice, part) for region in regions for part in list_polygons(region.area))
    )


def build_reach_area(area: BaseGeometry) -> overlays.ReachArea:
    """Build the water in reach from a shape, without tiny holes."""
    whole = (
        shapely.Polygon(part.exterior, [h for h in part.interiors if _ring_area(h) > PUDDLE])
        for part in list_polygons(area)
    )
    return overlays.ReachArea(tuple(list_rings(part) for part in whole))


def build_help_area(circle: HelpCircle) -> overlays.HelpArea:
    """Build the area in which a leader helps."""
    last = circle.name.split()[-1]
    return overlays.HelpArea(
        list_rings(circle.area)[0],
        f"{last}: {format_signed(circle.rating) if circle.rating else 'no bonus,'} within {circle.reach:g} UM",
    )


def build_escape_route(flight: FlightPath) -> overlays.EscapeRoute:
    """Build the route of a fleeing ship."""
    ends = (flight.start.x, flight.start.y), (flight.end.x, flight.end.y)
    return overlays.EscapeRoute(*ends, f"Flees {flight.edge}, {flight.distance:.0f} UM")


def build_link_marks(links: Iterable[LineLink]) -> Iterator[overlays.LinkMark]:
    """Yield a mark for each link of the lines of battle."""
    for one in links:
        yield overlays.LinkMark((one.ahead.x, one.ahead.y), (one.astern.x, one.astern.y), one.condition)


def list_polygons(area: BaseGeometry) -> Iterator[shapely.Polygon]:
    """Yield the polygons of a shape without slivers and lines."""
    for part in shapely.get_parts(area).tolist():
        if isinstance(part, shapely.Polygon) and part.area > SLIVER:
            yield part


def list_rings(polygon: shapely.Polygon) -> tuple[tuple[Xy, ...], ...]:
    """Return the outline of a polygon and then its holes."""
    return tuple(tuple((x, y) for x, y in ring.coords[:-1]) for ring in (polygon.exterior, *polygon.interiors))


def _ring_area(ring: shapely.LinearRing) -> float:
    """Return the area within a ring, square UM."""
    return float(shapely.Polygon(ring).area)


def _build_threat(dice: int, part: shapely.Polygon) -> overlays.Threat:
    return overlays.Threat(dice, list_rings(part), _find_rooms(part))


def _build_covered_piece(band: Band, name: str, part: shapely.Polygon) -> overlays.CoveredPiece:
    return overlays.CoveredPiece(band, list_rings(part), _find_rooms(part, FLAT), name)


def _find_rooms(part: shapely.Polygon, flat: float = 1.0) -> tuple[overlays.LabelRoom, ...]:
    """Return places in a polygon, those with most room first, for labels `flat` times as wide as high."""
    tall = shapely.transform(part, lambda points: points * (1, flat))
    spoke = shapely.maximum_inscribed_circle(tall, tolerance=0.05)
    (x, y), _ = spoke.coords
    west, south, east, north = tall.bounds
    shares = np.linspace(0, 1, SOUNDINGS + 2)[1:-1]
    xs, ys = (grid.ravel() for grid in np.meshgrid(west + (east - west) * shares, south + (north - south) * shares))
    inside = shapely.contains_xy(tall, xs, ys)
    spots = shapely.points(xs[inside], ys[inside])
    deep = np.asarray(shapely.distance(tall.boundary, spots))
    best = np.argsort(-deep, kind="stable")[:MOST_ROOMS]
    sounded = [(x, y, spoke.length), *np.column_stack((xs[inside], ys[inside], deep))[best].tolist()]
    return tuple(overlays.LabelRoom((x, y / flat), reach, reach / flat) for x, y, reach in sounded)


def _with_name(
    band: overlays.FireBand, area: BandArea, nearest: float, spots: tuple[overlays.LabelSpot, ...]
) -> overlays.FireBand:
    """Return the band with its label, its range in UM and its label spots."""
    return replace(band, label=BANDS[area.band], reach=f"{nearest:g}–{area.reach:g} UM", spots=spots)


def _find_spots(edge: Sequence[Xy], inner: tuple[Xy, Xy], headings: tuple[int, int]) -> tuple[overlays.LabelSpot, ...]:
    """Return the spots for a band's label, outside of its flanks or inside its rim.

    Args:
        edge: the outer edge, from ahead to astern.
        inner: the after and the fore end of the inner edge.
        headings: the headings ahead and abeam.
    """
    (after, fore), (ahead, abeam) = inner, headings
    flares = ((after, edge[-1], ahead + 180), (fore, edge[0], ahead))
    found = [
        overlays.LabelSpot(between(start, end, share), towards % 360)
        for share in SHARES
        for start, end, towards in flares
    ]
    rim = [
        overlays.LabelSpot(edge[round(share * (len(edge) - 1))], (abeam + 180) % 360, outside=False) for share in SHARES
    ]
    return (*found[:2], rim[0], *found[2:], *rim[1:])


def _list_points(polygon: shapely.Polygon) -> tuple[Xy, ...]:
    return tuple((x, y) for x, y in polygon.exterior.coords[:-1])


def build_no_shot_chip(state: State, key: str, at: Point, reason: str) -> overlays.Chip:
    """Build the chip beside a ship that cannot be fired at."""
    return overlays.Chip((at.x, at.y), f"{summaries.find_name(state, key)}: no shot", (reason,), "refusal")
