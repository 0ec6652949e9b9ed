"""Lists of ships whose line is broken: their morale rolls, or a forecast of them (12)."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter

import pygame
from typing_extensions import override

from tabletop.core.phrases import format_number, format_percent
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import State, list_flags
from tabletop.games.ships_of_the_line.survey.battle_lines import MoraleRoll, WaveringShip, find_wavering_ships
from tabletop.games.ships_of_the_line.tables import Modifier
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.text import BODY, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

WIDTH, BOARDS, LEADER, END = 392, 56, 104, 64
"""Widths of the list and of its columns at the right, design pixels."""
LEAST = 110
"""Least height at which the list can be read, design pixels."""
TurnRolls = Sequence[tuple[str, MoraleRoll]]
"""The morale rolls of one turn, each with the division of the ship."""
_NAME = Style("name", 16)
_HINT = "A ship flees if die plus leader equals or exceeds her boarding strength."


def build_morale_results(state: State, tested: TurnRolls) -> Widget | None:
    """Build the list of the morale rolls of last turn; None without any."""
    rows: list[Widget] = []
    for division, group in groupby(tested, key=itemgetter(0)):
        rows += [
            Label(f"{fleets.divisions(state)[division]}, broken", STRONG),
            _build_heading_row("Boarding", "Die, leader", "Result"),
        ]
        rows += [_build_result_row(state, roll) for _, roll in group]
        rows.append(Rule())
    return _build_panel(rows)


def build_morale_forecast(state: State, by: str, divisions: Iterable[str]) -> Widget | None:
    """Build the chances to flee if ship `by` crosses the lines of `divisions` and rakes; None for none."""
    rows: list[Widget] = []
    for division in divisions:
        title = f"{fleets.divisions(state)[division]}, if {state.cards[by].name} crosses, then rakes"
        rows += [Text(title, STRONG), _build_heading_row("Boarding", "Leader", "Flees")]
        rows += [_build_forecast_row(state, one) for one in find_wavering_ships(state, division)]
        rows.append(Rule())
    return _build_panel(rows)


def _build_panel(rows: list[Widget]) -> Widget | None:
    """Build the panel around `rows`; None without rows."""
    if not rows:
        return None
    told = Text(_HINT, SMALL.tinted(INKS.muted))
    panel = Panel(Scroll(Column([*rows, told], gap=6), ident="morale.scroll"), "Morale", ident="morale")
    return _OptionalList(panel, WIDTH, grow=1)


class _OptionalList(Sized):
    """A list that is hidden if other panels leave too little room for it."""

    @override
    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        self.children[0].visible = rect.h >= min(theme.px(LEAST), self.measure(theme, rect.w)[1])
        super().place(theme, rect)


def _build_result_row(state: State, roll: MoraleRoll) -> Widget:
    """Build the row of one morale roll."""
    counted, helped = roll.modifiers[-1].value, _format_leader(roll.modifiers[1:], name=False)
    sum_ = f"{roll.die} {helped} = {format_number(counted)}" if helped else str(roll.die)
    return _build_ship_row(
        state, roll.ship, str(roll.strength), sum_, "stays" if roll.stands else "flees", not roll.stands
    )


def _build_forecast_row(state: State, one: WaveringShip) -> Widget:
    """Build the row of a ship that would have to roll."""
    return _build_ship_row(
        state,
        one.ship,
        str(one.strength),
        _format_leader(one.leader_modifiers, name=True) or "none",
        format_percent(one.chance_to_flee),
        False,
    )


def _format_leader(modifiers: Sequence[Modifier], *, name: bool) -> str:
    """Return the leaders' changes to the roll, with their names if `name` is True."""
    return " ".join(f"{one.source.split()[-1]} {one.change}" if name else one.change for one in modifiers)


def _build_ship_row(state: State, key: str, boards: str, leader: str, end: str, bad: bool) -> Widget:
    """Build the row of a ship; its text is red if `bad` is True."""
    ink = INKS.danger if bad else INKS.ink
    name = Fitted(state.cards[key].name, _NAME)
    name.grow = 1
    words = zip((boards, leader, end), (BOARDS, LEADER, END), (BODY, BODY, STRONG), strict=True)
    columns = [Sized(Fitted(told, style.tinted(ink)), wide) for told, wide, style in words]
    return Row([Sign(nation_badge(*list_flags(state, key)), 16), name, *columns], gap=6, align="centre")


def _build_heading_row(*titles: str) -> Widget:
    """Build the row of column titles."""
    ship = Label("Ship", SMALL)
    ship.grow = 1
    columns = [Sized(Label(told, SMALL), wide) for told, wide in zip(titles, (BOARDS, LEADER, END), strict=True)]
    return Row([ship, *columns], gap=6)
