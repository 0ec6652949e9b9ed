"""What the title says about lessons without opening one: whether they are offered, and the minutes of the next."""

import re
from pathlib import Path

from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.scenario import load_text
from tabletop.ui import settings
from tabletop.ui.settings import Learnt

_MINUTES = re.compile(r"^minutes: *(\d+)", re.MULTILINE)


def list_lesson_paths() -> dict[str, Path]:
    """Return the paths of the lessons by id, ``game/name``, in the order of the games."""
    games = sorted(games_by_id().values(), key=lambda game: game.meta.shelf)
    return {f"{game.meta.id}/{path.stem}": path for game in games for path in resources.list_lessons(game.meta.id)}


def lesson_of_record(path: Path) -> str:
    """Return the id of the lesson that a record belongs to; "" for none."""
    found = settings.read().lessons.items()
    return next((ident for ident, one in found if one.record == path.name and one.marks), "")


def are_lessons_offered() -> bool:
    """Return True until a lesson is done or the player declines."""
    kept = settings.read()
    return kept.offer_lessons and not any(one.done for one in kept.lessons.values())


def decline_lessons() -> None:
    """Write to the settings that the title offers lessons no more."""
    settings.write(replace(settings.read(), offer_lessons=False))


def next_lesson_minutes() -> int:
    """Return the minutes of the lesson that was begun, else of the next one; 0 once all are done."""
    kept, every = settings.read().lessons, list_lesson_paths()
    begun = (ident for ident in every if kept.get(ident, Learnt()).marks)
    left = (ident for ident in every if not kept.get(ident, Learnt()).done)
    ident = next(begun, next(left, ""))
    found = _MINUTES.search(load_text(every[ident])) if ident else None
    return int(found[1]) if found else 0
