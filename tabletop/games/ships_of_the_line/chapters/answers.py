"""What comes of an answer to a question of the other side (4.3-c, AMB-133)."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import Answer
from tabletop.games.ships_of_the_line.compiled import kind_of
from tabletop.games.ships_of_the_line.events.boarding import QuestionAnswered
from tabletop.games.ships_of_the_line.state import State


def check(state: State, command: Answer) -> Refused | None:  # noqa: ARG001
    """There must be a question that yes or no answers."""
    if state.question is None or kind_of(state, state.question).accepted is None:
        return Refused("AMB-133", "Nothing was asked.")
    return None


def answer(turn: Unfolding, command: Answer) -> None:
    """The question is settled, and what it was about happens."""
    question = turn.state.question
    if question is None:
        raise ValueError("an answer without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=command.accept))
    kind = kind_of(turn.state, question)
    if reply := kind.accepted if command.accept else kind.declined:
        reply(turn, question)
