"""What comes of an answer to a question of the other side (4.3-c, AMB-133)."""

from collections.abc import Callable

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import breaking, grappling
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import Answer
from tabletop.games.ships_of_the_line.events import QuestionAnswered
from tabletop.games.ships_of_the_line.state import Question, State

Reply = Callable[[Unfolding, Question], None]

YES: dict[str, Reply] = {"grapple": grappling.consent, "part": breaking.consent}
"""By kind of question: what an agreement brings."""

NO: dict[str, Reply] = {"grapple": grappling.resist, "part": breaking.hold_on}
"""By kind of question: what a refusal brings."""


def check(state: State, command: Answer) -> Refused | None:  # noqa: ARG001
    """There must be a question that yes or no answers."""
    if state.question is None or state.question.kind not in YES:
        return Refused("AMB-133", "Nothing was asked.")
    return None


def answer(turn: Unfolding, command: Answer) -> None:
    """The question is settled, and what it was about happens."""
    question = turn.state.question
    if question is None:
        raise ValueError("an answer without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=command.accept))
    replies = YES if command.accept else NO
    replies[question.kind](turn, question)
