"""The order of battle, a side at a time, and the card of the ship that is looked at."""

from collections.abc import Iterator

from tabletop.core.phrases import capitalize, format_count
from tabletop.games.decks_of_glory.model import State, format_names
from tabletop.games.decks_of_glory.positions import find_others_in_hex, first_in_hex, is_active, list_active, row
from tabletop.games.decks_of_glory.survey.fields import list_dangers
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.desk import ROWS, order_of_battle
from tabletop.ui.boards.decks_of_glory.captions import FATES, RATES, sailing
from tabletop.ui.boards.decks_of_glory.stations.station import Station
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.text import CARD_NAME, LABEL, SMALL, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.marks import Sign, Track
from tabletop.ui.widgets.panel import DoubleRule

LONGEST = 9
"""Letters of a side's name that a tab has room for."""


def sheet(viewer: Viewer, station: Station) -> Widget:
    """The list of one side; the other is a tab away."""
    rows = ListBox(ROWS, list(_entries(viewer, station)), chosen=viewer.selected)
    return order_of_battle(_tabs(viewer), viewer.listed, rows)


def refill(made: Widget, viewer: Viewer, station: Station) -> None:
    """The same list once more is known."""
    for one in made.walk():
        if isinstance(one, ListBox):
            one.fill(list(_entries(viewer, station)), viewer.selected)
        elif isinstance(one, Segments):
            one.options = tuple(_tabs(viewer))
            one.touch()


def _tabs(viewer: Viewer) -> list[tuple[str, str]]:
    state = viewer.known
    return [(side, f"{_short(state.names[side])} {len(list_active(state, side))}") for side in state.sides]


def _short(name: str) -> str:
    """A side as a tab names it."""
    return name if len(name) <= LONGEST else name.split()[0]


def _entries(viewer: Viewer, station: Station) -> Iterator[ListEntry]:
    state = viewer.known
    for key, vessel in state.fleet.items():
        if vessel.side == viewer.listed:
            own = state.ships[key].status == "sailing" and viewer.mine(key)
            yield _entry(state, key, acted=own and station.acted(key), tip=Tip(vessel.name, told(state, key)))


def _entry(state: State, key: str, *, acted: bool = False, tip: Tip | None = None) -> ListEntry:
    """A ship with her points, or what has become of her."""
    vessel, ship = state.fleet[key], state.ships[key]
    gone = ship.status != "sailing"
    bar = None if gone else (ship.strength / vessel.points, 0.5)
    words = FATES[ship.status] if gone else str(ship.strength)
    sign = nations.badge(vessel.nation)
    return ListEntry(key, vessel.name, words, sign=sign, bar=bar, acted=acted, struck=gone, tip=tip)


def told(state: State, key: str) -> str:
    """A ship in a line."""
    vessel, ship = state.fleet[key], state.ships[key]
    return f"{RATES[vessel.rate]}, {ship.strength} of {vessel.points} points, {sailing(state, key)}."


PICK = "row.pick"
_VALUE = Style("body", 15)


def parts(state: State, key: str) -> Iterator[Widget]:
    """Everything that is known of a ship."""
    yield _head(state, key, 46, 31)
    yield DoubleRule()
    yield from _condition(state, key)


def terse(state: State, key: str) -> Iterator[Widget]:
    """The same where room is short."""
    yield _head(state, key, 26, 20)
    yield from _condition(state, key)


def _head(state: State, key: str, ensign: int, size: int) -> Widget:
    vessel = state.fleet[key]
    name = Fitted(vessel.name, CARD_NAME.at(size), tip=Tip(vessel.name))
    flag = Sign(lambda pixels: nations.ensign(vessel.nation, pixels), ensign)
    rate = Label(RATES[vessel.rate], LABEL, tip=Tip("Rate", f"{vessel.points} points when undamaged (DOG-6)."))
    return Row([flag, name, rate], gap=12, align="centre")


def _condition(state: State, key: str) -> Iterator[Widget]:
    """Her points, how she sails, and who lies beside her or could fire at her."""
    vessel, ship = state.fleet[key], state.ships[key]
    track = Track(vessel.points, ship.strength, 0, ident="card.points")
    track.grow = 1
    left = Label(f"{ship.strength} of {vessel.points}", LABEL)
    yield Row([track, left], gap=12, align="centre", tip=Tip("Points", _points(state, key)))
    moved = ", has moved" if ship.moved and ship.status == "sailing" else ""
    yield Text(f"{capitalize(sailing(state, key))}{moved}", _VALUE, tip=Tip("Point of sail", _SAIL))
    if others := find_others_in_hex(state, key):
        yield from _row(state, key, len(others) + 1)
    elif is_active(ship) and (exposed := list_dangers(state, key)):
        yield _danger(state, [one.ship for one in exposed], any(one.rake for one in exposed))


_SAIL = "Running: two actions. Close-hauled: one. In irons, facing the wind: she needs a red card to turn (DOG-12)."


def _points(state: State, key: str) -> str:
    vessel, ship = state.fleet[key], state.ships[key]
    half = " She has lost half of them: the enemy scores for that." if 2 * ship.strength <= vessel.points else ""
    return f"Each hit takes one; when the last is gone she strikes or sinks.{half}"


def _danger(state: State, ships: list[str], raked: bool) -> Widget:
    what = "Under the guns of"
    told = Label(f"{format_count(len(ships), 'ship')}{', raking' if raked else ''}", _VALUE)
    tip = Tip(what, f"{format_names(state, ships)} could fire at her now.")
    return Row([Label(what, LABEL), Spacer(grow=1), told], gap=10, align="centre", tip=tip)


def _row(state: State, key: str, many: int) -> Iterator[Widget]:
    """The ships of her hex from port to starboard, to be picked one by one."""
    lying = row(state, state.ships[key].at)
    yield Text(
        f"From port to starboard as {format_names(state, [first_in_hex(state, lying)])} heads", SMALL.tinted(INKS.muted)
    )
    entries = [_entry(state, one) for one in lying]
    yield Column([ListBox(PICK, entries, chosen=key, visible=min(many, 5), grow=0)], gap=0)
