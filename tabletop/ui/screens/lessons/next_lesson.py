"""What the title tells of lessons without opening one: whether they are offered, and how long the next one takes."""

import re
from pathlib import Path

from msgspec.structs import replace

from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.scenario import load_text
from tabletop.ui import settings
from tabletop.ui.settings import Learnt

_MINUTES = re.compile(r"^minutes: *(\d+)", re.MULTILINE)


def idents() -> dict[str, Path]:
    """The lessons by their ids, ``game/name``, in the order of the games."""
    games = sorted(games_by_id().values(), key=lambda game: game.meta.shelf)
    return {f"{game.meta.id}/{path.stem}": path for game in games for path in resources.list_lessons(game.meta.id)}


def of_record(path: Path) -> str:
    """The id of the lesson that is being played in a record; empty if none is."""
    found = settings.read().lessons.items()
    return next((ident for ident, one in found if one.record == path.name and one.marks), "")


def offered() -> bool:
    """Whether the title offers them: until one was done, or the player wants none."""
    kept = settings.read()
    return kept.offer_lessons and not any(one.done for one in kept.lessons.values())


def decline() -> None:
    """The title offers them no longer."""
    settings.write(replace(settings.read(), offer_lessons=False))


def minutes() -> int:
    """That the next lesson takes, the one that was begun, else the first that was not done; 0 once all are."""
    kept, every = settings.read().lessons, idents()
    begun = (ident for ident in every if kept.get(ident, Learnt()).marks)
    left = (ident for ident in every if not kept.get(ident, Learnt()).done)
    ident = next(begun, next(left, ""))
    found = _MINUTES.search(load_text(every[ident])) if ident else None
    return int(found[1]) if found else 0
