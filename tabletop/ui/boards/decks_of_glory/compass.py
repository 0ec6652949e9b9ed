"""The wind rose, the wind in words where the rose has no room, and the legend of tinted hexes."""

from dataclasses import replace
from functools import lru_cache

import pygame

from tabletop.games.decks_of_glory.model import POINTS_OF_COMPASS, State
from tabletop.games.decks_of_glory.positions import count_actions, point_of_sail
from tabletop.games.decks_of_glory.tables import ACTIONS
from tabletop.geometry.hexgrid import SIDES, angle_between, opposite_direction
from tabletop.ui.boards.battle.compass import GROUND, WHITE, Dial, write
from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.boards.battle.presentation import Gauges
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import Sketch, along, sketched
from tabletop.ui.boards.decks_of_glory.captions import SAILS, weather
from tabletop.ui.boards.decks_of_glory.marks import EDGES, LOOKS
from tabletop.ui.boards.decks_of_glory.overlays import Overlay, TintKind
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.boards.decks_of_glory.scene import wind_from
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.text import Style, rendered, size_of, write_at
from tabletop.ui.theme import INKS, Colour, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed
from tabletop.ui.widgets.marks import CHIPS

_WIND, _WORDS = Style("semibold", 15, INKS.cream, INKS.outline), Style("body", 15, INKS.mist, INKS.outline)
LEAST_WIDE = 190
"""Width that the words have, design pixels."""
STEP = 2
"""Degrees by which the arrow turns at least."""
_Seen = tuple[int, int, int | None, tuple[str, str]]
HALF = 84
"""Half the side of the picture, design pixels."""
BEZEL, OUTER, INNER, HEX = 76, 71, 51, 41
"""Radii of the bezel, of the ring of facings, and of the hexagon in the middle."""
SECTOR = 60
FACING_LOOKS: dict[int, tuple[Colour, Colour]] = {
    0: ((0x39, 0x43, 0x41), INKS.cream),
    1: ((0x8E, 0x74, 0x40), INKS.cream),
    2: (INKS.brass_light, INKS.ink),
}
"""Ground and ink of a facing by the actions of a ship on it; the darker the fewer."""
NUMBER = Style("bold", 15)
TAIL, HEAD, BARB, SHAFT = 44, 46, 15, 7
"""The arrow: how far its tail and its tip are from the middle, and half its breadth at the barbs and at the shaft."""


@lru_cache(maxsize=32)
def rose(whence: int, wind: int, facing: int | None, theme: Theme) -> pygame.Surface:
    """The rose as a picture with its alpha multiplied in; shared, so never draw on it.

    Args:
        whence: where the arrow comes from, degrees; between two points while the wind turns.
        wind: the point that the wind blows towards.
        facing: of the ship that is looked at, which is outlined; None for none.
        theme: how large.
    """
    dial = Dial(2 * theme.px(HALF), HALF)
    dial.disc(BEZEL, (*INKS.plate, 235))
    dial.disc(BEZEL - 2, INKS.bar)
    for number in range(SIDES):
        colour = FACING_LOOKS[ACTIONS[angle_between(number, wind)]][0]
        dial.shape(dial.sector(SECTOR * number, SECTOR, INNER, OUTER), colour, 1.5)
    dial.disc(INNER, INKS.bar_rule)
    dial.disc(INNER - 1.5, GROUND)
    dial.outline([dial.at(30 + SECTOR * number, HEX) for number in range(SIDES)], INKS.bar_edge, 1.2)
    if facing is not None:
        dial.outline(dial.sector(SECTOR * facing, SECTOR, INNER, OUTER), WHITE, 2.6)
        dial.pointer(SECTOR * facing, (OUTER - 2, HALF - 2))
    ends = dial.at(whence, TAIL), dial.at(whence + 180, HEAD - 1.5 * BARB), dial.at(whence + 180, HEAD)
    dial.wind(whence, ends, (SHAFT, BARB))
    drawn = dial.done()
    for number in range(SIDES):
        actions, side = ACTIONS[angle_between(number, wind)], drawn.get_width()
        at = along((side / 2, side / 2), SECTOR * number, (INNER + OUTER) / 2 * side / (2 * HALF))
        write(drawn, theme, str(actions), NUMBER.tinted(FACING_LOOKS[actions][1]), at)
    return drawn


CHIP_ARROW, CHIP_BARB = 18, 9
"""Length of the arrow and of its head, design pixels."""
CHIP_ROOM = CHIP_ARROW + 6
"""Design pixels that the arrow takes beside the words."""


_CHIP = Style("semibold", 15, CHIPS["plan"][2])


