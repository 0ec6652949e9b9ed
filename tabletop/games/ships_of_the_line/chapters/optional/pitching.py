"""Chapter 17: pitching out of the wind's eye, or through it from tack to tack (AMB-83, AMB-174, AMB-175, AMB-211)."""

from collections.abc import Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.chapters import sailing
from tabletop.games.ships_of_the_line.chapters.optional import no_wind
from tabletop.games.ships_of_the_line.chapters.sailing import ADVANCE, add_points, build_sailing, compute_allowance
from tabletop.games.ships_of_the_line.commands import Step
from tabletop.games.ships_of_the_line.hooks import Allowance, Leg, Plan, PlanEvaluation, StepKind
from tabletop.games.ships_of_the_line.model import State, Wind, is_head_to_wind, wind_relation, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of
from tabletop.games.ships_of_the_line.ship import MASTS
from tabletop.games.ships_of_the_line.tables import Modifier, ModifierRule, ModifierTable, ModifierTables, Sailing

MAX_TACK_PITCH = 90
"""AMB-174: widest pitch from tack to tack in degrees. Out of the wind's eye the limit is that of any pivot."""
_TACK_ANGLE = 45
"""Degrees off the wind in the middle of the sector in which a pitch ends."""


def refuse_pitch(ship: Sailing) -> Refused | None:
    """Return why a ship cannot pitch on any heading, or None (17-a, AMB-174).

    She needs a breeze or more, all masts, inertia of 1 or more, and no ship in tow.
    """
    key, rating = ship.card.key, ship.modifiers.inertia.total(ship)
    if ship.wind.strength in (None, "light"):
        return Refused("SOTL-17-a", "The wind is too light to pitch.", pieces=(key,))
    if len(ship.masts) < len(MASTS):
        by = f"{format_count(len(ship.masts), 'mast')} of {len(MASTS)}"
        return Refused("SOTL-17-a", "Only a ship with all her masts can pitch.", by, (key,))
    if rating < 1:
        by = f"inertia {rating}, at least 1 needed"
        return Refused("SOTL-17-a", "To pitch she needs full sail, or a heavy wind.", by, (key,))
    if ship.towed:
        return Refused("AMB-174", "She cannot pitch with a ship in tow.", pieces=(ship.towed,))
    return None


def pitch_angles(start: PlanEvaluation, hand: int) -> Sequence[int]:
    """Return the legal pitches to one hand at the end of the plan `start`, narrowest first.

    Angles are in degrees, negative to port. `hand` is -1 for port, 1 for starboard.
    """
    return _pitch_angles(start.pose.heading, start.wind, start.room.profile.pivot, hand)


@lru_cache(maxsize=2048)
def _pitch_angles(heading: int, wind: Wind, pivot: int, hand: int) -> Sequence[int]:
    """Return the legal pitches from `heading` to one hand, signed degrees, narrowest first.

    Empty unless `heading` is in the wind's eye or on the tack. Cached by heading: ships in line share a
    heading, and each has several plans.
    """
    if not is_head_to_wind(heading, wind) and wind_relation(heading, wind) != "tack":
        return ()
    ends = [
        hand * size
        for size in range(1, max(pivot, MAX_TACK_PITCH) + 1)
        if wind_relation(heading + hand * size, wind) == "tack"
    ]
    return [turn for turn in ends if _refuse_angle(heading, wind, pivot, turn) is None]


def best_pitch(start: PlanEvaluation, hand: int) -> Step | None:
    """Return the pitch to one hand that ends nearest to 45° off the wind, or None if none is legal."""
    ends = pitch_angles(start, hand)
    if not ends:
        return None
    heading, wind = start.pose.heading, start.wind
    return Step("pitch", min(ends, key=lambda turn: abs(abs(_degrees_off_wind(heading + turn, wind)) - _TACK_ANGLE)))


