"""The small map: the water round the fleets, every ship, and the part of it that is seen."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

import pygame

from tabletop.core.state_cache import cache_few_states
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.input import Input
from tabletop.ui.theme import INKS, Colour, Theme, worn
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import rim
from tabletop.ui.widgets.report import CONSUMED, Report

S = TypeVar("S")
Bounds = tuple[float, float, float, float]
"""West, south, east and north, table units."""
SIGN, DOT = 9, 4
"""Side of the sign of a ship, and of the dot in its place where signs would merge; design pixels."""
AROUND, STEP = 2.0, 5
"""Table units shown round the fleets at least, and to which the frame is rounded, so that it seldom changes."""
LEAST_SEEN = 6
"""Pixels that are left of the frame of a view beyond the map."""
DOTS: dict[str, Colour] = {"british": (0xD9, 0x62, 0x5C), "french": (0x62, 0x9A, 0xDB), "spanish": INKS.spanish}
"""The colours of the nations, those that are dark made lighter, to be seen on the plate."""


Piece = tuple[tuple[Xy, ...], Colour]
"""A polygon without holes in table units, and what it is filled with."""


class Fleets(NamedTuple):
    """What a small map tells of a state, table units."""

    sea: Bounds
    """Of the whole sea."""
    extent: Bounds | None
    """Of all ships on the map; None if there is none."""
    ships: tuple[tuple[Xy, str], ...]
    """The middle of each, and the nation of whoever has her."""
    ground: tuple[Piece, ...] = ()
    """What is not open sea, the lowest first."""
    rims: tuple[Piece, ...] = ()
    """What is outlined on it."""


def frame(fleets: Fleets) -> Bounds:
    """The part of the sea that the map shows: the fleets with some water round them, in the shape of the whole."""
    west, south, east, north = fleets.sea
    if fleets.extent is None:
        return fleets.sea
    wide, high, outermost = east - west, north - south, fleets.extent
    far = outermost[2] - outermost[0], outermost[3] - outermost[1]
    part = min(1.0, max((far[0] + 2 * AROUND) / wide, (far[1] + 2 * AROUND) / high))
    across = min(wide, math.ceil(part * wide / STEP) * STEP)
    up = across * high / wide
    left = _held(round((outermost[0] + outermost[2] - across) / 2), west, east - across)
    low = _held(round((outermost[1] + outermost[3] - up) / 2), south, north - up)
    return left, low, left + across, low + up


def _held(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


@dataclass(frozen=True)
class Chart:
    """The map in a picture of so many pixels across; with it a place in it becomes one on the table."""

    fleets: Fleets
    width: int

    @cached_property
    def frame(self) -> Bounds:
        """The part of the sea that it shows."""
        return frame(self.fleets)

    @cached_property
    def scale(self) -> float:
        """Pixels to a table unit."""
        west, _, east, _ = self.frame
        return self.width / (east - west)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Of the picture, pixels."""
        _, south, _, north = self.frame
        return self.width, round((north - south) * self.scale)

    def to_table(self, x: float, y: float) -> Xy:
        """A pixel of the picture as a place on the table."""
        west, _, _, north = self.frame
        return west + x / self.scale, north - y / self.scale

    def to_map(self, x: float, y: float) -> Xy:
        """A place on the table as a pixel of the picture."""
        west, _, _, north = self.frame
        return (x - west) * self.scale, (north - y) * self.scale

    def seen(self, camera: Camera) -> pygame.Rect:
        """The part of the picture that a camera sees; of a view beyond the map what is nearest to it."""
        west, south, east, north = camera.bounds
        left, top = self.to_map(west, north)
        right, bottom = self.to_map(east, south)
        whole = pygame.Rect((0, 0), self.size)
        view = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        view.left = min(max(view.left, LEAST_SEEN - view.w), whole.right - LEAST_SEEN)
        view.top = min(max(view.top, LEAST_SEEN - view.h), whole.bottom - LEAST_SEEN)
        return whole.clip(view)

    def with_signs(self, theme: Theme) -> pygame.Surface:
        """The sea with its coast and the ships: by their badges, or by dots if badges would lie on each other."""
        sheet = pygame.Surface(self.size)
        sheet.fill(INKS.plate)
        for corners, tint in self.fleets.ground:
            pygame.draw.polygon(sheet, tint, [self.to_map(*corner) for corner in corners])
        for corners, tint in self.fleets.rims:
            pygame.draw.aalines(sheet, tint, True, [self.to_map(*corner) for corner in corners])
        ships = [(self.to_map(*at), nation) for at, nation in self.fleets.ships]
        boxes = [_box(at, theme.px(SIGN)) for at, _ in ships]
        if all(box.collidelist(boxes[:number]) < 0 for number, box in enumerate(boxes)):
            signs = [(icon(f"badge_{nation}", box.w), box) for (_, nation), box in zip(ships, boxes, strict=True)]
            sheet.fblits(signs, pygame.BLEND_PREMULTIPLIED)
            return sheet
        for at, nation in ships:
            _dot(sheet, nation, _box(at, theme.px(DOT)))
        return sheet


