"""Small cards with words, each tied by a leader line to a place on the sea."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame

from tabletop.ui import text
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.label_places import Crowd, leader, placed_label
from tabletop.ui.boards.battle.labels import RuledWords, card, whole, worded
from tabletop.ui.boards.battle.ship_sprites import rooms
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, OddsChip
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.marks import die_face
from tabletop.ui.widgets.stack import uncovered

ODDS_SIZE = (366, 92)
BARS = 104
"""Height of the distribution below the odds, design pixels."""
ODDS_TITLE, ODDS_REACH = Style("name", 18), Style("body", 15, INKS.ink_2)
HEADLINE, WORDS = Style("bold", 16), Style("body", 15, INKS.ink_2)
SMALL, TINY = Style("semibold", 14, INKS.ink_2), Style("body", 13, INKS.ink_2)
LEAST_SHOWN = 0.005
"""Least chance that is written over its bar."""
DIE, APART = 21, 25
"""Side of a die, and distance from one die to the next, design pixels."""
IN_A_ROW = 6
"""Most dice in one row; more are split into two rows."""
_RANGES = "SOTL-2.4-a"
OFF = 10
"""Screen pixels between the odds and the ships or panels that they avoid."""
LEADER, FAR_LEADER = 62, 140
"""Length of a leader line in screen pixels, and its length where there is no room so near."""


RuledParts = tuple[tuple[pygame.Rect, str], ...]
"""Parts of a card in pixels of the card, each with its rule."""


class PlacedChip(NamedTuple):
    """A card with its place, and the screen pixel to which it is tied."""

    drawn: pygame.Surface
    at: tuple[int, int]
    place: pygame.Rect
    rules: RuledParts = ()
    hulls: tuple[pygame.Rect, ...] = ()
    """Boxes about the ships of which it speaks."""
    about: str = ""
    """The ship that is fired at; empty for none."""

    def rule_at(self, at: tuple[int, int]) -> str:
        """Return the rule of the words at a screen pixel, or ""."""
        here = at[0] - self.place.x, at[1] - self.place.y
        return next((rule for rect, rule in self.rules if rect.collidepoint(here)), "")


def place_chip(scene: SeaScene, shown: Chip, crowd: Crowd, others: Sequence[pygame.Rect]) -> PlacedChip:
    """Place a chip beside its point, clear of labels, ships and the rectangles `others`."""
    return _place_card(
        scene, shown.at, worded(shown.title, shown.lines, shown.kind, Theme(scene.shown.scale)), crowd, others
    )


def place_odds(scene: SeaScene, shown: OddsChip, crowd: Crowd, others: Sequence[pygame.Rect]) -> PlacedChip:
    """Place the odds beside the target, clear of target and shooter if there is room."""
    drawn, rules = _draw_odds(shown, Theme(scene.shown.scale))
    tied = _place_card(scene, shown.at, drawn, crowd, others)
    boxes = (box for key in shown.ships for box in rooms(scene.camera, scene.placed(key)))
    hulls = tuple(box.inflate(2 * OFF, 2 * OFF) for box in boxes)
    place = tied.place
    if place.collidelist(hulls) >= 0:
        covers = [*map(pygame.Rect, (*scene.shown.sheets, *scene.shown.gauges)), *others, *hulls]
        place = _find_nearest_place(place, scene.room, covers, tied.at) or place
    return tied._replace(place=place, rules=rules, hulls=hulls, about=next(iter(shown.ships), ""))


def draw_leader(surface: pygame.Surface, tied: PlacedChip) -> None:
    """Draw the leader line of a card."""
    strokes.stroke(surface, leader(tied.at, tied.place), INKS.target, 2, 2)


def draw_chip(surface: pygame.Surface, tied: PlacedChip) -> None:
    """Draw a card with its shadow."""
    place = tied.place
    for grown in (9, 6, 4, 2, 0):
        over = place.inflate(2 * grown, 2 * grown).move(0, 5)
        shade = pygame.Surface(over.size, pygame.SRCALPHA)
        pygame.draw.rect(shade, (0, 0, 0, 22), shade.get_rect(), border_radius=5)
        surface.blit(shade, over)
    surface.blit(tied.drawn, place)


def _place_card(
    scene: SeaScene, at: Xy, drawn: pygame.Surface, crowd: Crowd, others: Sequence[pygame.Rect]
) -> PlacedChip:
    """Place a picture near the point `at` (UM), at the best of many candidates."""
    x, y = scene.camera.to_screen(*at)
    middle = (round(x), round(y))
    places = [*_ring_places(drawn, middle, LEADER), *_ring_places(drawn, middle, FAR_LEADER)]
    inside = [place.clamp(scene.room) for place in (*places, *_corner_places(drawn, scene.room))]
    taken = Crowd([*crowd.labels, *others], crowd.ships)
    return PlacedChip(
        drawn, middle, placed_label([*places, *inside, *_find_free_places(scene, drawn, middle, others)], taken, middle)
    )


def _find_free_places(
    scene: SeaScene, drawn: pygame.Surface, at: tuple[int, int], others: Sequence[pygame.Rect]
) -> Iterator[pygame.Rect]:
    """Yield places in each uncovered piece of the sea: nearest to a pixel, and in the corners."""
    covers = [*map(pygame.Rect, (*scene.shown.sheets, *scene.shown.gauges)), *others]
    for piece in uncovered([scene.room], covers):
        if piece.w >= drawn.get_width() and piece.h >= drawn.get_height():
            yield drawn.get_rect(center=at).clamp(piece)
            yield from _corner_places(drawn, piece)


def _find_nearest_place(
    card_: pygame.Rect, room: pygame.Rect, covers: Sequence[pygame.Rect], at: tuple[int, int]
) -> pygame.Rect | None:
    """Return the place nearest to a pixel at which a card covers nothing, or None."""
    wide, high = card_.w + OFF, card_.h + OFF
    lefts = {room.left, room.right - card_.w, *(x for one in covers for x in (one.right + OFF, one.left - wide))}
    tops = {room.top, room.bottom - card_.h, *(y for one in covers for y in (one.bottom + OFF, one.top - high))}
    lefts.add(min(max(room.left, at[0] - card_.w // 2), room.right - card_.w))
    places = (pygame.Rect((left, top), card_.size) for left in lefts for top in tops)
    free = (one for one in places if room.contains(one) and one.collidelist(covers) < 0)
    return min(free, key=lambda one: (math.dist(one.center, at), one.topleft), default=None)


def _corner_places(drawn: pygame.Surface, room: pygame.Rect) -> list[pygame.Rect]:
    """Return the places in the four corners of `room`."""
    return [
        drawn.get_rect(topleft=room.topleft),
        drawn.get_rect(topright=room.topright),
        drawn.get_rect(bottomleft=room.bottomleft),
        drawn.get_rect(bottomright=room.bottomright),
    ]


def _ring_places(drawn: pygame.Surface, at: tuple[int, int], away: int) -> list[pygame.Rect]:
    """Return the eight places `away` pixels from a pixel, the sides before the corners."""
    x, y = at
    places = [drawn.get_rect() for _ in range(8)]
    places[0].midleft, places[1].midright = (x + away, y), (x - away, y)
    places[2].midtop, places[3].midbottom = (x, y + away), (x, y - away)
    places[4].bottomleft, places[5].topleft = (x + away, y - away), (x + away, y + away)
    places[6].bottomright, places[7].topright = (x - away, y - away), (x - away, y + away)
    return places


@lru_cache(maxsize=16)
def _draw_odds(shown: OddsChip, theme: Theme) -> tuple[pygame.Surface, RuledParts]:
    """Draw the card of the odds; return it with the rules of its parts."""
    pad, bar = theme.px(14), theme.px(6)
    columns = _count_columns(len(shown.needed))
    dice_width = columns * theme.px(APART)
    title, reach, headline, words = (
        text.size_of(*line, theme.scale)[0]
        for line in (
            (shown.title, ODDS_TITLE),
            (shown.reach, ODDS_REACH),
            (whole(shown.headline), HEADLINE),
            (whole(shown.words), WORDS),
        )
    )
    within = max(title + pad + reach, dice_width + pad + max(headline, words))
    width = max(theme.px(ODDS_SIZE[0]), bar + 2 * pad + within)
    high = theme.px(ODDS_SIZE[1] + (BARS if shown.bars else 0))
    drawn = card((width, high), INKS.paper, INKS.edge, theme)
    drawn.fill(INKS.brass, (0, 0, bar, drawn.get_height()))
    left, upper = bar + pad, pygame.Rect(0, theme.px(4), width - pad, theme.px(30))
    text.write_at(drawn, theme, shown.title, ODDS_TITLE, midleft=upper.move(left, 0).midleft)
    text.write_at(drawn, theme, shown.reach, ODDS_REACH, midright=upper.midright)
    pygame.draw.line(drawn, INKS.rule, (left, theme.px(37)), (width - pad, theme.px(37)))
    top = theme.px(52 if columns == len(shown.needed) else 41)
    for number, needed in enumerate(shown.needed):
        row, column = divmod(number, columns)
        drawn.blit(die_face(needed, theme.px(DIE), True), (left + column * theme.px(APART), top + row * theme.px(23)))
    beside = left + dice_width + theme.px(6)
    text.write(drawn, theme, whole(shown.headline), HEADLINE, (beside, theme.px(40)))
    text.write(drawn, theme, whole(shown.words), WORDS, (beside, theme.px(62)))
    rules = [
        (pygame.Rect(upper.right - reach, upper.y, reach, upper.h), _RANGES),
        *_find_ruled_parts(shown.headline, HEADLINE, (beside, theme.px(38)), theme),
        *_find_ruled_parts(shown.words, WORDS, (beside, theme.px(62)), theme),
    ]
    if shown.bars:
        place = pygame.Rect(left, theme.px(ODDS_SIZE[1] - 4), width - pad - left, theme.px(BARS))
        _draw_distribution(drawn, theme, shown.bars, place)
    return drawn, tuple(rules)


def _find_ruled_parts(
    line: Sequence[RuledWords], style: Style, at: tuple[int, int], theme: Theme
) -> Iterator[tuple[pygame.Rect, str]]:
    """Yield the rectangle of each part of a line, with its rule."""
    for number, part in enumerate(line):
        ends = [text.size_of(whole(line[:upto]), style, theme.scale)[0] for upto in (number, number + 1)]
        high = text.size_of(whole(line), style, theme.scale)[1]
        yield pygame.Rect(at[0] + ends[0], at[1], ends[1] - ends[0], high), part.rule


def _count_columns(dice: int) -> int:
    """Return the number of dice in a row."""
    return dice if dice <= IN_A_ROW else (dice + 1) // 2


def _draw_distribution(drawn: pygame.Surface, theme: Theme, bars: tuple[float, ...], place: pygame.Rect) -> None:
    """Draw a bar for each number of hits, with its chance above and the number below."""
    pygame.draw.line(drawn, INKS.rule, place.topleft, place.topright)
    text.write(drawn, theme, "Hits", SMALL, (place.x, place.bottom - theme.px(27)))
    room = pygame.Rect(place.x + theme.px(36), place.y, place.w - theme.px(36), place.h)
    step, foot, most = room.w / len(bars), room.bottom - theme.px(28), room.h - theme.px(54)
    for number, chance in enumerate(bars):
        column = pygame.Rect(round(room.x + number * step), 0, max(2, round(step) - theme.px(3)), 0)
        column.h = max(theme.px(1), round(most * chance / max(bars)))
        column.bottom = foot
        drawn.fill(INKS.brass if number else INKS.foot, column)
        if chance >= LEAST_SHOWN:
            above = pygame.Rect(column.x, column.y - theme.px(18), column.w, theme.px(17))
            text.write_at(drawn, theme, f"{chance * 100:.0f}", TINY, center=above.center)
        below = pygame.Rect(column.x, foot + theme.px(2), column.w, theme.px(20))
        text.write_at(drawn, theme, str(number), SMALL, center=below.center)
