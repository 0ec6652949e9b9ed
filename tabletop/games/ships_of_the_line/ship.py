"""A ship: her side, her printed card, the marks on her, and the shots noted against her."""

from typing import Literal

import msgspec

from tabletop.geometry.pose import Pose

Side = Literal["british", "allied"]
Nation = Literal["britain", "france", "spain"]

SIDES: tuple[Side, Side] = ("british", "allied")

SIDE_OF: dict[Nation, Side] = {"britain": "british", "france": "allied", "spain": "allied"}
"""The side on which a nation fights (2-a)."""

FLAGS: dict[Side, Nation] = {"british": "britain", "allied": "france"}
"""The nation whose colours stand for a whole fleet."""

SIDE_NAMES: dict[str, str] = {"british": "British", "allied": "Combined Fleet"}
"""Names of the sides in events and outside battles; for the names in a battle see `fleets`."""

FLEETS: dict[str, str] = {"british": "the British fleet", "allied": "the Combined Fleet"}
"""Names of the sides within a sentence."""

NATIONALITIES: dict[Nation, str] = {"britain": "British", "france": "French", "spain": "Spanish"}
"""Adjectives for ships and men of a nation."""


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return "allied" if side == "british" else "british"


Broadside = Literal["port", "starboard"]
Mast = Literal["fore", "main", "mizzen"]
ShipClass = Literal["I", "II", "III", "IV", "V", "VI"]
Officer = Literal["well", "wounded", "dead"]
SailState = Literal["low", "mid", "full"]
ShotKind = Literal["round", "red", "double", "chain", "grape"]
Unaided = Literal["none"]
"""Says that no leader helps in a roll in which one could (AMB-150)."""
Status = Literal["in_service", "struck", "captured", "sunk", "exploded", "fled", "left"]

Scope = Literal["division", "squadron", "fleet"]
Fate = Literal["well", "dead", "gone"]
"""The fate of a leader; `gone` is a prisoner (AMB-139)."""

Edge = Literal["N", "E", "S", "W"]

BROADSIDES: tuple[Broadside, Broadside] = ("port", "starboard")
SAIL_STATES: tuple[SailState, SailState, SailState] = ("low", "mid", "full")
MASTS: tuple[Mast, Mast, Mast] = ("fore", "main", "mizzen")
AFLOAT: frozenset[Status] = frozenset({"in_service", "struck", "captured"})
FOUGHT = "boarding"
"""The task in `Ship.tried` of a ship that took part in a boarding combat this turn."""
DEFENDED = "defend"
"""The task in `Ship.tried` of a ship that named the crews who resist boarders this turn."""


