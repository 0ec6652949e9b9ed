"""The ships in drawing order: wakes, hanging smoke, hulls and rig, ropes, flags, fire, puffs.

The wakes of ships that do not move belong to the water, see `water`.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import pygame

from tabletop.games.ships_of_the_line.ship import Broadside, Ship
from tabletop.ui.assets import SpriteLayer
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.ship_sprites import Placed, glow, shaded, smoke, wake
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, Placing, SpriteBatch, all_but_way, box, charted
from tabletop.ui.boards.ships_of_the_line import boarders, effects, flags, gunsmoke
from tabletop.ui.boards.ships_of_the_line.scene import (
    SHOWN_GONE,
    SeaScene,
    has_wake,
    list_visible_ships,
    sprite_layers,
    zoom_of,
)
from tabletop.ui.frame_budget import SHORT_MS, Steps, run_to_end

RIG = 62
"""Opacity of the rig above a fight on deck."""
SEEN = 4
"""Width in pixels below which puffs are left out."""
AROUND = 300
"""Pixels beyond the view in which ships are prepared too."""


class ShipPictures(NamedTuple):
    """The pictures of one ship from the lowest to the topmost, in chart pixels."""

    wake: tuple[Placing, ...] = ()
    body: tuple[Placing, ...] = ()
    """Shadow, hull, rig and colours in one."""
    flames: tuple[Placing, ...] = ()
    smoke: tuple[Placing, ...] = ()

    def shift_by(self, dx: int, dy: int) -> "ShipPictures":
        """Return the pictures moved by (`dx`, `dy`) pixels."""
        return ShipPictures(*[tuple([(drawn, (x + dx, y + dy)) for drawn, (x, y) in kind]) for kind in self])


KINDS, ABOVE = len(ShipPictures._fields), 2
"""Number of kinds of pictures, and the first kind that is drawn above the ropes."""
RING_ROOM = 75
"""Pixels from the center of a small ship within which its ring and arrow lie."""


class Fleet:
    """A cache of the pictures of each ship, kept until ship, wind or scale changes."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], Ship, ShipPictures]] = {}
        self._clouds: dict[tuple[Placed, Broadside], tuple[Placing, ...]] = {}
        self._clouds_of: tuple[object, ...] = ()
        self._seen: VisibleFleet | None = None

    def sail(self, scene: SeaScene, keys: Set[str]) -> list[pygame.Rect]:
        """Ships in the view lie elsewhere: what they covered and cover, chart pixels; none if one is unknown."""
        seen = self._seen
        if seen is None or not keys <= seen.ships.keys():
            return []
        touched = []
        for key in keys:
            ship = scene.placed(key)
            touched += seen.put(ship, self._pictures(seen.chart, ship, key in scene.moving))
        seen.shown = scene.shown
        return touched

    def keep_on(self, shown: Presentation, ships: Iterable[Placed]) -> None:
        """Ships lie elsewhere, and what goes with them is there already."""
        if self._seen is not None:
            self._seen.shown = shown
            self._seen.ships |= {ship.key: ship for ship in ships}

    def prepare(self, scene: SeaScene) -> "VisibleFleet":
        """Prepare the pictures of all ships in view at once; see `preparing`."""
        return run_to_end(self.preparing(scene))

    def preparing(self, scene: SeaScene) -> Steps["VisibleFleet"]:
        """Prepare the pictures of all ships in view, ship by ship."""
        if self._seen is None or not (self._seen.reaches(scene) and self._seen.shows(scene.shown)):
            # of a new scale only what is seen is made ready: many a scale is left before the view is moved
            same = self._seen is not None and self._seen.scale == scene.camera.scale
            wide = replace(scene, camera=scene.camera.grown(AROUND if same else 0))
            chart = replace(scene, camera=charted(scene.camera))
            ships = {one.key: one for one in list_visible_ships(wide)}
            each = dict[str, ShipPictures]()
            for key, one in ships.items():
                yield from self._drawing(chart, one)
                each[key] = self._pictures(chart, one, key in scene.moving)
                yield SHORT_MS
            self._seen = VisibleFleet(wide, chart, ships, each, self._smoke(chart))
        return self._seen

    def _drawing(self, chart: SeaScene, ship: Placed) -> Steps[None]:
        """Draw the hull and rig of a ship step by step, unless they are kept for this scale."""
        kept = self._kept.get(ship.key)
        if kept is None or kept[0][1] != chart.camera.scale:
            yield from chart.sprites.drawing(*_find_sprite(chart, ship), ship.heading)

    def _smoke(self, chart: SeaScene) -> list[Placing]:
        """Return the smoke that hangs where ships fired."""
        of = (chart.camera.scale, chart.state.turn, chart.state.wind.origin)
        if of != self._clouds_of:
            self._clouds, self._clouds_of = {}, of
        found: list[Placing] = []
        for one in effects.list_fired_broadsides(chart):
            if one not in self._clouds:
                puffs = gunsmoke.build_hanging_smoke(chart.state, *one)
                self._clouds[one] = tuple(smoke(chart.sprites, chart.camera, puff) for puff in puffs)
            found += self._clouds[one]
        return found

    def _pictures(self, chart: SeaScene, ship: Placed, moves: bool) -> ShipPictures:
        """Return the pictures of a ship; a moving ship is put on whole pixels, so that they can be reused."""
        if not moves:
            return self._find_pictures(chart, ship, way=False)
        x, y = chart.camera.to_screen(*ship.at)
        way = has_wake(chart.state, ship.key)
        return self._find_pictures(chart, ship._replace(at=(0.0, 0.0)), way=way).shift_by(round(x), round(y))

    def _find_pictures(self, chart: SeaScene, ship: Placed, *, way: bool) -> ShipPictures:
        """Return the kept pictures of a ship, drawn again if anything changed; `way` adds a wake."""
        marks = chart.state.ships[ship.key]
        flicker = chart.shown.smoke, chart.shown.frame if marks.fires else 0
        hoist = flags.find_common_manner(chart.state, (ship.key,))
        wind, light = chart.state.wind.origin, chart.sprites.light
        fight = boarders.find_deck_fights(chart.state, ship.key)
        token = (ship, chart.camera.scale, wind, light, chart.state.turn, way, hoist, fight, *flicker)
        kept = self._kept.get(ship.key)
        if kept is None or kept[1] is not marks or kept[0] != token:
            kept = (token, marks, _draw_ship(chart, ship, way))
            self._kept[ship.key] = kept
        return kept[2]


