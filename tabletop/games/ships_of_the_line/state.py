"""The state of a battle: frozen, ids as strings, one struct for each thing that a player could point at."""

from collections.abc import Callable
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from tabletop.core import command_context
from tabletop.core.events import Event
from tabletop.core.game import Outcome, Score
from tabletop.core.phrases import later
from tabletop.games.ships_of_the_line.coast import Coast, standing
from tabletop.games.ships_of_the_line.lines import Lines
from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.ship import AFLOAT, Admiral, Broadside, Card, Ship, Unaided
from tabletop.games.ships_of_the_line.shots import Shot
from tabletop.games.ships_of_the_line.sides import FLAGS, SIDES, Nation, Side
from tabletop.games.ships_of_the_line.squadron_orders import SquadronOrder
from tabletop.games.ships_of_the_line.wind import Wind
from tabletop.geometry.pose import Pose

Band = Literal["point_blank", "medium", "long"]
BANDS: tuple[Band, ...] = get_args(Band)
Rake = Literal["bow", "stern"] | None
Injury = Literal["gunfire", "explosion", "fire", "collision", "grounding"]
"""What costs a ship hull points."""


class Sea(msgspec.Struct, frozen=True):
    """The bounded open sea (AMB-12); UM."""

    west: float
    south: float
    east: float
    north: float


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


class Fouling(msgspec.Struct, frozen=True):
    """Two ships hanging fast to each other after a collision (10-i); `first` ran into `second`."""

    first: str
    second: str

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
    advantage: int | msgspec.UnsetType = msgspec.UNSET
    """Rounds by which the attackers lead, where it takes two to capture (20.2)."""


class Question(msgspec.Struct, frozen=True):
    """A pause for an answer: plain data, so it saves (AMB-133, AMB-45)."""

    kind: str
    """`rule_modules.QuestionKind` of that id."""
    side: Side
    """Who is asked."""
    ship: str
    other: str = ""
    candidates: tuple[str, ...] = ()
    most: int | msgspec.UnsetType = msgspec.UNSET
    """The greatest number that may be answered, where one is asked for."""
    leader: Unaided | msgspec.UnsetType = msgspec.UNSET
    """`none` if the ship will roll without his help."""


class Note(msgspec.Struct, frozen=True, rename={"broadside": "battery"}):
    """A result of a crew step that takes effect when both sides are done (AMB-132)."""

    kind: Literal["cleared", "rudder", "extinguished", "captured"]
    ship: str
    broadside: Broadside | None = None
    side: Side | None = None
    by: str = ""
    """For a capture, the ship whose crew took her (AMB-120)."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several players of a side (2-a, 2-b)."""

    id: str
    side: Side
    name: str
    gone: bool = False
    """He has conceded; his ships obey the next player of his side (AMB-148)."""

    __hash__ = object.__hash__  # as `per_state` wants it


class Signal(msgspec.Struct, frozen=True):
    """What a leader signalled to a player of his side; the text is for that side alone (14, AMB-170)."""

    leader: str
    """Key of the ship on whose card he stands."""
    ship: str
    """Aboard which he was."""
    side: Side
    to: str
    """Id of the player."""
    text: str
    turn: int


