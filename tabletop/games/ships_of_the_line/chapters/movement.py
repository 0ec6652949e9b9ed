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
    """Return the refusal of a move: a ship of others or already moved, or an illegal plan; else None."""
    return (
        check_commanded(state, command.side, command.ship)
        or check_not_moved(state, command.ship)
        or evaluate_plan(state, command.ship, command.plan).verdict
    )


def execute_sail(turn: Context, command: Sail) -> None:
    """Carry out the whole plan of a ship, with all that follows from the move (AMB-89)."""
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
    """Let each ship of a side, under way and not yet moved, make her forced move, in key order (AMB-89).

    A ship whose forced move comes to nothing stays as she is.
    """
    for key in list_commanded_ships(turn.state, side):
        ship = turn.state.ships[key]
        if not ship.moved and is_on_map(turn.state, key) and not is_stopped(turn.state, key):
            # she runs on by her inertia and loses the rest of her way
            tried = evaluate_plan(turn.state, key, plan_without_orders(turn.state, key))
            if tried.legs or tried.is_stopped:
                make_move(turn, tried, ordered=False)


def plan_without_orders(state: State, key: str) -> tuple[Step, ...]:
    """Return the plan of a ship without orders: her forced points straight ahead.

    A rule module may give another plan; the first that does counts.
    """
    plans = (plan for unordered in rules_of(state).default_moves if (plan := unordered(state, key)) is not None)
    return next(plans, (ADVANCE,) * compute_allowance(state, key).forced)


def make_move(
    turn: Context, tried: PlanEvaluation, *, ordered: bool = True, leader: Unaided | UnsetType = UNSET
) -> None:
    """Emit the move of an evaluated plan, then run the rules after a move.

    Ships whose center crossed the edge leave the map first (AMB-12). The plan is not checked.
    """
    made = build_motion(turn.state, tried, leader)
    turn.emit(build_ship_sailed(tried, ordered=ordered))
    for key in tried.departing_ships:
        leave_map(turn, key, by_own_side=True)
    _run_motion_rules(turn, made)


def build_motion(state: State, tried: PlanEvaluation, leader: Unaided | UnsetType = UNSET) -> Motion:
    """Return an evaluated plan as the motion that rule modules read: ships that moved, blocker and legs."""
    ships = (tried.ship, tried.tow) if tried.tow_pose else (tried.ship,)
    poses = {tried.ship: tried.pose}
    if tried.tow and tried.contact:
        # a turn before the first advance is cut where the wake has no room, though the tow does not follow it yet
        poses[tried.tow] = tried.tow_pose or positions.compute_tow_pose(tried.room, tried.pose)
    return Motion(state, ships, _ship_cut_short(state, poses, tried.contact), tried.contact, tried.legs, leader)


def _ship_cut_short(state: State, poses: Mapping[str, Pose], blocker: str) -> str:
    """Return the ship, of those ending at `poses`, whose hull is nearest to the ship `blocker` (AMB-159).

    Ships that move as one stop together, but only the nearest hull has met the blocker. "" if the blocker is no
    ship.
    """
    if blocker not in state.ships:
        return ""
    return min(poses, key=lambda key: positions.gap_from(state, key, poses[key], blocker).distance)


def _run_motion_rules(turn: Context, motion: Motion) -> None:
    """Run the rules that follow a move or a drift (AMB-145)."""
    for rule in rules_of(turn.state).post_move_rules:
        rule(turn, motion)


def build_ship_sailed(tried: PlanEvaluation, *, ordered: bool = True) -> movement.ShipSailed:
    """Return an evaluated plan as an event; nothing is emitted. `ordered` False: nobody ordered the move."""
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
    """Emit that a ship leaves the map, cut all her ties, and score if she has fled (8-e, AMB-138).

    A ship has fled if she was in service and her own side took her off, not if she drifted (AMB-12).
    """
    fled = by_own_side and turn.state.ships[key].status == "in_service"
    turn.emit(movement.ShipLeft(ship=key, fled=fled))
    victory.cut_all_ties(turn, key)
    if fled:
        victory.score_fled(turn, key)


def drift_ships(turn: Context) -> None:
    """Let each ship or locked group drift once, in key order, if all of the group are without way.

    Does nothing in a wind in which ships do not drift.
    """
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
    """Return True if a ship is stopped or held, and neither anchored nor aground.

    A ship in tow drifts if her tower is marked stopped. Drift of the wind is not considered.
    """
    ship = state.ships[key]
    if ship.anchored or ship.aground:
        return False
    tower = tower_of(state, key)
    return state.ships[tower].stopped if tower else ship.stopped or check_held(state, key) is not None


