"""Overlays that the player asked for: selection, fields of fire, threats, rulers and advised orders."""

from collections.abc import Iterator, Sequence
from functools import partial

from tabletop.core.commands import Command
from tabletop.core.dispatch import Handlers, KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line.commands import FireBroadside, Sail
from tabletop.games.ships_of_the_line.events.movement import ShipSailed
from tabletop.games.ships_of_the_line.model import State, is_in_service, is_on_map, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import SailState
from tabletop.games.ships_of_the_line.survey import distances, plans, summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import find_flight_paths
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks, has_guns
from tabletop.games.ships_of_the_line.survey.leadership import find_help_circle
from tabletop.games.ships_of_the_line.survey.reach import compute_reach
from tabletop.games.ships_of_the_line.survey.sailing import with_sail_set
from tabletop.games.ships_of_the_line.survey.shores import has_hot_shot_next
from tabletop.geometry.pose import Point, Pose
from tabletop.ui.boards.battle.viewer import next_shown
from tabletop.ui.boards.ships_of_the_line import overlays, survey_overlays
from tabletop.ui.boards.ships_of_the_line.modes import plan_overlays
from tabletop.ui.boards.ships_of_the_line.survey_overlays import build_fire_field
from tabletop.ui.boards.ships_of_the_line.table_view import ARCS, Arcs, RulerCorner, SeaTableView
from tabletop.ui.camera import Xy


def build_advice_overlays(state: State, order: Command | None) -> tuple[overlays.Overlay, ...]:
    """Return the overlays of an advised command; empty if it shows nothing on the sea."""
    drawn = _BUILDERS.get(type(order))
    return tuple(drawn(state, order)) if drawn and order else ()


def find_ends(state: State, said: Event | Command | None) -> Iterator[Xy]:
    """Return the points in UM where a sailing ship ends, or would end by an advised command."""
    if isinstance(said, Sail):
        ends = [one.ghost for one in _show_sail(state, said) if isinstance(one, overlays.PlannedMove)]
    else:
        ends = [said.pose] if isinstance(said, ShipSailed) else []
    return ((end.x, end.y) for end in ends)


def _show_sail(state: State, order: Sail) -> Iterator[overlays.Overlay]:
    """Yield the path and the ghost of a sailing command, under the sail that it sets."""
    sail: SailState | None = order.set or None
    rigged = with_sail_set(state, order.ship, sail)
    draft = plans.build_draft(rigged, order.ship, order.plan)
    yield from plan_overlays.build_path(rigged, draft)
    yield plan_overlays.build_plan_chip(rigged, draft)


def _show_fire(state: State, order: FireBroadside) -> Iterator[overlays.Overlay]:
    """Yield the field of the broadside and the line to its target."""
    if field := build_fire_field(state, order.ship, order.broadside):
        yield field
    seen = find_outlooks(state).get((order.ship, order.broadside))
    for aim in seen.aims if seen else ():
        if aim.target == order.target:
            start, end = aim.sight.start, aim.sight.end
            yield overlays.LegalTarget(aim.target, (start.x, start.y), (end.x, end.y))


_BUILDERS: Handlers[State, Iterator[overlays.Overlay]] = build_handlers(
    KindHandler(Sail, _show_sail), KindHandler(FireBroadside, _show_fire)
)


def build_overlays(viewer: SeaTableView) -> Iterator[overlays.Overlay]:
    """Yield the overlays that the player has switched on, the lowest first."""
    state = viewer.state
    if viewer.threatening_side:
        yield survey_overlays.build_threats(state, viewer.threatening_side)
    if viewer.shows_reach and viewer.selected:
        yield survey_overlays.build_reach_area(compute_reach(state, viewer.selected))
    yield from _build_arcs(viewer)
    for key in dict.fromkeys(one for one in (viewer.selected_battery, viewer.hovered_battery) if one):
        yield survey_overlays.build_battery_reach(state, key)
    if viewer.selected and (reaches := find_help_circle(state, viewer.selected)):
        yield survey_overlays.build_help_area(reaches)
    yield from map(survey_overlays.build_escape_route, find_flight_paths(state))
    if viewer.selected and (goal := summaries.find_boarding_duty(state, viewer.selected)):
        yield overlays.GoalRing(goal)
    for key in (*viewer.group, *viewer.noted):
        if is_on_map(state, key):
            yield overlays.RingedShip(key)
    if viewer.selected:
        yield overlays.SelectedShip(viewer.selected)
    if viewer.selected_battery:
        yield overlays.SelectedBattery(
            viewer.selected_battery, has_hot_shot_next(state, viewer.selected_battery, viewer.uses_hot_shot)
        )


