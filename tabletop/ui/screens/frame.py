"""What the screens around the table have in common: the sea, a heading, the way back and a hint line."""

from collections.abc import Sequence

from tabletop.ui import keys
from tabletop.ui.screens.title_art import wide_sea
from tabletop.ui.text import SUBTITLE, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import Backdrop
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Pad, Row
from tabletop.ui.widgets.panel import Bar
from tabletop.ui.widgets.ribbon import Hints
from tabletop.ui.widgets.stack import Stack

HEADING = Style("title", 26, INKS.cream)


def framed(title: str, subtitle: str, body: Widget, hints: Sequence[str], actions: Sequence[Widget] = ()) -> Widget:
    """A body between a heading and a hint line; `actions` stand at the right of the foot, the brass one last."""
    back = Button("back", "Back", "dark", key=keys.key("back"), tip=Tip("Back"))
    words = Text(subtitle, SUBTITLE.tinted(INKS.brass_light), grow=1)
    head = Bar(Row([Label(title, HEADING), words], gap=16, align="centre"), "bottom", height=56)
    foot = Bar(Pad(Row([back, Text("", grow=1), *actions], gap=12, align="centre"), (0, 12, 0, 12)), "top", height=72)
    body = Pad(body, (16, 16, 16, 16), grow=1)
    return Stack([Backdrop(wide_sea), Column([head, body, foot, Hints(hints)], gap=0)])
