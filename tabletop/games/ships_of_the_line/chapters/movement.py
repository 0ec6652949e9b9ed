"""Chapter 5: the movement phase: moves, anchors, boats, drift, and what ships must do without orders."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling, orders, sailing, victory
from tabletop.games.ships_of_the_line.chapters.orders import awaiting, check_commanded, commanded, unwilling
from tabletop.games.ships_of_the_line.chapters.sailing import (
    ADVANCE,
    SLOW,
    STOP,
    allowance,
    begin,
    check_not_moved,
    go_on,
    held,
    lies_stopped,
    towed_by,
    tower_of,
    trial,
)
from tabletop.games.ships_of_the_line.commands import DropAnchor, Sail, Step, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.events.movement import (
    AnchorDropped,
    AnchorWeighed,
    ShipDrifted,
    ShipLeft,
    ShipSailed,
    ShipStopped,
    ShipTurnedByBoats,
)
from tabletop.games.ships_of_the_line.hooks import Motion, Plan, PlanEvaluation, Planned
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Side, Unaided
from tabletop.games.ships_of_the_line.state import Context, State, in_the_winds_eye, on_map, side_of
from tabletop.geometry import edges, hull, measure, sweep
from tabletop.geometry.pose import Pose


def check_sail(state: State, command: Sail) -> Refused | None:
    """Why a ship may not make this move, or None."""
    return (
        check_commanded(state, command.side, command.ship)
        or check_not_moved(state, command.ship)
        or trial(state, command.ship, command.plan).verdict
    )


def sail(turn: Context, command: Sail) -> None:
    """She makes her whole move (AMB-89)."""
    make(turn, trial(turn.state, command.ship, command.plan), leader=command.leader)


def open_phase(turn: Context) -> None:
    """Cast off tows that no longer hold, then mark each ship that cannot make way as stopped (AMB-72).

    Such a ship pays for getting under way when she can move again.
    """
    grappling.let_go(turn)
    for key, ship in turn.state.ships.items():
        if on_map(turn.state, key) and not ship.stopped and lies_stopped(turn.state, key):
            hold = held(turn.state, key)
            turn.emit(ShipStopped(ship=key, reason=hold.reason if hold else "She lies head to wind."))


def close_side(turn: Context, side: Side) -> None:
    """Ships under way that were not commanded make their forced spend, in key order (AMB-89)."""
    for key in commanded(turn.state, side):
        ship = turn.state.ships[key]
        if not ship.moved and on_map(turn.state, key) and not lies_stopped(turn.state, key):
            # she runs on by her inertia and loses the rest of her way
            tried = trial(turn.state, key, run_on(turn.state, key))
            if tried.legs or tried.stopped:
                make(turn, tried, ordered=False)


def run_on(state: State, key: str) -> tuple[Step, ...]:
    """The move that a ship under way makes without orders: straight ahead, unless a rule module says otherwise."""
    plans = (plan for unordered in rules_of(state).unordered if (plan := unordered(state, key)) is not None)
    return next(plans, (ADVANCE,) * allowance(state, key).forced)


def make(turn: Context, tried: PlanEvaluation, *, ordered: bool = True, leader: Unaided | UnsetType = UNSET) -> None:
    """What was tried is done; a ship whose middle crossed the edge is gone for good (AMB-12)."""
    made = motion(turn.state, tried, leader)
    turn.emit(sailed(tried, ordered=ordered))
    for key in tried.gone:
        leave(turn, key, by_own_side=True)
    _follow_up(turn, made)


def motion(state: State, tried: PlanEvaluation, leader: Unaided | UnsetType = UNSET) -> Motion:
    """Return a tried move in the form that rule modules read."""
    ships = (tried.ship, tried.towed) if tried.towed_pose else (tried.ship,)
    poses = {tried.ship: tried.pose}
    if tried.towed and tried.contact:
        # a turn before the first advance is cut where the wake has no room, though the tow does not follow it yet
        poses[tried.towed] = tried.towed_pose or positions.wake(tried.room, tried.pose)
    return Motion(state, ships, _ship_cut_short(state, poses, tried.contact), tried.contact, tried.legs, leader)


def _ship_cut_short(state: State, poses: Mapping[str, Pose], blocker: str) -> str:
    """Return the ship that `blocker` stopped, of those that end at `poses`; "" if no ship blocked them (AMB-159).

    Ships that move as one stop together, but only the hull nearest to the blocker has met it.
    """
    if blocker not in state.ships:
        return ""
    return min(poses, key=lambda key: positions.gap_from(state, key, poses[key], blocker).distance)


def _follow_up(turn: Context, motion: Motion) -> None:
    """What rule modules make of a move or a drift (AMB-145)."""
    for rule in rules_of(turn.state).moved:
        rule(turn, motion)


def sailed(tried: PlanEvaluation, *, ordered: bool = True) -> ShipSailed:
    """A tried move as an event."""
    return ShipSailed(
        ship=tried.ship,
        plan=tried.plan,
        legs=tried.legs,
        pose=tried.pose,
        allowance=tried.allowance.working,
        percentage=tried.allowance.percentage,
        forced=tried.allowance.forced,
        spent=tried.spent,
        slowed=tried.all_slowed,
        stopped=tried.stopped,
        allows_anchor=tried.slowed_to_a_stop and not tried.was_stopped,
        contact=tried.contact,
        ordered=ordered,
        towed=tried.towed if tried.towed_pose else "",
        towed_pose=tried.towed_pose,
    )


def leave(turn: Context, key: str, *, by_own_side: bool) -> None:
    """A ship is gone from the map; only one that her own side took off has fled (8-e, AMB-12, AMB-138)."""
    fled = by_own_side and turn.state.ships[key].status == "in_service"
    turn.emit(ShipLeft(ship=key, fled=fled))
    victory.part_all(turn, key)
    if fled:
        victory.score_fled(turn, key)


def drift(turn: Context) -> None:
    """At the end of the movement phase, in key order, each ship or locked group once."""
    if not turn.state.drift:
        return
    drifted: set[str] = set()
    for key in turn.state.ships:
        if key not in drifted and on_map(turn.state, key):
            group = locked_with(turn.state, key)
            drifted |= set(group)
            if all(drifts(turn.state, one) for one in group):
                _carry(turn, group)


def drifts(state: State, key: str) -> bool:
    """Whether a ship has no way on her and no anchor down; a towed ship only when her tower lies stopped too."""
    ship = state.ships[key]
    if ship.anchored or ship.aground:
        return False
    tower = tower_of(state, key)
    return state.ships[tower].stopped if tower else ship.stopped or held(state, key) is not None


def locked_with(state: State, key: str) -> tuple[str, ...]:
    """The ships that drift as one with a ship, herself among them, in key order: grapples, foulings and tows bind."""
    bonds = [{one.first, one.second} for one in state.grapples] + [{tow.tower, tow.towed} for tow in state.tows]
    bonds += [{one.first, one.second} for one in state.foulings or ()]
    group, grown = set[str](), {key}
    while grown != group:
        group = grown
        grown = group.union(*(bond for bond in bonds if bond & group))
    return tuple(one for one in state.ships if one in group)


def _carry(turn: Context, group: tuple[str, ...]) -> None:
    state = turn.state
    downwind = (state.wind.origin + 180) % 360
    far, gap = state.profile.drift_distance, state.profile.contact_gap
    others = positions.about(state, group, far + 1)
    obstacles = {key: positions.outline(state, key) for key in others} | sailing.barriers(state)
    bodies = [positions.outline(state, key) for key in group]
    cut = sweep.shift_limit(bodies, downwind, far, obstacles, gap)
    poses = {key: state.ships[key].pose.shift(*cut.shift) for key in group}
    contact = positions.named(cut.blocker or "")
    if len(group) == 1 and not contact:
        ((key, pose),) = poses.items()
        way = _swing(state, key, pose, downwind)
        poses, contact = {key: way.pose}, way.blocker
    if any(pose != state.ships[key].pose for key, pose in poses.items()):
        turn.emit(ShipDrifted(poses=poses, contact=contact))
        _leave(turn, group)
        _follow_up(turn, Motion(state, group, _ship_cut_short(state, poses, contact), contact))


def _swing(state: State, key: str, pose: Pose, downwind: int) -> positions.PathStep:
    """She turns towards running before the wind, by the shorter way; starboard if both are equal."""
    off = (downwind - pose.heading) % 360
    most = state.profile.drift_turn
    degrees = min(off, most) if off <= 180 else -min(360 - off, most)
    return positions.round_to(sailing.room(state, key, reach=state.profile.drift_distance), pose, degrees)


def _leave(turn: Context, group: tuple[str, ...]) -> None:
    sea = turn.state.sea
    bounds = sea.west, sea.south, sea.east, sea.north
    for key in group:
        middle = hull.centre(turn.state.ships[key].pose, positions.size(turn.state, key)[0])
        if edges.is_outside(bounds, middle):
            leave(turn, key, by_own_side=False)


def actors(state: State, side: Side) -> Iterator[str]:
    """Ships of a side that can still move, or weigh anchor, in key order."""
    idle = (key for key in awaiting(state, side) if not state.ships[key].moved)
    return (key for key in idle if state.ships[key].anchored or held(state, key) is None)


@per_state
def besides_sailing(state: State, side: Side) -> str:
    """What is left, as it is asked, where no ship is free to sail any more; empty while one is, and in other phases."""
    able = tuple(actors(state, side)) if state.phase == "movement" else ()
    if not able or any(may_sail(state, key) and not bound(state, key) for key in able):
        return ""
    others = {key: {type(order) for order in _others(state, side, key)} for key in able}
    words = [
        words
        for kind, words in _BESIDES.items()
        if any(kind in others[key] and not unwilling(state, key, kind) for key in able)
    ]
    words += ["let ships do their duty"] if any(bound(state, key) for key in able) else []
    return capital(f"{' or '.join(words)}?") if words else phase_of(state).idle


_BESIDES: dict[type[commands.ShipCommand], str] = {
    commands.WeighAnchor: "weigh anchor", commands.TurnByBoats: "turn by boats", commands.DropAnchor: "drop anchor",
    commands.CastOff: "cast off",
}  # fmt: skip


def choices(state: State, side: Side) -> Offers[commands.SideCommand]:
    """What a side could order in the movement phase; of each ship's plans the legal ones of a few."""
    # a ship that has moved may still anchor
    keys = [key for key in awaiting(state, side) if not state.ships[key].moved or state.ships[key].move_allows_anchor]
    each = len(rules_of(state).plans) + 1

    def at(place: int) -> Sequence[commands.SideCommand]:
        ship, which = divmod(place, each)
        if which == each - 1:
            return _others(state, side, keys[ship])
        return sails(state, side, keys[ship], which) if may_sail(state, keys[ship]) else ()

    return Offers(each * len(keys), at)


