"""Where on this machine everything is kept."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

from tabletop.core import guarded_file, paths
from tabletop.core.paths import PathError

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
    return next((one for one in found if paths.is_folder(one)), Path.cwd())


def settings() -> Path:
    """The folder for what the player has set."""
    return _folder(platformdirs.user_config_path)


def _folder(of_system: Callable[..., Path]) -> Path:
    """Return the folder that is named, else that of the system, or without a home one where the program was started.

    Raises:
        OSError: if the name is none that a folder can have.
    """
    if named := os.environ.get(HOME):
        try:
            return paths.parse_path(named)
        except PathError as error:
            raise OSError(f"{HOME} names no folder. {error}") from error
    try:
        found = of_system(PROGRAM, appauthor=False)
    except (RuntimeError, KeyError):  # neither HOME nor an account
        found = Path(PROGRAM)
    return found if found.is_absolute() else Path.cwd() / PROGRAM
