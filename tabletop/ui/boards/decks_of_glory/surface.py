"""The hex map: shows a state, plays what came of an order, and knows what is under the pointer."""

import math
from collections.abc import Callable, Iterable, Sequence

import pygame

from tabletop.core.events import Event
from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory.events import EVENT_HANDLERS
from tabletop.games.decks_of_glory.model import State, Strength, wind_strength
from tabletop.geometry.hexgrid import SIDES, Hex
from tabletop.ui.boards.battle import mood
from tabletop.ui.boards.battle.animation import Playback
from tabletop.ui.boards.battle.fading import FadingSurface
from tabletop.ui.boards.battle.gestures import Gesture, Ground
from tabletop.ui.boards.battle.presentation import Gauges, Labels, Presentation
from tabletop.ui.boards.battle.ship_sprites import HitTest
from tabletop.ui.boards.battle.small_map import Bounds, Fleets
from tabletop.ui.boards.decks_of_glory import grid, marks, scene
from tabletop.ui.boards.decks_of_glory.animations import animated
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.projection import HEXES, placed_ships
from tabletop.ui.boards.decks_of_glory.renderer import HexRenderer
from tabletop.ui.boards.decks_of_glory.scene import Marks, Pointed, mood_of, wind_from
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.camera import RATIO, Xy, stepped
from tabletop.ui.frame_budget import IncrementalTask

READABLE, CLOSEST = 2, 3
"""Steps of zoom at which a ship can be read at 100 %, and to which a battle is shown whole at most."""
ABEAM = 0.62
"""How far from her keel a ship is meant, in parts of her beam."""


def _another_mood(before: State, state: State) -> bool:
    """Whether it is in another mood, and no ship lies elsewhere."""
    return mood_of(before) != mood_of(state) and placed_ships(before) == placed_ships(state)