@per_state
def may_sail(state: State, key: str) -> bool:
    """Whether any plan could be ordered to a ship."""
    return not (state.ships[key].moved or held(state, key) or unwilling(state, key, commands.Sail))


def sails(state: State, side: Side, key: str, which: int) -> Sequence[commands.Sail]:
    """One of the plans that are offered as an order to a ship that may sail, if it is legal."""
    plan = rules_of(state).plans[which](begin(state, key))
    if plan is None or trial(state, key, plan).verdict is not None:
        return ()
    return (commands.Sail(side=side, ship=key, plan=plan),)


def _others(state: State, side: Side, key: str) -> Sequence[commands.SideCommand]:
    """Whatever a ship could be ordered in this phase without a plan."""
    orders: list[commands.SideCommand] = [
        *(commands.TurnByBoats(side=side, ship=key, towards=towards) for towards in BROADSIDES),
        commands.WeighAnchor(side=side, ship=key),
        commands.DropAnchor(side=side, ship=key),
        *(commands.CastOff(side=side, ship=key, other=other) for other in grappling.may_cast_off(state, key)),
    ]
    return [order for order in orders if rules_of(state).command_handlers.check(state, order) is None]


def _straight(slowed: int, start: PlanEvaluation) -> Plan | None:
    """Ahead, but for some points at the end that are slowed."""
    given = start.allowance
    if slowed > given.points - given.forced:
        return None
    return (ADVANCE,) * (given.points - slowed) + (SLOW,) * slowed