class State(msgspec.Struct, frozen=True, gc=False):
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
    options: dict[str, bool | str]
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
    coast: Coast | msgspec.UnsetType = msgspec.UNSET
    """Where the battle has one (22)."""
    foulings: tuple[Fouling, ...] | msgspec.UnsetType = msgspec.UNSET
    """Where ships can collide (10)."""
    boardings: tuple[Boarding, ...] = ()
    melees: tuple[Melee, ...] = ()
    notes: tuple[Note, ...] = ()
    scores: tuple[Score, ...] = ()
    draw_offered: Side | None = None
    outcome: Outcome | None = None
    players: tuple[Player, ...] | msgspec.UnsetType = msgspec.UNSET
    """In file order, where a side has several; else each side is its one player (AMB-148)."""
    done: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Players of the side that is asked who have nothing more to order in this step."""
    agreed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Players who are for the draw that is on offer."""
    leaders: tuple[Admiral, ...] | msgspec.UnsetType = msgspec.UNSET
    """Where the leaders are and how they fare, once it is otherwise than the cards say (9)."""
    drift_stated: bool | msgspec.UnsetType = msgspec.UNSET
    """True where ships drift, or do not, as the scenario says, however hard it blows (AMB-176)."""
    signals: tuple[Signal, ...] | msgspec.UnsetType = msgspec.UNSET
    """Of the turn in which the last was made (14)."""
    standing: tuple[SquadronOrder, ...] | msgspec.UnsetType = msgspec.UNSET
    """Standing orders, of a side as far as one may know them, once either side has given one."""
    lines: Lines | msgspec.UnsetType = msgspec.UNSET
    """Nothing as long as no line was crossed."""
    deployed: dict[str, Pose] | msgspec.UnsetType = msgspec.UNSET
    """Where ships have been placed, until both sides are done with that (AMB-147)."""
    matter: dict[str, object] | msgspec.UnsetType = msgspec.UNSET
    """What the scenario says of the whole battle for rule modules, by their keys; what is as usual is left out."""

    __hash__ = object.__hash__  # as `per_state` wants it


Context = command_context.CommandContext[State]
"""A command on its way through the rules."""


def side_of(state: State, key: str) -> Side:
    """The side that a ship is with now: her captor's once captured, else her own."""
    ship = state.ships[key]
    return ship.captor if ship.status == "captured" and ship.captor else state.cards[key].side


def fired(state: State, side: Side) -> int:
    """How many shots of this phase a side has fired, its batteries' too."""
    works = {one.key: one.side for one in standing(state.coast)}
    shots = (shot for shot in state.shots if not shot.past)
    return sum((works.get(shot.attacker) or state.cards[shot.attacker].side) == side for shot in shots)


def flown(state: State, key: str) -> tuple[Nation, ...]:
    """The nations whose colours a ship flies, the uppermost first: a prize, above her own, her captor's (AMB-207)."""
    ship, own = state.ships[key], state.cards[key].nation
    if ship.status != "captured":
        return (own,)
    return (FLAGS[side_of(state, key)] if ship.colours is msgspec.UNSET else ship.colours, own)


def in_service(state: State, key: str) -> bool:
    """On the map, neither struck nor captured (AMB-140)."""
    return state.ships[key].status == "in_service"


def silenced(state: State) -> tuple[Side, ...]:
    """The sides without fighting ships (AMB-140); one with a battery left is none of them (AMB-199)."""
    fighting = {side_of(state, key) for key in state.ships if in_service(state, key)}
    fighting.update(one.side for one in standing(state.coast))
    return tuple(side for side in SIDES if side not in fighting)


def on_map(state: State, key: str) -> bool:
    """Still a hull in play: neither sunk nor gone."""
    return state.ships[key].status in AFLOAT


def sinking_zone(state: State, key: str) -> int:
    """Hull points at or below which a ship is in her sinking zone (AMB-21)."""
    return -(-state.cards[key].hull // state.profile.sinking_zone_divisor)


def in_sinking_zone(state: State, key: str) -> bool:
    """Whether she may sink or strike when attacked (2.2-h)."""
    return state.ships[key].hull <= sinking_zone(state, key)


def with_ship(state: State, key: str, **marks: object) -> State:
    """The state with some marks of one ship changed; key order is kept."""
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **marks)})


class ShipEvent(Event, frozen=True, kw_only=True):
    """What every event about one ship says."""

    ship: str


def marking(**marks: object) -> Callable[[State, ShipEvent], State]:
    """How an event about a ship is applied that gives her always the same marks."""
    return lambda state, event: with_ship(state, event.ship, **marks)


def without_notes(state: State, kind: str, ship: str) -> State:
    """The state once a noted result has taken effect."""
    return replace(state, notes=tuple(note for note in state.notes if (note.kind, note.ship) != (kind, ship)))


def clock(state: State, turn: int) -> str:
    """The time of day at which a turn begins (3.1-a)."""
    return later(state.clock_start, state.minutes_per_turn * (turn - 1))
