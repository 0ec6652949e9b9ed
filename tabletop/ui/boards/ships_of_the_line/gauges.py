"""The scale bar, and the small map of the whole sea."""

from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.memory import per_state, weighty
from tabletop.games.ships_of_the_line.state import State, on_map, side_of
from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards.ships_of_the_line.models import NATIONS, placed
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

LENGTHS = (1, 2, 5, 10, 20, 50)
"""What a scale bar may be long, UM."""
BAR_LONGEST = 200
NUMBER, UNIT = Style("semibold", 14, INKS.cream), Style("bold", 14, INKS.brass_light)
PLATE_ALPHA = 204
SIGN = 9
"""Side of the sign of a ship on the small map, design pixels."""


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


@dataclass(frozen=True)
class SmallMap:
    """The whole sea in a picture of so many pixels across; with it a place in it becomes one on the table."""

    state: State
    width: int

    @property
    def scale(self) -> float:
        """Pixels to a table unit."""
        return self.width / (self.state.sea.east - self.state.sea.west)

    @property
    def size(self) -> tuple[int, int]:
        """Of the picture, pixels."""
        return self.width, round((self.state.sea.north - self.state.sea.south) * self.scale)

    def to_table(self, x: float, y: float) -> Xy:
        """A pixel of the picture as a place on the table."""
        return self.state.sea.west + x / self.scale, self.state.sea.north - y / self.scale

    def to_map(self, x: float, y: float) -> Xy:
        """A place on the table as a pixel of the picture."""
        return (x - self.state.sea.west) * self.scale, (self.state.sea.north - y) * self.scale

    def draw(self, surface: pygame.Surface, at: tuple[int, int], theme: Theme, camera: Camera) -> pygame.Rect:
        """Draw it: every ship by the badge of whoever has her, and the part that the camera sees."""
        west, south, east, north = camera.bounds
        left, top = self.to_map(west, north)
        right, bottom = self.to_map(east, south)
        seen = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top)).move(at)
        sheet = _sheet(self.state, self.width, theme)
        place = sheet.get_rect(topleft=at)
        surface.blit(sheet, place, special_flags=pygame.BLEND_PREMULTIPLIED)
        pygame.draw.rect(surface, INKS.brass_light, place.clip(seen), 1)
        pygame.draw.rect(surface, INKS.bar_edge, place, 1)
        return place

    def with_signs(self, theme: Theme) -> pygame.Surface:
        """The sea and the ships, with the alpha multiplied in."""
        sheet = pygame.Surface(self.size, pygame.SRCALPHA)
        sheet.fill((*INKS.plate, PLATE_ALPHA))
        sheet.premul_alpha_ip()
        signs = [self._sign(key, theme) for key in self.state.ships if on_map(self.state, key)]
        sheet.fblits(signs, pygame.BLEND_PREMULTIPLIED)
        return sheet

    def _sign(self, key: str, theme: Theme) -> tuple[pygame.Surface, tuple[int, int]]:
        nation = NATIONS[self.state.cards[key].nation]
        if self.state.ships[key].status == "captured":
            nation = "british" if side_of(self.state, key) == "british" else "french"
        sign = icon(f"badge_{nation}", theme.px(SIGN))
        x, y = self.to_map(*placed(self.state, key).at)
        return sign, (round(x) - sign.get_width() // 2, round(y) - sign.get_height() // 2)


@weighty
def _sheet(state: State, width: int, theme: Theme) -> pygame.Surface:
    """What of a small map depends on the state alone."""
    return SmallMap(state, width).with_signs(theme)


@per_state
def extent(state: State) -> tuple[float, float, float, float] | None:
    """West, south, east and north of the sterns of all ships on the map; None if there is none."""
    poses = [ship.pose for key, ship in state.ships.items() if on_map(state, key)]
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    return (min(xs), min(ys), max(xs), max(ys)) if poses else None
