"""Lesson files from YAML to a lesson: every problem at once, with its line (docs/lessons.md)."""

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent
from typing import Literal

from pydantic import Field

from tabletop.core import case_file, resources, scenario
from tabletop.core.case_file import (
    COMMAND,
    EVENT,
    Kinds,
    WrittenEntry,
    check_command,
    check_entry,
    list_kinds,
    split_entry,
)
from tabletop.core.document import DataPath as DataPath
from tabletop.core.document import Document
from tabletop.core.errors import Refused
from tabletop.core.game import AnyGame, AnyState, games_by_id
from tabletop.core.match import Match
from tabletop.core.match_history import BROKEN, Move
from tabletop.core.phrases import did_you_mean
from tabletop.core.reading import shorten_error
from tabletop.core.section import Name, OneLine, Prose, Section
from tabletop.lessons.lesson import (
    LearnedPoint,
    Lesson,
    LessonStep,
    give_command,
    is_command_like,
    is_event_like,
    resolve_command,
)
from tabletop.lessons.progress import is_permitted

MAX_WORDS = 45
"""That a step says."""
MAX_STEPS, MAX_LEARNED = 20, 8
MAX_MINUTES = 30
"""Minutes."""
BARE_LOOKS = ("zoom", "move", "measure")
LOOKS = ("choose", "aim", "hover", "plan", "open", "point", "press")
"""What the player can have done that is no order; those of the second row name of what."""
RINGS = ("ship", "card", "hex", "at", "part", "odds")
"""What can be ringed: a piece by its key, a place, a part of the screen by its id, the odds of a shot at a ship."""
_STATE_PARTS = {"ship": "ships", "odds": "ships", "card": "deck"}
"""What is ringed by its key, and the part of a state that has it."""
_NUMBERS = re.compile(r"-?\d+(\.\d+)? -?\d+(\.\d+)?")

EntryData = str | dict[str, dict[str, object]]


class UntilData(Section):
    """What a step waits for; one of these."""

    look: str | list[str] | None = Field(default=None, description="What was looked at; of several, any.")
    order: EntryData | None = Field(default=None, description="A command, with the fields that count.")
    fact: EntryData | None = Field(default=None, description="A fact that came about, likewise.")


class StepData(Section):
    """One step."""

    title: Name
    say: Prose = Field(description=f"What it teaches, in {MAX_WORDS} words at most.")
    do: OneLine = Field(default="", description="What the player is to do.")
    key: Name = Field(default="", description="The key that does the same.")
    chosen: Name = Field(default="", description="The piece that lies chosen when it begins.")
    ring: list[str] = Field(default=[], description="What is ringed, e.g. `ship F1`, `at 3 -2`, `part compass`.")
    rule: Name = Field(default="", description="The rule that it is about.")
    link: Name = Field(default="", description="The words that lead to the rule.")
    until: UntilData | None = Field(default=None, description="What it waits for; left out, to be read.")
    allow: Literal["nothing", "everything"] | list[EntryData] | None = Field(
        default=None, description="The commands that may be given; left out, the one for which it waits."
    )
    leads: dict[str, object] = Field(
        default={}, description="Parts of the state to which an order must lead; `{from: 1, to: 2}` is any between."
    )
    answer: Prose = Field(default="", description="What is said to anything that is not allowed.")
    answers: dict[str, str] = Field(default={}, description="What is said when a rule refuses, by its id.")
    shown: list[EntryData] = Field(default=[], description="The commands that do it; given when the step is skipped.")
    then: list[EntryData] = Field(default=[], description="The commands that follow, by whomever is asked.")
    comes: list[EntryData] = Field(default=[], description="Facts that must come of all these, in this order.")


class LearnedData(Section):
    """What the lesson has taught, told at its end."""

    say: OneLine = Field(description="A sentence or two.")
    rule: Name = Field(description="The rule that says more of it.")


class LessonData(Section):
    """A lesson file."""

    lesson: Name = Field(description="What is learned.")
    game: Name
    title: OneLine = Field(description="Of the battle.")
    about: Prose = Field(description="What it teaches, in a sentence.")
    minutes: int = Field(ge=1, le=MAX_MINUTES)
    side: Name = Field(description="Which the player has.")
    seed: Name = Field(description="Of all chance.")
    setup: dict[str, object] = Field(description="`scenario: NAME`, or a scenario written out here.")
    begin: list[EntryData] = Field(default=[], description="The commands that are given before the first step.")
    steps: list[StepData] = Field(min_length=1, max_length=MAX_STEPS)
    learned: list[LearnedData] = Field(default=[], max_length=MAX_LEARNED)


