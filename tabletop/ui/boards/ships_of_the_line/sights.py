"""What the viewer has asked to see: selection, fields of fire, threats, rings."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.state import in_service, on_map, side_of
from tabletop.games.ships_of_the_line.survey.arcs import armed
from tabletop.games.ships_of_the_line.survey.reach import reach
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import Noted, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.viewer import ARCS, Arcs, Viewer


def overlays(viewer: Viewer) -> Iterator[Overlay]:
    """From the lowest to the topmost."""
    state = viewer.state
    if viewer.threats:
        yield survey_overlays.threatened(state, viewer.threats)
    if viewer.reach and viewer.selected:
        yield survey_overlays.reachable(reach(state, viewer.selected).area)
    yield from _arcs(viewer)
    for key in (*viewer.group, *viewer.noted):
        if on_map(state, key):
            yield Noted(key)
    if viewer.selected:
        yield Selected(viewer.selected)


def next_arcs(viewer: Viewer) -> Arcs | Refused:
    """Whose fields of fire come next of those that can be shown now; why there are none."""
    shown = [mode for mode in ARCS if mode == "none" or _can_show(viewer, mode)]
    if viewer.arcs == "none" and len(shown) == 1:
        return Refused("AMB-140", "No ship of this side fights any more.")
    return next((mode for mode in ARCS[ARCS.index(viewer.arcs) + 1 :] if mode in shown), "none")


def _can_show(viewer: Viewer, mode: Arcs) -> bool:
    if mode == "side":
        return bool(_armed(viewer))
    if mode == "hovered" and viewer.hovered == viewer.selected:
        return False
    ship = viewer.selected if mode == "selected" else viewer.hovered
    return ship is not None and armed(viewer.state, ship)


def _armed(viewer: Viewer) -> tuple[str, ...]:
    """The ships that fight on the side of the chosen one, else on the side that is asked."""
    state = viewer.state
    side = side_of(state, viewer.selected) if viewer.selected else viewer.side
    return tuple(key for key in state.ships if armed(state, key) and side_of(state, key) == side)


def _arcs(viewer: Viewer) -> Iterator[Overlay]:
    """The fields of one ship, or those of all of a side as one."""
    state = viewer.state
    if viewer.arcs == "side":
        keys = _armed(viewer)
        supposed = [(key, pose) for key in keys if (pose := _supposed(viewer, key))]
        yield survey_overlays.covered(state, keys, tuple(supposed))
        return
    one = {"none": None, "selected": viewer.selected, "hovered": viewer.hovered}[viewer.arcs]
    if one and in_service(state, one):
        yield from survey_overlays.fire_fields(state, one, _supposed(viewer, one))


def _supposed(viewer: Viewer, key: str) -> Pose | None:
    """Where a plan that is being composed would bring her; plans belong to the Movement Phase."""
    return viewer.supposed.get(key) if viewer.state.phase == "movement" else None
