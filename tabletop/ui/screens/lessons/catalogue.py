"""The lessons that come with the program, the player's progress in each, and the way to a lesson."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path

from msgspec.structs import replace

from tabletop.core import library, paths, resources
from tabletop.core.match import Match
from tabletop.core.paths import PathError
from tabletop.core.scenario import load_text
from tabletop.lessons.lesson import Lesson
from tabletop.lessons.progress import LessonProgress
from tabletop.ui import settings
from tabletop.ui.boards import game_plugins
from tabletop.ui.screen import Transition
from tabletop.ui.screens.backend import LessonEntry
from tabletop.ui.screens.lessons import next_lesson
from tabletop.ui.screens.lessons.table import LessonTable
from tabletop.ui.screens.table.screen import Leaving
from tabletop.ui.screens.table.seats import NOBODY
from tabletop.ui.settings import Learnt


def list_entries() -> Sequence[LessonEntry]:
    """Return all lessons in their order, with the player's progress."""
    kept = settings.read().lessons
    return [
        _build_entry(ident, _read_lesson(path), kept.get(ident, Learnt()))
        for ident, path in next_lesson.list_lesson_paths().items()
    ]


def _build_entry(ident: str, script: Lesson, kept: Learnt) -> LessonEntry:
    """Return the entry of a lesson."""
    steps, number = len(script.steps), max(0, len(kept.marks) - 1)
    number = number if number < steps and find_record(ident) else 0
    meta = script.game.meta
    return LessonEntry(
        ident, f"{meta.title}: {meta.subtitle}", script.heading, script.about, script.minutes, steps, number, kept.done
    )


def load_lesson(ident: str) -> Lesson:
    """Return a lesson. Raises KeyError for an unknown id."""
    return _read_lesson(next_lesson.list_lesson_paths()[ident])


@lru_cache(maxsize=16)
def _read_lesson(path: Path) -> Lesson:
    """Read a lesson. Cached. Pydantic is imported here, for that takes long."""
    from tabletop.lessons.lesson_file import read  # pydantic takes long to import

    return read(load_text(path), path.name)


def find_record(ident: str) -> Path | None:
    """Return the record of a lesson that was begun; None if there is none."""
    kept = settings.read().lessons.get(ident)
    if kept is None or not kept.marks:
        return None
    with suppress(PathError):  # the settings may be written by hand
        path = library.records_folder() / paths.parse_name(kept.record)
        return path if paths.is_file(path) else None
    return None


def start_lesson(ident: str) -> Match:
    """Return a new match for a lesson, with the path of its record."""
    script = load_lesson(ident)
    return Match.new(script.setup, library.find_new_path(script.title, datetime.now(UTC).astimezone()))


def build_table(ident: str, match: Match, to_title: Leaving, to_reckoning: Leaving, to_end: Leaving) -> LessonTable:
    """Return the table of a lesson at the last step that settings and record agree on."""
    script, kept = load_lesson(ident), settings.read().lessons.get(ident, Learnt())
    reached = kept.marks if match.path and kept.record == match.path.name else ()
    marks = [mark for mark in reached[: len(script.steps)] if mark <= len(match.moves)]
    progress = LessonProgress(script, match, marks)
    board = game_plugins.create_table(match.game.meta.id, match.view(NOBODY))
    return LessonTable(
        progress,
        board,
        to_title=to_title,
        to_reckoning=partial(_complete_and_show_result, ident, progress, to_reckoning),
        to_end=to_end,
        kept=lambda one: _save_progress(ident, one),
    )


def _complete_and_show_result(ident: str, progress: LessonProgress, to_reckoning: Leaving, match: Match) -> Transition:
    """Complete the lesson if its battle is decided, and return the way to the result."""
    if progress.is_decided:
        progress.complete_step()
        progress.advance()
        _save_progress(ident, progress)
    return to_reckoning(match)


def build_table_at_step(game: str, number: int, to_title: Leaving, to_reckoning: Leaving) -> LessonTable:
    """Return the lesson of a game at step `number`, from 0, for a picture. Nothing is saved.

    Raises:
        KeyError: if the lesson has no such step.
    """
    script = _read_lesson(resources.list_lessons(game)[0])
    if not 0 <= number < len(script.steps):
        raise KeyError(f"The lesson has {len(script.steps)} steps.")
    progress = LessonProgress(script, Match.new(script.setup))
    for _ in range(number):
        progress.skip_step()
    board = game_plugins.create_table(game, progress.match.view(NOBODY))
    return LessonTable(
        progress, board, to_title=to_title, to_reckoning=to_reckoning, to_end=to_title, kept=lambda _: None
    )


def _save_progress(ident: str, progress: LessonProgress) -> None:
    """Write the player's progress to the settings."""
    before = settings.read()
    old, path = before.lessons.get(ident, Learnt()), progress.match.path
    marks = () if progress.is_over else tuple(progress.step_starts)  # once it is over its battle is one like any other
    now = Learnt(path.name if path else "", marks, old.done or progress.is_over)
    settings.write(replace(before, lessons={**before.lessons, ident: now}))
