"""The figures of the rulebook: positions at sea with measures drawn into them."""

from collections.abc import Callable
from functools import cache

import pygame

from tabletop.core.game import find_game
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import sailing
from tabletop.ui.boards.battle.presentation import Presentation
from tabletop.ui.boards.battle.strokes import along, dashed, polygon, stroke
from tabletop.ui.boards.game_plugins import Size
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.renderer import SeaRenderer
from tabletop.ui.boards.ships_of_the_line.survey_overlays import build_fire_fields
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.text import Style, rendered
from tabletop.ui.theme import INKS, Colour

_GAME = "ships_of_the_line"
_SHIP = (
    "  - {{key: {key}, nation: {nation}, number: {number}, name: {key}, class: III, guns: 74, hull: 16,"
    " at: [{x}, {y}], heading: {heading}}}\n"
)
DASHES = (10.0, 6.0)
"""Length of a dash and of a gap, pixels."""
_WORDS = Style("semibold", 15, INKS.cream, INKS.outline)
ARC = 24
"""Number of steps in which an arc is drawn."""
REACH = 3.4
"""Distance from the raked ship to the edge of the drawn sectors, UM."""


@cache
def _renderer() -> SeaRenderer:
    return SeaRenderer()


def _build_position(*ships: tuple[str, float, float, int], wind: str = "NW") -> State:
    """Return a battle with ships of the line, given by key, x, y (UM) and heading."""
    nations = {"B": "britain", "F": "france"}
    rows = [
        _SHIP.format(key=key, nation=nations[key[0]], number=key[1:], x=x, y=y, heading=heading)
        for key, x, y, heading in ships
    ]
    text = f"game: {_GAME}\ntitle: A figure\nwind: {{from: {wind}}}\nships:\n" + "".join(rows)
    game = find_game(_GAME)
    state: State = game.open(game.read(text, "a figure"), {})
    return state


class _Figure:
    """A picture of the sea around the origin, `wide` UM across."""

    def __init__(self, state: State, size: Size, wide: float, *overlays: Overlay) -> None:
        self.surface = pygame.Surface(size).convert()
        self.camera = Camera((0.0, 0.0), size[0] / wide, size)
        _renderer().draw(self.surface, state, self.camera, overlays, Presentation(labels="none"))
        _renderer().forget()
        self.scale = max(75, round(size[0] / 5.6))

    def point_at(self, bearing: float, distance: float) -> Xy:
        """Return the pixel at `bearing` and `distance` UM from the center."""
        return along(self.camera.to_screen(0, 0), bearing, distance * self.camera.scale)

    def write(self, text: str, at: Xy, colour: Colour = INKS.cream) -> None:
        """Write text around a pixel, moved so that it is wholly in the picture."""
        drawn = rendered(text, _WORDS.tinted(colour), self.scale)
        place = drawn.get_rect(center=(round(at[0]), round(at[1]))).clamp(self.surface.get_rect().inflate(-8, -8))
        self.surface.blit(drawn, place)

    def draw_wedge(self, middle: float, half: float, colour: Colour) -> None:
        """Draw a sector of `half` degrees to each side of a bearing, with dashed edges."""
        corners = [self.point_at(middle - half + 2 * half * step / ARC, REACH) for step in range(ARC + 1)]
        shade = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        polygon(shade, [self.point_at(0, 0), *corners], colour)
        shade.set_alpha(70)
        self.surface.blit(shade, (0, 0))
        for edge in (corners[0], corners[-1]):
            dashed(self.surface, [self.point_at(0, 0), edge], colour, DASHES)


def draw_field_of_fire(size: Size) -> pygame.Surface:
    """Draw both fields of fire of a 74 with the ends of the range bands."""
    state = _build_position(("B1", 0, 0, 0))
    fields = build_fire_fields(state, "B1")
    figure = _Figure(state, size, 13.0, *fields)
    figure.write(f"{state.profile.gun_traverse:g}°", figure.point_at(62, 3.4))
    return figure.surface


def draw_raking(size: Size) -> pygame.Surface:
    """Draw a ship with the sectors from which it is raked, and three enemies."""
    state = _build_position(("F1", 0, 0, 0), ("B1", 0.1, 2.3, 80), ("B2", -0.1, -2.3, 95), ("B3", 3.1, 1.2, 20))
    profile = state.profile
    figure = _Figure(state, size, 11.0)
    figure.draw_wedge(0, profile.bow_sector, INKS.medium)
    figure.draw_wedge(180, 180 - profile.stern_sector, INKS.point_blank)
    figure.write("Over the bow: dice doubled", figure.point_at(-62, 3.3), INKS.medium)
    figure.write("Over the stern: damage too", figure.point_at(-118, 3.3), INKS.point_blank)
    figure.write(f"{profile.bow_sector}°", figure.point_at(14, 1.4), INKS.medium)
    dashed(figure.surface, [figure.point_at(0, 0), figure.camera.to_screen(3.1, 1.2)], INKS.cream, DASHES)
    figure.write("no rake", figure.camera.to_screen(3.6, 0.4))
    return figure.surface


def draw_compass(size: Size) -> pygame.Surface:
    """Draw eight headings with the speed that a north-west wind leaves on each."""
    headings = range(0, 360, 45)
    far = 2.0
    places = {heading: along((0.0, 0.0), heading, far) for heading in headings}
    ships = [(f"B{n + 1}", round(x, 3), round(-y, 3), heading) for n, (heading, (x, y)) in enumerate(places.items())]
    state = _build_position(*ships)
    figure = _Figure(state, size, 11.0)
    given = sailing.compute_wind_shares(state.wind)
    for heading in headings:
        ink = INKS.cream if given[heading] else INKS.point_blank
        figure.write(f"{given[heading]} %", figure.point_at(heading, far + 1.0), ink)
    start, end = figure.point_at(state.wind.origin, 1.1), figure.point_at(state.wind.origin + 180, 0.5)
    stroke(figure.surface, [start, end], INKS.wind, 4)
    for side in (150, -150):
        stroke(figure.surface, [end, along(end, state.wind.origin + 180 + side, 14)], INKS.wind, 4)
    figure.write("wind", figure.point_at(state.wind.origin + 70, 0.7), INKS.wind)
    return figure.surface


FIGURES: dict[str, Callable[[Size], pygame.Surface]] = {
    "field_of_fire": draw_field_of_fire,
    "raking": draw_raking,
    "compass": draw_compass,
}
"""Name of a figure in the rulebook to the function that draws it."""