class VisibleFleet:
    """The pictures of all ships in and near a view, sorted by kind, with smoke and flashes.

    Attributes:
        chart: the scene in chart pixels.
        ships: where each ship is drawn.
        shown: the presentation.
        batches: the pictures of each kind.
    """

    def __init__(
        self,
        wide: SeaScene,
        chart: SeaScene,
        ships: dict[str, Placed],
        each: dict[str, ShipPictures],
        clouds: list[Placing],
    ) -> None:
        self._wide = wide
        self._bounds = wide.camera.bounds
        self.shown = wide.shown
        self.chart = chart
        self.ships = ships
        self._clouds = clouds
        self._sort(each)

    def _sort(self, each: dict[str, ShipPictures]) -> None:
        chart, ships, near = self.chart, each.values(), SEEN / self.chart.camera.scale
        kinds = [[picture for one in ships for picture in one[number]] for number in range(KINDS)]
        kinds[0] += self._clouds  # what hangs lies low: it hides no ship
        kinds[-1] += [smoke(chart.sprites, chart.camera, puff) for puff in chart.shown.puffs if puff.width > near]
        kinds[-1] += [glow(chart.camera, flash) for flash in chart.shown.glows]
        kinds[-1] += [
            effects.place_falling_mast(chart, fall) for fall in chart.shown.falls if effects.has_mast(chart, fall)
        ]
        kinds[-1] += [effects.place_lowered_flag(chart, flag) for flag in chart.shown.lowered]
        self.batches = tuple(map(SpriteBatch, kinds))
        self._numbers: dict[str, tuple[range, ...]] = {}
        counts = [0] * KINDS
        for key, one in each.items():
            self._numbers[key] = tuple(range(count, count + len(kind)) for count, kind in zip(counts, one, strict=True))
            counts = [numbers.stop for numbers in self._numbers[key]]

    def put(self, ship: Placed, pictures: ShipPictures) -> list[pygame.Rect]:
        """A ship lies elsewhere; what her pictures covered and cover, chart pixels."""
        self.ships[ship.key] = ship
        if [*map(len, self._numbers[ship.key])] != [*map(len, pictures)]:
            old = self._lying(ship.key)
            self._sort({key: self._lying(key) for key in self._numbers} | {ship.key: pictures})
            return [box(one) for kind in (*old, *pictures) for one in kind]
        touched = []
        for batch, numbers, kind in zip(self.batches, self._numbers[ship.key], pictures, strict=True):
            if kind:
                touched += batch.put(numbers.start, kind)
        return touched

    def _lying(self, key: str) -> ShipPictures:
        """The pictures of a ship where they are."""
        kinds = zip(self.batches, self._numbers[key], strict=True)
        return ShipPictures(*(tuple(batch.pictures[one] for one in numbers) for batch, numbers in kinds))

    def bound(self, key: str) -> Iterator[AttachedSprite]:
        """What goes with a ship."""
        for batch, numbers in zip(self.batches, self._numbers[key], strict=True):
            yield from (AttachedSprite(batch, number) for number in numbers)

    def room(self, key: str) -> pygame.Rect:
        """What a ring and an arrow may cover, chart pixels."""
        ship, scale = self.ships[key], self.scale
        half = round(max(RING_ROOM, ship.length * scale))
        return pygame.Rect(round(ship.at[0] * scale) - half, round(-ship.at[1] * scale) - half, 2 * half, 2 * half)

    def shows(self, shown: Presentation) -> bool:
        """Return True if the presentation is the one that is prepared."""
        return self.shown is shown or self.shown == shown

    @property
    def scale(self) -> float:
        """Return the pixels to a UM."""
        return self._wide.camera.scale

    def reaches(self, scene: SeaScene) -> bool:
        """Return True if everything in a view is prepared, moving ships apart."""
        if scene.state is not self._wide.state or scene.camera.scale != self._wide.camera.scale:
            return False
        west, south, east, north = self._bounds
        left, bottom, right, top = scene.camera.bounds
        return west <= left and right <= east and south <= bottom and top <= north


