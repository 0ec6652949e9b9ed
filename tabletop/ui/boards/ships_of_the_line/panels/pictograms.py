"""Small pictures on the ship card: stars, crews, masts, numbered boxes and the two broadsides."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

import pygame
from typing_extensions import override

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import (
    BROADSIDES,
    Broadside,
    Card,
    Ship,
    cooling_turns,
    find_masked_broadsides,
)
from tabletop.games.ships_of_the_line.survey.crew_tasks import find_crew_posts
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui.assets import drawn
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.scene import model_of
from tabletop.ui.input import Input
from tabletop.ui.text import LABEL, Style, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, rim
from tabletop.ui.widgets.marks import Drawn
from tabletop.ui.widgets.report import Report


def build_stars(count: int) -> Drawn:
    """Build a row of `count` brass stars."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number in range(count):
            middle = (rect.x + theme.px(8) + number * theme.px(17), rect.centery)
            paint_star(surface, middle, theme.px(7.5), INKS.brass)

    return Drawn(17 * count, 18, pen)


def paint_star(surface: pygame.Surface, middle: tuple[int, int], radius: float, ink: Colour) -> None:
    """Draw a star with five points."""
    points = _find_star_points(middle, radius)
    pygame.draw.polygon(surface, ink, points)
    pygame.draw.aalines(surface, INKS.brass_dark, True, points)


def _find_star_points(middle: tuple[int, int], radius: float) -> list[tuple[float, float]]:
    """Return the ten corners of a star."""
    turns = [(math.radians(36 * k), radius * (1 if k % 2 == 0 else 0.42)) for k in range(10)]
    return [(middle[0] + r * math.sin(turn), middle[1] - r * math.cos(turn)) for turn, r in turns]


def build_men(inks: Sequence[Colour], tip: Tip) -> Drawn:
    """Build a row of crews, a figure for each colour in `inks`."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number, ink in enumerate(inks):
            x = rect.x + theme.px(7) + number * theme.px(16)
            pygame.draw.aacircle(surface, ink, (x, rect.y + theme.px(5)), theme.px(3.4))
            body = pygame.Rect(0, 0, theme.px(11), theme.px(9))
            body.midtop = (x, rect.y + theme.px(10))
            pygame.draw.rect(
                surface, ink, body, border_top_left_radius=theme.px(5), border_top_right_radius=theme.px(5)
            )

    return Drawn(16 * len(inks), 20, pen, tip)


def build_crews(state: State, key: str) -> Iterator[Drawn]:
    """Yield the crews of a ship by post: at the guns, idle and at tasks if crews count (20)."""
    there = find_crew_posts(state, key)
    if not there:
        told = f"{state.cards[key].crews} crews. They count only in the advanced game.\nRule SOTL-2.2-g"
        yield build_men([INKS.ink] * state.cards[key].crews, Tip("Crews", told))
    for post in there:
        ink = INKS.foot if post.is_away else INKS.ink if post.is_at_guns else INKS.brass_dark
        yield build_men([ink] * post.crews, Tip("Crews", f"{post.crews} {post.place}.\nRule SOTL-20.1-g"))


def build_numbered_boxes(reached: int, most: int, tip: Tip) -> Drawn:
    """Build boxes numbered from 1 to `most`, in brass up to `reached`."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number in range(1, most + 1):
            box = pygame.Rect(rect.x + (number - 1) * theme.px(27), rect.y, theme.px(23), theme.px(20))
            surface.fill(INKS.brass if number <= reached else INKS.paper, box)
            rim(surface, INKS.edge if number <= reached else INKS.rule, box, theme.px(1))
            ink = INKS.ink if number <= reached else INKS.muted
            write_at(surface, theme, str(number), Style("semibold", 14, ink), center=box.center)

    return Drawn(27 * most, 20, pen, tip)


POINT, MOST_POINTS = 13, 12
"""Distance of two points in design pixels, and the most points that are drawn."""


