"""Chips of words beside hexes: plans, refusals and facts, clear of plates, panels and each other."""

from collections.abc import Sequence
from functools import lru_cache

import pygame

from tabletop.ui.boards.battle import notes
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.placing import Crowd, beside, free_label
from tabletop.ui.boards.battle.sheaf import box
from tabletop.ui.boards.decks_of_glory import handles, places
from tabletop.ui.boards.decks_of_glory.moorings import farther, moved_into
from tabletop.ui.boards.decks_of_glory.obstacles import covered, free, taken
from tabletop.ui.boards.decks_of_glory.overlays import Chip
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.theme import Theme


def chips(scene: Scene, named: Sequence[pygame.Rect], origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
    """The chips beside their hexes, clear of words that are `named`, of each other, and of what panels lie upon.

    Facts for which there is no room are left out; plans and refusals never are.
    """
    asked = _chips(scene)
    if not asked:
        return []
    crowd, found = Crowd([*named, *covered(scene, origin, size)], taken(scene)), []
    window, clear = pygame.Rect((-origin[0], -origin[1]), size), free(scene, origin, size)
    for chip, about in asked:
        drawn = _chip(chip, scene.theme)
        spots = beside(about, drawn.get_size())
        if window.colliderect(about):
            spots = [*spots, *moved_into(clear, spots), *farther(about, drawn.get_size())]
        place = free_label(spots, crowd)
        if chip.kind != "fact" or place.collidelist(crowd.labels) < 0:
            crowd.labels.append(place)
            found.append((drawn, place.topleft))
    return found


def _chips(scene: Scene) -> list[tuple[Chip, pygame.Rect]]:
    """Those that are asked for, and the words of places alongside, lines and a plan; each with what it is about."""
    overlay = scene.marks.overlay
    told = list(overlay.chips)
    told += [Chip(line.end, line.words, "refusal" if line.kind == "blocked" else "plan") for line in overlay.lines]
    if overlay.ghost and not overlay.chips:
        told.append(Chip(overlay.ghost.hex, overlay.ghost.words, "plan" if overlay.ghost.legal else "refusal"))
    slots = zip(overlay.choices, handles.slots(scene), strict=True)
    beside_slots = [(Chip(slot.hex, slot.words, "plan"), box(drawn)) for slot, drawn in slots if slot.words]
    return [*beside_slots, *((chip, _about(scene, chip)) for chip in told if chip.words)]


def _about(scene: Scene, chip: Chip) -> pygame.Rect:
    side = round(scene.camera.scale * places.APOTHEM * 2)
    about = pygame.Rect(0, 0, side, side)
    about.center = scene.pixel(chip.hex)
    return about


@lru_cache(maxsize=64)
def _chip(chip: Chip, theme: Theme) -> pygame.Surface:
    title, *lines = chip.words.split("\n")
    return notes.worded(title, tuple(lines), chip.kind, theme).premul_alpha()
