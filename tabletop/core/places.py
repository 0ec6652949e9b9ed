"""Where on this machine everything is kept."""

import os
from pathlib import Path

import platformdirs

HOME = "TABLETOP_HOME"
"""Environment variable that names another folder for everything that is kept."""

PROGRAM = "admirals-table"


def home() -> Path:
    """The folder for what the player keeps: records."""
    named = os.environ.get(HOME)
    return Path(named) if named else platformdirs.user_data_path(PROGRAM, appauthor=False)


def settings() -> Path:
    """The folder for what the player has set."""
    named = os.environ.get(HOME)
    return Path(named) if named else platformdirs.user_config_path(PROGRAM, appauthor=False)
