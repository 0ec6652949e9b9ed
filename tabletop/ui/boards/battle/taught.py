"""What a lesson asks of the map of a battle: what the player has looked at, and where things lie."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

import pygame

from tabletop.ui.boards.battle.camera_view import LEAST, CameraView
from tabletop.ui.boards.battle.station import AnyStation
from tabletop.ui.boards.battle.surface import AnySurface
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.lesson_hooks import LessonHooks
from tabletop.ui.camera import Xy, fitted
from tabletop.ui.widgets.base import Widget

AROUND = 0.4
"""Room about what is looked for, table units."""


class TaughtBattle(LessonHooks):
    """A map with ships.

    Args:
        viewer: what is chosen and measured.
        view: how the map is seen.
        station: what is composed now.
        surface: what shows it.
    """

    def __init__(
        self, viewer: AnyViewer, view: CameraView, station: Callable[[], AnyStation],
        surface: AnySurface,
    ) -> None:  # fmt: skip
        self._viewer, self._view, self._station, self._surface = viewer, view, station, surface

    def list_looks(self) -> Collection[str]:
        """What is chosen, composed and measured, and how the map is seen."""
        return frozenset(self._looks())

    def _looks(self) -> Iterator[str]:
        viewer, view = self._viewer, self._view
        aim = view.glide.end if view.glide else view.camera
        yield f"zoom {aim.scale:.2f}"
        yield f"move {aim.centre[0]:.2f} {aim.centre[1]:.2f}"
        if viewer.selected:
            yield f"choose {viewer.selected}"
        if any(len(set(ruler)) > 1 for ruler in (viewer.measuring, *viewer.rulers)):
            yield "measure"
        yield from self._station().looks()

    def locate(self, thing: str) -> Sequence[Xy]:
        """Where a ship or a place is seen."""
        return self.seen(self.places(thing))

    def seen(self, places: Sequence[Xy]) -> Sequence[Xy]:
        """Pixels of places; none if half of them or more lie under panels."""
        sheets = [pygame.Rect(one) for one in self._view.sheets]
        points = [self._view.camera.to_screen(*place) for place in places]
        under = [point for point in points if any(sheet.collidepoint(point) for sheet in sheets)]
        return points if 2 * len(under) < len(points) else ()

    def aim_at(self, ship: str) -> None:
        """The guns of the chosen ship."""
        self._station().aim(ship)

    def odds_rect(self, ship: str) -> pygame.Rect | None:
        """The card beside her."""
        return self._surface.odds_of(ship)

    def card_rects(self) -> Sequence[pygame.Rect]:
        """Plans and odds."""
        return self._surface.cards()

    def occupied_rects(self, panels: Sequence[Widget] = ()) -> Sequence[pygame.Rect]:
        """Squares about the middles of all ships."""
        camera = self._view.camera
        side = round(2 * AROUND * camera.scale)
        middles = (camera.to_screen(*place) for place in self._view.chart.places())
        return [pygame.Rect(round(x) - side // 2, round(y) - side // 2, side, side) for x, y in middles]

    def label_rects(self) -> Sequence[pygame.Rect]:
        """Names and figures."""
        return self._surface.renderer.words(self._view.camera)

    def places(self, thing: str) -> Sequence[Xy]:
        """Bow and stern of ``ship B1``, or the corners of her hex, or the place of ``at 3 -2``; table units."""
        kind, _, of = thing.partition(" ")
        if kind == "at":
            x, y = map(float, of.split())
            return [(x, y)]
        return self._view.chart.extent([of]) if kind == "ship" else ()

    def bring_into_view(self, things: Sequence[str]) -> None:
        """Glide to where all of them are seen; never nearer than now."""
        view, free, (left, top, right, bottom) = self._view, self.free_rect(), self._view.insets
        about = [place for thing in things for place in self.places(thing)]
        wide = [(x + side, y + side) for x, y in about for side in (-AROUND, AROUND)]
        now = view.glide.end if view.glide else view.camera
        if not wide or free.w < LEAST or all(free.collidepoint(now.to_screen(*place)) for place in wide):
            return
        xs, ys = [x for x, _ in wide], [y for _, y in wide]
        camera = replace(now, scale=min(now.scale, fitted(wide, view.rect.size, view.insets).scale))
        camera = camera.centred((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        view.go(camera.panned((left - right) / 2, (top - bottom) / 2))

    def free_rect(self) -> pygame.Rect:
        """What panels and bars leave of the map."""
        left, top, right, bottom = self._view.insets
        return pygame.Rect(
            left, top, max(0, self._view.rect.w - left - right), max(0, self._view.rect.h - top - bottom)
        )

    def set_sheet(self, sheet: pygame.Rect | None) -> None:
        """What is written on the map keeps clear of it."""
        self._view.upon = ((sheet.x, sheet.y, sheet.w, sheet.h),) if sheet else ()
