"""Where on this machine everything is kept."""

import os
from pathlib import Path

import platformdirs

HOME = "TABLETOP_HOME"
"""Environment variable that names another folder for everything that is kept."""

PROGRAM = "admirals-table"


def home() -> Path:
    """The folder for what the player keeps: records, and scenarios of the player's own."""
    named = os.environ.get(HOME)
    return Path(named) if named else platformdirs.user_data_path(PROGRAM, appauthor=False)


def scenarios(game: str) -> tuple[Path, ...]:
    """The scenario files of a game that the player has written, by name."""
    return tuple(sorted((home() / "scenarios" / game).glob("*.yaml")))


def settings() -> Path:
    """The folder for what the player has set."""
    named = os.environ.get(HOME)
    return Path(named) if named else platformdirs.user_config_path(PROGRAM, appauthor=False)
