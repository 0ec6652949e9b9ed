"""The interface between the screens and the world: games, scenarios, records, and the way to a table.

The screens hold no paths and open no files. The app gives them a backend; tests give them their own.
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
"""Further actions of a page, by the ids of their buttons."""
A_PERSON = "a person"
"""The name of a seat that no computer player holds."""


@dataclass(frozen=True)
class ScenarioEntry:
    """A scenario that can be played; `problem` says why not, or is ""."""

    id: str
    source: str
    text: str
    title: str
    date: str = ""
    briefing: str = ""
    sides: tuple[tuple[str, str], ...] = ()
    """Each side and its force, such as ``("British", "27 ships")``."""
    facts: tuple[str, ...] = ()
    """Facts such as ``24 turns`` and ``Wind north-west, a breeze``."""
    problem: str = ""
    opening: AnyState = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class SavedMatch:
    """A match on disk; `problem` says in one sentence why it cannot be opened, or is ""."""

    path: Path
    game: str
    title: str
    progress: str
    modified: datetime
    over: bool = False
    problem: str = ""
    seats: tuple[tuple[str, str], ...] = ()
    """Each side and its player, such as ``("British", "a person")``."""
    resume_blocker: str = ""
    """The reason why the match can be watched but not continued; "" if it can be continued."""
    result_line: str = ""
    """The winner and the points, such as ``British won, 45 to 30``; "" before the end."""


@dataclass(frozen=True)
class LessonEntry:
    """A lesson, with the number of the step that the player has reached, from 0."""

    id: str
    game: str
    """The title and subtitle of the game."""
    heading: str
    about: str
    minutes: int
    steps: int
    number: int = 0
    done: bool = False


def _no_lesson(ident: str) -> Screen:
    """Raise KeyError: a backend without lessons has none to open."""
    raise KeyError(ident)


@dataclass(frozen=True)
class Backend:
    """The functions by which the screens read and change the world around them."""

    games: Callable[[], Mapping[str, AnyGame]]
    list_scenarios: Callable[[str], Sequence[ScenarioEntry]]
    """Return the scenarios of a game."""
    list_switches: Callable[[str, ScenarioEntry], Sequence[Switch]]
    """Return the rules that can be switched in a scenario of a game."""
    list_presets: Callable[[str, ScenarioEntry], Sequence[Preset]]
    """Return sets of rules, the scenario's own first."""
    remembered_options: Callable[[str, ScenarioEntry], Mapping[str, str | bool]]
    """Return the options with which the scenario was begun last."""
    remember_options: Callable[[str, ScenarioEntry, Mapping[str, str | bool]], None]
    """Remember the options for the next time."""
    remembered_seats: Callable[[str, ScenarioEntry], Mapping[str, str] | None]
    """Return the computer player of each seat at the last start; None if the scenario was never begun."""
    remember_seats: Callable[[str, ScenarioEntry, Mapping[str, str]], None]
    """Remember the computer players for the next time."""
    scenario_with_options: Callable[[str, ScenarioEntry, Mapping[str, object]], ScenarioEntry]
    """Return a scenario as it begins with some rules switched."""
    list_saved: Callable[[], Sequence[SavedMatch]]
    """Return the matches on disk, the match played last first."""
    load_position: Callable[[SavedMatch], AnyState]
    """Return the state of a saved match as everybody may see it. Raises RecordError if it cannot be read."""
    describe_result: Callable[[SavedMatch], str]
    """Return in a sentence how a saved match ended; "" before its end. Raises RecordError."""
    list_deleted: Callable[[], Sequence[SavedMatch]]
    """Return the deleted matches, the latest first."""
    draw_cover: Callable[[str, Size], pygame.Surface]
    """Draw the picture of a game."""
    draw_position: Callable[[str, AnyState, Size], pygame.Surface]
    """Draw a small picture of a state of a game; an empty sea for None."""
    start_match: Callable[[str, MatchSetup], Screen]
    """Return a new match at the table, recorded under the title of its scenario."""
    resume_match: Callable[[Path], Screen]
    """Return a saved match at the table. Raises RecordError if it cannot be read."""
    watch_record: Callable[[Path], Screen]
    """Return a replay of a saved match. Raises RecordError if it cannot be read."""
    build_open_page: Callable[[], Screen]
    """Return the page on which a scenario or draft is opened in the editor."""
    version: str = ""
    list_lessons: Callable[[], Sequence[LessonEntry]] = tuple
    """Return the lessons, one game after the other."""
    open_lesson: Callable[[str], Screen] = _no_lesson
    """Return a lesson at the table. Raises RecordError if it cannot be continued."""
    are_lessons_offered: Callable[[], bool] = lambda: False
    """Return True if the title offers the lessons."""
    decline_lessons: Callable[[], None] = lambda: None
    """Offer the lessons no more."""
    next_lesson_minutes: Callable[[], int] = lambda: 0
    """Return the minutes of the next lesson; 0 once all are done."""
    count_own_scenarios: Callable[[], int] = lambda: 0
    """Return the number of scenarios that the player has written."""
