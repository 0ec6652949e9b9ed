"""The state of the fleets: hulls by divisions, and the ledger of victory points."""

from collections.abc import Iterator
from fractions import Fraction

import pygame

from tabletop.core.phrases import count, figure, percent
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.chapters.victory import totals
from tabletop.games.ships_of_the_line.sides import SIDES, Side
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.tables import STRUCK_POINTS, SUNK_POINTS
from tabletop.ui.boards.nations import badge
from tabletop.ui.boards.ships_of_the_line.captions import ledger
from tabletop.ui.boards.ships_of_the_line.panels import order, rolls
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import Drawn
from tabletop.ui.text import LABEL, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.sign import Sign

BAR = (74, 8)
WORTH = f"{STRUCK_POINTS} for a ship that strikes, {SUNK_POINTS} for one that is lost."


def sheet(state: State) -> Widget:
    """Both sides."""
    parts: list[Widget] = []
    for side in SIDES:
        parts += [*_side(state, side), Rule()]
    parts += list(_ledger(state))
    back = Button("order.ships", "Order of battle", "secondary", tip=Tip("The ships, one by one"))
    whole = Column([Scroll(Column(parts, gap=8), ident="fleets.scroll"), back], gap=12)
    return Panel(whole, "State of the Fleets", ident="fleets", corner=order.folding(), padding=order.PADDING)


def _side(state: State, side: Side) -> Iterator[Widget]:
    ships = count(rolls.fighting(state, side), "ship")
    who = Sign(badge(*fleets.nations(state, side)), 20), Label(fleets.short(state, side), STRONG)
    yield Row([*who, Spacer(grow=1), Label(ships, LABEL)], gap=8, align="centre")
    for roll in rolls.rolls(state, side):
        share = rolls.hull_share(state, roll.ships)
        left = sum(state.ships[key].status == "in_service" for key in roll.ships)
        row = Row(
            [
                Text(roll.name, Style("body", 15), grow=1), Sized(Label(str(left), SMALL, right=True), 20), _bar(share),
                Sized(Label(percent(share), SMALL, right=True), 38),
            ],
            gap=8, align="centre",
        )  # fmt: skip
        row.tip = Tip(roll.name, f"{left} of {len(roll.ships)} ships fight, with {percent(share)} of their hull.")
        yield row


def _bar(share: Fraction) -> Drawn:
    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        surface.fill(INKS.edge, rect)
        inner = rect.inflate(-2 * theme.px(1), -2 * theme.px(1))
        surface.fill(INKS.paper_3, inner)
        surface.fill(INKS.ink, (inner.x, inner.y, round(inner.w * share), inner.h))

    return Drawn(*BAR, pen)


def _ledger(state: State) -> Iterator[Widget]:
    points = totals(state)
    yield Label("Victory points", STRONG, tip=Tip("Victory points", WORTH))
    for side in SIDES:
        row = Row(
            [Label(fleets.short(state, side), Style("body", 15)), Spacer(grow=1), Label(figure(points[side]), LABEL)]
        )
        row.tip = Tip(f"{fleets.short(state, side)}: {figure(points[side])}", ledger(state, side))
        yield row