def is_lesson(text: str, source: str) -> bool:
    """Whether an authored file is a lesson, and no scenario."""
    return Document(text, source).value_at(("lesson",)) is not None


def read(text: str, source: str) -> Lesson:
    """The lesson, checked and played through once as it shows itself.

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
    games = games_by_id()
    if data.game not in games:
        document.add_problem(("game",), f"unknown game '{data.game}'{did_you_mean(data.game, games)}")
        document.raise_problems()
    game, sides = games[data.game], [side.id for side in games[data.game].meta.sides]
    if data.side not in sides:
        document.add_problem(("side",), f"unknown side '{data.side}'{did_you_mean(data.side, sides)}")
    return game


def _build_step(data: StepData) -> LessonStep:
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
    if data.allow == "everything":
        return None
    if isinstance(data.allow, list):
        return tuple(data.allow)
    return (until.order,) if until.order and data.allow is None else ()


class _LessonCheck:
    """Looks through a file for what its model does not see."""

    def __init__(self, document: Document, game: AnyGame, opening: AnyState) -> None:
        self._document, self._game, self._opening = document, game, opening
        self._commands, self._events = list_kinds(game.command_type, COMMAND), list_kinds(game.event_type, EVENT)

    def check_all(self, data: LessonData) -> None:
        """Every step."""
        for path, said in _enumerate_paths(("begin",), data.begin):
            self._check_command(path, said)
        for number, step in enumerate(data.steps):
            self._check_step(("steps", number), step)
        last, path = data.steps[-1], ("steps", len(data.steps) - 1)
        if last.until or last.then:
            self._document.add_problem(path, "the last step is only read: the lesson ends with it")

    def _check_step(self, path: DataPath, step: StepData) -> None:
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
        pieces = getattr(self._opening, _STATE_PARTS[kind], None)
        if pieces is not None and key not in pieces:
            self._document.add_problem(path, f"there is no {kind} '{key}'{did_you_mean(key, pieces)}")

    def _check_command(self, path: DataPath, said: WrittenEntry) -> None:
        if check_entry(self._document, path, said, self._commands):
            check_command(self._document, path, self._game, said)

    def _check_entries(self, path: DataPath, several: list[EntryData], known: Kinds) -> None:
        for place, said in _enumerate_paths(path, several):
            check_entry(self._document, place, said, known)


def _enumerate_paths(path: DataPath, several: list[EntryData] | list[str]) -> Iterator[tuple[DataPath, str]]:
    """Entries of a list with their places."""
    for number, one in enumerate(several):
        yield (*path, number), one  # type: ignore[misc]


FileProblem = tuple[DataPath, str]
"""Where in the file something is wrong, and what."""


def rehearse(lesson: Lesson) -> Sequence[FileProblem]:
    """What does not come as the lesson says; nothing after the first command that cannot be given."""
    try:
        return tuple(_rehearse_steps(lesson))
    except BROKEN as error:
        return ((("steps",), f"the rules know no battle such as this one ({shorten_error(error)})"),)


def _rehearse_steps(lesson: Lesson) -> Iterator[FileProblem]:
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
    """Give commands; the first that cannot be given, and why."""
    for number, said in enumerate(several):
        try:
            give_command(match, resolve_command(match.game, match.state, said))
        except Refused as refusal:
            return (*path, number), f"this is refused: {refusal}"
        except BROKEN as error:
            return (*path, number), f"the rules know no position such as this one ({shorten_error(error)})"
    return None


def _check_permission(match: Match, path: DataPath, step: LessonStep) -> Iterator[FileProblem]:
    """The first command that does the step must be allowed in it, and lead where it says."""
    if not step.solution:
        return
    command = resolve_command(match.game, match.state, step.solution[0])
    if match.check(command) is None and not is_permitted(match, step, command):
        yield (*path, "shown"), "the step does not allow what it shows"


def _check_goal(path: DataPath, step: LessonStep, made: Sequence[Move]) -> Iterator[FileProblem]:
    """What the step waits for must come of what it shows."""
    if step.order and not any(is_command_like(move.command, step.order) for move in made):
        yield (*path, "until"), "what is shown does not give this order"
    if step.event and not any(is_event_like(event, step.event) for move in made for event in move.events):
        yield (*path, "until"), "this does not come of what is shown"


def _check_events(path: DataPath, step: LessonStep, made: Sequence[Move]) -> Iterator[FileProblem]:
    """Each event that is said to come, after the one before it."""
    events = [event for move in made for event in move.events]
    for number, said in enumerate(step.expected_events):
        place = next((place for place, event in enumerate(events) if is_event_like(event, said)), None)
        if place is None:
            yield (*path, "comes", number), f"no {split_entry(said)[0]} such as this comes here"
        else:
            events = events[place + 1 :]
