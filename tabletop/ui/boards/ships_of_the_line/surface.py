"""The sea of this game as a widget: where its ships are, and which of them is under the pointer."""

from collections.abc import Callable, Iterable, Sequence

import pygame

from tabletop.core.memory import weighty
from tabletop.games.ships_of_the_line.state import State, flown, on_map
from tabletop.ui.boards.battle.camera_view import Chart
from tabletop.ui.boards.battle.gestures import Gesture, Ground
from tabletop.ui.boards.battle.hit_testing import HitTest
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.small_map import Fleets
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line import small_coast
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.scene import mood_of, placed
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import Theme

ABEAM = 0.6
"""How far from her keel a ship is meant, in parts of her beam."""


SeaSurface = BattleSurface[State]
FADES = 1000
"""Milliseconds in which the sea as it was fades away."""


class FadingSea(SeaSurface):
    """The sea; where the hour or the wind has changed it takes a while to look so, unless the view is moved."""

    def __init__(self, renderer: SeaRenderer, chart: Chart, ground: Ground) -> None:
        super().__init__(renderer, chart, ground)
        self._before: pygame.Surface | None = None
        """The sea as it was, while it fades."""
        self._left, self._from = 0.0, self.view.camera
        self._passed = False
        """Whether another looks from now on, who must not see it as it was."""

    def look(self, state: State, overlays: Sequence[object], shown: Presentation, ringed: object) -> None:
        """As every surface."""
        before = self.state if MOTION.rate and not self._blank and not self._passed else None
        if before is not None and before is not state and _changes(before, state):
            self._before, self._left, self._from = self._likeness(), FADES, self.view.camera
        self._passed = False
        super().look(state, overlays, shown, ringed)

    def forget(self) -> None:
        """Another looks from now on: nothing stays, nor lies where it does, because of what the one before saw."""
        self._before, self._passed = None, True
        self.renderer.plates.forget()

    def _likeness(self) -> pygame.Surface:
        made = pygame.Surface(self.rect.size)
        if self._kept:
            made.blit(self._canvas.picture, (0, 0), made.get_rect(topleft=self._canvas.place((0, 0))))
        else:
            self.renderer.paint(made, [made.get_rect()])
        return made

    def tick(self, elapsed: int) -> bool:
        """As every surface; what fades is fainter."""
        moves = super().tick(elapsed)
        if self._before is None:
            return moves
        self._left -= elapsed * MOTION.rate
        if self._left <= 0 or not MOTION.rate or self.view.camera is not self._from:
            self._before = None
        self.touch()
        return True

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """As every surface, under what fades."""
        super().paint(surface, theme)
        if self._before is not None:
            clip = surface.get_clip().clip(self.rect)
            self._before.set_alpha(round(255 * self._left / FADES))
            surface.blit(self._before, clip, clip.move(-self.rect.x, -self.rect.y))


def _changes(before: State, state: State) -> bool:
    """Whether it is in another mood, and no ship lies elsewhere."""
    lie = ((before.ships.get(key), ship) for key, ship in state.ships.items())
    return mood_of(before) != mood_of(state) and all(was and was.pose == ship.pose for was, ship in lie)


class SeaChart:
    """Where the ships of what is shown lie.

    Attributes:
        surface: what shows them.
    """

    def __init__(self, wants: Callable[[Gesture], bool]) -> None:
        self.surface = FadingSea(SeaRenderer(), self, Ground(wants, self.ship_at))

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        """Where ships and batteries are, all if none are named."""
        ships = self.surface.state.ships if self.surface.state else {}
        found = [ships[key].pose.point for key in (ships if keys is None else keys) if key in ships]
        coast = self.surface.state.coast if self.surface.state else None
        works = coast.batteries if coast else {}
        found += [works[key].place for key in (works if keys is None else keys) if key in works]
        return [(place.x, place.y) for place in found]

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        """Bows and sterns, and the middles of batteries."""
        state, wanted = self.surface.state, tuple(keys)
        ships = [placed(state, key) for key in wanted if key in state.ships] if state else []
        ends = [one.along(end, 0) for one in ships for end in (-0.5, 0.5)]
        return ends + self.places(key for key in wanted if state and key not in state.ships)

    def ship_at(self, at: tuple[int, int]) -> str | None:
        """The ship at a pixel."""
        state = self.surface.state
        return pick(state, self.surface.view.camera, at) if state else None


def pick(state: State, camera: Camera, at: Xy) -> str | None:
    """The ship at a pixel, the nearest where several would do; None over empty sea."""
    return _hit_test(state).at(camera, at)


@weighty
def _hit_test(state: State) -> HitTest:
    """The ships on the map."""
    return HitTest((placed(state, key) for key in state.ships if on_map(state, key)), ABEAM)


@weighty
def fleets(state: State) -> Fleets:
    """What the small map tells of a state; its extent is that of the sterns."""
    ships, sea = [key for key in state.ships if on_map(state, key)], state.sea
    poses = [state.ships[key].pose for key in ships]
    xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
    extent = (min(xs), min(ys), max(xs), max(ys)) if poses else None
    told = tuple((placed(state, key).at, NATIONS[flown(state, key)[0]]) for key in ships)
    bounds = sea.west, sea.south, sea.east, sea.north
    return Fleets(bounds, extent, told, small_coast.ground(state), small_coast.rims(state))
