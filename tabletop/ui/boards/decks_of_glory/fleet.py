"""The ships in chart pixels, each with her shadow, rig and colours as one picture; those that move with their wakes."""

from collections.abc import Iterator
from itertools import pairwise

from tabletop.ui.assets import SpriteLayer, anchors, file_size, icon
from tabletop.ui.boards.battle import ship_sprites, strokes
from tabletop.ui.boards.battle.ship_sprites import Placed, flag
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, Placing, SpriteBatch
from tabletop.ui.boards.decks_of_glory.scene import Scene, sprite_layers
from tabletop.ui.boards.decks_of_glory.ship_places import MODELS
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.frame_budget import run_to_end
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