def _getting_under_way(start: PlanEvaluation) -> Plan | None:
    """The attempt of a stopped ship whom the resistance leaves no point (5.3-b)."""
    return (ADVANCE,) if start.allowance.resisted and not start.allowance.points else None


def _heaving_to(start: PlanEvaluation) -> Plan | None:
    """The forced spend, and stop (AMB-205)."""
    given = start.allowance
    return ((ADVANCE,) * given.points + (STOP,)) if given.points == given.forced else None


def _turning(hand: int, part: int, after: int, start: PlanEvaluation) -> Plan | None:
    """Ahead with all points and one free turn, a whole one or half of it, after so many advances or the last (-1)."""
    points = start.allowance.points
    if points < (2 if after < 0 else 1):
        return None
    turn = commands.Step("turn", hand * (start.room.profile.free_turn // part))
    ahead = (ADVANCE,) * points
    return (*ahead[:after], turn, *ahead[after:]) if after >= 0 else (*ahead, turn)


def _pivoting(hand: int, last: bool, start: PlanEvaluation) -> Plan | None:
    """A whole turn on the spot before or after the advances."""
    points = start.allowance.points
    if points < 1 + last:
        return None
    pivot, ahead = commands.Step("pivot", hand * start.room.profile.pivot), (ADVANCE,) * (points - 1)
    return (*ahead, pivot) if last else (pivot, *ahead)


PLANS: tuple[Planned, ...] = (
    *(partial(_straight, slowed) for slowed in range(6)),
    _getting_under_way,
    _heaving_to,
    *(partial(_turning, *turn) for turn in product((-1, 1), (1, 2), (0, 1, -1))),
    *(partial(_pivoting, *pivot) for pivot in product((-1, 1), (False, True))),
)
"""The plans that are offered, at most so many for a ship: straight on, slowed early or late, one turn, hove to."""


def check_drop(state: State, command: DropAnchor) -> Refused | None:
    """Why she cannot anchor now, or None."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    ship = state.ships[key]
    if ship.anchored:
        return Refused("SOTL-5.2.5-d", "She lies at anchor already.", pieces=(key,))
    if other := sailing.tower_of(state, key) or towed_by(state, key):
        return Refused("SOTL-5.6-d", "Cast off the tow before anchoring.", pieces=(other,))
    if not (ship.move_allows_anchor if ship.moved else sailing.lies_stopped(state, key)):
        return Refused("SOTL-5.2.5-d", "She has too much way on her; slow her to a stop first.", pieces=(key,))
    return crew_tasks.check_effort(state, key)


def drop(turn: Context, command: DropAnchor) -> None:
    """She lies at anchor."""
    turn.emit(AnchorDropped(ship=command.ship))
    crew_tasks.tire(turn, command.ship, "lowering the anchor")


def check_weigh(state: State, command: WeighAnchor) -> Refused | None:
    """Why she cannot weigh now, or None."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key) or check_not_moved(state, key):
        return refusal
    if not state.ships[key].anchored:
        return Refused("SOTL-5.2.5-d", "She is not at anchor.", pieces=(key,))
    return crew_tasks.check_effort(state, key)


def weigh(turn: Context, command: WeighAnchor) -> None:
    """Her anchor is up; she lies stopped until she gets under way."""
    turn.emit(AnchorWeighed(ship=command.ship))
    crew_tasks.tire(turn, command.ship, "raising the anchor")


_DEGREES: dict[Broadside, int] = {"port": -90, "starboard": 90}
"""SOTL-5.3-a: never more, never less."""


def check_turn(state: State, command: TurnByBoats) -> Refused | None:
    """Why the boats cannot turn her, or None (AMB-76)."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key) or check_not_moved(state, key) or sailing.held(state, key):
        return refusal
    if not in_the_winds_eye(state.ships[key].pose.heading, state.wind):
        return Refused("SOTL-5.3-a", "Boats pull round only a ship that lies head to wind.", pieces=(key,))
    if towed := towed_by(state, key):
        return Refused("SOTL-5.3-a", "The boats cannot turn two ships at once; cast off the tow.", pieces=(towed,))
    return crew_tasks.check_effort(state, key) or _check_room(way_round(state, command))


def _check_room(swing: positions.PathStep) -> Refused | None:
    if not swing.blocker:
        return None
    by = f"{abs(swing.extent):g}°, the boats turn her 90°"
    return Refused("SOTL-5-f", "There is no room to swing her round.", by, (swing.blocker,))


def way_round(state: State, command: TurnByBoats) -> positions.PathStep:
    """How far the boats get her, for the ghost on the table too; a way that is cut is refused (AMB-126)."""
    room = sailing.room(state, command.ship, reach=0)
    return positions.round_to(room, state.ships[command.ship].pose, _DEGREES[command.towards])


def turn_round(turn: Context, command: TurnByBoats) -> None:
    """She comes round on the spot and stays stopped; the crew is the more tired for it."""
    swing = way_round(turn.state, command)
    turn.emit(ShipTurnedByBoats(ship=command.ship, pose=swing.pose, towards=command.towards))
    crew_tasks.tire(turn, command.ship, "pulling her round with the boats")
    for key in swing.gone:
        leave(turn, key, by_own_side=True)


Bearing = Callable[[Pose], int]
"""The course from where a ship would lie to what she makes for, in degrees."""
Distance = Callable[[Pose], float]
"""How far off it would be, in UM."""


def fulfil(turn: Context, side: Side) -> None:
    """Each ship of a side that has a duty in this step does it, in key order; a question that comes of one waits."""
    for key in orders.commanded(turn.state, side) if turn.state.phase in rules_of(turn.state).duties else ():
        if order := due(turn.state, key):
            rules_of(turn.state).command_handlers.execute(turn, order)
        if turn.state.question is not None:
            return


def bound(state: State, key: str) -> bool:
    """Whether a ship must do something in this step, be she able to or not."""
    return any(True for duty in rules_of(state).duties.get(state.phase, ()) for _ in duty(state, key))


def due(state: State, key: str) -> commands.SideCommand | None:
    """What a ship will do in this step if nobody orders her otherwise, because she must; None if she is free."""
    wanted = (order for duty in rules_of(state).duties.get(state.phase, ()) for order in duty(state, key))
    return next((one for one in wanted if _legal(state, one)), None)


def _legal(state: State, order: commands.SideCommand) -> bool:
    return rules_of(state).command_handlers.check(state, order) is None and orders.objection(state, order) is None


def sail_towards(state: State, key: str, bearing: Bearing) -> Iterator[commands.SideCommand]:
    """How a ship makes for something: the anchor up, her boats out where she lies head to wind, or the bee-line."""
    side = side_of(state, key)
    yield commands.WeighAnchor(side=side, ship=key)
    if in_the_winds_eye(state.ships[key].pose.heading, state.wind):
        yield commands.TurnByBoats(side=side, ship=key, towards=_smaller_turn(state.ships[key].pose, bearing))
    elif not state.ships[key].moved and (plan := bee_line(state, key, bearing).plan):
        yield commands.Sail(side=side, ship=key, plan=plan)


def _smaller_turn(pose: Pose, bearing: Bearing) -> Broadside:
    off: dict[Broadside, int] = {"port": pose.heading - 90, "starboard": pose.heading + 90}
    port, starboard = BROADSIDES
    left = {hand: measure.heading_difference(off[hand] % 360, bearing(pose)) for hand in BROADSIDES}
    return port if left[port] < left[starboard] else starboard


@per_state
def bee_line(state: State, key: str, bearing: Bearing) -> PlanEvaluation:
    """Ahead with all points, before each advance the helm over towards the mark, never into the wind's eye."""
    made = begin(state, key)
    while not (made.refusal or made.end) and (made.left > 0 or not made.plan):
        turned = _onward(made, _helm(state, made, bearing))
        onward = turned if turned.refusal is None else _onward(made, 0)
        if onward.refusal:
            break
        made = onward
    return made


def _onward(made: PlanEvaluation, degrees: int) -> PlanEvaluation:
    helm = (commands.Step("turn", degrees),) if degrees else ()
    return go_on(made, (*helm, ADVANCE))


def _helm(state: State, made: PlanEvaluation, bearing: Bearing) -> int:
    """Degrees of the free turn; as much less as keeps her out of the wind's eye."""
    off = (bearing(made.pose) - made.pose.heading + 180) % 360 - 180
    most = min(abs(off), state.profile.free_turn)
    hand = 1 if off > 0 else -1
    clear = (
        degrees
        for degrees in range(most, 0, -1)
        if not in_the_winds_eye((made.pose.heading + hand * degrees) % 360, state.wind)
    )
    return hand * next(clear, 0)


def check_course(state: State, tried: PlanEvaluation, bearing: Bearing, away: Distance, mark: str) -> Refused | None:
    """Why a ship may not sail so, though she could: farther away, where the bee-line would bring her nearer."""
    began, ends = away(state.ships[tried.ship].pose), away(tried.pose)
    if ends <= began or away(bee_line(state, tried.ship, bearing).pose) >= began:
        return None
    by = f"{positions.in_um(round(ends - began, 3))} farther away"
    return Refused("AMB-149", f"She must make for {mark}.", by, (tried.ship,))


@per_state
def towards(state: State, key: str, mark: str) -> Bearing:
    """The course to another ship, from the middle of the one hull to that of the other."""
    there = positions.centre(state, mark)

    def bearing(pose: Pose) -> int:
        return measure.bearing(hull.centre(pose, positions.size(state, key)[0]), there)

    return bearing
