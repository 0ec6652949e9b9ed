"""The state of a battle: frozen structs with string ids, one for each thing that a player could point at.

Also the data that the state is made of: rule profile, wind, coast and squadron orders.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, get_args

import msgspec
import yaml
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from tabletop.core import command_context
from tabletop.core.events import Event
from tabletop.core.game import Outcome, Score
from tabletop.core.phrases import add_minutes
from tabletop.games.ships_of_the_line.ship import (
    AFLOAT,
    FLAGS,
    SIDES,
    Admiral,
    Broadside,
    Card,
    Nation,
    Ship,
    Shot,
    Side,
    Unaided,
)
from tabletop.geometry.measure import heading_difference
from tabletop.geometry.pose import Point, Pose

Length = Annotated[float, Meta(gt=0, le=100)]
Angle = Annotated[int, Meta(ge=0, le=180)]
Turn = Annotated[int, Meta(ge=1, le=90)]
Count = Annotated[int, Meta(ge=1, le=1000)]


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers that the rulebook leaves open, in UM and degrees; `profile.yaml` names each decision."""

    __hash__ = object.__hash__  # one and the same in a battle, and looked up by

    hulls: dict[str, tuple[Length, Length]]
    pivot_point: Literal["stern", "centre"]
    point_blank: Length
    medium: Length
    long: Length
    gun_traverse: Annotated[float, Meta(gt=0, lt=90)]
    rake_crossing: tuple[Angle, Angle]
    bow_sector: Angle
    stern_sector: Angle
    broadside_facing: tuple[Angle, Angle]
    sinking_zone_divisor: Count
    dismasted_enemy_max_range: Length | None
    explosion_reach: Length
    explosion_dice: Count
    grapple_distance: Length
    touching: Length
    contact_gap: Length
    parallel_headings: Angle
    parallel_overlap: Length
    base_points: Count
    resistance: Annotated[int, Meta(ge=0, le=1000)]
    free_turn: Turn
    pivot: Turn
    drift_distance: Length
    drift_turn: Turn
    tow_gap: Length
    map_margin: Length
    max_fatigue: Count
    leadership: Annotated[int, Meta(ge=0, le=6)] | msgspec.UnsetType = msgspec.UNSET
    """Highest modified roll with which hot shot is fired; left out, as printed, 2 (AMB-178)."""
    leeward_above_breeze: bool | msgspec.UnsetType = msgspec.UNSET
    """Ships to leeward suffer more in a heavy breeze alone; left out, in any wind (AMB-88)."""
    line_interval: Length | msgspec.UnsetType = msgspec.UNSET
    """From the bow of a ship to the stern of the next in line; left out, 0.5 (AMB-163)."""
    withdrawal_scores: bool | msgspec.UnsetType = msgspec.UNSET
    """True if ships that withdraw by Dumanoir's rule count as fled; left out, they do (AMB-111)."""
    collide_with_friends: bool | msgspec.UnsetType = msgspec.UNSET
    """True if friends check for collisions too; left out, they do not (AMB-90)."""


@cache
def load_standard_profile() -> Profile:
    """Return the profile as shipped, from `profile.yaml`."""
    text = files(__package__).joinpath("profile.yaml").read_text(encoding="utf-8")
    return msgspec.convert(yaml.safe_load(text), Profile)


Strength = Literal["light", "breeze", "heavy"]

POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight from which the wind may come (AMB-110), clockwise."""


def compass_point(origin: int) -> str:
    """Return the compass point nearest to a bearing in degrees: 315 gives ``NW``."""
    return POINTS[round(origin / 45) % len(POINTS)]


class Wind(msgspec.Struct, frozen=True):
    """The wind: the direction from which it blows, in degrees clockwise from north, and its strength."""

    origin: int
    strength: Strength | None = "breeze"
    """None if the battle ignores the wind (AMB-79)."""
    unknown: bool | msgspec.UnsetType = msgspec.UNSET
    """True until the first die of the battle has decided the direction (18.1-c)."""

    @property
    def counts(self) -> bool:
        """True if the battle has a wind that matters."""
        return self.strength is not None


Relation = Literal["bow", "tack", "side", "quarter", "stern"]

_SECTORS: tuple[Relation, ...] = ("bow", "tack", "side", "quarter", "stern")
"""Relation by eighths of the circle between the heading and the wind's origin (AMB-5)."""

PERCENTAGES: dict[Relation, int] = {"bow": 0, "tack": 25, "side": 50, "quarter": 100, "stern": 75}
"""SOTL-5.2.3-a."""


