"""The curtain between two persons at one screen: nothing of the table is in it."""

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.contract import Sign as Badge
from tabletop.ui.text import BODY, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Anchored, Column
from tabletop.ui.widgets.sign import Sign
from tabletop.ui.widgets.stack import Stack

SIDE_NAME = Style("title", 40, INKS.cream)
BADGE = 72
_BACK = Tip("Not yet handed over", "Once the next player is ready, only both together can take it back.")


def curtain(name: str, asked: str, badge: Badge | None, up: str = "") -> Widget:
    """A screen that hides everything until the side of this name reports ``ready``; `asked` says for what.

    `up` is who has got up and may still change its mind, which reports ``undo``; nobody if empty.
    """
    parts: list[Widget] = [Sign(badge, BADGE)] if badge else []
    parts += [
        Label(name, SIDE_NAME),
        Label(asked, BODY.at(18).tinted(INKS.mist)),
        Label("The table is covered. Take the screen when nobody else looks.", BODY.tinted(INKS.dim)),
        Button("ready", "I am ready", "primary", key=keys.key("ready"), height=52, size=23, tip=Tip("Show my hand")),
    ]
    if up:
        parts.append(Button("undo", f"{up}: take my last order back", "dark", key=keys.key("undo"), tip=_BACK))
    return Stack([Backdrop(_cloth), Anchored(Column(parts, gap=20, align="centre"), 0.5, 0.45)])


def _cloth(size: Size) -> pygame.Surface:
    made = pygame.Surface(size).convert()
    made.fill(INKS.bar)
    return made
