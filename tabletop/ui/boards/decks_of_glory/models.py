"""Which pictures make up a ship of this game: the model by her rate, sails and masts by what is left of her."""

from functools import lru_cache

from tabletop.games.decks_of_glory.state import Ship, Vessel
from tabletop.ui.assets import Layer, anchors
from tabletop.ui.boards.battle.hulls import brace
from tabletop.ui.boards.decks_of_glory.berths import MODELS
from tabletop.ui.boards.decks_of_glory.places import heading
from tabletop.ui.boards.nations import NATIONS

TORN, CRIPPLED = 0.5, 0.25
"""Shares of her points at or below which her sails are torn, and at or below which the mizzen has gone."""
FALLING = ("mizzen", "main", "fore")


def wind_from(wind: int | None) -> int:
    """Whence the wind blows, degrees; from astern of everybody while it has not been set."""
    return (heading(wind or 0) + 180) % 360


def sails(vessel: Vessel, ship: Ship) -> tuple[str, int]:
    """The state of her sails, and how many masts have fallen."""
    share = ship.strength / vessel.points
    if ship.status == "derelict" or not ship.strength:
        return "torn", len(FALLING)
    return "torn" if share <= TORN else "battle", 1 if share <= CRIPPLED else 0


def layers(vessel: Vessel, ship: Ship, wind: float, towards: float) -> tuple[Layer, ...]:
    """The files of a ship that heads so, from the lowest to the topmost; `wind` is whence it blows, degrees."""
    state, down = sails(vessel, ship)
    return _layers(MODELS[vessel.rate], NATIONS[vessel.nation], state, down, brace(round(wind), towards))


@lru_cache(maxsize=256)
def _layers(model: str, nation: str, state: str, down: int, braced: str) -> tuple[Layer, ...]:
    stepped, fallen = anchors().models[model].masts, FALLING[:down]
    wrecked = [Layer(f"mast_{model}_{mast}_fallen") for mast in fallen]
    hull = Layer(f"hull_{model}_{nation}")
    if down == len(FALLING):
        return (hull, *wrecked)
    spanker = () if "mizzen" in fallen else (Layer(f"spanker_{model}_{braced}"),)
    masts = [Layer(f"mast_{model}_{mast}_{state}_{braced}") for mast in stepped if mast not in fallen]
    return (hull, *wrecked, Layer(f"bowsprit_{model}"), *spanker, Layer(f"jibs_{model}_{braced}"), *masts)
