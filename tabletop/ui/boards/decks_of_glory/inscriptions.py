"""The words in tinted hexes: what it costs to come there, or what a shot there is worth."""

from functools import lru_cache

import pygame

from tabletop.geometry.hexgrid import Hex
from tabletop.ui import text
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.pens import along
from tabletop.ui.boards.battle.placing import Crowd, placed_label
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.boards.decks_of_glory import handles, places
from tabletop.ui.boards.decks_of_glory.berths import room_in, step
from tabletop.ui.boards.decks_of_glory.overlays import Tint
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.camera import Xy
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Theme

LARGE, SMALL = Style("number", 25, INKS.cream, INKS.outline), Style("semibold", 14, INKS.cream, INKS.outline)
ASIDE = Style("number", 17, INKS.cream)
FULL, LEAST = 56, 30
"""Design pixels to a side of a hex from which words have their full size, and below which small ones are left out."""
SMALLEST = 13
AWAY = 0.56
"""Table units from the middle of a hex to its label where a ship lies in it."""
ABOUT = (0, 180, 30, -30, 150, 210)
"""Where else it may go, degrees from there, the best first."""
OWN = (1.4, 1.5)
"""Width and height of what belongs to the words of a hex alone, table units."""
PLATE_ALPHA = 204
ABEAM = (270, 330, 30)
"""Where that is for ships that head so or the opposite way: up the map, and each sixth of the circle on."""


def labels(scene: Scene) -> list[Placing]:
    """The words in tinted hexes; beside the ships on a plate of their own where any lie there.

    There are none where a place alongside is being chosen.
    """
    over = scene.marks.overlay
    asked = {slot.hex for slot in over.choices}
    told = [tint for tint in over.tints if (tint.label or tint.sub) and tint.hex not in asked]
    if not told:
        return []
    taken, arrows = _taken(scene), list(handles.handles(scene))
    aside, amid = list[Placing](), list[Placing]()
    for tint in told:
        if tint.hex not in taken:
            amid += _amid(scene, tint)
    rooms = {tint.hex: _room(scene, tint.hex) for tint in told}
    for tint in sorted(told, key=lambda tint: not tint.sub):  # who says more chooses first
        if tint.hex in taken:
            others = [room for place, room in rooms.items() if place != tint.hex]
            crowd = Crowd([box(one) for one in (*arrows, *amid, *aside)], others)
            aside.append(_aside(scene, tint, *taken[tint.hex], crowd))
    return amid + aside


def _room(scene: Scene, place: Hex) -> pygame.Rect:
    """What of a hex would make words in it seem to be its own."""
    room = pygame.Rect(0, 0, round(OWN[0] * scene.camera.scale), round(OWN[1] * scene.camera.scale))
    room.center = scene.pixel(place)
    return room


def _taken(scene: Scene) -> dict[Hex, tuple[float, float]]:
    """The hexes with ships: how these head, and how far out the last of a row lies, table units."""
    found = {scene.state.ships[key].at: (ship.heading, 0.0) for key, ship in scene.ships.items()}
    for row in scene.lying.rows:
        ship = scene.state.ships[row[0]]
        found[ship.at] = (places.heading(ship.facing), _half(scene, ship.at, len(row)))
    if ghost := scene.marks.overlay.ghost:
        found.setdefault(ghost.hex, (places.heading(ghost.facing), 0.0))
    return found


def _half(scene: Scene, place: Hex, count: int) -> float:
    return step(count, room_in(place, scene.marks.fanned)) * (count - 1) / 2


def _amid(scene: Scene, tint: Tint) -> list[Placing]:
    x, y = scene.pixel(tint.hex)
    large = _word(tint.label, _fitted(LARGE, scene.side), scene.shown.scale) if tint.label else None
    if not tint.sub or scene.side < LEAST:
        return [(large, (x - large.get_width() // 2, y - large.get_height() // 2))] if large else []
    small = _word(tint.sub, SMALL, scene.shown.scale)
    up = y - small.get_height() // 2 if large else y
    below = (small, (x - small.get_width() // 2, up + (large.get_height() // 3 if large else -small.get_height() // 2)))
    return [(large, (x - large.get_width() // 2, up - large.get_height() // 2)), below] if large else [below]


def _aside(scene: Scene, tint: Tint, heading: float, out: float, crowd: Crowd) -> Placing:
    """On a small plate to the left of a ship or up the map, where no bow or stern is.

    Else where it is plainly hers, if need be upon her.
    """
    words = " ".join(filter(None, (tint.label, tint.sub if scene.side >= LEAST else "")))
    drawn = _plate(words, _fitted(ASIDE, scene.side), scene.shown.scale)
    abeam = ABEAM[round(heading) % 180 // 60]
    away = (AWAY + out) * scene.camera.scale + drawn.get_width() / 2 - scene.theme.px(SMALLEST)
    spots = [drawn.get_rect(center=_rounded(along(scene.pixel(tint.hex), abeam + turn, away))) for turn in ABOUT]
    upon = drawn.get_rect(center=scene.pixel(tint.hex))
    return drawn, placed_label([*spots, upon], crowd).topleft


def _rounded(at: Xy) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def _fitted(style: Style, side: float) -> Style:
    return style.at(max(SMALLEST, style.size * min(1.0, side / FULL)))


@lru_cache(maxsize=256)
def _word(words: str, style: Style, scale: int) -> pygame.Surface:
    return text.rendered(words, style, scale).premul_alpha()


@lru_cache(maxsize=128)
def _plate(words: str, style: Style, scale: int) -> pygame.Surface:
    theme, letters = Theme(scale), text.rendered(words, style, scale)
    drawn = pygame.Surface((letters.get_width() + theme.px(8), letters.get_height() + theme.px(2)), pygame.SRCALPHA)
    drawn.fill((*INKS.plate, PLATE_ALPHA))
    drawn.blit(letters, letters.get_rect(center=drawn.get_rect().center))
    return drawn.premul_alpha()
