"""Chapters 10-c and 22-f: land, shoals and wrecks, and ships that run aground (AMB-197, AMB-198, AMB-217)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
import shapely
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler, keep_state
from tabletop.games.ships_of_the_line import model, positions
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling, victory
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.collision import COLLISION_NEEDED
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import GrappleShip, MakeFastTow, ShipCommand, Transfer
from tabletop.games.ships_of_the_line.events.combat import ShipSunk
from tabletop.games.ships_of_the_line.hooks import Mask, Motion
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, Side, Unaided
from tabletop.games.ships_of_the_line.tables import Check, Harm, Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_throw, list_names, name_of
from tabletop.geometry import coast as shapes
from tabletop.geometry.coast import build_swept_area
from tabletop.geometry.field import Sight
from tabletop.geometry.measure import round_length
from tabletop.geometry.pose import Point, Pose
from tabletop.geometry.shadow import build_shadow

BATTERY_RADIUS = 0.15
"""AMB-194: radius of a battery, UM."""


def land_shape(coast: model.Coast) -> BaseGeometry:
    """Return the union of all land; an empty shape if there is none."""
    return shapes.unite_areas(coast.land)


def build_barriers(state: model.State) -> Mapping[str, shapely.Polygon]:
    """Return convex pieces that no hull may enter: land, and the first shoal ring around batteries.

    Fairways cut the rings. Keys are "shore:0", "shoal:1" and so on. Returns {} without a coast.
    """
    if not state.coast:
        return {}
    coast = state.coast
    places = tuple(one.place for one in coast.batteries.values()) if coast.rings else ()
    return _build_barriers(coast.land, coast.fairways, places, coast.rings)


@lru_cache(maxsize=8)
def _build_barriers(
    lands: tuple[model.Area, ...], fairways: tuple[model.Area, ...], places: tuple[Point, ...], width: float
) -> Mapping[str, shapely.Polygon]:
    """Return the numbered convex pieces of land and first rings; `width` is that of a ring, UM. Cached."""
    free = shapely.union(shapes.unite_areas(fairways), shapes.unite_areas(lands))
    first = [shapes.build_disc(place, width + BATTERY_RADIUS).difference(free) for place in places]
    named = [(model.SHORE, piece) for piece in shapes.cut_into_convex_pieces(shapes.unite_areas(lands))]
    named += [(model.SHOAL, piece) for ring in first for piece in shapes.cut_into_convex_pieces(ring)]
    return {f"{kind}:{number}": piece for number, (kind, piece) in enumerate(named)}


def find_shoal_ring(state: model.State, key: str) -> tuple[int, model.Battery] | None:
    """Return (ring 1 to 3, nearest battery) for a hull in shoals; None in free water (AMB-217).

    Only the part of the hull outside fairways counts. Its distance to the nearest battery decides the ring.
    """
    coast = state.coast
    if not coast or not coast.rings or not coast.batteries:
        return None
    hull = positions.hull_outline(state, key).difference(shapes.unite_areas(coast.fairways))
    if hull.is_empty:
        return None
    away = {one.key: battery_distance(hull, one.place) for one in coast.batteries.values()}
    nearest = min(coast.batteries.values(), key=lambda one: away[one.key])
    number = next((ring for ring in (1, 2, 3) if away[nearest.key] <= round_length(ring * coast.rings)), None)
    return (number, nearest) if number else None


def battery_shape(place: Point) -> shapely.Polygon:
    """Return the disc that a battery covers, of `BATTERY_RADIUS`."""
    return shapes.build_disc(place, BATTERY_RADIUS)


def battery_distance(hull: BaseGeometry, place: Point) -> float:
    """Return the distance of a hull from the edge of a battery, UM, quantised; 0 if the hull touches."""
    return round_length(max(0.0, hull.distance(shapely.Point(place.x, place.y)) - BATTERY_RADIUS))


def _hides(state: model.State, sight: Sight) -> bool:
    """Return True if land lies across the line of fire (AMB-197); False without a coast."""
    return bool(state.coast) and shapes.is_line_across(sight.start, sight.end, land_shape(state.coast or model.Coast()))


def _shadow(
    state: model.State, pose: Pose, size: tuple[float, float], broadside: Broadside, field: shapely.Polygon
) -> BaseGeometry:
    """Return the part of a broadside's field that land covers or hides; empty without a coast."""
    return build_shadow(pose, size, broadside, field, land_shape(state.coast)) if state.coast else shapely.Polygon()


