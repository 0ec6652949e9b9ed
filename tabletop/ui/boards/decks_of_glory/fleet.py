"""Ships on the hex map: pictures with wakes and colours, name plates, badges, and what they have lost."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

import msgspec
import pygame

from tabletop.core.events import Event
from tabletop.games.decks_of_glory.corrections import ShipCorrected
from tabletop.games.decks_of_glory.model import ON_MAP, State
from tabletop.ui.assets import SpriteLayer, anchors, file_size, icon
from tabletop.ui.boards.battle import ship_sprites, strokes
from tabletop.ui.boards.battle.harm import Harm, Toll, beside, figure
from tabletop.ui.boards.battle.label_layout import Names
from tabletop.ui.boards.battle.label_places import Crowd, Labelled, NameLabel, keep_name, place_name
from tabletop.ui.boards.battle.labels import NamePlate, drawn_plate
from tabletop.ui.boards.battle.plates import Asked, Badge, Laid
from tabletop.ui.boards.battle.ship_sprites import Placed, flag, hull_box, rooms
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, Placing, SpriteBatch
from tabletop.ui.boards.decks_of_glory import annotations
from tabletop.ui.boards.decks_of_glory.projection import MODELS, placed_ships
from tabletop.ui.boards.decks_of_glory.scene import Scene, sprite_layers
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.frame_budget import SHORT_MS, Steps, run_to_end
from tabletop.ui.picture_cache import PictureCache, picture_bytes

BUDGET = 8 * 1024 * 1024
"""Bytes of bodies that are kept."""
OPAQUE = 255
FLAG_LEAST, FLAG_MOST = 0.24, 0.8
"""Limits of the magnification of ensigns."""
ENSIGN = 24
"""Pixels of hull below which the badge alone tells her nation."""
CLOTH = 4
"""Flags turn with the wind in steps of so many degrees."""
ANCHOR, SMALL_ANCHOR = 24, 0.36
"""The sign between ships that are entangled: design pixels, and what it is at most of the side of a hex."""
SEEN = 30
"""Design pixels to a side of a hex from which that sign is drawn."""


class Fleet:
    """Keeps the pictures of the ships where they lie, so that only of one that moves anything is found out anew."""

    def __init__(self) -> None:
        self._bodies: PictureCache[Placing] = PictureCache(BUDGET, lambda placing: picture_bytes(placing[0]))
        self._of: tuple[object, ...] = ()
        self._kept: dict[str, tuple[Placed, Placing, Placing | None]] = {}
        self._ships: dict[str, Placed] = {}
        self._seen: list[tuple[Placed, Placing, Placing | None]] = []
        """What was made of these ships."""

    def bodies(self, scene: Scene) -> list[Placing]:
        """Each ship with her shadow, rig and colours."""
        return [body for _, body, _ in self._all(scene)]

    def wakes(self, scene: Scene) -> list[Placing]:
        """The wakes of ships that move."""
        return [wake for _, _, wake in self._all(scene) if wake]

    def bound(self, scene: Scene, bodies: SpriteBatch, wakes: SpriteBatch, key: str) -> Iterator[AttachedSprite]:
        """What goes with a ship, of what these two batches hold of all."""
        drawn = self._all(scene)
        yield AttachedSprite(bodies, [ship.key for ship, _, _ in drawn].index(key))
        with_wakes = [ship.key for ship, _, wake in drawn if wake]
        if key in with_wakes:
            yield AttachedSprite(wakes, with_wakes.index(key))

    def _all(self, scene: Scene) -> list[tuple[Placed, Placing, Placing | None]]:
        of = (scene.state, scene.camera.scale, scene.marks.wind)
        if of != self._of:
            self._of, self._kept = of, {}
        elif scene.ships is self._ships:
            return self._seen
        for key, ship in scene.ships.items():
            kept = self._kept.get(key)
            if kept is None or kept[0] is not ship:
                self._kept[key] = (ship, self._body(scene, ship), _wake(scene, ship))
        self._ships, self._seen = scene.ships, [self._kept[key] for key in scene.ships]
        return self._seen

    def _body(self, scene: Scene, ship: Placed) -> Placing:
        """The picture of a ship where she is; ships that look alike share theirs."""
        vessel, marks = scene.state.fleet[ship.key], scene.state.ships[ship.key]
        files = sprite_layers(vessel, marks, scene.marks.wind, ship.heading)
        colours, downwind = _colours(scene, ship), round((scene.marks.wind + 180) / CLOTH) * CLOTH % 360
        key = (files, round(scene.length(ship), 2), ship.heading, colours, downwind, ship.alpha)
        drawn, (left, top) = self._bodies.made(key, lambda: _drawn(scene, ship, files, colours, downwind))
        x, y = scene.camera.to_screen(*ship.at)
        return drawn, (round(x) + left, round(y) + top)


def _wake(scene: Scene, ship: Placed) -> Placing | None:
    moves = any(one.ship == ship.key for one in scene.shown.afloat)
    if not moves or ship.alpha < OPAQUE or ship.key not in scene.lying.making_way:
        return None
    at = scene.camera.to_screen(*ship.at)
    return run_to_end(ship_sprites.wake(scene.sprites, at, scene.length(ship), ship.heading))


def anchors_between(scene: Scene) -> list[Placing]:
    """A sign between each two neighbours of a row."""
    if scene.side < SEEN:
        return []
    sign = icon("marker_grapple", min(scene.theme.px(ANCHOR), round(SMALL_ANCHOR * scene.camera.scale)))
    half = sign.get_width() // 2
    found = []
    for one, other in _neighbours(scene):
        (x0, y0), (x1, y1) = scene.camera.to_screen(*one.at), scene.camera.to_screen(*other.at)
        found.append((sign, (round((x0 + x1) / 2) - half, round((y0 + y1) / 2) - half)))
    return found


def _neighbours(scene: Scene) -> list[tuple[Placed, Placed]]:
    """Ships that lie next to each other in a row, those on their way left out."""
    moving = {one.ship for one in scene.shown.afloat}
    rows = ([scene.ships[key] for key in row if key not in moving] for row in scene.lying.rows)
    return [pair for row in rows for pair in pairwise(row)]


def _colours(scene: Scene, ship: Placed) -> str:
    if scene.state.ships[ship.key].status == "derelict":
        return "white"
    return NATIONS[scene.state.fleet[ship.key].nation]


def _drawn(scene: Scene, ship: Placed, files: tuple[SpriteLayer, ...], colours: str, downwind: int) -> Placing:
    """Her picture with her middle at (0, 0)."""
    length = scene.length(ship)
    zoom = length / anchors().models[MODELS[scene.state.fleet[ship.key].rate]].hull[0]
    if ship.alpha < OPAQUE:
        return scene.sprites.faded(files, zoom, ship.heading, ship.alpha).at(0, 0)
    sprite = scene.sprites.turned(files, zoom, ship.heading)
    hoist = strokes.along((0.0, 0.0), ship.heading + 180, length / 2)
    if length < ENSIGN and colours != "white":
        return ship_sprites.shaded(sprite, (0, 0), length, ())
    name = f"ensign_{colours}"
    size = max(FLAG_LEAST, min(FLAG_MOST, zoom * 0.9, 44 / file_size(name)[0]))
    return ship_sprites.shaded(sprite, (0, 0), length, [flag(scene.sprites, name, hoist, size, downwind)])


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


def stretch(state: State) -> tuple[int, bool]:
    """What is the same from the guns of a turn to the initiative of the next, and else as long as a turn lasts."""
    before = state.phase in ("wind", "initiative")
    return state.turn - before, before or state.phase in ("gunnery", "boarding", "striking")


def lost(began: State, state: State) -> dict[str, Toll]:
    """What each ship that is still on the map has lost since."""
    found = {}
    for key, ship in state.ships.items():
        hurt = began.ships[key].strength - ship.strength
        if hurt > 0 and ship.status in ON_MAP:
            found[key] = Toll(hurt, ("derelict",) if ship.status == "derelict" else (), called="")
    return found


def put_right(began: State, before: State, event: Event) -> State:
    """How it began, had strength that was put right been so from the start (C-9)."""
    if not isinstance(event, ShipCorrected) or event.strength == before.ships[event.ship].strength:
        return began
    ship, by = began.ships[event.ship], event.strength - before.ships[event.ship].strength
    return msgspec.structs.replace(
        began, ships={**began.ships, event.ship: msgspec.structs.replace(ship, strength=ship.strength + by)}
    )


def figures(scene: Scene) -> list[Placing]:
    """The figures at the hulls."""
    harms = [one for one in scene.marks.overlay.harms if one.ship in scene.ships]
    return beside(scene, [(scene.ships[one.ship], _drawn_figure(scene, one)) for one in harms], scene.ships.values())


def _drawn_figure(scene: Scene, harm: Harm) -> pygame.Surface:
    small = scene.far or scene.lying.entangled(harm.ship)
    return figure(harm.figure, scene.theme, fresh=harm.fresh and not small, vain=False, far=small)
