"""The enemy to whom the edge of the view points while she is out of it."""

from tabletop.core.phrases import format_count
from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory.model import Side, State
from tabletop.geometry.hexgrid import distance
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.pointers import Foe, nearest


@cache_per_state
def nearest_foe(state: State, side: Side, ship: str) -> Foe | None:
    """The sailing enemy nearest to a ship of a side, for an empty one to any; none if either has none."""
    sailing = {key: one.at for key, one in state.ships.items() if one.status == "sailing"}
    mine = {key: at for key, at in sailing.items() if state.fleet[key].side == side and ship in ("", key)}
    foes = {key: at for key, at in sailing.items() if state.fleet[key].side != side}
    found = nearest(mine, foes, distance)
    if found is None:
        return None
    own, key, far = found
    enemy = state.fleet[key]
    return Foe(key, enemy.name, nations.badge(enemy.nation), format_count(round(far), "hex"), state.fleet[own].name)
