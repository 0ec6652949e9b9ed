"""Reads lesson files (docs/lessons.md) and plays them through.

All problems are reported at once, with their lines.
"""

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent
from typing import Literal

from pydantic import Field

from tabletop.core import case_file, resources, scenario
from tabletop.core.case_file import COMMAND, EVENT, WrittenEntry, check_entry, list_kinds
from tabletop.core.document import DataPath, Document
from tabletop.core.errors import Refused
from tabletop.core.game import AnyGame, AnyState, games_by_id
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN, Move
from tabletop.core.phrases import did_you_mean
from tabletop.core.reading import shorten_error
from tabletop.core.section import Name, OneLine, Prose, Section
from tabletop.lessons import lesson as lessons
from tabletop.lessons.lesson import LearnedPoint, Lesson, LessonStep
from tabletop.lessons.progress import is_permitted

MAX_WORDS = 45
"""Words of the text of a step."""
MAX_STEPS, MAX_LEARNED = 20, 8
MAX_MINUTES = 30
"""Minutes of a lesson."""
BARE_LOOKS = ("zoom", "move", "measure")
LOOKS = ("choose", "aim", "hover", "plan", "open", "point", "press")
"""Looks that need the name of a part, as ``choose B1``; `BARE_LOOKS` need none."""
RINGS = ("ship", "card", "hex", "at", "part", "odds")
"""Things to ring: a piece by key, a place, a part of the screen by id, the odds of a shot at a ship."""
_STATE_PARTS = {"ship": "ships", "odds": "ships", "card": "deck"}
"""The part of a state that has the pieces of a ring."""
_NUMBERS = re.compile(r"-?\d+(\.\d+)? -?\d+(\.\d+)?")

EntryData = str | dict[str, dict[str, object]]


class UntilData(Section):
    """The task of a step; one of these."""

    look: str | list[str] | None = Field(default=None, description="A look, or several of which any will do.")
    order: EntryData | None = Field(default=None, description="A command, with the fields that count.")
    fact: EntryData | None = Field(default=None, description="An event, with the fields that count.")


class StepData(Section):
    """A step of a lesson."""

    title: Name
    say: Prose = Field(description=f"The text that teaches, at most {MAX_WORDS} words.")
    do: OneLine = Field(default="", description="The task in words.")
    key: Name = Field(default="", description="The key that does the same.")
    chosen: Name = Field(default="", description="The piece that is selected when the step begins.")
    ring: list[str] = Field(default=[], description="The parts to ring, e.g. `ship F1`, `at 3 -2`, `part compass`.")
    rule: Name = Field(default="", description="The id of the rule that the step is about.")
    link: Name = Field(default="", description="The words that lead to the rule.")
    until: UntilData | None = Field(default=None, description="The task; without it the player only reads.")
    allow: Literal["nothing", "everything"] | list[EntryData] | None = Field(
        default=None, description="The commands that the step allows; by default the one of the task."
    )
    leads: dict[str, object] = Field(
        default={}, description="Parts of the state to which a command must lead; `{from: 1, to: 2}` is a range."
    )
    answer: Prose = Field(default="", description="The refusal of any other command.")
    answers: dict[str, str] = Field(default={}, description="Texts added to refusals of the rules, by rule id.")
    shown: list[EntryData] = Field(default=[], description="The commands that fulfil the task.")
    then: list[EntryData] = Field(default=[], description="The commands that follow, by the sides to move.")
    comes: list[EntryData] = Field(default=[], description="Events that all these commands must cause, in order.")


class LearnedData(Section):
    """A point that the lesson has taught."""

    say: OneLine = Field(description="A sentence or two, shown at the end of the lesson.")
    rule: Name = Field(description="The id of the rule.")


class LessonData(Section):
    """A lesson file."""

    lesson: Name = Field(description="What the lesson teaches, in a few words.")
    game: Name
    title: OneLine = Field(description="The title of the battle.")
    about: Prose = Field(description="The lesson in a sentence.")
    minutes: int = Field(ge=1, le=MAX_MINUTES)
    side: Name = Field(description="The side of the player.")
    seed: Name = Field(description="The seed of all chance.")
    setup: dict[str, object] = Field(description="`scenario: NAME`, or a scenario written out here.")
    begin: list[EntryData] = Field(default=[], description="The commands before the first step.")
    steps: list[StepData] = Field(min_length=1, max_length=MAX_STEPS)
    learned: list[LearnedData] = Field(default=[], max_length=MAX_LEARNED)


def is_lesson(text: str, source: str) -> bool:
    """Return True if an authored text is a lesson, False if it is a scenario."""
    return Document(text, source).value_at(("lesson",)) is not None