def _box(at: Xy, side: int) -> pygame.Rect:
    box = pygame.Rect(0, 0, side, side)
    box.center = round(at[0]), round(at[1])
    return box


def _dot(sheet: pygame.Surface, nation: str, box: pygame.Rect) -> None:
    """In the colour and the shape of the nation's badge: a square, a disc, a diamond."""
    colour = worn(DOTS[nation])
    if nation == "british":
        sheet.fill(colour, box)
    elif nation == "french":
        pygame.draw.aacircle(sheet, colour, box.center, box.w / 2)
    else:
        wide = box.inflate(1, 1)
        pygame.draw.polygon(sheet, colour, [wide.midtop, wide.midright, wide.midbottom, wide.midleft])


@cache_few_states
def _sheet(fleets: Fleets, width: int, theme: Theme) -> pygame.Surface:
    """What of a small map depends on the fleets alone."""
    sheet = Chart(fleets, width).with_signs(theme)
    rim(sheet, INKS.bar_edge, sheet.get_rect(), 1)
    return sheet


WIDE = 150
"""Width of the small map, design pixels."""


class SmallMap(Widget, Generic[S]):
    """The whole battle in small while only a part of the battle is in view; a click or a drag looks elsewhere.

    Args:
        sea: What shows the battle.
        fleets: What of a state the map shows.
    """

    interactive = True
    beyond = 0

    def __init__(self, sea: BattleSurface[S], fleets: Callable[[S], Fleets]) -> None:
        super().__init__("map", tip=Tip("The whole battle", "Click or drag to move the view."))
        self._sea, self._fleets = sea, fleets
        self._kept: Chart | None = None

    def _chart(self, theme: Theme) -> Chart | None:
        """That of the state, the same until another is shown."""
        if self._sea.state is None:
            return None
        fleets, width = self._fleets(self._sea.state), theme.px(WIDE)
        if self._kept is None or self._kept.fleets is not fleets or self._kept.width != width:
            self._kept = Chart(fleets, width)
        return self._kept

    def measure(self, theme: Theme, width: int) -> Size:
        """As high as the sea is long."""
        chart = self._chart(theme)
        return chart.size if chart else (0, 0)

    @property
    def of_use(self) -> bool:
        """Whether a ship is out of view."""
        ships = self._fleets(self._sea.state).extent if self._sea.state is not None else None
        if ships is None:
            return False
        west, south, east, north = self._sea.view.camera.bounds
        return not (west <= ships[0] and south <= ships[1] and ships[2] <= east and ships[3] <= north)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """If it is of use, every ship by the sign of whoever has her, and the part that is seen."""
        chart = self._chart(theme)
        if chart and self.of_use:
            surface.blit(_sheet(chart.fleets, chart.width, theme), self.rect)
            rim(surface, INKS.brass_light, chart.seen(self._sea.view.camera).move(self.rect.topleft), 1)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """The sea beneath answers while the map is not shown."""
        return super().path_to(pos) if self.of_use else []

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Look where the pointer is."""
        pressed = given.kind == "pressed" and given.button == "left"
        chart = self._chart(theme)
        if chart and (pressed or (given.kind == "moved" and "left" in given.buttons and self.held)):
            self._sea.view.look_at(chart.to_table(given.pos[0] - self.rect.x, given.pos[1] - self.rect.y))
        return CONSUMED if given.kind in ("pressed", "moved", "released") else None
