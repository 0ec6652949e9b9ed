"""Ships that a scenario leaves to be placed before the battle, openly or in secret (AMB-147)."""

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
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.offers import Offers
from tabletop.core.phrases import did_you_mean
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import hooks, positions
from tabletop.games.ships_of_the_line.chapters import correcting
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, is_awaiting_orders, list_commanded_ships
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.hooks import PREPARE, Entry
from tabletop.games.ships_of_the_line.model import Context, State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import AFLOAT, SIDE_NAMES, SIDE_OF, SIDES, Side
from tabletop.games.ships_of_the_line.words import name_of
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
    """An area of water in which ships of one side are placed."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    side: Required[Side]
    area: Required[_Area]
    """Corners in order, UM: [east, north]. The whole hull must lie in the area."""
    ships: Annotated[tuple[_Key, ...], MaxLen(120)]
    """Keys of the ships that are placed in this zone; left out: all ships of the side that no other zone names."""


class DeployData(TypedDict, total=False):
    """The zones in which ships are placed, and if this happens in secret."""

    __pydantic_config__ = _PLAIN  # type: ignore[misc]
    secret: bool
    """True: each side places its ships unseen, and all are shown once both sides are done; left out: openly."""
    zones: Required[Annotated[tuple[ZoneData, ...], MinLen(1), MaxLen(20)]]


DEPLOY: Entry[DeployData | None] = Entry(
    "deploy",
    DeployData | None,
    None,
    "Ships placed by their players before the battle, and where. A ship left alone begins where the file puts her.",
)


def choose_zone(zones: tuple[ZoneData, ...], key: str, side: str) -> ZoneData | None:
    """Return the zone of her side that names the ship, else the first one without names, else None."""
    mine = [one for one in zones if one["side"] == side]
    named = next((one for one in mine if key in one.get("ships", ())), None)
    return named or next((one for one in mine if "ships" not in one), None)


def find_problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Yield zones that cross themselves or meet an enemy zone, and ships that do not fit their zones.

    If some outline is faulty, zones are not compared with each other or with ships.
    """
    deploy = DEPLOY.file_value(data)
    zones = deploy["zones"] if deploy else ()
    wrong = [
        (_zone_path(place, "area"), why) for place, one in enumerate(zones) if (why := find_outline_fault(one["area"]))
    ]
    yield from wrong
    yield from _find_ship_problems(data, zones)
    if not wrong:
        yield from _find_meeting_zones(zones)
        yield from _find_ships_beyond_zones(data, zones)


def _zone_path(place: int, *rest: str | int) -> DataPath:
    """Return the path of a value below the zone number `place` in the scenario file."""
    return (DEPLOY.key, "zones", place, *rest)


def _find_ship_problems(data: "ScenarioData", zones: tuple[ZoneData, ...]) -> Iterator[tuple[DataPath, str]]:
    """Yield names in zones that are unknown ships, ships of the other side, or named twice."""
    ships, named = {ship.key: ship for ship in data.ships}, set[str]()
    for place, zone in enumerate(zones):
        for number, key in enumerate(zone.get("ships", ())):
            path = _zone_path(place, "ships", number)
            if key not in ships:
                yield path, f"unknown ship '{key}'{did_you_mean(key, ships)}"
            elif SIDE_OF[ships[key].nation] != zone["side"]:
                yield path, f"{key} {ships[key].name} is not on the side of this zone"
            elif key in named:
                yield path, f"{key} {ships[key].name} is already placed in another zone"
            named.add(key)


def _find_meeting_zones(zones: tuple[ZoneData, ...]) -> Iterator[tuple[DataPath, str]]:
    """Yield zones of different sides that overlap: a refusal there would betray the enemy's hidden ships."""
    for (_, first), (place, second) in combinations(enumerate(zones), 2):
        apart = first["side"] != second["side"]
        if apart and shapely.Polygon(first["area"]).intersects(shapely.Polygon(second["area"])):
            yield _zone_path(place, "area"), "it overlaps a zone of the other side"


def _find_ships_beyond_zones(data: "ScenarioData", zones: tuple[ZoneData, ...]) -> Iterator[tuple[DataPath, str]]:
    """Yield ships in service whose hulls lie partly outside their zones."""
    from tabletop.games.ships_of_the_line.scenario import build_profile  # the reader of files reads modules first

    hulls = build_profile(data.profile).hulls
    for place, ship in enumerate(data.ships):
        zone = choose_zone(zones, ship.key, SIDE_OF[ship.nation]) if is_placeable(ship) else None
        size = hulls[ship.ship_class]
        hull = outline(stern_pose(*ship.at, ship.heading, size[0]), *size)
        if zone and hull.difference(shapely.Polygon(zone["area"])).area > 0:
            yield ("ships", place, "at"), f"{ship.key} {ship.name} is outside her zone"


