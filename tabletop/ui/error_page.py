"""The page that tells the player, in plain words, about an unforeseen error."""

import pygame

from tabletop.ui.error_log import log_file
from tabletop.ui.screen import Pop, Quit
from tabletop.ui.text import BODY, SMALL, Run
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.stack import Stack


class ErrorPage(Page):
    """A dialog about an unforeseen error, over the last picture of the window."""

    def __init__(self, beneath: pygame.Surface) -> None:
        super().__init__()
        self.beneath = beneath
        self.presses = {"trouble.on": Pop, "trouble.quit": Quit}

    def compose(self) -> Widget:
        """Build the darkened last picture and the dialog over it."""
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
