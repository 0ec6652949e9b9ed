"""Chapter 9: what can happen to leaders; told and applied here, decided elsewhere."""

from msgspec.structs import replace

from tabletop.core.events import EventHandler
from tabletop.games.ships_of_the_line import roster
from tabletop.games.ships_of_the_line.ship import Admiral, Fate
from tabletop.games.ships_of_the_line.state import ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import name


class LeaderTransferred(ShipEvent, frozen=True, kw_only=True):
    """A leader goes over to a ship alongside, wounded or not (9-f, AMB-153)."""

    to: str
    leader: str
    """Key of the ship on whose card he stands."""
    rule: str = "AMB-152"


class LeaderJoined(ShipEvent, frozen=True, kw_only=True):
    """A leader fights on deck; he can do nothing else in this phase (AMB-154)."""

    leader: str
    """Key of the ship on whose card he stands."""
    rule: str = "AMB-154"


class LeaderLost(ShipEvent, frozen=True, kw_only=True):
    """A leader has died, or is a prisoner (AMB-139, AMB-155)."""

    leader: str
    """Key of the ship on whose card he stands."""
    fate: Fate
    rule: str = "AMB-155"


def _named(state: State, home: str) -> Admiral:
    return next(one for one in roster.leaders(state) if one.home == home)


def _called(state: State, home: str) -> str:
    return roster.printed(state, _named(state, home)).name


def _transferred(state: State, event: LeaderTransferred) -> State:
    """He brings his wounds; the captain whom he leaves is well (AMB-153)."""
    one = replace(_named(state, event.leader), ship=event.to, moved=state.turn)
    state = with_ship(state, event.to, officer=state.ships[event.ship].officer)
    return roster.with_leader(with_ship(state, event.ship, officer="well"), one)


def _joined(state: State, event: LeaderJoined) -> State:
    return roster.with_leader(state, replace(_named(state, event.leader), fights=state.turn))


def _lost(state: State, event: LeaderLost) -> State:
    return roster.with_leader(state, replace(_named(state, event.leader), fate=event.fate))


def _loss_in_words(state: State, event: LeaderLost) -> str:
    how = "is dead, and lost to his ships" if event.fate == "dead" else "is a prisoner, and lost to his ships"
    return f"{_called(state, event.leader)} {how}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        LeaderTransferred,
        _transferred,
        lambda state, event: (
            f"{_called(state, event.leader)} goes over from {name(state, event.ship)} to {name(state, event.to)}."
        ),
    ),
    EventHandler(
        LeaderJoined,
        _joined,
        lambda state, event: f"{_called(state, event.leader)} draws his sword aboard {name(state, event.ship)}.",
    ),
    EventHandler(LeaderLost, _lost, _loss_in_words),
)
