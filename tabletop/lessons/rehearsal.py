"""A lesson played through as it shows itself, with nobody at the table: what of it does not come as it says."""

from collections.abc import Iterator, Sequence

from tabletop.core.case_file import WrittenEntry, split_entry
from tabletop.core.document import DataPath as DataPath
from tabletop.core.errors import Refused
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN, Move
from tabletop.core.reading import shorten_error
from tabletop.lessons.lesson import Lesson, LessonStep, came, give, given, ordered
from tabletop.lessons.progress import permitted

Told = tuple[DataPath, str]
"""Where in the file something is wrong, and what."""


def problems(lesson: Lesson) -> Sequence[Told]:
    """What does not come as the lesson says; nothing after the first command that cannot be given."""
    try:
        return tuple(_played(lesson))
    except BROKEN as error:
        return ((("steps",), f"the rules know no battle such as this one ({shorten_error(error)})"),)


def _played(lesson: Lesson) -> Iterator[Told]:
    match = Match.new(lesson.beginning)
    if stopped := _give(match, ("begin",), lesson.begin):
        yield stopped
        return
    for number, step in enumerate(lesson.steps):
        path = ("steps", number)
        before = len(match.moves)
        yield from _barred(match, path, step)
        stopped = _give(match, (*path, "shown"), step.shown)
        made = match.moves[before:]
        stopped = stopped or _give(match, (*path, "then"), step.then)
        if stopped:
            yield stopped
            return
        yield from _missed(path, step, made)
        yield from _never(path, step, match.moves[before:])


def _give(match: Match, path: DataPath, several: Sequence[WrittenEntry]) -> Told | None:
    """Give commands; the first that cannot be given, and why."""
    for number, said in enumerate(several):
        try:
            give(match, given(match.game, match.state, said))
        except Refused as refusal:
            return (*path, number), f"this is refused: {refusal}"
        except BROKEN as error:
            return (*path, number), f"the rules know no position such as this one ({shorten_error(error)})"
    return None


def _barred(match: Match, path: DataPath, step: LessonStep) -> Iterator[Told]:
    """The first command that does the step must be allowed in it, and lead where it says."""
    if not step.shown:
        return
    command = given(match.game, match.state, step.shown[0])
    if match.check(command) is None and not permitted(match, step, command):
        yield (*path, "shown"), "the step does not allow what it shows"


def _missed(path: DataPath, step: LessonStep, made: Sequence[Move]) -> Iterator[Told]:
    """What the step waits for must come of what it shows."""
    if step.order and not any(ordered(move.command, step.order) for move in made):
        yield (*path, "until"), "what is shown does not give this order"
    if step.fact and not any(came(event, step.fact) for move in made for event in move.events):
        yield (*path, "until"), "this does not come of what is shown"


def _never(path: DataPath, step: LessonStep, made: Sequence[Move]) -> Iterator[Told]:
    """Each event that is said to come, after the one before it."""
    events = [event for move in made for event in move.events]
    for number, said in enumerate(step.comes):
        place = next((place for place, event in enumerate(events) if came(event, said)), None)
        if place is None:
            yield (*path, "comes", number), f"no {split_entry(said)[0]} such as this comes here"
        else:
            events = events[place + 1 :]
