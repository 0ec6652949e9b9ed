"""The lessons that come with the program, how far the player has come in each, and the way to one."""

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


def entries() -> Sequence[LessonEntry]:
    """All lessons, in their order."""
    kept = settings.read().lessons
    return [_entry(ident, _read(path), kept.get(ident, Learnt())) for ident, path in next_lesson.idents().items()]


def _entry(ident: str, script: Lesson, kept: Learnt) -> LessonEntry:
    steps, number = len(script.steps), max(0, len(kept.marks) - 1)
    number = number if number < steps and record(ident) else 0
    meta = script.game.meta
    return LessonEntry(
        ident, f"{meta.title}: {meta.subtitle}", script.heading, script.about, script.minutes, steps, number, kept.done
    )


def lesson(ident: str) -> Lesson:
    """The lesson of that id; KeyError if there is none."""
    return _read(next_lesson.idents()[ident])


@lru_cache(maxsize=16)
def _read(path: Path) -> Lesson:
    from tabletop.lessons.lesson_file import read  # pydantic takes long to import

    return read(load_text(path), path.name)


def record(ident: str) -> Path | None:
    """Where a lesson that was begun is kept, if it is."""
    kept = settings.read().lessons.get(ident)
    if kept is None or not kept.marks:
        return None
    with suppress(PathError):  # the settings may be written by hand
        path = library.records_folder() / paths.parse_name(kept.record)
        return path if paths.is_file(path) else None
    return None


def begun(ident: str) -> Match:
    """A new match for a lesson."""
    script = lesson(ident)
    return Match.new(script.setup, library.find_new_path(script.title, datetime.now(UTC).astimezone()))


def table(ident: str, match: Match, to_title: Leaving, to_reckoning: Leaving, to_end: Leaving) -> LessonTable:
    """The table on which a lesson goes on, at the step that was left, or the last one to which the record leads."""
    script, kept = lesson(ident), settings.read().lessons.get(ident, Learnt())
    reached = kept.marks if match.path and kept.record == match.path.name else ()
    marks = [mark for mark in reached[: len(script.steps)] if mark <= len(match.moves)]
    progress = LessonProgress(script, match, marks)
    board = game_plugins.create_table(match.game.meta.id, match.view(NOBODY))
    return LessonTable(
        progress,
        board,
        to_title=to_title,
        to_reckoning=partial(_reckoned, ident, progress, to_reckoning),
        to_end=to_end,
        kept=lambda one: _keep(ident, one),
    )


def _reckoned(ident: str, progress: LessonProgress, to_reckoning: Leaving, match: Match) -> Transition:
    """The reckoning of the battle, with which the lesson is over too."""
    if progress.is_decided:
        progress.complete_step()
        progress.advance()
        _keep(ident, progress)
    return to_reckoning(match)


def at_step(game: str, number: int, to_title: Leaving, to_reckoning: Leaving) -> LessonTable:
    """For a picture: the lesson of a game at a step, from 0; nothing is kept of it.

    Raises:
        KeyError: if it has no such step.
    """
    script = _read(resources.list_lessons(game)[0])
    if not 0 <= number < len(script.steps):
        raise KeyError(f"The lesson has {len(script.steps)} steps.")
    progress = LessonProgress(script, Match.new(script.setup))
    for _ in range(number):
        progress.skip_step()
    board = game_plugins.create_table(game, progress.match.view(NOBODY))
    return LessonTable(
        progress, board, to_title=to_title, to_reckoning=to_reckoning, to_end=to_title, kept=lambda _: None
    )


def _keep(ident: str, progress: LessonProgress) -> None:
    """Write down how far the player has come."""
    before = settings.read()
    old, path = before.lessons.get(ident, Learnt()), progress.match.path
    marks = () if progress.is_over else tuple(progress.step_starts)  # once it is over its battle is one like any other
    now = Learnt(path.name if path else "", marks, old.done or progress.is_over)
    settings.write(replace(before, lessons={**before.lessons, ident: now}))
