"""The small map: the water round the fleets, every ship, the part of it that is seen; and the scale bar."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import pygame

from tabletop.core.memory import per_state, weighty
from tabletop.games.ships_of_the_line.state import State, flown, on_map
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.scene import placed
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.draw import rim

LENGTHS = (1, 2, 5, 10, 20, 50)
"""What a scale bar may be long, UM."""
BAR_LONGEST = 200
NUMBER, UNIT = Style("semibold", 14, INKS.cream), Style("bold", 14, INKS.brass_light)
Bounds = tuple[float, float, float, float]
"""West, south, east and north, table units."""


@lru_cache(maxsize=32)
def scale_bar(scale: float, theme: Theme) -> pygame.Surface:
    """A bar of a round length for so many pixels to a table unit, on a dark plate; its alpha is multiplied in."""
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
        words = text.rendered(f"{share:g}", NUMBER, theme.scale)
        drawn.blit(words, words.get_rect(midbottom=(box.x + round(share * scale), box.y - theme.px(1))))
    text.write(drawn, theme, "UM", UNIT, (box.right + theme.px(6), box.y - theme.px(5)))
    return drawn.premul_alpha()


@per_state
def extent(state: State) -> Bounds | None:
    """West, south, east and north of the sterns of all ships on the map; None if there is none."""
    poses = [ship.pose for key, ship in state.ships.items() if on_map(state, key)]
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    return (min(xs), min(ys), max(xs), max(ys)) if poses else None


SIGN, DOT = 9, 4
"""Side of the sign of a ship, and of the dot in its place where signs would merge; design pixels."""
AROUND, STEP = 2.0, 5
"""UM that are shown round the fleets at least, and to which the frame is rounded, so that it seldom changes."""
LEAST_SEEN = 6
"""Pixels that are left of the frame of a view beyond the map."""
DOTS: dict[str, Colour] = {"british": (0xD9, 0x62, 0x5C), "french": (0x62, 0x9A, 0xDB), "spanish": INKS.spanish}
"""The colours of the nations, those that are dark made lighter, to be seen on the plate."""


@per_state
def frame(state: State) -> Bounds:
    """The part of the sea that the map shows: the fleets with some water round them, in the shape of the whole."""
    sea, ships = state.sea, extent(state)
    wide, high = sea.east - sea.west, sea.north - sea.south
    if ships is None:
        return sea.west, sea.south, sea.east, sea.north
    west, south, east, north = ships
    part = min(1.0, max((east - west + 2 * AROUND) / wide, (north - south + 2 * AROUND) / high))
    across = min(wide, math.ceil(part * wide / STEP) * STEP)
    up = across * high / wide
    left = _held(round((west + east - across) / 2), sea.west, sea.east - across)
    low = _held(round((south + north - up) / 2), sea.south, sea.north - up)
    return left, low, left + across, low + up


def _held(value: float, least: float, most: float) -> float:
    return max(least, min(most, value))


@dataclass(frozen=True)
class SmallMap:
    """The map in a picture of so many pixels across; with it a place in it becomes one on the table."""

    state: State
    width: int

    @cached_property
    def frame(self) -> Bounds:
        """The part of the sea that it shows."""
        return frame(self.state)

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

    def draw(self, surface: pygame.Surface, at: tuple[int, int], theme: Theme, camera: Camera) -> pygame.Rect:
        """Draw it: every ship by the sign of whoever has her, and the part that the camera sees."""
        sheet = _sheet(self.state, self.width, theme)
        place = sheet.get_rect(topleft=at)
        surface.blit(sheet, place)
        rim(surface, INKS.brass_light, self.seen(camera).move(at), 1)
        return place

    def with_signs(self, theme: Theme) -> pygame.Surface:
        """The sea and the ships: by their badges, or by dots if badges would lie on each other."""
        sheet = pygame.Surface(self.size)
        sheet.fill(INKS.plate)
        ships = {key: self.to_map(*placed(self.state, key).at) for key in self.state.ships if on_map(self.state, key)}
        boxes = {key: _box(at, theme.px(SIGN)) for key, at in ships.items()}
        if _apart(list(boxes.values())):
            signs = [(icon(f"badge_{self._holder(key)}", box.w), box) for key, box in boxes.items()]
            sheet.fblits(signs, pygame.BLEND_PREMULTIPLIED)
            return sheet
        for key, at in ships.items():
            _dot(sheet, self._holder(key), _box(at, theme.px(DOT)))
        return sheet

    def _holder(self, key: str) -> str:
        """The nation of whoever has a ship."""
        return NATIONS[flown(self.state, key)[0]]


def _box(at: Xy, side: int) -> pygame.Rect:
    box = pygame.Rect(0, 0, side, side)
    box.center = round(at[0]), round(at[1])
    return box


def _apart(boxes: list[pygame.Rect]) -> bool:
    return all(box.collidelist(boxes[:number]) < 0 for number, box in enumerate(boxes))


def _dot(sheet: pygame.Surface, nation: str, box: pygame.Rect) -> None:
    """In the colour and the shape of the nation's badge: a square, a disc, a diamond."""
    colour = DOTS[nation]
    if nation == "british":
        sheet.fill(colour, box)
    elif nation == "french":
        pygame.draw.aacircle(sheet, colour, box.center, box.w / 2)
    else:
        wide = box.inflate(1, 1)
        pygame.draw.polygon(sheet, colour, [wide.midtop, wide.midright, wide.midbottom, wide.midleft])


@weighty
def _sheet(state: State, width: int, theme: Theme) -> pygame.Surface:
    """What of a small map depends on the state alone."""
    sheet = SmallMap(state, width).with_signs(theme)
    rim(sheet, INKS.bar_edge, sheet.get_rect(), 1)
    return sheet