def _degrees_off_wind(heading: int, wind: Wind) -> int:
    """Return the degrees from the wind to a heading, positive to starboard, -180 to 179."""
    return (heading - wind.origin + 180) % 360 - 180


def _is_in_irons(trial: PlanEvaluation) -> bool:
    """Return True if the ship lies in the wind's eye after the plan so far."""
    return is_head_to_wind(trial.pose.heading, trial.wind)


def _refuse_angle(heading: int, wind: Wind, pivot: int, turn: int) -> Refused | None:
    """Return why a pitch of `turn` signed degrees from `heading` is illegal, or None (AMB-174, 17-b).

    A pitch that begins in the wind's eye may turn up to `pivot` degrees; any other must lead from one tack
    through the wind to the other, by at most 90. Both must end on the tack.
    """
    irons, after = is_head_to_wind(heading, wind), _degrees_off_wind(heading + turn, wind)
    most = pivot if irons else MAX_TACK_PITCH
    if not 0 < abs(turn) <= most:
        return Refused("AMB-174", "A pitch cannot be that wide.", f"{abs(turn)}° at once, 1° to {most}°")
    if not irons and (wind_relation(heading, wind) != "tack" or _degrees_off_wind(heading, wind) * after >= 0):
        return Refused(
            "SOTL-17-b", ("She can pitch only out of the wind's eye, or through it from one tack to the other.")
        )
    if wind_relation(heading + turn, wind) != "tack":
        return Refused("SOTL-17-b", "A pitch must end on the tack.", f"{abs(after)}° off the wind")
    return None


def _check_angle(trial: PlanEvaluation, step: Step) -> Refused | None:
    """Refuse a pitch whose angle is not legal from the present pose."""
    return _refuse_angle(trial.pose.heading, trial.wind, trial.room.profile.pivot, step.degrees)


def _check_under_way(trial: PlanEvaluation, step: Step) -> Refused | None:  # noqa: ARG001
    """Refuse a pitch as first step of a stopped ship, unless she is in the wind's eye (5.5-c, AMB-175)."""
    if trial.was_stopped and not trial.legs and not _is_in_irons(trial):
        return Refused("SOTL-5.5-c", "A stopped ship must first get under way with an advance.")
    return None


def _check_repeat(trial: PlanEvaluation, step: Step) -> Refused | None:
    """Refuse a second pitch from tack to tack without an advance in between (AMB-211).

    Right after a pitch that began in the wind's eye, any pitch may follow. Otherwise the rule against two turns
    in a row holds too.
    """
    if trial.legs and _is_out_of_irons(trial, trial.legs[-1]):
        return None
    pitched = [
        place for place, leg in enumerate(trial.legs) if leg.kind == "pitch" and not _is_out_of_irons(trial, leg)
    ]
    if pitched and not any(leg.kind == "advance" for leg in trial.legs[pitched[-1] :]):
        return Refused("AMB-211", "Between two pitches from tack to tack she must advance.")
    return sailing.check_no_second_turn(trial, step)


def _is_out_of_irons(trial: PlanEvaluation, leg: Leg) -> bool:
    """Return True if a leg is a pitch that began in the wind's eye."""
    return leg.kind == "pitch" and is_head_to_wind(leg.start.heading, trial.wind)


def _build_step_kind(state: State, key: str) -> StepKind:
    """Return the step kind `pitch` for a ship; the checks compute nothing until a pitch is tried."""

    def check_ship(trial: PlanEvaluation, step: Step) -> Refused | None:  # noqa: ARG001
        return refuse_pitch(build_sailing(state, key))

    checks = (sailing.check_not_over, check_ship, sailing.check_points, _check_under_way, _check_repeat, _check_angle)
    return StepKind(partial(_take_pitch, state), checks)


@cache_per_state
def _tack_allowance(state: State, key: str) -> Allowance:
    """Return the points that the ship would have if she were under way 45° off the wind (AMB-175)."""
    heading = (state.wind.origin + _TACK_ANGLE) % 360
    pose = replace(state.ships[key].pose, heading=heading)
    return compute_allowance(with_ship(state, key, pose=pose, stopped=False), key)


