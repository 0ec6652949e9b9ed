"""The sheets of an after-action report, with their charts. A sheet is left out if its game has nothing for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

import pygame

from tabletop.core.after_action import AfterActionReport, PieceAccount, SideLuck, TurningPoint, describe_points
from tabletop.core.phrases import capitalize, format_number, format_signed
from tabletop.ui.boards.contract import Badge
from tabletop.ui.boards.game_plugins import ShipOutcome
from tabletop.ui.frame_budget import Steps
from tabletop.ui.screens.replay.event_signs import SIGNS
from tabletop.ui.screens.rule_widgets import ruled
from tabletop.ui.text import BODY, CARD_NAME, LABEL, NAME, SMALL, SUBTITLE, Style, elided, fitted, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.backdrop import SpreadPicture
from tabletop.ui.widgets.base import Size, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign, draw_bar
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule

_AXIS, _END, _KEY = Style("body", 14, INKS.muted), Style("number", 18), Style("semibold", 15, INKS.ink)
PEN, DOT = 3, 4
"""Width of a line, and radius of the mark on it, design pixels."""
KEY, FOOT, HOUR, LEFT, RIGHT = 28, 22, 15, 40, 46
"""Room for the key above, turns below, their hours if told, numbers at the left, and the last ones at the right."""


@dataclass(frozen=True)
class Series:
    """A line: its name, its points, and how its end is written; the second of two is dashed, with discs.

    `notes` say at some turns why it goes as it does.
    """

    name: str
    colour: Colour
    points: Sequence[tuple[float, float]]
    end: str
    notes: Sequence[tuple[int, str]] = ()


class Chart(Widget):
    """Lines with their key and their last values.

    Args:
        lines: at most a few, the first with squares.
        high: design pixels.
        steps: whether they go in steps.
        band: of each turn, how far from 0 is common; empty for none.
        within: what the band is, in words.
        hours: the time of day at which a turn begins, where something says it.
    """

    def __init__(
        self,
        lines: Sequence[Series],
        high: float,
        *,
        steps: bool = False,
        band: Sequence[tuple[float, float]] = (),
        within: str = "",
        hours: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self.lines = lines
        self.high = high
        self.steps = steps
        self.band = band
        self.within = within
        self.hours = hours
        self.foot = FOOT + (HOUR if hours else 0)
        values = [y for line in lines for _, y in line.points] + [one for _, far in band for one in (far, -far)]
        self._low = min([0.0, *values])
        self._top = max([1.0, *values])
        self._turns = max([1.0, *(x for line in lines for x, _ in line.points)])

    def measure(self, theme: Theme, width: int) -> Size:
        """All the width."""
        return width, theme.px(self.high)

    def _room(self, theme: Theme) -> pygame.Rect:
        rect = self.rect
        left, right = rect.x + theme.px(LEFT), rect.right - theme.px(RIGHT)
        top, bottom = rect.y + theme.px(KEY), rect.bottom - theme.px(self.foot)
        return pygame.Rect(left, top, right - left, bottom - top)

    def _at(self, room: pygame.Rect, point: tuple[float, float]) -> tuple[int, int]:
        x = room.x + room.w * point[0] / self._turns
        return round(x), round(room.bottom - room.h * (point[1] - self._low) / (self._top - self._low))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Grid, band, lines, key."""
        room = self._room(theme)
        if self.band:
            above = [self._at(room, (x, far)) for x, far in self.band]
            below = [self._at(room, (x, -far)) for x, far in self.band]
            if len(above) > 1:
                pygame.draw.polygon(surface, INKS.paper_3, [*above, *below[::-1]])
        self._grid(surface, theme, room)
        for number, line in enumerate(self.lines):
            self._line(surface, theme, room, number, line)
        self._notes(surface, theme, room)
        self._ends(surface, theme, room)
        self._key(surface, theme)

    def _grid(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        step = _step(self._top - self._low, 4)
        value = step * -(-self._low // step) if self._low % step else self._low
        while value <= self._top + 1e-9:
            y = self._at(room, (0, value))[1]
            surface.fill(INKS.ink if abs(value) < 1e-9 else INKS.rule, (room.x, y, room.w, max(1, theme.px(1))))
            write_at(surface, theme, format_number(round(value)), _AXIS, midright=(room.x - theme.px(8), y))
            value += step
        step = max(1.0, _step(self._turns, max(2, room.w // theme.px(60))))
        for turn in range(0, int(self._turns) + 1, int(step)):
            x = self._at(room, (turn, 0))[0]
            write_at(surface, theme, str(turn), _AXIS, center=(x, room.bottom + theme.px(FOOT) // 2))
            if hour := self.hours.get(turn):
                write_at(surface, theme, hour, _AXIS, center=(x, room.bottom + theme.px(FOOT) // 2 + theme.px(HOUR)))

    def _line(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect, number: int, line: Series) -> None:
        points = [self._at(room, point) for point in line.points]
        if self.steps:
            corners = [(after[0], before[1]) for before, after in pairwise(points)]
            points = [points[0], *(one for pair in zip(corners, points[1:], strict=True) for one in pair)]
        for start, end in pairwise(points):
            _stroke(surface, line.colour, start, end, theme.px(PEN), theme.px(7) if number else 0)
        for before, point in zip([None, *line.points], line.points, strict=False):
            if before is not None and before[1] != point[1]:
                _mark(surface, theme, line.colour, self._at(room, point), number)

    def _notes(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """Words at the upper left of their points, where there is room for them."""
        marks = [self._at(room, point) for line in self.lines for point in line.points]
        lying = [
            pygame.Rect(x - theme.px(DOT), y - theme.px(DOT), 2 * theme.px(DOT), 2 * theme.px(DOT)) for x, y in marks
        ]
        for line in self.lines:
            at = dict(line.points)
            for turn, words in line.notes:
                if turn not in at:
                    continue
                x, y = self._at(room, (turn, at[turn]))
                place = pygame.Rect((0, 0), size_of(words, _AXIS, theme.scale))
                place.bottomright = x - theme.px(7), y + theme.px(3)
                if room.contains(place) and place.collidelist(lying) < 0:
                    write_at(surface, theme, words, _AXIS, topleft=place.topleft)
                    lying.append(place)

    def _ends(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """The last values, one below the other where they would touch."""
        free = room.bottom + theme.px(10)
        for line in sorted(self.lines, key=lambda one: one.points[-1][1]):
            high = size_of(line.end, _END, theme.scale)[1]
            y = min(self._at(room, line.points[-1])[1], free - high // 2)
            write_at(surface, theme, line.end, _END.tinted(line.colour), midleft=(room.right + theme.px(6), y))
            free = y - high // 2

    def _key(self, surface: pygame.Surface, theme: Theme) -> None:
        left, middle = self.rect.x, self.rect.y + theme.px(10)
        for number, line in enumerate(self.lines):
            end = left + theme.px(34)
            _stroke(surface, line.colour, (left, middle), (end, middle), theme.px(PEN), theme.px(7) if number else 0)
            _mark(surface, theme, line.colour, ((left + end) // 2, middle), number)
            left = end + theme.px(8)
            write_at(surface, theme, line.name, _KEY, midleft=(left, middle))
            left += size_of(line.name, _KEY, theme.scale)[0] + theme.px(22)
        wide = theme.px(32) + size_of(self.within, _AXIS, theme.scale)[0]
        if self.within and left + wide <= self.rect.right:
            surface.fill(INKS.paper_3, (left, middle - theme.px(6), theme.px(24), theme.px(12)))
            write_at(surface, theme, self.within, _AXIS, midleft=(left + theme.px(32), middle))


def _stroke(
    surface: pygame.Surface, colour: Colour, start: tuple[int, int], end: tuple[int, int], pen: int, dash: int
) -> None:
    """A line, in dashes if they have any length."""
    colour, long = worn(colour), max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not dash or not long:
        pygame.draw.line(surface, colour, start, end, pen)
        return
    for begun in range(0, long, 2 * dash):
        shares = (begun / long, min(begun + dash, long) / long)
        ends = [tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True)) for share in shares]
        pygame.draw.line(surface, colour, ends[0], ends[1], pen)


def _mark(surface: pygame.Surface, theme: Theme, colour: Colour, at: tuple[int, int], number: int) -> None:
    half, colour = theme.px(DOT), worn(colour)
    if number:
        pygame.draw.circle(surface, colour, at, half)
    else:
        pygame.draw.rect(surface, colour, (at[0] - half, at[1] - half, 2 * half, 2 * half))


def _step(span: float, parts: int) -> float:
    """A round number that divides a span into about so many parts."""
    least = max(span / max(1, parts), 1e-9)
    size = 10 ** (len(str(int(least))) - 1) if least >= 1 else 1
    return float(next(size * by for by in (1, 2, 5, 10, 20) if size * by >= least))


TOTAL, FIGURE = Style("number", 38), Style("number", 25)
HIGH, LOWER = 230, 196
"""Of a chart of points, and of one of luck, design pixels."""
WORST, LOW = 5, 0.4
"""Pieces that are hurt and told of one by one, and the share of what they had at which little is left."""
WIDE, RATIO = 214, 0.56
"""Of the picture of a turning point: its width in design pixels, and its height as a share of that."""
ROW, LEAST_BAR = 27, 36
"""Height of a row of bars, and what is left at least for a bar where names are long, design pixels."""
BADGE = 16
"""Of a nation, design pixels."""
Drawer = Callable[[TurningPoint, Size], Steps[pygame.Surface]]


class Look(NamedTuple):
    """How a report is drawn: a picture of a turning point, the colours of the sides, and the badges of the pieces."""

    draw: Drawer
    colours: Mapping[str, Colour]
    badges: Mapping[str, Badge]


def verdict(told: AfterActionReport) -> Widget:
    """Who has won and why, the points, and a few numbers."""
    outcome = told.outcome
    why: list[Widget] = [Text(outcome.reason, SUBTITLE), ruled("Rule", outcome.rule, SMALL)] if outcome else []
    totals = [
        Column([Label(name, LABEL), Label(str(points), TOTAL)], gap=0, align="centre")
        for side, name in told.sides.items()
        if outcome and (points := outcome.totals.get(side)) is not None
    ]
    below = [Row([Column(why, gap=6, grow=1), *totals], gap=28, align="centre")] if why else []
    head = Column([Text(told.verdict, CARD_NAME), *below], gap=4)
    return Panel(Column([head, DoubleRule(), figures(told)] if told.figures else [head], gap=12))


def figures(told: AfterActionReport) -> Widget:
    """A few numbers, each over what it counts."""
    return Row([Column([Label(number, FIGURE), Label(what, SMALL)], gap=0) for number, what in told.figures], gap=18)


def turning(told: AfterActionReport, look: Look) -> Widget | None:
    """What turned it, with a picture of each; ``watch.PLACE`` goes there."""
    if not told.turning:
        return None
    return Panel(Column([_turned(one, told, look) for one in told.turning], gap=14), "Turning points")


def _turned(one: TurningPoint, told: AfterActionReport, look: Look) -> Widget:
    picture = Sized(SpreadPicture(partial(look.draw, one), ratio=RATIO), WIDE)
    when = Label(told.format_turn(one.turn), LABEL.tinted(INKS.brass_dark))
    words: list[Widget] = [
        Row([when, Spacer(grow=1), *(Sign(sign, BADGE) for sign in signs_of(one, look))], gap=6, align="centre"),
        Text(one.words, CARD_NAME.at(18)),
        Row(
            [Button(f"watch.{one.place}", "Watch"), Text(describe_points(one.points, told.sides), SMALL, grow=1)],
            gap=8,
            align="centre",
        ),
    ]
    return Row([picture, Column(words, gap=4, grow=1)], gap=14, align="start")


def signs_of(one: TurningPoint, look: Look) -> Sequence[Badge]:
    """The nation of whom it was about, and what became of her."""
    signs = [look.badges[key] for key in one.about[:1] if key in look.badges]
    return [*signs, SIGNS[one.mark][1]] if one.mark in SIGNS else signs


def points(told: AfterActionReport, colours: Mapping[str, Colour]) -> Widget | None:
    """Points by turn."""
    lines = [
        Series(
            told.sides[side],
            colours.get(side, INKS.ink),
            by_turn,
            str(by_turn[-1][1]),
            [
                (one.turn, ", ".join(map(told.piece_name, one.about)))
                for one in told.turning
                if one.points.get(side, 0) > 0
            ],
        )
        for side, by_turn in told.points.items()
    ]
    return (
        Panel(Chart(lines, HIGH, steps=True, hours=told.hours), f"{capitalize(told.counted)} by turn")
        if lines
        else None
    )


def harm(
    told: AfterActionReport, colours: Mapping[str, Colour], badges: Mapping[str, Badge], most: int
) -> Widget | None:
    """What each piece, and each squadron, gave and took; of more pieces than so many those that matter most."""
    hurt = sorted(told.accounts, key=lambda one: -(one.given + one.taken))
    shown = [one for one in hurt if one.given or one.taken][:most]
    if not told.harm or not shown:
        return None
    scale, whole = (max((max(one.given, one.taken) for one in among), default=1) for among in (shown, told.groups))
    head = Row([Label("taken", LABEL.tinted(INKS.danger)), Spacer(grow=1), Label("given", LABEL)], gap=8)
    names = [one.name for one in (*shown, *told.groups)]
    rows: list[Widget] = [
        head,
        *(Bars(one, scale, colours, names, badges.get(one.key), lost=one.key in told.gone) for one in shown),
    ]
    if told.groups:
        rows += [Rule(), *(Bars(one, whole, colours, names) for one in told.groups)]
    left = len(told.accounts) - len(shown)
    rows += [Text(told.damage_by_nobody, SMALL)] if told.damage_by_nobody else []
    rows += [Text(f"{left} more with less damage or none.", SMALL)] if left else []
    return Panel(Column(rows, gap=2), f"{capitalize(told.harm)} given and taken")


class Bars(Widget):
    """What somebody took, at the left, and gave, at the right of the name, where all of `names` have room.

    Whoever is `lost` stands in red.
    """

    def __init__(
        self,
        of: PieceAccount,
        scale: int,
        colours: Mapping[str, Colour],
        names: Sequence[str],
        badge: Badge | None = None,
        *,
        lost: bool = False,
    ) -> None:
        super().__init__()
        self.of = of
        self.scale = max(1, scale)
        self.colour = colours.get(of.side, INKS.ink)
        self.badge = badge
        self.ink = INKS.danger if lost else INKS.ink
        self._names = names

    def measure(self, theme: Theme, width: int) -> Size:
        """A row."""
        return width, theme.px(ROW)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Bars from the name outwards, each with its number."""
        rect, high = self.rect, theme.px(13)
        widest, number = max(size_of(one, NAME, theme.scale)[0] for one in self._names), theme.px(34)
        name = min(max(rect.w * 3 // 10, widest + theme.px(BADGE + 18)), rect.w - 2 * (number + theme.px(LEAST_BAR)))
        middle = pygame.Rect(rect.centerx - name // 2, rect.y, name, rect.h)
        room = (rect.w - name) // 2 - number
        taken, given = (round(room * points / self.scale) for points in (self.of.taken, self.of.given))
        top = rect.centery - high // 2
        surface.fill(INKS.danger, (middle.x - taken, top, taken, high))
        surface.fill(INKS.ink, (middle.right, top, given, high))
        write_at(surface, theme, str(self.of.taken), LABEL, midright=(middle.x - taken - theme.px(7), rect.centery))
        write_at(surface, theme, str(self.of.given), LABEL, midleft=(middle.right + given + theme.px(7), rect.centery))
        indent = self._paint_whose(surface, theme, (middle.x + theme.px(5), rect.centery))
        words = elided(self.of.name, NAME, name - indent - theme.px(7), theme.scale)
        write_at(surface, theme, words, NAME.tinted(self.ink), midleft=(middle.x + indent, rect.centery))

    def _paint_whose(self, surface: pygame.Surface, theme: Theme, midleft: tuple[int, int]) -> int:
        """The badge of the nation, or for a squadron the colour of its side; how far from the bar the name begins."""
        if self.badge is None:
            surface.fill(worn(self.colour), (midleft[0], midleft[1] - theme.px(5), theme.px(4), theme.px(10)))
            return theme.px(15)
        sign = self.badge(theme.px(BADGE))
        surface.blit(sign, sign.get_rect(midleft=midleft))
        return theme.px(5 + BADGE + 6)


def luck(told: AfterActionReport, colours: Mapping[str, Colour]) -> Widget | None:
    """How the dice fell against what was to be expected, and what that was worth."""
    if not told.lucks:
        return None
    lines = [
        Series(
            told.sides[one.side],
            colours.get(one.side, INKS.ink),
            [(0, 0.0), *((t, o) for t, o, _ in one.by_turn)],
            format_signed(round(one.surplus)),
        )
        for one in told.lucks
    ]
    widest = max(told.lucks, key=lambda one: one.spread)
    band = [(0.0, 0.0), *((turn, spread**0.5) for turn, _, spread in widest.by_turn)]
    chart = Chart(lines, LOWER, band=band, within="2 in 3 games", hours=told.hours)
    rows = [_lucky(one, told) for one in told.lucks]
    worth = [Rule(), Text(told.luck_summary, BODY)] if told.luck_summary else []
    about = Text(f"{capitalize(told.chance[1])} above or below average", SMALL)
    return Panel(Column([about, chart, *rows, *worth], gap=8), "Luck")


def _lucky(one: SideLuck, told: AfterActionReport) -> Widget:
    words = f"{one.dice} {told.chance[0]}, {one.hits} {told.chance[1]} (average {one.expected:.1f})"
    said = f"luckier than {one.percentile} % of games"
    name = Label(told.sides[one.side], LABEL)
    return Column([Row([name, Spacer(grow=1), Label(said, LABEL.tinted(INKS.brass_dark))]), Text(words, SMALL)], gap=0)


def distances(told: AfterActionReport, most: int) -> Widget | None:
    """Who went farthest, and the shot that carried farthest."""
    far = [one for one in sorted(told.accounts, key=lambda one: -one.sailed) if one.sailed][:most]
    if not told.measure or not far:
        return None
    rows: list[Widget] = [
        Row([Text(one.name, NAME, grow=1), Label(told.format_distance(one.sailed), LABEL)]) for one in far
    ]
    if told.longest:
        shot = f"{told.piece_name(told.longest.by)} hit {told.piece_name(told.longest.to)}"
        rows += [Rule(), Text(f"Longest hit: {shot} at {told.format_distance(told.longest.distance)}.", BODY)]
    return Panel(Column(rows, gap=4), "Distance sailed")


def fates(groups: Sequence[tuple[str, Sequence[ShipOutcome]]], across: int = 1) -> Widget:
    """What became of everybody, the lost first, then those who are hurt, the worst first; so many groups abreast."""
    columns = [Column(_fates(heading, among), gap=4, grow=1) for heading, among in groups]
    rows: list[Widget] = [Row(columns[at : at + across], gap=24) for at in range(0, len(columns), across)]
    return Panel(Column(rows or [Text("Nothing to show.")], gap=14), "Fates")


def _fates(heading: str, among: Sequence[ShipOutcome]) -> list[Widget]:
    lost, stand = ([one for one in among if one.lost is gone] for gone in (True, False))
    counted = [one for one in stand if one.whole]
    hurt = sorted((one for one in counted if one.left < one.whole), key=lambda one: one.left / one.whole)
    aside = [Label(f"{len(lost)} of {len(among)} lost", SMALL)] if counted or lost else []
    rows: list[Widget] = [Row([Text(heading, Style("title", 21), grow=1), *aside], align="end"), Rule()]
    rows += [fate(one) for one in (*lost, *(one for one in stand if not one.whole))]
    if hurt:
        rows += [Spacer(4), Label("Survivors most damaged", LABEL), *(HullLeft(one) for one in hurt[:WORST])]
    others = [*hurt[WORST:], *(one for one in counted if one.left == one.whole)]
    names = f"{len(others)} more" if hurt or lost else str(len(others))
    rows += [Text(f"{names} in service, {len(others) - len(hurt[WORST:])} undamaged.", SMALL)] if others else []
    return rows


def fate(one: ShipOutcome) -> Widget:
    """Who, and what became of it."""
    ink = INKS.danger if one.lost else INKS.ink_2
    sign, name = [Sign(one.badge, BADGE)] if one.badge else [], Fitted(one.name, NAME)
    return Row([*sign, name, Label(one.became, BODY.at(15).tinted(ink))], gap=8, align="centre")


class HullLeft(Widget):
    """A name, what is left of how much, and a bar of it."""

    def __init__(self, of: ShipOutcome) -> None:
        super().__init__()
        self.of = of

    def measure(self, theme: Theme, width: int) -> Size:
        """A row."""
        return width, theme.px(ROW)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The bar at the right, the numbers left of it, the name in what is left."""
        rect = self.rect
        bar = pygame.Rect(0, 0, theme.px(38), theme.px(9))
        bar.midright = rect.midright
        draw_bar(surface, theme, bar, self.of.left / self.of.whole, LOW)
        told = f"{self.of.left} of {self.of.whole}"
        number = bar.x - theme.px(8) - size_of(told, SMALL, theme.scale)[0]
        write_at(surface, theme, told, SMALL, midleft=(number, rect.centery))
        left = rect.x
        if self.of.badge:
            sign = self.of.badge(theme.px(BADGE))
            surface.blit(sign, sign.get_rect(midleft=rect.midleft))
            left += theme.px(BADGE + 5)
        write_at(
            surface,
            theme,
            *fitted(self.of.name, NAME, number - theme.px(8) - left, theme.scale),
            midleft=(left, rect.centery),
        )