class WindChip(Widget):
    """Tells whence the wind of a state blows, as a chip does with an arrow; nothing while there is none."""

    def __init__(self, state: State) -> None:
        super().__init__("wind")
        self._text = "" if state.wind is None else f"Wind from {POINTS_OF_COMPASS[opposite_direction(state.wind)]}"
        self._whence = wind_from(state.wind)

    def measure(self, theme: Theme, width: int) -> Size:
        """As a chip, with room for the arrow."""
        return size_of(self._text, _CHIP, theme.scale)[0] + theme.px(20) + theme.px(CHIP_ROOM), theme.px(26)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Box, arrow and words."""
        fill, edge, _ = CHIPS["plan"]
        surface.blit(boxed(self.rect.size, theme.px(3), fill, edge, theme.px(1)), self.rect)
        drawn, (left, top) = _chip_arrow(self._whence, theme.px(CHIP_ARROW), theme.px(CHIP_BARB))
        at = (self.rect.x + theme.px(10 + CHIP_ARROW / 2) + left, self.rect.centery + top)
        surface.blit(drawn, at, special_flags=pygame.BLEND_PREMULTIPLIED)
        room = theme.px(CHIP_ROOM)
        words = pygame.Rect(self.rect.x + room, self.rect.y, self.rect.w - room, self.rect.h)
        write_at(surface, theme, self._text, _CHIP, center=words.center)


@lru_cache(maxsize=16)
def _chip_arrow(whence: int, length: int, barb: int) -> Placing:
    """The arrow with its middle at (0, 0), pixels."""
    ends = [along((0.0, 0.0), whence, length / 2), along((0.0, 0.0), whence + 180, length / 2)]
    neck = along((0.0, 0.0), whence + 180, length / 2 - barb / 2)

    def draw(sketch: Sketch) -> None:
        sketch.line([ends[0], neck], INKS.wind, barb / 4)
        sketch.head(ends[1], whence + 180, barb, INKS.wind)

    return sketched(ends, barb, draw)


class WindRose(Widget):
    """The rose with the wind in words below it; for the selected ship her point of sail and her actions."""

    beyond = 0

    def __init__(self, sea: HexMap) -> None:
        words = "The ring shows how many actions a ship has on each heading at the start of her move; 0 means in irons."
        super().__init__("rose", tip=Tip("The wind", words))
        self._sea = sea
        self._told: _Seen | None = None
        self._kept: tuple[object, pygame.Surface] | None = None

    def _seen(self) -> _Seen | None:
        """What it shows now; nothing before there is a wind."""
        state, key = self._sea.surface.state, self._sea.selected
        if state is None or state.wind is None:
            return None
        ship = state.ships.get(key)
        facing = ship.facing if ship and ship.status == "sailing" else None
        below = weather(state)
        if facing is not None:
            actions = count_actions(state, facing)
            below = f"{SAILS[point_of_sail(facing, state.wind)]}, {actions} {'action' if actions == 1 else 'actions'}"
        whence = round(self._sea.wind / STEP) * STEP % 360
        return whence, state.wind, facing, (f"Wind from {POINTS_OF_COMPASS[opposite_direction(state.wind)]}", below)

    def tick(self, elapsed: int) -> bool:
        """Follow the wind of what is shown, and the ship that is selected."""
        seen = self._seen()
        if seen != self._told:
            self._told = seen
            self.touch()
        return False

    def measure(self, theme: Theme, width: int) -> Size:
        """The rose and two lines."""
        return theme.px(LEAST_WIDE), 2 * theme.px(HALF) + 2 * size_of(" ", _WIND, theme.scale)[1]

    def adopt(self, old: Widget) -> None:
        """Keep its picture."""
        if isinstance(old, WindRose):
            self._kept = old._kept

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The rose over its words."""
        self._told = seen = self._seen()
        if seen is None:
            return
        of = (seen, theme.scale, self.rect.size)
        if self._kept is None or self._kept[0] != of:
            self._kept = (of, _rose_with_words(seen, self.rect.size, theme))
        surface.blit(self._kept[1], self.rect, special_flags=pygame.BLEND_PREMULTIPLIED)


def _rose_with_words(seen: _Seen, size: Size, theme: Theme) -> pygame.Surface:
    made = pygame.Surface(size, pygame.SRCALPHA)
    drawn = rose(*seen[:3], theme)
    middle = size[0] // 2
    made.blit(drawn, drawn.get_rect(midtop=(middle, 0)), special_flags=pygame.BLEND_PREMULTIPLIED)
    top = drawn.get_height() - theme.px(4)
    for words, style in zip(seen[3], (_WIND, _WORDS), strict=True):
        if words:
            line = rendered(words, style, theme.scale).premul_alpha()
            place = line.get_rect(midtop=(middle, top))
            made.blit(line, place, special_flags=pygame.BLEND_PREMULTIPLIED)
            top = place.bottom - theme.px(4)
    return made


KEY, PAD, GAP, SIDE = Style("semibold", 14, INKS.cream), 10, 14, 11
"""The key to the map: its words, the space around and between them, and the side of its hexes."""
HEADING = Style("bold", 15, INKS.brass_light)
TOGETHER: tuple[tuple[TintKind, ...], ...] = (
    ("reach1", "reach2", "irons"), ("near", "middle", "far", "rake", "blocked", "target"),
    ("zone",),
)  # fmt: skip
"""Kinds of hexes that lie on the map at the same time."""
_Told = tuple[str, tuple[TintKind, ...]]


