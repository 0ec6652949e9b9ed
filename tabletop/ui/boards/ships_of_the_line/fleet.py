"""The ships in the order in which they are drawn: wakes, shadows, hulls and rig, ropes, colours, fire and smoke."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, fields, replace

import pygame

from tabletop.games.ships_of_the_line.state import Ship
from tabletop.ui.assets import Layer, anchors
from tabletop.ui.boards.ships_of_the_line import aloft, ropes
from tabletop.ui.boards.ships_of_the_line.models import Placed, layers, placed, under_way, zoom_of
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.boards.ships_of_the_line.scene import SHOWN_GONE, Placing, Scene, blit, charted, origin, visible

AROUND = 300
"""Pixels beyond the view in which ships are made ready too."""
SHADOW = (5.0, 8.0)
"""Where a shadow falls for a hull of `SHADOW_HULL` pixels."""
SHADOW_HULL = 116


@dataclass(frozen=True)
class Pictures:
    """What is drawn of one ship, from the lowest to the topmost, in chart pixels: those of a camera at the origin."""

    wake: tuple[Placing, ...] = ()
    body: tuple[Placing, ...] = ()
    """Shadow, hull, rig and colours in one."""
    flames: tuple[Placing, ...] = ()
    smoke: tuple[Placing, ...] = ()


KINDS = tuple(field.name for field in fields(Pictures))
ABOVE = KINDS.index("flames")
"""The first kind that is drawn above the ropes."""


RING_ROOM = 75
"""Pixels from the middle of a small ship within which her ring and its arrow lie."""


class Fleet:
    """Keeps the pictures of each ship until she, the wind or the scale changes."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], Ship, Pictures]] = {}
        self._seen: _Seen | None = None

    @property
    def ships(self) -> Set[str]:
        """Those that were last drawn."""
        return self._seen.ships.keys() if self._seen else frozenset()

    def paint(self, surface: pygame.Surface, scene: Scene) -> None:
        """Draw the ships in view and all that belongs to them."""
        seen = self._gathered(scene)
        shift = origin(scene.camera)
        for pictures in seen.below:
            blit(surface, pictures, shift)
        if seen.roped:
            ropes.paint(surface, scene, seen.ships)
        for pictures in seen.above:
            blit(surface, pictures, shift)

    def boxes(self, scene: Scene, keys: Iterable[str]) -> list[pygame.Rect]:
        """What the pictures of these ships cover, and what their rings and arrows may."""
        seen, shift = self._gathered(scene), origin(scene.camera)
        found = []
        for key in keys:
            room = round(max(RING_ROOM, scene.length(seen.ships[key])))
            x, y = scene.camera.to_screen(*seen.ships[key].at)
            found.append(pygame.Rect(round(x) - room, round(y) - room, 2 * room, 2 * room))
            pictures = [one for kind in KINDS for one in getattr(seen.each[key], kind)]
            found += [drawn.get_rect(topleft=at).move(shift) for drawn, at in pictures]
        return found

    def _gathered(self, scene: Scene) -> "_Seen":
        if self._seen is None or not self._seen.serves(scene):
            moved = self._seen.moved(scene) if self._seen else None
            if self._seen is None or moved is None:
                wide = replace(scene, camera=scene.camera.grown(AROUND))
                ships = {one.key: one for one in visible(wide)}
                each: dict[str, Pictures] = {}
            else:
                wide, afloat = (
                    replace(self._seen.wide, shown=scene.shown),
                    {one.ship: one for one in scene.shown.afloat},
                )
                ships = {**self._seen.ships, **{key: placed(scene.state, key, afloat) for key in moved}}
                each = {key: self._seen.each[key] for key in ships if key not in moved}
            chart = replace(scene, camera=charted(scene.camera))
            each = {key: each.get(key) or self._pictures(chart, one) for key, one in ships.items()}
            self._seen = _seen(wide, chart, ships, each)
        return self._seen

    def _pictures(self, chart: Scene, ship: Placed) -> Pictures:
        marks = chart.state.ships[ship.key]
        way = under_way(chart.state, ship.key)
        token = (ship, chart.camera.scale, chart.state.wind.origin, chart.state.turn, way, *_flicker(chart, marks))
        kept = self._kept.get(ship.key)
        if kept is None or kept[1] is not marks or kept[0] != token:
            kept = (token, marks, _drawn(chart, ship, way))
            self._kept[ship.key] = kept
        return kept[2]


