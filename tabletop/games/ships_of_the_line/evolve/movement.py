"""Chapter 5: where ships lie, and what way they have on them."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.events import (
    AnchorDropped,
    AnchorWeighed,
    ShipDrifted,
    ShipLeft,
    ShipSailed,
    ShipStopped,
    ShipTurnedByBoats,
    TowCastOff,
    TowMadeFast,
)
from tabletop.games.ships_of_the_line.evolve.change import with_ship
from tabletop.games.ships_of_the_line.state import State, Tow


def ship_sailed(state: State, event: ShipSailed) -> State:
    """She lies where the move ended, and the ship in tow astern of her."""
    state = with_ship(
        state,
        event.ship,
        pose=event.pose,
        moved=True,
        move_allows_anchor=event.allows_anchor,
        stopped=event.stopped,
    )
    if event.towed and event.towed_pose:
        state = with_ship(state, event.towed, pose=event.towed_pose, moved=True)
    return state


def ship_turned_by_boats(state: State, event: ShipTurnedByBoats) -> State:
    """She heads another way and stays stopped (5.3-a)."""
    return with_ship(_stop(state, event.ship), event.ship, pose=event.pose, moved=True)


def anchor_dropped(state: State, event: AnchorDropped) -> State:
    """She lies at anchor; that was her move."""
    return with_ship(_stop(state, event.ship), event.ship, anchored=True, moved=True, move_allows_anchor=False)


def anchor_weighed(state: State, event: AnchorWeighed) -> State:
    """She is free but stopped; that was her move."""
    return with_ship(_stop(state, event.ship), event.ship, anchored=False, moved=True)


def ship_drifted(state: State, event: ShipDrifted) -> State:
    """Each ship of the group lies where the wind left her."""
    for key, pose in event.poses.items():
        state = with_ship(state, key, pose=pose)
    return state


def ship_stopped(state: State, event: ShipStopped) -> State:
    """She has no way on her."""
    return _stop(state, event.ship)


def _stop(state: State, key: str) -> State:
    return with_ship(state, key, stopped=True)


def ship_left(state: State, event: ShipLeft) -> State:
    """She is off the map and out of the battle."""
    return with_ship(state, event.ship, status="fled" if event.fled else "left", moved=True)


def tow_made_fast(state: State, event: TowMadeFast) -> State:
    """One tows the other, by a hawser instead of grapples; it was the tower's one grapple of the phase (AMB-135)."""
    state = with_ship(state, event.ship, grapple_used=True)
    grapples = tuple(one for one in state.grapples if not (one.joins(event.ship) and one.joins(event.towed)))
    return replace(state, tows=(*state.tows, Tow(event.ship, event.towed)), grapples=grapples)


def tow_cast_off(state: State, event: TowCastOff) -> State:
    """The two are free of each other."""
    return replace(state, tows=tuple(tow for tow in state.tows if tow != Tow(event.ship, event.towed)))


APPLY: dict[type, Callable[[State, Any], State]] = {
    ShipSailed: ship_sailed,
    ShipTurnedByBoats: ship_turned_by_boats,
    AnchorDropped: anchor_dropped,
    AnchorWeighed: anchor_weighed,
    ShipDrifted: ship_drifted,
    ShipStopped: ship_stopped,
    ShipLeft: ship_left,
    TowMadeFast: tow_made_fast,
    TowCastOff: tow_cast_off,
}
