"""Lessons for the screens around the table; what shows one is imported once one is wanted, for that takes a while."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from tabletop.core import library
from tabletop.core.match import Match
from tabletop.ui import settings
from tabletop.ui.screen import Screen
from tabletop.ui.screens.backend import LessonEntry


def lessons() -> Sequence[LessonEntry]:
    """The guided battles, with how far the player has come."""
    from tabletop.ui.screens.lessons import catalogue

    return catalogue.entries()


def of_record(path: Path) -> str:
    """The id of the lesson that is being played in a record; empty if none is."""
    found = settings.read().lessons.items()
    return next((ident for ident, one in found if one.record == path.name and one.marks), "")


def teach(ident: str) -> Screen:
    """A lesson at the table: where it was left, or from its beginning.

    Raises:
        RecordError: in one sentence, if it cannot be gone on with.
    """
    from tabletop.ui.screens import local_backend
    from tabletop.ui.screens.lessons import catalogue

    if (path := catalogue.record(ident)) is not None:
        return local_backend.resume(path)
    match = catalogue.begun(ident)
    assert match.path
    local_backend.RECORD_LOCK.take(match.path)
    library.mark_played(match.path)
    return at_table(ident, match)


def at_table(ident: str, match: Match) -> Screen:
    """The table with a lesson on it; raises as `teach` does."""
    from tabletop.ui.screens import local_backend
    from tabletop.ui.screens.lessons import catalogue

    return catalogue.table(ident, match, lambda _: local_backend.Homeward(), local_backend.reckoned)


def offered() -> bool:
    """Whether the title offers them: until one was done, or the player wants none."""
    kept = settings.read()
    return kept.offer_lessons and not any(one.done for one in kept.lessons.values())


def decline() -> None:
    """The title offers them no longer."""
    settings.write(replace(settings.read(), offer_lessons=False))