_BLOWS: tuple[Relation, ...] = tuple(_SECTORS[round(heading_difference(off, 0) / 45)] for off in range(360))
"""The relation for each whole degree off the heading; whole degrees never lie on a boundary."""


def wind_relation(heading: int, wind: Wind) -> Relation:
    """Return the part of a ship on this heading from which the wind blows, e.g. ``quarter`` (AMB-5)."""
    return _BLOWS[(heading - wind.origin) % 360]


def wind_percentage(heading: int, wind: Wind) -> int:
    """Return the percentage of points that the wind leaves a ship (5.2.3-a); 100 without wind (AMB-79)."""
    return PERCENTAGES[wind_relation(heading, wind)] if wind.counts else 100


def is_head_to_wind(heading: int, wind: Wind) -> bool:
    """Return True if the wind leaves a ship on this heading no points (5.2.3-a); False without wind."""
    return wind_percentage(heading, wind) == 0


class Lines(msgspec.Struct, frozen=True, omit_defaults=True):
    """The harm that enemies have done to the lines of battle (12)."""

    crossings: dict[str, tuple[str, ...]] = {}
    """By ship, the divisions whose line she has crossed and not broken since (AMB-164)."""
    broken: tuple[str, ...] = ()
    """The divisions whose line was broken in this turn."""


Area = tuple[Point, ...]
"""The corners of a polygon in order, UM."""

BATTERY_HULL = 17
"""Hull points of a battery that is not damaged (22)."""

SHORE, SHOAL = "shore", "shoal"
"""Keys of things other than ships that may be in a ship's way."""
WORDS = {SHORE: "the shore", SHOAL: "shoal water"}


class Battery(msgspec.Struct, frozen=True):
    """A coastal battery: a round piece on land (AMB-194)."""

    key: str
    side: Side
    name: str
    place: Point
    """The center of the battery, UM."""
    dice: int
    """Dice at point-blank range."""
    hull: int
    """Points left; at 0 the battery is destroyed."""
    player: str = ""
    """The player who commands the battery, if its side has several players."""
    movable: bool = False
    """True if the owner may choose among the sites before the battle."""
    placed: bool = False
    """True once the owner has chosen."""
    fired: tuple[int, int] = (0, 0)
    """The last turn in which the battery attacked, and how often in that turn."""
    red_turn: int = 0
    """The last turn in which the battery fired hot shot."""


class Coast(msgspec.Struct, frozen=True):
    """The land, shoals and batteries of a battle."""

    land: tuple[Area, ...] = ()
    """Land: no hull enters it, and no ship sees across it (AMB-197)."""
    fairways: tuple[Area, ...] = ()
    """Water free of shoals."""
    rings: float = 0.0
    """Width of each of the three rings of shoal around a battery, UM; 0 for none."""
    harbour: Area = ()
    """Water in which wrecks stay where they sank."""
    sites: dict[str, Point] = {}
    """Places where batteries may stand, by name."""
    batteries: dict[str, Battery] = {}
    """The batteries in file order; destroyed ones too, since their shoals remain."""
    wrecks: tuple[str, ...] = ()
    """Ships that sank in the harbour and lie there for good (AMB-198)."""


def list_batteries(coast: Coast | msgspec.UnsetType, side: str = "") -> tuple[Battery, ...]:
    """Return the batteries not destroyed, in file order, of `side`, or of both sides for "".

    () without a coast.
    """
    found = coast.batteries.values() if coast else ()
    return tuple(one for one in found if one.hull > 0 and side in ("", one.side))


Manner = Literal["follow", "line_ahead", "line_abreast", "formation", "hold", "engage"]
"""The way in which ships with a standing order go.

`follow`: in the wake of a leader ordered by hand. `line_ahead`: in the wake of a leader who holds course.
`line_abreast`: abreast of such a leader. `formation`: each keeps her place off a leader ordered by hand.
`hold`: each straight on. `engage`: each towards the nearest enemy.
"""
STATIONED: tuple[Manner, ...] = ("line_abreast", "formation")
"""The manners in which each ship has a station off the leader."""
LED: tuple[Manner, ...] = ("follow", "formation")
"""The manners in which the leader is ordered by hand."""


class Station(msgspec.Struct, frozen=True):
    """The place of a ship off her leader, from center to center on the leader's heading, UM."""

    ahead: float
    """UM before the leader, negative astern."""
    abeam: float
    """UM to starboard of the leader, negative to port."""


class SquadronOrder(msgspec.Struct, frozen=True):
    """A standing order of a side to some of its ships."""

    side: Side
    ships: tuple[str, ...]
    """The ships, the leader first."""
    manner: Manner
    """The way in which the ships go."""
    stations: dict[str, Station] = {}
    """The station of each ship, in manners with stations."""
    last_turn: int | UnsetType = UNSET
    """The last turn in which the order holds; left out, until it is recalled."""
    to_gunshot: bool = False
    """True if the order ends once an enemy is within gunshot of one of the ships."""


