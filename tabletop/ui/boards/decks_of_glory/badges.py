"""The badge of her nation beside every ship that is seen from too far off to have a name plate."""

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.boards.nations import NATIONS

LEAST, MOST = 10, 17
"""Design pixels across."""
SHARE = 0.6
"""What it is at most of the side of a hex."""
ABREAST = (0.0, -0.3, 0.3)
"""Where along the ship it may lie beside her, hull lengths from her middle; the first is the best."""


def badge(scene: Scene, key: str) -> pygame.Surface:
    """The badge, alpha multiplied in."""
    least, most = scene.theme.px(LEAST), scene.theme.px(MOST)
    across = max(least, min(most, round(SHARE * scene.camera.scale)))
    return icon(f"badge_{NATIONS[scene.state.fleet[key].nation]}", across)


def about(scene: Scene, ship: Placed, size: tuple[int, int]) -> list[pygame.Rect]:
    """Where it may lie, the best first: on either beam, in a row at her stern, else upon her."""
    away = ship.beam / 2 + (max(size) / 2 + 2) / scene.camera.scale
    beams = [scene.point(ship, ahead, side) for ahead in ABREAST for side in (away, -away)]
    stern = scene.point(ship, -0.5)
    spots = [stern, *beams] if scene.lying.entangled(ship.key) else [*beams, stern]
    places = []
    for x, y in spots:
        place = pygame.Rect((0, 0), size)
        place.center = (round(x), round(y))
        places.append(place)
    return places
