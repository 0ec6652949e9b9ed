"""What the screens around the table need of the world: games, scenarios, records, and the way to a table.

The screens hold no paths and open no files; whoever starts the app gives them a backend, and tests give
them one of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pygame

from tabletop.core.game import AnyGame, AnyState, Preset, Switch
from tabletop.core.match import MatchSetup
from tabletop.ui.screen import Screen, Transition
from tabletop.ui.widgets.page import Page

Size = tuple[int, int]
PageActions = Mapping[str, Callable[[Page], Transition | None]]
"""Further actions of a page, by the ids of its buttons."""
A_PERSON = "a person"
"""Who sits at a seat that the computer does not hold."""


@dataclass(frozen=True)
class ScenarioEntry:
    """A scenario that can be played; `problem` says why not."""

    id: str
    source: str
    text: str
    title: str
    date: str = ""
    briefing: str = ""
    sides: tuple[tuple[str, str], ...] = ()
    """Each side and what it has, e.g. ``("British", "27 ships")``."""
    facts: tuple[str, ...] = ()
    """E.g. ``24 turns``, ``Wind north-west, a breeze``."""
    problem: str = ""
    opening: AnyState = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Saved:
    """A match on disk; `problem` is one sentence if it cannot be opened."""

    path: Path
    game: str
    title: str
    now: str
    changed: datetime
    over: bool = False
    problem: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    """Each side, and who plays it, e.g. ``("British", "a person")``."""
    bars: str = ""
    """Why it cannot be gone on with although it can be watched; empty if it can."""
    ended: str = ""
    """Who won and by how many points, e.g. ``British won, 45 to 30``; empty before the end."""


@dataclass(frozen=True)
class LessonEntry:
    """A lesson, and how far the player has come in it: at which step of how many, from 0, or to its end."""

    id: str
    game: str
    """Title and subtitle of the game."""
    heading: str
    about: str
    minutes: int
    steps: int
    number: int = 0
    done: bool = False


def _no_lesson(ident: str) -> Screen:
    raise KeyError(ident)


@dataclass(frozen=True)
class Backend:
    """The world as the screens see it."""

    games: Callable[[], Mapping[str, AnyGame]]
    scenarios: Callable[[str], Sequence[ScenarioEntry]]
    """Scenarios of a game by its id."""
    choices: Callable[[str, ScenarioEntry], Sequence[Switch]]
    """Rules that can be switched in a scenario of a game."""
    presets: Callable[[str, ScenarioEntry], Sequence[Preset]]
    """Sets of these, the scenario's own first."""
    remembered: Callable[[str, ScenarioEntry], Mapping[str, str | bool]]
    """How they were switched when the scenario was begun last."""
    remember: Callable[[str, ScenarioEntry, Mapping[str, str | bool]], None]
    """Keep that for the next time."""
    seated: Callable[[str, ScenarioEntry], Mapping[str, str] | None]
    """Which seats the computer had then, with the names of its players; None if it was never begun."""
    seat: Callable[[str, ScenarioEntry, Mapping[str, str]], None]
    """Keep that for the next time."""
    switched: Callable[[str, ScenarioEntry, Mapping[str, object]], ScenarioEntry]
    """A scenario of a game as it begins with some rules switched, by their ids."""
    saved: Callable[[], Sequence[Saved]]
    """Matches on disk, the one that was played last first."""
    position: Callable[[Saved], AnyState]
    """What everybody may see of a match as it was left; RecordError if it cannot be read."""
    result: Callable[[Saved], str]
    """How a match ended, in a sentence; nothing before its end, RecordError if it cannot be read."""
    deleted: Callable[[], Sequence[Saved]]
    """Matches that were deleted, the latest first."""
    cover: Callable[[str, Size], pygame.Surface]
    """The picture of a game."""
    picture: Callable[[str, AnyState, Size], pygame.Surface]
    """A small picture of a state of a game; an empty sea for None."""
    begin: Callable[[str, MatchSetup], Screen]
    """A new match at the table, kept under the title of its scenario."""
    resume: Callable[[Path], Screen]
    """An old match at the table; RecordError if it cannot be read."""
    watch: Callable[[Path], Screen]
    """A match watched again; RecordError if it cannot be read."""
    set_up: Callable[[], Screen]
    """Scenarios that can be opened in the editor, and drafts that were kept."""
    version: str = ""
    lessons: Callable[[], Sequence[LessonEntry]] = tuple
    """The guided battles, one game after the other."""
    teach: Callable[[str], Screen] = _no_lesson
    """A lesson at the table, where it was left; RecordError if it cannot be gone on with."""
    offers_lessons: Callable[[], bool] = lambda: False
    """Whether the title offers them to a newcomer."""
    decline_lessons: Callable[[], None] = lambda: None
    """It does no longer."""
    lesson_minutes: Callable[[], int] = lambda: 0
    """How long the lesson takes that is next; 0 once all are done."""
    own: Callable[[], int] = lambda: 0
    """How many scenarios the player has written."""
