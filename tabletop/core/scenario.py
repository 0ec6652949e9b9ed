"""Reading scenario files: from YAML to validated data, with all errors at once in players' words.

A game describes its files by a pydantic model. pydantic is slow to import, so neither this module nor a game
imports it before a file is read.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from tabletop.core import guarded_file, resources
from tabletop.core.document import Document
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.guarded_file import MEGABYTE, UnreadableError
from tabletop.core.paths import PathError, parse_path, quote
from tabletop.core.phrases import did_you_mean

if TYPE_CHECKING:
    from pydantic import BaseModel

M = TypeVar("M", bound="BaseModel")

S = TypeVar("S")

LARGEST = 4 * MEGABYTE
"""Largest file in bytes, many times what sixty ships take."""


class PreparedScenario(msgspec.Struct, Generic[S], frozen=True):
    """A validated scenario: the texts for the title screen and the opening state."""

    title: str
    date: str
    briefing: str
    opening: S


def read(text: str, source: str, model: type[M]) -> tuple[M, Document]:
    """Return the validated data, and the document for adding more problems by their path.

    Raises:
        ScenarioError: with every problem of the file.
    """
    document = Document(text, source)
    document.check_readable()
    fitted = fit(document, model)
    document.raise_problems()
    assert fitted is not None
    return fitted, document


def fit(document: Document, model: type[M], path: Sequence[str | int] = ()) -> M | None:
    """Return the data at a path as an instance of `model`, or None after adding every problem to the document.

    A game can fit part by part, and so check the sound parts of a file that has errors elsewhere.
    """
    from pydantic import ValidationError

    from tabletop.core.validation_messages import report_error

    try:
        return model.model_validate_json(msgspec.json.encode(document.value_at(path)), strict=True)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            report_error(document, tuple(path), detail, model)
        return None


def fit_each(document: Document, model: type[M], key: str, most: int) -> dict[int, M]:
    """Return the sound entries of the list under `key` by index; problems are added as by `fit`.

    {} if there is no list. Entries beyond `most` are not looked at.
    """
    listed = document.value_at((key,))
    places = range(min(len(listed), most)) if isinstance(listed, list) else ()
    fitted = {place: fit(document, model, (key, place)) for place in places}
    return {place: one for place, one in fitted.items() if one is not None}


def open_lender(document: Document, game: str, key: str, name: str, what: str = "") -> Document | None:
    """Return another bundled scenario to borrow a part from, or None after adding a problem if there is none.

    Args:
        document: the scenario that borrows.
        game: id of the game.
        key: key that names the other scenario.
        name: name of the other scenario.
        what: the borrowed part in a player's words; "" for the key.
    """
    known = {path.stem: path for path in resources.list_scenarios(game)}
    if name in known:
        return _read_lender(known[name], guarded_file.modification_time(known[name]))
    message = f"there is no scenario '{name}' to take the {what or key} of{did_you_mean(name, known)}"
    document.add_problem((key,), message)
    return None


@lru_cache(maxsize=4)
def _read_lender(path: Path, _changed: datetime) -> Document:
    """Read a scenario, cached because the editor reads it many times; its own problems are always the same."""
    return Document(load_text(path), path.name)


def parse_file_path(text: str) -> Path:
    """Return the path of a scenario or case file that a person typed or another file names.

    Raises:
        ScenarioError: if no file can have that name.
    """
    try:
        return parse_path(text)
    except PathError as error:
        raise ScenarioError([Problem(quote(text), 1, 1, str(error))]) from error


def load_text(path: Path) -> str:
    """Return the text of a scenario or case file.

    Raises:
        ScenarioError: if the file cannot be opened, is not UTF-8, or is larger than `LARGEST`.
    """
    try:
        return guarded_file.load_text(path, LARGEST)
    except UnreadableError as error:
        raise ScenarioError([Problem(str(path), error.line, error.column, f"the file {error}")]) from error


OptionCheck = Callable[[str, object], str]
"""Returns why an option cannot have a value, given both, or "" if it can."""


def check_options(options: Mapping[str, object], wrong: OptionCheck) -> dict[str, object]:
    """Return the options that are not None, after checking each by `wrong`.

    Raises:
        ScenarioError: with every option whose value is not allowed.
    """
    found = {name: value for name, value in options.items() if value is not None}
    problems = [why for name, value in found.items() if (why := wrong(name, value))]
    if problems:
        raise ScenarioError(Problem("options", 1, 1, why) for why in problems)
    return found


def describe_unknown_option(name: str, known: Iterable[str]) -> str:
    """Return the message for an option that does not exist, with the nearest known name."""
    return f"unknown option '{name}'{did_you_mean(name, known)}"
