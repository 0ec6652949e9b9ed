"""The marks that the editor draws over a battle, and the widget that draws them."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pygame
from typing_extensions import override

from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.labels import card
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import LABEL, Style, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme, colour
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.draw import icon


@dataclass(frozen=True)
class Mark:
    """A mark at points of the table."""

    points: tuple[Xy, ...]


@dataclass(frozen=True)
class MeasuredGap(Mark):
    """A measured line with its text; `fits` is None if no distance is demanded."""

    words: str
    fits: bool | None = None


@dataclass(frozen=True)
class Spine(Mark):
    """The line through the centers of a column."""


@dataclass(frozen=True)
class Frame(Mark):
    """A rectangle between two corners."""

    is_sea_edge: bool = False


@dataclass(frozen=True)
class Outline(Mark):
    """The outline of a new piece; `is_legal` is False where it must not lie."""

    is_legal: bool = True


@dataclass(frozen=True)
class InertCoast(Mark):
    """Land, a fairway or a battery of the file that has no effect; `words` explain it, or are ""."""

    kind: str
    words: str


@dataclass(frozen=True)
class ZoneArea(Mark):
    """A zone of a side in its colour, without its holes; a selected zone has a stronger edge."""

    side: str
    words: str
    is_selected: bool = False
    holes: tuple[tuple[Xy, ...], ...] = ()


@dataclass(frozen=True)
class HeadingArc(Mark):
    """A heading in degrees, shown as an arc from north."""

    heading: int


@dataclass(frozen=True)
class Handle(Mark):
    """A handle that can be dragged; `offset` is its distance from its point, design pixels."""

    id: str
    offset: tuple[float, float] = (0.0, 0.0)
    words: str = ""


WRONG_INK: Colour = colour("#F0705C")
ZONE_INKS: dict[str, Colour] = {"british": colour("#E8746B"), "allied": colour("#6FA8E8")}
"""The colour of the zones of each side."""
INERT_INK: Colour = colour("#E2C48C")
"""The colour of land that has no effect."""
TINT = 46
"""The opacity of the tint of a zone, of 255."""
DASH = (10, 7)
HANDLE_RADIUS, HANDLE_REACH = 14, 18
"""Radius of a handle, and distance from its middle that still hits it, design pixels."""
HANDLE_SIGNS = {"interval": "interval", "turn": "turn", "bearing": "turn", "split": "plus"}
"""The icon of each kind of handle; any other kind has the icon for moving."""
ARC_RADIUS = 64
"""Radius of the arc of a heading, design pixels."""
CHIP_SHARE = 0.6
"""The place of a chip along its line, as a share of its length."""
_CHIP_STEPS = sorted(range(-6, 7), key=abs)
"""Rows above and below its own place at which a chip may find room, nearest first."""
CHIP_GAP = 4
"""Distance between a chip and the panels, design pixels."""
FIGURE = Style("bold", 16, INKS.brass_light, INKS.outline)


class MarksWidget(Widget):
    """The widget that draws all marks over a map; `show_marks` sets them.

    Attributes:
        marks: the marks, lowest first.
    """

    beyond = 0

    def __init__(self, surface: AnySurface) -> None:
        super().__init__("markings")
        self.marks: tuple[Mark, ...] = ()
        self._view = surface.view
        self._surface = surface
        self._painted: tuple[object, ...] = ()
        self._scale = 100

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Show these marks from the next frame on."""
        self.marks = tuple(marks)

    def path_to(self, pos: tuple[int, int]) -> list[Widget]:
        """Return []: the map below receives the pointer."""
        return []

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Place the widget and remember the scale of handles."""
        super().place(theme, rect)
        self._scale = theme.scale

    @override
    def prepare_frame(self, theme: Theme) -> bool:
        before = self._painted
        self._painted = (self._view.camera, self.marks, self._view.insets, theme.scale, self._occupied_rects())
        return self._painted != before

    # --- handles

    def handle_at(self, pixel: tuple[int, int]) -> str:
        """Return the id of the handle at a pixel of the screen; "" for none."""
        theme = Theme(self._scale)
        found = [
            (math.dist(middle, pixel), mark.id)
            for mark in self.marks
            if isinstance(mark, Handle)
            and math.dist(middle := self._handle_center(mark, theme), pixel) <= theme.px(HANDLE_REACH)
        ]
        return min(found)[1] if found else ""

    def _handle_center(self, mark: Handle, theme: Theme) -> Xy:
        """Return the middle of a handle, screen pixels."""
        x, y = self._view.camera.to_screen(*mark.points[0])
        return x + mark.offset[0] * theme.scale / 100, y + mark.offset[1] * theme.scale / 100

    # --- painting

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw lines, then handles, then chips."""
        camera = self._view.camera
        for mark in self.marks:
            if pen := _PAINTERS.get(type(mark)):
                pen(surface, camera, theme, mark)
        for mark in self.marks:
            if isinstance(mark, Handle):
                self._paint_handle(surface, theme, mark)
        for drawn, place in self._place_chips(theme):
            surface.blit(drawn, place)

    def _paint_handle(self, surface: pygame.Surface, theme: Theme, mark: Handle) -> None:
        """Draw a handle with its icon, and a line to its point."""
        at, foot = self._handle_center(mark, theme), self._view.camera.to_screen(*mark.points[0])
        if mark.offset != (0, 0):
            strokes.stroke(surface, [foot, at], INKS.brass_light, 1, 2)
        pygame.draw.aacircle(surface, INKS.outline, at, theme.px(HANDLE_RADIUS))
        pygame.draw.aacircle(surface, INKS.brass_light, at, theme.px(HANDLE_RADIUS - 1.5))
        pygame.draw.aacircle(surface, INKS.bar, at, theme.px(HANDLE_RADIUS - 3.5))
        sign = icon(HANDLE_SIGNS.get(mark.id.partition(".")[0], "move"), theme.px(15), INKS.brass_light)
        surface.blit(sign, sign.get_rect(center=(round(at[0]), round(at[1]))))

    # --- chips

    def _place_chips(self, theme: Theme) -> list[tuple[pygame.Surface, pygame.Rect]]:
        """Return the chips with their places: within the uncovered map, no chip over another."""
        left, top, right, bottom = self._view.insets
        wide, high = self._view.camera.size
        room = pygame.Rect(left, top, max(1, wide - left - right), max(1, high - top - bottom))
        room = room.inflate(-2 * theme.px(CHIP_GAP), -2 * theme.px(CHIP_GAP))
        found: list[tuple[pygame.Surface, pygame.Rect]] = []
        small, words = [pygame.Rect(one) for one in self._view.gauges], self._occupied_rects()
        for drawn, middle, grave in self._list_chips(theme, room):
            place = drawn.get_rect(center=(round(middle[0]), round(middle[1]))).clamp(room)
            taken = [*small, *(one for _, one in found)]
            clear = _find_free_place(place, [*taken, *words], room) or _find_free_place(place, taken, room)
            if clear or grave:
                found.append((drawn, clear or place))
        return found

    def _occupied_rects(self) -> list[pygame.Rect]:
        """Return the places of names on the map, which chips avoid."""
        return self._surface.renderer.words(self._view.camera)

    def _list_chips(self, theme: Theme, room: pygame.Rect) -> Iterator[tuple[pygame.Surface, Xy, bool]]:
        """Yield each chip, its best center in screen pixels, and True if it is shown even without room.

        Unmet distances come first.
        """
        for mark in sorted(self.marks, key=_is_sound):
            if isinstance(mark, MeasuredGap) and (seen := room.clipline(*map(self._to_screen, mark.points))):
                (x0, y0), (x1, y1) = seen
                middle = x0 + (x1 - x0) * CHIP_SHARE, y0 + (y1 - y0) * CHIP_SHARE + theme.px(22)
                yield _draw_chip(mark.words, mark.fits, theme), middle, not _is_sound(mark)
            if isinstance(mark, ZoneArea | InertCoast) and mark.words:
                xs, ys = zip(*map(self._to_screen, mark.points), strict=True)
                yield _draw_chip(mark.words, None, theme), (sum(xs) / len(xs), min(ys) + theme.px(22)), False
            if isinstance(mark, Handle) and mark.words:
                (x, y), drawn = self._handle_center(mark, theme), _draw_chip(mark.words, None, theme)
                yield drawn, (x + theme.px(HANDLE_RADIUS + 10) + drawn.get_width() / 2, y), False

    def _to_screen(self, point: Xy) -> Xy:
        """Return a point of the table in screen pixels."""
        return self._view.camera.to_screen(*point)


