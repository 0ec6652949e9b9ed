"""The folders on this machine for records, settings and the player's own files."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

from tabletop.core import guarded_file, paths
from tabletop.core.paths import PathError

HOME = "TABLETOP_HOME"
"""Environment variable with a folder to use instead of the system's folders."""

PROGRAM = "admirals-table"


def home_folder() -> Path:
    """Return the folder for records and the player's own scenarios."""
    return _find_folder(platformdirs.user_data_path)


def list_user_scenarios(game: str) -> tuple[Path, ...]:
    """Return the player's own scenario files for a game, by name."""
    return guarded_file.list_files(home_folder() / "scenarios" / game, ".yaml")


def documents_folder() -> Path:
    """Return the player's documents folder, else the home folder, else the current folder."""
    found: tuple[Path, ...] = ()
    with suppress(RuntimeError, KeyError):  # neither HOME nor an account
        found = (platformdirs.user_documents_path(), Path.home())
    return next((one for one in found if paths.is_folder(one)), Path.cwd())


def settings_folder() -> Path:
    """Return the folder for settings."""
    return _find_folder(platformdirs.user_config_path)


def _find_folder(of_system: Callable[..., Path]) -> Path:
    """Return the folder that `HOME` names, else the system's folder, else a folder inside the current one.

    Raises:
        OSError: if `HOME` names no possible folder.
    """
    if named := os.environ.get(HOME):
        try:
            return paths.parse_path(named)
        except PathError as error:
            raise OSError(f"{HOME} does not name a folder. {error}") from error
    try:
        found = of_system(PROGRAM, appauthor=False)
    except (RuntimeError, KeyError):  # neither HOME nor an account
        found = Path(PROGRAM)
    return found if found.is_absolute() else Path.cwd() / PROGRAM
