"""Broadsides in rows: those fired this phase with their damage, and a forecast of those to be fired."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from typing_extensions import override

from tabletop.core.phrases import format_count, format_percent
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.model import State, list_flags
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import Shot
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.gunnery import find_outlooks
from tabletop.games.ships_of_the_line.survey.odds import Aim, BroadsideOdds
from tabletop.games.ships_of_the_line.survey.odds import compute_broadside_odds as odds_of
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.harm import SIGNS
from tabletop.ui.boards.nations import nation_badge
from tabletop.ui.boards.ships_of_the_line.accounts import CRITICALS
from tabletop.ui.boards.ships_of_the_line.order_words import RANGES, mean_of
from tabletop.ui.text import BODY, SMALL, STRONG, Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Grid, Row, Sized, Spacer, Upto
from tabletop.ui.widgets.marks import Sign
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Report
from tabletop.ui.widgets.scroll import Scroll

WIDTH, NAME_LEAST = 500, 90
"""Width of the panel, and the least width of a ship's name beside the other, design pixels."""
FIRED_WIDTHS, FORECAST_WIDTHS = (40, 44, 88), (66, 40, 40, 44)
"""Widths of the columns beside the two ships, for fired and for planned shots, design pixels."""
CLOSE = "broadsides.away"
_NAME = Style("name", 16)
_FIRED_TITLES, _FORECAST_TITLES = ("Hits", "Hull", "Criticals"), ("Dice", "Hits", "Hull", "Crit.")
_HINT = "Click a row to see both ships. Damage takes effect at the end of the phase."
_NOTHING = "none"


@dataclass(frozen=True)
class ShotPressed(Report):
    """The report that the row of a shot was pressed."""

    ships: tuple[str, ...]


class ShotRow(Row):
    """The row of one shot; a click shows its ships on the sea."""

    interactive = True
    glows = True

    def __init__(self, ident: str, ships: tuple[str, ...], parts: Sequence[Widget], tip: Tip) -> None:
        super().__init__(parts, gap=5, align="centre", ident=ident)
        self.tip = tip
        self._ships = ships

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.hovered or self.focused:
            surface.fill(INKS.paper_3, self.rect)

    @override
    def activate(self) -> Report:
        return ShotPressed(self._ships)


def find_aims(state: State, orders: Iterable[FireBroadside]) -> list[Aim]:
    """Return the aims of `orders`, without those that are illegal now."""
    aims = {(aim.ship, aim.broadside, aim.target): aim for one in find_outlooks(state).values() for aim in one.aims}
    found = (aims.get((order.ship, order.broadside, order.target)) for order in orders)
    return [aim for aim in found if aim]


def build_forecast(state: State, aims: Iterable[Aim]) -> Widget:
    """Build a table of shots with the expected hits, hull points and criticals, and their sums."""
    shots = [(aim, odds_of(state, aim)) for aim in aims]
    rows = [_build_forecast_row(state, number, *one) for number, one in enumerate(shots)]
    hits, hull = sum(mean_of(odds.hits) for _, odds in shots), sum(mean_of(odds.hull) for _, odds in shots)
    dice = format_count(sum(odds.dice for _, odds in shots), "die").replace("dies", "dice")
    total = _build_total(
        Label("All together", STRONG), (dice, f"{hits:.1f}", f"{hull:.1f}", ""), FORECAST_WIDTHS, STRONG
    )
    return Column([_build_heads(_FORECAST_TITLES, FORECAST_WIDTHS), *rows, Rule(), total], gap=3)


def _build_forecast_row(state: State, number: int, aim: Aim, odds: BroadsideOdds) -> Widget:
    """Build the row of one planned shot."""
    cells = f"{odds.dice} on {odds.needed}+", f"{mean_of(odds.hits):.1f}", f"{mean_of(odds.hull):.1f}"
    rake = f", rakes her {aim.rake}" if aim.rake else ""
    tip = f"{format_um(aim.sight.distance)}, {RANGES[aim.band]}{rake}."
    parts = [
        _build_ships(state, aim.ship, aim.target),
        *_build_cells((*cells, format_percent(odds.critical)), FORECAST_WIDTHS, BODY),
    ]
    title = f"{summaries.find_name(state, aim.ship)}'s {aim.broadside} broadside"
    row = Row(parts, gap=5, align="centre", ident=f"bears.{number}")
    row.tip = Tip(title, tip)
    return row