def _is_sound(mark: Mark) -> bool:
    """Return False for a distance that is not met."""
    return not (isinstance(mark, MeasuredGap) and mark.fits is False)


def _find_free_place(place: pygame.Rect, taken: list[pygame.Rect], room: pygame.Rect) -> pygame.Rect | None:
    """Return the free place nearest to `place` above, below or beside it; None if none is near."""
    tries = (place.move(x * place.w // 2, y * (place.h + 2)) for x in (0, -1, 1) for y in _CHIP_STEPS)
    return next((tried for tried in tries if room.contains(tried) and tried.collidelist(taken) < 0), None)


def _draw_chip(words: str, fits: bool | None, theme: Theme) -> pygame.Surface:
    """Draw a chip: dark, or paper with a red edge if `fits` is False.

    With a tick or cross unless `fits` is None.
    """
    ground, edge, ink = (
        (INKS.paper, INKS.danger, INKS.danger) if fits is False else (INKS.plate, INKS.bar_rule, INKS.cream)
    )
    pad, sign = theme.px(10), theme.px(14)
    wide, high = size_of(words, LABEL, theme.scale)
    left = pad + (sign + theme.px(6) if fits is not None else 0)
    drawn = card((left + wide + pad, max(theme.px(26), high + theme.px(4))), ground, edge, theme)
    if fits is not None:
        mark = icon("tick" if fits else "cross", sign, ink)
        drawn.blit(mark, mark.get_rect(midleft=(pad, drawn.get_height() // 2)))
    text = rendered(words, LABEL.tinted(ink), theme.scale)
    drawn.blit(text, text.get_rect(midleft=(left, drawn.get_height() // 2)))
    return drawn


# --- pens


def _draw_gap(surface: pygame.Surface, camera: Camera, theme: Theme, mark: MeasuredGap) -> None:  # noqa: ARG001 - as all pens
    """Draw a measured line; an unmet distance is dashed and red."""
    ends = [camera.to_screen(*point) for point in mark.points]
    if mark.fits is False:
        strokes.dashed(surface, ends, WRONG_INK, DASH, 3, 2)
    else:
        strokes.stroke(surface, ends, INKS.target, 3 if mark.fits else 1, 2)
    for at in ends if mark.fits is not None else ():
        pygame.draw.aacircle(surface, INKS.outline, at, 7)
        pygame.draw.aacircle(surface, INKS.target if mark.fits else WRONG_INK, at, 5)


def _draw_spine(surface: pygame.Surface, camera: Camera, theme: Theme, mark: Spine) -> None:  # noqa: ARG001
    """Draw the dashed spine of a column."""
    strokes.dashed(surface, [camera.to_screen(*point) for point in mark.points], INKS.brass_light, (6, 5), 2, 2)


def _draw_frame(surface: pygame.Surface, camera: Camera, theme: Theme, mark: Frame) -> None:  # noqa: ARG001
    """Draw a rectangle: solid for the edge of the sea, else dashed."""
    (x0, y0), (x1, y1) = (camera.to_screen(*point) for point in mark.points)
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    if mark.is_sea_edge:
        strokes.stroke(surface, corners, INKS.brass_light, 2, 2)
    else:
        strokes.dashed(surface, corners, INKS.cream, (6, 4), 2, 2)


def _draw_outline(surface: pygame.Surface, camera: Camera, theme: Theme, mark: Outline) -> None:  # noqa: ARG001
    """Draw a dashed outline, red where the piece must not lie."""
    points = [camera.to_screen(*point) for point in (*mark.points, mark.points[0])]
    strokes.dashed(surface, points, INKS.brass_light if mark.is_legal else WRONG_INK, (5, 4), 2, 2)


def _draw_inert_coast(surface: pygame.Surface, camera: Camera, theme: Theme, mark: InertCoast) -> None:
    """Draw land with a tint and a dashed edge, and a place without corners as a ring."""
    points = [camera.to_screen(*point) for point in mark.points]
    if len(points) < 3:
        pygame.draw.aacircle(surface, INERT_INK, points[0], theme.px(9), theme.px(2))
        return
    if mark.kind == "land":
        _tint_area(surface, INERT_INK, [points])
    strokes.dashed(surface, [*points, points[0]], INERT_INK, (6, 5), 2, 2)


def _draw_zone_area(surface: pygame.Surface, camera: Camera, theme: Theme, mark: ZoneArea) -> None:
    """Draw the tint and the edges of a zone."""
    ink = ZONE_INKS.get(mark.side, INKS.mist)
    rings = [[camera.to_screen(*point) for point in ring] for ring in (mark.points, *mark.holes)]
    _tint_area(surface, ink, rings)
    for ring in rings:
        strokes.stroke(surface, [*ring, ring[0]], ink, theme.px(4 if mark.is_selected else 2), 2)


def _tint_area(surface: pygame.Surface, ink: Colour, rings: Sequence[Sequence[Xy]]) -> None:
    """Tint the inside of the first ring, except the holes that the other rings are."""
    xs, ys = [x for x, _ in rings[0]], [y for _, y in rings[0]]
    corner = math.floor(min(xs)), math.floor(min(ys))
    box = pygame.Rect(corner, (math.ceil(max(xs)) - corner[0] + 1, math.ceil(max(ys)) - corner[1] + 1))
    box = box.clip(surface.get_clip())
    tint = pygame.Surface(box.size, pygame.SRCALPHA)
    for number, ring in enumerate(rings):
        pygame.draw.polygon(tint, (*ink[:3], 0 if number else TINT), [(x - box.x, y - box.y) for x, y in ring])
    surface.blit(tint, box)


def _draw_heading_arc(surface: pygame.Surface, camera: Camera, theme: Theme, mark: HeadingArc) -> None:
    """Draw the arc of a heading and its degrees."""
    at, far = camera.to_screen(*mark.points[0]), theme.px(ARC_RADIUS)
    steps = max(2, mark.heading // 4)
    arc = [strokes.along(at, mark.heading * step / steps, far) for step in range(steps + 1)]
    strokes.dashed(surface, [at, strokes.along(at, 0, far + theme.px(16))], INKS.cream, (4, 4), 2, 2)
    strokes.stroke(surface, arc, INKS.cream, 2, 2)
    strokes.stroke(surface, [at, strokes.along(at, mark.heading, far + theme.px(12))], INKS.brass_light, 2, 2)
    tip = strokes.along(at, mark.heading / 2, far + theme.px(22))
    write_at(surface, theme, f"{mark.heading:03d}°", FIGURE, center=(round(tip[0]), round(tip[1])))


_PAINTERS: dict[type, Callable[[pygame.Surface, Camera, Theme, Any], None]] = {
    MeasuredGap: _draw_gap,
    Spine: _draw_spine,
    Frame: _draw_frame,
    Outline: _draw_outline,
    HeadingArc: _draw_heading_arc,
    ZoneArea: _draw_zone_area,
    InertCoast: _draw_inert_coast,
}
