"""Chapter 5: the movement phase: moves, anchors, boats, drift, and what ships must do without orders."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.core.offers import Offers
from tabletop.core.phrases import capitalize
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling, orders, sailing, victory
from tabletop.games.ships_of_the_line.chapters.orders import (
    check_commanded,
    find_unwillingness,
    list_commanded_ships,
    ships_awaiting_orders,
)
from tabletop.games.ships_of_the_line.chapters.sailing import (
    ADVANCE,
    SLOW,
    STOP,
    begin_plan,
    check_held,
    check_not_moved,
    compute_allowance,
    continue_plan,
    evaluate_plan,
    find_tow,
    is_stopped,
    tower_of,
)
from tabletop.games.ships_of_the_line.commands import DropAnchor, Sail, Step, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.events import movement
from tabletop.games.ships_of_the_line.hooks import Motion, Plan, PlanEvaluation, PlanMaker
from tabletop.games.ships_of_the_line.model import Context, State, is_head_to_wind, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Side, Unaided
from tabletop.geometry import edges, hull, measure, sweep
from tabletop.geometry.pose import Pose


def check_sail(state: State, command: Sail) -> Refused | None:
    """Return the refusal of a move, or None."""
    return (
        check_commanded(state, command.side, command.ship)
        or check_not_moved(state, command.ship)
        or evaluate_plan(state, command.ship, command.plan).verdict
    )


def execute_sail(turn: Context, command: Sail) -> None:
    """Make the whole move of a ship (AMB-89)."""
    make_move(turn, evaluate_plan(turn.state, command.ship, command.plan), leader=command.leader)


def open_movement(turn: Context) -> None:
    """Cast off tows that no longer hold, then mark each ship that cannot make way as stopped (AMB-72).

    Such a ship pays for getting under way when she can move again.
    """
    grappling.cast_off_ended_tows(turn)
    for key, ship in turn.state.ships.items():
        if is_on_map(turn.state, key) and not ship.stopped and is_stopped(turn.state, key):
            hold = check_held(turn.state, key)
            turn.emit(movement.ShipStopped(ship=key, reason=hold.reason if hold else "She lies head to wind."))


def run_on_unordered_ships(turn: Context, side: Side) -> None:
    """Let each ship under way without orders make her forced move, in key order (AMB-89)."""
    for key in list_commanded_ships(turn.state, side):
        ship = turn.state.ships[key]
        if not ship.moved and is_on_map(turn.state, key) and not is_stopped(turn.state, key):
            # she runs on by her inertia and loses the rest of her way
            tried = evaluate_plan(turn.state, key, plan_without_orders(turn.state, key))
            if tried.legs or tried.is_stopped:
                make_move(turn, tried, ordered=False)


def plan_without_orders(state: State, key: str) -> tuple[Step, ...]:
    """Return the move of a ship without orders: forced points straight ahead, unless a module differs."""
    plans = (plan for unordered in rules_of(state).default_moves if (plan := unordered(state, key)) is not None)
    return next(plans, (ADVANCE,) * compute_allowance(state, key).forced)


def make_move(
    turn: Context, tried: PlanEvaluation, *, ordered: bool = True, leader: Unaided | UnsetType = UNSET
) -> None:
    """Carry out an evaluated plan; a ship whose center crossed the edge leaves the map (AMB-12)."""
    made = build_motion(turn.state, tried, leader)
    turn.emit(build_ship_sailed(tried, ordered=ordered))
    for key in tried.departing_ships:
        leave_map(turn, key, by_own_side=True)
    _run_motion_rules(turn, made)


def build_motion(state: State, tried: PlanEvaluation, leader: Unaided | UnsetType = UNSET) -> Motion:
    """Return a tried move in the form that rule modules read."""
    ships = (tried.ship, tried.tow) if tried.tow_pose else (tried.ship,)
    poses = {tried.ship: tried.pose}
    if tried.tow and tried.contact:
        # a turn before the first advance is cut where the wake has no room, though the tow does not follow it yet
        poses[tried.tow] = tried.tow_pose or positions.compute_tow_pose(tried.room, tried.pose)
    return Motion(state, ships, _ship_cut_short(state, poses, tried.contact), tried.contact, tried.legs, leader)


def _ship_cut_short(state: State, poses: Mapping[str, Pose], blocker: str) -> str:
    """Return the ship that `blocker` stopped, of those that end at `poses`; "" if no ship blocked them (AMB-159).

    Ships that move as one stop together, but only the hull nearest to the blocker has met it.
    """
    if blocker not in state.ships:
        return ""
    return min(poses, key=lambda key: positions.gap_from(state, key, poses[key], blocker).distance)


def _run_motion_rules(turn: Context, motion: Motion) -> None:
    """Run the rules that follow a move or a drift (AMB-145)."""
    for rule in rules_of(turn.state).post_move_rules:
        rule(turn, motion)


def build_ship_sailed(tried: PlanEvaluation, *, ordered: bool = True) -> movement.ShipSailed:
    """Return an evaluated plan as an event."""
    return movement.ShipSailed(
        ship=tried.ship,
        plan=tried.plan,
        legs=tried.legs,
        pose=tried.pose,
        allowance=tried.allowance.working,
        percentage=tried.allowance.percentage,
        forced=tried.allowance.forced,
        spent=tried.points_spent,
        slowed=tried.total_slowed,
        stopped=tried.is_stopped,
        allows_anchor=tried.is_slowed_to_stop and not tried.was_stopped,
        contact=tried.contact,
        ordered=ordered,
        towed=tried.tow if tried.tow_pose else "",
        towed_pose=tried.tow_pose,
    )


def leave_map(turn: Context, key: str, *, by_own_side: bool) -> None:
    """Take a ship off the map; only a ship that her own side took off has fled (8-e, AMB-12, AMB-138)."""
    fled = by_own_side and turn.state.ships[key].status == "in_service"
    turn.emit(movement.ShipLeft(ship=key, fled=fled))
    victory.cut_all_ties(turn, key)
    if fled:
        victory.score_fled(turn, key)


def drift_ships(turn: Context) -> None:
    """Let each ship or locked group without way drift once, in key order, if the wind drifts ships."""
    if not turn.state.drift:
        return
    drifted: set[str] = set()
    for key in turn.state.ships:
        if key not in drifted and is_on_map(turn.state, key):
            group = find_locked_group(turn.state, key)
            drifted |= set(group)
            if all(is_drifting(turn.state, one) for one in group):
                _drift_group(turn, group)


def is_drifting(state: State, key: str) -> bool:
    """Return True if a ship has no way and no anchor down; a towed ship depends on her tower."""
    ship = state.ships[key]
    if ship.anchored or ship.aground:
        return False
    tower = tower_of(state, key)
    return state.ships[tower].stopped if tower else ship.stopped or check_held(state, key) is not None


def find_locked_group(state: State, key: str) -> tuple[str, ...]:
    """Return the ships bound to a ship by grapples, foulings and tows, herself included, in key order."""
    bonds = [{one.first, one.second} for one in state.grapples] + [{tow.tower, tow.towed} for tow in state.tows]
    bonds += [{one.first, one.second} for one in state.foulings or ()]
    group, grown = set[str](), {key}
    while grown != group:
        group = grown
        grown = group.union(*(bond for bond in bonds if bond & group))
    return tuple(one for one in state.ships if one in group)


def _drift_group(turn: Context, group: tuple[str, ...]) -> None:
    state = turn.state
    downwind = (state.wind.origin + 180) % 360
    far, gap = state.profile.drift_distance, state.profile.contact_gap
    others = positions.ships_around(state, group, far + 1)
    obstacles = {key: positions.hull_outline(state, key) for key in others} | sailing.find_barriers(state)
    bodies = [positions.hull_outline(state, key) for key in group]
    cut = sweep.shift_limit(bodies, downwind, far, obstacles, gap)
    poses = {key: state.ships[key].pose.shift(*cut.shift) for key in group}
    contact = positions.blocker_name(cut.blocker or "")
    if len(group) == 1 and not contact:
        ((key, pose),) = poses.items()
        way = _swing_downwind(state, key, pose, downwind)
        poses, contact = {key: way.pose}, way.blocker
    if any(pose != state.ships[key].pose for key, pose in poses.items()):
        turn.emit(movement.ShipDrifted(poses=poses, contact=contact))
        _leave_beyond_edge(turn, group)
        _run_motion_rules(turn, Motion(state, group, _ship_cut_short(state, poses, contact), contact))


def _swing_downwind(state: State, key: str, pose: Pose, downwind: int) -> positions.PathStep:
    """Return the turn of a drifting ship towards running before the wind, by the shorter way."""
    off = (downwind - pose.heading) % 360
    most = state.profile.drift_turn
    degrees = min(off, most) if off <= 180 else -min(360 - off, most)
    return positions.turn_about_pivot(sailing.build_room(state, key, reach=state.profile.drift_distance), pose, degrees)


def _leave_beyond_edge(turn: Context, group: tuple[str, ...]) -> None:
    sea = turn.state.sea
    bounds = sea.west, sea.south, sea.east, sea.north
    for key in group:
        middle = hull.centre(turn.state.ships[key].pose, positions.hull_size(turn.state, key)[0])
        if edges.is_outside(bounds, middle):
            leave_map(turn, key, by_own_side=False)


def ships_to_move(state: State, side: Side) -> Iterator[str]:
    """Return the ships of a side that can still move or weigh anchor, in key order."""
    idle = (key for key in ships_awaiting_orders(state, side) if not state.ships[key].moved)
    return (key for key in idle if state.ships[key].anchored or check_held(state, key) is None)


@cache_per_state
def prompt_besides_sailing(state: State, side: Side) -> str:
    """Return the prompt for what is left if no ship can sail freely any more; "" otherwise."""
    able = tuple(ships_to_move(state, side)) if state.phase == "movement" else ()
    if not able or any(may_sail(state, key) and not is_bound(state, key) for key in able):
        return ""
    others = {key: {type(order) for order in _list_other_commands(state, side, key)} for key in able}
    words = [
        words
        for kind, words in _BESIDES.items()
        if any(kind in others[key] and not find_unwillingness(state, key, kind) for key in able)
    ]
    words += ["make forced moves"] if any(is_bound(state, key) for key in able) else []
    return capitalize(f"{' or '.join(words)}?") if words else phase_of(state).idle


_BESIDES: dict[type[commands.ShipCommand], str] = {
    commands.WeighAnchor: "weigh anchor",
    commands.TurnByBoats: "turn by boats",
    commands.DropAnchor: "drop anchor",
    commands.CastOff: "cast off",
}


def list_movement_choices(state: State, side: Side) -> Offers[commands.SideCommand]:
    """Return the commands of a side in the movement phase; only some plans of each ship are offered."""
    # a ship that has moved may still anchor
    keys = [
        key
        for key in ships_awaiting_orders(state, side)
        if not state.ships[key].moved or state.ships[key].move_allows_anchor
    ]
    each = len(rules_of(state).plans) + 1

    def at(place: int) -> Sequence[commands.SideCommand]:
        ship, which = divmod(place, each)
        if which == each - 1:
            return _list_other_commands(state, side, keys[ship])
        return list_sails(state, side, keys[ship], which) if may_sail(state, keys[ship]) else ()

    return Offers(each * len(keys), at)


@cache_per_state
def may_sail(state: State, key: str) -> bool:
    """Return True if any plan could be ordered to a ship."""
    return not (state.ships[key].moved or check_held(state, key) or find_unwillingness(state, key, commands.Sail))


def list_sails(state: State, side: Side, key: str, which: int) -> Sequence[commands.Sail]:
    """Return offered plan number `which` as a command, in a sequence; () if the plan is not legal."""
    plan = rules_of(state).plans[which](begin_plan(state, key))
    if plan is None or evaluate_plan(state, key, plan).verdict is not None:
        return ()
    return (commands.Sail(side=side, ship=key, plan=plan),)


def _list_other_commands(state: State, side: Side, key: str) -> Sequence[commands.SideCommand]:
    """Return the legal commands of the movement phase for a ship that need no plan."""
    orders: list[commands.SideCommand] = [
        *(commands.TurnByBoats(side=side, ship=key, towards=towards) for towards in BROADSIDES),
        commands.WeighAnchor(side=side, ship=key),
        commands.DropAnchor(side=side, ship=key),
        *(commands.CastOff(side=side, ship=key, other=other) for other in grappling.ships_to_cast_off(state, key)),
    ]
    return [order for order in orders if rules_of(state).command_handlers.check(state, order) is None]


def _plan_straight(slowed: int, start: PlanEvaluation) -> Plan | None:
    """Return a plan straight ahead whose last `slowed` points are slowed, or None."""
    given = start.allowance
    if slowed > given.points - given.forced:
        return None
    return (ADVANCE,) * (given.points - slowed) + (SLOW,) * slowed


def _plan_under_way(start: PlanEvaluation) -> Plan | None:
    """Return the attempt to get under way if resistance leaves no point (5.3-b), or None."""
    return (ADVANCE,) if start.allowance.resisted and not start.allowance.points else None


def _plan_heave_to(start: PlanEvaluation) -> Plan | None:
    """Return a plan that spends the forced points and stops (AMB-205), or None."""
    given = start.allowance
    return ((ADVANCE,) * given.points + (STOP,)) if given.points == given.forced else None


def _plan_turn(hand: int, part: int, after: int, start: PlanEvaluation) -> Plan | None:
    """Return a plan ahead with one free turn, divided by `part`, after `after` advances (-1: the last)."""
    points = start.allowance.points
    if points < (2 if after < 0 else 1):
        return None
    turn = commands.Step("turn", hand * (start.room.profile.free_turn // part))
    ahead = (ADVANCE,) * points
    return (*ahead[:after], turn, *ahead[after:]) if after >= 0 else (*ahead, turn)


def _plan_pivot(hand: int, last: bool, start: PlanEvaluation) -> Plan | None:
    """Return a plan with a whole turn on the spot before or after the advances, or None."""
    points = start.allowance.points
    if points < 1 + last:
        return None
    pivot, ahead = commands.Step("pivot", hand * start.room.profile.pivot), (ADVANCE,) * (points - 1)
    return (*ahead, pivot) if last else (pivot, *ahead)


PLANS: tuple[PlanMaker, ...] = (
    *(partial(_plan_straight, slowed) for slowed in range(6)),
    _plan_under_way,
    _plan_heave_to,
    *(partial(_plan_turn, *turn) for turn in product((-1, 1), (1, 2), (0, 1, -1))),
    *(partial(_plan_pivot, *pivot) for pivot in product((-1, 1), (False, True))),
)
"""The plans that are offered to each ship, if legal: straight on, slowed early or late, one turn, hove to."""


def check_drop(state: State, command: DropAnchor) -> Refused | None:
    """Return the refusal to drop the anchor, or None."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    ship = state.ships[key]
    if ship.anchored:
        return Refused("SOTL-5.2.5-d", "She is already at anchor.", pieces=(key,))
    if other := sailing.tower_of(state, key) or find_tow(state, key):
        return Refused("SOTL-5.6-d", "Cast off the tow before anchoring.", pieces=(other,))
    if not (ship.move_allows_anchor if ship.moved else sailing.is_stopped(state, key)):
        return Refused("SOTL-5.2.5-d", "She has too much way on; slow her to a stop first.", pieces=(key,))
    return crew_tasks.check_effort(state, key)


