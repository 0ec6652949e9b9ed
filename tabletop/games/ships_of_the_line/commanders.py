"""Whom ships and batteries obey where a side has several players, and who follows one who is gone (2-a, AMB-148)."""

import msgspec
from msgspec.structs import replace

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.state import Player, State, side_of


def players_of(state: State, side: str) -> tuple[Player, ...]:
    """Those of several players of a side who have not conceded, in file order."""
    return tuple(one for one in state.players or () if one.side == side and not one.gone)


def commander(state: State, key: str) -> str:
    """The player whom a ship or a battery obeys; nobody where each side has one (AMB-120, AMB-148, AMB-222)."""
    if not state.players:
        return ""
    if state.coast and (battery := state.coast.batteries.get(key)):
        return successor(state.players, battery.side, battery.player)
    ship = state.ships[key]
    first = ship.holder if ship.status == "captured" else state.cards[key].player
    return successor(state.players, side_of(state, key), first)


def without(state: State, player: str) -> tuple[Player, ...]:
    """The players once one has conceded."""
    return tuple(replace(one, gone=one.gone or one.id == player) for one in state.players or ())


@per_state
def successor(players: tuple[Player, ...], side: str, player: str | msgspec.UnsetType) -> str:
    """The player himself, or the next of his side in file order who has not conceded, after the last the first.

    Remembered, because every ship asks and the players stay the same.
    """
    seats = [one for one in players if one.side == side]
    begins = next((place for place, one in enumerate(seats) if one.id == player), 0)
    return next((one.id for one in (*seats[begins:], *seats[:begins]) if not one.gone), "")
