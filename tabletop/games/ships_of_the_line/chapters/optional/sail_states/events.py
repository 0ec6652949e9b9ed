"""Chapter 16: what can happen to a ship's sails; told and applied here, decided elsewhere."""

from tabletop.core.events import Event, EventHandler
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.ship import SailState
from tabletop.games.ships_of_the_line.state import State, with_ship
from tabletop.games.ships_of_the_line.words import name

_ORDER: tuple[SailState, ...] = ("low", "mid", "full")


class SailSet(Event, frozen=True, kw_only=True):
    """A ship makes or takes in sail before her move (AMB-172)."""

    ship: str
    sail: SailState
    rule: str = "SOTL-16-a"


@per_state
def with_sail(state: State, key: str, sail: SailState) -> State:
    """As if a ship had set another sail; remembered, so that what was tried under it holds when the sail is set."""
    return state if state.ships[key].sail == sail else with_ship(state, key, sail=sail)


def _set(state: State, event: SailSet) -> State:
    """She keeps it until it is changed again."""
    return with_sail(state, event.ship, event.sail)


def _told(state: State, event: SailSet) -> str:
    """More canvas, or less."""
    more = _ORDER.index(event.sail) > _ORDER.index(state.ships[event.ship].sail)
    return f"{name(state, event.ship)} {'makes' if more else 'shortens to'} {event.sail} sail."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (EventHandler(SailSet, _set, _told),)
