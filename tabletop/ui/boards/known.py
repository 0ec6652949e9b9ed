"""What each game brings to the screens: it is found by the id of the game.

The module `boards.<game>` says `TABLE`, the class of the table, and `PICTURES`. As a package it says the one in its
`table` and the other in its `pictures`, so that the title screen need not wait for tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import pygame

from tabletop.core.chronicle import PLAIN_CHRONICLER, Chronicler
from tabletop.core.events import Event
from tabletop.core.game import AnyState, Score, VictorySummary
from tabletop.ui.boards.contract import Badge, GameTable
from tabletop.ui.frame_budget import Steps
from tabletop.ui.theme import Colour

Size = tuple[int, int]
Told = Iterable[tuple[AnyState, Event]]
"""Events, each with the state before it."""
Course = tuple[tuple[str, tuple[Score, ...]], ...]
"""The events that tell how a match came to its end, under headings, with what each one cost."""


class ShipOutcome(NamedTuple):
    """A piece by name, what became of it, whether it is lost, and where that is counted what is left of how much.

    `badge` is that of its nation, if it has one.
    """

    name: str
    became: str
    lost: bool
    left: int = 0
    whole: int = 0
    badge: Badge | None = None


@dataclass(frozen=True)
class Pictures:
    """How a game shows itself outside its table."""

    cover: Callable[[Size], pygame.Surface]
    """The picture of the game on the title screen."""
    position: Callable[[AnyState, Size], pygame.Surface]
    """A small picture of a state."""
    sides: Callable[[AnyState], tuple[tuple[str, str], ...]]
    """What each side has, e.g. ``("British", "27 ships")``."""
    facts: Callable[[AnyState], tuple[str, ...]]
    """What else a player wants to know before a match."""
    fates: Callable[[AnyState], tuple[tuple[str, tuple[ShipOutcome, ...]], ...]]
    """What became of the pieces, under headings."""
    moment: Callable[[AnyState], str]
    """When the game ended, e.g. ``turn 18 of 24``."""
    course: Callable[[Told], Course] = lambda told: ()  # noqa: ARG005
    scored: tuple[str, str] = ("Victory points", "point")
    """What its reckoning counts: the heading, and the word for one of them."""
    figure: Callable[[str, Size], pygame.Surface] | None = None
    """A picture of its rulebook by its name; KeyError for any other."""
    near: Callable[[AnyState, Sequence[str], Size], Steps[pygame.Surface]] | None = None
    """A small picture of what is about some pieces, in a game that has a map."""
    chronicler: Chronicler = PLAIN_CHRONICLER
    """How the course of a match is told."""
    badges: Callable[[AnyState], Mapping[str, Badge]] = lambda state: {}  # noqa: ARG005
    """Those of the pieces that a chronicle tells of, by their keys."""
    stakes: Callable[[AnyState], VictorySummary] = lambda state: VictorySummary()  # noqa: ARG005
    """What a match is about, of a view as well."""
    colours: Mapping[Any, Colour] = field(default_factory=dict)
    """Of the lines that stand for the sides in charts, by their ids."""


def pictures(game: str) -> Pictures:
    """How a game shows itself; ModuleNotFoundError for a game without a table."""
    made: Pictures = _part(game, "pictures").PICTURES
    return made


def table(game: str, state: AnyState) -> GameTable:
    """A game's side of the table screen, see `boards.contract.GameTable`; imported when it is needed.

    `state` is a view in which nothing is secret; the screen seats the viewers.
    """
    made: GameTable = _part(game, "table").TABLE(state)
    return made


def stakes(game: str, state: AnyState) -> VictorySummary:
    """What a match is about; nothing is said of a game without a table."""
    try:
        shown = pictures(game)
    except ModuleNotFoundError:
        return VictorySummary()
    return shown.stakes(state)


def _part(game: str, name: str) -> ModuleType:
    """The module of the game's own name, or, where that is a package, one of its modules."""
    home = import_module(f"{__package__}.{game}")
    return import_module(f"{home.__name__}.{name}") if hasattr(home, "__path__") else home


Costs = Mapping[type, Callable[[Any], int]]
"""By its kind, what an event took from the side that suffered it."""


def turn_by_turn(told: Told, narrate: Callable[[AnyState, Event], str], costs: Costs) -> Course:
    """The events of some kinds under the turns in which they came about.

    Args:
        told: the events of the match.
        narrate: an event in words.
        costs: the kinds of events that are told, and what an event of each took from the side that suffered it.
    """
    turns: dict[int, list[Score]] = {}
    for state, event in told:
        cost = costs.get(type(event))
        words = narrate(state, event) if cost else ""
        if cost and words:
            turns.setdefault(state.turn, []).append(Score("", -cost(event), words, event.rule))
    return tuple((f"Turn {turn}", tuple(lines)) for turn, lines in turns.items())


def free(_event: Event) -> int:
    """An event that costs nothing."""
    return 0
