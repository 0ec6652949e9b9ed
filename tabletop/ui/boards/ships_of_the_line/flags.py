"""Flag hoists that show standing orders: on the sea, in lists, beside the names of divisions."""

from collections.abc import Iterable
from functools import lru_cache, partial

from tabletop.games.ships_of_the_line.model import Manner, State, is_in_service
from tabletop.games.ships_of_the_line.survey.fleet_orders import find_squadron_orders
from tabletop.ui.assets import drawn, file_size, icon
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.contract import Badge
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene

LEAST_HEIGHT, MOST_HEIGHT, HULL_SHARE = 16, 48, 0.36
"""Height limits of a hoist on the sea in pixels, and its height as a share of the hull's length."""
LEAST_HULL = 14
"""Length of a hull below which no hoist is shown, pixels."""


@lru_cache(maxsize=16)
def build_hoist(manner: Manner) -> Badge:
    """Return the function that draws the flags of an order in a square of given pixels."""
    return partial(icon, f"hoist_{manner}")


def find_common_manner(state: State, ships: Iterable[str]) -> Manner | None:
    """Return the standing order that all `ships` in service share, as far as known; else None."""
    found = find_squadron_orders(state) if state.standing else {}
    manners = (
        {found[key].manner if key in found else None for key in ships if is_in_service(state, key)} if found else ()
    )
    return next(iter(manners)) if len(manners) == 1 else None


def place_hoist(scene: SeaScene, ship: Placed) -> list[Placing]:
    """Return the flags of a ship's standing order above its hull; empty from far."""
    manner, long = find_common_manner(scene.state, (ship.key,)), scene.length(ship)
    if manner is None or long < LEAST_HULL:
        return []
    name = f"hoist_{manner}"
    flags = drawn(name, round(min(MOST_HEIGHT, max(LEAST_HEIGHT, long * HULL_SHARE))) / file_size(name)[1])
    x, y = scene.point(ship, 0.0)
    return [(flags, (round(x), round(y) - flags.get_height()))]
