"""What becomes of an error that nobody foresaw: the detail goes to a file, plain words to the player."""

import logging
from pathlib import Path

from tabletop.core.places import home

log = logging.getLogger("tabletop.ui")


def log_file() -> Path:
    """Where details are written."""
    return home() / "tabletop.log"


def report(what: str = "a screen failed") -> None:
    """Write down the error that is being handled, with all its detail."""
    if not log.handlers:
        log.addHandler(_handler())
        log.propagate = False
    log.exception(what)


def _handler() -> logging.Handler:
    """Writes to the file; without a writable place the detail is not kept."""
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        if log_file().exists() and not log_file().is_file():
            return logging.NullHandler()  # a pipe would keep the program waiting
        handler: logging.Handler = logging.FileHandler(log_file(), encoding="utf-8")
    except OSError:
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler
