"""What becomes of an error that nobody foresaw: the detail goes to a file, plain words to the player."""

import logging
from pathlib import Path

from platformdirs import user_log_path

log = logging.getLogger("tabletop.ui")


def log_file() -> Path:
    """Where details are written."""
    return user_log_path("admirals-table") / "tabletop.log"


def begin_log() -> None:
    """Write warnings and errors to the file; without a writable place they are only not kept."""
    if log.handlers:
        return
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.FileHandler(log_file(), encoding="utf-8", delay=True)
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    log.propagate = False
