"""The state of a battle: frozen, ids as strings, one struct for each thing that a player could point at."""

from typing import Any, Literal

import msgspec

from tabletop.core.game import Outcome, Score
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.geometry.pose import Pose

Side = Literal["british", "allied"]
Nation = Literal["britain", "france", "spain"]
Battery = Literal["port", "starboard"]
Mast = Literal["fore", "main", "mizzen"]
ShipClass = Literal["I", "II", "III", "IV", "V", "VI"]
Strength = Literal["light", "breeze", "heavy"]
Officer = Literal["well", "wounded", "dead"]
Status = Literal["in_service", "struck", "captured", "sunk", "exploded", "fled", "left"]
Facing = Literal["bow", "broadside", "stern"]
Band = Literal["point_blank", "medium", "long"]

SIDES: tuple[Side, Side] = ("british", "allied")
BATTERIES: tuple[Battery, Battery] = ("port", "starboard")
MASTS: tuple[Mast, Mast, Mast] = ("fore", "main", "mizzen")
AFLOAT: frozenset[Status] = frozenset({"in_service", "struck", "captured"})


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "allied" if side == "british" else "british"


class Leader(msgspec.Struct, frozen=True):
    """A flag officer; a negative rating helps his ships (2.2-e)."""

    name: str
    rating: int


class Card(msgspec.Struct, frozen=True):
    """A ship's printed card (2.2): never changes."""

    key: str
    side: Side
    nation: Nation
    number: int
    name: str
    captain: str
    ship_class: ShipClass
    decks: int
    guns: int
    dice: int
    half_dice: int
    boarding: int
    crews: int
    hull: int
    veteran: bool
    division: str
    player: str
    leader: Leader | None = None


class FallenMast(msgspec.Struct, frozen=True):
    """A mast that lies over a side and masks that battery until it is cleared (4.2.1-f)."""

    mast: Mast
    over: Battery


class Attempts(msgspec.Struct, frozen=True):
    """Consecutive failures at one task, and the turn of the last one (6-f, AMB-51)."""

    failures: int
    turn: int


class Ship(msgspec.Struct, frozen=True):
    """What is marked on a ship's card and on the table beside her.

    `pose` is her stern point and heading. `failures` is keyed by task, e.g. ``grapple:F12``,
    ``break:F12``, ``unrig:port``, ``extinguish``.
    """

    key: str
    pose: Pose
    hull: int
    status: Status = "in_service"
    captor: Side | None = None
    captured_turn: int = 0
    masts: tuple[Mast, ...] = MASTS
    fallen: tuple[FallenMast, ...] = ()
    loaded: tuple[Battery, ...] = BATTERIES
    fatigue: int = 0
    fires: int = 0
    old_fires: int = 0
    """Fires that burned when the turn began (AMB-32)."""
    rudder_lost: bool = False
    officer: Officer = "well"
    stopped: bool = False
    anchored: bool = False
    sail: Literal["low"] = "low"
    moved: bool = False
    """Has made her move, or used her turn otherwise, this phase."""
    move_allows_anchor: bool = False
    """Her move this phase spent only what was forced and slowed the rest (AMB-77)."""
    attacked: bool = False
    """Target of a shot or an explosion this turn (AMB-60)."""
    hit: bool = False
    """Took at least one hit this Combat Phase (AMB-29)."""
    fired: tuple[Battery, ...] = ()
    """Batteries fired this turn."""
    exerted: bool = False
    """Did something tiring, or fought boarders, this turn (AMB-35)."""
    reloaded: bool = False
    grapple_used: bool = False
    """Made her one grapple attempt of the Crew Phase (AMB-135)."""
    tried: tuple[str, ...] = ()
    """Tasks tried this Crew Phase, keyed as `failures`."""
    failures: dict[str, Attempts] = {}
    struck_turn: int = 0
    """Turn in which she last struck (AMB-29)."""
    sunk_turn: int = 0
    wreck: bool = False
    """A hull marker floats where she sank (4.4.1-e)."""


class Wind(msgspec.Struct, frozen=True):
    """Where the wind comes from, degrees; and how hard it blows."""

    origin: int
    strength: Strength = "breeze"


class Sea(msgspec.Struct, frozen=True):
    """The bounded open sea (AMB-12); UM."""

    west: float
    south: float
    east: float
    north: float


class Critical(msgspec.Struct, frozen=True):
    """One critical die and, for result 6 over an old fire, the ammunition die (4.2.1-d, -l)."""

    die: int
    magazine: int | None = None


