"""The instruments over the sea: compass, sum of movement points, scale bar and key to the lines."""

from collections.abc import Callable, Iterator
from functools import lru_cache

import pygame
from msgspec.structs import replace
from typing_extensions import override

from tabletop.core.phrases import format_number, format_percent
from tabletop.games.ships_of_the_line.model import State, Strength, Wind, is_on_map
from tabletop.games.ships_of_the_line.survey import battle_lines, gunnery, odds, sailing
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.animation import Veer
from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.boards.ships_of_the_line import lines, markers
from tabletop.ui.boards.ships_of_the_line.compass import HALF, draw_rose
from tabletop.ui.boards.ships_of_the_line.panels import ship_card
from tabletop.ui.boards.ships_of_the_line.panels.ship_card import build_rule_tip
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.camera import Xy
from tabletop.ui.motion import MOTION
from tabletop.ui.text import LABEL, Style, rendered, size_of, write
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import HEIGHT, Button
from tabletop.ui.widgets.draw import draw_focus
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.panel import Panel, Rule
from tabletop.ui.widgets.report import Pressed, Report

WORDS = Style("semibold", 14, INKS.cream)
SAMPLE_WIDTH, ROW_HEIGHT, PAD, GAP = 72, 26, 10, 12
"""Width of a sample, height of a row, and the space around and between them, design pixels."""
INSET = 10
"""Distance from the edge of a sample to the end of its line, design pixels."""
SamplePen = Callable[[pygame.Surface, Xy, Xy], None]


def list_legend_rows(state: State, phase: str) -> Iterator[tuple[str, SamplePen]]:
    """Yield the words and the sample of each kind of line that may be on the sea in `phase`."""
    in_line, moves = phase in ("Combat", "Movement") and battle_lines.has_battle_lines(state), phase == "Movement"
    if in_line and moves:
        far, turned = battle_lines.link_limits(state)
        words = f"Line of battle: at most {far:g} UM apart, within {turned}°"
        yield words, lambda on, start, end: lines.draw_link(on, start, end, "held")
    if in_line:
        words = "Link that her plan crosses" if moves else "Link that her next rake breaks"
        yield words, lambda on, start, end: lines.draw_link(on, start, end, "crossed")
        yield "Link of a broken line", lambda on, start, end: lines.draw_link(on, start, end, "broken")
    if phase == "Combat" and gunnery.can_hit_friends(state):
        yield "Fire past a friend, who may be hit", _draw_past_friend
        yield "Fire blocked by a friend", _draw_blocked
    if any(battle_lines.find_flight_paths(state)):
        yield "Escape route of a fleeing ship", lines.draw_arrow


def build_legend_button() -> Button:
    """Build the button that opens the key to the lines where the sea has no room for it."""
    button = Button("show.key", "?", "dark", tip=Tip("Key to the lines", "Shows the meaning of the lines on the sea."))
    button.fitted = HEIGHT
    return button