def is_placeable(ship: "ShipData") -> bool:
    """Return True if the ship is in service. Ships that others hold are refused only in the battle."""
    return ship.status in AFLOAT and ship.status == "in_service"


class ShipPlaced(Event, frozen=True, kw_only=True):
    """A ship was placed before the battle (AMB-147); in secret, the other side learns only that a ship was placed."""

    side: Side
    """Side that placed the ship."""
    ship: str
    """Key of the ship, or "" for a side that must not know."""
    pose: Pose | None
    """Stern and heading, or null for a side that must not know."""
    secret: bool = False
    """True if the other side learns the place only after both sides are done."""
    rule: str = "AMB-147"


class FleetsPlaced(Event, frozen=True, kw_only=True):
    """Both sides are done, and all ships lie where they were placed (AMB-147)."""

    poses: dict[str, Pose]
    """Poses of the ships that were placed, by key."""
    secret: bool = False
    """True if both sides see the places for the first time."""
    rule: str = "AMB-147"


def redact_placement(event: ShipPlaced, side: str) -> ShipPlaced:
    """Return the event without ship and pose if it is secret and `side` did not place the ship (C-6)."""
    return replace(event, ship="", pose=None) if event.secret and side != event.side else event


def _apply_ship_placed(state: State, event: ShipPlaced) -> State:
    """Note the pose in `state.deployed`; the ship herself stays until both sides are done.

    Without a pose return `state` unchanged.
    """
    if event.pose is None:
        return state
    return replace(state, deployed={**(state.deployed or {}), event.ship: event.pose})


def _apply_fleets_placed(state: State, event: FleetsPlaced) -> State:
    """Move each ship in `poses` to her pose, and clear `state.deployed`."""
    ships = {key: replace(ship, pose=event.poses.get(key, ship.pose)) for key, ship in state.ships.items()}
    return replace(state, ships=ships, deployed=UNSET)


def _describe_ship_placed(state: State, event: ShipPlaced) -> str:
    """Return the log sentence with ship and heading; with the side alone if the pose is hidden."""
    if event.pose is None:
        return f"{SIDE_NAMES[event.side]}: a ship is placed."
    return f"{name_of(state, event.ship)} is placed, heading {event.pose.heading:03}°."


def is_placement_secret(state: State) -> bool:
    """Return True in the step before the battle if the scenario hides placements from the other side."""
    deploy = (state.matter or {}).get("deploy")
    return state.phase == PREPARE.id and isinstance(deploy, dict) and bool(deploy.get("secret"))


def view_placements(state: State, side: str) -> State:
    """Return the state with placed ships where `side` may know it, else where the file puts them."""
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
        lambda state, event: "Both fleets are in place.",  # noqa: ARG005
        reveals=lambda state, event: "The fleets were shown." if event.secret else "",  # noqa: ARG005
    ),
)

MAX_DISTANCE = 1000.0
"""Farthest coordinate in UM, as in scenario files."""


class PlaceShip(ShipCommand, frozen=True):
    """Place a ship in her zone before the battle, or turn her there."""

    east: float
    """East coordinate of the middle of the hull, UM."""
    north: float
    """North coordinate of the middle of the hull, UM."""
    heading: int
    """Degrees clockwise from north."""


def find_zone(state: State, key: str) -> ZoneData | None:
    """Return the zone in which a ship may be placed; None if her place is fixed.

    It is fixed without zones, for a ship not in service, and for one that is grappled or in a tow.
    """
    deploy = DEPLOY.state_value(state)
    held = any(one.joins(key) for one in state.grapples) or any(key in (one.tower, one.towed) for one in state.tows)
    if deploy is None or held or state.ships[key].status != "in_service":
        return None
    return choose_zone(tuple(deploy["zones"]), key, state.cards[key].side)


@cache_per_state
def ships_to_place(state: State, side: Side) -> tuple[str, ...]:
    """Return the ships of a side that may be placed, placed already or not, in key order."""
    return tuple(key for key in list_commanded_ships(state, side) if find_zone(state, key))


def ships_awaiting_place(state: State, side: Side) -> tuple[str, ...]:
    """Return the ships to place whose players have not ended the step, in key order."""
    return tuple(key for key in ships_to_place(state, side) if is_awaiting_orders(state, key))


def find_placed_pose(state: State, key: str) -> Pose:
    """Return the pose in which a ship was placed, else her pose in the state."""
    return (state.deployed or {}).get(key, state.ships[key].pose)


