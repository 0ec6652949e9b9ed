"""The state of a battle on the hex grid: frozen, ids as strings, tuples and mappings."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.cards.standard import Colour, card_name
from tabletop.cards.zones import Zones, redact_zones
from tabletop.core import command_context
from tabletop.core.decision import sealed
from tabletop.core.game import Outcome
from tabletop.core.phrases import later, listed
from tabletop.geometry import hexgrid
from tabletop.geometry.hexgrid import Hex

Place = Hex
"""A hex of the map by its axial coordinates (DOG-24)."""

Side = Literal["british", "allied"]
Nation = Literal["britain", "france", "spain"]
Hand = Literal["port", "starboard"]
Action = Literal["ahead", "port", "starboard"]
Status = Literal["sailing", "derelict", "sunk", "adrift", "withdrawn"]
PhaseId = Literal[
    "deployment",
    "colours",
    "shuffle",
    "first_wind",
    "wind",
    "initiative",
    "movement",
    "gunnery",
    "boarding",
    "striking",
]

Strength = Literal["light", "breeze", "heavy"]
"""Of the wind."""

SIDES: tuple[Side, Side] = ("british", "allied")
HANDS: tuple[Hand, Hand] = ("port", "starboard")
ON_MAP: frozenset[Status] = frozenset({"sailing", "derelict"})


class Rectangle(msgspec.Struct, frozen=True, tag_field="shape", tag="rectangle"):
    """A map of so many columns and rows; its upper left hex is (0, 0)."""

    columns: int
    rows: int

    def holds(self, place: Hex) -> bool:
        """Whether a hex is on the map."""
        return hexgrid.is_in_rectangle(place, self.columns, self.rows)

    def hexes(self) -> Iterator[Hex]:
        """All of them, column by column."""
        return hexgrid.rectangle(self.columns, self.rows)


class Hexagon(msgspec.Struct, frozen=True, tag_field="shape", tag="hexagon"):
    """A map of all hexes within a radius of (0, 0)."""

    radius: int

    def holds(self, place: Hex) -> bool:
        """Whether a hex is on the map."""
        return hexgrid.is_in_hexagon(place, self.radius)

    def hexes(self) -> Iterator[Hex]:
        """All of them, column by column."""
        return hexgrid.hexagon(self.radius)


Sea = Rectangle | Hexagon


class Zone(msgspec.Struct, frozen=True):
    """Hexes in which ships of a side are placed before play: all within a radius of one, or any.

    Attributes:
        side: whose.
        middle: the hex in the middle.
        radius: how far it reaches.
        ships: that are placed there; none for all of the side that no other zone names.
        hexes: all of them, where they are told one by one; then the middle is the first.
    """

    side: Side
    middle: Hex
    radius: int
    ships: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()

    def beyond(self, at: Hex) -> int:
        """How many hexes a place lies outside; 0 for one of its own."""
        if at in self.hexes:
            return 0
        return max(0, min(hexgrid.distance(one, at) for one in self.hexes or (self.middle,)) - self.radius)

    def meets(self, other: "Zone") -> bool:
        """Whether they have a hex in common."""
        if self.hexes and other.hexes:
            return not set(self.hexes).isdisjoint(other.hexes)
        if self.hexes:
            return other.meets(self)
        return any(self.beyond(at) <= other.radius for at in other.hexes or (other.middle,))

    def all(self) -> tuple[Hex, ...]:
        """Its hexes, those off the map too."""
        q, r = self.middle
        return self.hexes or tuple((q + x, r + y) for x, y in hexgrid.hexagon(self.radius))


class Deployment(msgspec.Struct, frozen=True):
    """Places that a scenario leaves open."""

    zones: tuple[Zone, ...]
    """In the order of the file."""
    secret: bool = False
    """Each side places its ships unseen; both are shown when the second is done."""


class Weather(msgspec.Struct, frozen=True):
    """What is seen of wind and hour; no rule asks for it."""

    strength: Strength = "breeze"
    """How hard it blows."""
    clock_start: str = ""
    """The time of day of turn 1; nothing where none is told."""
    minutes_per_turn: int = 15
    """By which the clock goes on."""


class Berth(msgspec.Struct, frozen=True):
    """Where a ship lies and which hex side she faces."""

    at: Hex
    facing: int


class Vessel(msgspec.Struct, frozen=True):
    """What never changes about a ship."""

    key: str
    name: str
    nation: Nation
    side: Side
    rate: int
    """1 to 4 (DOG-6)."""
    points: int
    """Her strength when she is unhurt."""


class Ship(msgspec.Struct, frozen=True, gc=False):
    """A ship as she lies."""

    key: str
    at: Hex
    facing: int
    """The hex side that she faces, 0 to 5 (DOG-1)."""
    strength: int
    status: Status = "sailing"
    """On the map she is sailing or derelict; else she sank, drifted off as a derelict (adrift), or withdrew."""
    place: int = 0
    """Orders the ships of one hex: the higher, the further to starboard of a ship that faces 0, 1 or 2 (DOG-26)."""
    since: int = 0
    """Orders the ships of one hex by how long they have lain there: the lowest is the first (DOG-26)."""
    moved: bool = False
    """Her move of this turn is over."""
    parted: tuple[str, ...] = ()
    """Ships that she lay entangled with this turn and that are no longer in her hex (DOG-16)."""


class OpenMove(msgspec.Struct, frozen=True):
    """The move of a ship that a card has opened (DOG-13, DOG-16)."""

    ship: str
    actions: int
    turns_only: bool = False
    """She is in irons and may turn, but not go ahead."""
    loose_from: tuple[str, ...] = ()
    """The ships in her hex that she has cut loose from."""
    closed: tuple[Hand, ...] = ()
    """The sides on which they lie."""


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship and the enemy that she chooses: the target of a broadside, or the first to be boarded."""

    ship: str
    target: str


