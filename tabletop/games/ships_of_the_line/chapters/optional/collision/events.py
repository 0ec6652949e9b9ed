"""Chapter 10: what comes of ships that touch; told and applied here, decided elsewhere."""

from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler, unchanged
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.positions import in_um
from tabletop.games.ships_of_the_line.state import Fouling, ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import name, said, thrown


class CollisionRolled(ShipEvent, frozen=True, kw_only=True):
    """A ship that came upon another was checked: `modifiers` run from the die to what it counts (10-d)."""

    other: str
    distance: float
    die: int
    modifiers: tuple[Modifier, ...]
    collided: bool
    """They are damaged, and foul of each other if both float."""
    rule: str = "SOTL-10-d"


class ShipsFouled(ShipEvent, frozen=True, kw_only=True):
    """Two ships hang fast to each other (10-i)."""

    other: str
    rule: str = "SOTL-10-i"


class ShipsUnfouled(Event, frozen=True, kw_only=True):
    """They are clear of each other (10-j)."""

    ship: str
    other: str
    rule: str = "SOTL-10-j"


def _fouled(state: State, event: ShipsFouled) -> State:
    """Neither has way on her any more."""
    state = replace(state, foulings=(*(state.foulings or ()), Fouling(event.ship, event.other)))
    return with_ship(with_ship(state, event.ship, stopped=True), event.other, stopped=True)


def _unfouled(state: State, event: ShipsUnfouled) -> State:
    foulings = state.foulings or ()
    return replace(
        state, foulings=tuple(one for one in foulings if {one.first, one.second} != {event.ship, event.other})
    )


def _told(state: State, event: CollisionRolled) -> str:
    """The die, what was added to it, and what it came to."""
    both = f"{name(state, event.ship)} comes upon {name(state, event.other)}, {in_um(event.distance)}"
    return f"{both}: {thrown(event.modifiers)}, {'they collide' if event.collided else 'they scrape past'}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(CollisionRolled, unchanged, _told),
    EventHandler(ShipsFouled, _fouled, said("{ship} and {other} hang fast to each other, yard in yard.")),
    EventHandler(ShipsUnfouled, _unfouled, said("{ship} and {other} are clear of each other.")),
)
