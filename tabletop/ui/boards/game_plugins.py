"""Find the interface of each game by the id of the game.

The module `boards.<game>` defines `TABLE`, the class of the table, and `PICTURES`. A package defines `TABLE` in its
module `table` and `PICTURES` in its module `pictures`, so that the title screen need not import tables.
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
EventHistory = Iterable[tuple[AnyState, Event]]
"""Pairs of the state before an event, and the event."""
DecisiveEvents = tuple[tuple[str, tuple[Score, ...]], ...]
"""The events that decided a match, grouped under headings, each with its cost."""


class ShipOutcome(NamedTuple):
    """The outcome of one piece: name, fate in words, loss, and the strength left of its initial strength.

    `badge` is the badge of its nation, or None.
    """

    name: str
    became: str
    lost: bool
    left: int = 0
    whole: int = 0
    badge: Badge | None = None


@dataclass(frozen=True)
class GamePictures:
    """The pictures and texts with which a game appears outside its table."""

    cover: Callable[[Size], pygame.Surface]
    """Draws the picture of the game for the title screen."""
    position: Callable[[AnyState, Size], pygame.Surface]
    """Draws a small picture of a state."""
    sides: Callable[[AnyState], tuple[tuple[str, str], ...]]
    """Lists the forces of each side, e.g. ``("British", "27 ships")``."""
    setup_notes: Callable[[AnyState], tuple[str, ...]]
    """Lists further information for the player before a match."""
    outcomes: Callable[[AnyState], tuple[tuple[str, tuple[ShipOutcome, ...]], ...]]
    """Lists the outcomes of the pieces, under headings."""
    end_moment: Callable[[AnyState], str]
    """Formats the moment at which the game ended, e.g. ``turn 18 of 24``."""
    decisive_events: Callable[[EventHistory], DecisiveEvents] = lambda told: ()  # noqa: ARG005
    score_words: tuple[str, str] = ("Victory points", "point")
    """The heading of the score, and the word for one unit of it."""
    rulebook_figure: Callable[[str, Size], pygame.Surface] | None = None
    """Draws a picture of the game's rulebook by its name; raises KeyError for an unknown name."""
    close_up: Callable[[AnyState, Sequence[str], Size], Steps[pygame.Surface]] | None = None
    """Draws a small picture around some pieces, step by step; None for a game without a map."""
    chronicler: Chronicler = PLAIN_CHRONICLER
    """Describes notable events of a match."""
    badges: Callable[[AnyState], Mapping[str, Badge]] = lambda state: {}  # noqa: ARG005
    """Returns the badges of the pieces in a chronicle: key of the piece to badge."""
    victory_summary: Callable[[AnyState], VictorySummary] = lambda state: VictorySummary()  # noqa: ARG005
    """Summarizes how the game is won, from a state or a view."""
    colours: Mapping[Any, Colour] = field(default_factory=dict)
    """The colours of the sides' lines in charts: id of the side to colour."""


def load_pictures(game: str) -> GamePictures:
    """Import and return the pictures of a game. Raises ModuleNotFoundError for a game without a table."""
    made: GamePictures = _load_part(game, "pictures").PICTURES
    return made


def create_table(game: str, state: AnyState) -> GameTable:
    """Import the table of a game and create it for `state`.

    `state` is a public view; the screen sets the viewer afterwards.
    """
    made: GameTable = _load_part(game, "table").TABLE(state)
    return made


def summarize_victory(game: str, state: AnyState) -> VictorySummary:
    """Return the summary of victory in `state`; an empty summary for a game without a table."""
    try:
        shown = load_pictures(game)
    except ModuleNotFoundError:
        return VictorySummary()
    return shown.victory_summary(state)


def _load_part(game: str, name: str) -> ModuleType:
    """Return the module of the game, or, if that is a package, its submodule `name`."""
    home = import_module(f"{__package__}.{game}")
    return import_module(f"{home.__name__}.{name}") if hasattr(home, "__path__") else home


Costs = Mapping[type, Callable[[Any], int]]
"""Type of an event to the function that returns its cost for the side that suffered it."""


def group_by_turn(told: EventHistory, narrate: Callable[[AnyState, Event], str], costs: Costs) -> DecisiveEvents:
    """Group events of certain types under headings by turn.

    Args:
        told: the events of the match, each with the state before it.
        narrate: formats an event; an event for which it returns "" is left out.
        costs: the event types to include, with the cost of each event.
    """
    turns: dict[int, list[Score]] = {}
    for state, event in told:
        cost = costs.get(type(event))
        words = narrate(state, event) if cost else ""
        if cost and words:
            turns.setdefault(state.turn, []).append(Score("", -cost(event), words, event.rule))
    return tuple((f"Turn {turn}", tuple(lines)) for turn, lines in turns.items())


def no_cost(_event: Event) -> int:
    """Return 0, as the cost of an event that costs nothing."""
    return 0
