"""The hex map: draws a state from pictures kept in layers, and draws only where a layer has changed."""

from collections.abc import Callable, Iterator, Sequence

import pygame

from tabletop.games.decks_of_glory.model import State
from tabletop.ui.assets import Sprites
from tabletop.ui.boards.battle import labels, sprite_batch
from tabletop.ui.boards.battle.highlight import Highlight, ring_at
from tabletop.ui.boards.battle.label_layout import AnnotationLayout, Names, View, viewed
from tabletop.ui.boards.battle.label_places import Crowd, free_label, outward
from tabletop.ui.boards.battle.plates import Plates
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.renderer import Renderer, same
from tabletop.ui.boards.battle.ship_sprites import glow, smoke
from tabletop.ui.boards.battle.sprite_batch import AttachedSprite, AttachedSprites, Placing, SpriteBatch, box, origin
from tabletop.ui.boards.battle.water import WaterLayer
from tabletop.ui.boards.decks_of_glory import annotations, fleet, grid, marks
from tabletop.ui.boards.decks_of_glory.marks import Look, hexed
from tabletop.ui.boards.decks_of_glory.projection import APOTHEM, on_her_way, on_their_way, placed_ships
from tabletop.ui.boards.decks_of_glory.scene import Marks, Pointed, Scene, lying, mood_of
from tabletop.ui.camera import Camera
from tabletop.ui.frame_budget import MEDIUM_MS, SHORT_MS, Steps, run_to_end
from tabletop.ui.theme import INKS

UNDER = Look(INKS.cream, 16, "solid", "", 1.2)
"""The hex under the pointer."""


def pointed_out(
    scene: Scene, hovered: Pointed, lettered: Sequence[pygame.Rect], view: View, shift: tuple[int, int]
) -> list[Placing]:
    """Pictures in pixels of the screen; no ring goes over words.

    Args:
        scene: what is shown.
        hovered: what the pointer is on.
        lettered: where other words are, chart pixels.
        view: what is seen.
        shift: where the camera sees the table's origin.
    """
    found = []
    if hovered.hex is not None:
        middle, side = scene.pixel(hovered.hex), scene.camera.scale
        words = [one for one in lettered if _crosses(one, middle, side)]
        found.append(_under(hexed(scene.camera, hovered.hex, UNDER), words))
    if hovered.slot is not None:
        found.append(marks.slot_shape(scene.state, scene.camera, hovered.slot, lit=True))
    elif hovered.handle is not None:
        arrow = marks.arrow(scene.camera, hovered.handle, lit=True)
        found += [arrow, *_words(scene, hovered.handle.words, box(arrow), lettered, view)]
    elif hovered.ship in scene.ships:
        found.append(_under(ring_at(scene.ships[hovered.ship], scene.camera, INKS.cream, 2), lettered))
    return [(drawn, (x + shift[0], y + shift[1])) for drawn, (x, y) in found]


def _crosses(words: pygame.Rect, middle: tuple[int, int], side: float) -> bool:
    """Whether words may reach over the edge of a hex with sides of so many pixels."""
    within = pygame.Rect(0, 0, round(side), round(2 * APOTHEM * side))
    within.center = middle
    return not within.contains(words)


def _under(ring: Placing, words: Sequence[pygame.Rect]) -> Placing:
    """A ring with nothing of it where there are words."""
    drawn, (left, top) = ring
    over = box(ring).collidelistall(words)
    if over:
        drawn = drawn.copy()
        for number in over:
            drawn.fill((0, 0, 0, 0), words[number].move(-left, -top))
    return drawn, (left, top)


def _words(
    scene: Scene, words: str, about: pygame.Rect, lettered: Sequence[pygame.Rect], view: View
) -> list[Placing]:  # fmt: skip
    if not words:
        return []
    drawn = labels.worded(words, (), "plan", scene.theme).premul_alpha()
    places = outward(about, drawn.get_size())
    whole = [place for place in places if view.whole(place)]
    return [(drawn, free_label(whole or places, Crowd(list(lettered), [])).topleft)]


GOING = ("bodies", "wakes", "below", "ties", "plates")
"""The layers of which something goes with a ship."""
Content = tuple[State, Camera, tuple[Marks, ...], Presentation]
Depends = tuple[object, ...]
"""All that a layer depends on."""


LETTERED = ("plates", "labels", "chips")
"""The layers with words."""


