"""Name plates beside the ships with what is left of their strength; from far off the badges of their nations."""

from dataclasses import replace
from functools import partial

import pygame

from tabletop.ui.assets import icon
from tabletop.ui.boards.battle.annotation_layout import Names
from tabletop.ui.boards.battle.hull_boxes import hull_box, rooms
from tabletop.ui.boards.battle.label_persistence import NameLabel, keep_name, place_name
from tabletop.ui.boards.battle.label_places import Crowd, Labelled
from tabletop.ui.boards.battle.labels import NamePlate, drawn_plate
from tabletop.ui.boards.battle.plates import Asked, Badge, Laid
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.decks_of_glory import annotations
from tabletop.ui.boards.decks_of_glory.scene import Scene
from tabletop.ui.boards.decks_of_glory.ship_places import placed_ships
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.frame_budget import SHORT_MS, Steps

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


def badged(scene: Scene, ship: Placed) -> Badge:
    """It and where it may lie, the best first: on either beam, in a row at her stern, else upon her."""
    drawn = badge(scene, ship.key)
    away = ship.beam / 2 + (max(drawn.get_size()) / 2 + 2) / scene.camera.scale
    beams = [scene.point(ship, ahead, side) for ahead in ABREAST for side in (away, -away)]
    stern = scene.point(ship, -0.5)
    spots = [stern, *beams] if scene.lying.entangled(ship.key) else [*beams, stern]
    return Badge(drawn, [drawn.get_rect(center=(round(x), round(y))) for x, y in spots])


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


def laid(chart: Scene, words: Names, before: Laid | None = None) -> Steps[Laid]:
    """The plates of the ships that are named, and the badges of those and of all that are seen from far off.

    They keep clear of the words in hexes. The chosen ship chooses her place first, and those in rows, which have least
    room, last. Each stays where it was `before` while it can.
    """
    scene = replace(chart, ships=placed_ships(chart.state, chart.marks.fanned))
    about = _about(scene)
    crowd = Crowd([], [*annotations.taken(scene), *(name.places[0] for name in words.values())])
    names, chosen, entangled = dict[str, NameLabel](), scene.marks.selected, scene.lying.entangled
    told = [ship for ship in scene.ships.values() if scene.far or wanted(scene, ship)]
    for ship in sorted(told, key=lambda ship: (ship.key != chosen, entangled(ship.key))):
        if wanted(scene, ship):
            drawn = drawn_plate(plate_of(scene, ship.key), scene.theme)
            was = before.was(ship.key, ship.key, ship.at, scene.camera.scale) if before else None
            names[ship.key] = keep_name(drawn, about[ship.key], crowd, was) or place_name(drawn, about[ship.key], crowd)
            yield SHORT_MS
    badges = {ship.key: partial(badged, scene, ship) for ship in told}
    return Laid(names, crowd.ships, {key: ship.at for key, ship in scene.ships.items()}, badges)


def _about(scene: Scene) -> dict[str, tuple[Labelled, ...]]:
    """Beside what the plate of each ship may stand: her hull, and the row in which she lies."""
    hulls = {key: hull_box(scene.camera, ship) for key, ship in scene.ships.items()}
    boxes = [(key, box) for key, ship in scene.ships.items() for box in rooms(scene.camera, ship)]
    keys, every = [key for key, _ in boxes], tuple(box for _, box in boxes)
    found = {}
    for key, hull in hulls.items():
        first, after = keys.index(key), keys.index(key) + keys.count(key)
        row = [hulls[one] for row in scene.lying.rows if key in row for one in row if one in hulls]
        beside = [hull, row[0].unionall(row[1:])] if row else [hull]
        found[key] = tuple(Labelled(one, every[first:after], every[:first] + every[after:]) for one in beside)
    return found


def wanted(scene: Scene, ship: Placed) -> bool:
    """Whether a ship is named."""
    if ship.key == scene.marks.selected or scene.shown.labels == "all" or ship.key in scene.marks.overlay.noted:
        return True
    return scene.shown.labels == "auto" and not scene.far
