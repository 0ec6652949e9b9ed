"""The state of a battle on the hex grid as frozen data, and the names of ships and sides."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.cards.standard import Colour, card_name
from tabletop.cards.zones import Zones, redact_zones
from tabletop.core import command_context
from tabletop.core.decision import redact_choices
from tabletop.core.game import Outcome
from tabletop.core.phrases import add_minutes, join_words
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
"""Strength of the wind."""

SIDES: tuple[Side, Side] = ("british", "allied")
HANDS: tuple[Hand, Hand] = ("port", "starboard")
ON_MAP: frozenset[Status] = frozenset({"sailing", "derelict"})


class Rectangle(msgspec.Struct, frozen=True, tag_field="shape", tag="rectangle"):
    """A map with a number of columns and rows. The upper left hex is (0, 0)."""

    columns: int
    rows: int

    def holds(self, place: Hex) -> bool:
        """Return True if a hex is on the map."""
        return hexgrid.is_in_rectangle(place, self.columns, self.rows)

    def hexes(self) -> Iterator[Hex]:
        """Return all hexes of the map, column by column."""
        return hexgrid.rectangle(self.columns, self.rows)


class Hexagon(msgspec.Struct, frozen=True, tag_field="shape", tag="hexagon"):
    """A map of all hexes within a radius of (0, 0)."""

    radius: int

    def holds(self, place: Hex) -> bool:
        """Return True if a hex is on the map."""
        return hexgrid.is_in_hexagon(place, self.radius)

    def hexes(self) -> Iterator[Hex]:
        """Return all hexes of the map, column by column."""
        return hexgrid.hexagon(self.radius)


Sea = Rectangle | Hexagon


class Zone(msgspec.Struct, frozen=True):
    """Hexes for ships of a side before play: those within a radius of a hex, or a list of hexes.

    Attributes:
        side: the side of the ships.
        middle: the hex in the middle; with a list of hexes, the first of them.
        radius: in hexes.
        ships: the ships that are placed there; empty for all of the side that no other zone names.
        hexes: the list of hexes, or empty.
    """

    side: Side
    middle: Hex
    radius: int
    ships: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()

    def distance_outside(self, at: Hex) -> int:
        """Return the number of hexes from a hex to the zone; 0 for a hex of the zone."""
        if at in self.hexes:
            return 0
        return max(0, min(hexgrid.distance(one, at) for one in self.hexes or (self.middle,)) - self.radius)

    def meets(self, other: "Zone") -> bool:
        """Return True if the two zones have a hex in common."""
        if self.hexes and other.hexes:
            return not set(self.hexes).isdisjoint(other.hexes)
        if self.hexes:
            return other.meets(self)
        return any(self.distance_outside(at) <= other.radius for at in other.hexes or (other.middle,))

    def list_hexes(self) -> tuple[Hex, ...]:
        """Return the hexes of the zone, those off the map included."""
        q, r = self.middle
        return self.hexes or tuple((q + x, r + y) for x, y in hexgrid.hexagon(self.radius))


class Deployment(msgspec.Struct, frozen=True):
    """The zones in which a scenario lets the sides place ships."""

    zones: tuple[Zone, ...]
    """In the order of the file."""
    secret: bool = False
    """Each side places its ships unseen; both are shown when the second side has finished."""


class Weather(msgspec.Struct, frozen=True):
    """The wind strength and time of day that players see; no rule uses them."""

    strength: Strength = "breeze"
    """Strength of the wind."""
    clock_start: str = ""
    """The time of day of turn 1, such as 05:30; "" without a clock."""
    minutes_per_turn: int = 15
    """Minutes of the clock for each turn."""


class Berth(msgspec.Struct, frozen=True):
    """The hex of a ship and the hex side that it faces."""

    at: Hex
    facing: int


class Vessel(msgspec.Struct, frozen=True):
    """The facts about a ship that never change."""

    key: str
    name: str
    nation: Nation
    side: Side
    rate: int
    """1 to 4 (DOG-6)."""
    points: int
    """The strength of the undamaged ship."""


class Ship(msgspec.Struct, frozen=True, gc=False):
    """A ship at one moment."""

    key: str
    at: Hex
    facing: int
    """The hex side that the ship faces, 0 to 5 (DOG-1)."""
    strength: int
    status: Status = "sailing"
    """On the map: sailing or derelict. Off the map: sunk, adrift (drifted off as a derelict) or withdrawn."""
    place: int = 0
    """Rank among the ships of a hex: a higher one is further to starboard, seen from facing 0, 1 or 2 (DOG-26)."""
    since: int = 0
    """Rank among the ships of a hex by arrival: the lowest came first (DOG-26)."""
    moved: bool = False
    """The move of the ship in this turn is over."""
    parted: tuple[str, ...] = ()
    """Ships that were entangled with this ship in this turn and are no longer in its hex (DOG-16)."""


class OpenMove(msgspec.Struct, frozen=True):
    """The move of a ship that a drawn card has made possible (DOG-13, DOG-16)."""

    ship: str
    actions: int
    turns_only: bool = False
    """The ship is in irons and may turn, but not go ahead."""
    loose_from: tuple[str, ...] = ()
    """The ships in its hex that the ship has cut loose from."""
    closed: tuple[Hand, ...] = ()
    """The sides on which those ships lie."""


class Aim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ship and its chosen enemy: the target of a broadside, or the first enemy to board."""

    ship: str
    target: str


