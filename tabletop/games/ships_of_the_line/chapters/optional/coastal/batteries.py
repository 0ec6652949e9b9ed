"""Chapter 22-b to -e: batteries are placed, fire at ships, and are fired at (AMB-108, AMB-194 to 196, AMB-216)."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler, keep_state
from tabletop.core.game import Score
from tabletop.core.offers import Offers
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line import model, positions, tables
from tabletop.games.ships_of_the_line.chapters import aiming, fire
from tabletop.games.ships_of_the_line.chapters.aiming import (
    BAND_NAMES,
    add_dice,
    band_at,
    compute_sighting,
    dimness,
    facing_at,
)
from tabletop.games.ships_of_the_line.chapters.fire import refuse_hidden_target
from tabletop.games.ships_of_the_line.chapters.optional.coastal import grounding
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import coast_of
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting, check_on_map, is_awaiting_orders
from tabletop.games.ships_of_the_line.commands import BatteryCommand, FireBroadside
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.hooks import Actors, Choices, Seen
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import (
    FLEETS,
    Broadside,
    Critical,
    Facing,
    Shot,
    ShotKind,
    Side,
    Special,
    enemy_of,
)
from tabletop.games.ships_of_the_line.tables import Hits, Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_dice, name_of
from tabletop.geometry import field, measure
from tabletop.geometry.field import Sight
from tabletop.geometry.pose import Point


class BatteryPlaced(Event, frozen=True, kw_only=True):
    """A battery was placed on a site before the battle (22-b).

    A battery that stood on the site moved to the former place of the battery placed.
    """

    battery: str
    site: str
    """Name of the site in the scenario."""
    place: Point
    """Middle of the site, UM."""
    rule: str = "SOTL-22-b"


class BatteryFired(Event, frozen=True, kw_only=True):
    """A battery fired at a ship, and the damage was noted in pencil (22-e)."""

    battery: str
    target: str
    distance: float
    band: model.Band
    sight: tuple[Point, Point]
    """Both ends of the line of fire, UM."""
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
    """Modifiers that lead to `hull`; unset if no rule module changed the loss."""
    attack: Literal[1, 2]
    """1 for the first attack of the battery in this turn, 2 for the second."""
    shot: ShotKind = "round"
    special: Special | UnsetType = UNSET
    """Special effects of hot shot; unset for round shot."""
    rule: str = "SOTL-22-e"


class BatteryHurt(Event, frozen=True, kw_only=True):
    """A battery lost points when the damage of a shot took effect; `left` points remain, at least 0."""

    battery: str
    points: int
    left: int
    rule: str = "AMB-196"


class BatteryDestroyed(Event, frozen=True, kw_only=True):
    """A battery has no points left; it is not rebuilt in this battle (AMB-222)."""

    battery: str
    rule: str = "AMB-196"


class HarbourSilenced(Event, frozen=True, kw_only=True):
    """The last battery of a side was destroyed (22-a, AMB-199)."""

    side: Side
    rule: str = "SOTL-22-a"


def _change_battery(state: model.State, key: str, **marks: object) -> model.State:
    """Return the state with fields of a battery replaced; the order of batteries is kept."""
    coast = coast_of(state)
    batteries: dict[str, model.Battery] = {**coast.batteries, key: replace(coast.batteries[key], **marks)}
    return replace(state, coast=replace(coast, batteries=batteries))


def _apply_battery_placed(state: model.State, event: BatteryPlaced) -> model.State:
    """Place the battery; if another stands on the site, both change places."""
    left = coast_of(state).batteries[event.battery].place
    for other in coast_of(state).batteries.values():
        if other.place == event.place:
            state = _change_battery(state, other.key, place=left)
    return _change_battery(state, event.battery, place=event.place, placed=True)


def _apply_battery_fired(state: model.State, event: BatteryFired) -> model.State:
    """Note the shot for the end of the phase, the attack of the battery, and the target as attacked.

    Hot shot also notes the turn (`red_turn`). The target is marked hit if a die hit.
    """
    shot = Shot(event.battery, None, event.target, event.facing, event.hits, event.hull, event.criticals, event.special)
    red_turn = state.turn if event.shot == "red" else coast_of(state).batteries[event.battery].red_turn
    state = _change_battery(state, event.battery, fired=(state.turn, event.attack), red_turn=red_turn)
    hit = state.ships[event.target].hit or event.hits > 0
    state = model.with_ship(state, event.target, attacked=True, hit=hit)
    return replace(state, shots=(*state.shots, shot))


def _describe_battery_fired(state: model.State, event: BatteryFired) -> str:
    """Return the log sentence with shot, target, distance, dice, hits, hull points and criticals."""
    hot = "" if event.shot == "round" else "hot shot "
    target = f"{name_of(state, event.target)}, {format_um(event.distance)}"
    guns = f"{name_of(state, event.battery)} fires {hot}at {target}"
    parts = [format_count(event.hull, "hull point")] * bool(event.hull)
    faces = (face for one in event.criticals for face in (one.die, one.magazine) if face is not None)
    parts += [f"{format_count(len(event.criticals), 'critical')} {format_dice(faces)}"] * bool(event.criticals)
    outcome = f"{format_count(event.hits, 'hit')}, {' and '.join(parts)}" if event.hits else "no hits"
    dice = format_count(len(event.rolls), "die").replace("dies", "dice")
    return f"{guns}: {dice} {format_dice(event.rolls)}, {outcome}."


def _describe_battery_hurt(state: model.State, event: BatteryHurt) -> str:
    """Return the log sentence with the points lost and left."""
    return f"{name_of(state, event.battery)} loses {format_count(event.points, 'point')}, {event.left or 'none'} left."


BATTERY_EVENTS: tuple[EventHandler[model.State], ...] = (
    EventHandler(BatteryPlaced, _apply_battery_placed, describe_by("{battery} is placed at {site}.")),
    EventHandler(BatteryFired, _apply_battery_fired, _describe_battery_fired),
    EventHandler(
        BatteryHurt, lambda state, event: _change_battery(state, event.battery, hull=event.left), _describe_battery_hurt
    ),
    EventHandler(BatteryDestroyed, keep_state, describe_by("{battery} is destroyed.")),
    EventHandler(
        HarbourSilenced,
        keep_state,
        lambda state, event: f"The last battery of {FLEETS[event.side]} is silent.",  # noqa: ARG005
    ),
)

ATTACKS_PER_TURN = 2
"""SOTL-22-e: number of attacks of a battery in a turn."""
TURNS_OF_HOT_SHOT = 2
"""AMB-195: number of turns after hot shot in which the battery fires nothing else."""
RANGE_FACTOR = 2
"""AMB-108: batteries have the bands of the fire template times this."""


BatteryShot = Literal["round", "red"]
BATTERY_SHOTS: tuple[BatteryShot, BatteryShot] = ("round", "red")


class DeployBattery(BatteryCommand, frozen=True):
    """Place a battery on a site before the battle (22-b)."""

    site: str
    """Name of the site in the scenario."""


class FireBattery(BatteryCommand, frozen=True):
    """Fire a battery at a ship, twice a turn (22-e)."""

    target: str
    shot: BatteryShot = "round"


class BatteryAim(msgspec.Struct, frozen=True):
    """The fire of a battery at a ship before dice are rolled.

    Attributes:
        ship: key of the battery.
        target: key of the ship.
        sight: the line of fire and its length, UM.
        band: range band.
        facing: side of the ship that is hit, which decides the masts that fall first.
        dice: modifiers that lead to the number of dice; the last value counts.
        needed: lowest die that hits.
        rake: always None, because batteries do not rake (22-e).
    """

    ship: str
    target: str
    sight: Sight
    band: model.Band
    facing: Facing
    dice: tuple[Modifier, ...]
    needed: int
    rake: None = None

    @property
    def distance(self) -> float:
        """Distance from the edge of the battery to the hull, UM."""
        return self.sight.distance


def check_own_battery(state: model.State, side: Side, key: str) -> Refused | None:
    """Refuse commands for a battery that is unknown, destroyed or not of this side; None if legal."""
    battery = state.coast.batteries.get(key) if state.coast else None
    if battery is None:
        return Refused("SOTL-22-a", f"There is no battery {key}.")
    if battery.side != side:
        return Refused("SOTL-2-a", f"{battery.name} belongs to the other side.", pieces=(key,))
    if battery.hull <= 0:
        return Refused("AMB-196", f"{battery.name} is destroyed.", pieces=(key,))
    return None


def build_battery_actors(choices: Choices) -> Actors:
    """Return a function (state, side) to the keys of batteries with a command among `choices`."""
    return lambda state, side: {order.battery for order in choices(state, side) if isinstance(order, BatteryCommand)}


def check_deploy_battery(state: model.State, command: DeployBattery) -> Refused | None:
    """Refuse a battery that is not the side's or is fixed, and a site unknown or taken (22-b).

    A site is free if it is empty or holds an own movable battery that was not placed yet.
    """
    key, site = command.battery, command.site
    if refusal := check_own_battery(state, command.side, key):
        return refusal
    coast = coast_of(state)
    if not coast.batteries[key].movable:
        return Refused("SOTL-22-b", f"{coast.batteries[key].name} is already placed.", pieces=(key,))
    if site not in coast.sites:
        return Refused("SOTL-22-b", f"There is no site {site}.")
    holder = next((one for one in coast.batteries.values() if one.place == coast.sites[site]), None)
    if holder and (holder.placed or not holder.movable or holder.side != command.side):
        return Refused("SOTL-22-b", f"The site is taken by {holder.name}.", pieces=(holder.key,))
    return None


def execute_deploy_battery(turn: model.Context, command: DeployBattery) -> None:
    """Emit `BatteryPlaced` with the place of the site."""
    place = coast_of(turn.state).sites[command.site]
    turn.emit(BatteryPlaced(battery=command.battery, site=command.site, place=place))


def offer_deployments(state: model.State, side: Side) -> Offers[DeployBattery]:
    """Offer each free site for each battery of the side that may still be placed.

    Batteries whose player has ended the step are left out.
    """
    left = [
        one.key
        for one in model.list_batteries(state.coast, side)
        if one.movable and not one.placed and is_awaiting_orders(state, one.key)
    ]
    orders = [DeployBattery(side, key, site) for key in left for site in coast_of(state).sites]
    free = [order for order in orders if check_deploy_battery(state, order) is None]
    return Offers(1, lambda _: free)


def check_fire_battery(state: model.State, command: FireBattery) -> Refused | None:
    """Refuse a third attack in a turn, wrong shot, and a target out of range or hidden (AMB-195).

    Also refused: a battery that is not the side's, and a ship off the map or at which `can_fire_at` is False.
    Returns None if legal.
    """
    key, target = command.battery, command.target
    if refusal := check_own_battery(state, command.side, key) or check_on_map(state, target):
        return refusal
    battery = coast_of(state).batteries[key]
    if count_attacks(state, battery) >= ATTACKS_PER_TURN:
        return Refused("SOTL-22-e", f"{battery.name} has already fired twice.", "two attacks a turn", (key,))
    if refusal := _check_battery_shot(state, battery, command.shot):
        return refusal
    if not can_fire_at(state, battery, target):
        if state.ships[target].status == "struck":
            rule, reason = "AMB-66", "has struck; only her former side may fire at her"
        else:
            rule, reason = "SOTL-4.1.2-c", "is no enemy"
        return Refused(rule, f"{state.cards[target].name} {reason}.", pieces=(target,))
    if aim_battery(state, battery, target) is None:
        far, reach = distance_to_target(state, battery, target), RANGE_FACTOR * state.profile.long
        if dim := dimness(state, key, target, far):
            return refuse_hidden_target(state, dim, key, target, far)
        by = f"{positions.format_um(far, reach)}, the reach is {positions.format_um(reach)}"
        return Refused("AMB-195", f"{state.cards[target].name} is out of range.", by, (target,))
    return None


def _check_battery_shot(state: model.State, battery: model.Battery, kind: str) -> Refused | None:
    """Refuse hot shot without chapter 19, and round shot within two turns of hot shot (AMB-195, AMB-216)."""
    if kind == "red" and not has_hot_shot(state):
        return Refused("AMB-123", "Kinds of shot are not part of this battle.")
    until = battery.red_turn + TURNS_OF_HOT_SHOT
    if kind == "round" and battery.red_turn and state.turn <= until:
        return Refused("AMB-216", f"{battery.name} can fire only hot shot.", f"through turn {until}", (battery.key,))
    return None


def has_hot_shot(state: model.State) -> bool:
    """Return True if the rules of this battle include hot shot (AMB-195)."""
    return "red" in rules_of(state).ammunition


def can_fire_at(state: model.State, battery: model.Battery, target: str) -> bool:
    """Return True for a ship that the enemy holds; a struck ship is a target for her former side only.

    Range and sight are not tested (AMB-195).
    """
    if state.ships[target].status == "struck":
        return state.cards[target].side == battery.side
    return model.side_of(state, target) != battery.side


def count_attacks(state: model.State, battery: model.Battery) -> int:
    """Return the number of attacks of the battery in the present turn, 0 to 2."""
    turn, number = battery.fired
    return number if turn == state.turn else 0


def aim_battery(state: model.State, battery: model.Battery, target: str) -> BatteryAim | None:
    """Return the fire of a battery at a ship; None if out of range, hidden, or without dice at this range."""
    hull, far = positions.hull_outline(state, target), distance_to_target(state, battery, target)
    band = band_at(double_ranges(state.profile), far)
    dice = battery_dice(battery, band) if band else ()
    if band is None or not dice[-1].value or dimness(state, battery.key, target, far):
        return None
    gap = measure.gap(grounding.battery_shape(battery.place), hull)
    facing = facing_at(state.profile, positions.relative_bearing_of(state, target, battery.place))
    sight = Sight(far, gap.start, gap.end)
    return BatteryAim(battery.key, target, sight, band, facing, dice, tables.HITS_FROM[band])


def double_ranges(profile: model.Profile) -> model.Profile:
    """Return the profile with its three ranges doubled, as they hold for batteries (AMB-108)."""
    limits = {band: RANGE_FACTOR * getattr(profile, band) for band in ("point_blank", "medium", "long")}
    return msgspec.structs.replace(profile, **limits)


def battery_dice(battery: model.Battery, band: model.Band) -> tuple[Modifier, ...]:
    """Return the modifiers that lead to the number of dice at a range; the last value counts (AMB-108).

    A battery of 4 dice rolls 4, 3 or 2 at point-blank, medium or long range.
    """
    strength = Modifier("guns of the battery", str(battery.dice), battery.dice)
    lost = tables.RANGE[band]
    return (strength, add_dice(battery.dice, BAND_NAMES[band], lost)) if lost else (strength,)


def execute_fire_battery(turn: model.Context, command: FireBattery) -> None:
    """Roll to hit, for damage and for criticals, and emit `BatteryFired`; damage counts later (22-e).

    Raises ValueError if the battery cannot aim at the target.
    """
    state, battery = turn.state, coast_of(turn.state).batteries[command.battery]
    laid = aim_battery(state, battery, command.target)
    if laid is None:
        raise ValueError("an unchecked shot was fired")
    rolls = turn.roll(laid.dice[-1].value)
    hits = sum(die >= laid.needed for die in rolls)
    shot = rules_of(state).ammunition[command.shot]
    done = fire.roll_damage(turn, command.target, hits, 1, shot.critical)
    loss = rules_of(state).modifiers.hull_loss
    struck = Hits(state, battery.key, None, command.target, None, hits, done.hull, shot.id)
    turn.emit(
        BatteryFired(
            battery=battery.key,
            target=command.target,
            distance=laid.distance,
            band=laid.band,
            sight=(laid.sight.start, laid.sight.end),
            facing=laid.facing,
            dice=laid.dice,
            needed=laid.needed,
            rolls=rolls,
            hits=hits,
            damage=done.dice,
            hull=loss.total(struck),
            criticals=done.criticals,
            loss=loss.list_event_lines(struck),
            attack=2 if count_attacks(state, battery) else 1,
            shot=shot.id,
            special=shot.special(struck),
        )
    )


def offer_battery_fire(state: model.State, side: Side) -> Offers[FireBattery]:
    """Offer fire at each possible target with each legal shot, for batteries with an attack left.

    Batteries whose player has ended the step are left out. The targets of a battery are found only when asked
    for.
    """
    ready = [
        one
        for one in model.list_batteries(state.coast, side)
        if count_attacks(state, one) < ATTACKS_PER_TURN and is_awaiting_orders(state, one.key)
    ]
    return Offers(len(ready), lambda at: list(_list_battery_targets(state, ready[at])))


def _list_battery_targets(state: model.State, battery: model.Battery) -> Iterator[FireBattery]:
    """Yield a command for each ship on the map and each kind of shot with which the battery can hit her."""
    for key in state.ships:
        if model.is_on_map(state, key) and can_fire_at(state, battery, key) and aim_battery(state, battery, key):
            for kind in BATTERY_SHOTS:
                if _check_battery_shot(state, battery, kind) is None:
                    yield FireBattery(battery.side, battery.key, key, kind)


def distance_to_target(state: model.State, battery: model.Battery, target: str) -> float:
    """Return the distance from the edge of a battery to the hull of a ship, UM; 0 if they touch."""
    return grounding.battery_distance(positions.hull_outline(state, target), battery.place)


BATTERY_POINTS = 10
"""AMB-196: victory points for a destroyed battery."""


def find_batteries_in_field(state: model.State, key: str, broadside: Broadside) -> Iterator[Seen]:
    """Yield the enemy batteries in the field and range of a broadside, as targets (AMB-15, AMB-196).

    Ranges are those of ships.
    """
    for battery in model.list_batteries(state.coast, enemy_of(model.side_of(state, key))):
        sight = _line(state, key, broadside, battery)
        band = band_at(state.profile, sight.distance) if sight else None
        if sight and band:
            yield Seen(battery.key, sight, band, enemy=True)


def _line(state: model.State, key: str, broadside: Broadside, battery: model.Battery) -> Sight | None:
    """Return the line of fire from a broadside to a battery at any range; None outside the field of fire."""
    pose, size, traverse = state.ships[key].pose, positions.hull_size(state, key), state.profile.gun_traverse
    return field.find_sight(pose, *size, broadside, traverse, grounding.battery_shape(battery.place))


def check_fire_broadside(state: model.State, command: FireBroadside) -> Refused | None:
    """Refuse a broadside at a target that is not legal; ships by the basic rules, batteries by AMB-196.

    Returns None if legal. Replaces the check of the basic game.
    """
    battery = state.coast.batteries.get(command.target) if state.coast else None
    if battery is None:
        return fire.check_fire(state, command)
    shot = (state, command.ship, command.broadside)
    return (
        check_fighting(state, command.side, command.ship)
        or fire.check_broadside(*shot)
        or _check_battery_target(*shot, battery)
    )


def _check_battery_target(state: model.State, key: str, broadside: Broadside, battery: model.Battery) -> Refused | None:
    """Refuse a battery of the own side, a destroyed one, and one that the broadside cannot fire at.

    A battery in the field but hidden by land or fog is refused for that; else for being outside the field of
    fire.
    """
    if battery.side == model.side_of(state, key):
        return Refused("SOTL-4.1.2-c", f"{battery.name} is no enemy.", pieces=(battery.key,))
    if battery.hull <= 0:
        return Refused("AMB-196", f"{battery.name} is destroyed.", pieces=(battery.key,))
    view = compute_sighting(state, key, broadside)
    if battery.key in view.targets:
        return None
    if found := view.find(battery.key):
        return fire.explain_no_target(state, view, found)
    line = _line(state, key, broadside, battery)
    if line and (dim := dimness(state, key, battery.key, line.distance)):
        return fire.refuse_hidden_target(state, dim, key, battery.key, line.distance)
    away, reach = (
        grounding.battery_distance(positions.hull_outline(state, key), battery.place),
        aiming.firing_reach(state, key),
    )
    by = f"{positions.format_um(away, reach)}, the reach is {positions.format_um(reach)}"
    return Refused("SOTL-4.1-a", f"{battery.name} is not in the field of fire of these guns.", by, (battery.key,))


def emit_battery_damage(turn: model.Context, shot: Shot) -> None:
    """Emit `BatteryHurt` for a noted shot that costs a battery points; destroy it at 0 points (AMB-196).

    Nothing happens if the target is a ship or a battery already destroyed.
    """
    battery = turn.state.coast.batteries.get(shot.target) if turn.state.coast else None
    if battery is None or not shot.hull or battery.hull <= 0:
        return
    left = max(0, battery.hull - shot.hull)
    turn.emit(BatteryHurt(battery=battery.key, points=shot.hull, left=left))
    if not left:
        _destroy_battery(turn, battery)


def _destroy_battery(turn: model.Context, battery: model.Battery) -> None:
    """Emit the destruction and the enemy's points; emit `HarbourSilenced` if no battery is left (AMB-199)."""
    turn.emit(BatteryDestroyed(battery=battery.key))
    score = Score(
        side=enemy_of(battery.side),
        points=BATTERY_POINTS,
        reason=f"{battery.name} destroyed",
        rule="AMB-196",
        turn=turn.state.turn,
        about=battery.key,
    )
    turn.emit(PointsScored(score=score, ship="", rule="AMB-196"))
    if not model.list_batteries(turn.state.coast, battery.side):
        turn.emit(HarbourSilenced(side=battery.side))
