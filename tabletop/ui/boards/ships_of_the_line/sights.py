"""What the viewer has asked to see: selection, fields of fire, threats, rings, and what rulers say."""

from collections.abc import Iterator, Sequence
from functools import partial

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.model import State, is_in_service, is_on_map, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.battle_lines import find_flight_paths
from tabletop.games.ships_of_the_line.survey.distances import (
    RulerEnd,
    RulerReading,
    build_ruler_end,
    measure_chain,
    name_ruler_end,
)
from tabletop.games.ships_of_the_line.survey.gunnery import has_guns
from tabletop.games.ships_of_the_line.survey.leadership import find_help_circle
from tabletop.games.ships_of_the_line.survey.reach import compute_reach
from tabletop.games.ships_of_the_line.survey.shores import has_hot_shot_next
from tabletop.geometry.pose import Point, Pose
from tabletop.ui.boards.battle.viewer import next_shown
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, Goal, Manned, Measured, Noted, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.viewer import ARCS, Arcs, Corner, Viewer
from tabletop.ui.camera import Xy


def overlays(viewer: Viewer) -> Iterator[Overlay]:
    """From the lowest to the topmost."""
    state = viewer.state
    if viewer.threats:
        yield survey_overlays.threatened(state, viewer.threats)
    if viewer.reach and viewer.selected:
        yield survey_overlays.reachable(compute_reach(state, viewer.selected))
    yield from _arcs(viewer)
    for key in dict.fromkeys(one for one in (viewer.post, viewer.work) if one):
        yield survey_overlays.commanded(state, key)
    if viewer.selected and (reaches := find_help_circle(state, viewer.selected)):
        yield survey_overlays.influence(reaches)
    yield from map(survey_overlays.course, find_flight_paths(state))
    if viewer.selected and (goal := summaries.find_boarding_duty(state, viewer.selected)):
        yield Goal(goal)
    for key in (*viewer.group, *viewer.noted):
        if is_on_map(state, key):
            yield Noted(key)
    if viewer.selected:
        yield Selected(viewer.selected)
    if viewer.post:
        yield Manned(viewer.post, has_hot_shot_next(state, viewer.post, viewer.hot))


def next_arcs(viewer: Viewer) -> Arcs | Refused:
    """Whose fields of fire come next of those that can be shown now; why there are none."""
    why_not = Refused("AMB-140", "No ship of this side is still fighting.")
    return next_shown(ARCS, viewer.arcs, partial(_can_show, viewer), why_not)


def _can_show(viewer: Viewer, mode: Arcs) -> bool:
    if mode == "side":
        return bool(_armed(viewer))
    if mode == "hovered" and viewer.hovered == viewer.selected:
        return False
    ship = viewer.selected if mode == "selected" else viewer.hovered
    return ship is not None and has_guns(viewer.state, ship)


def _armed(viewer: Viewer) -> tuple[str, ...]:
    """The ships that fight on the side of the chosen one, else on the side that is asked."""
    state = viewer.state
    side = side_of(state, viewer.selected) if viewer.selected else viewer.side
    return tuple(key for key in state.ships if has_guns(state, key) and side_of(state, key) == side)


def _arcs(viewer: Viewer) -> Iterator[Overlay]:
    """The fields of one ship, or those of all of a side as one."""
    state = viewer.state
    if viewer.arcs == "side":
        keys = _armed(viewer)
        supposed = [(key, pose) for key in keys if (pose := _supposed(viewer, key))]
        yield from viewer.covered.request(state, keys, tuple(supposed))
        return
    viewer.covered.cancel()
    one = {"none": None, "selected": viewer.selected, "hovered": viewer.hovered}[viewer.arcs]
    if one and is_in_service(state, one):
        yield from survey_overlays.fire_fields(state, one, _supposed(viewer, one))


def _supposed(viewer: Viewer, key: str) -> Pose | None:
    """Where a plan that is being composed would bring her; plans belong to the Movement Phase."""
    return viewer.supposed.get(key) if viewer.state.phase == "movement" else None


def rulers(viewer: Viewer) -> Iterator[Overlay]:
    """Every ruler with its chip."""
    for ruler in (*viewer.rulers, viewer.measuring):
        if ruler and (readings := _readings(viewer.state, ruler)):
            yield from _ruler(readings, _titled(viewer.state, ruler))


def _readings(state: State, ruler: Sequence[Corner]) -> tuple[RulerReading, ...]:
    things = summaries.list_order_subjects(state)
    marks = [
        build_ruler_end(state, one.thing) if one.thing in things else RulerEnd(one.at, one.thing or "") for one in ruler
    ]
    return measure_chain(state, [one for number, one in enumerate(marks) if number == 0 or one != marks[number - 1]])


def _titled(state: State, ruler: Sequence[Corner]) -> str:
    things = [one.thing or "" for one in (ruler[0], ruler[-1])]
    ends = [name_ruler_end(state, thing) for thing in things]
    if all(ends):
        hulls = ", hull to hull" if all(thing in state.ships for thing in things) else ""
        return f"{ends[0]} to {ends[1]}{hulls}"
    return next((f"{'from' if number == 0 else 'to'} {name}" for number, name in enumerate(ends) if name), "")


def _ruler(readings: tuple[RulerReading, ...], title: str) -> Iterator[Overlay]:
    """Every part from where the ruler touches the one end to where it touches the other, and the sum."""
    last = readings[-1]
    for number, chained in enumerate(parts := _joined(readings)):
        yield Measured(chained, last.bearing if number == len(parts) - 1 else None)
    whole = f"{last.total:.2f} UM in all" if len(readings) > 1 else ""
    lines = tuple(line for line in (whole, title) if line)
    yield Chip(_middle(last.start, last.end), f"{format_um(last.distance)}, bearing {last.bearing:03d}°", lines)


def _joined(readings: tuple[RulerReading, ...]) -> list[tuple[Xy, ...]]:
    """The parts of a chain, those that meet in one point as one; at a ship they end at different places of her hull."""
    chains: list[tuple[Xy, ...]] = []
    for reading in readings:
        start, end = (reading.start.x, reading.start.y), (reading.end.x, reading.end.y)
        if chains and chains[-1][-1] == start:
            chains[-1] = (*chains[-1], end)
        else:
            chains.append((start, end))
    return chains


def _middle(start: Point, end: Point) -> Xy:
    return (start.x + end.x) / 2, (start.y + end.y) / 2
