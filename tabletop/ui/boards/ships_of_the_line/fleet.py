"""The ships in the order in which they are drawn: wakes, shadows, hulls and rig, ropes, colours, fire and smoke.

The wake of a ship that lies where she is belongs to the water, see `ground`.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, fields, replace
from operator import attrgetter

import pygame

from tabletop.games.ships_of_the_line.state import Ship
from tabletop.ui.assets import Layer
from tabletop.ui.boards.battle.bodies import shaded, wake
from tabletop.ui.boards.battle.chart import Placing, charted, origin
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.sheaf import Sheaf, box
from tabletop.ui.boards.battle.weather import glow, smoke
from tabletop.ui.boards.ships_of_the_line import aloft, ropes
from tabletop.ui.boards.ships_of_the_line.models import layers, placed, under_way, zoom_of
from tabletop.ui.boards.ships_of_the_line.scene import SHOWN_GONE, Scene, visible

AROUND = 300
"""Pixels beyond the view in which ships are made ready too."""


@dataclass(frozen=True)
class Pictures:
    """What is drawn of one ship, from the lowest to the topmost, in chart pixels: those of a camera at the origin."""

    wake: tuple[Placing, ...] = ()
    body: tuple[Placing, ...] = ()
    """Shadow, hull, rig and colours in one."""
    flames: tuple[Placing, ...] = ()
    smoke: tuple[Placing, ...] = ()

    @property
    def kinds(self) -> tuple[tuple[Placing, ...], ...]:
        """All kinds in their order."""
        return self.wake, self.body, self.flames, self.smoke

    @property
    def all(self) -> tuple[Placing, ...]:
        """The pictures of all kinds."""
        return self.wake + self.body + self.flames + self.smoke

    def moved(self, dx: int, dy: int) -> "Pictures":
        """The same elsewhere."""
        return Pictures(*(tuple((drawn, (x + dx, y + dy)) for drawn, (x, y) in kind) for kind in self.kinds))


KINDS, ABOVE = 4, 2
"""How many kinds there are, and the first that is drawn above the ropes."""
RING_ROOM = 75
"""Pixels from the middle of a small ship within which her ring and its arrow lie."""


class Fleet:
    """Keeps the pictures of each ship until she, the wind or the scale changes."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], Ship, Pictures]] = {}
        self._seen: _Seen | None = None

    def paint(self, surface: pygame.Surface, scene: Scene, pieces: Sequence[pygame.Rect]) -> None:
        """Draw the ships that were mustered and reach into pieces of the surface, and all that belongs to them."""
        seen, shift = self._seen, origin(scene.camera)
        if seen is None:
            return
        for sheaf in seen.sheaves[:ABOVE]:
            sheaf.paint(surface, pieces, shift)
        if seen.roped:
            ropes.paint(surface, scene, seen.ships)
        for sheaf in seen.sheaves[ABOVE:]:
            sheaf.paint(surface, pieces, shift)

    def sail(self, scene: Scene, keys: Set[str]) -> list[pygame.Rect]:
        """Ships lie elsewhere, and that is all: what they covered and cover, with rings and arrows; none if unknown."""
        seen = self._seen
        if seen is None or not seen.reaches(scene) or not keys <= seen.ships.keys():
            return []
        moving = {one.ship: one for one in scene.shown.afloat}
        shift, chart = origin(scene.camera), Scene(scene.state, charted(scene.camera), scene.shown, scene.sprites)
        boxes = [one for key in keys for one in seen.boxes(key)]
        for key in keys:
            ship = placed(scene.state, key, moving)
            seen.put(ship, self._pictures(chart, ship, key in moving))
        seen.shown = scene.shown
        boxes += [one for key in keys for one in seen.boxes(key)]
        return [one.move(shift) for one in boxes]

    def muster(self, scene: Scene) -> "_Seen":
        """Have the pictures of all ships in view ready."""
        if self._seen is None or not (self._seen.reaches(scene) and self._seen.shows(scene.shown)):
            # of a new scale only what is seen is made ready: many a scale is left before the view is moved
            same = self._seen is not None and self._seen.scale == scene.camera.scale
            wide = replace(scene, camera=scene.camera.grown(AROUND if same else 0))
            chart = replace(scene, camera=charted(scene.camera))
            ships, moving = {one.key: one for one in visible(wide)}, {one.ship for one in scene.shown.afloat}
            each = {key: self._pictures(chart, one, key in moving) for key, one in ships.items()}
            self._seen = _Seen(wide, ships, each)
        return self._seen

    def _pictures(self, chart: Scene, ship: Placed, moves: bool) -> Pictures:
        """Her pictures; while she moves she is put on whole pixels, so that they serve from one frame to the next."""
        if not moves:
            return self._known(chart, ship, way=False)
        x, y = chart.camera.to_screen(*ship.at)
        way = under_way(chart.state, ship.key)
        return self._known(chart, replace(ship, at=(0.0, 0.0)), way=way).moved(round(x), round(y))

    def _known(self, chart: Scene, ship: Placed, *, way: bool) -> Pictures:
        """Her pictures, with a wake if she makes way."""
        marks = chart.state.ships[ship.key]
        token = (ship, chart.camera.scale, chart.state.wind.origin, chart.state.turn, way, *_flicker(chart, marks))
        kept = self._kept.get(ship.key)
        if kept is None or kept[1] is not marks or kept[0] != token:
            kept = (token, marks, _drawn(chart, ship, way))
            self._kept[ship.key] = kept
        return kept[2]