class HexRenderer(Renderer[State]):
    """The hex map of one window."""

    def __init__(self, sprites: Sprites | None = None) -> None:
        super().__init__(sprites)
        self._water = WaterLayer(self.sprites)
        self._fleet = fleet.Fleet()
        self.plates = Plates[Scene](lambda chart, _, before: fleet.laid(chart, self._worded[1], before))
        self._words, self._chips = AnnotationLayout(), AnnotationLayout()
        self._worded: tuple[Depends, Names] = ((), {})
        """The words in hexes and what they depend on."""
        self._kept: dict[str, tuple[Depends, SpriteBatch]] = {}
        self._batches: list[SpriteBatch] = []
        self._whole = SpriteBatch()
        """All of them over each other."""
        self._scene: Scene | None = None

    # --- what has to be drawn anew

    def changed(
        self, state: State, camera: Camera, overlays: tuple[Marks, ...], shown: Presentation
    ) -> list[pygame.Rect]:
        """Show this from now on; the rectangles of the picture in which it looks otherwise than before."""
        content, whole = (state, camera, overlays, shown), pygame.Rect((0, 0), camera.size)
        before, forgotten, self._forgotten = self._shown, self._forgotten, False
        self._shown = content
        if same(before, content):
            return [whole] if forgotten else []
        if kept_on := self._kept_on(before, content):
            return [whole] if forgotten else kept_on
        self._attached, self._shift = [], origin(camera)
        water, rects = run_to_end(self._readying(content))
        if before is None or forgotten or before[1] != camera or water.size == camera.size:
            return [whole]
        ground = [water] if water.w else []
        return sprite_batch.merged([*ground, *(rect.move(self._shift) for rect in rects)], camera.size)

    def readied(self, state: State, camera: Camera, overlays: tuple[Marks, ...], shown: Presentation) -> Steps[None]:
        """As every renderer."""
        content = (state, camera, overlays, shown)
        self._shown, self._attached, self._shift = None, [], origin(camera)
        yield from self._readying(content)
        self._shown = content
        self.forget()

    def _readying(self, content: Content) -> Steps[tuple[pygame.Rect, list[pygame.Rect]]]:
        """Have ground and layers ready, step by step; where each looks otherwise, layers in chart pixels."""
        (sea, camera), mood, scene = (content[0].sea, content[1]), mood_of(content[0]), self._laid_out(content)
        under_way = (ship for key, ship in scene.ships.items() if key in scene.lying.making_way)
        wakes = self._water.resting(scene, scene.lying, lambda: under_way)
        water = yield from self._water.laying(
            camera, (sea, mood), wakes, lambda drawn, wide: grid.painting(drawn, wide, sea, mood)
        )  # fmt: skip
        return water, (yield from self._composing(scene, camera))

    def _kept_on(self, before: Content | None, content: Content) -> list[pygame.Rect]:
        """What ships covered and cover that have kept their headings, if all that sets both apart goes with them."""
        scene, (state, _, (shown_marks, *_), shown) = self._scene, content
        if scene is None or before is None or before[0] is not state or before[1:3] != content[1:3]:
            return []
        if shown_marks.overlay.heeds_ships or not sprite_batch.steady(before[3], shown):
            return []
        self._attached = self._attached or self._attach(scene)
        still = placed_ships(state, shown_marks.fanned)
        ships = [on_her_way(state, still, way) for way in shown.afloat]
        scene.ships.update((ship.key, ship) for ship in ships)
        self._scene = Scene(state, scene.camera, shown, self.sprites, shown_marks, scene.ships, scene.lying)
        return [sprites.carry(ship.at).move(self._shift) for sprites, ship in zip(self._attached, ships, strict=True)]

    def _attach(self, scene: Scene) -> list[AttachedSprites]:
        """The sprites of the ships that move, as they are drawn."""
        ships, scale = [scene.ships[way.ship] for way in scene.shown.afloat], scene.camera.scale
        return [AttachedSprites(ship.at, scale, list(self._bound(scene, ship.key))) for ship in ships]

    def _bound(self, scene: Scene, key: str) -> Iterator[AttachedSprite]:
        """What goes with a ship; where the layers were before is not what they are asked for any more."""
        bodies, wakes, below, ties, signs = (self._kept[name][1] for name in GOING)
        self._kept |= {name: ((), self._kept[name][1]) for name in GOING}
        yield from self._fleet.bound(scene, bodies, wakes, key)
        yield from marks.bound(scene, below, key)
        yield from self.plates.bound(key, signs, ties)

    def _laid_out(self, content: Content) -> Scene:
        """The scene."""
        state, camera, (shown_marks, *_), shown = content
        self.sprites.light = mood_of(state).light.all
        ships, still = placed_ships(state, shown_marks.fanned), lying(state)
        moved = on_their_way(state, ships, shown.afloat) if shown.afloat else ships
        self._scene = Scene(state, sprite_batch.charted(camera), shown, self.sprites, shown_marks, moved, still)
        return self._scene

    def _composing(self, scene: Scene, camera: Camera) -> Steps[list[pygame.Rect]]:
        """Have all layers ready; where they look otherwise than before, chart pixels."""
        found = []
        yield from self._lettering(scene, camera)
        for name, (token, make) in self._layers(scene, camera).items():
            kept = self._kept.get(name)
            if kept is not None and kept[0] == token:
                continue
            yield MEDIUM_MS
            pictures, before = make(), kept[1] if kept else SpriteBatch()
            after = before if pictures == before.pictures else SpriteBatch(pictures)
            self._kept[name] = (token, after)
            found += sprite_batch.differing(before, after) if after is not before else []
        batches = [batch for _, batch in self._kept.values()]
        if batches != self._batches:
            self._batches, self._whole = batches, SpriteBatch.of(batches)
        return found

    def _layers(self, scene: Scene, camera: Camera) -> dict[str, tuple[Depends, Callable[[], list[Placing]]]]:
        """From the lowest to the topmost: all that each layer depends on, and what makes it."""
        shown, over, chosen, wind = scene.shown, scene.marks.overlay, scene.marks.selected, scene.marks.wind
        placed = _placed(scene)
        moving = (scene.state, scene.marks.fanned, [one.ship for one in shown.afloat], scene.camera.scale)
        return {
            "tints": ((over.tints, chosen, *placed), lambda: marks.washes(scene)),
            "wakes": ((wind, *placed), lambda: self._fleet.wakes(scene)),
            "bodies": ((wind, *placed), lambda: self._fleet.bodies(scene)),
            "anchors": ((shown.scale, *moving), lambda: fleet.anchors_between(scene)),
            "smoke": ((shown.puffs, shown.glows, scene.camera.scale), lambda: _smoke(scene)),
            "below": ((over, chosen, shown.scale, *placed), lambda: marks.below(scene)),
            "ties": _made(self.plates.ties),
            "plates": _made(self.plates.batch),
            "labels": _made(self._words.batch),
            "figures": ((over, shown.scale, *placed), lambda: fleet.figures(scene)),
            "above": ((over, chosen, wind, shown.scale, *placed), lambda: marks.above(scene)),
            "chips": _made(self._chips.batch),
        }

    def _lettering(self, scene: Scene, camera: Camera) -> Steps[None]:
        """Place the words in hexes, the plates clear of these, and the chips clear of both."""
        over, view = scene.marks.overlay, viewed(camera, scene.shown)
        of = (over.tints, over.facings, over.ghost, over.choices, scene.shown.scale, *_placed(scene))
        if of != self._worded[0]:
            self._worded = of, annotations.hex_words(scene)
        yield MEDIUM_MS
        steering = [box(one) for one in marks.handles(scene)]
        self._words.lay(self._worded[1], of, view, Crowd(steering, []))
        figures = (box(one) for one in fleet.figures(scene))
        words = (*self._words.batch.boxes, *figures)
        yield from self.plates.laying(scene, camera, fleet.asked(scene), words)
        yield SHORT_MS
        crowd = Crowd([*self.plates.batch.boxes, *self._words.batch.boxes], [])
        self._chips.lay(annotations.chips(scene, view), (over, *of), view, crowd)

    def cards(self) -> list[pygame.Rect]:
        """As every renderer."""
        return [place.move(origin(self._shown[1])) for place in self._chips.batch.boxes] if self._shown else []

    def words(self, camera: Camera) -> list[pygame.Rect]:
        """As every renderer."""
        return [place.move(origin(camera)) for place in (*self.plates.batch.boxes, *self._words.batch.boxes)]

    def _highlight(self, hovered: Pointed | None) -> Highlight | None:
        """What points it out; its words keep clear of others."""
        scene, shown = self._scene, self._shown
        if hovered is None or scene is None or shown is None:
            return None
        camera = shown[1]
        lettered = tuple(self._kept[name][1] for name in LETTERED)

        def make() -> list[Placing]:
            words = [one for batch in lettered for one in batch.boxes]
            return pointed_out(scene, hovered, words, viewed(camera, scene.shown), origin(camera))

        return self._highlights.round(scene.state, camera, (hovered, scene.ships.get(hovered.ship), lettered), make)

    # --- drawing

    def paint(self, target: pygame.Surface, pieces: Sequence[pygame.Rect]) -> None:
        """Draw what is shown on pieces of a surface of the camera's size, and perhaps between them within its clip."""
        if self._shown is None:
            return
        camera, shift = self._shown[1], self._shift
        for piece in pieces:
            self._water.show(target, camera, piece)
        self._whole.paint(target, pieces, shift)


def _placed(scene: Scene) -> Depends:
    """Where ships lie."""
    return (scene.state, scene.marks.fanned, scene.shown.afloat, scene.camera.scale)


def _made(batch: SpriteBatch) -> tuple[Depends, Callable[[], list[Placing]]]:
    """A layer that is made already."""
    return (batch,), lambda: batch.pictures


def _smoke(scene: Scene) -> list[Placing]:
    puffs = [smoke(scene.sprites, scene.camera, puff) for puff in scene.shown.puffs]
    return puffs + [glow(scene.camera, flash) for flash in scene.shown.glows]
