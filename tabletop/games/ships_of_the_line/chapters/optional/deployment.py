"""Places that a scenario leaves open: ships are placed before the battle, openly or behind the curtain (AMB-147)."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Required

import shapely
from annotated_types import Interval, MaxLen, MinLen
from msgspec import UNSET
from msgspec.structs import replace
from typing_extensions import TypedDict

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.document import Path
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers
from tabletop.core.phrases import did_you_mean
from tabletop.games.ships_of_the_line import hooks, positions
from tabletop.games.ships_of_the_line.chapters import correcting
from tabletop.games.ships_of_the_line.chapters.orders import awaits, check_commanded, commanded
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.hooks import PREPARE, Entry
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import AFLOAT, SIDE_NAMES, SIDE_OF, SIDES, Side
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.words import name
from tabletop.geometry import hull
from tabletop.geometry.coast import find_outline_fault
from tabletop.geometry.hull import outline, stern_pose
from tabletop.geometry.measure import round_length
from tabletop.geometry.pose import Pose

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData, ShipData

_Length = Annotated[float, Interval(ge=-1000, le=1000)]
_Key = Annotated[str, MinLen(1), MaxLen(24)]
_Area = Annotated[tuple[tuple[_Length, _Length], ...], MinLen(3), MaxLen(200)]
_PLAIN = {"extra": "forbid", "use_attribute_docstrings": True}


class ZoneData(TypedDict, total=False):
    """Water in which ships of a side are placed."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    side: Required[Side]
    area: Required[_Area]
    """Its corners in turn, UM: [east, north]. The whole hull lies in it."""
    ships: Annotated[tuple[_Key, ...], MaxLen(120)]
    """Keys of those that are placed there; left out: all of the side that no other zone names."""


class DeployData(TypedDict, total=False):
    """Places that are left open."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    secret: bool
    """Each side places its ships unseen, and both are shown when the second is done; left out: openly."""
    zones: Required[Annotated[tuple[ZoneData, ...], MinLen(1), MaxLen(20)]]


DEPLOY: Entry[DeployData | None] = Entry(
    "deploy",
    DeployData | None,
    None,
    "Ships that their owners place before the battle, and where; each begins where she lies if they leave her there.",
)


def choose_zone(zones: tuple[ZoneData, ...], key: str, side: str) -> ZoneData | None:
    """The zone in which a ship of a side is placed: the one that names her, else the first of her side for all."""
    mine = [one for one in zones if one["side"] == side]
    named = next((one for one in mine if key in one.get("ships", ())), None)
    return named or next((one for one in mine if "ships" not in one), None)


def find_problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    """Shapes that cross themselves, zones of both sides that meet, ships that are not there or lie beyond theirs."""
    deploy = DEPLOY.said(data)
    zones = deploy["zones"] if deploy else ()
    wrong = [
        (_zone_path(place, "area"), why) for place, one in enumerate(zones) if (why := find_outline_fault(one["area"]))
    ]
    yield from wrong
    yield from _find_ship_problems(data, zones)
    if not wrong:
        yield from _find_meeting_zones(zones)
        yield from _find_ships_beyond_zones(data, zones)


def _zone_path(place: int, *rest: str | int) -> Path:
    return (DEPLOY.key, "zones", place, *rest)


def _find_ship_problems(data: "ScenarioData", zones: tuple[ZoneData, ...]) -> Iterator[tuple[Path, str]]:
    ships, named = {ship.key: ship for ship in data.ships}, set[str]()
    for place, zone in enumerate(zones):
        for number, key in enumerate(zone.get("ships", ())):
            path = _zone_path(place, "ships", number)
            if key not in ships:
                yield path, f"unknown ship '{key}'{did_you_mean(key, ships)}"
            elif SIDE_OF[ships[key].nation] != zone["side"]:
                yield path, f"{key} {ships[key].name} is not on the side of this zone"
            elif key in named:
                yield path, f"{key} {ships[key].name} is placed in another zone already"
            named.add(key)


def _find_meeting_zones(zones: tuple[ZoneData, ...]) -> Iterator[tuple[Path, str]]:
    """Where both sides could lie across each other, one would feel for the other's hidden ships."""
    for (_, first), (place, second) in combinations(enumerate(zones), 2):
        apart = first["side"] != second["side"]
        if apart and shapely.Polygon(first["area"]).intersects(shapely.Polygon(second["area"])):
            yield _zone_path(place, "area"), "it meets a zone of the other side"


