"""Badges of sides and ships, and a ship in a few words."""

from tabletop.games.decks_of_glory.positions import PointOfSail, is_active, is_entangled, point_of_sail
from tabletop.games.decks_of_glory.state import Side, State, Status, Vessel
from tabletop.ui.boards.contract import Plate, Sign
from tabletop.ui.boards.nations import badge, side_badge

RATES: dict[int, str] = {1: "1st rate", 2: "2nd rate", 3: "3rd rate", 4: "4th rate"}
FATES: dict[Status, str] = {
    "sailing": "fighting",
    "derelict": "derelict",
    "sunk": "sunk",
    "adrift": "drifted away",
    "withdrawn": "withdrawn",
}
SAILS: dict[PointOfSail, str] = {"running": "running", "close_hauled": "close-hauled", "in_irons": "in irons"}


def side_sign(state: State, side: Side) -> Sign:
    """The badge of a side: of its nation, or of both where two fight together."""
    nations = list(dict.fromkeys(vessel.nation for vessel in state.fleet.values() if vessel.side == side))
    return badge(nations[0]) if len(nations) == 1 else side_badge(side)


def ship_sign(vessel: Vessel) -> Sign:
    """The badge of a ship's nation."""
    return badge(vessel.nation)


def plate(state: State, key: str) -> Plate:
    """A ship's name and badge."""
    vessel = state.fleet[key]
    return Plate(vessel.name, ship_sign(vessel))


def sailing(state: State, key: str) -> str:
    """How a ship stands to the wind, or what has become of her."""
    ship = state.ships[key]
    if ship.status != "sailing":
        return FATES[ship.status]
    if not is_active(ship):
        return "beaten, still to strike"
    if state.wind is None:
        return "no wind yet"
    entangled = ", entangled" if is_entangled(state, key) else ""
    return f"{SAILS[point_of_sail(ship.facing, state.wind)]}{entangled}"
