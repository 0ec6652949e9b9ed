"""Where on this machine everything is kept."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

from tabletop.core import guarded_file

HOME = "TABLETOP_HOME"
"""Environment variable that names another folder for everything that is kept."""

PROGRAM = "admirals-table"


def home() -> Path:
    """The folder for what the player keeps: records, and scenarios of the player's own."""
    return _folder(platformdirs.user_data_path)


def scenarios(game: str) -> tuple[Path, ...]:
    """The scenario files of a game that the player has written, by name."""
    return guarded_file.listed(home() / "scenarios" / game, ".yaml")


def documents() -> Path:
    """The folder where a player looks first for a file of his own."""
    found: tuple[Path, ...] = ()
    with suppress(RuntimeError, KeyError):  # neither HOME nor an account
        found = (platformdirs.user_documents_path(), Path.home())
    return next((one for one in found if one.is_dir()), Path.cwd())


def settings() -> Path:
    """The folder for what the player has set."""
    return _folder(platformdirs.user_config_path)


def _folder(of_system: Callable[..., Path]) -> Path:
    """The folder that is named, else that of the system; for whoever has no home, one where the program was started."""
    if named := os.environ.get(HOME):
        return Path(named)
    try:
        found = of_system(PROGRAM, appauthor=False)
    except (RuntimeError, KeyError):  # neither HOME nor an account
        found = Path(PROGRAM)
    return found if found.is_absolute() else Path.cwd() / PROGRAM
