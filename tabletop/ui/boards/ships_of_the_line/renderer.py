"""Draws the sea from kept pictures, and prepares only those that have changed."""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import pygame
from typing_extensions import override

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
    """Everything that is drawn above the ships' hulls.

    Attributes:
        overlays: marks that are drawn each time; empty if all of them are pictures.
        rings: the pictures of marks.
        ropes: below flags and smoke of ships.
        words: names and plates, the lowest first.
        chips: the chips, whose leader lines run under all words.
    """

    overlays: Sequence[Overlay]
    rings: SpriteBatch
    ropes: Sequence[effects.Rope]
    words: Sequence[SpriteBatch]
    chips: Sequence[chips.PlacedChip]


def build_draw_list(scene: SeaScene, seen: VisibleFleet, above: AboveWater) -> list[Draw]:
    """Return the functions that draw ships, ropes, marks and words, the lowest first."""

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
    """The renderer of the sea in one window."""

    def __init__(self, sprites: Sprites | None = None) -> None:
        super().__init__(sprites)
        self._water = SeaWater(self.sprites)
        self._fleet = Fleet()
        self._seen: VisibleFleet | None = None
        self.plates = build_plates()
        self._requests = Asked()
        self._names = AnnotationLayout()
        self._chips: list[chips.PlacedChip] = []
        self._words_key: Shown | None = None
        self._names_cache: tuple[tuple[object, ...], Names] | None = None
        self._scene: SeaScene | None = None
        self._marks = self._figures = SpriteBatch()
        self._has_marks = False
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
        scene = self._build_scene(state, camera, shown)
        where = None if forgotten else self._sailed(scene, content[2])
        if where is None:
            run_to_end(self._readying(scene, content[2]))
        self._shown, self._scene = content, scene
        return [whole if where is None else where]

    def readied(self, state: State, camera: Camera, overlays: tuple[Overlay, ...], shown: Presentation) -> Steps[None]:
        """As every renderer."""
        self._shown, scene = None, self._build_scene(state, camera, shown)
        yield from self._readying(scene, overlays)
        self._shown, self._scene = (state, camera, overlays, shown), scene
        self.forget()

    @override
    def surroundings(self) -> Steps[None]:
        """Prepare the surroundings of the view; a coast takes too long and is left out."""
        scene = self._scene
        if scene is not None:
            yield from self._fleet.preparing(replace(scene, camera=scene.camera.grown(1)))
            if not scene.state.coast:
                yield from self._water.widening()

    def _build_scene(self, state: State, camera: Camera, shown: Presentation) -> SeaScene:
        """Return the scene, and set the light of the hour for all sprites."""
        self.sprites.light = find_mood(state).light.all
        return SeaScene(state, camera, shown, self.sprites)

    def _readying(self, scene: SeaScene, overlays: Sequence[Overlay]) -> Steps[None]:
        """Prepare the water and all pictures, step by step."""
        self._seen = yield from self._fleet.preparing(scene)
        yield MEDIUM_MS
        yield from self._water.laying_sea(scene, overlays)
        yield SHORT_MS
        self._requests, self._has_marks = find_label_requests(overlays), overlay_layers.has_marks(overlays)
        self._figures = overlay_layers.place_harm_figures(scene, overlays)
        yield from self.plates.laying(scene, scene.camera, self._requests, tuple(self._figures.boxes))
        yield LONG_MS
        self._marks = overlay_layers.place_selections(scene, overlays)
        yield MEDIUM_MS
        self._place_words(scene, overlays)
        self._figures = overlay_layers.place_harm_chips(
            scene, overlays, self._figures, self.plates.boxes, self._find_taken_rects(scene)
        )
        self._pile, self._shift, self._attached = self._build_pile(scene, overlays), origin(scene.camera), []

    def _build_pile(self, scene: SeaScene, overlays: Sequence[Overlay]) -> list[Draw]:
        """Return the functions that draw everything above the water, the lowest first."""
        if self._seen is None:
            return []
        words = (self._names.ties, self._names.batch, self.plates.ties, self.plates.batch, self._figures)
        over = overlays if self._has_marks else ()
        self._ropes = effects.build_ropes(scene, self._seen.ships)
        return build_draw_list(scene, self._seen, AboveWater(over, self._marks, self._ropes, words, self._chips))

    def _place_words(self, scene: SeaScene, overlays: Sequence[Overlay]) -> None:
        """Place chips clear of plates and plans, then figures and names clear of all of them."""
        content = (scene.state, scene.camera, tuple(overlays), scene.shown)
        if same(self._words_key, content):
            return
        self._words_key = content
        asked = self._find_names(scene, content[2])
        self.plates.give_way(scene, self._requests, [])
        if not (overlay_layers.has_chips(overlays) or asked):
            self._chips, self._names = [], AnnotationLayout()
            return
        laid = annotations.find_covered_rects(scene, overlays)
        firm = self.plates.firm(scene, self._requests)
        self._chips = overlay_layers.place_chips(scene, overlays, self.plates.crowd(scene).over(laid), firm)
        self.plates.give_way(scene, self._requests, [chip.place for chip in self._chips])
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

    def _find_taken_rects(self, scene: SeaScene) -> list[pygame.Rect]:
        """Return the rectangles of words and hulls, chart pixels."""
        x, y = origin(scene.camera)
        crowd = self.plates.crowd(scene)
        here = (*crowd.labels, *crowd.ships, *(chip.place for chip in self._chips))
        return [*self._names.batch.boxes, *(one.move(-x, -y) for one in here)]

    def _find_names(self, scene: SeaScene, overlays: tuple[Overlay, ...]) -> Names:
        """Return the names on the sea with their places; kept while the scale stays the same."""
        of = (
            scene.state if scene.state.coast else None,
            overlays,
            scene.camera.scale,
            scene.shown.scale,
            scene.shown.labels,
        )
        if self._names_cache is None or self._names_cache[0][0] is not of[0] or self._names_cache[0][1:] != of[1:]:
            self._names_cache = of, overlay_layers.build_names(scene, overlays)
        return self._names_cache[1]

    @override
    def rule_at(self, at: tuple[int, int]) -> str:
        """Return the rule of the odds at a screen pixel, or ""."""
        return next((chip.rule_at(at) for chip in reversed(self._chips) if chip.place.collidepoint(at)), "")

    @override
    def division_at(self, at: tuple[int, int]) -> str:
        named = self.plates.at(self._scene, at) if self._scene else ""
        return named.removeprefix(DIVISION) if named.startswith(DIVISION) else ""

    @override
    def odds_of(self, key: str) -> pygame.Rect | None:
        return next((chip.place for chip in self._chips if chip.about == key), None)

    @override
    def cards(self) -> list[pygame.Rect]:
        return [chip.place for chip in self._chips]

    @override
    def words(self, camera: Camera) -> list[pygame.Rect]:
        boxes = (*self.plates.batch.boxes, *self._names.batch.boxes, *self._figures.boxes)
        return [place.move(origin(camera)) for place in boxes]

    @override
    def _highlight(self, hovered: str | None) -> Highlight | None:
        if hovered is None or self._shown is None:
            return None
        state, camera, *_ = self._shown
        return self._highlights.round(
            state, camera, hovered, lambda: [ring_at(place_ship(state, hovered), camera, INKS.cream, 2)]
        )

    @property
    @override
    def elaborate(self) -> bool:
        return self._shown is not None and (self._has_marks or len(self._ropes) > FEW)

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
        self._pile, self._attached = self._build_pile(scene, overlays), []
        return whole if 0 < whole.w * whole.h < MOST * scene.camera.size[0] * scene.camera.size[1] else None

    def _rooms(self, keys: Set[str]) -> list[pygame.Rect]:
        """What marks round ships may cover that are no pictures, chart pixels."""
        return (
            [self._seen.room(key) for key in keys if key in self._seen.ships] if self._has_marks and self._seen else []
        )

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
