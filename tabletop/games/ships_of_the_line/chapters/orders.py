"""Whose orders a ship's crew takes, and which crew acts first (4.4.2, AMB-127, AMB-129)."""

from collections.abc import Iterable

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.ship import AFLOAT, Status
from tabletop.games.ships_of_the_line.sides import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import State, on_map, side_of

_OBEDIENT: frozenset[Status] = AFLOAT - {"struck"}


def by_initiative(state: State, keys: Iterable[str]) -> list[str]:
    """Ships in the order in which they act: the initiative side's in key order, then the other's (AMB-127)."""
    chosen = set(keys)
    first = state.initiative or SIDES[0]
    return [key for side in (first, enemy_of(first)) for key in of_side(state, side) if key in chosen]


def of_side(state: State, side: Side) -> list[str]:
    """The ships that are with a side, lost ones too, in key order."""
    return [key for key in state.ships if side_of(state, key) == side]


def commanded(state: State, side: Side) -> list[str]:
    """The ships that take orders of a side, her prizes included, in key order."""
    return [key for key in state.ships if _obeys(state, side, key)]


def _obeys(state: State, side: Side, key: str) -> bool:
    return state.ships[key].status in _OBEDIENT and side_of(state, key) == side


def check_on_map(state: State, key: str) -> Refused | None:
    """Why a ship is not there to be named at all, or None."""
    if key not in state.ships:
        return Refused("SOTL-2.2-a", f"There is no ship {key}.")
    if not on_map(state, key):
        return Refused("SOTL-2.2-h", f"{state.cards[key].name} is not on the map any more.", pieces=(key,))
    return None


def check_commanded(state: State, side: Side, key: str) -> Refused | None:
    """Why a ship takes no orders of this side, or None; a prize obeys her captor (4.4.2-d)."""
    if refusal := check_on_map(state, key):
        return refusal
    if _obeys(state, side, key):
        return None
    name = state.cards[key].name
    if state.ships[key].status == "struck":
        return Refused("SOTL-4.4.3-a", f"{name} has struck her colours and takes no orders.", pieces=(key,))
    return Refused("SOTL-2-a", f"{name} does not sail under your flag.", pieces=(key,))


def check_fighting(state: State, side: Side, key: str) -> Refused | None:
    """Why a ship may not attack for this side, or None; prizes never do (4.4.2-a)."""
    if refusal := check_commanded(state, side, key):
        return refusal
    if state.ships[key].status == "captured":
        return Refused("SOTL-4.4.2-a", f"{state.cards[key].name} is a prize, and prizes do not fight.", pieces=(key,))
    return None
