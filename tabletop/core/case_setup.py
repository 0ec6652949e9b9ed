"""The scenario of a file that needs one to begin with: named, or written out in its `setup:`."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import yaml

from tabletop.core import scenario
from tabletop.core.document import Document
from tabletop.core.errors import ScenarioError
from tabletop.core.game import AnyGame, AnyState

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


def read(
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