def _seen(wide: Scene, chart: Scene, ships: dict[str, Placed], each: dict[str, Pictures]) -> "_Seen":
    """The pictures of ships sorted by kind, with what is not any ship's."""
    kinds = [[picture for one in each.values() for picture in getattr(one, kind)] for kind in KINDS]
    kinds[-1] += [aloft.smoke(chart, puff) for puff in chart.shown.puffs]
    kinds[-1] += [aloft.glow(chart, glow) for glow in chart.shown.glows]
    kinds[3] += [aloft.falling(chart, fall) for fall in chart.shown.falls if aloft.stepped(chart, fall)]
    return _Seen(wide, ships, each, tuple(kinds[:3]), tuple(kinds[3:]), ropes.any_to_draw(chart.state))


@dataclass(frozen=True)
class _Seen:
    """The pictures of all ships in a view and somewhat around it, in the order in which they are drawn."""

    wide: Scene
    ships: dict[str, Placed]
    each: dict[str, Pictures]
    below: tuple[list[Placing], ...]
    above: tuple[list[Placing], ...]
    roped: bool

    def serves(self, scene: Scene) -> bool:
        """Whether these are the pictures for another view as well."""
        return self._reaches(scene) and scene.shown == self.wide.shown

    def moved(self, scene: Scene) -> frozenset[str] | None:
        """The ships that lie elsewhere in another view if that is all that sets it apart; else None."""
        keys = sailed(self.wide.shown, scene.shown) if self._reaches(scene) else None
        return keys if keys is not None and keys <= self.ships.keys() else None

    def _reaches(self, scene: Scene) -> bool:
        if scene.state is not self.wide.state or scene.camera.scale != self.wide.camera.scale:
            return False
        west, south, east, north = self.wide.camera.bounds
        left, bottom, right, top = scene.camera.bounds
        return west <= left and right <= east and south <= bottom and top <= north


def sailed(before: Presentation, after: Presentation) -> frozenset[str] | None:
    """The ships that lie elsewhere, if what is presented differs in nothing else; else None."""
    if replace(before, afloat=()) != replace(after, afloat=()):
        return None
    return frozenset(one.ship for one in set(before.afloat) ^ set(after.afloat))


def _flicker(chart: Scene, ship: Ship) -> tuple[object, ...]:
    return (chart.shown.smoke, chart.shown.frame if ship.fires else 0)


def _drawn(chart: Scene, ship: Placed, way: bool) -> Pictures:
    parts = [_shadow(chart, ship), _hull(chart, ship)]
    if ship.alpha < 255:
        return Pictures(body=(parts[1],))
    if chart.state.ships[ship.key].status in SHOWN_GONE:
        return Pictures(body=(_merged(parts),))
    return Pictures(
        (_wake(chart, ship),) if way else (),
        (_merged([*parts, *aloft.colours(chart, ship)]),),
        tuple(aloft.flames(chart, ship)),
        tuple(aloft.smoke(chart, puff) for puff in aloft.lingering(chart, ship)),
    )


def _merged(parts: Sequence[Placing]) -> Placing:
    """Several pictures as one: fewer and smaller than apart, for what lies under is drawn only here."""
    boxes = [drawn.get_rect(topleft=at) for drawn, at in parts]
    whole = boxes[0].unionall(boxes[1:])
    merged = pygame.Surface(whole.size, pygame.SRCALPHA)
    blit(merged, parts, (-whole.x, -whole.y))
    return merged, whole.topleft


def _sprite(scene: Scene, ship: Placed) -> tuple[tuple[Layer, ...], float]:
    card = scene.card(ship)
    files = layers(card, scene.state.ships[ship.key], scene.state.wind.origin, ship.heading)
    return files, zoom_of(card, scene.length(ship))


def _hull(scene: Scene, ship: Placed) -> Placing:
    files, zoom = _sprite(scene, ship)
    at = scene.camera.to_screen(*ship.at)
    if ship.alpha < 255:
        return scene.sprites.faded(files, zoom, ship.heading, ship.alpha).at(*at)
    return scene.sprites.turned(files, zoom, ship.heading).at(*at)


def _shadow(scene: Scene, ship: Placed) -> Placing:
    files, zoom = _sprite(scene, ship)
    x, y = scene.camera.to_screen(*ship.at)
    far = min(1.5, scene.length(ship) / SHADOW_HULL)
    return scene.sprites.shadow(files, zoom, ship.heading).at(x + SHADOW[0] * far, y + SHADOW[1] * far)


def _wake(scene: Scene, ship: Placed) -> Placing:
    zoom = scene.length(ship) / anchors().wake.hull
    sprite = scene.sprites.turned((Layer("wake"),), zoom, ship.heading)
    return sprite.at(*scene.camera.to_screen(*ship.at))
