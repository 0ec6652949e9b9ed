"""The card of a ship: her name, whose she is, and a track for each stat."""

from collections.abc import Mapping

from tabletop.games.ship_duel.state import Ship, Side
from tabletop.games.ship_duel.tables import STATS, Stat
from tabletop.ui.boards.nations import badge
from tabletop.ui.text import LABEL, NAME, SMALL
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Track
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.sign import Sign

TAKEN_BY: dict[Stat, str] = {"hull": "cannon balls", "rigging": "chain shot", "crew": "grape shot"}
LEFT: dict[Stat, str] = {"hull": "Hull", "rigging": "Rigging", "crew": "Crew"}
BOX = 21
"""Width of a box of a track where there is room, design pixels."""


def shipcard(side: Side, ship: Ship, whose: str, planned: Mapping[Stat, int], width: float) -> Panel:
    """A sheet of paper; points that the viewer plans to take are struck through in pencil.

    Args:
        side: of the ship.
        ship: as she is.
        whose: e.g. ``Port, yours``.
        planned: points of each stat that would be lost.
        width: of the sheet, design pixels.
    """
    rows: list[Widget] = [_track(side, ship, stat, planned.get(stat, 0), width) for stat in STATS]
    head = Row([Sign(badge(ship.nation), 20), Label(ship.name, NAME.at(19)), Spacer(grow=1)], gap=8, align="centre")
    body = Column([head, Label(whose, SMALL), *rows], gap=5)
    return Panel(Sized(body, width - 28), ident=f"ship.{side}", padding=14)


class ShipCards:
    """The cards of both ships; each is made anew only when it tells something else."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Side, float], tuple[tuple[object, ...], Panel, int]] = {}
        """What a card of this width tells, the card, and its height in pixels."""

    def get(
        self, side: Side, ship: Ship, whose: str, planned: Mapping[Stat, int], width: float, theme: Theme
    ) -> tuple[Panel, int]:
        """The card, and how high it is; see `shipcard`."""
        told, kept = (ship, whose, planned, theme), self._kept.get((side, width))
        if kept is None or kept[0] != told:
            card = shipcard(side, ship, whose, planned, width)
            kept = (told, card, card.measure(theme, theme.px(width))[1])
            self._kept[side, width] = kept
        return kept[1], kept[2]


def _track(side: Side, ship: Ship, stat: Stat, planned: int, width: float) -> Widget:
    left, whole = ship.left[stat], ship.whole[stat]
    going = min(planned, left)
    told = f"{left} to {left - going}" if going else f"{left} of {whole}"
    tip = Tip(f"{LEFT[stat]}: {left} of {whole}", f"Each card of {TAKEN_BY[stat]} takes a point.")
    room = width - 28 - 62 - 58
    track = Track(whole, left, 0, pencilled=going, ident=f"track.{side}.{stat}", tip=tip)
    parts: list[Widget] = [
        Sized(Label(LEFT[stat], LABEL), 58),
        Sized(track, min(room, BOX * whole)),
        Spacer(grow=1),
        Label(told, LABEL, ident=f"left.{side}.{stat}"),
    ]
    row = Row(parts, gap=4, align="centre")
    row.tip = tip
    return row
