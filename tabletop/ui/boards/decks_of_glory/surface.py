"""The hex map as a widget: shows a state, and plays what came of an order. What it reports is told in `pointer`."""

import math
from collections.abc import Callable, Iterable, Sequence

import pygame

from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.events import FACTS
from tabletop.games.decks_of_glory.positions import on_sea
from tabletop.games.decks_of_glory.state import State
from tabletop.geometry.hexgrid import SIDES, Hex
from tabletop.ui.boards.battle.hit_testing import HitTest
from tabletop.ui.boards.battle.playback import Playback
from tabletop.ui.boards.battle.presentation import Gauges, Insets, Labels, Presentation
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.decks_of_glory import handles, places, scene
from tabletop.ui.boards.decks_of_glory.animations import staged
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.pointer import PointedSurface
from tabletop.ui.boards.decks_of_glory.renderer import HexRenderer
from tabletop.ui.boards.decks_of_glory.scene import Marks, Pointed, wind_from
from tabletop.ui.boards.decks_of_glory.ship_places import placed_ships
from tabletop.ui.camera import RATIO, Camera, Xy, stepped
from tabletop.ui.theme import Theme

READABLE, CLOSEST = 2, 3
"""Steps of zoom at which a ship can be read at 100 %, and to which a battle is shown whole at most."""
FARTHER, HULL = 3, 0.5
"""Steps that a whole battle is seen farther off to have no ship hidden; table units about her middle that are seen."""


