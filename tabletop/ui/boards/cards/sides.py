"""The look of a side: badge, name, discs for what it has won, and a few words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pygame
from typing_extensions import override

from tabletop.ui.boards.cards.emblems import pip
from tabletop.ui.boards.contract import Badge
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import icon
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.marks import Sign

NAME = Style("title", 25, INKS.cream)
SMALL_NAME = Style("title", 19, INKS.cream)
HEAD, STRONG = Style("semibold", 15, INKS.mist), Style("bold", 17, INKS.cream)
WORDS, BRASS = Style("body", 15, INKS.mist), Style("bold", 15, INKS.brass_light)
RADIUS, MOST = 14, 7
"""Radius of a disc in design pixels, and the most discs that are drawn; more are only told in words."""


@dataclass(frozen=True)
class SideLook:
    """A side as the kit shows it.

    Attributes:
       id: id of the side.
       name: e.g. ``British Fleet``.
       badge: draws its badge.
       ensign: draws its flag, for the curtain.
       colour: fills the discs that it has won.
       counted: what the discs count, e.g. ``Hands won``; "" for no discs.
       won: discs won.
       needed: discs needed to win.
       stress: one line in brass, e.g. ``One more hand wins the day.``
       words: more lines.
    """

    id: str
    name: str
    badge: Badge | None = field(default=None, compare=False)
    colour: Colour = INKS.british
    counted: str = ""
    won: int = 0
    needed: int = 0
    stress: str = ""
    words: tuple[str, ...] = ()
    ensign: Badge | None = field(default=None, compare=False)


class ScoreDiscs(Widget):
    """A row of discs; those won are filled and ticked."""

    def __init__(self, won: int, needed: int, shade: Colour, *, radius: float = RADIUS, tip: Tip | None = None) -> None:
        super().__init__(tip=tip)
        self.won, self.needed, self.shade, self.radius = won, needed, shade, radius

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return self.needed * theme.px(2 * self.radius + 10) - theme.px(10), theme.px(2 * self.radius)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the discs, filled from the left."""
        side = theme.px(2 * self.radius)
        for number in range(self.needed):
            at = pygame.Rect(self.rect.x + number * theme.px(2 * self.radius + 10), self.rect.y, side, side)
            self._paint_one(surface, theme, at, number < self.won)

    def _paint_one(self, surface: pygame.Surface, theme: Theme, at: pygame.Rect, won: bool) -> None:
        surface.blit(pip("disc", at.w, INKS.brass_light if not won else INKS.cream), at)
        inner = at.inflate(-2 * theme.px(2), -2 * theme.px(2))
        surface.blit(pip("disc", inner.w, self.shade if won else INKS.bar), inner)
        if won:
            tick = icon("tick", round(at.w * 0.56), INKS.cream)
            surface.blit(tick, tick.get_rect(center=at.center))


def build_discs(side: SideLook, *, radius: float = RADIUS) -> list[Widget]:
    """Return the discs of a side and the same in words, or [] if nothing is counted."""
    if not side.needed:
        return []
    tip = Tip(side.counted, f"{side.name}: {side.won} of {side.needed}")
    drawn: list[Widget] = (
        [ScoreDiscs(side.won, side.needed, side.colour, radius=radius, tip=tip)] if side.needed <= MOST else []
    )
    return [*drawn, Label(f"{side.won} of {side.needed}", STRONG, tip=tip)]


def build_name_row(side: SideLook, style: Style = NAME) -> Row:
    """Build the row of badge and name."""
    badge: list[Widget] = [Sign(side.badge, style.size * 1.05)] if side.badge else []
    return Row([*badge, Label(side.name, style)], gap=10, align="centre")


def build_side_column(side: SideLook) -> Column:
    """Build the column of name, discs and words."""
    parts: list[Widget] = [build_name_row(side)]
    if side.needed:
        parts += [Label(side.counted, HEAD), Row(build_discs(side), gap=14, align="centre")]
    parts += [Text(side.stress, BRASS)] if side.stress else []
    parts += [Text(line, WORDS) for line in side.words]
    return Column(parts, gap=8, align="start", ident=f"side.{side.id}")


def build_line_forms(across: Sequence[SideLook], extras: Mapping[str, str], tools: Sequence[Widget]) -> list[Row]:
    """Return rows with both sides, from the fullest form to the barest; all end with `tools`.

    Args:
       across: the sides from left to right.
       extras: words behind the name of a side.
       tools: the widgets at the end.
    """

    def half(side: SideLook, spared: int) -> list[Widget]:
        extra = extras.get(side.id, "")
        parts: list[Widget] = (
            [build_name_row(side, SMALL_NAME)] if spared < 3 else [Sign(side.badge, 18)] if side.badge else []
        )
        parts += build_discs(side, radius=8) if spared < 2 else build_discs(side)[-1:]
        parts += [Label(extra, WORDS)] if extra and spared < 1 else []
        return parts

    left, right = across
    return [
        Row([*half(left, n), Spacer(grow=1), *half(right, n), Spacer(grow=1), *tools], gap=12, align="centre")
        for n in range(4)
    ] + [Row([Spacer(grow=1), *tools], gap=12, align="centre")]