def read(text: str, source: str) -> Lesson:
    """Return the lesson of a text, checked and played through once with its own solutions.

    Raises:
        ScenarioError: with every problem of the file.
    """
    data, document = scenario.read(text, source, LessonData)
    game = _find_game(document, data)
    lent = {"game": data.game, "title": data.title}
    scene = case_file.read_setup(document, text, game, data.setup, lent, resources.find_scenario)
    _LessonCheck(document, game, scene.opening if scene else None).check_all(data)
    document.raise_problems()
    assert scene
    lesson = Lesson(
        game=game,
        heading=data.lesson,
        title=data.title,
        about=data.about,
        minutes=data.minutes,
        side=data.side,
        seed=data.seed,
        scenario=dedent(scene.text.lstrip("\n")),
        source=source.rpartition("/")[2],
        opening_commands=tuple(data.begin),
        steps=tuple(map(_build_step, data.steps)),
        learned_points=tuple(LearnedPoint(point.say, point.rule) for point in data.learned),
    )
    for path, message in rehearse(lesson):
        document.add_problem(path, message)
    document.raise_problems()
    return lesson


def _find_game(document: Document, data: LessonData) -> AnyGame:
    """Return the game of a lesson, and report an unknown side. Raises ScenarioError for an unknown game."""
    games = games_by_id()
    if data.game not in games:
        document.add_problem(("game",), f"unknown game '{data.game}'{did_you_mean(data.game, games)}")
        document.raise_problems()
    game, sides = games[data.game], [side.id for side in games[data.game].meta.sides]
    if data.side not in sides:
        document.add_problem(("side",), f"unknown side '{data.side}'{did_you_mean(data.side, sides)}")
    return game


def _build_step(data: StepData) -> LessonStep:
    """Return the step of its data; without `shown` the awaited command is the solution."""
    until = data.until or UntilData()
    looks = (until.look,) if isinstance(until.look, str) else tuple(until.look or ())
    return LessonStep(
        title=data.title,
        say=data.say,
        do=data.do,
        key=data.key,
        selection=data.chosen,
        ring=tuple(data.ring),
        rule=data.rule,
        link_text=data.link,
        look=looks,
        order=until.order,
        event=until.fact,
        allow=_list_allowed_commands(data, until),
        required_state=data.leads,
        answer=data.answer,
        answers=data.answers,
        solution=tuple(data.shown) or ((until.order,) if until.order else ()),
        follow_ups=tuple(data.then),
        expected_events=tuple(data.comes),
    )


def _list_allowed_commands(data: StepData, until: UntilData) -> tuple[WrittenEntry, ...] | None:
    """Return the commands that a step allows: all (None), those listed, or the awaited one."""
    if data.allow == "everything":
        return None
    if isinstance(data.allow, list):
        return tuple(data.allow)
    return (until.order,) if until.order and data.allow is None else ()


class _LessonCheck:
    """A check of what the schema of a lesson file cannot say; it adds problems to the document."""

    def __init__(self, document: Document, game: AnyGame, opening: AnyState) -> None:
        self._document = document
        self._game = game
        self._opening = opening
        self._commands = list_kinds(game.command_type, COMMAND)
        self._events = list_kinds(game.event_type, EVENT)

    def check_all(self, data: LessonData) -> None:
        """Check the opening commands and all steps."""
        for path, said in _enumerate_paths(("begin",), data.begin):
            self._check_command(path, said)
        for number, step in enumerate(data.steps):
            self._check_step(("steps", number), step)
        last, path = data.steps[-1], ("steps", len(data.steps) - 1)
        if last.until or last.then:
            self._document.add_problem(path, "the last step is only read: the lesson ends with it")

    def _check_step(self, path: DataPath, step: StepData) -> None:
        """Check the lengths, names and commands of a step."""
        if (words := len(step.say.split())) > MAX_WORDS:
            self._document.add_problem((*path, "say"), f"at most {MAX_WORDS} words, not {words}")
        if bool(step.rule) != bool(step.link):
            self._document.add_problem(path, "a rule and the words of its link go together")
        if step.chosen:
            self._check_piece((*path, "chosen"), "ship", step.chosen)
        for place, ring in _enumerate_paths((*path, "ring"), step.ring):
            self._check_ring(place, ring)
        if step.until:
            self._check_until((*path, "until"), step.until)
        for key, several in (("shown", step.shown), ("then", step.then)):
            for place, said in _enumerate_paths((*path, key), several):
                self._check_command(place, said)
        if isinstance(step.allow, list):
            self._check_entries((*path, "allow"), step.allow, self._commands)
        self._check_entries((*path, "comes"), step.comes, self._events)

    def _check_until(self, path: DataPath, until: UntilData) -> None:
        """Check that a step waits for one thing, and that its name is known."""
        told = [key for key in ("look", "order", "fact") if getattr(until, key) is not None]
        if len(told) != 1:
            self._document.add_problem(path, "a step waits for one thing: look, order or fact")
        if until.order:
            check_entry(self._document, (*path, "order"), until.order, self._commands)
        if until.fact:
            check_entry(self._document, (*path, "fact"), until.fact, self._events)
        for look in [until.look] if isinstance(until.look, str) else until.look or []:
            kind, _, of = look.partition(" ")
            if kind not in BARE_LOOKS + LOOKS or bool(of) == (kind in BARE_LOOKS):
                known = ", ".join([*BARE_LOOKS, *(f"{one} …" for one in LOOKS)])
                self._document.add_problem((*path, "look"), f"unknown look '{look}'; there is: {known}")

    def _check_ring(self, path: DataPath, ring: str) -> None:
        """Check that a ring names a known thing."""
        kind, _, of = ring.partition(" ")
        if kind not in RINGS or not of:
            self._document.add_problem(
                path, f"what is '{ring}'? A ring is about {', '.join(f'{one} …' for one in RINGS)}"
            )
        elif kind in ("at", "hex") and not _NUMBERS.fullmatch(of):
            self._document.add_problem(path, f"a place is two numbers, not '{of}'")
        elif kind in _STATE_PARTS:
            self._check_piece(path, kind, of)

    def _check_piece(self, path: DataPath, kind: str, key: str) -> None:
        """Check that the opening state has a piece; any piece is accepted if the game has no such part."""
        pieces = getattr(self._opening, _STATE_PARTS[kind], None)
        if pieces is not None and key not in pieces:
            self._document.add_problem(path, f"there is no {kind} '{key}'{did_you_mean(key, pieces)}")

    def _check_command(self, path: DataPath, said: WrittenEntry) -> None:
        """Check the name and the fields of a command."""
        if check_entry(self._document, path, said, self._commands):
            case_file.check_command(self._document, path, self._game, said)

    def _check_entries(self, path: DataPath, several: list[EntryData], known: case_file.Kinds) -> None:
        """Check that entries have names and fields among `known`."""
        for place, said in _enumerate_paths(path, several):
            check_entry(self._document, place, said, known)