def check_place_ship(state: State, command: PlaceShip) -> Refused | None:
    """Refuse a fixed ship, and a place outside the zone or the map or not clear of ships (SOTL-5-a).

    Also refused: a ship that the side may not command. Hidden ships of the enemy are no obstacle. Returns None
    if legal.
    """
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    waters, name = find_zone(state, key), state.cards[key].name
    if waters is None:
        return Refused("SOTL-5-a", f"{name} is already placed.", pieces=(key,))
    if not all(math.isfinite(one) and abs(one) <= MAX_DISTANCE for one in (command.east, command.north)):
        return Refused("SOTL-5-a", f"{name} would be off the map.", pieces=(key,))
    outline = positions.hull_shape(compute_planned_pose(state, command), positions.hull_size(state, key))
    if outside := _distance_outside(outline, shapely.Polygon(waters["area"])):
        by = f"{positions.format_um(outside)} over its edge"
        return Refused("SOTL-5-a", f"{name} would not be completely inside her zone.", by, (key,))
    return correcting.check_clear(state, key, outline, _find_known_poses(state, key))


def _find_known_poses(state: State, key: str) -> dict[str, Pose]:
    """Return the poses of other ships afloat that the owner of `key` knows: friends, and fixed ships."""
    side = state.cards[key].side
    return {
        other: find_placed_pose(state, other)
        for other, ship in state.ships.items()
        if other != key
        and ship.status in AFLOAT
        and (state.cards[other].side == side or find_zone(state, other) is None)
    }


def execute_place_ship(turn: Context, command: PlaceShip) -> None:
    """Emit `ShipPlaced` with the planned pose, secret if the scenario hides placements."""
    lies = compute_planned_pose(turn.state, command)
    turn.emit(ShipPlaced(side=command.side, ship=command.ship, pose=lies, secret=is_placement_secret(turn.state)))


def reveal_fleets(turn: Context) -> None:
    """Emit `FleetsPlaced` with all placed poses, if any; runs as the step before the battle closes."""
    if turn.state.deployed:
        turn.emit(FleetsPlaced(poses=dict(turn.state.deployed), secret=is_placement_secret(turn.state)))


def offer_placements(state: State, side: Side) -> Offers[PlaceShip]:
    """Offer each ship that was not placed yet her present place, if it is legal.

    Other places are legal but not offered.
    """
    left = [key for key in ships_awaiting_place(state, side) if key not in (state.deployed or {})]
    orders = [build_stay_command(state, key) for key in left]
    legal = [order for order in orders if check_place_ship(state, order) is None]
    return Offers(1, lambda _: legal)


def build_stay_command(state: State, key: str) -> PlaceShip:
    """Return the command that places a ship where she lies now: middle of the hull and heading."""
    middle = hull.centre(find_placed_pose(state, key), positions.hull_size(state, key)[0])
    return PlaceShip(
        state.cards[key].side, key, round_length(middle.x), round_length(middle.y), find_placed_pose(state, key).heading
    )


def compute_planned_pose(state: State, command: PlaceShip) -> Pose:
    """Return the stern pose that the command's middle and heading would give the ship."""
    length = positions.hull_size(state, command.ship)[0]
    return hull.stern_pose(command.east, command.north, command.heading % 360, length)


def _distance_outside(outline: shapely.Polygon, area: shapely.Polygon) -> float:
    """Return how far the farthest corner of a hull lies outside `area`, UM; 0.0 if the hull lies within."""
    beyond = outline.difference(area)
    if beyond.area <= correcting.TOUCH:
        return 0.0
    return max(round_length(shapely.Point(corner).distance(area)) for corner in shapely.get_coordinates(beyond))


def _explain_no_effect(state: State) -> str:
    """Return a sentence if no side has a ship to place, else ""."""
    return "" if any(ships_to_place(state, side) for side in SIDES) else "This scenario has no ships to place."


def _label_place_ship(state: State, order: PlaceShip) -> tuple[str, str]:
    """Return title and explanation of the button that leaves the ship where she is."""
    return f"{name_of(state, order.ship)}: stay where she is", (
        f"Heading {order.heading:03}°. You may also place her elsewhere."
    )


MODULE = RuleModule(
    id="deployment",
    rule="AMB-147",
    title="Ship placement",
    note="Before the battle, players place the ships that the scenario leaves free.",
    group="Ships",
    is_in_book=False,
    inert=_explain_no_effect,
    command_handlers=(CommandHandler(PlaceShip, check_place_ship, execute_place_ship),),
    extra_commands={hooks.PREPARE.id: ("place_ship",)},
    labels=build_handlers(KindHandler(PlaceShip, _label_place_ship)),
    choices={hooks.PREPARE.id: offer_placements},
    actors={hooks.PREPARE.id: ships_awaiting_place},
    phase_end_rules={hooks.PREPARE.id: reveal_fleets},
    event_handlers=EVENT_HANDLERS,
    scenario=(DEPLOY,),
    is_on_map=True,
    find_problems=find_problems,
    is_sealed=is_placement_secret,
    has_secrets=is_placement_secret,
    view=view_placements,
)