def find_locked_group(state: State, key: str) -> tuple[str, ...]:
    """Return the ships bound to a ship by grapples, foulings and tows, directly or not, in key order.

    The ship herself is included, also if nothing binds her.
    """
    bonds = [{one.first, one.second} for one in state.grapples] + [{tow.tower, tow.towed} for tow in state.tows]
    bonds += [{one.first, one.second} for one in state.foulings or ()]
    group, grown = set[str](), {key}
    while grown != group:
        group = grown
        grown = group.union(*(bond for bond in bonds if bond & group))
    return tuple(one for one in state.ships if one in group)


def _drift_group(turn: Context, group: tuple[str, ...]) -> None:
    """Move a group downwind as one, as far as the profile says or until something is in the way.

    A single ship that nothing stops also turns towards running before the wind. Emits nothing if no pose changes;
    else ships beyond the edge leave the map, and the rules after a motion run.
    """
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
    """Return the turn of a drifting ship towards `downwind`, as far as profile and room allow."""
    off = (downwind - pose.heading) % 360
    most = state.profile.drift_turn
    degrees = min(off, most) if off <= 180 else -min(360 - off, most)
    return positions.turn_about_pivot(sailing.build_room(state, key, reach=state.profile.drift_distance), pose, degrees)


def _leave_beyond_edge(turn: Context, group: tuple[str, ...]) -> None:
    """Take each ship of the group off the map whose center lies beyond the edge; she has not fled."""
    sea = turn.state.sea
    bounds = sea.west, sea.south, sea.east, sea.north
    for key in group:
        middle = hull.centre(turn.state.ships[key].pose, positions.hull_size(turn.state, key)[0])
        if edges.is_outside(bounds, middle):
            leave_map(turn, key, by_own_side=False)


def ships_to_move(state: State, side: Side) -> Iterator[str]:
    """Yield the ships of a side that can still move or weigh anchor, in key order.

    These await orders, have not moved, and are at anchor or held by nothing.
    """
    idle = (key for key in ships_awaiting_orders(state, side) if not state.ships[key].moved)
    return (key for key in idle if state.ships[key].anchored or check_held(state, key) is None)


@cache_per_state
def prompt_besides_sailing(state: State, side: Side) -> str:
    """Return the prompt of the Movement Phase once no ship of a side can sail freely: ``Drop anchor?``.

    It names the other commands that are left, and forced moves of ships with a duty. "" if a ship can be sailed
    freely, if no ship can act, and outside this phase.
    """
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
    """Return the legal commands of a side in the movement phase, ship by ship.

    Of all plans only some are offered. Each part is computed only when it is asked for.
    """
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
    """Return True if a plan could be ordered to a ship: not moved, not held, and no module forbids it."""
    return not (state.ships[key].moved or check_held(state, key) or find_unwillingness(state, key, commands.Sail))


def list_sails(state: State, side: Side, key: str, which: int) -> Sequence[commands.Sail]:
    """Return a tuple with the command for offered plan number `which`.

    () if the ship cannot or may not make it.
    """
    plan = rules_of(state).plans[which](begin_plan(state, key))
    if plan is None or evaluate_plan(state, key, plan).verdict is not None:
        return ()
    return (commands.Sail(side=side, ship=key, plan=plan),)


def _list_other_commands(state: State, side: Side, key: str) -> Sequence[commands.SideCommand]:
    """Return the legal commands for a ship that need no plan: boats, anchor, cast off."""
    orders: list[commands.SideCommand] = [
        *(commands.TurnByBoats(side=side, ship=key, towards=towards) for towards in BROADSIDES),
        commands.WeighAnchor(side=side, ship=key),
        commands.DropAnchor(side=side, ship=key),
        *(commands.CastOff(side=side, ship=key, other=other) for other in grappling.ships_to_cast_off(state, key)),
    ]
    return [order for order in orders if rules_of(state).command_handlers.check(state, order) is None]


def _plan_straight(slowed: int, start: PlanEvaluation) -> Plan | None:
    """Return a plan that goes straight ahead and slows the last `slowed` points; None if too few are free."""
    given = start.allowance
    if slowed > given.points - given.forced:
        return None
    return (ADVANCE,) * (given.points - slowed) + (SLOW,) * slowed


def _plan_under_way(start: PlanEvaluation) -> Plan | None:
    """Return a single advance for a stopped ship to which resistance leaves no point (5.3-b), else None."""
    return (ADVANCE,) if start.allowance.resisted and not start.allowance.points else None