def find_next_arcs(viewer: SeaTableView) -> Arcs | Refused:
    """Return the next kind of fields that can be shown; the refusal if there are none."""
    why_not = Refused("AMB-140", "No ship of this side is still fighting.")
    return next_shown(ARCS, viewer.arcs, partial(_can_show, viewer), why_not)


def _can_show(viewer: SeaTableView, mode: Arcs) -> bool:
    """Return True if the kind `mode` of fields has something to show."""
    if mode == "side":
        return bool(_list_armed_ships(viewer))
    if mode == "hovered" and viewer.hovered == viewer.selected:
        return False
    ship = viewer.selected if mode == "selected" else viewer.hovered
    return ship is not None and has_guns(viewer.state, ship)


def _list_armed_ships(viewer: SeaTableView) -> tuple[str, ...]:
    """Return the ships with guns of the selected ship's side, or of the side to move."""
    state = viewer.state
    side = side_of(state, viewer.selected) if viewer.selected else viewer.side
    return tuple(key for key in state.ships if has_guns(state, key) and side_of(state, key) == side)


def _build_arcs(viewer: SeaTableView) -> Iterator[overlays.Overlay]:
    """Yield the fields of one ship, or those of a whole side once they are computed."""
    state = viewer.state
    if viewer.arcs == "side":
        keys = _list_armed_ships(viewer)
        supposed = [(key, pose) for key in keys if (pose := _find_planned_pose(viewer, key))]
        yield from viewer.side_fields.request(state, keys, tuple(supposed))
        return
    viewer.side_fields.cancel()
    one = {"none": None, "selected": viewer.selected, "hovered": viewer.hovered}[viewer.arcs]
    if one and is_in_service(state, one):
        yield from survey_overlays.build_fire_fields(state, one, _find_planned_pose(viewer, one))


def _find_planned_pose(viewer: SeaTableView, key: str) -> Pose | None:
    """Return the pose of the ship at the end of its plan; None outside the Movement Phase."""
    return viewer.planned_poses.get(key) if viewer.state.phase == "movement" else None


def build_rulers(viewer: SeaTableView) -> Iterator[overlays.Overlay]:
    """Yield all rulers with their chips."""
    for ruler in (*viewer.rulers, viewer.measuring):
        if ruler and (readings := _measure_ruler(viewer.state, ruler)):
            yield from _build_ruler(readings, _format_ruler_title(viewer.state, ruler))


def _measure_ruler(state: State, ruler: Sequence[RulerCorner]) -> tuple[distances.RulerReading, ...]:
    """Return the readings between the corners of a ruler; equal neighbours count once."""
    things = summaries.list_order_subjects(state)
    marks = [
        distances.build_ruler_end(state, one.thing)
        if one.thing in things
        else distances.RulerEnd(one.at, one.thing or "")
        for one in ruler
    ]
    return distances.measure_chain(
        state, [one for number, one in enumerate(marks) if number == 0 or one != marks[number - 1]]
    )


def _format_ruler_title(state: State, ruler: Sequence[RulerCorner]) -> str:
    """Return a title such as "Victory to Bucentaure, hull to hull", or ""."""
    things = [one.thing or "" for one in (ruler[0], ruler[-1])]
    ends = [distances.name_ruler_end(state, thing) for thing in things]
    if all(ends):
        hulls = ", hull to hull" if all(thing in state.ships for thing in things) else ""
        return f"{ends[0]} to {ends[1]}{hulls}"
    return next((f"{'from' if number == 0 else 'to'} {name}" for number, name in enumerate(ends) if name), "")


def _build_ruler(readings: tuple[distances.RulerReading, ...], title: str) -> Iterator[overlays.Overlay]:
    """Yield the parts of a ruler and the chip with its distances."""
    last = readings[-1]
    for number, chained in enumerate(parts := _join_parts(readings)):
        yield overlays.RulerLine(chained, last.bearing if number == len(parts) - 1 else None)
    whole = f"{last.total:.2f} UM in all" if len(readings) > 1 else ""
    lines = tuple(line for line in (whole, title) if line)
    yield overlays.Chip(
        _midpoint(last.start, last.end), f"{format_um(last.distance)}, bearing {last.bearing:03d}°", lines
    )


def _join_parts(readings: tuple[distances.RulerReading, ...]) -> list[tuple[Xy, ...]]:
    """Return the readings as chains of points; parts that meet in one point are joined."""
    chains: list[tuple[Xy, ...]] = []
    for reading in readings:
        start, end = (reading.start.x, reading.start.y), (reading.end.x, reading.end.y)
        if chains and chains[-1][-1] == start:
            chains[-1] = (*chains[-1], end)
        else:
            chains.append((start, end))
    return chains


def _midpoint(start: Point, end: Point) -> Xy:
    return (start.x + end.x) / 2, (start.y + end.y) / 2
