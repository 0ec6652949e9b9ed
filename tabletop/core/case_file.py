"""Case files: a position, scripted dice, commands and the expected results (docs/case-files.md).

A case file is checked like a scenario: all problems are reported at once, each with its line. Expected results
are compared with actual results as plain data.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import yaml
from pydantic import Field

from tabletop.core import scenario
from tabletop.core.commands import Command
from tabletop.core.document import DataPath as DataPath
from tabletop.core.document import Document
from tabletop.core.errors import ScenarioError
from tabletop.core.game import AnyGame, AnyState, games_by_id
from tabletop.core.phrases import did_you_mean
from tabletop.core.section import Section

COMMAND, EVENT = "do", "event"
"""The keys under which commands and events carry their names."""

WrittenEntry = str | Mapping[str, Mapping[str, object]]
"""A command or an event as a file writes it: a name, or one name with a mapping of fields."""

Kinds = dict[str, type[msgspec.Struct]]
"""Structs of commands or of events by the names that files use."""


class Expectation(Section):
    """The expected results of a command. Only the keys that are written are compared."""

    state: dict[str, object] = Field(default={}, description="Parts of the state afterwards.")
    events: list[str | dict[str, dict[str, object]]] = Field(
        default=[], description="Events that must happen in this order; others may happen in between."
    )
    never: list[str] = Field(default=[], description="Kinds of events that must not happen.")
    refused: str | None = Field(default=None, description="Id of the rule that refuses the command.")
    outcome: dict[str, object] | None = Field(default=None, description="Parts of the outcome of the game.")
    decision: dict[str, object] | None = Field(default=None, description="Parts of the next decision.")


class StepData(Section):
    """One command and its expected results."""

    do: str | dict[str, dict[str, object]] = Field(description="The command: its name, or its name and its fields.")
    dice: list[int] | None = Field(default=None, description="Dice for this command; it must roll all of them.")
    decks: list[list[str]] | None = Field(default=None, description="Card orders for the shuffles of this command.")
    expect: Expectation = Expectation()


class CaseData(Section):
    """One case: commands in order, from the position of the file."""

    title: str
    rule: list[str] = Field(default=[], description="Ids of the rules it shows, in addition to those of the file.")
    given: dict[str, object] = Field(default={}, description="Parts of the state to change before the first command.")
    dice: list[int] = Field(default=[], description="Dice for all commands without dice of their own.")
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
    rule: list[str] = Field(default=[], description="Ids of the rules shown by every case in the file.")
    setup: dict[str, object] = Field(description="`scenario: NAME`, or a scenario written out here.")
    given: dict[str, object] = Field(default={}, description="Parts of the state to change in every case.")
    cases: list[CaseData]


FindScenario = Callable[[str, str], Path]
"""Returns the file of a scenario, given the game's id and the scenario's name; raises FileNotFoundError."""


class CaseOpening(msgspec.Struct, frozen=True):
    """A sound scenario of a case file.

    Attributes:
        text: the scenario as the text of a file of its own.
        source: name of the file that holds the scenario.
        opening: the opening state.
    """

    text: str
    source: str
    opening: AnyState


def read_setup(
    document: Document, text: str, game: AnyGame, setup: Mapping[str, object], lent: Mapping[str, str],
    find_scenario: FindScenario,
) -> CaseOpening | None:  # fmt: skip
    """Read the scenario of a file, or return None after adding the problems to `document`.

    Args:
        document: the file.
        text: text of the file.
        game: game of the scenario.
        setup: value of the file's key `setup`.
        lent: keys of the file that fill gaps of a scenario written out in it, e.g. `title`.
        find_scenario: returns the file of a scenario that is given by its name.
    """
    try:
        if set(setup) == {"scenario"}:
            path = find_scenario(game.meta.id, str(setup["scenario"]))
            return _open_setup(game, scenario.load_text(path), str(path))
        block = _find_setup_node(text)
        if block.flow_style:
            document.add_problem(("setup",), "write the setup on several lines, one key per line")
            return None
        return _open_setup(
            game,
            _extract_setup(text, block, {key: lent[key] for key in lent if key not in setup}, game),
            document.source,
        )
    except FileNotFoundError:
        document.add_problem(("setup", "scenario"), f"there is no scenario '{setup['scenario']}'")
    except ScenarioError as error:
        for problem in error.problems:
            document.add_located_problem(problem)
    return None


def _open_setup(game: AnyGame, text: str, source: str) -> CaseOpening:
    """Return the opening of a scenario with its own options; raises ScenarioError."""
    return CaseOpening(text, source, game.open(game.read(text, source), {}))


def _find_setup_node(text: str) -> yaml.MappingNode:
    """Return the YAML node under the key `setup`, which must be a mapping."""
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    assert isinstance(root, yaml.MappingNode)
    found = next(value for key, value in root.value if key.value == "setup")
    assert isinstance(found, yaml.MappingNode)
    return found


def _extract_setup(text: str, block: yaml.MappingNode, lent: Mapping[str, str], game: AnyGame) -> str:
    """Return the scenario under `setup:`, on the same lines, so that problems have the lines of the file.

    Keys of `lent` that scenarios of the game have are added at the end.
    """
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
    """A sound case file: the game, the data, the opening state of each case, and the document that finds lines."""

    game: AnyGame
    data: FileData
    openings: tuple[object, ...]
    document: Document


def read(text: str, source: str, find_scenario: FindScenario) -> CaseFile:
    """Read and check a case file.

    Raises:
        ScenarioError: with every problem of the file.
    """
    data, document = scenario.read(text, source, FileData)
    games = games_by_id()
    if data.game not in games:
        document.add_problem(("game",), f"unknown game '{data.game}'{did_you_mean(data.game, games)}")
        document.raise_problems()
    game = games[data.game]
    if not data.cases:
        document.add_problem(("cases",), "a case file needs at least one case")
    _check_steps(document, data, game)
    lent = {"game": data.game, "title": data.title}
    scene = read_setup(document, text, game, data.setup, lent, find_scenario)
    openings = [_build_opening(document, data, game, scene.opening, n) for n in range(len(data.cases))] if scene else []
    document.raise_problems()
    return CaseFile(game, data, tuple(openings), document)


def list_kinds(union: object, key: str) -> Kinds:
    """Return the structs of commands (`key` is COMMAND) or events (EVENT) by the names that files use.

    A struct without a tag is listed under every name that its field `key` allows. If that field is plain text, the
    struct is listed under no name, and the result may be empty: then any name is accepted.
    """
    found: Kinds = {}
    for kind in get_args(union) or (union,):
        tag = kind.__struct_config__.tag
        names = (tag,) if tag else get_args(get_type_hints(kind)[key])
        found |= {str(name): kind for name in names}
    return found


def split_entry(said: WrittenEntry) -> tuple[str, dict[str, object]]:
    """Return the name and the fields of a written command or event, e.g. ``("move", {"ship": "a"})``."""
    if isinstance(said, str):
        return said, {}
    name, fields = next(iter(said.items()))
    return name, dict(fields)


def build_command(game: AnyGame, said: WrittenEntry, side: str) -> Command:
    """Build the command that a file writes. `side` is used if the command needs a side and names none.

    Raises:
        KeyError: if the game has no such command.
        msgspec.ValidationError: if the values do not fit.
    """
    name, fields = split_entry(said)
    if "side" in list_kinds(game.command_type, COMMAND)[name].__struct_fields__:
        fields.setdefault("side", side)
    command: Command = msgspec.convert({**fields, COMMAND: name}, game.command_type)
    return command


def _check_steps(document: Document, data: FileData, game: AnyGame) -> None:
    """Add a problem for each unknown command, event or field of the steps, and for values that do not fit."""
    commands, events = list_kinds(game.command_type, COMMAND), list_kinds(game.event_type, EVENT)
    for path, step in _iterate_steps(data):
        if check_entry(document, (*path, "do"), step.do, commands):
            check_command(document, (*path, "do"), game, step.do)
        for place, event in enumerate(step.expect.events):
            check_entry(document, (*path, "expect", "events", place), event, events)
        for place, name in enumerate(step.expect.never):
            check_entry(document, (*path, "expect", "never", place), name, events)


def _iterate_steps(data: FileData) -> Iterator[tuple[DataPath, StepData]]:
    """Yield each step of all cases in order, with its path."""
    for number, case in enumerate(data.cases):
        for place, step in enumerate(case.steps):
            yield ("cases", number, "steps", place), step


def check_entry(document: Document, path: DataPath, said: WrittenEntry, known: Kinds) -> bool:
    """Return True if the command or event and all its fields exist; else add the problems to `document`.

    The name may be any if `known` is empty. Values are not checked.
    """
    if not isinstance(said, str) and len(said) != 1:
        document.add_problem(path, f"expected one name, not {len(said)}")
        return False
    name, fields = split_entry(said)
    if not known:
        return True
    if name not in known:
        document.add_problem(path, f"unknown name '{name}'{did_you_mean(name, known)}")
        return False
    names = known[name].__struct_encode_fields__
    strange = [field for field in fields if field not in names]
    for field in strange:
        document.add_key_problem((*path, name, field), f"unknown key '{field}'{did_you_mean(field, names)}")
    return not strange


def check_command(document: Document, path: DataPath, game: AnyGame, said: WrittenEntry) -> None:
    """Add a problem to `document` if the values of a command do not fit; its name must be known."""
    try:
        build_command(game, said, game.meta.sides[0].id)
    except msgspec.ValidationError as error:
        document.add_problem(path, f"the command does not fit: {error}")


def _build_opening(document: Document, data: FileData, game: AnyGame, opening: object, number: int) -> object:
    """Return the opening of case `number`: `opening` changed by `given` of the file, then of the case."""
    state = _apply_given(document, ("given",), game, opening, data.given)
    return _apply_given(document, ("cases", number, "given"), game, state, data.cases[number].given)


def _apply_given(document: Document, path: DataPath, game: AnyGame, state: object, given: dict[str, object]) -> object:
    """Return the state with the parts in `given` changed; unchanged after adding a problem if they do not fit."""
    if not given:
        return state
    try:
        changed = msgspec.convert(merge_data(msgspec.to_builtins(state), given), game.state_type)
    except msgspec.ValidationError as error:
        document.add_problem(path, f"this does not fit the state: {error}")
        return state
    for where, message in find_differences(given, msgspec.to_builtins(changed)):
        document.add_key_problem((*path, *where), message)
    return changed


def merge_data(whole: object, part: object) -> object:
    """Return plain data with `part` merged into `whole`: mappings key by key, all other values as a whole."""
    if not isinstance(whole, dict) or not isinstance(part, dict):
        return part
    return {**whole, **{key: merge_data(whole.get(key), value) for key, value in part.items()}}


Difference = tuple[DataPath, str]
"""The path at which two values differ, and a sentence that describes the difference."""


def find_differences(expected: object, got: object, path: DataPath = ()) -> Iterator[Difference]:
    """Yield every difference where `got` does not contain `expected`.

    A mapping needs the expected keys with equal values and may have more keys. A list needs the same length.
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        yield from _compare_groups(expected, got, path)
    elif isinstance(expected, list) and isinstance(got, Sequence) and not isinstance(got, str):
        yield from _compare_lists(expected, got, path)
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield path, f"expected {format_value(expected)}, got {format_value(got)}"


def format_value(value: object) -> str:
    """Return a value as a YAML file would write it, e.g. ``{ship: a, hits: [1, 2]}``."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {format_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(format_value, value)) + "]"
    return str(value)


def _compare_groups(expected: Mapping[str, object], got: Mapping[str, object], path: DataPath) -> Iterator[Difference]:
    """Yield the differences of the keys of `expected`, also for a key that `got` lacks; ignore other keys."""
    for key, value in expected.items():
        if key in got:
            yield from find_differences(value, got[key], (*path, key))
        else:
            yield (*path, key), f"there is no '{key}' here{did_you_mean(key, got)}"


def _compare_lists(expected: list[object], got: Sequence[object], path: DataPath) -> Iterator[Difference]:
    """Yield the differences item by item, or one for both lists if their lengths differ."""
    if len(expected) != len(got):
        yield path, f"expected {format_value(expected)}, got {format_value(got)}"
        return
    for place, (want, have) in enumerate(zip(expected, got, strict=True)):
        yield from find_differences(want, have, (*path, place))