def build_points(count: int, forced: int, optional: int) -> Drawn:
    """Build the points of a move: forced ones hatched, optional ones hollow, the others full."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        for number in range(min(count, MOST_POINTS)):
            box = pygame.Rect(rect.x + number * theme.px(POINT), rect.y, theme.px(POINT - 3), theme.px(16))
            if forced <= number < count - optional:
                surface.fill(INKS.brass, box)
            rim(surface, INKS.edge, box, theme.px(1))
            if number < forced:
                draw_hatching(surface, theme, box)

    return Drawn(POINT * min(count, MOST_POINTS), 16, pen)


def draw_hatching(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    """Draw slanting lines over `box`."""
    before = surface.get_clip()
    surface.set_clip(before.clip(box))
    for left in range(box.x - box.h, box.right, max(2, theme.px(4))):
        pygame.draw.line(surface, INKS.ink, (left, box.bottom), (left + box.h, box.y), max(1, theme.px(1)))
    surface.set_clip(before)


def build_spar(standing: bool, tip: Tip) -> Drawn:
    """Build a mast that stands, or one that is gone."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        box = pygame.Rect(rect.x, rect.centery - theme.px(5), rect.w, theme.px(10))
        draw_crossed_box(surface, theme, box) if not standing else surface.fill(INKS.ink, box)

    return Drawn(34, 18, pen, tip)


def draw_crossed_box(surface: pygame.Surface, theme: Theme, box: pygame.Rect, ink: Colour = INKS.foot) -> None:
    """Draw an empty box with a diagonal line."""
    rim(surface, ink, box, theme.px(1))
    pygame.draw.aaline(surface, ink, (box.x, box.bottom - 1), (box.right - 1, box.y))


HEIGHT = 136
HULL = 0.66
"""Length of the hull in parts of the box's width."""
PORTS = 16
_STATE = Style("semibold", 15)
DISC = 14
"""Distance of the discs that count the turns guns cool, design pixels."""
ROW, NAMED = 20, 82
"""Height of a broadside's line and the width of its name, design pixels."""
GUNS, LEAST_GUNS = 112, 56
"""Width of the guns in such a line, and the width below which they are left out, design pixels."""


def describe_broadside(state: State, key: str, broadside: Broadside) -> str:
    """Return the state of a broadside, such as "loaded" or "fired, masked by wreckage"."""
    ship = state.ships[key]
    hot = "cools" if cooling_turns(ship, broadside) else "empty"
    parts = ["loaded" if broadside in ship.loaded else "fired" if broadside in ship.fired else hot]
    if ship.status != "in_service":
        return "silent"
    if broadside in find_masked_broadsides(ship):
        parts.append("masked by wreckage")
    elif any(grapple.joins(key) for grapple in state.grapples):
        parts.append("grappled")
    return ", ".join(parts)


_LOADING_TIP = "Firing empties a broadside. One is reloaded free each turn; reloading the other costs fatigue."


def build_broadside_tip(state: State, key: str, broadside: Broadside) -> Tip:
    """Build the tooltip of a broadside, with the reason why it cannot be fired."""
    refusal = compute_strength(state, key).fire_refusals[broadside]
    title = f"{broadside.capitalize()} broadside: {describe_broadside(state, key, broadside)}"
    if left := cooling_turns(state.ships[key], broadside):
        told = f"It is cooling: each disc is a Crew Phase in which it cannot be loaded ({left})."
        return Tip(title, f"{told} {_LOADING_TIP}\nRule AMB-177, SOTL-4.1.3")
    if refusal is None:
        return Tip(title, f"{_LOADING_TIP}\nRule SOTL-4.1.3")
    return Tip(title, f"{refusal.reason} {_LOADING_TIP}\nRule {refusal.rule}, SOTL-4.1.3")


