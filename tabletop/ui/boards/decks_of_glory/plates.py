"""Name plates beside the ships with what is left of their strength; from far off the badges of their nations."""

from dataclasses import replace

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.label_places import Crowd, Labelled, hull_box, rooms
from tabletop.ui.boards.battle.labels import NamePlate, drawn_plate
from tabletop.ui.boards.battle.plates import Asked, Badge, Laid, named
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.decks_of_glory import annotations
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.boards.decks_of_glory.ship_places import placed_ships
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


def badge_places(scene: Scene, ship: Placed, size: tuple[int, int]) -> list[pygame.Rect]:
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


def plate_of(scene: Scene, key: str) -> NamePlate:
    """The plate of a ship as she is."""
    ship, vessel = scene.state.ships[key], scene.state.fleet[key]
    flown, selected = (vessel.nation,), key == scene.marks.selected
    if ship.status == "derelict":
        return NamePlate(vessel.name, flown, (("struck", 0),), selected, lost=True, points="derelict")
    points = str(vessel.points) if ship.strength == vessel.points else f"{ship.strength}/{vessel.points}"
    held = ("grapple",) if scene.lying.entangled(key) else ()
    still = ("irons",) if key in scene.lying.in_irons else ()
    return NamePlate(
        vessel.name, flown, tuple((one, 0) for one in (*held, *still)), selected, lost=False, points=points
    )


def asked(scene: Scene) -> Asked:
    """What is asked of the plates: the chosen ship never goes without."""
    marks = scene.marks
    return Asked(marks.selected, (marks.selected,), of=(marks.overlay, marks.fanned))


def laid(chart: Scene, _asked: Asked) -> Laid:
    """The plates of the ships that are named, and the badges of those and of all that are seen from far off.

    The chosen ship chooses her place first, and those in rows, which have least room, last.
    """
    scene = replace(chart, ships=placed_ships(chart.state, chart.marks.fanned))
    hulls = {key: rooms(scene.camera, ship) for key, ship in scene.ships.items()}
    words = [name.places[0] for name in annotations.hex_words(scene).values()]
    crowd, names, badges = Crowd([], [*annotations.taken(scene), *words]), {}, {}
    chosen, entangled = scene.marks.selected, scene.lying.entangled
    for ship in sorted(scene.ships.values(), key=lambda ship: (ship.key != chosen, entangled(ship.key))):
        if is_named := wanted(scene, ship):
            drawn = drawn_plate(plate_of(scene, ship.key), scene.theme)
            names[ship.key] = named(drawn, _about(scene, ship, hulls), crowd)
        if is_named or scene.far:
            drawn = badge(scene, ship.key)
            badges[ship.key] = Badge(drawn, badge_places(scene, ship, drawn.get_size()))
    return Laid(names, crowd.ships, {key: ship.at for key, ship in scene.ships.items()}, badges)


def _about(scene: Scene, ship: Placed, hulls: dict[str, list[pygame.Rect]]) -> tuple[Labelled, ...]:
    """Beside what her plate may stand: her hull, and the row in which she lies."""
    own = tuple(hulls[ship.key])
    others = tuple(box for key, boxes in hulls.items() if key != ship.key for box in boxes)
    row = next((row for row in scene.lying.rows if ship.key in row), ())
    boxes = [hull_box(scene.camera, scene.ships[key]) for key in row if key in scene.ships]
    around = [hull_box(scene.camera, ship), *(boxes[0].unionall(boxes[1:]) for _ in boxes[:1])]
    return tuple(Labelled(box, own, others) for box in around)


def wanted(scene: Scene, ship: Placed) -> bool:
    """Whether a ship is named."""
    if ship.key == scene.marks.selected or scene.shown.labels == "all" or ship.key in scene.marks.overlay.noted:
        return True
    return scene.shown.labels == "auto" and not scene.far
