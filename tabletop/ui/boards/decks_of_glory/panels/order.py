"""The order of battle: a side at a time, each ship with her points."""

from collections.abc import Iterator

from tabletop.games.decks_of_glory.positions import active
from tabletop.games.decks_of_glory.state import State
from tabletop.ui import keys
from tabletop.ui.boards.battle.tab import Fold
from tabletop.ui.boards.decks_of_glory.signs import FATES, RATES, sailing, ship_sign
from tabletop.ui.boards.decks_of_glory.stations.station import Station
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.choice import Segments
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.listed import Entry
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.rows import Rows

PADDING = 10
LONGEST = 9
"""Letters of a side's name that a tab has room for."""
ROWS, SIDES = "order.rows", "order.side"


def sheet(viewer: Viewer, station: Station) -> Widget:
    """The list of one side; the other is a tab away."""
    rows = Rows(ROWS, list(_entries(viewer, station)), chosen=viewer.selected)
    tip = Tip("Whose ships", "Ships that are still in the fight.")
    parts: list[Widget] = [Segments(SIDES, _tabs(viewer), viewer.listed, tip=tip), rows]
    fold = Fold("order.close", "collapse", Tip("Fold the list away", key=keys.key("list")))
    return Panel(Column(parts, gap=10), "Order of Battle", ident="order", corner=fold, padding=PADDING)


def refill(made: Widget, viewer: Viewer, station: Station) -> None:
    """The same list once more is known."""
    for one in made.walk():
        if isinstance(one, Rows):
            one.fill(list(_entries(viewer, station)), viewer.selected)
        elif isinstance(one, Segments):
            one.options = tuple(_tabs(viewer))
            one.touch()


def _tabs(viewer: Viewer) -> list[tuple[str, str]]:
    state = viewer.known
    return [(side, f"{_short(state.names[side])} {len(active(state, side))}") for side in state.sides]


def _short(name: str) -> str:
    """A side as a tab names it."""
    return name if len(name) <= LONGEST else name.split()[0]


def _entries(viewer: Viewer, station: Station) -> Iterator[Entry]:
    state = viewer.known
    for key, vessel in state.fleet.items():
        ship = state.ships[key]
        if vessel.side != viewer.listed:
            continue
        gone = ship.status != "sailing"
        yield Entry(
            key,
            vessel.name,
            FATES[ship.status] if gone else str(ship.strength),
            sign=ship_sign(vessel),
            bar=None if gone else (ship.strength / vessel.points, 0.0, 0.5),
            acted=not gone and viewer.mine(key) and station.acted(key),
            struck=gone,
            tip=Tip(vessel.name, told(state, key)),
        )


def told(state: State, key: str) -> str:
    """A ship in a line."""
    vessel, ship = state.fleet[key], state.ships[key]
    return f"{RATES[vessel.rate]}, {ship.strength} of {vessel.points} points, {sailing(state, key)}."
