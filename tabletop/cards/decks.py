"""Decks of scenario files: a scenario lists its own cards or names another scenario of its game that lends them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tabletop.core import scenario as files
from tabletop.core.document import Document

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T")


def load_cards(
    document: Document, game: str, model: "type[BaseModel]", own: Callable[[Document], T], usual: str | None = None
) -> T | None:
    """Return the cards of a scenario, its own or borrowed.

    Returns None if the lending scenario has none, and notes that in `document`.

    Args:
        document: the scenario file.
        game: id of the game.
        model: pydantic model of the scenarios of the game.
        own: reads the cards that a document lists and notes its problems there.
        usual: id of the scenario that lends its cards if the document has no key `cards`; None if there is none.
    """
    said = document.value_at(("cards",))
    name = usual if said is None else said
    return _borrow_cards(document, game, name, model, own) if isinstance(name, str) else own(document)


def _borrow_cards(
    document: Document, game: str, name: str, model: "type[BaseModel]", own: Callable[[Document], T]
) -> T | None:
    """Return the cards of the scenario `name`, or None if it lends none; notes problems in `document`."""
    other = files.open_lender(document, game, "cards", name)
    if other is None:
        return None
    if not isinstance(other.value_at(("cards",)), list | dict):
        document.add_problem(("cards",), f"the scenario '{name}' itself takes its cards from another scenario")
        return None
    files.fit(other, model)
    found = own(other)
    for problem in other.problems:
        document.add_located_problem(problem)
    return found
