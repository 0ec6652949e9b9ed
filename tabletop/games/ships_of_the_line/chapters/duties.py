"""What ships must do unordered: the table does it when their side is done, by the straightest way (AMB-149)."""

from collections.abc import Callable, Iterator

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import commands, positions
from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.chapters.headway import in_the_winds_eye
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, begin, go_on
from tabletop.games.ships_of_the_line.chapters.trial import PlanEvaluation
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, side_of
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Pose

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
