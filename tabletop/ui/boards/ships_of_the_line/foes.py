"""The enemy to whom the edge of the view points while she is out of it."""

import math

from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.model import State, is_in_service, list_flags, side_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.pointers import Foe, nearest


@cache_per_state
def nearest_foe(state: State, side: Side, ship: str) -> Foe | None:
    """The fighting enemy nearest to a ship of a side, for an empty one to any; none if either has none."""
    serving = {key: (one.pose.x, one.pose.y) for key, one in state.ships.items() if is_in_service(state, key)}
    mine = {key: at for key, at in serving.items() if side_of(state, key) == side and ship in ("", key)}
    foes = {key: at for key, at in serving.items() if side_of(state, key) != side}
    found = nearest(mine, foes, math.dist)
    if found is None:
        return None
    own, key, far = found
    names = state.cards[key].name, state.cards[own].name
    return Foe(key, names[0], nations.badge(*list_flags(state, key)), f"{max(1, round(far))} UM", names[1])
