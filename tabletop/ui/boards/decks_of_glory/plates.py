"""Name plates beside the ships, with what is left of their strength, and chips of words beside hexes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import pygame

from tabletop.ui.boards.battle import notes
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.placing import TIES, Crowd, around, beside, free_label, hull_box, rooms
from tabletop.ui.boards.battle.plate import Plate, drawn_plate
from tabletop.ui.boards.battle.sheaf import Sheaf, box
from tabletop.ui.boards.battle.trains import Bound
from tabletop.ui.boards.decks_of_glory import badges, handles, inscriptions, marks, places
from tabletop.ui.boards.decks_of_glory.berths import berths
from tabletop.ui.boards.decks_of_glory.models import NATIONS
from tabletop.ui.boards.decks_of_glory.overlays import Chip
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.theme import Theme

OPAQUE = 255
HEAD = 30
"""Pixels that the head of a line keeps for itself."""


def plate_of(scene: Scene, key: str) -> Plate:
    """The plate of a ship as she is."""
    ship, vessel = scene.state.ships[key], scene.state.fleet[key]
    nation, selected = NATIONS[vessel.nation], key == scene.marks.selected
    if ship.status == "derelict":
        return Plate(vessel.name, nation, (("struck", 0),), selected, lost=True, points="derelict")
    points = str(vessel.points) if ship.strength == vessel.points else f"{ship.strength}/{vessel.points}"
    held = (("grapple", 0),) if scene.lying.entangled(key) else ()
    return Plate(vessel.name, nation, held, selected, lost=False, points=points)


class Plates:
    """Keeps the plates in their places while ships move; that of a moving ship goes with her."""

    def __init__(self) -> None:
        self._laid: tuple[tuple[object, ...], dict[str, tuple[Placing, Placed]]] | None = None

    def placed(self, scene: Scene, origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
        """The plates of the ships that are named, one that fades excepted; `origin` and `size` as in `covered`."""
        over, shown, covers = scene.marks.overlay, scene.shown, covered(scene, origin, size)
        chosen = (scene.marks.selected, scene.marks.fanned)
        token = (over, *chosen, shown.labels, shown.scale, scene.camera.scale, scene.state, *covers)
        if self._laid is None or self._laid[0] != token:
            still = scene if not shown.afloat else replace(scene, ships=berths(scene.state))
            seen = free(scene, origin, size)
            self._laid = (token, laid(still, seen, edges(scene, origin, size), gauges(scene, origin)))
        return [
            placing if ship == was else _moved(scene, placing, was, ship) for placing, was, ship in self._shown(scene)
        ]

    def bound(self, scene: Scene, sheaf: Sheaf, key: str) -> Iterator[Bound]:
        """What of a sheaf of these plates goes with a ship."""
        for number, (_, was, _) in enumerate(self._shown(scene)):
            if was.key == key:
                yield Bound(sheaf, number, was.at)

    def _shown(self, scene: Scene) -> Iterator[tuple[Placing, Placed, Placed]]:
        """Where plates were laid, and each ship as she was then and is now."""
        for key, (placing, was) in self._laid[1].items() if self._laid else ():
            if (ship := scene.ships.get(key)) and ship.alpha == OPAQUE:
                yield placing, was, ship


def _moved(scene: Scene, placing: Placing, was: Placed, ship: Placed) -> Placing:
    drawn, (x, y) = placing
    dx, dy = ship.at[0] - was.at[0], was.at[1] - ship.at[1]
    return drawn, (x + round(dx * scene.camera.scale), y + round(dy * scene.camera.scale))


def laid(
    scene: Scene, clear: pygame.Rect, sheets: Sequence[pygame.Rect], small: Sequence[pygame.Rect]
) -> dict[str, tuple[Placing, Placed]]:
    """The plates of the ships that are named and the badges of those seen from far off, and where each ship was.

    They are clear of each other, of words in hexes, of gauges and of ships; that of a ship which does not lie under a
    panel keeps clear of panels too. `clear` is what no panel or bar lies upon; a plate that would be cut at its edge
    goes inside, or is left out if her middle is not seen.
    """
    labels, ships, found = [*words(scene), *small], taken(scene), {}
    for ship in sorted(scene.ships.values(), key=lambda ship: not wanted(scene, ship)):
        for drawn, about, needed in _signs(scene, ship):
            hidden = any(sheet.collidepoint(scene.camera.to_screen(*ship.at)) for sheet in sheets)
            crowd = Crowd(labels if hidden else [*labels, *sheets], ships)
            seen = clear.collidepoint(scene.camera.to_screen(*ship.at))
            place = free_label(within(about, clear) if seen else about, crowd)
            free = needed or place.collidelist(crowd.labels) < 0
            if free and (seen or not cut(place, clear)):
                labels.append(place)
                found[ship.key] = ((drawn, place.topleft), ship)
                break
    return found


def _signs(scene: Scene, ship: Placed) -> Iterator[tuple[pygame.Surface, list[pygame.Rect], bool]]:
    """What tells who she is, the best first; where it may lie, and whether that must be even where no place is free."""
    named, chosen = wanted(scene, ship), ship.key == scene.marks.selected
    if named:
        drawn = drawn_plate(plate_of(scene, ship.key), scene.theme)
        about = _about_ship(scene, ship, drawn.get_size())
        yield drawn, [*about, *(away(about[0], drawn.get_size()) if chosen else ())], chosen
    if named or scene.far:
        drawn = badges.badge(scene, ship.key)
        yield drawn, badges.about(scene, ship, drawn.get_size()), False


def away(near: pygame.Rect, size: tuple[int, int]) -> list[pygame.Rect]:
    """Places farther and farther off, for words that are needed and have no free place near by."""
    return [place for far in TIES for place in around(near.inflate(2 * far, 2 * far), size)]


def _about_ship(scene: Scene, ship: Placed, size: tuple[int, int]) -> list[pygame.Rect]:
    """Where her plate may lie, the best first; of a ship in a row beside the row, those nearest to her first."""
    own = beside(hull_box(scene.camera, ship), size)
    row = next((row for row in scene.lying.rows if ship.key in row), ())
    boxes = [hull_box(scene.camera, scene.ships[key]) for key in row if key in scene.ships]
    if not boxes:
        return own
    room, at = scene.theme.px(HEAD), scene.camera.to_screen(*ship.at)
    near, wide = (boxes[0].unionall(boxes[1:]).inflate(2 * away, 2 * away) for away in (0, room))
    places = [*beside(near, size), *beside(wide, size)]
    return [*sorted(places, key=lambda place: math.dist(place.clamp(near).center, at)), *own]


def within(places: list[pygame.Rect], clear: pygame.Rect) -> list[pygame.Rect]:
    """Places for words, and after them the same moved to where all of them are seen."""
    return [*places, *(place.clamp(clear) for place in places)]


def cut(place: pygame.Rect, clear: pygame.Rect) -> bool:
    """Whether only a part of some words is seen."""
    return bool(clear.colliderect(place)) and not clear.contains(place)


def taken(scene: Scene) -> list[pygame.Rect]:
    """What words keep clear of: ships, the ship at the end of a plan, what is clicked to steer."""
    overlay = scene.marks.overlay
    lying = [*scene.ships.values(), *([marks.lying(scene, overlay.ghost)] if overlay.ghost else [])]
    found = [room for ship in lying for room in rooms(scene.camera, ship)]
    found += map(box, [*handles.handles(scene), *handles.slots(scene)])
    return found + [
        pygame.Rect(0, 0, HEAD, HEAD).move(end[0] - HEAD // 2, end[1] - HEAD // 2) for end in marks.ends(scene)
    ]


def words(scene: Scene) -> list[pygame.Rect]:
    """The words in hexes, on which no other words may lie."""
    return [box(one) for one in inscriptions.labels(scene)]


def wanted(scene: Scene, ship: Placed) -> bool:
    """Whether a ship is named."""
    if ship.key == scene.marks.selected or scene.shown.labels == "all" or ship.key in scene.marks.overlay.noted:
        return True
    return scene.shown.labels == "auto" and not scene.far


def chips(scene: Scene, named: Sequence[pygame.Rect], origin: tuple[int, int], size: tuple[int, int]) -> list[Placing]:
    """The chips beside their hexes, clear of plates, of each other, and of what panels lie upon.

    Facts for which there is no room are left out; plans and refusals never are.
    """
    asked = _chips(scene)
    if not asked:
        return []
    crowd, found = Crowd([*named, *words(scene), *covered(scene, origin, size)], taken(scene)), []
    window = pygame.Rect((-origin[0], -origin[1]), size)
    for chip, about in asked:
        drawn = _chip(chip, scene.theme)
        spots = beside(about, drawn.get_size())
        clear = free(scene, origin, size)
        spots = [*within(spots, clear), *away(about, drawn.get_size())] if window.colliderect(about) else spots
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