class Leader(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flag officer; a negative rating helps his ships (2.2-e)."""

    name: str
    rating: int
    rank: int | None = None
    """1 is the highest of his side (AMB-96); left out, his rating decides."""
    scope: Scope = "division"
    """The ships that he commands (AMB-99, AMB-220)."""


class Admiral(msgspec.Struct, frozen=True, omit_defaults=True):
    """A leader in the battle: the ship that he is aboard of, and his fate (9)."""

    home: str
    """The ship on whose card he is printed."""
    ship: str
    """The ship that he is aboard of."""
    fate: Fate = "well"
    moved: int = 0
    """The turn in which he last changed ship, 0 if never."""
    fights: int = 0
    """The turn in which he last fought on deck, 0 if never (AMB-151)."""


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
    """The flag officer aboard, if there is one."""


class FallenMast(msgspec.Struct, frozen=True):
    """A mast that lies over a side and masks that broadside until it is cleared (4.2.1-f)."""

    mast: Mast
    over: Broadside


class Attempts(msgspec.Struct, frozen=True):
    """Consecutive failures at one task, and the turn of the last one (6-f, AMB-51)."""

    failures: int
    turn: int


class Gunnery(msgspec.Struct, frozen=True, omit_defaults=True):
    """The harm that shot has done to the guns that fired it (19)."""

    wait: dict[Broadside, int] = {}
    """By side, how many reloads the cooling guns must still miss (AMB-177)."""
    mishap: tuple[Broadside, ...] = ()
    """Sides that hot shot has set on fire; they are silent while any fire burns (AMB-215)."""


class Duties(msgspec.Struct, frozen=True, omit_defaults=True):
    """The work of the crews aboard a ship, in battles that count crews (20).

    Attributes:
        tasks: number of crews at each task, until the next Crew Phase opens (AMB-183).
        prisoners: her own crews held aboard while she is a prize; free again when she is retaken (AMB-188).
    """

    tasks: dict[str, int] = {}
    prisoners: int = 0


class Nailing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a ship that tried to nail her colours to the mast (13)."""

    state: Literal["failed", "nailed", "over"]
    ended: int = 0
    """The turn in which the colours came down, 0 if they have not."""
    duty: bool = False
    """True if the ship must board again (13-d)."""
    mark: str = ""
    """The enemy that the ship must make for in this turn, or empty (AMB-169)."""
    harmed: tuple[str, ...] = ()
    """Enemies that lost hull points to the ship in the turn `harmed_turn`."""
    harmed_turn: int = 0


class Hesitation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a ship that was undecided as the battle began (Trafalgar, rule 1)."""

    state: Literal["undecided", "joined", "withdrawn", "over"] = "undecided"
    """`over` means that the ship fled for another reason."""
    roused: bool = False
    """True once her fleet has been attacked."""
    attackers: tuple[str, ...] = ()
    """Enemies that have fired at her or grappled her (AMB-200)."""


class Ship(msgspec.Struct, frozen=True, gc=False):
    """A ship in the battle: the marks on her card and beside her on the table.

    `pose` is her stern point and heading. `failures` is keyed by task, e.g. ``grapple:F12``,
    ``break:F12``, ``unrig:port``, ``extinguish``.
    """

    key: str
    pose: Pose
    hull: int
    status: Status = "in_service"
    captor: Side | None = None
    colours: Nation | msgspec.UnsetType = msgspec.UNSET
    """The nation whose colours a prize flies above her own, if not those of her captor's fleet (AMB-207)."""
    holder: str | msgspec.UnsetType = msgspec.UNSET
    """The player whose ship took her, if that side has several players (AMB-120)."""
    captured_turn: int = 0
    masts: tuple[Mast, ...] = MASTS
    fallen: tuple[FallenMast, ...] = ()
    loaded: tuple[Broadside, ...] = BROADSIDES
    fatigue: int = 0
    fires: int = 0
    old_fires: int = 0
    """Fires that burned when the turn began (AMB-32)."""
    rudder_lost: bool = False
    officer: Officer = "well"
    stopped: bool = False
    anchored: bool = False
    sail: SailState = "low"
    aground: bool | msgspec.UnsetType = msgspec.UNSET
    """She sits fast on shoals or a wreck (AMB-197)."""
    moved: bool = False
    """True once she has made her move of this turn, or used it otherwise."""
    move_allows_anchor: bool = False
    """True if her move this phase spent only the forced points and slowed the rest (AMB-77)."""
    fleeing: Edge | msgspec.UnsetType = msgspec.UNSET
    """The edge of the map that she makes for (12-d)."""
    hesitation: Hesitation | msgspec.UnsetType = msgspec.UNSET
    """Left out for a ship that was never undecided."""
    nailing: Nailing | msgspec.UnsetType = msgspec.UNSET
    """Left out for a ship that never tried to nail her colours."""
    attacked: bool = False
    """True if she was the target of a shot or an explosion this turn (AMB-60)."""
    hit: bool = False
    """True if at least one die hit her this turn (AMB-29)."""
    fired: tuple[Broadside, ...] = ()
    """Broadsides fired this turn."""
    exerted: bool = False
    """True if her crew worked or fought boarders this turn (AMB-35)."""
    reloaded: bool = False
    grapple_used: bool = False
    """True if she has used her one grapple attempt of the turn (AMB-135)."""
    tried: tuple[str, ...] = ()
    """Tasks tried this Crew Phase, keyed as `failures`."""
    failures: dict[str, Attempts] = {}
    struck_turn: int = 0
    """Turn in which she last struck (AMB-29)."""
    sunk_turn: int = 0
    wreck: bool = False
    """True while a wreck marker floats where she sank (4.4.1-e)."""
    shot: dict[Broadside, ShotKind] | msgspec.UnsetType = msgspec.UNSET
    """The kind of shot in each side, or that is loaded by default; a side left out has round shot (19)."""
    gunnery: Gunnery | msgspec.UnsetType = msgspec.UNSET
    """Harm of kinds of shot to her own guns, if there is any (19)."""
    crews: int | msgspec.UnsetType = msgspec.UNSET
    """Crews aboard that obey the present holder of the ship, if not all that are printed (19, 20)."""
    duties: Duties | msgspec.UnsetType = msgspec.UNSET
    """The tasks of her crews, if any have been sent to do something (20)."""


def find_masked_broadsides(ship: Ship) -> frozenset[Broadside]:
    """Return the broadsides masked by fallen rigging (AMB-27)."""
    return frozenset(fallen.over for fallen in ship.fallen)


def shot_in(ship: Ship, broadside: Broadside) -> ShotKind:
    """Return the kind of shot that one side has or will be loaded with; round shot unless noted."""
    return (ship.shot or {}).get(broadside, "round")


def cooling_turns(ship: Ship, broadside: Broadside) -> int:
    """Return how many reloads one side must still miss while its guns cool; 0 for none (AMB-177)."""
    return ship.gunnery.wait.get(broadside, 0) if ship.gunnery else 0


def empty_broadsides(ship: Ship) -> tuple[Broadside, ...]:
    """Return the broadsides that are not loaded and not cooling, port first."""
    return tuple(one for one in BROADSIDES if one not in ship.loaded and not cooling_turns(ship, one))


def count_failures(ship: Ship, task: str, turn: int) -> int:
    """Return how often in a row a task, by its key, failed, up to `turn` or the turn before (6-f, AMB-51).

    0 if the last failure is older.
    """
    last = ship.failures.get(task)
    return last.failures if last and last.turn >= turn - 1 else 0


Facing = Literal["bow", "broadside", "stern"]


class Critical(msgspec.Struct, frozen=True):
    """One critical die and, for result 6 over an old fire, the ammunition die (4.2.1-d, -l)."""

    die: int
    magazine: int | None = None
    hot: bool | msgspec.UnsetType = msgspec.UNSET
    """A hot shot found the ammunition: she explodes without a second die (AMB-178)."""


class Special(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effects of a kind of shot other than hull points and criticals, in their order (AMB-146)."""

    kind: ShotKind
    fires: int = 0
    """Fires started aboard the target (AMB-178)."""
    fatigue: int = 0
    """Levels of fatigue, up to the limit (AMB-179)."""
    crews: int = 0
    """Crews killed (AMB-181)."""
    masts: tuple[Broadside, ...] = ()
    """The side over which each mast falls (AMB-180)."""


class Bystander(msgspec.Struct, frozen=True):
    """A ship that a broadside was fired past, and the hull points that it cost her (11-b)."""

    ship: str
    loss: int
    """Hull points."""


class Shot(msgspec.Struct, frozen=True, rename={"broadside": "battery"}):
    """A broadside noted in pencil until the Combat Phase ends (3-c)."""

    attacker: str
    """A ship, or a battery on the coast, which has no sides."""
    broadside: Broadside | None
    target: str
    facing: Facing
    hits: int
    hull: int
    """Hull points that the target will lose."""
    criticals: tuple[Critical, ...] = ()
    special: Special | msgspec.UnsetType = msgspec.UNSET
    """Effects of the kind of shot; left out for round shot."""
    past: bool | msgspec.UnsetType = msgspec.UNSET
    """True if the broadside was fired past the target, not at her (11)."""