def drop_ships(orders: tuple[SquadronOrder, ...], ships: tuple[str, ...]) -> tuple[SquadronOrder, ...]:
    """Return the orders without these ships, in their order; an order left without ships is dropped."""
    left = (
        msgspec.structs.replace(one, ships=tuple(key for key in one.ships if key not in ships))
        if set(one.ships) & set(ships)
        else one
        for one in orders
    )
    return tuple(one for one in left if one.ships)


Band = Literal["point_blank", "medium", "long"]
BANDS: tuple[Band, ...] = get_args(Band)
Rake = Literal["bow", "stern"] | None
Injury = Literal["gunfire", "explosion", "fire", "collision", "grounding"]
"""Causes of a loss of hull points."""


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
    """True if both sides wanted it: no break attempt this turn, and both must board (AMB-133)."""
    friendly: bool = False

    def joins(self, key: str) -> bool:
        """Return True if the ship is one of the two."""
        return key in (self.first, self.second)

    def other_ship(self, key: str) -> str:
        """Return the ship grappled to `key`, one of the two."""
        return self.second if key == self.first else self.first


class Fouling(msgspec.Struct, frozen=True):
    """Two ships hanging fast to each other after a collision (10-i); `first` ran into `second`."""

    first: str
    second: str

    def joins(self, key: str) -> bool:
        """Return True if the ship is one of the two."""
        return key in (self.first, self.second)

    def other_ship(self, key: str) -> str:
        """Return the ship fouled with `key`, one of the two."""
        return self.second if key == self.first else self.first


class Tow(msgspec.Struct, frozen=True):
    """A tow made fast: `tower` tows `towed` (5.6)."""

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
    """True if a defender chose to board the attackers too (4.3.1-h)."""
    boarders: tuple[str, ...] = ()
    """The ships of both sides that chose to board (AMB-136)."""
    targets: tuple[str, ...] = ()
    """All ships that the attackers named; `target` is the first of them (AMB-136)."""
    advantage: int | msgspec.UnsetType = msgspec.UNSET
    """Rounds by which the attackers lead, where it takes two to capture (20.2)."""


class Question(msgspec.Struct, frozen=True):
    """A question to a side, as plain data, for which the battle waits (AMB-133, AMB-45)."""

    kind: str
    """Id of the `QuestionKind`."""
    side: Side
    """The side that is asked."""
    ship: str
    other: str = ""
    candidates: tuple[str, ...] = ()
    most: int | msgspec.UnsetType = msgspec.UNSET
    """The greatest number allowed, if the answer is a number."""
    leader: Unaided | msgspec.UnsetType = msgspec.UNSET
    """`none` if the ship forgoes her leader's help in the roll that may follow."""


class Note(msgspec.Struct, frozen=True, rename={"broadside": "battery"}):
    """A result of a crew step that takes effect when both sides are done (AMB-132)."""

    kind: Literal["cleared", "rudder", "extinguished", "captured"]
    ship: str
    broadside: Broadside | None = None
    side: Side | None = None
    by: str = ""
    """For a capture, the ship whose crew took her (AMB-120)."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player of a side that has several players (2-a, 2-b)."""

    id: str
    side: Side
    name: str
    gone: bool = False
    """True if he has conceded; his ships obey the next player of his side (AMB-148)."""

    __hash__ = object.__hash__  # as `per_state` wants it