def _find_ships_beyond_zones(data: "ScenarioData", zones: tuple[ZoneData, ...]) -> Iterator[tuple[Path, str]]:
    from tabletop.games.ships_of_the_line.scenario import profile_of  # the reader of files reads modules first

    hulls = profile_of(data.profile).hulls
    for place, ship in enumerate(data.ships):
        zone = choose_zone(zones, ship.key, SIDE_OF[ship.nation]) if is_placeable(ship) else None
        size = hulls[ship.ship_class]
        hull = outline(stern_pose(*ship.at, ship.heading, size[0]), *size)
        if zone and hull.difference(shapely.Polygon(zone["area"])).area > 0:
            yield ("ships", place, "at"), f"{ship.key} {ship.name} lies beyond the zone in which she is placed"


def is_placeable(ship: "ShipData") -> bool:
    """Whether a ship is in play for her own side; where she is held, that is seen at the table."""
    return ship.status in AFLOAT and ship.status == "in_service"


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


def redact_placement(event: ShipPlaced, side: str) -> ShipPlaced:
    """As far as a side may know it (C-6)."""
    return replace(event, ship="", pose=None) if event.secret and side != event.side else event


def _apply_ship_placed(state: State, event: ShipPlaced) -> State:
    if event.pose is None:
        return state
    return replace(state, deployed={**(state.deployed or {}), event.ship: event.pose})


def _apply_fleets_placed(state: State, event: FleetsPlaced) -> State:
    ships = {key: replace(ship, pose=event.poses.get(key, ship.pose)) for key, ship in state.ships.items()}
    return replace(state, ships=ships, deployed=UNSET)


def _describe_ship_placed(state: State, event: ShipPlaced) -> str:
    if event.pose is None:
        return f"{SIDE_NAMES[event.side]}: a ship takes her place."
    return f"{name(state, event.ship)} takes her place, heading {event.pose.heading:03}°."


def is_placement_secret(state: State) -> bool:
    """Whether what is placed now is kept from the other side."""
    deploy = (state.matter or {}).get("deploy")
    return state.phase == PREPARE.id and isinstance(deploy, dict) and bool(deploy.get("secret"))


def view_placements(state: State, side: str) -> State:
    """A battle as far as a side may know it: its own ships where it has placed them, the others' where they began."""
    if state.deployed is UNSET:
        return state
    secret = is_placement_secret(state)
    known = {key: pose for key, pose in state.deployed.items() if not secret or state.cards[key].side == side}
    ships = {key: replace(ship, pose=known.get(key, ship.pose)) for key, ship in state.ships.items()}
    return replace(state, ships=ships, deployed=known or UNSET)


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(ShipPlaced, _apply_ship_placed, _describe_ship_placed, redact=redact_placement),
    EventHandler(
        FleetsPlaced,
        _apply_fleets_placed,
        lambda state, event: "Both fleets lie in their places.",  # noqa: ARG005
        reveals=lambda state, event: "The fleets were shown." if event.secret else "",  # noqa: ARG005
    ),
)

MAX_DISTANCE = 1000.0
"""UM from the middle of the sea, as in scenario files."""


class PlaceShip(ShipCommand, frozen=True):
    """Place a ship in her zone before the battle, or turn her there."""

    east: float
    """The middle of her hull, UM."""
    north: float
    """Likewise."""
    heading: int
    """Degrees clockwise from north."""


def find_zone(state: State, key: str) -> ZoneData | None:
    """The zone in which a ship may be placed; None for one that has her place, or is held by another."""
    deploy = DEPLOY.of(state)
    held = any(one.joins(key) for one in state.grapples) or any(key in (one.tower, one.towed) for one in state.tows)
    if deploy is None or held or state.ships[key].status != "in_service":
        return None
    return choose_zone(tuple(deploy["zones"]), key, state.cards[key].side)


@per_state
def ships_to_place(state: State, side: Side) -> tuple[str, ...]:
    """The ships of a side that may be placed, in key order, whether they have been or not."""
    return tuple(key for key in commanded(state, side) if find_zone(state, key))


def ships_awaiting_place(state: State, side: Side) -> tuple[str, ...]:
    """Those of players who are not done."""
    return tuple(key for key in ships_to_place(state, side) if awaits(state, key))


def placed_pose(state: State, key: str) -> Pose:
    """Where a ship lies now, as far as that is known."""
    return (state.deployed or {}).get(key, state.ships[key].pose)


