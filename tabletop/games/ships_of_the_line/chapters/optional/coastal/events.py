"""Chapter 22: what happens along a coast; told and applied here, decided elsewhere."""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler, unchanged
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.coast import Battery, Coast
from tabletop.games.ships_of_the_line.modifiers import Modifier
from tabletop.games.ships_of_the_line.positions import in_um
from tabletop.games.ships_of_the_line.ship import ShotKind
from tabletop.games.ships_of_the_line.shots import Critical, Facing, Shot, Special
from tabletop.games.ships_of_the_line.sides import FLEETS, Side
from tabletop.games.ships_of_the_line.state import Band, ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import dice, name, said, thrown
from tabletop.geometry.pose import Point


class GroundingRolled(ShipEvent, frozen=True, kw_only=True):
    """A ship among shoals, or over a wreck, was checked; `modifiers` run from the die to what it counts."""

    over: str
    """The battery around which the shoals lie, or the wreck."""
    ring: int = 0
    """Of shoal, 1 to 3; 0 over a wreck."""
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    """She runs aground from this number up."""
    aground: bool
    """She runs aground."""
    rule: str = "AMB-197"


class ShipGrounded(ShipEvent, frozen=True, kw_only=True):
    """She sits fast (22-f)."""

    rule: str = "SOTL-22-f"


class ShipRefloated(ShipEvent, frozen=True, kw_only=True):
    """She floats again (AMB-197)."""

    rule: str = "AMB-197"


class WreckStays(ShipEvent, frozen=True, kw_only=True):
    """A ship that sank in the harbour obstructs it for good (10-c)."""

    rule: str = "SOTL-10-c"


class BatteryPlaced(Event, frozen=True, kw_only=True):
    """A battery was put on a site before the battle (22-b); one that stood there goes where this one did."""

    battery: str
    site: str
    """Its name in the scenario."""
    place: Point
    """The middle of the site, UM."""
    rule: str = "SOTL-22-b"


class BatteryFired(Event, frozen=True, kw_only=True):
    """A battery fired at a ship and the damage was noted in pencil (22-e)."""

    battery: str
    target: str
    distance: float
    band: Band
    sight: tuple[Point, Point]
    """The line of fire, UM."""
    facing: Facing
    dice: tuple[Modifier, ...]
    needed: int
    rolls: tuple[int, ...]
    hits: int
    damage: tuple[int, ...]
    hull: int
    """Hull points that the target will lose."""
    criticals: tuple[Critical, ...]
    loss: tuple[Modifier, ...] | UnsetType = UNSET
    """How `hull` came about, where a rule module had a part in it."""
    attack: Literal[1, 2]
    """Which of its two of this turn."""
    shot: ShotKind = "round"
    special: Special | UnsetType = UNSET
    """What hot shot does besides."""
    rule: str = "SOTL-22-e"


class BatteryHurt(Event, frozen=True, kw_only=True):
    """A battery lost points when the damage took effect."""

    battery: str
    points: int
    left: int
    rule: str = "AMB-196"


class BatteryDestroyed(Event, frozen=True, kw_only=True):
    """Nothing of it is left to fire; it is not rebuilt in this battle (AMB-222)."""

    battery: str
    rule: str = "AMB-196"


class HarbourSilenced(Event, frozen=True, kw_only=True):
    """The last battery of a side is destroyed (22-a, AMB-199)."""

    side: Side
    rule: str = "SOTL-22-a"


def _along(state: State) -> Coast:
    return state.coast or Coast()


def _with(state: State, key: str, **marks: object) -> State:
    """The state with some marks of a battery changed; file order is kept."""
    coast = _along(state)
    batteries: dict[str, Battery] = {**coast.batteries, key: replace(coast.batteries[key], **marks)}
    return replace(state, coast=replace(coast, batteries=batteries))


def _stays(state: State, event: WreckStays) -> State:
    coast = _along(state)
    return replace(state, coast=replace(coast, wrecks=(*coast.wrecks, event.ship)))


def _placed(state: State, event: BatteryPlaced) -> State:
    left = _along(state).batteries[event.battery].place
    for other in _along(state).batteries.values():
        if other.place == event.place:
            state = _with(state, other.key, place=left)
    return _with(state, event.battery, place=event.place, placed=True)


def _fired(state: State, event: BatteryFired) -> State:
    """The damage waits in pencil with that of the ships (3-c)."""
    shot = Shot(event.battery, None, event.target, event.facing, event.hits, event.hull, event.criticals, event.special)
    red_turn = state.turn if event.shot == "red" else _along(state).batteries[event.battery].red_turn
    state = _with(state, event.battery, fired=(state.turn, event.attack), red_turn=red_turn)
    hit = state.ships[event.target].hit or event.hits > 0
    state = with_ship(state, event.target, attacked=True, hit=hit)
    return replace(state, shots=(*state.shots, shot))


def _grounding_in_words(state: State, event: GroundingRolled) -> str:
    where = f"the shoals off {name(state, event.over)}" if event.ring else f"the wreck of {name(state, event.over)}"
    end = "she runs aground" if event.aground else "she finds water enough"
    roll = f"{thrown(event.modifiers)}, {event.needed} or more runs her aground; {end}"
    return f"{name(state, event.ship)} sails over {where}: {roll}."


def _fire_in_words(state: State, event: BatteryFired) -> str:
    hot = "" if event.shot == "round" else "hot shot "
    target = f"{name(state, event.target)}, {in_um(event.distance)}"
    guns = f"{name(state, event.battery)} fires {hot}at {target}"
    parts = [count(event.hull, "hull point")] * bool(event.hull)
    faces = (face for one in event.criticals for face in (one.die, one.magazine) if face is not None)
    parts += [f"{count(len(event.criticals), 'critical')} {dice(faces)}"] * bool(event.criticals)
    outcome = f"{count(event.hits, 'hit')}, {' and '.join(parts)}" if event.hits else "no hits"
    return f"{guns}: {count(len(event.rolls), 'die').replace('dies', 'dice')} {dice(event.rolls)}, {outcome}."


def _hurt_in_words(state: State, event: BatteryHurt) -> str:
    return f"{name(state, event.battery)} loses {count(event.points, 'point')}, {event.left or 'none'} left."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(GroundingRolled, unchanged, _grounding_in_words),
    EventHandler(
        ShipGrounded,
        lambda state, event: with_ship(state, event.ship, aground=True, stopped=True),
        said("{ship} sits fast."),
    ),
    EventHandler(
        ShipRefloated, lambda state, event: with_ship(state, event.ship, aground=UNSET), said("{ship} floats again.")
    ),
    EventHandler(WreckStays, _stays, said("The wreck of {ship} obstructs the harbour.")),
    EventHandler(BatteryPlaced, _placed, said("{battery} is placed at {site}.")),
    EventHandler(BatteryFired, _fired, _fire_in_words),
    EventHandler(BatteryHurt, lambda state, event: _with(state, event.battery, hull=event.left), _hurt_in_words),
    EventHandler(BatteryDestroyed, unchanged, said("{battery} is destroyed.")),
    EventHandler(
        HarbourSilenced,
        unchanged,
        lambda state, event: f"The last battery of {FLEETS[event.side]} is silent.",  # noqa: ARG005
    ),
)