class HexSurface(PointedSurface):
    """The playing surface of the hex table."""

    closest = CLOSEST

    def __init__(self, grabs: Callable[[str], bool] = lambda _key: False) -> None:
        self._overlay, self._selected = NOTHING, ""
        super().__init__(HexRenderer(), grabs)
        self._labels: Labels = "auto"
        self._after: State | None = None
        self._playback: Playback[State] = Playback(staged, FACTS.evolve)
        self._told: tuple[Insets, Gauges, int] | None = None
        self._placed: tuple[State, Hex | None, dict[str, Placed], HitTest] | None = None
        self._fanned: Hex | None = None
        self._crowds: tuple[State, frozenset[Hex]] | None = None
        self._looked: tuple[tuple[object, ...], Pointed] | None = None
        self._smoked = False
        """Whether there was something to be seen of what is played in the last frame."""
        self.playing = self._play_on
        self.legend: Callable[[Overlay], Gauges] = lambda _: ()
        """What the key to an overlay lies upon."""

    # --- what is shown

    def show(self, state: State) -> None:
        """Show this state, once all that is played has come to its end."""
        self._after = state
        self.roll()

    def play(self, before: State, events: Sequence[Fact], after: State) -> None:
        """Play how one state became another, after what is being played already."""
        self._playback.add(before, events, after)
        self.show(after)

    def select(self, ship: str) -> None:
        """Choose a ship, or none."""
        if ship != self._selected:
            self._selected = ship
            self.roll()

    def mark(self, overlay: Overlay) -> None:
        """Lay this on the map in place of what lies there."""
        if overlay is not self._overlay and overlay != self._overlay:
            self._overlay = overlay
            self.roll()

    @property
    def labels(self) -> Labels:
        """Which ships have name plates."""
        return self._labels

    @labels.setter
    def labels(self, labels: Labels) -> None:
        if labels != self._labels:
            self._labels = labels
            self.roll()

    def roll(self) -> None:
        """Hand the board what is shown at this moment."""
        if self._after is None:
            return
        played, self._told = self._playback.state, (self.insets, self._small, self.scale)
        still = Presentation(scale=self.scale, labels=self._labels, insets=self.insets, gauges=self._small)
        self._fanned = self._fans_out(self.pointed)
        marks = Marks(self.overlay, self._selected, self._fanned, self.wind)
        self.look(played or self._after, (marks,), self._playback.moment(still), self.pointed)

    @property
    def _small(self) -> Gauges:
        """All that lies small upon the map; the key keeps its room while anything is played."""
        return (*self.gauges, *self.legend(self._overlay))

    def point_out(self) -> None:
        """Something else is pointed at: nothing but that changes, unless a row is fanned out for it."""
        self.ringed = self.pointed
        if self._fans_out(self.pointed) != self._fanned:
            self.roll()

    @property
    def selected(self) -> str:
        """The ship that is chosen, empty for none."""
        return self._selected

    @property
    def overlay(self) -> Overlay:
        """What lies on the map at this moment: nothing but rings while anything is played."""
        return Overlay(noted=self._overlay.noted) if self.moving else self._overlay

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
        if moves or was or self._smoked or self._told != (self.insets, self._small, self.scale):
            self._smoked = moves
            self.roll()
        return moves

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Fill the window."""
        super().place(theme, rect)
        self.roll()

    # --- where to look

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships are, all on the map if none are named."""
        if self.state is None:
            return []
        lying, _ = self._lying(self.state, self._fanned)
        return [lying[key].at for key in (lying if keys is None else keys) if key in lying]

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """The corners of the hexes in which they lie."""
        ships = self.state.ships if self.state else {}
        return [corner for key in keys if key in ships for corner in places.corners(ships[key].at)]

    def glide_to(self, hexes: Sequence[Hex]) -> None:
        """Glide to where these hexes are in view with all their corners and can be read, if they are not.

        Where there is no room for all of them that is done for the first alone.
        """
        self._glide_to(hexes, self._legible())

    def keep_hexes_in_sight(self, hexes: Sequence[Hex]) -> None:
        """The same without coming nearer."""
        self._glide_to(hexes, self.camera.scale)

    def _glide_to(self, hexes: Sequence[Hex], scale: float) -> None:
        corners = [corner for place in hexes for corner in places.corners(place)]
        self.near(corners if self._has_room_for(corners, scale) else corners[:SIDES], scale)

    def _has_room_for(self, seen: Sequence[Xy], scale: float) -> bool:
        """Whether places can be in view together at a scale, or nearer if they are seen nearer."""
        left, top, right, bottom = self.insets
        scale, xs, ys = max(self.camera.scale, scale), [x for x, _ in seen], [y for _, y in seen]
        wide, high = (max(xs) - min(xs)) * scale, (max(ys) - min(ys)) * scale
        return wide <= self.rect.w - left - right and high <= self.rect.h - top - bottom

    def cover(self, left: int, top: int, right: int, bottom: int) -> None:
        """As every map; the hex of the chosen ship, if it was seen whole, does not come to lie under a panel."""
        corners = self.extent([self._selected])
        seen = all(self._in_view(corner) for corner in corners)
        super().cover(left, top, right, bottom)
        if seen and not all(self._in_view(corner) for corner in corners):
            self.near(corners, self.camera.scale)

    def _legible(self) -> float:
        """The scale at which hexes can be read; words that are drawn larger need more room."""
        return stepped(READABLE + round(math.log(self.scale / 100, RATIO)))

    def _well_seen(self, place: Xy) -> bool:
        """Neither under a panel nor under anything small that lies on the map."""
        return self._in_view(place) and not self._hidden(self.camera, place)

    def _in_view(self, place: Xy) -> bool:
        """Whether it is under no panel or bar."""
        return super()._well_seen(place)

    def _hidden(self, camera: Camera, place: Xy, spare: float = 0.0) -> bool:
        """Whether something small lies on a place, or on what is so many table units from it."""
        at, wide = camera.to_screen(*place), round(2 * spare * camera.scale)
        return any(pygame.Rect(one).inflate(wide, wide).collidepoint(at) for one in self._small)

    def _fit(self, places: list[Xy]) -> Camera:
        """The whole battle; from farther off if a ship would lie under something small, and that helps."""
        near = super()._fit(places)
        views = (near.zoomed(-steps, self._middle()) for steps in range(FARTHER + 1))
        return next((view for view in views if not any(self._hidden(view, at, HULL) for at in places)), near)

    def pointed_at(self, at: tuple[int, int]) -> Pointed:
        """What lies at a pixel; asked more than once for the same one."""
        if self.state is None:
            return Pointed()
        of = (at, self.state, self.camera, self._overlay, self.moving, self._selected, self._fanned)
        if self._looked is None or self._looked[0] != of:
            found = self._found(self.state, at, self._fanned)
            fanned = self._fans_out(found)
            self._looked = (of, found if fanned == self._fanned else self._found(self.state, at, fanned))
        return self._looked[1]

    def _lies(self) -> tuple[object, ...]:
        """Arrows and places alongside, too."""
        return *super()._lies(), self._overlay

    def _found(self, state: State, at: tuple[int, int], fanned: Hex | None) -> Pointed:
        _, hits = self._lying(state, fanned)
        return pointed(state, hits, self.overlay, self.camera, at)

    def _fans_out(self, found: Pointed) -> Hex | None:
        """The hex whose row is fanned out with the pointer on this; none while anything is played."""
        if self._after is None or self.moving:
            return None
        if self._crowds is None or self._crowds[0] is not self._after:
            self._crowds = (self._after, scene.crowds(self._after))
        return scene.fanned(self._after, self._crowds[1], self._overlay, self._selected, found)

    def _lying(self, state: State, fanned: Hex | None) -> tuple[dict[str, Placed], HitTest]:
        """Where the ships of a state lie, found out once."""
        if self._placed is None or self._placed[0] is not state or self._placed[1] != fanned:
            lying = placed_ships(state, fanned)
            self._placed = (state, fanned, lying, HitTest(lying.values(), ABEAM))
        return self._placed[2:]


ABEAM = 0.62
"""How far from her keel a ship is meant, in parts of her beam."""


def pointed(state: State, hits: HitTest, overlay: Overlay, camera: Camera, at: tuple[int, int]) -> Pointed:
    """All that lies at a pixel."""
    place = places.hex_at(camera.to_table(*at))
    held = place if on_sea(state.sea, place) else None
    slot = handles.slot_at(state, overlay.choices, camera, at) if overlay.choices else None
    handle = handles.handle_at(overlay.facings, camera, at) if overlay.facings and not slot else None
    return Pointed(held, hits.at(camera, at) or "", handle, slot)
