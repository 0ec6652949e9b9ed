"""Draws a state from pictures that are kept, and draws only what has changed."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import pygame

from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle import sprite_batch
from tabletop.ui.boards.battle.highlight import Highlight, ring_at
from tabletop.ui.boards.battle.label_layout import AnnotationLayout, Names, viewed
from tabletop.ui.boards.battle.label_places import Crowd
from tabletop.ui.boards.battle.plates import Asked
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.battle.renderer import Renderer, same
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import AttachedSprites, Draw, SpriteBatch, origin, piled, steady
from tabletop.ui.boards.ships_of_the_line import annotations, chips, effects, overlay_layers
from tabletop.ui.boards.ships_of_the_line.fleet import ABOVE, Fleet, VisibleFleet, sailed
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, find_mood, place_moving_ship, place_ship
from tabletop.ui.boards.ships_of_the_line.ship_names import DIVISION, build_plates, find_label_requests
from tabletop.ui.boards.ships_of_the_line.water import SeaWater
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import LONG_MS, MEDIUM_MS, SHORT_MS, Steps, run_to_end
from tabletop.ui.theme import INKS


class AboveWater(NamedTuple):
    """What is drawn over the ships.

    Attributes:
        overlays: marks that are drawn anew each time; none if all of them are pictures.
        rings: the pictures of marks.
        ropes: under hulls' flags and smoke.
        words: names and plates, the lowest first.
        chips: with their lines, which run under all words.
    """

    overlays: Sequence[Overlay]
    rings: SpriteBatch
    ropes: Sequence[effects.Rope]
    words: Sequence[SpriteBatch]
    chips: Sequence[chips.PlacedChip]


def build_draw_list(scene: SeaScene, seen: VisibleFleet, above: AboveWater) -> list[Draw]:
    """What draws ships, ropes, marks and words, from the lowest to the topmost."""

    def tie(target: pygame.Surface, _pieces: object, _shift: object) -> None:
        for rope in above.ropes:
            rope.draw(target)

    def mark(target: pygame.Surface, _pieces: object, _shift: object) -> None:
        overlay_layers.draw_above(target, scene, above.overlays)
        for chip in above.chips:
            chips.draw_leader(target, chip)

    def write(target: pygame.Surface, _pieces: object, _shift: object) -> None:
        for chip in above.chips:
            chips.draw_chip(target, chip)

    return piled(
        (
            (seen.batches[:ABOVE], tie if above.ropes else None),
            ((*seen.batches[ABOVE:], above.rings), mark if above.overlays or above.chips else None),
            (above.words, write if above.chips else None),
        )
    )


MOST = 0.4
"""Share of the picture that is drawn anew at most when only ships move; of more all is."""
FEW = 8
"""Ropes that are drawn again sooner than a picture of the whole window is copied once more."""
Shown = tuple[State, Camera, tuple[Overlay, ...], Presentation]


class SeaRenderer(Renderer[State]):
    """The sea table of one window."""

    def __init__(self, sprites: Sprites | None = None) -> None:
        super().__init__(sprites)
        self._water = SeaWater(self.sprites)
        self._fleet = Fleet()
        self._seen: VisibleFleet | None = None
        self.plates = build_plates()
        self._asked = Asked()
        self._names = AnnotationLayout()
        self._chips: list[chips.PlacedChip] = []
        self._written: Shown | None = None
        self._named: tuple[tuple[object, ...], Names] | None = None
        self._scene: SeaScene | None = None
        self._marks = self._figures = SpriteBatch()
        self._many = False
        self._ropes: list[effects.Rope] = []
        self._pile: list[Draw] = []

    # --- what has to be drawn anew

    def changed(
        self, state: State, camera: Camera, overlays: Sequence[Overlay], shown: Presentation
    ) -> list[pygame.Rect]:
        """Show this from now on; the rectangles of the picture in which it looks otherwise than before."""
        content, whole = (state, camera, tuple(overlays), shown), pygame.Rect((0, 0), camera.size)
        forgotten, self._forgotten = self._forgotten, False
        if self._scene is not None and same(self._shown, content):
            if not forgotten:
                return []
            self._water.lay_sea(self._scene, content[2])
            return [whole]
        scene = self._lit(state, camera, shown)
        where = None if forgotten else self._sailed(scene, content[2])
        if where is None:
            run_to_end(self._readying(scene, content[2]))
        self._shown, self._scene = content, scene
        return [whole if where is None else where]

    def readied(self, state: State, camera: Camera, overlays: tuple[Overlay, ...], shown: Presentation) -> Steps[None]:
        """As every renderer."""
        self._shown, scene = None, self._lit(state, camera, shown)
        yield from self._readying(scene, overlays)
        self._shown, self._scene = (state, camera, overlays, shown), scene
        self.forget()

    def surroundings(self) -> Steps[None]:
        """As every renderer; a coast takes too long for what may not be wanted."""
        scene = self._scene
        if scene is not None:
            yield from self._fleet.preparing(replace(scene, camera=scene.camera.grown(1)))
            if not scene.state.coast:
                yield from self._water.widening()

    def _lit(self, state: State, camera: Camera, shown: Presentation) -> SeaScene:
        """What is seen by the light of the hour."""
        self.sprites.light = find_mood(state).light.all
        return SeaScene(state, camera, shown, self.sprites)

    def _readying(self, scene: SeaScene, overlays: Sequence[Overlay]) -> Steps[None]:
        """Have the ground and all pictures ready, step by step."""
        self._seen = yield from self._fleet.preparing(scene)
        yield MEDIUM_MS
        yield from self._water.laying_sea(scene, overlays)
        yield SHORT_MS
        self._asked, self._many = find_label_requests(overlays), overlay_layers.has_marks(overlays)
        self._figures = overlay_layers.place_harm_figures(scene, overlays)
        yield from self.plates.laying(scene, scene.camera, self._asked, tuple(self._figures.boxes))
        yield LONG_MS
        self._marks = overlay_layers.place_selections(scene, overlays)
        yield MEDIUM_MS
        self._write(scene, overlays)
        self._figures = overlay_layers.place_harm_chips(
            scene, overlays, self._figures, self.plates.boxes, self._taken(scene)
        )
        self._pile, self._shift, self._attached = self._piled(scene, overlays), origin(scene.camera), []

    def _piled(self, scene: SeaScene, overlays: Sequence[Overlay]) -> list[Draw]:
        """What is drawn over the ground, from the lowest to the topmost."""
        if self._seen is None:
            return []
        words = (self._names.ties, self._names.batch, self.plates.ties, self.plates.batch, self._figures)
        over = overlays if self._many else ()
        self._ropes = effects.build_ropes(scene, self._seen.ships)
        return build_draw_list(scene, self._seen, AboveWater(over, self._marks, self._ropes, words, self._chips))

    def _write(self, scene: SeaScene, overlays: Sequence[Overlay]) -> None:
        """Place the chips clear of the plates and of what is planned, and figures and names clear of all of them."""
        content = (scene.state, scene.camera, tuple(overlays), scene.shown)
        if same(self._written, content):
            return
        self._written = content
        asked = self._asked_names(scene, content[2])
        self.plates.give_way(scene, self._asked, [])
        if not (overlay_layers.has_chips(overlays) or asked):
            self._chips, self._names = [], AnnotationLayout()
            return
        laid = annotations.find_covered_rects(scene, overlays)
        firm = self.plates.firm(scene, self._asked)
        self._chips = overlay_layers.place_chips(scene, overlays, self.plates.crowd(scene).over(laid), firm)
        self.plates.give_way(scene, self._asked, [chip.place for chip in self._chips])
        crowd = self.plates.crowd(scene).over(laid)
        shown = scene.shown
        of = (
            overlay_layers.list_water_overlays(overlays),
            scene.camera.scale,
            shown.scale,
            shown.insets,
            shown.gauges,
            shown.sheets,
        )
        x, y = origin(scene.camera)
        labels = (*crowd.labels, *(chip.place for chip in self._chips))
        here = Crowd([one.move(-x, -y) for one in labels], [one.move(-x, -y) for one in crowd.ships])
        self._names.lay(asked, of, viewed(scene.camera, shown), here)

    def _taken(self, scene: SeaScene) -> list[pygame.Rect]:
        """Where words and hulls are, chart pixels."""
        x, y = origin(scene.camera)
        crowd = self.plates.crowd(scene)
        here = (*crowd.labels, *crowd.ships, *(chip.place for chip in self._chips))
        return [*self._names.batch.boxes, *(one.move(-x, -y) for one in here)]

    def _asked_names(self, scene: SeaScene, overlays: tuple[Overlay, ...]) -> Names:
        """What is to be named; the same wherever it is seen from at a scale."""
        of = (
            scene.state if scene.state.coast else None,
            overlays,
            scene.camera.scale,
            scene.shown.scale,
            scene.shown.labels,
        )
        if self._named is None or self._named[0][0] is not of[0] or self._named[0][1:] != of[1:]:
            self._named = of, overlay_layers.build_names(scene, overlays)
        return self._named[1]

    def rule_at(self, at: tuple[int, int]) -> str:
        """That of the odds there."""
        return next((chip.rule_at(at) for chip in reversed(self._chips) if chip.place.collidepoint(at)), "")

    def division_at(self, at: tuple[int, int]) -> str:
        """As every renderer."""
        named = self.plates.at(self._scene, at) if self._scene else ""
        return named.removeprefix(DIVISION) if named.startswith(DIVISION) else ""

    def odds_of(self, key: str) -> pygame.Rect | None:
        """The card beside that ship."""
        return next((chip.place for chip in self._chips if chip.about == key), None)

    def cards(self) -> list[pygame.Rect]:
        """As every renderer."""
        return [chip.place for chip in self._chips]

    def words(self, camera: Camera) -> list[pygame.Rect]:
        """As every renderer."""
        boxes = (*self.plates.batch.boxes, *self._names.batch.boxes, *self._figures.boxes)
        return [place.move(origin(camera)) for place in boxes]

    def _highlight(self, hovered: str | None) -> Highlight | None:
        """The ring round this ship."""
        if hovered is None or self._shown is None:
            return None
        state, camera, *_ = self._shown
        return self._highlights.round(
            state, camera, hovered, lambda: [ring_at(place_ship(state, hovered), camera, INKS.cream, 2)]
        )

    @property
    def elaborate(self) -> bool:
        """Whether it is worth while to keep the picture, because there is more than ground, ships and plates."""
        return self._shown is not None and (self._many or len(self._ropes) > FEW)

    def _sailed(self, scene: SeaScene, overlays: tuple[Overlay, ...]) -> pygame.Rect | None:
        """Where ships lay and now lie, if nothing but their way sets the scene apart from what is shown."""
        before = self._shown
        if before is None or before[0] is not scene.state or before[1:3] != (scene.camera, overlays):
            return None
        touched = self._kept_on(scene, overlays, before[3])
        if touched:
            return touched[0].unionall(touched).move(self._shift)
        return self._turned(scene, overlays, before[3])

    def _kept_on(self, scene: SeaScene, overlays: tuple[Overlay, ...], before: Presentation) -> list[pygame.Rect]:
        """Ships have kept their headings: what they covered and cover, if all that goes with them is in the pile."""
        if not steady(before, scene.shown):
            return []
        self._attached = self._attached or self._attach(scene, overlays, before.afloat)
        if not self._attached:
            return []
        ships = [place_moving_ship(scene.state, way) for way in scene.shown.afloat]
        self._fleet.keep_on(scene.shown, ships)
        self.plates.keep_on(scene.shown)
        return [sprites.carry(ship.at) for sprites, ship in zip(self._attached, ships, strict=True)]

    def _attach(
        self, scene: SeaScene, overlays: tuple[Overlay, ...], afloat: Sequence[Afloat]
    ) -> list[AttachedSprites]:
        """The sprites of ships that are drawn so; none if one of them is not in the pile."""
        seen = self._seen
        if seen is None or len(self._pile) > 1 or any(way.ship not in seen.ships for way in afloat):
            return []
        return [self._attached_to(scene, overlays, seen, place_moving_ship(scene.state, way)) for way in afloat]

    def _attached_to(
        self, scene: SeaScene, overlays: tuple[Overlay, ...], seen: VisibleFleet, ship: Placed
    ) -> AttachedSprites:
        """What goes with a ship that is drawn so."""
        rings = overlay_layers.bound(scene, overlays, self._marks, ship)
        names = self.plates.bound(ship.key, self.plates.batch, self.plates.ties)
        return AttachedSprites(ship.at, scene.camera.scale, [*seen.bound(ship.key), *rings, *names])

    def _turned(self, scene: SeaScene, overlays: tuple[Overlay, ...], before: Presentation) -> pygame.Rect | None:
        """The same if they turn, fade, begin or end to move; None if all is to be drawn anew."""
        keys = sailed(before, scene.shown)
        if not keys or self._chips or scene.state.grapples:
            return None
        rooms = self._rooms(keys)
        touched = self._fleet.sail(scene, keys)
        if not touched:
            return None
        ringed, self._marks = self._marks, overlay_layers.place_selections(scene, overlays)
        touched += [
            *sprite_batch.differing(ringed, self._marks),
            *self.plates.sail(scene, keys),
            *rooms,
            *self._rooms(keys),
        ]
        whole = touched[0].unionall(touched).move(origin(scene.camera))
        if scene.moving.keys() != {one.ship for one in before.afloat}:
            water = self._water.lay_sea(scene, overlays)
            whole = whole.union(water) if water.w else whole
        whole = whole.clip((0, 0), scene.camera.size)
        self._pile, self._attached = self._piled(scene, overlays), []
        return whole if 0 < whole.w * whole.h < MOST * scene.camera.size[0] * scene.camera.size[1] else None

    def _rooms(self, keys: Set[str]) -> list[pygame.Rect]:
        """What marks round ships may cover that are no pictures, chart pixels."""
        return [self._seen.room(key) for key in keys if key in self._seen.ships] if self._many and self._seen else []

    # --- drawing

    def paint(self, target: pygame.Surface, pieces: Sequence[pygame.Rect]) -> None:
        """Draw what is shown on pieces of a surface of the camera's size, and perhaps between them within its clip."""
        scene, pile, shift = self._scene, self._pile, self._shift
        if scene is None:
            return
        for piece in pieces:
            self._water.show(target, scene.camera, piece)
        for draw in pile:
            draw(target, pieces, shift)