class HexMap:
    """What is shown of the hex table.

    Args:
        wants: asked when a button goes down; whether the drag that follows is an order, not a look around.

    Attributes:
        surface: the widget that shows it.
        view: from where it is seen.
        pointed: what the pointer is on.
        selected: the ship that is chosen, empty for none; `labels` says which ships have plates.
        laid: what lies on the map once nothing is played.
        legend: what the key to an overlay lies upon.
        overview: what the small map lies upon while it is shown; it hides no ship that is looked for.
    """

    def __init__(self, wants: Callable[[Gesture], bool] = lambda _gesture: False) -> None:
        self.laid, self.selected, self.pointed = NOTHING, "", Pointed()
        ground = Ground(wants, lambda at: self.pointed_at(at).ship or None, lambda: (self.laid,))
        self.surface = FadingSurface[State](HexRenderer(), self, ground, _another_mood, CLOSEST)
        self.surface.playing, self.surface.placed = self._play_on, self.roll
        self.view = self.surface.view
        self.view.hiding, self.view.kept = self._small, lambda: self.extent([self.selected])
        self.legend: Callable[[Overlay], Gauges] = lambda _: ()
        self.overview: Gauges = ()
        self.labels: Labels = "auto"
        self._after: State | None = None
        self._playback: Playback[State] = Playback(animated, EVENT_HANDLERS.evolve)
        self._told: tuple[object, ...] = ()
        self._fanned: Hex | None = None
        self._looked: tuple[tuple[object, ...], Pointed] | None = None
        self._coming = IncrementalTask(mood.tiling)
        """The waves once the wind has turned."""
        self._smoked = False
        """Whether there was something to be seen of what is played in the last frame."""

    # --- what is shown

    def show(self, state: State) -> None:
        """Show this state, once all that is played has come to its end."""
        self._after = state
        self.roll()

    def play(self, before: State, events: Sequence[Event], after: State) -> None:
        """Play how one state became another, after what is being played already."""
        self._playback.add(before, events, after)
        self.show(after)

    def hear(self, heard: Callable[[State, Event], None]) -> None:
        """Tell of each event when it begins to be played, with the state before it."""
        self._playback.heard = heard

    def mark(self, overlay: Overlay, selected: str = "", labels: Labels = "auto") -> None:
        """Lay this on the map in place of what lies there, with a ship that is chosen and such plates."""
        marks = overlay, selected, labels
        if marks != (self.laid, self.selected, self.labels):
            self.laid, self.selected, self.labels = marks
            self.roll()

    def roll(self) -> None:
        """Hand the board what is shown at this moment."""
        if self._after is None:
            return
        view, scale = self.view, self.surface.scale
        played, self._told = self._playback.state, self._upon()
        gauges = (*self._small(), *self.overview)
        still = Presentation(scale, self.labels, insets=view.insets, gauges=gauges, sheets=view.lying)
        self._fanned = self._fans_out(self.pointed)
        marks = Marks(self.overlay, self.selected, self._fanned, self.wind)
        self.surface.look(played or self._after, (marks,), self._playback.moment(still), self.pointed)

    def _small(self) -> Gauges:
        """All that lies small upon the map; the key keeps its room while anything is played."""
        return (*self.view.gauges, *self.legend(self.laid))

    def _upon(self) -> tuple[object, ...]:
        """All that lies upon the map, and how large words are."""
        return self.view.insets, self.view.lying, self._small(), self.overview, self.surface.scale

    def come_upon(self, now: Pointed) -> bool:
        """Something is pointed at: nothing but that changes, unless a row is fanned out for it; whether it is new."""
        before, self.pointed = self.pointed, now
        if now != before:
            self.surface.ringed = now
            if self._fans_out(now) != self._fanned:
                self.roll()
        return (now.ship, now.hex) != (before.ship, before.hex)

    @property
    def overlay(self) -> Overlay:
        """What lies on the map at this moment: nothing but rings while anything is played."""
        return Overlay(noted=self.laid.noted) if self.moving else self.laid

    @property
    def wind(self) -> float:
        """Whence the wind blows at this moment, degrees; it may be turning."""
        veers = [veer.at(age) for act, age in self._playback.played() for veer in act.veers if age < veer.length]
        state = self._playback.state or self._after
        return veers[0] if veers else float(wind_from(state.wind if state else None))

    @property
    def moving(self) -> bool:
        """Whether anything is being played; smoke that only drifts off is nothing of that."""
        return self._playback.state is not None

    def skip(self) -> bool:
        """Come to the end of everything that is being played; whether anything was."""
        skipped = self._playback.skip()
        if skipped:
            self.roll()
        return skipped

    def _play_on(self, elapsed: int) -> bool:
        if self._after is None:
            return False
        was = self.moving
        moves = self._playback.tick(elapsed, self._after)
        self._foresee(wind_strength(self._after))
        if moves or was or self._smoked or self._told != self._upon():
            self._smoked = moves
            self.roll()
        return moves

    def _foresee(self, blows: Strength) -> None:
        """Have ready what takes longer than a frame to make, before the wind has turned."""
        for veer in (veer for act, _ in self._playback.played() for veer in act.veers if blows != "breeze"):
            self._coming.request(blows, round(veer.at(veer.length)))
        self._coming.advance()

    # --- where to look

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships are, all on the map if none are named."""
        if self.surface.state is None:
            return []
        lying = placed_ships(self.surface.state, self._fanned)
        return [lying[key].at for key in (lying if keys is None else keys) if key in lying]

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """The corners of the hexes in which they lie."""
        ships = self.surface.state.ships if self.surface.state else {}
        return [corner for key in keys if key in ships for corner in HEXES.outline(ships[key].at)]

    def approach(self, hexes: Sequence[Hex]) -> None:
        """Glide to where these hexes are in view with all their corners and can be read, if they are not.

        Where there is no room for all of them that is done for the first alone.
        """
        self._near(hexes, stepped(READABLE + round(math.log(self.surface.scale / 100, RATIO))))

    def keep_in_sight(self, hexes: Sequence[Hex]) -> None:
        """The same without coming nearer."""
        self._near(hexes, self.view.camera.scale)

    def _near(self, hexes: Sequence[Hex], scale: float) -> None:
        corners = [corner for place in hexes for corner in HEXES.outline(place)]
        self.view.near(corners if self.view.has_room_for(corners, scale) else corners[:SIDES], scale)

    # --- the pointer

    def find_targets(self) -> list[pygame.Rect]:
        """Return the boxes of all hexes with an arrow and of all places alongside, in pixels of the window."""
        state, camera = self.surface.state, self.view.camera
        if state is None:
            return []
        hexes = {handle.hex for handle in self.overlay.facings}
        sides = [_bounds([camera.to_screen(*corner) for corner in HEXES.outline(place)]) for place in sorted(hexes)]
        boxes = [pygame.Rect(left, top, right - left, bottom - top) for left, top, right, bottom in sides]
        shapes = [marks.slot_shape(state, camera, slot, lit=False) for slot in self.overlay.choices]
        return [*boxes, *(drawn.get_rect(topleft=at) for drawn, at in shapes)]

    def pointed_at(self, at: tuple[int, int]) -> Pointed:
        """What lies at a pixel; asked more than once for the same one."""
        state = self.surface.state
        if state is None:
            return Pointed()
        of = (at, state, self.view.camera, self.laid, self.moving, self.selected, self._fanned)
        if self._looked is None or self._looked[0] != of:
            found = self._found(state, at, self._fanned)
            fanned = self._fans_out(found)
            self._looked = (of, found if fanned == self._fanned else self._found(state, at, fanned))
        return self._looked[1]

    def _found(self, state: State, at: tuple[int, int], fanned: Hex | None) -> Pointed:
        """A place alongside, an arrow, a single ship of a row, a hex."""
        overlay, camera = self.overlay, self.view.camera
        slot = marks.slot_at(state, overlay.choices, camera, at) if overlay.choices else None
        handle = marks.handle_at(overlay.facings, camera, at) if overlay.facings and not slot else None
        place = HEXES.snap(camera.to_table(*at))
        ship = _hit_test(state, fanned).at(camera, at) or ""
        return Pointed(place if state.sea.holds(place) else None, ship, handle, slot)

    def _fans_out(self, found: Pointed) -> Hex | None:
        """The hex whose row is fanned out with the pointer on this; none while anything is played."""
        if self._after is None or self.moving:
            return None
        return scene.fanned(self._after, self.laid, self.selected, found)


@cache_per_state
def _hit_test(state: State, fanned: Hex | None) -> HitTest:
    """The ships on the map."""
    return HitTest(placed_ships(state, fanned).values(), ABEAM)


@cache_per_state
def fleets(state: State) -> Fleets:
    """What the small map tells of a state."""
    lying = placed_ships(state)
    told = tuple((ship.at, NATIONS[state.fleet[key].nation]) for key, ship in lying.items())
    return Fleets(_bounds(grid.border(state.sea)), _bounds([at for at, _ in told]) if told else None, told)


def _bounds(places: Sequence[Xy]) -> Bounds:
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs), min(ys), max(xs), max(ys)
