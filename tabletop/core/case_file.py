"""Case files: a position, scripted dice, commands, and what must come of them (docs/case-files.md).

Reading a file checks it as a scenario is checked: every problem at once, with its line. What is expected is compared
with what came in plain data.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import yaml
from pydantic import Field

from tabletop.core import scenario
from tabletop.core.commands import Command
from tabletop.core.document import Document
from tabletop.core.document import Path as DataPath
from tabletop.core.errors import ScenarioError
from tabletop.core.game import AnyGame, AnyState, registered
from tabletop.core.phrases import did_you_mean
from tabletop.core.section import Section

COMMAND, EVENT = "do", "event"
"""The keys under which commands and events carry their names."""

Said = str | Mapping[str, Mapping[str, object]]
"""A command or an event: its name, or its name and what it says."""

Kinds = dict[str, type[msgspec.Struct]]
"""Those of commands or events by the names that files use."""


class Expectation(Section):
    """What must come of a command; only what is written is compared."""

    state: dict[str, object] = Field(default={}, description="Parts of the state afterwards.")
    events: list[str | dict[str, dict[str, object]]] = Field(
        default=[], description="Events that must come, in this order; others may come between them."
    )
    never: list[str] = Field(default=[], description="Kinds of events that must not come.")
    refused: str | None = Field(default=None, description="The command is refused, by the rule of this id.")
    outcome: dict[str, object] | None = Field(default=None, description="Parts of how the game ended.")
    decision: dict[str, object] | None = Field(default=None, description="Parts of what is asked next.")


class StepData(Section):
    """One command and what must come of it."""

    do: str | dict[str, dict[str, object]] = Field(description="The command: its name, or its name and what it says.")
    dice: list[int] | None = Field(default=None, description="Dice for this command; all must be rolled.")
    decks: list[list[str]] | None = Field(default=None, description="Orders for the shuffles of this command.")
    expect: Expectation = Expectation()


class CaseData(Section):
    """One case: a run of commands from the position of the file."""

    title: str
    rule: list[str] = Field(default=[], description="Ids of the rules that it shows, besides those of the file.")
    given: dict[str, object] = Field(default={}, description="Parts of the state to change before the first command.")
    dice: list[int] = Field(default=[], description="Dice for all commands that have none of their own.")
    decks: list[list[str]] = Field(
        default=[],
        description="Orders for the shuffles of commands that have none of their own: the cards from the top, "
        "those not named below them as they were.",
    )
    steps: list[StepData]


class FileData(Section):
    """A case file."""

    game: str
    title: str
    rule: list[str] = Field(default=[], description="Ids of the rules that every case in the file shows.")
    setup: dict[str, object] = Field(description="`scenario: NAME`, or a scenario written out here.")
    given: dict[str, object] = Field(default={}, description="Parts of the state to change in every case.")
    cases: list[CaseData]


FindScenario = Callable[[str, str], Path]
"""From the id of a game and the name of a scenario to its file; FileNotFoundError if there is none."""


class CaseOpening(msgspec.Struct, frozen=True):
    """A sound scenario.

    Attributes:
        text: as in a file of its own.
        source: the name of the file in which it is written.
        opening: the state with which it begins.
    """

    text: str
    source: str
    opening: AnyState


def read_setup(
    document: Document, text: str, game: AnyGame, setup: Mapping[str, object], lent: Mapping[str, str],
    find_scenario: FindScenario,
) -> CaseOpening | None:  # fmt: skip
    """The scenario of a file, or None after noting in the document what is wrong with it.

    Args:
        document: the file.
        text: of the file.
        game: whose scenario it is.
        setup: what the file says under that key.
        lent: what its own keys say where the scenario needs them and does not.
        find_scenario: finds one that is named.
    """
    try:
        if set(setup) == {"scenario"}:
            path = find_scenario(game.meta.id, str(setup["scenario"]))
            return _scene(game, scenario.text_of(path), str(path))
        block = _node(text)
        if block.flow_style:
            document.problem(("setup",), "write the setup over several lines, one key a line")
            return None
        return _scene(
            game, _cut_out(text, block, {key: lent[key] for key in lent if key not in setup}, game), document.source
        )
    except FileNotFoundError:
        document.problem(("setup", "scenario"), f"there is no scenario '{setup['scenario']}'")
    except ScenarioError as error:
        for problem in error.problems:
            document.report(problem)
    return None


def _scene(game: AnyGame, text: str, source: str) -> CaseOpening:
    return CaseOpening(text, source, game.open(game.read(text, source), {}))


def _node(text: str) -> yaml.MappingNode:
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert isinstance(root, yaml.MappingNode)
    found = next(value for key, value in root.value if key.value == "setup")
    assert isinstance(found, yaml.MappingNode)
    return found


def _cut_out(text: str, block: yaml.MappingNode, lent: Mapping[str, str], game: AnyGame) -> str:
    """The scenario written under `setup:`, left in its place so that its problems have the lines of the file."""
    lines = text.splitlines()[: block.end_mark.line + bool(block.end_mark.column)]
    kept = [""] * block.start_mark.line + lines[block.start_mark.line :]
    known = game.model().model_fields
    kept += [
        " " * block.start_mark.column + f"{key}: {msgspec.json.encode(value).decode()}"
        for key, value in lent.items()
        if key in known
    ]
    return "\n".join(kept) + "\n"


class CaseFile(msgspec.Struct, frozen=True):
    """A sound case file: the game, the opening state of each case, and the document for finding lines."""

    game: AnyGame
    data: FileData
    openings: tuple[object, ...]
    document: Document


def read(text: str, source: str, find_scenario: FindScenario) -> CaseFile:
    """The case file, checked.

    Raises:
        ScenarioError: with every problem of the file.
    """
    data, document = scenario.read(text, source, FileData)
    games = registered()
    if data.game not in games:
        document.problem(("game",), f"unknown game '{data.game}'{did_you_mean(data.game, games)}")
        document.finish()
    game = games[data.game]
    if not data.cases:
        document.problem(("cases",), "a case file needs a case")
    _check_steps(document, data, game)
    lent = {"game": data.game, "title": data.title}
    scene = read_setup(document, text, game, data.setup, lent, find_scenario)
    openings = [_given(document, data, game, scene.opening, n) for n in range(len(data.cases))] if scene else []
    document.finish()
    return CaseFile(game, data, tuple(openings), document)


def kinds(union: object, key: str) -> Kinds:
    """The kinds of commands (`key` is COMMAND) or events (EVENT) by the names that files use.

    A kind without a tag answers to every name that its field of that key may hold; to any, if it is plain text.
    """
    found: Kinds = {}
    for kind in get_args(union) or (union,):
        tag = kind.__struct_config__.tag
        names = (tag,) if tag else get_args(get_type_hints(kind)[key])
        found |= {str(name): kind for name in names}
    return found


def named(said: Said) -> tuple[str, dict[str, object]]:
    """The name of a command or event and what is said of it."""
    if isinstance(said, str):
        return said, {}
    name, fields = next(iter(said.items()))
    return name, dict(fields)


def command_of(game: AnyGame, said: Said, side: str) -> Command:
    """The command as written; `side` gives it where it names none.

    Raises:
        msgspec.ValidationError: if the values do not fit.
    """
    name, fields = named(said)
    if "side" in kinds(game.command_type, COMMAND)[name].__struct_fields__:
        fields.setdefault("side", side)
    command: Command = msgspec.convert({**fields, COMMAND: name}, game.command_type)
    return command


def _check_steps(document: Document, data: FileData, game: AnyGame) -> None:
    commands, events = kinds(game.command_type, COMMAND), kinds(game.event_type, EVENT)
    for path, step in _steps(data):
        if check_named(document, (*path, "do"), step.do, commands):
            check_command(document, (*path, "do"), game, step.do)
        for place, event in enumerate(step.expect.events):
            check_named(document, (*path, "expect", "events", place), event, events)
        for place, name in enumerate(step.expect.never):
            check_named(document, (*path, "expect", "never", place), name, events)


def _steps(data: FileData) -> Iterator[tuple[DataPath, StepData]]:
    for number, case in enumerate(data.cases):
        for place, step in enumerate(case.steps):
            yield ("cases", number, "steps", place), step


def check_named(document: Document, path: DataPath, said: Said, known: Kinds) -> bool:
    """Whether there is such a command or event, and what is said of it; notes in the document what there is not."""
    if not isinstance(said, str) and len(said) != 1:
        document.problem(path, f"expected one name, not {len(said)}")
        return False
    name, fields = named(said)
    if not known:
        return True
    if name not in known:
        document.problem(path, f"unknown name '{name}'{did_you_mean(name, known)}")
        return False
    names = known[name].__struct_encode_fields__
    strange = [field for field in fields if field not in names]
    for field in strange:
        document.key_problem((*path, name, field), f"unknown key '{field}'{did_you_mean(field, names)}")
    return not strange


def check_command(document: Document, path: DataPath, game: AnyGame, said: Said) -> None:
    """Note it in the document if the values of a command do not fit."""
    try:
        command_of(game, said, game.meta.sides[0].id)
    except msgspec.ValidationError as error:
        document.problem(path, f"the command does not fit: {error}")


def _given(document: Document, data: FileData, game: AnyGame, opening: object, number: int) -> object:
    state = _changed(document, ("given",), game, opening, data.given)
    return _changed(document, ("cases", number, "given"), game, state, data.cases[number].given)


def _changed(document: Document, path: DataPath, game: AnyGame, state: object, given: dict[str, object]) -> object:
    if not given:
        return state
    try:
        changed = msgspec.convert(merged(msgspec.to_builtins(state), given), game.state_type)
    except msgspec.ValidationError as error:
        document.problem(path, f"this does not fit the state: {error}")
        return state
    for where, message in differences(given, msgspec.to_builtins(changed)):
        document.key_problem((*path, *where), message)
    return changed


def merged(whole: object, part: object) -> object:
    """Plain data with some of its parts changed; groups are changed key by key, anything else as a whole."""
    if not isinstance(whole, dict) or not isinstance(part, dict):
        return part
    return {**whole, **{key: merged(whole.get(key), value) for key, value in part.items()}}


Difference = tuple[DataPath, str]
"""Where two things differ, from the top, and how."""


def differences(expected: object, got: object, path: DataPath = ()) -> Iterator[Difference]:
    """Every way in which `got` does not contain `expected`.

    A group of keys must be there with equal values, but may have more keys; a list must have the same length.
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        yield from _in_groups(expected, got, path)
    elif isinstance(expected, list) and isinstance(got, Sequence) and not isinstance(got, str):
        yield from _in_lists(expected, got, path)
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield path, f"expected {shown(expected)}, got {shown(got)}"


def shown(value: object) -> str:
    """A value as it would be written in a file."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


def _in_groups(expected: Mapping[str, object], got: Mapping[str, object], path: DataPath) -> Iterator[Difference]:
    for key, value in expected.items():
        if key in got:
            yield from differences(value, got[key], (*path, key))
        else:
            yield (*path, key), f"there is no '{key}' here{did_you_mean(key, got)}"


def _in_lists(expected: list[object], got: Sequence[object], path: DataPath) -> Iterator[Difference]:
    if len(expected) != len(got):
        yield path, f"expected {shown(expected)}, got {shown(got)}"
        return
    for place, (want, have) in enumerate(zip(expected, got, strict=True)):
        yield from differences(want, have, (*path, place))
