"""Ships are placed before play (DOG-6): told and applied here, decided elsewhere."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.games.decks_of_glory.naming import POINTS_OF_COMPASS, name, side_name
from tabletop.games.decks_of_glory.state import Berth, Side, State, placing_unseen


class ShipPlaced(Event, frozen=True, kw_only=True):
    """A ship was placed before play; the other side, from which that is kept, hears of no ship."""

    side: Side
    ship: str
    """Empty for whom it is kept from."""
    berth: Berth | None
    """Her hex and facing; nothing for whom it is kept from."""
    secret: bool = False
    """It is kept from the other side until both are done."""
    rule: str = "DOG-6"


class PlacingFinished(Event, frozen=True, kw_only=True):
    """A side places no more ships."""

    side: Side
    rule: str = "DOG-6"


class FleetsPlaced(Event, frozen=True, kw_only=True):
    """Both sides are done, and all ships lie where they were placed."""

    berths: dict[str, Berth]
    """By ship, of those that were placed."""
    secret: bool = False
    """They are seen by both for the first time."""
    rule: str = "DOG-6"


def _placed(state: State, event: ShipPlaced) -> State:
    if event.berth is None:
        return state
    return replace(state, deployed={**(state.deployed or {}), event.ship: event.berth})


def _shown(state: State, event: FleetsPlaced) -> State:
    moved = {key: replace(state.ships[key], at=one.at, facing=one.facing) for key, one in event.berths.items()}
    return replace(state, ships={**state.ships, **moved}, deployed=UNSET)


def _in_words(state: State, event: ShipPlaced) -> str:
    if event.berth is None:
        return f"{side_name(state, event.side)}: a ship takes her place."
    return f"{name(state, event.ship)} takes her place, facing {POINTS_OF_COMPASS[event.berth.facing]}."


def _told(event: ShipPlaced, side: str) -> ShipPlaced:
    return replace(event, ship="", berth=None) if event.secret and side != event.side else event


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(ShipPlaced, _placed, _in_words, redact=_told),
    EventHandler(
        PlacingFinished,
        apply=lambda state, event: replace(state, orders={**state.orders, event.side: ()}),
        describe=lambda state, event: f"{side_name(state, event.side)}: all ships are in their places.",
    ),
    EventHandler(
        FleetsPlaced,
        _shown,
        lambda state, event: "Both fleets lie in their places.",  # noqa: ARG005
        reveals=lambda state, event: "The fleets were shown." if placing_unseen(state) else "",  # noqa: ARG005
    ),
)
