"""What becomes of an error that nobody foresaw: the detail goes to a file, plain words to the player."""

import logging
from contextlib import suppress
from pathlib import Path

import pygame
from typing_extensions import override

from tabletop.core.user_folders import home_folder
from tabletop.ui.screen import Pop, Quit
from tabletop.ui.text import BODY, SMALL, Run
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.stack import Stack

log = logging.getLogger("tabletop.ui")


def log_file() -> Path:
    """Where details are written."""
    return home_folder() / "tabletop.log"


def report(what: str = "a screen failed") -> None:
    """Write down the error that is being handled, with all its detail."""
    if not log.handlers:
        log.addHandler(_handler())
        log.propagate = False
    log.exception(what)


class _LogFile(logging.FileHandler):
    """A log file that stays silent when it cannot be written, e.g. on a full disk: the game goes on without it."""

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        with suppress(OSError, ValueError):
            self.close()  # what is left in its buffer would fail again at every line and at the end


def _handler() -> logging.Handler:
    """Writes to the file; without a writable place the detail is not kept."""
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        if log_file().exists() and not log_file().is_file():
            return logging.NullHandler()  # a pipe would keep the program waiting
        handler: logging.Handler = _LogFile(log_file(), encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError):
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler


class Trouble(Page):
    """Something failed that nobody foresaw; shown over the last picture."""

    def __init__(self, beneath: pygame.Surface) -> None:
        super().__init__()
        self.beneath = beneath
        self.presses = {"trouble.on": Pop, "trouble.quit": Quit}

    def compose(self) -> Widget:
        """The last picture and a dialog over it."""
        words = [
            Run("An error stopped your last action.\n \n", BODY),
            Run("All your moves are saved. ", BODY.at(16)),
            Run("You can continue now, or close the window and choose Continue next time.\n \n", BODY),
            Run(f"Details are in {log_file()}", SMALL),
        ]
        buttons = [Button("trouble.quit", "Close the window"), Button("trouble.on", "Continue", "primary", key="Enter")]
        return Stack([Backdrop(self._scaled), dialog("Something went wrong", words, buttons, ident="trouble")])

    def _scaled(self, size: Size) -> pygame.Surface:
        faded = pygame.transform.smoothscale(self.beneath, size)
        faded.fill(INKS.mist, special_flags=pygame.BLEND_MULT)
        return faded
