"""Where a side can hit now: the fields of all broadsides that are ready to fire, by number of dice."""

from collections import defaultdict

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop.core.memory import weighty
from tabletop.games.ships_of_the_line.chapters import aiming, fire
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import BANDS, Band, State, side_of
from tabletop.games.ships_of_the_line.survey.arcs import BandArea, arc


class Threat(msgspec.Struct, frozen=True):
    """One band of one ready broadside, and the dice it would roll there, rakes aside."""

    ship: str
    broadside: Broadside
    band: Band
    dice: int
    area: BandArea


class Region(msgspec.Struct, frozen=True):
    """All water where the strongest single broadside that bears rolls this many dice."""

    dice: int
    area: BaseGeometry


@weighty
def threats(state: State, side: Side) -> tuple[Threat, ...]:
    """Every band in which a ready broadside of the side has a die to roll, in key order."""
    return tuple(threat for key in state.ships if side_of(state, key) == side for threat in _of_ship(state, key))


def _of_ship(state: State, key: str) -> list[Threat]:
    ready = [broadside for broadside in BROADSIDES if fire.unable(state, key, broadside) is None]
    if not ready:
        return []
    dice = {band: aiming.dice_for(state, key, band, None)[-1].value for band in BANDS}
    areas = [(broadside, area) for broadside in ready for area in arc(state, key, broadside)]
    return [Threat(key, broadside, area.band, dice[area.band], area) for broadside, area in areas if dice[area.band]]


@weighty
def regions(state: State, side: Side) -> tuple[Region, ...]:
    """The threatened water by number of dice, most first; no two regions overlap.

    Whether a broadside is blocked depends on who lies where, and is not asked here.
    """
    by_dice: dict[int, list[shapely.Polygon]] = defaultdict(list)
    for threat in threats(state, side):
        by_dice[threat.dice].append(threat.area.whole)
    found: list[Region] = []
    stronger: BaseGeometry = shapely.Polygon()
    for dice in sorted(by_dice, reverse=True):
        reached = shapely.union_all([stronger, *by_dice[dice]])
        found.append(Region(dice, shapely.difference(reached, stronger)))
        stronger = reached
    return tuple(found)
