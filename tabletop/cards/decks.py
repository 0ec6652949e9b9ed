"""Deck files: a scenario that has no cards of its own names another one of its game, whose cards it uses."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tabletop.core import scenario as files
from tabletop.core.document import Document

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T")


def cards(
    document: Document, game: str, model: "type[BaseModel]", own: Callable[[Document], T], usual: str | None = None
) -> T | None:
    """The cards of a scenario, its own or those of another one; None after noting in the document that there are none.

    Args:
        document: of the scenario.
        game: id of the game.
        model: of the scenarios of the game.
        own: reads the cards that a document has written out; what is wrong with them is noted in it.
        usual: the scenario whose cards are used where nothing is said of any.
    """
    said = document.at(("cards",))
    name = usual if said is None else said
    return _borrowed(document, game, name, model, own) if isinstance(name, str) else own(document)


def _borrowed(
    document: Document, game: str, name: str, model: "type[BaseModel]", own: Callable[[Document], T]
) -> T | None:
    other = files.lender(document, game, "cards", name)
    if other is None:
        return None
    if not isinstance(other.at(("cards",)), list | dict):
        document.problem(("cards",), f"the scenario '{name}' takes its cards from another one itself")
        return None
    files.fit(other, model)
    found = own(other)
    for problem in other.problems:
        document.report(problem)
    return found