def execute_drop_anchor(turn: Context, command: DropAnchor) -> None:
    """Drop the anchor of a ship, which tires the crew."""
    turn.emit(movement.AnchorDropped(ship=command.ship))
    crew_tasks.tire_crew(turn, command.ship, "lowering the anchor")


def check_weigh(state: State, command: WeighAnchor) -> Refused | None:
    """Return the refusal to weigh the anchor, or None."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key) or check_not_moved(state, key):
        return refusal
    if not state.ships[key].anchored:
        return Refused("SOTL-5.2.5-d", "She is not at anchor.", pieces=(key,))
    return crew_tasks.check_effort(state, key)


def execute_weigh_anchor(turn: Context, command: WeighAnchor) -> None:
    """Weigh the anchor of a ship; she stays stopped until she gets under way."""
    turn.emit(movement.AnchorWeighed(ship=command.ship))
    crew_tasks.tire_crew(turn, command.ship, "raising the anchor")


_DEGREES: dict[Broadside, int] = {"port": -90, "starboard": 90}
"""SOTL-5.3-a: never more, never less."""


def check_turn(state: State, command: TurnByBoats) -> Refused | None:
    """Return the refusal to turn a ship by her boats, or None (AMB-76)."""
    key = command.ship
    if (
        refusal := check_commanded(state, command.side, key)
        or check_not_moved(state, key)
        or sailing.check_held(state, key)
    ):
        return refusal
    if not is_head_to_wind(state.ships[key].pose.heading, state.wind):
        return Refused("SOTL-5.3-a", "Boats can turn only a ship that is head to wind.", pieces=(key,))
    if towed := find_tow(state, key):
        return Refused("SOTL-5.3-a", "The boats cannot turn two ships at once; cast off the tow.", pieces=(towed,))
    return crew_tasks.check_effort(state, key) or _check_room(measure_boat_turn(state, command))


def _check_room(swing: positions.PathStep) -> Refused | None:
    if not swing.blocker:
        return None
    by = f"{abs(swing.extent):g}°, the boats turn her 90°"
    return Refused("SOTL-5-f", "There is no room to turn her.", by, (swing.blocker,))


def measure_boat_turn(state: State, command: TurnByBoats) -> positions.PathStep:
    """Return how far the boats turn a ship; a turn that is cut is refused (AMB-126)."""
    room = sailing.build_room(state, command.ship, reach=0)
    return positions.turn_about_pivot(room, state.ships[command.ship].pose, _DEGREES[command.towards])


def execute_turn_by_boats(turn: Context, command: TurnByBoats) -> None:
    """Turn a ship on the spot by her boats; she stays stopped and her crew tires."""
    swing = measure_boat_turn(turn.state, command)
    turn.emit(movement.ShipTurnedByBoats(ship=command.ship, pose=swing.pose, towards=command.towards))
    crew_tasks.tire_crew(turn, command.ship, "pulling her round with the boats")
    for key in swing.gone:
        leave_map(turn, key, by_own_side=True)


Bearing = Callable[[Pose], int]
"""The course from where a ship would lie to what she makes for, in degrees."""
Distance = Callable[[Pose], float]
"""How far off it would be, in UM."""


def fulfil_duties(turn: Context, side: Side) -> None:
    """Execute the duty of each ship of a side in this step, in key order; stop at a question."""
    for key in orders.list_commanded_ships(turn.state, side) if turn.state.phase in rules_of(turn.state).duties else ():
        if order := find_due_command(turn.state, key):
            rules_of(turn.state).command_handlers.execute(turn, order)
        if turn.state.question is not None:
            return


def is_bound(state: State, key: str) -> bool:
    """Return True if a ship has a duty in this step, even if she cannot do it."""
    return any(True for duty in rules_of(state).duties.get(state.phase, ()) for _ in duty(state, key))


def find_due_command(state: State, key: str) -> commands.SideCommand | None:
    """Return the command that the table gives a ship in this step if nobody orders her, or None."""
    wanted = (order for duty in rules_of(state).duties.get(state.phase, ()) for order in duty(state, key))
    return next((one for one in wanted if _is_legal(state, one)), None)


def _is_legal(state: State, order: commands.SideCommand) -> bool:
    return rules_of(state).command_handlers.check(state, order) is None and orders.find_objection(state, order) is None


def list_commands_towards(state: State, key: str, bearing: Bearing) -> Iterator[commands.SideCommand]:
    """Yield commands by which a ship makes for something: weigh, turn by boats, or sail the bee-line."""
    side = side_of(state, key)
    yield commands.WeighAnchor(side=side, ship=key)
    if is_head_to_wind(state.ships[key].pose.heading, state.wind):
        yield commands.TurnByBoats(side=side, ship=key, towards=_smaller_turn(state.ships[key].pose, bearing))
    elif not state.ships[key].moved and (plan := plan_bee_line(state, key, bearing).plan):
        yield commands.Sail(side=side, ship=key, plan=plan)


def _smaller_turn(pose: Pose, bearing: Bearing) -> Broadside:
    off: dict[Broadside, int] = {"port": pose.heading - 90, "starboard": pose.heading + 90}
    port, starboard = BROADSIDES
    left = {hand: measure.heading_difference(off[hand] % 360, bearing(pose)) for hand in BROADSIDES}
    return port if left[port] < left[starboard] else starboard


@cache_per_state
def plan_bee_line(state: State, key: str, bearing: Bearing) -> PlanEvaluation:
    """Return a plan ahead with all points that turns towards the target, never into the wind's eye."""
    made = begin_plan(state, key)
    while not (made.refusal or made.end) and (made.points_left > 0 or not made.plan):
        turned = _try_advance(made, _choose_helm(state, made, bearing))
        onward = turned if turned.refusal is None else _try_advance(made, 0)
        if onward.refusal:
            break
        made = onward
    return made