class Legend(Widget):
    """The key to the tinted hexes that lie on the map, flush with the lower left corner of its room."""

    beyond = 0

    def __init__(self, sea: HexMap) -> None:
        super().__init__("legend")
        self._sea = sea
        self._told: _Told = ("", ())

    def upon(self, overlay: Overlay, theme: Theme) -> Gauges:
        """What the key to an overlay lies upon, if there is one: no more than is drawn of it."""
        told = _told(overlay)
        if not self.visible or not any(told):
            return ()
        place = pygame.Rect((0, 0), key_to(*told, self.rect.w, theme).get_size())
        place.bottomleft = self.rect.bottomleft
        return ((place.x, place.y, place.w, place.h),)

    def tick(self, elapsed: int) -> bool:
        """Follow what lies on the map."""
        if _told(self._sea.overlay) != self._told:
            self.touch()
        return False

    def measure(self, theme: Theme, width: int) -> Size:
        """A heading and one line, or as many as the kinds that come together need in the width."""
        wide, high = zip(*(key_to(" ", kinds, width, theme).get_size() for kinds in TOGETHER), strict=True)
        return max(wide), max(high)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The key, if anything lies there."""
        self._told = _told(self._sea.overlay)
        if any(self._told):
            drawn = key_to(*self._told, self.rect.w, theme)
            surface.blit(
                drawn, drawn.get_rect(bottomleft=self.rect.bottomleft), special_flags=pygame.BLEND_PREMULTIPLIED
            )


def _told(overlay: Overlay) -> _Told:
    """What the tinted hexes of an overlay tell of, and their kinds."""
    found = {tint.kind for tint in overlay.tints}
    return overlay.about, tuple(kind for kind in LOOKS if kind in found)


@lru_cache(maxsize=32)
def key_to(about: str, kinds: tuple[TintKind, ...], width: int, theme: Theme) -> pygame.Surface:
    """The key to some kinds of hexes under what they tell of, on a dark plate as narrow as the width asks for."""
    lines, high, head = _lines(kinds, width, theme) if kinds else [], theme.px(2 * SIDE + 4), int(bool(about))
    heading = size_of(about, HEADING, theme.scale)[0] + theme.px(GAP) if about else 0
    wide = max(heading, *(sum(_wide(kind, theme) for kind in line) for line in lines), 0)
    drawn = pygame.Surface(
        (wide + 2 * theme.px(PAD) - theme.px(GAP), (head + len(lines)) * high + theme.px(PAD)), pygame.SRCALPHA
    )
    pygame.draw.rect(drawn, (*INKS.plate, PLATE_ALPHA), drawn.get_rect(), border_radius=theme.px(3))
    drawn.premul_alpha_ip()
    if about:
        words = rendered(about, HEADING, theme.scale).premul_alpha()
        place = words.get_rect(midleft=(theme.px(PAD), (theme.px(PAD) + high) // 2))
        drawn.blit(words, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    for number, line in enumerate(lines, head):
        left = theme.px(PAD)
        for kind in line:
            _entry(drawn, kind, (left, theme.px(PAD) // 2 + number * high + high // 2), theme)
            left += _wide(kind, theme)
    return drawn


def _lines(kinds: tuple[TintKind, ...], width: int, theme: Theme) -> list[list[TintKind]]:
    lines: list[list[TintKind]] = [[]]
    left = 2 * theme.px(PAD)
    for kind in kinds:
        wide = _wide(kind, theme)
        if lines[-1] and left + wide > width + theme.px(GAP):
            lines.append([])
            left = 2 * theme.px(PAD)
        lines[-1].append(kind)
        left += wide
    return lines


def _wide(kind: TintKind, theme: Theme) -> int:
    return theme.px(2 * SIDE + 8) + size_of(LOOKS[kind].words, KEY, theme.scale)[0] + theme.px(GAP)


def _entry(drawn: pygame.Surface, kind: TintKind, at: tuple[int, int], theme: Theme) -> None:
    """A small hex and its word, half way down a line."""
    sign, (left, top) = _sign(kind, theme.px(SIDE))
    drawn.blit(sign, (at[0] + theme.px(SIDE) + left, at[1] + top), special_flags=pygame.BLEND_PREMULTIPLIED)
    words = rendered(LOOKS[kind].words, KEY, theme.scale).premul_alpha()
    place = words.get_rect(midleft=(at[0] + theme.px(2 * SIDE + 8), at[1]))
    drawn.blit(words, place, special_flags=pygame.BLEND_PREMULTIPLIED)


@lru_cache(maxsize=32)
def _sign(kind: TintKind, side: int) -> Placing:
    """A small hex on the colour of the sea."""
    points = [(x * side, -y * side) for x, y in HEXES.outline((0, 0))]

    def draw(sketch: Sketch) -> None:
        sketch.fill(points, INKS.sea)
        sketch.fill(points, LOOKS[kind].colour, min(255, 2 * LOOKS[kind].alpha))
        EDGES[LOOKS[kind].edge](sketch, [*points, points[0]], replace(LOOKS[kind], width=1.6))

    return sketched(points, 3, draw)