Aims = tuple[Aim, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """A battle at one moment. `fleet` and `ships` are in the order of the scenario's list."""

    title: str
    turns: int
    sea: Sea
    sides: tuple[Side, Side]
    """The first side and the second."""
    names: dict[Side, str]
    colours: dict[Side, Colour]
    """The colour of each side; empty until colours are chosen (DOG-7)."""
    options: dict[str, bool]
    fleet: dict[str, Vessel]
    ships: dict[str, Ship]
    cards: Zones
    wind: int | None = None
    """The direction that the wind blows towards; None until the wind is set (DOG-1, DOG-8)."""
    turn: int = 0
    """0 before the first turn."""
    phase: PhaseId = "shuffle"
    asked: Side | None = None
    """The side that must choose; None if either may."""
    initiative: Side | None = None
    """The side that moves and declares first this turn (DOG-11)."""
    way: OpenMove | None = None
    orders: dict[Side, Aims | None] = {}
    """The declarations of each side in this phase; None for one that is hidden from the viewer."""
    draw_offered: Side | None = None
    outcome: Outcome | None = None
    deploy: Deployment | msgspec.UnsetType = msgspec.UNSET
    """The zones in which ships are placed before play, if the scenario has any."""
    deployed: dict[str, Berth] | msgspec.UnsetType = msgspec.UNSET
    """The berths of placed ships, until both sides have finished placing."""

    weather: Weather | msgspec.UnsetType = msgspec.UNSET
    """The weather, if the scenario differs from a breeze by day."""

    __hash__ = object.__hash__  # as `per_state` wants it


Context = command_context.CommandContext[State]
"""The context of a command while the rules execute it."""


def wind_strength(state: State) -> Strength:
    """Return the strength of the wind."""
    return "breeze" if state.weather is msgspec.UNSET else state.weather.strength


def time_of_day(state: State, turn: int) -> str:
    """Return the time of day at which a turn begins, such as ``05:30``; "" if the scenario has no clock."""
    if state.weather is msgspec.UNSET or not state.weather.clock_start:
        return ""
    return add_minutes(state.weather.clock_start, state.weather.minutes_per_turn * max(0, turn - 1))


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return "allied" if side == "british" else "british"


def is_fire_secret(state: State) -> bool:
    """Return True if broadsides that are declared now are hidden from the other side (DOG-17)."""
    return state.phase == "gunnery" and state.options["secret_fire"]


def is_placing_secret(state: State) -> bool:
    """Return True if ships that are placed now are hidden from the other side."""
    return state.phase == "deployment" and state.deploy is not msgspec.UNSET and state.deploy.secret


def view(state: State, side: str) -> State:
    """Return the state as `side` may know it; for side "" as everybody may know it.

    Hidden are the order of the pile, secret declarations, and the secret places of the other side's ships (C-6).
    """
    orders = redact_choices(state.orders, side) if is_fire_secret(state) else state.orders
    if state.deployed is not msgspec.UNSET:
        state = _place_known_ships(state, side)
    return replace(state, cards=redact_zones(state.cards, side), orders=orders)


def _place_known_ships(state: State, side: str) -> State:
    """Return the state with ships at their new places, as far as `side` may know them."""
    unseen, deployed = is_placing_secret(state), state.deployed or {}
    known = {key: one for key, one in deployed.items() if not unseen or state.fleet[key].side == side}
    moved = {key: replace(state.ships[key], at=one.at, facing=one.facing) for key, one in known.items()}
    return replace(state, ships={**state.ships, **moved}, deployed=known or msgspec.UNSET)


def replace_ship(state: State, key: str, **marks: object) -> State:
    """Return the state with some fields of one ship replaced."""
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **marks)})


POINTS_OF_COMPASS: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions as the map shows them, up being north."""


def ship_name(state: State, key: str) -> str:
    """Return the name of a ship."""
    return state.fleet[key].name


def format_names(state: State, keys: Iterable[str]) -> str:
    """Return the names of several ships: ``Victory, Neptune and Mars``."""
    return join_words(ship_name(state, key) for key in keys)


def format_cards(cards: Iterable[str]) -> str:
    """Return the names of cards: ``ace of spades and 3 of clubs``."""
    return join_words(map(card_name, cards))


def format_aims(state: State, aims: Aims) -> str:
    """Return each ship with its target: ``Victory at Bucentaure and Mars at Pluton``."""
    return join_words(f"{ship_name(state, aim.ship)} at {ship_name(state, aim.target)}" for aim in aims)


def side_name(state: State, side: str) -> str:
    """Return the name of a side in this scenario."""
    return next(name for one, name in state.names.items() if one == side)
