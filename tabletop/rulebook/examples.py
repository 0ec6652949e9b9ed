"""The examples of the rulebook, played: what the table says of a case, so that no number in the book can be wrong.

The games must be known by then.
"""

from functools import cache

import msgspec

from tabletop.core import case_file, case_runner, resources
from tabletop.core.case_file import CaseFile
from tabletop.core.scenario import load_text
from tabletop.rulebook.blocks import Example


class Played(msgspec.Struct, frozen=True):
    """An example: the position before it, and sentences of the log."""

    game: str
    opening: object
    told: tuple[str, ...]


@cache
def played(example: Example) -> Played:
    """An example with what comes of it.

    Raises:
        LookupError: if there is no such file, or it has no case of that title.
        ScenarioError: with every problem of the file.
    """
    file = _file(example.file)
    number = next((n for n, case in enumerate(file.data.cases) if case.title == example.case), None)
    if number is None:
        raise LookupError(f"{example.file} has no case '{example.case}'")
    return Played(file.game.meta.id, file.openings[number], case_runner.describe_case(file, number))


@cache
def _file(name: str) -> CaseFile:
    try:
        path = resources.find_case_file(name)
    except FileNotFoundError:
        raise LookupError(f"there is no case file '{name}'") from None
    return case_file.read(load_text(path), path.name, resources.find_scenario)