def sailed(before: Presentation, after: Presentation) -> frozenset[str]:
    """The ships that lie elsewhere, if what is presented differs in nothing else."""
    if all_but_way(before) != all_but_way(after):
        return frozenset()
    return frozenset(one.ship for one in set(before.afloat) ^ set(after.afloat))


def _draw_ship(chart: SeaScene, ship: Placed, way: bool) -> ShipPictures:
    if ship.alpha < 255:
        return ShipPictures(body=(_draw_faded_ship(chart, ship),))
    if chart.state.ships[ship.key].status in SHOWN_GONE:
        return ShipPictures(body=(_draw_shaded_ship(chart, ship, ()),))
    return ShipPictures(
        (run_to_end(wake(chart.sprites, chart.camera.to_screen(*ship.at), chart.length(ship), ship.heading)),)
        if way
        else (),
        (
            _draw_shaded_ship(
                chart,
                ship,
                [
                    *effects.place_shot_holes(chart, ship),
                    *effects.place_ensigns(chart, ship),
                    *flags.place_hoist(chart, ship),
                ],
            ),
        ),
        tuple(effects.place_flames(chart, ship)),
        tuple(
            smoke(chart.sprites, chart.camera, puff)
            for puff in (*effects.find_fire_smoke(chart, ship), *boarders.place_men(chart, ship))
        ),
    )


def _draw_shaded_ship(scene: SeaScene, ship: Placed, flying: Sequence[Placing]) -> Placing:
    """Return hull and rig with shadow and flags; the rig is faded above a fight on deck."""
    (files, zoom), at = _find_sprite(scene, ship), scene.camera.to_screen(*ship.at)
    if boarders.shows_decks(scene, ship):
        rig = tuple(one for one in files if not one.name.startswith("hull_") and not one.name.endswith("_fallen"))
        faded = [scene.sprites.faded(rig, zoom, ship.heading, RIG).at(*at)] if rig else []
        files, flying = tuple(one for one in files if one not in rig), [*faded, *flying]
    return shaded(scene.sprites.turned(files, zoom, ship.heading), at, scene.length(ship), flying)


def _find_sprite(scene: SeaScene, ship: Placed) -> tuple[tuple[SpriteLayer, ...], float]:
    card = scene.card(ship)
    files = sprite_layers(card, scene.state.ships[ship.key], scene.state.wind.origin, ship.heading)
    return files, zoom_of(card, scene.length(ship))


def _draw_faded_ship(scene: SeaScene, ship: Placed) -> Placing:
    files, zoom = _find_sprite(scene, ship)
    return scene.sprites.faded(files, zoom, ship.heading, ship.alpha).at(*scene.camera.to_screen(*ship.at))