class _Seen:
    """The pictures of all ships in a view and somewhat around it, sorted by kind, with what is not any ship's."""

    def __init__(self, wide: Scene, ships: dict[str, Placed], each: dict[str, Pictures]) -> None:
        self._wide, self._bounds, self.shown = wide, wide.camera.bounds, wide.shown
        self.ships, self.each = ships, each
        self.roped = ropes.any_to_draw(wide.state)
        self._sort()

    def _sort(self) -> None:
        self.sheaves = _sorted(replace(self._wide, camera=charted(self._wide.camera)), self.each.values())
        self._first: dict[str, tuple[int, ...]] = {}
        counts = [0] * KINDS
        for key, one in self.each.items():
            self._first[key] = tuple(counts)
            counts = [count + len(kind) for count, kind in zip(counts, one.kinds, strict=True)]

    def put(self, ship: Placed, pictures: Pictures) -> None:
        """A ship lies elsewhere."""
        old, self.ships[ship.key], self.each[ship.key] = self.each[ship.key], ship, pictures
        if [*map(len, old.kinds)] != [*map(len, pictures.kinds)]:
            self._sort()
            return
        for sheaf, first, kind in zip(self.sheaves, self._first[ship.key], pictures.kinds, strict=True):
            sheaf.put(first, kind)

    def boxes(self, key: str) -> list[pygame.Rect]:
        """What the pictures of a ship cover, and what a ring and an arrow may, in chart pixels."""
        ship, scale = self.ships[key], self._wide.camera.scale
        room = round(max(RING_ROOM, ship.length * scale))
        ringed = pygame.Rect(round(ship.at[0] * scale) - room, round(-ship.at[1] * scale) - room, 2 * room, 2 * room)
        return [ringed, *(box(one) for one in self.each[key].all)]

    def shows(self, shown: Presentation) -> bool:
        """Whether this is what is shown."""
        return self.shown is shown or self.shown == shown

    @property
    def scale(self) -> float:
        """Pixels to a table unit."""
        return self._wide.camera.scale

    def reaches(self, scene: Scene) -> bool:
        """Whether all that a view shows is here, but for what moves."""
        if scene.state is not self._wide.state or scene.camera.scale != self._wide.camera.scale:
            return False
        west, south, east, north = self._bounds
        left, bottom, right, top = scene.camera.bounds
        return west <= left and right <= east and south <= bottom and top <= north


def _sorted(chart: Scene, each: Iterable[Pictures]) -> tuple[Sheaf, ...]:
    ships = [one.kinds for one in each]
    kinds = [[picture for one in ships for picture in one[number]] for number in range(KINDS)]
    kinds[-1] += [smoke(chart.sprites, chart.camera, puff) for puff in chart.shown.puffs]
    kinds[-1] += [glow(chart.camera, flash) for flash in chart.shown.glows]
    kinds[-1] += [aloft.falling(chart, fall) for fall in chart.shown.falls if aloft.stepped(chart, fall)]
    return tuple(map(Sheaf, kinds))


_all_but_way = attrgetter(*(field.name for field in fields(Presentation) if field.name != "afloat"))


def sailed(before: Presentation, after: Presentation) -> frozenset[str]:
    """The ships that lie elsewhere, if what is presented differs in nothing else."""
    if _all_but_way(before) != _all_but_way(after):
        return frozenset()
    return frozenset(one.ship for one in set(before.afloat) ^ set(after.afloat))


def _flicker(chart: Scene, ship: Ship) -> tuple[object, ...]:
    return (chart.shown.smoke, chart.shown.frame if ship.fires else 0)


def _drawn(chart: Scene, ship: Placed, way: bool) -> Pictures:
    if ship.alpha < 255:
        return Pictures(body=(_faded(chart, ship),))
    if chart.state.ships[ship.key].status in SHOWN_GONE:
        return Pictures(body=(_shaded(chart, ship, ()),))
    return Pictures(
        (wake(chart.sprites, chart.camera.to_screen(*ship.at), chart.length(ship), ship.heading),) if way else (),
        (_shaded(chart, ship, aloft.colours(chart, ship)),),
        tuple(aloft.flames(chart, ship)),
        tuple(smoke(chart.sprites, chart.camera, puff) for puff in aloft.lingering(chart, ship)),
    )


def _shaded(scene: Scene, ship: Placed, aloft_: Sequence[Placing]) -> Placing:
    """Her hull and rig with her shadow and colours."""
    sprite = scene.sprites.turned(*_sprite(scene, ship), ship.heading)
    return shaded(sprite, scene.camera.to_screen(*ship.at), scene.length(ship), aloft_)


def _sprite(scene: Scene, ship: Placed) -> tuple[tuple[Layer, ...], float]:
    card = scene.card(ship)
    files = layers(card, scene.state.ships[ship.key], scene.state.wind.origin, ship.heading)
    return files, zoom_of(card, scene.length(ship))


def _faded(scene: Scene, ship: Placed) -> Placing:
    files, zoom = _sprite(scene, ship)
    return scene.sprites.faded(files, zoom, ship.heading, ship.alpha).at(*scene.camera.to_screen(*ship.at))
