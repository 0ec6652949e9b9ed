"""The order of battle: both sides by divisions, each ship with her hull."""

from collections.abc import Container, Iterator

from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.compiled import phase_of
from tabletop.games.ships_of_the_line.ship import Ship
from tabletop.games.ships_of_the_line.sides import SIDES
from tabletop.games.ships_of_the_line.state import State, flown, in_service, on_map, side_of, sinking_zone
from tabletop.ui import keys
from tabletop.ui.boards.battle.tab import Fold
from tabletop.ui.boards.nations import badge
from tabletop.ui.boards.ships_of_the_line.panels import rolls
from tabletop.ui.boards.ships_of_the_line.panels.rolls import Roll, pencilled
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.choice import Segments
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.listed import Entry
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.rows import Rows

PADDING = 10
ROWS = "order.rows"


def sheet(viewer: Viewer, actors: Container[str]) -> Widget:
    """The list of one side; the other is a tab away."""
    state = viewer.state
    tabs = [(side, f"{fleets.short(state, side)} {rolls.fighting(state, side)}") for side in SIDES]
    entries = list(_entries(viewer, actors))
    rows = Rows(ROWS, entries, chosen=viewer.selected or "", several=True)
    parts: list[Widget] = [
        Segments("order.side", tabs, viewer.listed, tip=Tip("Whose ships", "Ships that are still in the fight.")),
        rows,
        Button("order.fleets", "State of the fleets", "secondary", tip=Tip("Hulls and victory points of both sides")),
    ]
    return Panel(Column(parts, gap=10), "Order of Battle", ident="order", corner=folding(), padding=PADDING)


def folding() -> Widget:
    """Folds the panel at the left away."""
    return Fold("order.close", "collapse", Tip("Fold the list away", key=keys.key("list")))


def _entries(viewer: Viewer, actors: Container[str]) -> Iterator[Entry]:
    state = viewer.state
    for roll in rolls.rolls(state, viewer.listed):
        folded = roll.id in viewer.folded
        yield _heading(roll, folded=folded)
        if not folded:
            yield from (_row(viewer, key, actors) for key in roll.ships)


def _heading(roll: Roll, *, folded: bool) -> Entry:
    told = f"{count(len(roll.ships), 'ship')}{f' under {roll.chief}' if roll.chief else ''}."
    return Entry(
        f"division.{roll.id}", roll.name, roll.command, heading=True, folded=folded, tip=Tip(roll.name, told),
        brief=str(len(roll.ships)),
    )  # fmt: skip


def _row(viewer: Viewer, key: str, actors: Container[str]) -> Entry:
    state = viewer.state
    card, ship, zone = state.cards[key], state.ships[key], sinking_zone(state, key)
    asked = in_service(state, key) and card.side == viewer.side
    prize = ship.status == "captured" and side_of(state, key) == viewer.listed
    return Entry(
        key,
        card.name,
        rolls.fate(card, ship),
        sign=badge(*flown(state, key)),
        bar=(max(0, ship.hull) / card.hull, zone / card.hull, zone / card.hull) if on_map(state, key) else None,
        acted=asked and key not in actors and acted(state, key),
        struck=ship.status != "in_service" and not prize,
        tip=Tip(card.name, told(state, key)),
        pencilled=pencilled(state, key) / card.hull,
        too=key in viewer.group,
        brief="" if in_service(state, key) else None,
    )


def told(state: State, key: str) -> str:
    """A ship in a line for the tooltip of her row."""
    card, ship, lost = state.cards[key], state.ships[key], pencilled(state, key)
    parts = [f"{card.guns} guns", f"hull {max(0, ship.hull)} of {card.hull}"]
    if lost:
        parts.append(f"{lost} of it lost when this phase ends")
    if ship.status != "in_service":
        parts.append(rolls.FATES[ship.status])
    return ", ".join(parts).capitalize() + "."


def acted(state: State, key: str) -> bool:
    """Whether a ship has used her part of this phase."""
    ship = state.ships[key]
    if phase_of(state).ribbon == "Combat":
        return any(shot.attacker == key for shot in state.shots) or bool(ship.fired)
    if phase_of(state).ribbon == "Movement":
        return ship.moved
    return phase_of(state).ribbon == "Crew" and _worked(ship)


def _worked(ship: Ship) -> bool:
    return bool(ship.tried) or ship.grapple_used or ship.exerted