class BroadsidesPicture(Widget):
    """A picture of the ship between its broadsides; each half has the tooltip of its broadside."""

    def __init__(self, state: State, key: str) -> None:
        self._tips = {broadside: build_broadside_tip(state, key, broadside) for broadside in BROADSIDES}
        super().__init__("card.broadsides", tip=self._tips["port"])
        self._card: Card = state.cards[key]
        self._ship: Ship = state.ships[key]
        self._words = {broadside: describe_broadside(state, key, broadside) for broadside in BROADSIDES}

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return width, theme.px(HEIGHT)

    @override
    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Show the tooltip of the hovered half."""
        if given.kind == "moved":
            self.tip = self._tips["port" if given.pos[1] < self.rect.centery else "starboard"]
        return None

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, INKS.rule, theme.px(1)), self.rect)
        inner, line = self.rect.inflate(-theme.px(20), -theme.px(12)), theme.px(20)
        hull = _draw_hull(f"hull_{model_of(self._card)}_{NATIONS[self._card.nation]}", round(inner.w * HULL))
        room = hull.get_rect(center=inner.center)
        surface.blit(hull, room, special_flags=pygame.BLEND_PREMULTIPLIED)
        tops: tuple[tuple[Broadside, int, int], ...] = (
            ("port", inner.y, room.top - theme.px(14)),
            ("starboard", inner.bottom - line, room.bottom + theme.px(3)),
        )
        for broadside, words, guns in tops:
            row = pygame.Rect(inner.x, words, inner.w, line)
            _write_state(surface, theme, row, self._ship, broadside, self._words[broadside])
            row = pygame.Rect(room.x + room.w // 8, guns, room.w * 5 // 8, theme.px(11))
            _paint_guns(surface, theme, row, self._ship, broadside)


class BroadsideRow(Widget):
    """A broadside in one line without a picture of the ship, for small cards."""

    def __init__(self, state: State, key: str, broadside: Broadside) -> None:
        super().__init__(tip=build_broadside_tip(state, key, broadside))
        self._ship = state.ships[key]
        self._broadside = broadside
        self._words = describe_broadside(state, key, broadside)

    @override
    def measure(self, theme: Theme, width: int) -> Size:
        return width, theme.px(ROW)

    @override
    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        left = _write_state(surface, theme, self.rect, self._ship, self._broadside, self._words)
        room = left - self.rect.x - theme.px(NAMED) - theme.px(10)
        at = (self.rect.x + theme.px(NAMED), self.rect.centery - theme.px(5))
        guns = pygame.Rect(at, (min(room, theme.px(GUNS)), theme.px(11)))
        if guns.w >= theme.px(LEAST_GUNS):
            _paint_guns(surface, theme, guns, self._ship, self._broadside)


def _write_state(
    surface: pygame.Surface, theme: Theme, row: pygame.Rect, ship: Ship, broadside: Broadside, words: str
) -> int:
    """Write a broadside's name and state with a disc for each turn it cools; return their left edge."""
    write_at(surface, theme, broadside.capitalize(), LABEL, midleft=row.midleft)
    ink = INKS.ink if words == "loaded" else INKS.danger
    write_at(surface, theme, words, _STATE.tinted(ink), midright=row.midright)
    left = row.right - size_of(words, _STATE, theme.scale)[0]
    for _ in range(cooling_turns(ship, broadside)):
        left -= theme.px(DISC)
        pygame.draw.aacircle(surface, INKS.danger, (left + theme.px(DISC) // 2 - theme.px(2), row.centery), theme.px(5))
    return left


def _paint_guns(surface: pygame.Surface, theme: Theme, row: pygame.Rect, ship: Ship, broadside: Broadside) -> None:
    """Draw the guns of a broadside: full if loaded, crossed out if masked."""
    loaded, masked = broadside in ship.loaded, broadside in find_masked_broadsides(ship)
    for number in range(PORTS):
        gun = pygame.Rect(row.x + row.w * number // PORTS, row.y, theme.px(4), row.h)
        if loaded and not masked:
            surface.fill(INKS.ink, gun)
        else:
            rim(surface, INKS.danger if masked or cooling_turns(ship, broadside) else INKS.foot, gun, 1)
    if masked:
        for start, end in ((row.topleft, row.bottomright), (row.bottomleft, row.topright)):
            pygame.draw.aaline(surface, INKS.danger, start, end)


@lru_cache(maxsize=32)
def _draw_hull(name: str, length: int) -> pygame.Surface:
    """Return the picture of a hull, bow to the right, cropped and `length` pixels long."""
    whole = pygame.transform.rotate(drawn(name, 2.0), -90)
    hull = whole.subsurface(whole.get_bounding_rect())
    return pygame.transform.smoothscale_by(hull, length / hull.get_width())
