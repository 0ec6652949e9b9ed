"""The file to which unforeseen errors are written in detail."""

import logging
from contextlib import suppress
from pathlib import Path

from typing_extensions import override

from tabletop.core.user_folders import home_folder

log = logging.getLogger("tabletop.ui")


def log_file() -> Path:
    """Return the path of the log file."""
    return home_folder() / "tabletop.log"


def log_error(what: str = "a screen failed") -> None:
    """Write the exception that is being handled to the log file, with its traceback."""
    if not log.handlers:
        log.addHandler(_make_handler())
        log.propagate = False
    log.exception(what)


class _LogFile(logging.FileHandler):
    """A log file that stays silent if it cannot be written, e.g. on a full disk: the game goes on without it."""

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        with suppress(OSError, ValueError):
            self.close()  # what is left in its buffer would fail again at every line and at the end


def _make_handler() -> logging.Handler:
    """Return a handler that writes to the log file, or one that drops everything if the file cannot be opened."""
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        if log_file().exists() and not log_file().is_file():
            return logging.NullHandler()  # a pipe would keep the program waiting
        handler: logging.Handler = _LogFile(log_file(), encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError):
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler
