"""What each game brings to the screens: one row for each game, so that a new game is one more row."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pygame

from tabletop.core.game import Score

Size = tuple[int, int]
Told = Iterable[tuple[Any, Any]]
"""Facts, each with the state before it."""
Fate = tuple[str, str, bool]
"""A piece by name, what became of it, and whether it is lost."""


@dataclass(frozen=True)
class Pictures:
    """How a game shows itself outside its table."""

    cover: Callable[[Size], pygame.Surface]
    """The picture of the game on the title screen."""
    position: Callable[[Any, Size], pygame.Surface]
    """A small picture of a state."""
    sides: Callable[[Any], tuple[tuple[str, str], ...]]
    """What each side has, e.g. ``("British", "27 ships")``."""
    facts: Callable[[Any], tuple[str, ...]]
    """What else a player wants to know before a match."""
    fates: Callable[[Any], tuple[tuple[str, tuple[Fate, ...]], ...]]
    """What became of the pieces, under headings."""
    moment: Callable[[Any], str]
    """When the game ended, e.g. ``turn 18 of 24``."""
    course: Callable[[Told], tuple[tuple[str, tuple[Score, ...]], ...]] = lambda told: ()  # noqa: ARG005
    """The facts of a whole match that tell how it came to its end, under headings, with what each one cost."""
    scored: tuple[str, str] = ("Victory points", "point")
    """What its reckoning counts: the heading, and the word for one of them."""


_PICTURES = {
    "ships_of_the_line": "tabletop.ui.boards.ships_of_the_line.pictures",
    "decks_of_glory": "tabletop.ui.boards.decks_of_glory.pictures",
    "trafalgar_cards": "tabletop.ui.boards.trafalgar_cards.pictures",
    "ship_duel": "tabletop.ui.boards.ship_duel.pictures",
    "volley": "tabletop.ui.boards.volley.pictures",
}
_TABLES = {
    "ships_of_the_line": ("tabletop.ui.boards.ships_of_the_line.table", "SeaTable"),
    "decks_of_glory": ("tabletop.ui.boards.decks_of_glory.table", "HexTable"),
    "trafalgar_cards": ("tabletop.ui.boards.trafalgar_cards.table", "TrafalgarTable"),
    "ship_duel": ("tabletop.ui.boards.ship_duel.table", "DuelTable"),
    "volley": ("tabletop.ui.boards.volley.table", "VolleyTable"),
}


def pictures(game: str) -> Pictures:
    """How a game shows itself; KeyError for a game without a table."""
    made: Pictures = import_module(_PICTURES[game]).PICTURES
    return made


def table(game: str, state: Any) -> Any:
    """A game's side of the table screen, see `boards.contract.GameTable`; imported when it is needed.

    `state` is a view in which nothing is secret; the screen seats the viewers.
    """
    module, name = _TABLES[game]
    return getattr(import_module(module), name)(state)