MASK = Mask(hides=_hides, shadow=_shadow, rule="AMB-197", reason="Land lies between {ships}.")
"""Land hides ships from each other."""


def is_in_harbour(state: model.State, key: str) -> bool:
    """Return True if the middle of a ship lies in the harbour; False without a harbour (AMB-198)."""
    if not state.coast or not state.coast.harbour:
        return False
    middle = positions.hull_center(state, key)
    return bool(shapes.unite_areas((state.coast.harbour,)).covers(shapely.Point(middle.x, middle.y)))


class GroundingRolled(model.ShipEvent, frozen=True, kw_only=True):
    """A ship sailed over shoals or a wreck and rolled for grounding.

    `modifiers` run from the die to the modified result.
    """

    over: str
    """Key of the battery with the shoals around it, or of the wreck."""
    ring: int = 0
    """Ring of shoal, 1 to 3; 0 over a wreck."""
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    """The ship runs aground if the modified result is at least this."""
    aground: bool
    """True if the ship runs aground."""
    rule: str = "AMB-197"


class ShipGrounded(model.ShipEvent, frozen=True, kw_only=True):
    """A ship is aground (22-f)."""

    rule: str = "SOTL-22-f"


class ShipRefloated(model.ShipEvent, frozen=True, kw_only=True):
    """A ship floats again (AMB-197)."""

    rule: str = "AMB-197"


class WreckStays(model.ShipEvent, frozen=True, kw_only=True):
    """A ship that sank in the harbour obstructs it until the battle ends (10-c)."""

    rule: str = "SOTL-10-c"


def coast_of(state: model.State) -> model.Coast:
    """Return the coast of the battle; an empty `Coast` if the scenario has none."""
    return state.coast or model.Coast()


def _apply_wreck_stays(state: model.State, event: WreckStays) -> model.State:
    """Add the ship to the wrecks of the coast."""
    coast = coast_of(state)
    return replace(state, coast=replace(coast, wrecks=(*coast.wrecks, event.ship)))


def _describe_grounding_rolled(state: model.State, event: GroundingRolled) -> str:
    """Return the log sentence with the shoals or wreck, the throw, the number needed and the outcome."""
    where = (
        f"the shoals off {name_of(state, event.over)}" if event.ring else f"the wreck of {name_of(state, event.over)}"
    )
    end = "she runs aground" if event.aground else "the water is deep enough"
    roll = f"{format_throw(event.modifiers)}, aground on {event.needed} or more; {end}"
    return f"{name_of(state, event.ship)} sails over {where}: {roll}."


GROUNDING_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(GroundingRolled, keep_state, _describe_grounding_rolled),
    EventHandler(
        ShipGrounded,
        lambda state, event: model.with_ship(state, event.ship, aground=True, stopped=True),
        describe_by("{ship} is stuck fast."),
    ),
    EventHandler(
        ShipRefloated,
        lambda state, event: model.with_ship(state, event.ship, aground=UNSET),
        describe_by("{ship} floats again."),
    ),
    EventHandler(WreckStays, _apply_wreck_stays, describe_by("The wreck of {ship} obstructs the harbour.")),
)

GROUNDING_NEEDED: dict[int, int] = {1: 5, 2: 5, 3: 6}
"""AMB-197: lowest modified die that runs a ship aground, by ring."""