def _plan_heave_to(start: PlanEvaluation) -> Plan | None:
    """Return all points ahead and a stop for a ship whose points are all forced (AMB-205), else None."""
    given = start.allowance
    return ((ADVANCE,) * given.points + (STOP,)) if given.points == given.forced else None


def _plan_turn(hand: int, part: int, after: int, start: PlanEvaluation) -> Plan | None:
    """Return a plan with all points ahead and one free turn; None with too few points.

    Args:
        hand: −1 turns to port, 1 to starboard.
        part: the turn is the widest free turn divided by `part`.
        after: advances before the turn; −1 puts the turn at the end, which takes 2 points.
        start: the evaluation before the first step.
    """
    points = start.allowance.points
    if points < (2 if after < 0 else 1):
        return None
    turn = commands.Step("turn", hand * (start.room.profile.free_turn // part))
    ahead = (ADVANCE,) * points
    return (*ahead[:after], turn, *ahead[after:]) if after >= 0 else (*ahead, turn)


def _plan_pivot(hand: int, last: bool, start: PlanEvaluation) -> Plan | None:
    """Return a plan with the widest turn on the spot and all other points ahead; None with too few points.

    Args:
        hand: −1 turns to port, 1 to starboard.
        last: True turns at the end, which takes 2 points; False turns first.
        start: the evaluation before the first step.
    """
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
    """Return the refusal to drop the anchor, or None.

    Refused: a ship of others, at anchor, or in a tow; a ship with way on, or whose move did not slow to a stop; an
    exhausted crew.
    """
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
    """Emit that a ship drops her anchor, which ends her move, and tire the crew."""
    turn.emit(movement.AnchorDropped(ship=command.ship))
    crew_tasks.tire_crew(turn, command.ship, "lowering the anchor")


def check_weigh(state: State, command: WeighAnchor) -> Refused | None:
    """Return the refusal to weigh the anchor, or None.

    Refused: a ship of others, one that has moved or is not at anchor, and an exhausted crew.
    """
    key = command.ship
    if refusal := check_commanded(state, command.side, key) or check_not_moved(state, key):
        return refusal
    if not state.ships[key].anchored:
        return Refused("SOTL-5.2.5-d", "She is not at anchor.", pieces=(key,))
    return crew_tasks.check_effort(state, key)


def execute_weigh_anchor(turn: Context, command: WeighAnchor) -> None:
    """Emit that a ship weighs her anchor, which ends her move and leaves her stopped, and tire the crew."""
    turn.emit(movement.AnchorWeighed(ship=command.ship))
    crew_tasks.tire_crew(turn, command.ship, "raising the anchor")


_DEGREES: dict[Broadside, int] = {"port": -90, "starboard": 90}
"""The turn by boats, starboard positive: never more, never less (SOTL-5.3-a)."""


def check_turn(state: State, command: TurnByBoats) -> Refused | None:
    """Return the refusal to turn a ship by her boats, or None (AMB-76).

    Refused: a ship of others, moved, held, not head to wind, or with a ship in tow; an exhausted crew; no room for
    all 90°.
    """
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
    """Return the refusal if something cuts the turn by boats short, or None."""
    if not swing.blocker:
        return None
    by = f"{abs(swing.extent):g}°, the boats turn her 90°"
    return Refused("SOTL-5-f", "There is no room to turn her.", by, (swing.blocker,))


def measure_boat_turn(state: State, command: TurnByBoats) -> positions.PathStep:
    """Return the turn of a ship by her boats, up to 90° or to what is in the way (AMB-126).

    Nothing is checked.
    """
    room = sailing.build_room(state, command.ship, reach=0)
    return positions.turn_about_pivot(room, state.ships[command.ship].pose, _DEGREES[command.towards])


def execute_turn_by_boats(turn: Context, command: TurnByBoats) -> None:
    """Emit the turn by boats, which ends the move and leaves the ship stopped, and tire the crew.

    A ship whose center crosses the edge leaves the map.
    """
    swing = measure_boat_turn(turn.state, command)
    turn.emit(movement.ShipTurnedByBoats(ship=command.ship, pose=swing.pose, towards=command.towards))
    crew_tasks.tire_crew(turn, command.ship, "pulling her round with the boats")
    for key in swing.gone:
        leave_map(turn, key, by_own_side=True)


Bearing = Callable[[Pose], int]
"""Returns the course in degrees from the center of a ship at a pose to her goal."""
Distance = Callable[[Pose], float]
"""Returns the distance in UM from a ship at a pose to her goal."""


def fulfil_duties(turn: Context, side: Side) -> None:
    """Execute the first legal duty of each ship of a side in this step, in key order.

    Stop if a question waits.
    """
    for key in orders.list_commanded_ships(turn.state, side) if turn.state.phase in rules_of(turn.state).duties else ():
        if order := find_due_command(turn.state, key):
            rules_of(turn.state).command_handlers.execute(turn, order)
        if turn.state.question is not None:
            return


def is_bound(state: State, key: str) -> bool:
    """Return True if a rule module gives a ship a duty in this step, even one that she cannot do."""
    return any(True for duty in rules_of(state).duties.get(state.phase, ()) for _ in duty(state, key))


def find_due_command(state: State, key: str) -> commands.SideCommand | None:
    """Return the first legal command among a ship's duties in this step; None if there is none.

    The table gives the command if nobody orders the ship (AMB-149).
    """
    wanted = (order for duty in rules_of(state).duties.get(state.phase, ()) for order in duty(state, key))
    return next((one for one in wanted if _is_legal(state, one)), None)


def _is_legal(state: State, order: commands.SideCommand) -> bool:
    """Return True if the rules of the command allow it and no rule module objects.

    The turn and the player are not checked.
    """
    return rules_of(state).command_handlers.check(state, order) is None and orders.find_objection(state, order) is None


def list_commands_towards(state: State, key: str, bearing: Bearing) -> Iterator[commands.SideCommand]:
    """Yield commands by which a ship makes for a goal: weigh anchor, then boats or the bee-line.

    Boats only if she is head to wind; a plan only if she has not moved. The commands are unchecked.
    """
    side = side_of(state, key)
    yield commands.WeighAnchor(side=side, ship=key)
    if is_head_to_wind(state.ships[key].pose.heading, state.wind):
        yield commands.TurnByBoats(side=side, ship=key, towards=_smaller_turn(state.ships[key].pose, bearing))
    elif not state.ships[key].moved and (plan := plan_bee_line(state, key, bearing).plan):
        yield commands.Sail(side=side, ship=key, plan=plan)


def _smaller_turn(pose: Pose, bearing: Bearing) -> Broadside:
    """Return the side of a 90° turn after which the ship heads nearer to the goal.

    Starboard if both are equal.
    """
    off: dict[Broadside, int] = {"port": pose.heading - 90, "starboard": pose.heading + 90}
    port, starboard = BROADSIDES
    left = {hand: measure.heading_difference(off[hand] % 360, bearing(pose)) for hand in BROADSIDES}
    return port if left[port] < left[starboard] else starboard


@cache_per_state
def plan_bee_line(state: State, key: str, bearing: Bearing) -> PlanEvaluation:
    """Return the evaluation of a plan with all points ahead that turns to the goal before each advance.

    It never turns head to wind, and goes straight on where it cannot turn. It ends where an advance is refused.
    """
    made = begin_plan(state, key)
    while not (made.refusal or made.end) and (made.points_left > 0 or not made.plan):
        turned = _try_advance(made, _choose_helm(state, made, bearing))
        onward = turned if turned.refusal is None else _try_advance(made, 0)
        if onward.refusal:
            break
        made = onward
    return made


def _try_advance(made: PlanEvaluation, degrees: int) -> PlanEvaluation:
    """Return the evaluation continued by a free turn of `degrees`, none for 0, and an advance."""
    helm = (commands.Step("turn", degrees),) if degrees else ()
    return continue_plan(made, (*helm, ADVANCE))


def _choose_helm(state: State, made: PlanEvaluation, bearing: Bearing) -> int:
    """Return the degrees of the next free turn towards the goal, starboard positive, 0 for none.

    The turn is narrowed until the ship would not be head to wind.
    """
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
    """Return the refusal of a plan that ends farther from the goal although the bee-line would end nearer.

    None for any other plan. `bearing` and `away` measure from a pose to the goal, and `mark` is its name.
    """
    began, ends = away(state.ships[tried.ship].pose), away(tried.pose)
    if ends <= began or away(plan_bee_line(state, tried.ship, bearing).pose) >= began:
        return None
    by = f"{positions.format_um(round(ends - began, 3))} farther away"
    return Refused("AMB-149", f"She must make for {mark}.", by, (tried.ship,))


@cache_per_state
def bearing_to(state: State, key: str, mark: str) -> Bearing:
    """Return a function from a pose of ship `key` to the course in degrees to `mark`, center to center."""
    there = positions.hull_center(state, mark)

    def bearing(pose: Pose) -> int:
        return measure.bearing(hull.centre(pose, positions.hull_size(state, key)[0]), there)

    return bearing
