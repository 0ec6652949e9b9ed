"""The frame that pages share, and a sheet at one side of a table."""

from collections.abc import Sequence
from typing import Literal

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.screens.title_art import wide_sea
from tabletop.ui.text import SUBTITLE, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Pad, Row
from tabletop.ui.widgets.panel import Bar
from tabletop.ui.widgets.ribbon import Hints
from tabletop.ui.widgets.stack import Stack

HEAD_HEIGHT, FOOT_HEIGHT, EDGE = 56, 72, 16
"""Heights of the bars, and the free edge around the body, design pixels."""
HEADING = Style("title", 26, INKS.cream)


def build_frame(
    title: str, subtitle: str, body: Widget, hints: Sequence[str], actions: Sequence[Widget] = ()
) -> Widget:
    """Build a page: `body` between a heading and a foot with `actions`.

    A line of keys if there are `hints`.
    """
    back = Button("back", "Back", "dark", key=keys.key("back"), tip=Tip("Back"))
    words = Text(subtitle, SUBTITLE.tinted(INKS.brass_light), grow=1)
    head = Bar(Row([Label(title, HEADING), words], gap=16, align="centre"), "bottom", height=HEAD_HEIGHT)
    foot = Bar(
        Pad(Row([back, Text("", grow=1), *actions], gap=12, align="centre"), (0, 12, 0, 12)), "top", height=FOOT_HEIGHT
    )
    body = Pad(body, (EDGE, EDGE, EDGE, EDGE), grow=1)
    line = [Hints(hints)] if hints else []
    return Stack([Backdrop(wide_sea), Column([head, body, foot, *line], gap=0)])


def body_size(theme: Theme, size: tuple[int, int], hints: int = 0) -> Size:
    """Return the size that the frame leaves for a body, screen pixels.

    `hints` is the height of a line of keys.
    """
    return size[0] - 2 * theme.px(EDGE), size[1] - theme.px(HEAD_HEIGHT) - theme.px(FOOT_HEIGHT) - 2 * theme.px(
        EDGE
    ) - hints


GAP = 8
"""Gap between the sheet and the edges of the table, design pixels."""
WIDTH_SHARE = 0.42
"""The most of a window's width that a sheet takes, unless that is less than its least width."""


class SideSheet(Widget):
    """A sheet at one side of a table, between the bars; in a low window it covers the lower bar."""

    def __init__(self, sheet: Widget, side: Literal["left", "right"], *, widest: float, least: float) -> None:
        """Take the sheet and its largest and smallest width, design pixels."""
        super().__init__()
        self.children = [sheet]
        self._side = side
        self._widest = widest
        self._least = least

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the sheet so that the table stays in sight."""
        self.rect, self.dirty = pygame.Rect(rect), False
        room, gap = WindowLayout(theme, rect.size), theme.px(GAP)
        wide = min(rect.w - 2 * gap, theme.px(max(self._least, min(self._widest, room.design_width * WIDTH_SHARE))))
        top, bottom = rect.y + room.top + gap, rect.bottom - gap - (0 if room.is_low else room.bottom)
        left = rect.x + gap if self._side == "left" else rect.right - gap - wide
        self.children[0].place(theme, pygame.Rect(left, top, wide, bottom - top))