GROUNDING_DAMAGE = 4
"""SOTL-10-c: hull points that running aground costs."""


class GroundingRisk(msgspec.Struct, frozen=True):
    """A wreck or a ring of shoals that a ship sailed over.

    Attributes:
        over: key of the wreck, or of the battery with the shoals around it.
        ring: ring of shoal, 1 to 3; 0 for a wreck.
        needed: lowest modified die that runs the ship aground.
    """

    over: str
    ring: int
    needed: int


def find_grounding_risks(motion: Motion, after: model.State, key: str) -> Iterator[GroundingRisk]:
    """Yield the risks of the ship `key` in a motion: wrecks on her way, then the shoals in which she ends.

    `after` is the state after the motion.
    """
    yield from _find_wreck_risks(motion, after, key)
    if found := find_shoal_ring(after, key):
        number, battery = found
        yield GroundingRisk(battery.key, number, GROUNDING_NEEDED[number])


def _find_wreck_risks(motion: Motion, after: model.State, key: str) -> Iterator[GroundingRisk]:
    """Yield wrecks in the harbour that the hull swept over but did not touch before the motion (AMB-198).

    Wrecks count only if the module of collisions is in use.
    """
    wrecks = after.coast.wrecks if after.coast and collision.MODULE in rules_of(after).modules else ()
    for wreck in wrecks:
        lies = positions.hull_outline(after, wreck)
        if _compute_swept_water(motion, after, key).intersects(lies) and not positions.hull_outline(
            motion.before, key
        ).intersects(lies):
            yield GroundingRisk(wreck, 0, COLLISION_NEEDED)


def _compute_swept_water(motion: Motion, after: model.State, key: str) -> BaseGeometry:
    """Return the water that a hull covered during a motion: along its legs, else straight.

    A ship in tow, or that drifts, moves straight from her old to her new place.
    """
    size = positions.hull_size(after, key)
    legs = motion.legs if key == motion.ships[0] else ()
    poses = [motion.before.ships[key].pose, *(leg.end for leg in legs), after.ships[key].pose]
    return build_swept_area([positions.hull_shape(pose, size) for pose in poses])


def build_grounding_check(state: model.State, motion: Motion, key: str, peril: GroundingRisk, die: int = 1) -> Check:
    """Return the input of a grounding roll for a ship and one risk, with `die` as it fell."""
    return Check(state, key, "ground", die, peril.over, motion.leader)


def roll_for_grounding(turn: model.Context, motion: Motion) -> None:
    """Roll once for each risk of each ship that moved, until she is aground or lost (AMB-145, AMB-217)."""
    for key in motion.ships:
        if not model.is_on_map(turn.state, key):
            continue
        for peril in find_grounding_risks(motion, turn.state, key):
            if not turn.state.ships[key].aground and model.is_on_map(turn.state, key):
                _roll_grounding(turn, motion, key, peril)


def _roll_grounding(turn: model.Context, motion: Motion, key: str, peril: GroundingRisk) -> None:
    """Roll for one risk and emit the result; a ship that runs aground loses hull and is stuck, or sinks.

    The ship runs aground if the modified die is at least `peril.needed`.
    """
    check = build_grounding_check(turn.state, motion, key, peril, turn.d6())
    modifiers = rules_of(turn.state).modifiers.check.working(check)
    aground = modifiers[-1].value >= peril.needed
    rule = "AMB-197" if peril.ring else "AMB-198"
    turn.emit(
        GroundingRolled(
            ship=key,
            over=peril.over,
            ring=peril.ring,
            die=check.die,
            modifiers=modifiers,
            needed=peril.needed,
            aground=aground,
            rule=rule,
        )
    )
    if not aground:
        return
    victory.lose_hull_points(turn, grounding_harm(turn.state, key), rule)
    if turn.state.ships[key].hull <= 0:
        victory.sink_ship(turn, key, "grounding")
    else:
        turn.emit(ShipGrounded(ship=key, rule="SOTL-22-f" if peril.ring else "SOTL-10-c"))


