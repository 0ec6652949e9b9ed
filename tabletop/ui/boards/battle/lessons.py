"""What a lesson asks of the map of a battle: what the player has looked at, and where things lie."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import pygame

from tabletop.ui.boards.battle.camera_view import CameraView
from tabletop.ui.boards.battle.station import Station
from tabletop.ui.boards.battle.viewer import BattleViewer
from tabletop.ui.camera import Xy


def looks(viewer: BattleViewer[Any, Any], view: CameraView, station: Station[Any, Any, Any]) -> Collection[str]:
    """What is chosen, composed and measured, and how the map is seen."""
    return frozenset(_looks(viewer, view, station))


def _looks(viewer: BattleViewer[Any, Any], view: CameraView, station: Station[Any, Any, Any]) -> Iterator[str]:
    aim = view.glide.end if view.glide else view.camera
    yield f"zoom {aim.scale:.2f}"
    yield f"move {aim.centre[0]:.2f} {aim.centre[1]:.2f}"
    if viewer.selected:
        yield f"choose {viewer.selected}"
    if any(len(set(ruler)) > 1 for ruler in (viewer.measuring, *viewer.rulers)):
        yield "measure"
    yield from station.looks()


def clear(view: CameraView) -> pygame.Rect:
    """What panels and bars leave of the map."""
    left, top, right, bottom = view.insets
    return pygame.Rect(left, top, max(0, view.rect.w - left - right), max(0, view.rect.h - top - bottom))


def spot(view: CameraView, thing: str) -> Sequence[Xy]:
    """Bow and stern of ``ship B1``, the corners of its hex, or the place of ``at 3 -2``."""
    kind, _, of = thing.partition(" ")
    if kind == "ship":
        return [view.camera.to_screen(*place) for place in view.chart.extent([of])]
    if kind != "at":
        return ()
    x, y = map(float, of.split())
    return [view.camera.to_screen(x, y)]
