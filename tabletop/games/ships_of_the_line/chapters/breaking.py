"""Chapter 6: cutting loose, by force or by consent."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import fatigue, tasks, ties
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_on_map
from tabletop.games.ships_of_the_line.commands import BreakGrapple
from tabletop.games.ships_of_the_line.events.boarding import QuestionAsked
from tabletop.games.ships_of_the_line.rule_modules import QuestionKind
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Question, State, Unfolding, side_of


def check(state: State, command: BreakGrapple) -> Refused | None:
    """One attempt a turn for each grapple, not out of a fight, and not where both agreed to it (AMB-135)."""
    key, other = command.ship, command.other
    refusal = check_commanded(state, command.side, key) or check_on_map(state, other) or _check_hold(state, key, other)
    if refusal:
        return refusal
    if tasks.tried(state.ships[key], "break", other):
        reason = f"{state.cards[key].name} has tried to break free of {state.cards[other].name} this turn."
        return Refused("AMB-135", reason, "one attempt a turn for each grapple", (key, other))
    return fatigue.check_effort(state, key)


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


def break_free(turn: Unfolding, command: BreakGrapple) -> None:
    """Ask the other side first: ships that both want to part need no roll (AMB-133)."""
    other = side_of(turn.state, command.other)
    question = Question(kind="part", side=other, ship=command.ship, other=command.other)
    turn.emit(QuestionAsked(question=question, rule="SOTL-6-i"))


def consent(turn: Unfolding, question: Question) -> None:
    """Both let go."""
    ties.part(turn, question.ship, question.other, "SOTL-6-i")


def hold_on(turn: Unfolding, question: Question) -> None:
    """The crew must cut itself loose (6-e); the attempt tires it (6-k)."""
    success = tasks.attempt(turn, question.ship, "break", question.other)
    fatigue.tire(turn, question.ship, "breaking a grapple")
    if success:
        ties.part(turn, question.ship, question.other, "SOTL-6-i")


QUESTION = QuestionKind(
    id="part",
    prompt="{ship} wants to part from {other}: agree or hold on?",
    asked="{ship} offers to part from {other}.",
    agreed="{other} lets go.",
    refused="{other} holds on.",
    yes="Let her go",
    no="Hold on",
    accepted=consent,
    declined=hold_on,
)


def choices_of(state: State, side: Side, key: str) -> Iterator[BreakGrapple]:
    """Every attempt to cut loose that a ship of that side could make."""
    for other in ties.held_by(state, key):
        command = BreakGrapple(side=side, ship=key, other=other)
        if check(state, command) is None:
            yield command
