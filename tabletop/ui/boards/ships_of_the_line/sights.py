"""What the viewer has asked to see: selection, fields of fire, threats, rings."""

from collections.abc import Iterator

from tabletop.games.ships_of_the_line.state import BATTERIES, in_service, on_map, side_of
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.ships_of_the_line import witnesses
from tabletop.ui.boards.ships_of_the_line.overlays import Noted, Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer


def overlays(viewer: Viewer) -> Iterator[Overlay]:
    """From the lowest to the topmost."""
    state = viewer.state
    if viewer.threats:
        yield witnesses.threatened(state, viewer.threats)
    for key in _with_arcs(viewer):
        supposed = _supposed(viewer, key)
        yield from witnesses.fire_fields(state, key, supposed) if viewer.arcs != "side" else _plain(viewer, key)
    for key in (*viewer.group, *viewer.noted):
        if on_map(state, key):
            yield Noted(key)
    if viewer.selected:
        yield Selected(viewer.selected)


def _with_arcs(viewer: Viewer) -> list[str]:
    """The ships whose fields are shown."""
    state = viewer.state
    if viewer.arcs == "side":
        side = side_of(state, viewer.selected) if viewer.selected else viewer.side
        return [key for key in state.ships if in_service(state, key) and side_of(state, key) == side]
    one = {"none": None, "selected": viewer.selected, "hovered": viewer.hovered}[viewer.arcs]
    return [one] if one and in_service(state, one) else []


def _plain(viewer: Viewer, key: str) -> Iterator[Overlay]:
    """The fields of one among many, without names."""
    supposed = _supposed(viewer, key)
    return (witnesses.fire_field(viewer.state, key, battery, supposed, named=False) for battery in BATTERIES)


def _supposed(viewer: Viewer, key: str) -> Pose | None:
    """Where a plan that is being composed would bring her; plans belong to the Movement Phase."""
    return viewer.supposed.get(key) if viewer.state.phase == "movement" else None
