"""Dialogs that several screens use: questions, and trouble in plain words."""

from collections.abc import Sequence

import pygame

from tabletop.ui.screen import Pop, Quit
from tabletop.ui.text import BODY, SMALL, Run
from tabletop.ui.theme import INKS
from tabletop.ui.trouble import log_file
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.stack import Stack


def question(
    title: str, body: str | Widget | Sequence[Run], yes: tuple[str, str], *, safe: str = "Go back", key: str = "Enter"
) -> Stack:
    """Ask once: Esc or the safe choice goes back, `yes` is the id and the words of the brass choice.

    Opened with ``page.open``; the safe choice closes it.
    """
    ident, words = yes
    return dialog(title, body, [closing(safe), Button(ident, words, "primary", key=key)])


class Trouble(Page):
    """Something failed that nobody foresaw; shown over the last picture."""

    def __init__(self, beneath: pygame.Surface) -> None:
        super().__init__()
        self.beneath = beneath
        self.presses = {"trouble.on": Pop, "trouble.quit": Quit}

    def compose(self) -> Widget:
        """The last picture and a dialog over it."""
        words = [
            Run("Something in the program went wrong, and what you last asked for was not done.\n \n", BODY),
            Run("Every move you made is safe on disk. ", BODY.at(16)),
            Run("You can go on, or close the window and choose Continue next time.\n \n", BODY),
            Run(f"The detail is written in {log_file()}", SMALL),
        ]
        buttons = [Button("trouble.quit", "Close the window"), Button("trouble.on", "Go on", "primary", key="Enter")]
        return Stack([Backdrop(self._scaled), dialog("A squall", words, buttons, ident="trouble")])

    def _scaled(self, size: Size) -> pygame.Surface:
        faded = pygame.transform.smoothscale(self.beneath, size)
        faded.fill(INKS.mist, special_flags=pygame.BLEND_MULT)
        return faded
