"""What words on the map keep clear of: ships and what is steered by, panels, bars and gauges; in chart pixels."""

import pygame

from tabletop.ui.boards.battle.placing import rooms
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.boards.decks_of_glory import handles, marks
from tabletop.ui.boards.decks_of_glory.moorings import HEAD
from tabletop.ui.boards.decks_of_glory.scene import Scene


def taken(scene: Scene) -> list[pygame.Rect]:
    """What words keep clear of: ships, the ship at the end of a plan, what is clicked to steer."""
    overlay = scene.marks.overlay
    lying = [*scene.ships.values(), *([marks.lying(scene, overlay.ghost)] if overlay.ghost else [])]
    found = [room for ship in lying for room in rooms(scene.camera, ship)]
    found += map(box, [*handles.handles(scene), *handles.slots(scene)])
    return found + [
        pygame.Rect(0, 0, HEAD, HEAD).move(end[0] - HEAD // 2, end[1] - HEAD // 2) for end in marks.ends(scene)
    ]


def covered(scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[pygame.Rect]:
    """What panels, bars and gauges lie upon, in chart pixels; `origin` is where the camera sees the table's."""
    return [*edges(scene, origin, size), *gauges(scene, origin)]


def edges(scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[pygame.Rect]:
    """What panels and bars lie upon; as in `covered`."""
    (wide, high), (left, top, right, bottom) = size, scene.shown.insets
    found = [
        pygame.Rect(0, 0, left, high), pygame.Rect(wide - right, 0, right, high),
        pygame.Rect(0, 0, wide, top), pygame.Rect(0, high - bottom, wide, bottom),
    ]  # fmt: skip
    return [one.move(-origin[0], -origin[1]) for one in found]


def free(scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> pygame.Rect:
    """What no panel or bar lies upon; as in `covered`."""
    (wide, high), (left, top, right, bottom) = size, scene.shown.insets
    return pygame.Rect(left - origin[0], top - origin[1], max(1, wide - left - right), max(1, high - top - bottom))


def gauges(scene: Scene, origin: tuple[int, int]) -> list[pygame.Rect]:
    """What lies small upon the map; as in `covered`."""
    return [pygame.Rect(one).move(-origin[0], -origin[1]) for one in scene.shown.gauges]