def build_fired_panel(state: State) -> Widget | None:
    """Build the panel of the broadsides fired this phase; None before the first shot."""
    shots = [shot for shot in state.shots if not shot.past]
    if not shots:
        return None
    rows = [_build_fired_row(state, number, shot) for number, shot in enumerate(shots)]
    lost = sum(shot.hull for shot in state.shots)
    criticals = format_count(sum(len(shot.criticals) for shot in shots), "critical")
    sums = str(sum(shot.hits for shot in shots)), _format_loss(lost), criticals
    total = _build_total(Label(f"{len(shots)} fired", STRONG), sums, FIRED_WIDTHS, STRONG)
    foot = Row([Text(_HINT, SMALL.tinted(INKS.muted)), Button(CLOSE, "Close", "secondary")], gap=8, align="centre")
    foot.children[0].grow = 1
    listed = Scroll(Column(rows, gap=6), ident="broadsides.scroll")
    body = Column([_build_heads(_FIRED_TITLES, FIRED_WIDTHS), listed, Rule(), total, foot], gap=5)
    panel = Panel(body, "Broadsides this phase", ident="broadsides")
    panel.keeps_clear = True
    return Upto(panel, WIDTH)


def _build_fired_row(state: State, number: int, shot: Shot) -> Widget:
    """Build the row of one fired shot."""
    words = [CRITICALS[one.die] for one in shot.criticals]
    if shot.special and shot.special.fires:
        words.append("fire")
    words = list(dict.fromkeys(words))
    signs = [Sign(partial(icon, f"marker_{SIGNS[words[0]]}"), 18)] if words else []
    cells = str(shot.hits), _format_loss(shot.hull), ", ".join(words) or _NOTHING
    *counted, told = _build_cells(cells, (*FIRED_WIDTHS[:2], FIRED_WIDTHS[2] - 23 * len(signs)), BODY, harm=1)
    parts = [_build_ships(state, shot.attacker, shot.target), *counted, *signs, told]
    names = f"{summaries.find_name(state, shot.attacker)} at {summaries.find_name(state, shot.target)}"
    ships = tuple(key for key in (shot.attacker, shot.target) if key in state.ships)
    return ShotRow(f"broadsides.{number}", ships, parts, Tip(names, "Click to see both ships."))


def _format_loss(hull: int) -> str:
    """Return the hull points lost, such as "−3", or "none"."""
    return f"−{hull}" if hull else _NOTHING


def _build_ships(state: State, *keys: str) -> Widget:
    """Build the badges and names of shooter and target."""
    signs = [Sign(nation_badge(*list_flags(state, key)), 15) if key in state.ships else Spacer(15) for key in keys]
    names = [Fitted(summaries.find_name(state, key), _NAME) for key in keys]
    return _build_pair([Row(parts, gap=5, align="centre") for parts in zip(signs, names, strict=True)])


def _build_pair(parts: Sequence[Widget]) -> Widget:
    """Build a grid of shooter and target, side by side if both names fit."""
    grid = Grid(parts, least=NAME_LEAST, gap=2, most=2)
    grid.grow = 1
    return grid


def _build_cells(told: Sequence[str], widths: Sequence[int], style: Style, *, harm: int = 9) -> list[Widget]:
    """Build the cells of a row; from column `harm` on, damage is red."""
    inks = [INKS.danger if number >= harm and words != _NOTHING else INKS.ink for number, words in enumerate(told)]
    return [Sized(Fitted(words, style.tinted(ink)), wide) for words, wide, ink in zip(told, widths, inks, strict=True)]


def _build_heads(titles: Sequence[str], widths: Sequence[int]) -> Widget:
    """Build the row of column titles."""
    names = _build_pair([Label("Shooter", SMALL), Label("Target", SMALL)])
    return Row([names, *_build_cells(titles, widths, SMALL)], gap=5)


def _build_total(first: Widget, told: Sequence[str], widths: Sequence[int], style: Style) -> Widget:
    """Build the row of sums, which begins with `first`."""
    first.grow = 1
    return Row([first, *_build_cells(told, widths, style)], gap=5, align="centre")
