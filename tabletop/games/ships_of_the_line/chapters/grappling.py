"""Chapter 6: throwing grapples and cutting loose, by force or by consent, and making fast to friends."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions, tables
from tabletop.games.ships_of_the_line.chapters import tasks, ties
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.commands import BreakGrapple, GrappleShip
from tabletop.games.ships_of_the_line.events.boarding import QuestionAsked, ShipsGrappled
from tabletop.games.ships_of_the_line.modifiers import Check, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.rule_modules import QuestionKind
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, Question, State, in_service, side_of
from tabletop.geometry.measure import heading_difference, overlap_along


def check(state: State, command: GrappleShip) -> Refused | None:
    """A ship in service, one attempt a turn, near enough, and fresh enough if she must throw (6, AMB-135)."""
    key, target = command.ship, command.target
    refusal = (
        check_commanded(state, command.side, key)
        or check_on_map(state, target)
        or _check_prize(state, key, target)
        or check_fighting(state, command.side, key)
        or _check_pair(state, key, target)
    )
    if refusal:
        return refusal
    if automatic(state, key, target):
        return None
    return _check_reach(state, key, target) or tasks.check_effort(state, key)


def _check_prize(state: State, key: str, target: str) -> Refused | None:
    """A prize makes fast to nobody herself; her friends make fast to her (AMB-206)."""
    if state.ships[key].status == "captured" and side_of(state, key) == side_of(state, target):
        reason = f"{state.cards[key].name} is a prize and throws no lines; her friends make fast to her."
        return Refused("AMB-206", reason, pieces=(key, target))
    return None


def _check_pair(state: State, key: str, target: str) -> Refused | None:
    names = f"{state.cards[key].name} and {state.cards[target].name}"
    if key == target:
        return Refused("SOTL-6-a", "A ship cannot grapple herself.", pieces=(key,))
    if state.ships[key].grapple_used:
        reason = f"{state.cards[key].name} has thrown her grapples this turn."
        return Refused("AMB-135", reason, "one grapple a turn", (key,))
    if ties.between(state, key, target) or ties.towing(state, key, target):
        return Refused("SOTL-6-a", f"{names} are fast to each other already.", pieces=(key, target))
    return None


def _check_reach(state: State, key: str, target: str) -> Refused | None:
    away = positions.apart(state, key, target)
    if ties.friends(state, key, target):
        reach, rule, what = state.profile.touching, "AMB-40", "friendly hands"
        reason = "Friends make fast only where their hulls touch."
    else:
        reach, rule, what = state.profile.grapple_distance, "SOTL-4.3-d", "grapples"
        reason = "The grapples do not reach."
    if away <= reach:
        return None
    by = f"{positions.in_um(away, reach)} apart, {what} reach {positions.in_um(reach)}"
    return Refused(rule, reason, by, (key, target))


def automatic(state: State, key: str, target: str) -> bool:
    """Whether hands reach across and no roll is needed: a friend, or a struck ship of one's own (6-b, AMB-137)."""
    same = side_of(state, key) == side_of(state, target)
    return same and positions.apart(state, key, target) <= state.profile.touching


def grapple(turn: Context, command: GrappleShip) -> None:
    """Make fast to a friend, ask an enemy who could consent, or throw."""
    key, target = command.ship, command.target
    if automatic(turn.state, key, target):
        turn.emit(ShipsGrappled(ship=key, target=target, friendly=True, rule="SOTL-6-b"))
    elif _could_consent(turn.state, key) and _could_consent(turn.state, target):
        asked = side_of(turn.state, target)
        question = Question(kind="grapple", side=asked, ship=key, other=target, leader=command.leader)
        turn.emit(QuestionAsked(question=question))
    else:
        throw(turn, key, target, command.leader)


def _could_consent(state: State, key: str) -> bool:
    """Whether a ship could board this turn: in service, not exhausted, not in another fight (AMB-133, AMB-45)."""
    return in_service(state, key) and not tasks.exhausted(state, key) and ties.melee_of(state, key) is None


QUESTION = QuestionKind(
    id="grapple",
    prompt="{ship} throws grapples at {other}: accept or resist?",
    asked="{ship} comes alongside {other} with grapples ready.",
    agreed="{other} takes up the challenge.",
    refused="{other} will have none of it.",
    yes="Accept: both board",
    no="Resist",
    # both want it: no roll, no fatigue, and both will board (4.3-c)
    accepted=lambda turn, asked: turn.emit(
        ShipsGrappled(ship=asked.ship, target=asked.other, agreed=True, rule="SOTL-4.3-c")
    ),
    declined=lambda turn, asked: throw(turn, asked.ship, asked.other, asked.leader),
)


