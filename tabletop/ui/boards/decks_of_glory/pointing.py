"""What is pointed out while the pointer is on it: a hex, a ship, an arrow or a place alongside, with its words."""

from collections.abc import Sequence

import pygame

from tabletop.ui.boards.battle import notes
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.placing import Crowd, beside, free_label
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.boards.decks_of_glory import handles, marks, moorings, obstacles
from tabletop.ui.boards.decks_of_glory.places import APOTHEM
from tabletop.ui.boards.decks_of_glory.scene import Pointed, Scene
from tabletop.ui.boards.decks_of_glory.tints import Look, hexed
from tabletop.ui.theme import INKS

UNDER = Look(INKS.cream, 16, "solid", "", 1.2)
"""The hex under the pointer."""


def pointed_out(
    scene: Scene, hovered: Pointed, lettered: Sequence[pygame.Rect], origin: tuple[int, int], size: tuple[int, int]
) -> list[Placing]:
    """Pictures in pixels of the screen; no ring goes over words.

    Args:
        scene: what is shown.
        hovered: what the pointer is on.
        lettered: where other words are, chart pixels.
        origin: where the camera sees the table's.
        size: of the picture.
    """
    found = []
    if hovered.hex is not None:
        middle, side = scene.pixel(hovered.hex), scene.camera.scale
        words = [one for one in lettered if _crosses(one, middle, side)]
        found.append(_under(hexed(scene.camera, hovered.hex, UNDER), words))
    if hovered.slot is not None:
        found.append(handles.berth(scene.state, scene.camera, hovered.slot, lit=True))
    elif hovered.handle is not None:
        arrow = handles.arrow(scene.camera, hovered.handle, lit=True)
        crowd = Crowd([*lettered, *obstacles.covered(scene, origin, size)], [])
        found += [arrow, *_words(scene, hovered.handle.words, box(arrow), crowd)]
    elif hovered.ship in scene.ships:
        found.append(_under(marks.hovered(scene, hovered.ship), lettered))
    return [(drawn, (x + origin[0], y + origin[1])) for drawn, (x, y) in found]


def _crosses(words: pygame.Rect, middle: tuple[int, int], side: float) -> bool:
    """Whether words may reach over the edge of a hex with sides of so many pixels."""
    within = pygame.Rect(0, 0, round(side), round(2 * APOTHEM * side))
    within.center = middle
    return not within.contains(words)


def _under(ring: Placing, words: Sequence[pygame.Rect]) -> Placing:
    """A ring with nothing of it where there are words."""
    drawn, (left, top) = ring
    over = box(ring).collidelistall(words)
    if over:
        drawn = drawn.copy()
        for number in over:
            drawn.fill((0, 0, 0, 0), words[number].move(-left, -top))
    return drawn, (left, top)


def _words(scene: Scene, words: str, about: pygame.Rect, crowd: Crowd) -> list[Placing]:
    if not words:
        return []
    drawn = notes.worded(words, (), "plan", scene.theme).premul_alpha()
    places = [*beside(about, drawn.get_size()), *moorings.farther(about, drawn.get_size())]
    return [(drawn, free_label(places, crowd).topleft)]
