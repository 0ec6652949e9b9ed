"""The panels over the sea: order of battle, compass, ship card, small map."""

from collections.abc import Callable, Sequence

from tabletop.games.ships_of_the_line.state import on_map
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.boards.ships_of_the_line.panels.desk import Desk
from tabletop.ui.boards.ships_of_the_line.panels.order import ROWS
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Action, Widget


def compose(viewer: Viewer, station: Station, sea: SeaSurface) -> Sequence[Widget]:
    """The panels as they are now; they place themselves by the room there is."""
    return [Desk(viewer, station, sea)]


def act(viewer: Viewer, sea: SeaSurface, action: Action) -> Reply:
    """A report of one of the panels; None if it was none of theirs, or if nothing needs to be composed anew."""
    done = _ACTS.get(action.id)
    return done(viewer, sea, action.value) if done else None


def _select(viewer: Viewer, _sea: SeaSurface, key: str) -> Reply:
    if on_map(viewer.state, key):
        viewer.selected, viewer.group, viewer.clicked = key, (), key
    return Recompose()


def _open(viewer: Viewer, _sea: SeaSurface, key: str) -> Reply:
    if on_map(viewer.state, key):
        viewer.selected, viewer.group, viewer.wanted = key, (), key
    return Recompose()


def _more(viewer: Viewer, _sea: SeaSurface, key: str) -> Reply:
    if on_map(viewer.state, key):
        viewer.choose_too(key)
    return Recompose()


def _hover(viewer: Viewer, _sea: SeaSurface, key: str) -> Reply:
    viewer.hovered = key if key in viewer.state.ships and on_map(viewer.state, key) else None
    return None


def _list(viewer: Viewer, _sea: SeaSurface, side: str) -> Reply:
    viewer.listed = "british" if side == "british" else "allied"
    return Recompose()


def _fold(viewer: Viewer, _sea: SeaSurface, heading: str) -> Reply:
    viewer.folded ^= {heading.removeprefix("division.")}
    return Recompose()


def _unfold(viewer: Viewer, _sea: SeaSurface, heading: str) -> Reply:
    viewer.folded -= {heading.removeprefix("division.")}
    return Recompose()


def _shows_fleets(fleets: bool) -> Callable[[Viewer, SeaSurface, str], Reply]:
    def show(viewer: Viewer, _sea: SeaSurface, _value: str) -> Reply:
        viewer.fleets = fleets
        return Recompose()

    return show


def _toggle_list(viewer: Viewer, _sea: SeaSurface, _value: str) -> Reply:
    viewer.list_open = not viewer.list_open
    return Recompose()


def _toggle_sum(viewer: Viewer, _sea: SeaSurface, _value: str) -> Reply:
    viewer.sum_open = not viewer.sum_open
    return Recompose()


def _zooms(steps: int) -> Callable[[Viewer, SeaSurface, str], Reply]:
    def zoom(_viewer: Viewer, sea: SeaSurface, _value: str) -> Reply:
        sea.zoom(steps)
        return None

    return zoom


def _fit(_viewer: Viewer, sea: SeaSurface, _value: str) -> Reply:
    sea.fit()
    return None


_ACTS: dict[str, Callable[[Viewer, SeaSurface, str], Reply]] = {
    ROWS: _select,
    f"{ROWS}.open": _open,
    f"{ROWS}.more": _more,
    f"{ROWS}.under": _hover,
    f"{ROWS}.fold": _fold,
    f"{ROWS}.unfold": _unfold,
    "order.side": _list,
    "order.fleets": _shows_fleets(True),
    "order.ships": _shows_fleets(False),
    "order.open": _toggle_list,
    "order.close": _toggle_list,
    "compass": _toggle_sum,
    "zoom.in": _zooms(1),
    "zoom.out": _zooms(-1),
    "zoom.fit": _fit,
}