def grounding_harm(state: model.State, key: str) -> Harm:
    """Return the harm of running aground before modifiers: `GROUNDING_DAMAGE` hull points (10-c)."""
    return Harm(state, key, "grounding", GROUNDING_DAMAGE)


def is_aground(state: model.State, key: str) -> bool:
    """Return True if the ship `key` is aground; False for "" and unknown keys."""
    return key in state.ships and state.ships[key].aground is True


def keep_wreck(turn: model.Context, sunk: ShipSunk) -> None:
    """Emit `WreckStays` for a ship whose middle lies in the harbour when she sinks (AMB-198)."""
    if is_in_harbour(turn.state, sunk.ship):
        turn.emit(WreckStays(ship=sunk.ship))


class Refloat(ShipCommand, frozen=True):
    """Try to get a ship off the ground (AMB-197)."""

    leader: Unaided | UnsetType = UNSET


def check_refloat(state: model.State, command: Refloat) -> Refused | None:
    """Refuse a ship that is not aground, a second attempt in a turn, and an exhausted crew (AMB-158).

    Also refused: a ship that `side` may not command. Returns None if legal.
    """
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if not is_aground(state, key):
        return Refused("AMB-197", f"{state.cards[key].name} is not aground.", pieces=(key,))
    if crew_tasks.has_tried(state.ships[key], "refloat"):
        reason = f"{state.cards[key].name} has already tried to get off this turn."
        return Refused("AMB-158", reason, "one attempt a turn for each ship", (key,))
    return crew_tasks.check_effort(state, key)


def execute_refloat(turn: model.Context, command: Refloat) -> None:
    """Roll the task, tire the crew by one level, and emit `ShipRefloated` after a success."""
    success = crew_tasks.roll_task(turn, command.ship, "refloat", "", command.leader)
    crew_tasks.tire_crew(turn, command.ship, "getting off the ground")
    if success:
        turn.emit(ShipRefloated(ship=command.ship))


def list_refloats(state: model.State, side: Side, key: str) -> Iterator[Refloat]:
    """Yield an attempt if the ship is aground; other conditions are not checked."""
    if is_aground(state, key):
        yield Refloat(side=side, ship=key)


def refloat_chances(state: model.State, command: Refloat) -> int:
    """Return the number of faces of a die, 0 to 6, with which the attempt succeeds, modifiers counted."""
    return crew_tasks.count_successful_faces(
        Check(state, command.ship, "refloat", 1, "", command.leader), crew_tasks.highest_success("refloat")
    )


def check_tow_aground(state: model.State, command: MakeFastTow) -> Refused | None:
    """Refuse a tow if either ship is aground, else None (AMB-197)."""
    return _refuse_aground(state, command.ship, command.towed)


def check_grapple_aground(state: model.State, command: GrappleShip) -> Refused | None:
    """Refuse friends who would make fast without a roll if either is aground (AMB-197, AMB-210)."""
    automatic = grappling.is_automatic(state, command.ship, command.target)
    return _refuse_aground(state, command.ship, command.target) if automatic else None


def check_transfer_aground(state: model.State, command: Transfer) -> Refused | None:
    """Refuse a leader's transfer if either ship is aground, unless both are fast to each other (AMB-210)."""
    return (
        None
        if grappling.is_fast_to(state, command.ship, command.to)
        else _refuse_aground(state, command.ship, command.to)
    )


def _refuse_aground(state: model.State, *keys: str) -> Refused | None:
    """Return the refusal that names those of the ships that are aground; None if none is."""
    held = tuple(key for key in keys if is_aground(state, key))
    verb = "is" if len(held) == 1 else "are"
    return Refused("AMB-197", f"{list_names(state, held)} {verb} aground.", pieces=held) if held else None
