"""A scenario file from YAML to validated data, and what players set otherwise: every error at once, in their words.

A game describes its files by a pydantic model. pydantic takes long to import, so neither this module
nor a game imports it before a file is read.
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
"""An authored file at most, many times what sixty ships take."""


class Prepared(msgspec.Struct, Generic[S], frozen=True):
    """A validated scenario: what the title screen tells of it, and the game as it opens."""

    title: str
    date: str
    briefing: str
    opening: S


def read(text: str, source: str, model: type[M]) -> tuple[M, Document]:
    """The validated data, and the document for finding more problems by their path.

    Raises:
        ScenarioError: with every problem of the file.
    """
    document = Document(text, source)
    document.readable()
    fitted = fit(document, model)
    document.finish()
    assert fitted is not None
    return fitted, document


def fit(document: Document, model: type[M], path: Sequence[str | int] = ()) -> M | None:
    """The data at a path as the model demands, or None after noting every problem in the document.

    Fitting part by part lets a game check the sound parts of a file that has errors elsewhere.
    """
    from pydantic import ValidationError

    from tabletop.core.wording import explain

    try:
        return model.model_validate_json(msgspec.json.encode(document.at(path)), strict=True)
    except ValidationError as error:
        for detail in error.errors(include_url=False):
            explain(document, tuple(path), detail, model)
        return None


def fit_each(document: Document, model: type[M], key: str, most: int) -> dict[int, M]:
    """The sound entries of a list by their places, of so many at most; problems are noted as by `fit`."""
    listed = document.at((key,))
    places = range(min(len(listed), most)) if isinstance(listed, list) else ()
    fitted = {place: fit(document, model, (key, place)) for place in places}
    return {place: one for place, one in fitted.items() if one is not None}


def lender(document: Document, game: str, key: str, name: str, what: str = "") -> Document | None:
    """Another scenario that comes with the program, of which something is used; None after noting that there is none.

    Args:
        document: of the scenario that borrows.
        game: id of the game.
        key: that names the other scenario.
        name: of the other scenario.
        what: is borrowed, in a player's words; left out, what the key says.
    """
    known = {path.stem: path for path in resources.scenarios(game)}
    if name in known:
        return _lent(known[name], guarded_file.written(known[name]))
    message = f"there is no scenario '{name}' to take the {what or key} of{did_you_mean(name, known)}"
    document.problem((key,), message)
    return None


@lru_cache(maxsize=4)
def _lent(path: Path, _changed: datetime) -> Document:
    """Remembered, for who edits a file reads it many times; what is found wrong with it is always the same."""
    return Document(text_of(path), path.name)


def file_named(text: str) -> Path:
    """Return the path of an authored file that somebody typed or a file names.

    Raises:
        ScenarioError: if no file can have that name.
    """
    try:
        return parse_path(text)
    except PathError as error:
        raise ScenarioError([Problem(quote(text), 1, 1, str(error))]) from error


def text_of(path: Path) -> str:
    """The text of an authored file.

    Raises:
        ScenarioError: if it cannot be opened, is not UTF-8, or is larger than anybody would write.
    """
    try:
        return guarded_file.text(path, LARGEST)
    except UnreadableError as error:
        raise ScenarioError([Problem(str(path), error.line, error.column, f"the file {error}")]) from error


Wrong = Callable[[str, object], str]
"""Why an option cannot be set so; empty if it can."""


def stated(options: Mapping[str, object], wrong: Wrong) -> dict[str, object]:
    """The options that are set; those that are None are left as the scenario has them.

    Raises:
        ScenarioError: with every option that cannot be set so.
    """
    found = {name: value for name, value in options.items() if value is not None}
    problems = [why for name, value in found.items() if (why := wrong(name, value))]
    if problems:
        raise ScenarioError(Problem("options", 1, 1, why) for why in problems)
    return found


def unknown(name: str, known: Iterable[str]) -> str:
    """That there is no such option, and which one may have been meant."""
    return f"unknown option '{name}'{did_you_mean(name, known)}"
