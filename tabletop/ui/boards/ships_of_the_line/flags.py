"""The hoists that tell what ships have been ordered for good: on the sea, in lists, beside the names of divisions."""

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
"""Pixels that a hoist is high on the sea, and what part of a hull that is between these."""
LEAST_HULL = 14
"""Pixels of hull below which ships show none."""


@lru_cache(maxsize=16)
def build_hoist(manner: Manner) -> Badge:
    """The flags of an order, in a square of so many pixels."""
    return partial(icon, f"hoist_{manner}")


def find_common_manner(state: State, ships: Iterable[str]) -> Manner | None:
    """The standing order that all of some ships have who are in service, as far as it is known here."""
    found = find_squadron_orders(state) if state.standing else {}
    manners = (
        {found[key].manner if key in found else None for key in ships if is_in_service(state, key)} if found else ()
    )
    return next(iter(manners)) if len(manners) == 1 else None


def place_hoist(scene: SeaScene, ship: Placed) -> list[Placing]:
    """The flags of her standing order over the middle of her hull."""
    manner, long = find_common_manner(scene.state, (ship.key,)), scene.length(ship)
    if manner is None or long < LEAST_HULL:
        return []
    name = f"hoist_{manner}"
    flags = drawn(name, round(min(MOST_HEIGHT, max(LEAST_HEIGHT, long * HULL_SHARE))) / file_size(name)[1])
    x, y = scene.point(ship, 0.0)
    return [(flags, (round(x), round(y) - flags.get_height()))]