def throw(turn: Context, key: str, target: str, leader: Unaided | UnsetType = UNSET) -> None:
    """Roll for the grapple (6-e); the attempt tires the crew (6-k)."""
    success = tasks.attempt(turn, key, "grapple", target, leader)
    tasks.tire(turn, key, "grappling")
    if success:
        friendly = side_of(turn.state, key) == side_of(turn.state, target)
        turn.emit(ShipsGrappled(ship=key, target=target, friendly=friendly))


def hindrance(state: State, key: str, target: str) -> int:
    """What is added to the die unless the ships lie broadside to broadside (6-h, AMB-134)."""
    profile = state.profile
    own, other = state.ships[key].pose, state.ships[target].pose
    crossing = heading_difference(own.heading, other.heading)
    parallel = min(crossing, 180 - crossing) <= profile.parallel_headings
    (length, beam), target_length = positions.size(state, key), positions.size(state, target)[0]
    overlap = overlap_along(own, length, other, target_length, beam)
    abreast = overlap >= profile.parallel_overlap * target_length
    return 0 if parallel and abreast else tables.OVER_BOW_OR_STERN


def _hindered(check: Check, so_far: int) -> Modifier | None:
    hindered = hindrance(check.state, check.ship, check.about) if check.kind == "grapple" else 0
    return Modifier("over bow or stern", f"+{hindered}", so_far + hindered) if hindered else None


CHECK: tuple[ModifierRule[Check], ...] = (ModifierRule("over bow or stern", "SOTL-6-h", _hindered),)
"""What grapples add to a roll."""


def to_grapple(state: State, side: Side, key: str) -> Iterator[GrappleShip]:
    """Whatever a ship could throw her grapples at."""
    if in_service(state, key) and not state.ships[key].grapple_used:
        near = positions.neighbours(state, key, state.profile.grapple_distance)
        yield from (GrappleShip(side=side, ship=key, target=target) for target in near)


def check_break(state: State, command: BreakGrapple) -> Refused | None:
    """One attempt a turn for each grapple, not out of a fight, and not where both agreed to it (AMB-135)."""
    key, other = command.ship, command.other
    refusal = check_commanded(state, command.side, key) or check_on_map(state, other) or _check_hold(state, key, other)
    if refusal:
        return refusal
    if tasks.tried(state.ships[key], "break", other):
        reason = f"{state.cards[key].name} has tried to break free of {state.cards[other].name} this turn."
        return Refused("AMB-135", reason, "one attempt a turn for each grapple", (key, other))
    return tasks.check_effort(state, key)


def _check_hold(state: State, key: str, other: str) -> Refused | None:
    hold = ties.between(state, key, other)
    names = f"{state.cards[key].name} and {state.cards[other].name}"
    if hold is None:
        return Refused("SOTL-6-i", f"{names} are not grappled.", pieces=(key, other))
    if state.ships[other].status == "struck" or ties.friends(state, key, other):
        return Refused("AMB-135", f"{names} cast off without an attempt.", pieces=(key, other))
    if hold.agreed and hold.turn == state.turn:
        return Refused("AMB-133", f"{names} agreed to fight it out on deck this turn.", pieces=(key, other))
    if ties.melee_of(state, key):
        return Refused("AMB-46", f"{state.cards[key].name} is engaged in a fight on deck.", pieces=(key,))
    return None


def break_free(turn: Context, command: BreakGrapple) -> None:
    """Ask the other side first: ships that both want to part need no roll (AMB-133)."""
    other = side_of(turn.state, command.other)
    question = Question(kind="part", side=other, ship=command.ship, other=command.other, leader=command.leader)
    turn.emit(QuestionAsked(question=question, rule="SOTL-6-i"))


def hold_on(turn: Context, question: Question) -> None:
    """The crew must cut itself loose (6-e); the attempt tires it (6-k)."""
    success = tasks.attempt(turn, question.ship, "break", question.other, question.leader)
    tasks.tire(turn, question.ship, "breaking a grapple")
    if success:
        ties.part(turn, question.ship, question.other, "SOTL-6-i")


PARTING = QuestionKind(
    id="part",
    prompt="{ship} wants to part from {other}: agree or hold on?",
    asked="{ship} offers to part from {other}.",
    agreed="{other} lets go.",
    refused="{other} holds on.",
    yes="Let her go",
    no="Hold on",
    accepted=lambda turn, asked: ties.part(turn, asked.ship, asked.other, "SOTL-6-i"),
    declined=hold_on,
)


def to_break(state: State, side: Side, key: str) -> Iterator[BreakGrapple]:
    """Whatever a ship could cut herself loose from."""
    return (BreakGrapple(side=side, ship=key, other=other) for other in ties.held_by(state, key))