def _draw_past_friend(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    """Draw a sample of a line of fire past a friend."""
    strokes.dashed(surface, [start, end], INKS.cream, markers.PAST, 3, 2)


def _draw_blocked(surface: pygame.Surface, start: Xy, end: Xy) -> None:
    """Draw a sample of a line of fire that a friend blocks."""
    strokes.dashed(surface, [start, end], markers.BARRED, (8, 6), 2, 2)
    sign = icon("marker_blocked", 18)
    surface.blit(sign, sign.get_rect(center=end), special_flags=pygame.BLEND_PREMULTIPLIED)


class Legend(Widget):
    """The key to the lines: a dark plate with a row for each kind; empty without any."""

    beyond = 0

    def __init__(self, state: State, phase: str) -> None:
        super().__init__("legend")
        self.rows = tuple(list_legend_rows(state, phase))

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        if not self.rows:
            return 0, 0
        wide = max(size_of(words, WORDS, theme.scale)[0] for words, _ in self.rows)
        return wide + theme.px(SAMPLE_WIDTH + GAP + 2 * PAD), len(self.rows) * theme.px(ROW_HEIGHT) + theme.px(PAD)

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        if not self.rows:
            return
        plate = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        pygame.draw.rect(plate, (*INKS.plate, PLATE_ALPHA), plate.get_rect(), border_radius=theme.px(3))
        surface.blit(plate, self.rect)
        for number, (words, pen) in enumerate(self.rows):
            row = pygame.Rect(self.rect.x + theme.px(PAD), self.rect.y, self.rect.w, theme.px(ROW_HEIGHT))
            row.y += theme.px(PAD) // 2 + number * row.h
            pen(surface, (row.x + theme.px(INSET), row.centery), (row.x + theme.px(SAMPLE_WIDTH - INSET), row.centery))
            left, high = row.x + theme.px(SAMPLE_WIDTH + GAP), size_of(words, WORDS, theme.scale)[1]
            write(surface, theme, words, WORDS, (left, row.centery - high // 2))


POINTS = (
    "N",
    "NNE",
    "NE",
    "ENE",
    "E",
    "ESE",
    "SE",
    "SSE",
    "S",
    "SSW",
    "SW",
    "WSW",
    "W",
    "WNW",
    "NW",
    "NNW",
)
STRENGTHS: dict[Strength, str] = {"light": "light breeze", "breeze": "breeze", "heavy": "heavy breeze"}
LARGE, SMALL = (95, 85, 75, 65), 55
"""Sizes of the rose in per cent: with words in the corners, and the small one with words beside it."""
VEER_MS = 1200.0
"""Duration of the animation when the wind changes, ms."""
_WIND_STYLE = Style("semibold", 15, INKS.wind, INKS.outline)
_WORDS_STYLE = Style("semibold", 15, INKS.cream, INKS.outline)
_SHARE_STYLE = Style("semibold", 15, INKS.brass_light, INKS.outline)
StyledLine = tuple[str, Style]


def find_compass_point(bearing: int) -> str:
    """Return the nearest of the sixteen compass points, such as "NNE"."""
    return POINTS[round(bearing / 22.5) % 16]


def _describe_wind(wind: Wind) -> tuple[str, str]:
    """Return the direction and the strength of the wind in words."""
    if wind.strength is None:
        return "No wind", "100 % speed"
    return "Wind rolled at start" if wind.unknown else f"Wind {find_compass_point(wind.origin)}", STRENGTHS[
        wind.strength
    ]


def _describe_wind_chances(change: sailing.WindForecast) -> str:
    """Return the possible directions and strengths with their chances, the likeliest first."""
    parts = (
        {find_compass_point(origin): chance for origin, chance in change.origins.items()},
        {STRENGTHS[strength]: chance for strength, chance in change.strengths.items()},
    )
    ranked = (sorted(part.items(), key=lambda one: -one[1]) for part in parts)
    return "; ".join(", ".join(f"{words} {format_percent(chance)}" for words, chance in part) for part in ranked)


class Compass(Widget):
    """The compass rose with the wind and the selected ship's heading; a press opens the sum of points.

    The owner sets `part`, the size in per cent. When the wind changes, the arrow turns and the words light up.
    """

    focusable = True
    interactive = True
    beyond = 0

    def __init__(self, viewer: SeaTableView) -> None:
        super().__init__("compass")
        self.part = LARGE[0]
        self._theme = Theme()
        self._state = viewer.state
        key = viewer.selected
        self._ship = key if key and is_on_map(viewer.state, key) else None
        self.tip = self._build_tip()
        self._side_lines = self._build_lines()
        self._low_lines = self._build_wind_check_lines()
        self._cached_picture: tuple[object, pygame.Surface] | None = None
        self._veer: Veer | None = None
        self._age = 0.0

    def _build_tip(self) -> Tip:
        """Build the tooltip: the wind, its next change, and the points of the selected ship."""
        body, wind = "The ring shows the share of her points that a ship keeps on each heading. Darker is slower.", ""
        if change := sailing.forecast_wind(self._state):
            wind = f"The wind may change on turn {change.turn}, rule SOTL-18: {_describe_wind_chances(change)}."
        if self._ship is None:
            told = f"{body}\n{wind}" if wind else body
            return build_rule_tip(", ".join(_describe_wind(self._state.wind)), told, "SOTL-5.2.3-a")
        tip = ship_card.describe_points(self._state, self._ship)[2]
        return Tip(tip.title, f"{tip.body}\n{wind}") if wind else tip

    def _build_lines(self) -> tuple[list[StyledLine], list[StyledLine]]:
        """Return the lines at the left (wind) and at the right (heading and speed of the ship)."""
        wind = self._state.wind
        left = [(words, style) for words, style in zip(_describe_wind(wind), (_WIND_STYLE, _WORDS_STYLE), strict=True)]
        if self._ship is None:
            return left, []
        heading = self._state.ships[self._ship].pose.heading
        share = "" if wind.unknown else f"{sailing.compute_wind_shares(wind)[heading % 360]} % speed"
        return left, [(f"Heading {heading:03d}°", _WORDS_STYLE), *([(share, _SHARE_STYLE)] if share else [])]

    def _build_wind_check_lines(self) -> list[StyledLine]:
        """Return the line with the turn of the next wind check, or none (18)."""
        change = sailing.forecast_wind(self._state)
        return [(f"Wind check turn {change.turn}", _SHARE_STYLE)] if change else []

    # --- layout

    @property
    def is_small(self) -> bool:
        """Return True if the words stand beside the rose."""
        return self.part == SMALL

    def _rose_theme(self, theme: Theme) -> Theme:
        """Return the theme at the size of the rose."""
        return Theme(max(1, theme.scale * self.part // 100))

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return width, 2 * self._rose_theme(theme).px(HALF)

    @override
    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        rose_ = self._find_rose_rect(self._theme, self.rect)
        away = pygame.Vector2(pos).distance_to(rose_.center)
        return super().path_to(pos) if away <= rose_.w / 2 else []

    @override
    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        self._theme = theme

    # --- painting

    @override
    def adopt(self, old: Widget) -> None:
        """Keep the picture of `old`, and start the animation if the wind has changed."""
        if isinstance(old, Compass):
            self._cached_picture, self._veer, self._age = old._cached_picture, old._veer, old._age
            if old._state.wind != self._state.wind and self._state.wind.counts and MOTION.rate:
                before = old._shown_wind.origin
                self._veer = Veer(before, (self._state.wind.origin - before + 180) % 360 - 180, VEER_MS)
                self._age = 0.0

    @override
    def tick(self, elapsed: int) -> bool:
        """Advance the animation of the wind."""
        if self._veer is None:
            return False
        self._age += elapsed * (MOTION.rate or VEER_MS)
        if self._age >= VEER_MS:
            self._veer = None
        self.touch()
        return self._veer is not None

    @property
    def _shown_wind(self) -> Wind:
        """Return the wind with its direction at this moment of the animation."""
        wind = self._state.wind
        return replace(wind, origin=round(self._veer.at(self._age)) % 360) if self._veer else wind

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        if self.focused:
            draw_focus(surface, theme, self._find_rose_rect(theme, self.rect).inflate(-theme.px(30), -theme.px(30)))
        if self._cached_picture is None or self._cached_picture[0] != self._picture_key:
            self._cached_picture = (self._picture_key, self._draw_picture(theme))
        surface.blit(self._cached_picture[1], self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)

    @property
    def _picture_key(self) -> tuple[object, ...]:
        """Return all values on which the picture depends."""
        look = self._shown_wind, self._veer is None, self._heading, self._side_lines, self._low_lines
        return (*look, self.part, self._theme.scale, self.rect.size)

    @property
    def _heading(self) -> int | None:
        return self._state.ships[self._ship].pose.heading if self._ship else None

    def _find_rose_rect(self, theme: Theme, within: pygame.Rect) -> pygame.Rect:
        """Return the rectangle of the rose within `within`, screen pixels."""
        side = 2 * self._rose_theme(theme).px(HALF)
        place = pygame.Rect(0, 0, side, side)
        place.midright = within.midright if self.is_small else (within.centerx + side // 2, within.centery)
        return place

    def _draw_picture(self, theme: Theme) -> pygame.Surface:
        """Draw the rose with its words."""
        made = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        whole = made.get_rect()
        place = self._find_rose_rect(theme, whole)
        drawn = draw_rose(self._shown_wind, self._heading, theme, self.part)
        made.blit(drawn, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        left, right = self._side_lines
        if self._veer is not None:
            left = [(words, _SHARE_STYLE) for words, _ in left]
        if self.is_small:
            lines = [*left, *self._low_lines, *right]
            top = whole.centery - theme.px(10) * len(lines)
            _write_lines(made, theme, lines, place.x - theme.px(4), top, flush_right=True)
        else:
            _write_lines(made, theme, left, 0, 0, flush_right=False)
            _write_lines(made, theme, right, whole.right, 0, flush_right=True)
            _write_lines(made, theme, self._low_lines, 0, whole.bottom - theme.px(20), flush_right=False)
        return made

    # --- input

    @override
    def activate(self) -> Report | None:
        return Pressed("compass")


def _write_lines(
    made: pygame.Surface, theme: Theme, lines: list[StyledLine], x: int, top: int, *, flush_right: bool
) -> None:
    """Write lines below each other from `top`, with their left or right edge at `x`."""
    for words, style in lines:
        line = rendered(words, style, theme.scale).premul_alpha()
        at = (x - line.get_width() if flush_right else x, top)
        made.blit(line, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        top += theme.px(20)


_VALUE_STYLE = Style("body", 15, INKS.ink_2)


def build_sum_panel(state: State, key: str | None) -> Widget | None:
    """Build the sum of a ship's movement points, a line for each step; None if it is not on the map."""
    if key is None or not is_on_map(state, key):
        return None
    sum_, rules = sailing.find_move_options(state, key).allowance, odds.find_allowance_rules(state, key)
    lines: list[Widget] = [
        Row(
            [
                Text(step.source, LABEL, grow=1),
                Label(f"{step.change}  {format_number(step.value)}".strip(), _VALUE_STYLE),
            ],
            gap=8,
        ).by(rules.get(step.source, ""))
        for step in sum_.working
    ]
    total = Row(
        [Label("Allowance", LABEL), Spacer(grow=1), Label(f"{sum_.points}, at least {sum_.forced} to be used", LABEL)]
    )
    return Panel(Column([*lines, Rule(), total], gap=6), "Points", ident="sum")


LENGTHS = (1, 2, 5, 10, 20, 50)
"""Lengths that a scale bar may have, UM."""
BAR_LONGEST = 200
NUMBER, UNIT = Style("semibold", 14, INKS.cream), Style("bold", 14, INKS.brass_light)


@lru_cache(maxsize=32)
def draw_scale_bar(scale: float, theme: Theme) -> pygame.Surface:
    """Return a bar of a round length at `scale` pixels to a UM; the picture has premultiplied alpha."""
    length = max((one for one in LENGTHS if one * scale <= theme.px(BAR_LONGEST)), default=LENGTHS[0])
    parts = 5 if length % 5 == 0 else 2
    wide, pad = round(length * scale), theme.px(16)
    drawn = pygame.Surface((wide + 2 * pad + theme.px(28), theme.px(46)), pygame.SRCALPHA)
    pygame.draw.rect(drawn, (*INKS.plate, PLATE_ALPHA), drawn.get_rect(), border_radius=theme.px(3))
    box = pygame.Rect(pad, theme.px(27), wide, theme.px(8))
    pygame.draw.rect(drawn, INKS.bar, box)
    for number in range(0, parts, 2):
        left, right = (round(wide * step / parts) for step in (number, number + 1))
        pygame.draw.rect(drawn, INKS.cream, pygame.Rect(box.x + left, box.y, right - left, box.height))
    pygame.draw.rect(drawn, INKS.cream, box, 1)
    for share in (0, length / parts, length):
        words = rendered(f"{share:g}", NUMBER, theme.scale)
        drawn.blit(words, words.get_rect(midbottom=(box.x + round(share * scale), box.y - theme.px(1))))
    write(drawn, theme, "UM", UNIT, (box.right + theme.px(6), box.y - theme.px(5)))
    return drawn.premul_alpha()


class ScaleBar(Widget):
    """A bar that shows the scale of the sea in UM; drawn in each frame."""

    beyond = 0

    def __init__(self, sea: SeaSurface) -> None:
        super().__init__("scale")
        self._sea = sea
        if sea.state is not None:
            far = sea.state.profile.long
            body = f"Distances are in UM, the game's unit. One point moves a ship 1 UM; the guns reach {far:g} UM."
            self.tip = Tip("Scale", body)

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return theme.px(BAR_LONGEST + 60), theme.px(46)

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        bar = draw_scale_bar(self._sea.view.camera.scale, theme)
        surface.blit(bar, bar.get_rect(midright=self.rect.midright), special_flags=pygame.BLEND_PREMULTIPLIED)
