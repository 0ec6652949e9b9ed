"""Chapter 5: the movement phase, from the first ship that lies stopped to those that nobody commanded or that drift."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import losses, passage, towing, victory
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, held, lies_stopped, tower_of
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, commanded
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, trial
from tabletop.games.ships_of_the_line.chapters.trial import PlanEvaluation
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.movement import ShipDrifted, ShipLeft, ShipSailed, ShipStopped
from tabletop.games.ships_of_the_line.rule_modules import Motion
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, on_map
from tabletop.geometry import edges, hull, sweep
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
    towing.let_go(turn)
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
        poses[tried.towed] = tried.towed_pose or passage.wake(tried.room, tried.pose)
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
    losses.part_all(turn, key)
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
    obstacles = {key: positions.outline(state, key) for key in others} | passage.barriers(state)
    bodies = [positions.outline(state, key) for key in group]
    cut = sweep.shift_limit(bodies, downwind, far, obstacles, gap)
    poses = {key: state.ships[key].pose.moved(*cut.shift) for key in group}
    contact = passage.named(cut.blocker or "")
    if len(group) == 1 and not contact:
        ((key, pose),) = poses.items()
        way = _swing(state, key, pose, downwind)
        poses, contact = {key: way.pose}, way.blocker
    if any(pose != state.ships[key].pose for key, pose in poses.items()):
        turn.emit(ShipDrifted(poses=poses, contact=contact))
        _leave(turn, group)
        _follow_up(turn, Motion(state, group, _ship_cut_short(state, poses, contact), contact))


def _swing(state: State, key: str, pose: Pose, downwind: int) -> passage.PathStep:
    """She turns towards running before the wind, by the shorter way; starboard if both are equal."""
    off = (downwind - pose.heading) % 360
    most = state.profile.drift_turn
    degrees = min(off, most) if off <= 180 else -min(360 - off, most)
    return passage.round_to(passage.room(state, key, reach=state.profile.drift_distance), pose, degrees)


def _leave(turn: Context, group: tuple[str, ...]) -> None:
    sea = turn.state.sea
    bounds = sea.west, sea.south, sea.east, sea.north
    for key in group:
        middle = hull.centre(turn.state.ships[key].pose, positions.size(turn.state, key)[0])
        if edges.outside(bounds, middle):
            leave(turn, key, by_own_side=False)
