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
from tabletop.ui.screens.rule_widgets import build_ruled_text
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
"""Width of a line, and radius of its marks, design pixels."""
KEY_HEIGHT, TURNS_HEIGHT, HOURS_HEIGHT, LEFT_WIDTH, RIGHT_WIDTH = 28, 22, 15, 40, 46
"""Room for the key above, turns and hours below, numbers at the left and last values at the right, design pixels."""


@dataclass(frozen=True)
class Series:
    """A line of a chart; the second of two is dashed, with discs. `notes` explain the value at some turns."""

    name: str
    colour: Colour
    points: Sequence[tuple[float, float]]
    end: str
    notes: Sequence[tuple[int, str]] = ()


class Chart(Widget):
    """A chart of lines over turns.

    Args:
        lines: the lines; the first has squares.
        height: design pixels.
        steps: True if the lines go in steps.
        band: by turn, the common distance from 0; () for none.
        band_label: the label of the band.
        hours: the time of day at which a turn begins.
    """

    def __init__(
        self,
        lines: Sequence[Series],
        height: float,
        *,
        steps: bool = False,
        band: Sequence[tuple[float, float]] = (),
        band_label: str = "",
        hours: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self.lines = lines
        self.height = height
        self.steps = steps
        self.band = band
        self.band_label = band_label
        self.hours = hours
        self.foot = TURNS_HEIGHT + (HOURS_HEIGHT if hours else 0)
        values = [y for line in lines for _, y in line.points] + [one for _, far in band for one in (far, -far)]
        self._low = min([0.0, *values])
        self._top = max([1.0, *values])
        self._turns = max([1.0, *(x for line in lines for x, _ in line.points)])

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the full width and the height of the chart."""
        return width, theme.px(self.height)

    def _plot_rect(self, theme: Theme) -> pygame.Rect:
        """Return the part of the widget in which the lines lie."""
        rect = self.rect
        left, right = rect.x + theme.px(LEFT_WIDTH), rect.right - theme.px(RIGHT_WIDTH)
        top, bottom = rect.y + theme.px(KEY_HEIGHT), rect.bottom - theme.px(self.foot)
        return pygame.Rect(left, top, right - left, bottom - top)

    def _to_pixel(self, room: pygame.Rect, point: tuple[float, float]) -> tuple[int, int]:
        """Return a point of a line in screen pixels."""
        x = room.x + room.w * point[0] / self._turns
        return round(x), round(room.bottom - room.h * (point[1] - self._low) / (self._top - self._low))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw band, grid, lines, notes, last values and key."""
        room = self._plot_rect(theme)
        if self.band:
            above = [self._to_pixel(room, (x, far)) for x, far in self.band]
            below = [self._to_pixel(room, (x, -far)) for x, far in self.band]
            if len(above) > 1:
                pygame.draw.polygon(surface, INKS.paper_3, [*above, *below[::-1]])
        self._paint_grid(surface, theme, room)
        for number, line in enumerate(self.lines):
            self._paint_line(surface, theme, room, number, line)
        self._paint_notes(surface, theme, room)
        self._paint_ends(surface, theme, room)
        self._paint_key(surface, theme)

    def _paint_grid(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """Draw the grid with its numbers, turns and hours."""
        step = _round_step(self._top - self._low, 4)
        value = step * -(-self._low // step) if self._low % step else self._low
        while value <= self._top + 1e-9:
            y = self._to_pixel(room, (0, value))[1]
            surface.fill(INKS.ink if abs(value) < 1e-9 else INKS.rule, (room.x, y, room.w, max(1, theme.px(1))))
            write_at(surface, theme, format_number(round(value)), _AXIS, midright=(room.x - theme.px(8), y))
            value += step
        step = max(1.0, _round_step(self._turns, max(2, room.w // theme.px(60))))
        for turn in range(0, int(self._turns) + 1, int(step)):
            x = self._to_pixel(room, (turn, 0))[0]
            write_at(surface, theme, str(turn), _AXIS, center=(x, room.bottom + theme.px(TURNS_HEIGHT) // 2))
            if hour := self.hours.get(turn):
                write_at(
                    surface,
                    theme,
                    hour,
                    _AXIS,
                    center=(x, room.bottom + theme.px(TURNS_HEIGHT) // 2 + theme.px(HOURS_HEIGHT)),
                )

    def _paint_line(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect, number: int, line: Series) -> None:
        """Draw a line and a mark at each change."""
        points = [self._to_pixel(room, point) for point in line.points]
        if self.steps:
            corners = [(after[0], before[1]) for before, after in pairwise(points)]
            points = [points[0], *(one for pair in zip(corners, points[1:], strict=True) for one in pair)]
        for start, end in pairwise(points):
            _draw_stroke(surface, line.colour, start, end, theme.px(PEN), theme.px(7) if number else 0)
        for before, point in zip([None, *line.points], line.points, strict=False):
            if before is not None and before[1] != point[1]:
                _draw_mark(surface, theme, line.colour, self._to_pixel(room, point), number)

    def _paint_notes(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """Draw the notes at the upper left of their points, where they have room."""
        marks = [self._to_pixel(room, point) for line in self.lines for point in line.points]
        lying = [
            pygame.Rect(x - theme.px(DOT), y - theme.px(DOT), 2 * theme.px(DOT), 2 * theme.px(DOT)) for x, y in marks
        ]
        for line in self.lines:
            at = dict(line.points)
            for turn, words in line.notes:
                if turn not in at:
                    continue
                x, y = self._to_pixel(room, (turn, at[turn]))
                place = pygame.Rect((0, 0), size_of(words, _AXIS, theme.scale))
                place.bottomright = x - theme.px(7), y + theme.px(3)
                if room.contains(place) and place.collidelist(lying) < 0:
                    write_at(surface, theme, words, _AXIS, topleft=place.topleft)
                    lying.append(place)

    def _paint_ends(self, surface: pygame.Surface, theme: Theme, room: pygame.Rect) -> None:
        """Draw the last values so that they do not overlap."""
        free = room.bottom + theme.px(10)
        for line in sorted(self.lines, key=lambda one: one.points[-1][1]):
            high = size_of(line.end, _END, theme.scale)[1]
            y = min(self._to_pixel(room, line.points[-1])[1], free - high // 2)
            write_at(surface, theme, line.end, _END.tinted(line.colour), midleft=(room.right + theme.px(6), y))
            free = y - high // 2

    def _paint_key(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the key of the lines and the band."""
        left, middle = self.rect.x, self.rect.y + theme.px(10)
        for number, line in enumerate(self.lines):
            end = left + theme.px(34)
            _draw_stroke(
                surface, line.colour, (left, middle), (end, middle), theme.px(PEN), theme.px(7) if number else 0
            )
            _draw_mark(surface, theme, line.colour, ((left + end) // 2, middle), number)
            left = end + theme.px(8)
            write_at(surface, theme, line.name, _KEY, midleft=(left, middle))
            left += size_of(line.name, _KEY, theme.scale)[0] + theme.px(22)
        wide = theme.px(32) + size_of(self.band_label, _AXIS, theme.scale)[0]
        if self.band_label and left + wide <= self.rect.right:
            surface.fill(INKS.paper_3, (left, middle - theme.px(6), theme.px(24), theme.px(12)))
            write_at(surface, theme, self.band_label, _AXIS, midleft=(left + theme.px(32), middle))


def _draw_stroke(
    surface: pygame.Surface, colour: Colour, start: tuple[int, int], end: tuple[int, int], pen: int, dash: int
) -> None:
    """Draw a line; dashes of `dash` pixels, or solid for 0."""
    colour, long = worn(colour), max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not dash or not long:
        pygame.draw.line(surface, colour, start, end, pen)
        return
    for begun in range(0, long, 2 * dash):
        shares = (begun / long, min(begun + dash, long) / long)
        ends = [tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True)) for share in shares]
        pygame.draw.line(surface, colour, ends[0], ends[1], pen)


def _draw_mark(surface: pygame.Surface, theme: Theme, colour: Colour, at: tuple[int, int], number: int) -> None:
    """Draw a square for line 0, else a disc."""
    half, colour = theme.px(DOT), worn(colour)
    if number:
        pygame.draw.circle(surface, colour, at, half)
    else:
        pygame.draw.rect(surface, colour, (at[0] - half, at[1] - half, 2 * half, 2 * half))


def _round_step(span: float, parts: int) -> float:
    """Return a round number that divides `span` into about `parts` parts."""
    least = max(span / max(1, parts), 1e-9)
    size = 10 ** (len(str(int(least))) - 1) if least >= 1 else 1
    return float(next(size * by for by in (1, 2, 5, 10, 20) if size * by >= least))


TOTAL, FIGURE = Style("number", 38), Style("number", 25)
POINTS_HEIGHT, LUCK_HEIGHT = 230, 196
"""Heights of the charts of points and of luck, design pixels."""
MOST_DAMAGED, LOW_SHARE = 5, 0.4
"""The most damaged pieces that are listed, and the share of hull points that counts as little."""
PICTURE_WIDTH, PICTURE_RATIO = 214, 0.56
"""Width of the picture of a turning point, design pixels, and its height as a share of that."""
ROW_HEIGHT, LEAST_BAR = 27, 36
"""Height of a row of bars, and least width of a bar, design pixels."""
BADGE = 16
"""Size of a badge, design pixels."""
DrawTurningPoint = Callable[[TurningPoint, Size], Steps[pygame.Surface]]


class ReportLook(NamedTuple):
    """How a report is drawn: pictures of turning points, colours of sides, badges of pieces."""

    draw: DrawTurningPoint
    colours: Mapping[str, Colour]
    badges: Mapping[str, Badge]


def build_verdict(report: AfterActionReport) -> Widget:
    """Build the winner, the reason, the points and a few figures."""
    outcome = report.outcome
    why: list[Widget] = (
        [Text(outcome.reason, SUBTITLE), build_ruled_text("Rule", outcome.rule, SMALL)] if outcome else []
    )
    totals = [
        Column([Label(name, LABEL), Label(str(points), TOTAL)], gap=0, align="centre")
        for side, name in report.sides.items()
        if outcome and (points := outcome.totals.get(side)) is not None
    ]
    below = [Row([Column(why, gap=6, grow=1), *totals], gap=28, align="centre")] if why else []
    head = Column([Text(report.verdict, CARD_NAME), *below], gap=4)
    return Panel(Column([head, DoubleRule(), build_figures(report)] if report.figures else [head], gap=12))


def build_figures(report: AfterActionReport) -> Widget:
    """Build a few numbers, each over its label."""
    return Row([Column([Label(number, FIGURE), Label(what, SMALL)], gap=0) for number, what in report.figures], gap=18)


def build_turning_points(report: AfterActionReport, look: ReportLook) -> Widget | None:
    """Build the turning points with pictures; ``watch.PLACE`` plays from there. None without any."""
    if not report.turning:
        return None
    return Panel(Column([_build_turning_point(one, report, look) for one in report.turning], gap=14), "Turning points")


def _build_turning_point(one: TurningPoint, report: AfterActionReport, look: ReportLook) -> Widget:
    """Build a turning point: picture, turn, signs and words."""
    picture = Sized(SpreadPicture(partial(look.draw, one), ratio=PICTURE_RATIO), PICTURE_WIDTH)
    when = Label(report.format_turn(one.turn), LABEL.tinted(INKS.brass_dark))
    words: list[Widget] = [
        Row([when, Spacer(grow=1), *(Sign(sign, BADGE) for sign in list_signs(one, look))], gap=6, align="centre"),
        Text(one.words, CARD_NAME.at(18)),
        Row(
            [Button(f"watch.{one.place}", "Watch"), Text(describe_points(one.points, report.sides), SMALL, grow=1)],
            gap=8,
            align="centre",
        ),
    ]
    return Row([picture, Column(words, gap=4, grow=1)], gap=14, align="start")


def list_signs(one: TurningPoint, look: ReportLook) -> Sequence[Badge]:
    """Return the badge of the piece of a turning point, and the sign of its event."""
    signs = [look.badges[key] for key in one.about[:1] if key in look.badges]
    return [*signs, SIGNS[one.mark][1]] if one.mark in SIGNS else signs


def build_points(report: AfterActionReport, colours: Mapping[str, Colour]) -> Widget | None:
    """Build the chart of points by turn; None without points."""
    lines = [
        Series(
            report.sides[side],
            colours.get(side, INKS.ink),
            by_turn,
            str(by_turn[-1][1]),
            [
                (one.turn, ", ".join(map(report.piece_name, one.about)))
                for one in report.turning
                if one.points.get(side, 0) > 0
            ],
        )
        for side, by_turn in report.points.items()
    ]
    return (
        Panel(Chart(lines, POINTS_HEIGHT, steps=True, hours=report.hours), f"{capitalize(report.counted)} by turn")
        if lines
        else None
    )


def build_harm(
    report: AfterActionReport, colours: Mapping[str, Colour], badges: Mapping[str, Badge], most: int
) -> Widget | None:
    """Build the damage that the `most` damaged pieces, and all squadrons, gave and took.

    None without damage.
    """
    hurt = sorted(report.accounts, key=lambda one: -(one.given + one.taken))
    shown = [one for one in hurt if one.given or one.taken][:most]
    if not report.harm or not shown:
        return None
    scale, whole = (max((max(one.given, one.taken) for one in among), default=1) for among in (shown, report.groups))
    head = Row([Label("taken", LABEL.tinted(INKS.danger)), Spacer(grow=1), Label("given", LABEL)], gap=8)
    names = [one.name for one in (*shown, *report.groups)]
    rows: list[Widget] = [
        head,
        *(HarmBars(one, scale, colours, names, badges.get(one.key), lost=one.key in report.gone) for one in shown),
    ]
    if report.groups:
        rows += [Rule(), *(HarmBars(one, whole, colours, names) for one in report.groups)]
    left = len(report.accounts) - len(shown)
    rows += [Text(report.damage_by_nobody, SMALL)] if report.damage_by_nobody else []
    rows += [Text(f"{left} more with less damage or none.", SMALL)] if left else []
    return Panel(Column(rows, gap=2), f"{capitalize(report.harm)} given and taken")


class HarmBars(Widget):
    """A row of bars: damage taken at the left of the name, given at the right. A lost piece is red."""

    def __init__(
        self,
        account: PieceAccount,
        scale: int,
        colours: Mapping[str, Colour],
        names: Sequence[str],
        badge: Badge | None = None,
        *,
        lost: bool = False,
    ) -> None:
        """Take an account, the value of the longest bar, and all `names`, for which the middle has room."""
        super().__init__()
        self.account = account
        self.scale = max(1, scale)
        self.colour = colours.get(account.side, INKS.ink)
        self.badge = badge
        self.ink = INKS.danger if lost else INKS.ink
        self._names = names

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of a row."""
        return width, theme.px(ROW_HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the bars from the name outwards, each with its number."""
        rect, high = self.rect, theme.px(13)
        widest, number = max(size_of(one, NAME, theme.scale)[0] for one in self._names), theme.px(34)
        name = min(max(rect.w * 3 // 10, widest + theme.px(BADGE + 18)), rect.w - 2 * (number + theme.px(LEAST_BAR)))
        middle = pygame.Rect(rect.centerx - name // 2, rect.y, name, rect.h)
        room = (rect.w - name) // 2 - number
        taken, given = (round(room * points / self.scale) for points in (self.account.taken, self.account.given))
        top = rect.centery - high // 2
        surface.fill(INKS.danger, (middle.x - taken, top, taken, high))
        surface.fill(INKS.ink, (middle.right, top, given, high))
        write_at(
            surface, theme, str(self.account.taken), LABEL, midright=(middle.x - taken - theme.px(7), rect.centery)
        )
        write_at(
            surface, theme, str(self.account.given), LABEL, midleft=(middle.right + given + theme.px(7), rect.centery)
        )
        indent = self._paint_badge(surface, theme, (middle.x + theme.px(5), rect.centery))
        words = elided(self.account.name, NAME, name - indent - theme.px(7), theme.scale)
        write_at(surface, theme, words, NAME.tinted(self.ink), midleft=(middle.x + indent, rect.centery))

    def _paint_badge(self, surface: pygame.Surface, theme: Theme, midleft: tuple[int, int]) -> int:
        """Draw the badge, or the colour of a squadron's side. Return the width that it takes."""
        if self.badge is None:
            surface.fill(worn(self.colour), (midleft[0], midleft[1] - theme.px(5), theme.px(4), theme.px(10)))
            return theme.px(15)
        sign = self.badge(theme.px(BADGE))
        surface.blit(sign, sign.get_rect(midleft=midleft))
        return theme.px(5 + BADGE + 6)


def build_luck(report: AfterActionReport, colours: Mapping[str, Colour]) -> Widget | None:
    """Build the chart of luck and its sentences; None without dice."""
    if not report.lucks:
        return None
    lines = [
        Series(
            report.sides[one.side],
            colours.get(one.side, INKS.ink),
            [(0, 0.0), *((t, o) for t, o, _ in one.by_turn)],
            format_signed(round(one.surplus)),
        )
        for one in report.lucks
    ]
    widest = max(report.lucks, key=lambda one: one.spread)
    band = [(0.0, 0.0), *((turn, spread**0.5) for turn, _, spread in widest.by_turn)]
    chart = Chart(lines, LUCK_HEIGHT, band=band, band_label="2 in 3 games", hours=report.hours)
    rows = [_build_luck_row(one, report) for one in report.lucks]
    worth = [Rule(), Text(report.luck_summary, BODY)] if report.luck_summary else []
    about = Text(f"{capitalize(report.chance[1])} above or below average", SMALL)
    return Panel(Column([about, chart, *rows, *worth], gap=8), "Luck")


def _build_luck_row(one: SideLuck, report: AfterActionReport) -> Widget:
    """Build the dice and hits of a side."""
    words = f"{one.dice} {report.chance[0]}, {one.hits} {report.chance[1]} (average {one.expected:.1f})"
    rank = f"luckier than {one.percentile} % of games"
    name = Label(report.sides[one.side], LABEL)
    return Column([Row([name, Spacer(grow=1), Label(rank, LABEL.tinted(INKS.brass_dark))]), Text(words, SMALL)], gap=0)


def build_distances(report: AfterActionReport, most: int) -> Widget | None:
    """Build the distances of the `most` travelled pieces, and the longest hit; None without any."""
    far = [one for one in sorted(report.accounts, key=lambda one: -one.sailed) if one.sailed][:most]
    if not report.measure or not far:
        return None
    rows: list[Widget] = [
        Row([Text(one.name, NAME, grow=1), Label(report.format_distance(one.sailed), LABEL)]) for one in far
    ]
    if report.longest:
        shot = f"{report.piece_name(report.longest.by)} hit {report.piece_name(report.longest.to)}"
        rows += [Rule(), Text(f"Longest hit: {shot} at {report.format_distance(report.longest.distance)}.", BODY)]
    return Panel(Column(rows, gap=4), "Distance sailed")


def build_fates(groups: Sequence[tuple[str, Sequence[ShipOutcome]]], across: int = 1) -> Widget:
    """Build the outcomes of ships in `across` columns: lost ships first, then the most damaged."""
    columns = [Column(_build_fate_column(heading, among), gap=4, grow=1) for heading, among in groups]
    rows: list[Widget] = [Row(columns[at : at + across], gap=24) for at in range(0, len(columns), across)]
    return Panel(Column(rows or [Text("Nothing to show.")], gap=14), "Fates")


def _build_fate_column(heading: str, among: Sequence[ShipOutcome]) -> list[Widget]:
    """Return the outcomes under one heading."""
    lost, stand = ([one for one in among if one.lost is gone] for gone in (True, False))
    counted = [one for one in stand if one.whole]
    hurt = sorted((one for one in counted if one.left < one.whole), key=lambda one: one.left / one.whole)
    aside = [Label(f"{len(lost)} of {len(among)} lost", SMALL)] if counted or lost else []
    rows: list[Widget] = [Row([Text(heading, Style("title", 21), grow=1), *aside], align="end"), Rule()]
    rows += [build_fate(one) for one in (*lost, *(one for one in stand if not one.whole))]
    if hurt:
        rows += [Spacer(4), Label("Survivors most damaged", LABEL), *(HullLeft(one) for one in hurt[:MOST_DAMAGED])]
    others = [*hurt[MOST_DAMAGED:], *(one for one in counted if one.left == one.whole)]
    names = f"{len(others)} more" if hurt or lost else str(len(others))
    rows += [Text(f"{names} in service, {len(others) - len(hurt[MOST_DAMAGED:])} undamaged.", SMALL)] if others else []
    return rows


def build_fate(one: ShipOutcome) -> Widget:
    """Build a ship and its outcome."""
    ink = INKS.danger if one.lost else INKS.ink_2
    sign, name = [Sign(one.badge, BADGE)] if one.badge else [], Fitted(one.name, NAME)
    return Row([*sign, name, Label(one.became, BODY.at(15).tinted(ink))], gap=8, align="centre")


class HullLeft(Widget):
    """A row with a ship, the hull points that are left, and a bar."""

    def __init__(self, outcome: ShipOutcome) -> None:
        super().__init__()
        self.outcome = outcome

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of a row."""
        return width, theme.px(ROW_HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the name, the numbers and the bar."""
        rect = self.rect
        bar = pygame.Rect(0, 0, theme.px(38), theme.px(9))
        bar.midright = rect.midright
        draw_bar(surface, theme, bar, self.outcome.left / self.outcome.whole, LOW_SHARE)
        report = f"{self.outcome.left} of {self.outcome.whole}"
        number = bar.x - theme.px(8) - size_of(report, SMALL, theme.scale)[0]
        write_at(surface, theme, report, SMALL, midleft=(number, rect.centery))
        left = rect.x
        if self.outcome.badge:
            sign = self.outcome.badge(theme.px(BADGE))
            surface.blit(sign, sign.get_rect(midleft=rect.midleft))
            left += theme.px(BADGE + 5)
        write_at(
            surface,
            theme,
            *fitted(self.outcome.name, NAME, number - theme.px(8) - left, theme.scale),
            midleft=(left, rect.centery),
        )