Aims = tuple[Aim, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """A whole battle. `fleet` and `ships` are in the order of the scenario's list."""

    title: str
    turns: int
    sea: Sea
    sides: tuple[Side, Side]
    """The first side and the second."""
    names: dict[Side, str]
    colours: dict[Side, Colour]
    """The colour of each side, empty until it is chosen (DOG-7)."""
    options: dict[str, bool]
    fleet: dict[str, Vessel]
    ships: dict[str, Ship]
    cards: Zones
    wind: int | None = None
    """The direction that the wind blows towards, nothing until it is set (DOG-1, DOG-8)."""
    turn: int = 0
    """0 before the first turn."""
    phase: PhaseId = "shuffle"
    asked: Side | None = None
    """Who must choose; nobody where either side may."""
    initiative: Side | None = None
    """The side that moves and declares first this turn (DOG-11)."""
    way: OpenMove | None = None
    orders: dict[Side, Aims | None] = {}
    """What each side has declared in this phase; nothing stands for orders that are hidden from the viewer."""
    draw_offered: Side | None = None
    outcome: Outcome | None = None
    deploy: Deployment | msgspec.UnsetType = msgspec.UNSET
    """Where a scenario leaves places open."""
    deployed: dict[str, Berth] | msgspec.UnsetType = msgspec.UNSET
    """Where ships have been placed, until both sides are done with that."""

    weather: Weather | msgspec.UnsetType = msgspec.UNSET
    """Where a scenario tells of another than a breeze by day."""

    __hash__ = object.__hash__  # as `per_state` wants it


Context = command_context.CommandContext[State]
"""A command on its way through the rules."""


def strength(state: State) -> Strength:
    """How hard it blows."""
    return "breeze" if state.weather is msgspec.UNSET else state.weather.strength


def clock(state: State, turn: int) -> str:
    """The time of day at which a turn begins; empty where none is told."""
    if state.weather is msgspec.UNSET or not state.weather.clock_start:
        return ""
    return later(state.weather.clock_start, state.weather.minutes_per_turn * max(0, turn - 1))


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "allied" if side == "british" else "british"


def secret(state: State) -> bool:
    """Whether what is declared now is hidden from the other side (DOG-17)."""
    return state.phase == "gunnery" and state.options["secret_fire"]


def placing_unseen(state: State) -> bool:
    """Whether what is placed now is hidden from the other side."""
    return state.phase == "deployment" and state.deploy is not msgspec.UNSET and state.deploy.secret


def view(state: State, side: str) -> State:
    """What a side may know; of no side, what everybody may.

    That is neither the order of the pile nor secret orders, nor where the other side places its ships (C-6).
    """
    orders = sealed(state.orders, side) if secret(state) else state.orders
    if state.deployed is not msgspec.UNSET:
        state = _placed(state, side)
    return replace(state, cards=redact_zones(state.cards, side), orders=orders)


def _placed(state: State, side: str) -> State:
    """Ships where they have been placed, as far as that may be known; the others where the scenario has them."""
    unseen, deployed = placing_unseen(state), state.deployed or {}
    known = {key: one for key, one in deployed.items() if not unseen or state.fleet[key].side == side}
    moved = {key: replace(state.ships[key], at=one.at, facing=one.facing) for key, one in known.items()}
    return replace(state, ships={**state.ships, **moved}, deployed=known or msgspec.UNSET)


def with_ship(state: State, key: str, **marks: object) -> State:
    """The state with one ship changed."""
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **marks)})


POINTS_OF_COMPASS: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions as the map shows them, up being north."""


def name(state: State, key: str) -> str:
    """A ship's name."""
    return state.fleet[key].name


def names(state: State, keys: Iterable[str]) -> str:
    """Several ships' names: ``Victory, Neptune and Mars``."""
    return listed(name(state, key) for key in keys)


def cards_in_words(cards: Iterable[str]) -> str:
    """Cards by their names: ``ace of spades and 3 of clubs``."""
    return listed(map(card_name, cards))


def aims_in_words(state: State, aims: Aims) -> str:
    """Who aims at whom."""
    return listed(f"{name(state, aim.ship)} at {name(state, aim.target)}" for aim in aims)


def side_name(state: State, side: str) -> str:
    """What a side is called in this scenario."""
    return next(name for one, name in state.names.items() if one == side)