class Shot(msgspec.Struct, frozen=True):
    """A broadside noted in pencil until the Combat Phase ends (3-c)."""

    attacker: str
    battery: Battery
    target: str
    facing: Facing
    hits: int
    hull: int
    """Hull points she will lose."""
    criticals: tuple[Critical, ...] = ()


class Grapple(msgspec.Struct, frozen=True):
    """Two ships made fast to each other; `first` made the grapple."""

    first: str
    second: str
    turn: int
    agreed: bool = False
    """Both sides wanted it: no break attempt, and both must board (AMB-133)."""
    friendly: bool = False

    def joins(self, key: str) -> bool:
        """Whether the ship is one of the two."""
        return key in (self.first, self.second)

    def other(self, key: str) -> str:
        """The ship at the far end."""
        return self.second if key == self.first else self.first


class Tow(msgspec.Struct, frozen=True):
    """A tow made fast (5.6)."""

    tower: str
    towed: str


class Boarding(msgspec.Struct, frozen=True):
    """A declared assault of this boarding step: `ship` boards `target` (AMB-44)."""

    ship: str
    target: str


class Melee(msgspec.Struct, frozen=True):
    """A fight that goes on in the next Crew Phase (4.3.1-d)."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    target: str
    rounds: int
    willing: bool
    """The defender chose to fight back aboard the attacker (4.3.1-h)."""
    boarders: tuple[str, ...] = ()
    """The ships of both sides that chose to board (AMB-136)."""
    targets: tuple[str, ...] = ()
    """All that the attackers named; `target` is the first of them (AMB-136)."""


class Question(msgspec.Struct, frozen=True):
    """A pause for an answer: plain data, so it saves (AMB-133, AMB-45)."""

    kind: Literal["grapple", "part", "prize"]
    side: Side
    """Who is asked."""
    ship: str
    other: str = ""
    candidates: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True):
    """A result of a crew step that takes effect when both sides are done (AMB-132)."""

    kind: Literal["cleared", "rudder", "extinguished", "captured"]
    ship: str
    battery: Battery | None = None
    side: Side | None = None
    by: str = ""
    """For a capture, the ship whose crew took her (AMB-120)."""


class State(msgspec.Struct, frozen=True):
    """A whole battle. `cards` and `ships` are in key order (AMB-127)."""

    title: str
    turns: int
    minutes_per_turn: int
    clock_start: str
    """Time of day of turn 1, ``HH:MM``."""
    profile: Profile
    sea: Sea
    wind: Wind
    drift: bool
    initiative_bonus: dict[Side, int]
    initiative_ties: Side
    options: dict[str, Any]
    """Rules beyond the basic game and choices within it, as the scenario and the players have set them."""
    cards: dict[str, Card]
    ships: dict[str, Ship]
    divisions: dict[str, str] = {}
    """Division id to its display name, in list order."""
    turn: int = 1
    phase: str = "initiative"
    asked: Side | None = None
    initiative: Side | None = None
    question: Question | None = None
    shots: tuple[Shot, ...] = ()
    grapples: tuple[Grapple, ...] = ()
    tows: tuple[Tow, ...] = ()
    boardings: tuple[Boarding, ...] = ()
    melees: tuple[Melee, ...] = ()
    notes: tuple[Note, ...] = ()
    scores: tuple[Score, ...] = ()
    draw_offered: Side | None = None
    outcome: Outcome | None = None


def side_of(state: State, key: str) -> Side:
    """The side that a ship is with now: her captor's once captured, else her own."""
    ship = state.ships[key]
    return ship.captor if ship.status == "captured" and ship.captor else state.cards[key].side


def in_service(state: State, key: str) -> bool:
    """On the map, neither struck nor captured (AMB-140)."""
    return state.ships[key].status == "in_service"


def on_map(state: State, key: str) -> bool:
    """Still a hull in play: neither sunk nor gone."""
    return state.ships[key].status in AFLOAT


def fouled_batteries(ship: Ship) -> frozenset[Battery]:
    """The batteries masked by fallen rigging (AMB-27)."""
    return frozenset(fallen.over for fallen in ship.fallen)


def sinking_zone(state: State, key: str) -> int:
    """Hull points at or below which a ship is in her sinking zone (AMB-21)."""
    return -(-state.cards[key].hull // state.profile.sinking_zone_divisor)


def in_sinking_zone(state: State, key: str) -> bool:
    """Whether she may sink or strike when attacked (2.2-h)."""
    return state.ships[key].hull <= sinking_zone(state, key)


def view(state: State, side: Side) -> State:  # noqa: ARG001 - the protocol's signature
    """What a side may know: everything lies open in this game."""
    return state
