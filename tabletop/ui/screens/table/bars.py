"""The bars above and below the playing surface, composed from what the game tells."""

from collections.abc import Sequence

import pygame

from tabletop.ui import keys
from tabletop.ui.boards.contract import Caption, Offer, Progress, Sign
from tabletop.ui.screens.table.chronicle import Line
from tabletop.ui.screens.table.tray import Tray
from tabletop.ui.text import ON_BAR, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Pad, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Bar
from tabletop.ui.widgets.ribbon import Hints, PhaseRibbon
from tabletop.ui.screens.table.ticker import Ticker
from tabletop.ui.widgets.layout import Stack, Anchored

TOP, BOTTOM = 56, 118
_TITLE = Style("title", 26, INKS.cream)
_SUBTITLE = Style("name", 18, INKS.brass_light)
_ASKED = Style("semibold", 16, INKS.cream)
_CLOCK = Style("number", 26, INKS.brass_light)