def _try_advance(made: PlanEvaluation, degrees: int) -> PlanEvaluation:
    helm = (commands.Step("turn", degrees),) if degrees else ()
    return continue_plan(made, (*helm, ADVANCE))


def _choose_helm(state: State, made: PlanEvaluation, bearing: Bearing) -> int:
    """Return the degrees of the free turn towards the target, less if the ship would be head to wind."""
    off = (bearing(made.pose) - made.pose.heading + 180) % 360 - 180
    most = min(abs(off), state.profile.free_turn)
    hand = 1 if off > 0 else -1
    clear = (
        degrees
        for degrees in range(most, 0, -1)
        if not is_head_to_wind((made.pose.heading + hand * degrees) % 360, state.wind)
    )
    return hand * next(clear, 0)


def check_course(state: State, tried: PlanEvaluation, bearing: Bearing, away: Distance, mark: str) -> Refused | None:
    """Return the refusal of a plan that ends farther from the target where the bee-line ends nearer, or None."""
    began, ends = away(state.ships[tried.ship].pose), away(tried.pose)
    if ends <= began or away(plan_bee_line(state, tried.ship, bearing).pose) >= began:
        return None
    by = f"{positions.format_um(round(ends - began, 3))} farther away"
    return Refused("AMB-149", f"She must make for {mark}.", by, (tried.ship,))


@cache_per_state
def bearing_to(state: State, key: str, mark: str) -> Bearing:
    """Return a function from a pose of the ship to the bearing of `mark`, between hull centers."""
    there = positions.hull_center(state, mark)

    def bearing(pose: Pose) -> int:
        return measure.bearing(hull.centre(pose, positions.hull_size(state, key)[0]), there)

    return bearing
