"""Standing orders to squadrons, as data: they last over turns until recalled, and their own side alone knows them."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.games.ships_of_the_line.sides import Side

Manner = Literal["follow", "line_ahead", "line_abreast", "formation", "hold", "engage"]
"""How ships go: in the wake of a leader who is ordered by hand; the same behind one who holds her course; abreast of
one who does; each where she lies from a leader who is ordered by hand; each straight on; each at the nearest enemy."""
STATIONED: tuple[Manner, ...] = ("line_abreast", "formation")
"""In these each has a station off the leader."""
LED: tuple[Manner, ...] = ("follow", "formation")
"""In these the leader is ordered by hand."""


class Station(msgspec.Struct, frozen=True):
    """Where a ship belongs off the leader, from middle to middle on the leader's heading, UM."""

    ahead: float
    """Before her, or astern where it is negative."""
    abeam: float
    """To starboard."""


class SquadronOrder(msgspec.Struct, frozen=True):
    """A standing order of a side to some of its ships."""

    side: Side
    ships: tuple[str, ...]
    """The first leads."""
    manner: Manner
    """How they go."""
    stations: dict[str, Station] = {}
    """By ship, where each has one."""
    last_turn: int | UnsetType = UNSET
    """The last in which it holds."""
    to_gunshot: bool = False
    """It holds only until an enemy is within gunshot of one of them."""


def less(orders: tuple[SquadronOrder, ...], ships: tuple[str, ...]) -> tuple[SquadronOrder, ...]:
    """The orders without these ships; one that has none left is gone."""
    left = (
        msgspec.structs.replace(one, ships=tuple(key for key in one.ships if key not in ships))
        if set(one.ships) & set(ships) else one
        for one in orders
    )  # fmt: skip
    return tuple(one for one in left if one.ships)
