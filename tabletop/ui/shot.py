"""A picture of the table without a window: the same state and wishes give the same bytes."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.state import Side, State, enemy_of, on_map, side_of
from tabletop.games.ships_of_the_line.survey.reach import reach
from tabletop.ui.boards.ships_of_the_line import gauges, witnesses
from tabletop.ui.boards.ships_of_the_line.board import Board
from tabletop.ui.boards.ships_of_the_line.compass import rose
from tabletop.ui.boards.ships_of_the_line.models import placed
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.presentation import Presentation
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.table import SeaTable
from tabletop.ui.camera import Camera, fitted
from tabletop.ui.screen import Quit
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

NEAREST = 6
"""The closest step of zoom that a picture is taken from unless one is asked for."""
MARGIN = 1.2
"""Table units kept round the ships."""
EDGE = 16
SETTLED, STEP = 40, 50
"""So many steps of so many milliseconds pass before the picture is taken, so that everything has come to rest."""


@dataclass(frozen=True)
class Wishes:
    """What is to be seen.

    Attributes:
        size: of the picture, pixels.
        scale: of the interface, per cent.
        select: key of the ship that is selected, empty for none.
        overlay: a key of `OVERLAYS`, empty for none.
        zoom: step of zoom about the selected ship; None shows the whole battle.
    """

    size: tuple[int, int] = (1920, 1080)
    scale: int = 100
    select: str = ""
    overlay: str = ""
    zoom: int | None = None


def screen(match: Match, wishes: Wishes) -> pygame.Surface:
    """The whole table screen of a match, with its panels.

    Raises:
        KeyError: if there is no such ship on the map.
    """
    surface, table = _stage(wishes.size), SeaTable(match.state)
    shown = TableScreen(match, table, to_title=lambda _: Quit(), to_reckoning=lambda _: Quit())
    if wishes.select:
        _known(match.state, wishes.select)
        table.viewer.selected = wishes.select
    if wishes.overlay == "arcs":
        table.viewer.arcs = "selected" if wishes.select else "side"
    if wishes.overlay == "threats":
        table.viewer.threats = _enemy(match.state, wishes.select)
    table.refresh()
    shown.resize(wishes.size, Theme(wishes.scale))
    shown.draw(surface)
    if wishes.select and wishes.zoom is not None and isinstance(table.surface, SeaSurface):
        table.surface.camera = _camera(match.state, wishes)
    for _ in range(SETTLED):
        shown.update(STEP)
    shown.draw(surface)
    return surface


def sea(state: State, wishes: Wishes) -> pygame.Surface:
    """The sea alone, with the compass and the scale.

    Raises:
        KeyError: if there is no such ship on the map.
    """
    if wishes.select:
        _known(state, wishes.select)
    surface = _stage(wishes.size)
    camera, theme = _camera(state, wishes), Theme(wishes.scale)
    overlays: list[Overlay] = [*OVERLAYS[wishes.overlay](state, wishes.select)]
    if wishes.select:
        overlays.append(Selected(wishes.select))
    Board().draw(surface, state, camera, overlays, Presentation(scale=wishes.scale))
    _gauges(surface, state, wishes, camera, theme)
    return surface


def _known(state: State, key: str) -> None:
    if key not in state.ships or not on_map(state, key):
        raise KeyError(key)


def save(surface: pygame.Surface, path: Path) -> None:
    """Write a picture; the ending of the name says in which format."""
    pygame.image.save(surface, path)


def _stage(size: tuple[int, int]) -> pygame.Surface:
    """A surface of the display's format, without a window on the screen."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    return pygame.Surface(size).convert()


def _camera(state: State, wishes: Wishes) -> Camera:
    if wishes.select and wishes.zoom is not None:
        whole = fitted([placed(state, wishes.select).at], wishes.size)
        return whole.zoomed(wishes.zoom - whole.step, (wishes.size[0] / 2, wishes.size[1] / 2))
    middles = [placed(state, key).at for key in state.ships if on_map(state, key)] or [(0.0, 0.0)]
    corners = [(x + dx, y + dy) for x, y in middles for dx in (-MARGIN, MARGIN) for dy in (-MARGIN, MARGIN)]
    return fitted(corners, wishes.size, nearest=NEAREST)


def _gauges(surface: pygame.Surface, state: State, wishes: Wishes, camera: Camera, theme: Theme) -> None:
    heading = state.ships[wishes.select].pose.heading if wishes.select else None
    compass = rose(state.wind, heading, theme)
    edge = theme.px(EDGE)
    place = compass.get_rect(topright=(wishes.size[0] - edge, edge))
    surface.blit(compass, place, special_flags=pygame.BLEND_PREMULTIPLIED)
    bar = gauges.scale_bar(camera.scale, theme)
    surface.blit(bar, bar.get_rect(bottomright=(wishes.size[0] - edge, wishes.size[1] - edge)))


def _arcs(state: State, select: str) -> list[Overlay]:
    """The fields of the selected ship, or those of every ship of the side that is asked."""
    if select:
        return [*witnesses.fire_fields(state, select)]
    asked = _asked(state)
    keys = tuple(key for key in state.ships if on_map(state, key) and side_of(state, key) == asked)
    return [witnesses.covered(state, keys)]


def _threats(state: State, select: str) -> list[Overlay]:
    """Where the enemy of the selected ship, or of the side that is asked, could strike."""
    return [witnesses.threatened(state, _enemy(state, select))]


def _enemy(state: State, select: str) -> Side:
    return enemy_of(side_of(state, select) if select else _asked(state))


def _reach(state: State, select: str) -> list[Overlay]:
    """Where the selected ship can still come."""
    return [witnesses.reachable(reach(state, select).area)] if select else []


def _asked(state: State) -> Side:
    return state.asked or state.initiative or "british"


OVERLAYS: dict[str, Callable[[State, str], list[Overlay]]] = {
    "": lambda state, select: [],  # noqa: ARG005
    "arcs": _arcs,
    "threats": _threats,
    "reach": _reach,
}
"""What can be laid on the sea, by name."""