class Signal(msgspec.Struct, frozen=True):
    """A signal of a leader to a player of his side; the text is for that side alone (14, AMB-170)."""

    leader: str
    """Key of the leader's home ship, on whose card he is printed."""
    ship: str
    """The ship that he was aboard of."""
    side: Side
    to: str
    """Id of the player who gets the signal."""
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
    """The coast, in battles that have one (22)."""
    foulings: tuple[Fouling, ...] | msgspec.UnsetType = msgspec.UNSET
    """Ships hanging fast to each other, in battles with collisions (10)."""
    boardings: tuple[Boarding, ...] = ()
    melees: tuple[Melee, ...] = ()
    notes: tuple[Note, ...] = ()
    scores: tuple[Score, ...] = ()
    draw_offered: Side | None = None
    outcome: Outcome | None = None
    players: tuple[Player, ...] | msgspec.UnsetType = msgspec.UNSET
    """The players in file order, if a side has several; left out if each side is one player (AMB-148)."""
    done: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Players of the asked side who have nothing more to order in this step."""
    agreed: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Players who agree to the draw on offer."""
    leaders: tuple[Admiral, ...] | msgspec.UnsetType = msgspec.UNSET
    """The leaders with place and fate, once they differ from the cards (9)."""
    drift_stated: bool | msgspec.UnsetType = msgspec.UNSET
    """True if the scenario says whether ships drift, in any wind (AMB-176)."""
    signals: tuple[Signal, ...] | msgspec.UnsetType = msgspec.UNSET
    """Signals of the turn in which the last was made (14)."""
    standing: tuple[SquadronOrder, ...] | msgspec.UnsetType = msgspec.UNSET
    """Standing orders that the viewer may know, once either side has given one."""
    lines: Lines | msgspec.UnsetType = msgspec.UNSET
    """Harm to the lines of battle; left out as long as no line was crossed."""
    deployed: dict[str, Pose] | msgspec.UnsetType = msgspec.UNSET
    """Poses of the ships placed so far, until both sides have placed theirs (AMB-147)."""
    matter: dict[str, object] | msgspec.UnsetType = msgspec.UNSET
    """Keys of the scenario for rule modules, without those that have their default value."""

    __hash__ = object.__hash__  # as `per_state` wants it


Context = command_context.CommandContext[State]
"""A command on its way through the rules."""


def side_of(state: State, key: str) -> Side:
    """Return the side that a ship is with now: her captor's if captured, else the side on her card.

    A struck ship stays with her first side until she is taken.
    """
    ship = state.ships[key]
    return ship.captor if ship.status == "captured" and ship.captor else state.cards[key].side


def count_shots(state: State, side: Side) -> int:
    """Return how many noted shots a side has fired in this phase, batteries included.

    Shots at ships fired past do not count. A prize counts for the side on her card.
    """
    works = {one.key: one.side for one in list_batteries(state.coast)}
    shots = (shot for shot in state.shots if not shot.past)
    return sum((works.get(shot.attacker) or state.cards[shot.attacker].side) == side for shot in shots)


def list_flags(state: State, key: str) -> tuple[Nation, ...]:
    """Return the nations whose colours a ship flies, uppermost first; a prize flies two (AMB-207)."""
    ship, own = state.ships[key], state.cards[key].nation
    if ship.status != "captured":
        return (own,)
    return (FLAGS[side_of(state, key)] if ship.colours is msgspec.UNSET else ship.colours, own)


def is_in_service(state: State, key: str) -> bool:
    """Return True if a ship is afloat and neither struck nor captured (AMB-140)."""
    return state.ships[key].status == "in_service"


def find_silenced_sides(state: State) -> tuple[Side, ...]:
    """Return the sides without a ship in service and without a battery (AMB-140, AMB-199); () as a rule."""
    fighting = {side_of(state, key) for key in state.ships if is_in_service(state, key)}
    fighting.update(one.side for one in list_batteries(state.coast))
    return tuple(side for side in SIDES if side not in fighting)


def is_on_map(state: State, key: str) -> bool:
    """Return True if a ship is afloat: in service, struck or captured, not sunk, exploded or gone."""
    return state.ships[key].status in AFLOAT


def sinking_zone_limit(state: State, key: str) -> int:
    """Return the hull points up to which a ship is in her sinking zone: a part of her full hull (AMB-21).

    The profile names the divisor; the result is rounded up.
    """
    return -(-state.cards[key].hull // state.profile.sinking_zone_divisor)


def is_in_sinking_zone(state: State, key: str) -> bool:
    """Return True if a ship has so few hull points left that she may sink when attacked (2.2-h, AMB-21)."""
    return state.ships[key].hull <= sinking_zone_limit(state, key)


def with_ship(state: State, key: str, **marks: object) -> State:
    """Return a copy of the state with some marks of one ship changed; key order is kept."""
    return replace(state, ships={**state.ships, key: replace(state.ships[key], **marks)})


class ShipEvent(Event, frozen=True, kw_only=True):
    """Base of all events about one ship."""

    ship: str


def set_marks(**marks: object) -> Callable[[State, ShipEvent], State]:
    """Return a function that applies any event by setting these marks on the ship of the event."""
    return lambda state, event: with_ship(state, event.ship, **marks)


def drop_notes(state: State, kind: str, ship: str) -> State:
    """Return the state without the noted results of this kind for this ship."""
    return replace(state, notes=tuple(note for note in state.notes if (note.kind, note.ship) != (kind, ship)))


def clock(state: State, turn: int) -> str:
    """Return the time of day, ``HH:MM``, at which a turn begins (3.1-a)."""
    return add_minutes(state.clock_start, state.minutes_per_turn * (turn - 1))