def check_place_ship(state: State, command: PlaceShip) -> Refused | None:
    """Her place is open, and there she lies whole in her zone and clear of all else that she may know of."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    waters, name = find_zone(state, key), state.cards[key].name
    if waters is None:
        return Refused("SOTL-5-a", f"{name} has her place.", pieces=(key,))
    if not all(math.isfinite(one) and abs(one) <= MAX_DISTANCE for one in (command.east, command.north)):
        return Refused("SOTL-5-a", f"{name} would lie beyond the sea.", pieces=(key,))
    outline = positions.shape(planned_pose(state, command), positions.size(state, key))
    if outside := _distance_outside(outline, shapely.Polygon(waters["area"])):
        by = f"{positions.in_um(outside)} over its edge"
        return Refused("SOTL-5-a", f"{name} would not lie whole in her zone.", by, (key,))
    return correcting.check_clear(state, key, outline, _known_poses(state, key))


def _known_poses(state: State, key: str) -> dict[str, Pose]:
    """The others as far as she may know where they lie: zones of both sides do not meet."""
    side = state.cards[key].side
    return {
        other: placed_pose(state, other)
        for other, ship in state.ships.items()
        if other != key
        and ship.status in AFLOAT
        and (state.cards[other].side == side or find_zone(state, other) is None)
    }


def execute_place_ship(turn: Context, command: PlaceShip) -> None:
    """She lies there."""
    lies = planned_pose(turn.state, command)
    turn.emit(ShipPlaced(side=command.side, ship=command.ship, pose=lies, secret=is_placement_secret(turn.state)))


def reveal_fleets(turn: Context) -> None:
    """Both sides are done: what was placed is seen."""
    if turn.state.deployed:
        turn.emit(FleetsPlaced(poses=dict(turn.state.deployed), secret=is_placement_secret(turn.state)))


def offer_placements(state: State, side: Side) -> Offers[PlaceShip]:
    """Each ship that nobody has placed, where her scenario has her: of all the other places none is offered."""
    left = [key for key in ships_awaiting_place(state, side) if key not in (state.deployed or {})]
    orders = [build_stay_command(state, key) for key in left]
    legal = [order for order in orders if check_place_ship(state, order) is None]
    return Offers(1, lambda _: legal)


def build_stay_command(state: State, key: str) -> PlaceShip:
    """The order that leaves a ship where she is."""
    middle = hull.centre(placed_pose(state, key), positions.size(state, key)[0])
    return PlaceShip(
        state.cards[key].side, key, round_length(middle.x), round_length(middle.y), placed_pose(state, key).heading
    )


def planned_pose(state: State, command: PlaceShip) -> Pose:
    """How she would lie."""
    length = positions.size(state, command.ship)[0]
    return hull.stern_pose(command.east, command.north, command.heading % 360, length)


def _distance_outside(outline: shapely.Polygon, area: shapely.Polygon) -> float:
    """How far the farthest corner of a hull lies beyond the edge of its zone, UM; 0 where it lies within."""
    beyond = outline.difference(area)
    if beyond.area <= correcting.TOUCH:
        return 0.0
    return max(round_length(shapely.Point(corner).distance(area)) for corner in shapely.get_coordinates(beyond))


def _explain_no_effect(state: State) -> str:
    return "" if any(ships_to_place(state, side) for side in SIDES) else "The scenario leaves no place open."


def _label_place_ship(state: State, order: PlaceShip) -> tuple[str, str]:
    return f"{name(state, order.ship)}: where she lies", f"Heading {order.heading:03}°; she may be placed elsewhere."


MODULE = RuleModule(
    id="deployment",
    rule="AMB-147",
    words="Places of the ships",
    note="Ships whose places the scenario leaves open are placed by their owners before the battle.",
    group="Ships",
    of_the_book=False,
    inert=_explain_no_effect,
    command_handlers=(CommandHandler(PlaceShip, check_place_ship, execute_place_ship),),
    orders={hooks.PREPARE.id: ("place_ship",)},
    labels=by_kind(Case(PlaceShip, _label_place_ship)),
    choices={hooks.PREPARE.id: offer_placements},
    actors={hooks.PREPARE.id: ships_awaiting_place},
    closing={hooks.PREPARE.id: reveal_fleets},
    event_handlers=EVENT_HANDLERS,
    scenario=(DEPLOY,),
    on_map=True,
    problems=find_problems,
    sealed=is_placement_secret,
    hides=is_placement_secret,
    view=view_placements,
)