def _enumerate_paths(path: DataPath, several: list[EntryData] | list[str]) -> Iterator[tuple[DataPath, str]]:
    """Yield the entries of a list with their paths."""
    for number, one in enumerate(several):
        yield (*path, number), one  # type: ignore[misc]


FileProblem = tuple[DataPath, str]
"""The path of a wrong part of the file, and the problem in words."""


def rehearse(lesson: Lesson) -> Sequence[FileProblem]:
    """Return the problems of playing a lesson with its own solutions; ends at the first illegal command."""
    try:
        return tuple(_rehearse_steps(lesson))
    except BROKEN as error:
        return ((("steps",), f"the rules know no battle such as this one ({shorten_error(error)})"),)


def _rehearse_steps(lesson: Lesson) -> Iterator[FileProblem]:
    """Yield the problems of playing all steps."""
    match = Match.new(lesson.setup)
    if stopped := _give_commands(match, ("begin",), lesson.opening_commands):
        yield stopped
        return
    for number, step in enumerate(lesson.steps):
        path = ("steps", number)
        before = len(match.moves)
        yield from _check_permission(match, path, step)
        stopped = _give_commands(match, (*path, "shown"), step.solution)
        made = match.moves[before:]
        stopped = stopped or _give_commands(match, (*path, "then"), step.follow_ups)
        if stopped:
            yield stopped
            return
        yield from _check_goal(path, step, made)
        yield from _check_events(path, step, match.moves[before:])


def _give_commands(match: Match, path: DataPath, several: Sequence[WrittenEntry]) -> FileProblem | None:
    """Submit commands. Return the problem of the first that is refused, or None."""
    for number, said in enumerate(several):
        try:
            lessons.give_command(match, lessons.resolve_command(match.game, match.state, said))
        except Refused as refusal:
            return (*path, number), f"this is refused: {refusal}"
        except BROKEN as error:
            return (*path, number), f"the rules know no position such as this one ({shorten_error(error)})"
    return None


def _check_permission(match: Match, path: DataPath, step: LessonStep) -> Iterator[FileProblem]:
    """Yield a problem if a step does not allow the first command of its solution."""
    if not step.solution:
        return
    command = lessons.resolve_command(match.game, match.state, step.solution[0])
    if match.check(command) is None and not is_permitted(match, step, command):
        yield (*path, "shown"), "the step does not allow what it shows"


def _check_goal(path: DataPath, step: LessonStep, made: Sequence[Move]) -> Iterator[FileProblem]:
    """Yield a problem if the solution of a step does not fulfil its task."""
    if step.order and not any(lessons.is_command_like(move.command, step.order) for move in made):
        yield (*path, "until"), "what is shown does not give this order"
    if step.event and not any(lessons.is_event_like(event, step.event) for move in made for event in move.events):
        yield (*path, "until"), "nothing that is shown leads to this"


def _check_events(path: DataPath, step: LessonStep, made: Sequence[Move]) -> Iterator[FileProblem]:
    """Yield a problem for each expected event that does not follow the one before it."""
    events = [event for move in made for event in move.events]
    for number, said in enumerate(step.expected_events):
        place = next((place for place, event in enumerate(events) if lessons.is_event_like(event, said)), None)
        if place is None:
            yield (*path, "comes", number), f"no {case_file.split_entry(said)[0]} such as this comes here"
        else:
            events = events[place + 1 :]
