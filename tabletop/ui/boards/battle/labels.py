"""What labels look like: the name plate of a ship, with badge, points and marks, and small cards with a few words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import pygame

from tabletop.ui import text
from tabletop.ui.assets import icon
from tabletop.ui.boards import nations
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme, worn

NAME = Style("name", 15, INKS.cream)
LOST = Style("name", 15, INKS.dim)
COUNT = Style("bold", 13, INKS.ink)
POINTS = Style("bold", 15, INKS.brass_light)
PLATE_ALPHA = 204


class RuledWords(NamedTuple):
    """Some words of a line, and the rule that they follow from; empty where that is none."""

    words: str
    rule: str = ""


def whole(line: Sequence[RuledWords]) -> str:
    """All words of a line."""
    return "".join(part.words for part in line)


@dataclass(frozen=True)
class NamePlate:
    """What stands on the plate of a ship; plates that read alike share a picture."""

    name: str
    nations: tuple[str, ...]
    """Whose colours she flies, the uppermost first."""
    marks: tuple[tuple[str, int], ...]
    """Marker and count; a count of 0 is not written."""
    selected: bool
    lost: bool
    points: str = ""
    """What is left of her strength, where plates tell of it."""
    aid: str = ""
    """What a leader is to her, in a chip at the end; `aided` says whether he helps her."""
    aided: bool = False


@lru_cache(maxsize=128)
def drawn_plate(plate: NamePlate, theme: Theme) -> pygame.Surface:
    """The plate as a picture with its alpha multiplied in; shared, so never draw on it."""
    style = LOST if plate.lost else NAME
    wide, _ = text.size_of(plate.name, style, theme.scale)
    pad, badge, mark = theme.px(5), theme.px(17), theme.px(20)
    points = text.size_of(plate.points, POINTS, theme.scale)[0] + pad if plate.points else 0
    aid = text.size_of(plate.aid, POINTS, theme.scale)[0] + 2 * pad if plate.aid else 0
    across = 3 * pad + badge + wide + points + len(plate.marks) * (mark + theme.px(2)) + theme.px(3) + aid
    size = (across, theme.px(25))
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    drawn.fill((*INKS.plate, PLATE_ALPHA))
    if plate.selected:
        pygame.draw.rect(drawn, INKS.brass_light, drawn.get_rect(), theme.px(1.5))
    box = nations.nation_badge(*plate.nations)(badge)
    drawn.blit(box, box.get_rect(midleft=(pad, size[1] // 2)), special_flags=pygame.BLEND_PREMULTIPLIED)
    text.write_at(drawn, theme, plate.name, style, midleft=pygame.Rect(2 * pad + badge, 0, wide, size[1]).midleft)
    x = 2 * pad + badge + wide + theme.px(5)
    if points:
        text.write_at(drawn, theme, plate.points, POINTS, midleft=pygame.Rect(x, 0, points, size[1]).midleft)
        x += points
    for name, count in plate.marks:
        _mark(drawn, theme, name, count, pygame.Rect(x, (size[1] - mark) // 2, mark, mark))
        x += mark + theme.px(2)
    if aid:
        _aid(drawn, theme, plate, pygame.Rect(x, theme.px(3), aid, size[1] - 2 * theme.px(3)))
    return drawn.premul_alpha()


def _aid(drawn: pygame.Surface, theme: Theme, plate: NamePlate, place: pygame.Rect) -> None:
    """A chip, in brass where the leader helps."""
    edge, ink = (INKS.bar_rule, INKS.brass_light) if plate.aided else (INKS.bar_edge, INKS.mist)
    pygame.draw.rect(drawn, edge, place, theme.px(1), border_radius=place.h // 2)
    text.write_at(drawn, theme, plate.aid, POINTS.tinted(ink), center=place.center)


def _mark(drawn: pygame.Surface, theme: Theme, name: str, count: int, place: pygame.Rect) -> None:
    drawn.blit(icon(f"marker_{name}", place.width), place, special_flags=pygame.BLEND_PREMULTIPLIED)
    if count > 1 or (count and name == "fatigue"):
        radius = theme.px(6)
        spot = (place.right - radius // 2, place.top + radius // 2)
        pygame.draw.aacircle(drawn, INKS.brass, spot, radius)
        disc = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        disc.center = spot
        text.write_at(drawn, theme, str(count), COUNT.at(12), center=disc.center)


NoteKind = Literal["fact", "plan", "refusal"]

GROUNDS: dict[NoteKind, tuple[Colour, Colour, Colour, Colour]] = {
    "fact": (INKS.paper, INKS.edge, INKS.ink, INKS.ink_2),
    "plan": (INKS.tooltip, INKS.brass, INKS.cream, INKS.mist),
    "refusal": (INKS.tooltip, INKS.tooltip_edge, INKS.cream, INKS.mist),
}
"""Ground, edge, ink of the title and ink of the lines."""
TITLE, LINE = Style("bold", 16), Style("body", 15)


@lru_cache(maxsize=64)
def worded(title: str, lines: tuple[str, ...], kind: NoteKind, theme: Theme) -> pygame.Surface:
    """A bold line and plainer ones below it, on paper for events, dark for plans and refusals; never draw on it."""
    ground, edge, ink, plain = GROUNDS[kind]
    rows = [(title, TITLE.tinted(ink)), *((line, LINE.tinted(plain)) for line in lines)]
    pad = theme.px(10)
    sizes = [text.size_of(words, style, theme.scale) for words, style in rows]
    height = theme.px(6) + sum(high for _, high in sizes)
    drawn = card((2 * pad + max(wide for wide, _ in sizes), max(theme.px(26), height)), ground, edge, theme)
    y = (drawn.get_height() - sum(high for _, high in sizes)) // 2
    for (words, style), (_, high) in zip(rows, sizes, strict=True):
        text.write(drawn, theme, words, style, (pad, y))
        y += high
    return drawn


def card(size: tuple[int, int], ground: Colour, edge: Colour, theme: Theme) -> pygame.Surface:
    """An empty card with an edge."""
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(drawn, worn(ground), drawn.get_rect(), border_radius=theme.px(3))
    pygame.draw.rect(drawn, worn(edge), drawn.get_rect(), 1, border_radius=theme.px(3))
    return drawn
