"""The key to the tinted hexes that lie on the map."""

from dataclasses import replace
from functools import lru_cache

import pygame

from tabletop.ui.boards.battle.labels import PLATE_ALPHA
from tabletop.ui.boards.battle.presentation import Gauges
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import Sketch, sketched
from tabletop.ui.boards.decks_of_glory.overlays import Overlay, TintKind
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.tints import EDGES, LOOKS
from tabletop.ui.text import Style, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Widget

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
