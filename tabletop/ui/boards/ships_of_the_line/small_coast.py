"""A coast on the small map: shoals, land, batteries, and the outline of the harbour."""

import shapely

from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.shores import build_coast_geometry
from tabletop.geometry import coast
from tabletop.ui.boards.battle.small_map import DOTS, Piece
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.shores import INK, LAND, SHOAL, between
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, colour

SHARES = (0.42, 0.28, 0.16)
"""How much of the colour of shoals each ring has."""
WORK, YARD = 0.5, 0.32
"""Table units from the middle of a battery to its corners, and to those of what shows whose it is."""
HARBOUR = colour("#7FA7A0")


def ground(state: State) -> tuple[Piece, ...]:
    """What is not open sea, the lowest first; a battery that is destroyed shows no colours."""
    if not state.coast:
        return ()
    shown = build_coast_geometry(state.coast)
    shoals = reversed(list(zip(shown.shoals, SHARES, strict=False)))
    layers = [(shoal, between(INKS.plate, SHOAL, share)) for shoal, share in shoals]
    found = [
        (_corners(piece), tint)
        for shape, tint in (*layers, (shown.land, LAND))
        for piece in coast.cut_into_convex_pieces(shape)
    ]
    for battery in state.coast.batteries.values():
        flag = DOTS[NATIONS[fleets.nations(state, battery.side)[0]]] if battery.hull > 0 else LAND
        found += [(_corners(coast.build_disc(battery.place, room)), tint) for room, tint in ((WORK, INK), (YARD, flag))]
    return tuple(found)


def rims(state: State) -> tuple[Piece, ...]:
    """The outline of the harbour."""
    corners = state.coast.harbour if state.coast else ()
    return ((tuple((one.x, one.y) for one in corners), HARBOUR),) if corners else ()


def _corners(shape: shapely.Polygon) -> tuple[Xy, ...]:
    return tuple((x, y) for x, y, *_ in shape.exterior.coords)
