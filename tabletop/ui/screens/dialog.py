"""Dialogs that several screens use: questions, the menu of the table, and trouble in plain words."""

from collections.abc import Sequence

import pygame

from tabletop.ui import keys
from tabletop.ui.motion import MOTION, NAMES, PACES
from tabletop.ui.screen import Pop, Quit, Transition
from tabletop.ui.text import BODY, SMALL, Run
from tabletop.ui.theme import INKS, SCALES, Theme
from tabletop.ui.trouble import log_file
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button, closing
from tabletop.ui.widgets.choice import Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row
from tabletop.ui.widgets.overlay import dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.panel import Rule
from tabletop.ui.widgets.stack import Stack

_FULL_SCREEN_TIP = Tip("Full screen", "Fill the screen, or go back to a window.", keys.key("full_screen"))
_LOG_TIP = Tip("The log", "Everything that has happened, opened to its dice and its rule.", keys.key("log"))
_DRAW_TIP = Tip("Offer a draw", "It stands until the other side accepts it or gives any other order.")
_CONCEDE_TIP = Tip("Give up", "The battle is lost, whatever the points. You are asked once.")
_TITLE_TIP = Tip("Back to the title", "The battle is on disk: Continue brings it back as it is.")
_MOTION_TIP = Tip("Motion", "Space or a click skips what is being played.", keys.key("motion"))


def question(
    title: str, body: str | Widget | Sequence[Run], yes: tuple[str, str], *, safe: str = "Go back", key: str = "Enter"
) -> Stack:
    """Ask once: Esc or the safe choice goes back, `yes` is the id and the words of the brass choice.

    Opened with ``page.open``; the safe choice closes it.
    """
    ident, words = yes
    return dialog(title, body, [closing(safe), Button(ident, words, "primary", key=key)])


def table_menu(
    theme: Theme, sides: Sequence[tuple[str, str]], may_take_draw: str = "", *, alone: bool = False
) -> Stack:
    """The menu of a running match.

    Of it ``menu.full_screen``, ``menu.log``, ``menu.scale`` (per cent as text), ``menu.motion`` (a pace),
    ``menu.concede.SIDE``, ``menu.draw.SIDE`` for each of `sides` (id, name), whose seats persons hold, and
    ``menu.title``. `may_take_draw` is the side that may accept an offered draw, for which there is ``menu.accept``.
    Who is alone finds nobody to accept.
    """
    wide = [(str(step), f"{step} %") for step in SCALES]
    full = Button("menu.full_screen", "Full screen", aside=keys.key("full_screen"), tip=_FULL_SCREEN_TIP, grow=1)
    log = Button("menu.log", "The log", aside=keys.key("log"), tip=_LOG_TIP, grow=1)
    rows: list[Widget] = [
        Text("Every command is on disk as soon as it is given: you may close the window at any moment.", SMALL),
        Rule(),
        Label("Size of everything", BODY),
        Segments("menu.scale", wide, str(theme.scale), tip=Tip("Interface scale", key=keys.key("larger"))),
        Label("How fast things are played", BODY),
        Segments("menu.motion", [(pace, NAMES[pace]) for pace in PACES], MOTION.pace, tip=_MOTION_TIP),
        Row([full, log], gap=10),
        Rule(),
    ]
    for side, name in sides:
        offer = (
            Button("menu.accept", f"{name}: accept the draw", tip=Tip("Accept the draw", "The battle ends undecided."))
            if side == may_take_draw
            else Button(f"menu.draw.{side}", f"{name}: offer a draw", tip=_DRAW_TIP)
        )
        concede = Button(f"menu.concede.{side}", f"{name}: give up the battle", tip=_CONCEDE_TIP)
        rows += [concede] if alone else [offer, concede]
    rows += [*([Rule()] if sides else []), Button("menu.title", "Back to the title", tip=_TITLE_TIP)]
    resume = closing("Go on playing", "primary")
    return dialog("The table", Column(rows, gap=10), [resume], ident="menu", width=560)


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

    def back(self) -> Transition | None:
        """Esc goes on."""
        return Pop()