def _take_pitch(state: State, trial: PlanEvaluation, step: Step) -> PlanEvaluation:
    """Return the plan after a pitch, with the points that the ship has left on the tack.

    The turn itself is made as a pivot; if that ends the move, nothing else changes. After a pitch that began in
    the wind's eye, the points left are those of the tack less one; after any other, at most that many. Of the
    new points at most 1 plus the inertia are forced, and none of the optional ones.
    """
    irons, gone = _is_in_irons(trial), sailing.take_pivot(trial, step)
    if gone.end:
        return gone
    tack, forced = (
        _tack_allowance(state, trial.ship),
        1 + rules_of(state).modifiers.inertia.total(build_sailing(state, trial.ship)),
    )
    fresh = max(0, tack.points - 1)
    left = fresh if irons else min(gone.points_left, fresh)
    points = gone.points_spent + gone.points_slowed + left
    optional = min(left, tack.optional if irons or fresh < gone.points_left else gone.allowance.optional)
    line = Modifier("On the tack after the pitch", f"{left} left", points)
    given = Allowance(
        points, min(points - optional, forced), tack.percentage, (*gone.allowance.working, line), optional=optional
    )
    return replace(gone, allowance=given)


def _pitching_modifier(ship: Sailing, so_far: int) -> Modifier | None:
    """Add the inertia of a ship in irons to her points, so that she can pitch (AMB-175); else None.

    None also if something holds her or she cannot pitch.
    """
    if ship.percentage or ship.hold or refuse_pitch(ship):
        return None
    return add_points(so_far, "Inertia to pitch with", ship.modifiers.inertia.total(ship))


# --- what is offered


def _plan_pitch(start: PlanEvaluation, hand: int, through: bool, ahead: bool) -> Plan | None:
    """Return a plan that pitches to one hand and then advances, or None.

    None if a pitch is refused or ends the move.

    Args:
        start: evaluation before the first step.
        hand: -1 for port, 1 for starboard.
        through: pitch to the hand, then at once to the other hand.
        ahead: advance with all points left, not only with those that the ship must spend.
    """
    gone, plan = start, start.plan
    for way in (hand, -hand) if through else (hand,):
        step = best_pitch(gone, way)
        gone = sailing.take_step(gone, step) if step else gone
        if step is None or gone.refusal or gone.end:
            return None
        plan = (*plan, step)
    return (*plan, *(ADVANCE,) * (gone.points_left if ahead else gone.forced_points_left))


PITCH_PLANS = tuple(
    partial(_plan_pitch, hand=hand, through=through, ahead=ahead)
    for hand in (-1, 1)
    for through, ahead in ((False, True), (False, False), (True, True))
)


def _explain_no_effect(state: State) -> str:
    """Return a sentence if no ship can ever pitch in the wind of this battle, else ""."""
    switches = {module.id for module in rules_of(state).modules}
    if lacking := no_wind.explain_no_wind(state):
        return lacking
    strength, weak = state.wind.strength, "wind_change" not in switches
    if weak and strength == "light":
        return "A light wind is too weak to pitch."
    if weak and strength == "breeze" and "sail_states" not in switches:
        return "In a breeze only ships under full sail can pitch."
    return ""


MODULE = RuleModule(
    id="pitching",
    rule="SOTL-17",
    title="Pitching",
    note="In enough wind a ship can turn out of the wind's eye, or through it from tack to tack.",
    group="Wind and sea",
    inert=_explain_no_effect,
    steps={"pitch": _build_step_kind},
    plans=PITCH_PLANS,
    modifiers=ModifierTables(
        allowance=ModifierTable(
            (
                ModifierRule(
                    "pitching", "AMB-175", _pitching_modifier, after=("inertia", "full sail", "resistance", "tow")
                ),
            )
        ),
    ),
)
