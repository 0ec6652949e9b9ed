"""Ships are placed before the battle; told and applied here, decided elsewhere."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler
from tabletop.games.ships_of_the_line.phases import PREPARE
from tabletop.games.ships_of_the_line.sides import SIDE_NAMES, Side
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import name
from tabletop.geometry.pose import Pose


class ShipPlaced(Event, frozen=True, kw_only=True):
    """A ship was placed before the battle (AMB-147); the other side, from which that is kept, hears of no ship."""

    side: Side
    """Who placed her."""
    ship: str
    """Empty for whom it is kept from."""
    pose: Pose | None
    """Stern and heading; nothing for whom it is kept from."""
    secret: bool = False
    """It is kept from the other side until both are done."""
    rule: str = "AMB-147"


class FleetsPlaced(Event, frozen=True, kw_only=True):
    """Both sides are done, and all ships lie where they were placed (AMB-147)."""

    poses: dict[str, Pose]
    """By ship, of those that were placed."""
    secret: bool = False
    """They are seen by both for the first time."""
    rule: str = "AMB-147"


def told(event: ShipPlaced, side: str) -> ShipPlaced:
    """As far as a side may know it (C-6)."""
    return replace(event, ship="", pose=None) if event.secret and side != event.side else event


def _placed(state: State, event: ShipPlaced) -> State:
    if event.pose is None:
        return state
    return replace(state, deployed={**(state.deployed or {}), event.ship: event.pose})


def _revealed(state: State, event: FleetsPlaced) -> State:
    ships = {key: replace(ship, pose=event.poses.get(key, ship.pose)) for key, ship in state.ships.items()}
    return replace(state, ships=ships, deployed=UNSET)


def _in_words(state: State, event: ShipPlaced) -> str:
    if event.pose is None:
        return f"{SIDE_NAMES[event.side]}: a ship takes her place."
    return f"{name(state, event.ship)} takes her place, heading {event.pose.heading:03}°."


def hidden(state: State) -> bool:
    """Whether what is placed now is kept from the other side."""
    deploy = (state.matter or {}).get("deploy")
    return state.phase == PREPARE.id and isinstance(deploy, dict) and bool(deploy.get("secret"))


def view(state: State, side: str) -> State:
    """A battle as far as a side may know it: its own ships where it has placed them, the others' where they began."""
    if state.deployed is UNSET:
        return state
    secret = hidden(state)
    known = {key: pose for key, pose in state.deployed.items() if not secret or state.cards[key].side == side}
    ships = {key: replace(ship, pose=known.get(key, ship.pose)) for key, ship in state.ships.items()}
    return replace(state, ships=ships, deployed=known or UNSET)


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(ShipPlaced, _placed, _in_words, redact=told),
    EventHandler(
        FleetsPlaced,
        _revealed,
        lambda state, event: "Both fleets lie in their places.",  # noqa: ARG005
        reveals=lambda state, event: "The fleets were shown." if event.secret else "",  # noqa: ARG005
    ),
)
