"""Chapters 4.1, 4.2 and 4.4.1: fire, damage and loss."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.events import (
    BroadsideFired,
    ColoursStruck,
    CriticalWithoutEffect,
    DamageInked,
    ExplosionStruck,
    FireStarted,
    HullLost,
    MastFell,
    OfficerHit,
    RudderLost,
    ShipExploded,
    ShipSunk,
    SurrenderRolled,
)
from tabletop.games.ships_of_the_line.evolve.change import unchanged, with_ship
from tabletop.games.ships_of_the_line.ship import BROADSIDES, FallenMast
from tabletop.games.ships_of_the_line.state import Shot, State


def broadside_fired(state: State, event: BroadsideFired) -> State:
    """The guns are empty; the damage is noted in pencil (3-c, 4.1.3-a)."""
    firer, target = state.ships[event.ship], state.ships[event.target]
    fired = tuple(broadside for broadside in BROADSIDES if broadside in (*firer.fired, event.broadside))
    loaded = tuple(broadside for broadside in firer.loaded if broadside != event.broadside)
    shot = Shot(event.ship, event.broadside, event.target, event.facing, event.hits, event.hull, event.criticals)
    state = with_ship(state, event.ship, loaded=loaded, fired=fired)
    state = with_ship(state, event.target, attacked=True, hit=target.hit or event.hits > 0)
    return replace(state, shots=(*state.shots, shot))


def explosion_struck(state: State, event: ExplosionStruck) -> State:
    """She was attacked (AMB-60); the losses follow as facts of their own."""
    hit = state.ships[event.ship].hit or event.hits > 0
    return with_ship(state, event.ship, attacked=True, hit=hit)


def hull_lost(state: State, event: HullLost) -> State:
    """Hull points are crossed off."""
    return with_ship(state, event.ship, hull=event.left)


def mast_fell(state: State, event: MastFell) -> State:
    """The mast is gone and its wreckage masks a side."""
    ship = state.ships[event.ship]
    standing = tuple(mast for mast in ship.masts if mast != event.mast)
    return with_ship(state, event.ship, masts=standing, fallen=(*ship.fallen, FallenMast(event.mast, event.over)))


def officer_hit(state: State, event: OfficerHit) -> State:
    """The officer is wounded or dead."""
    return with_ship(state, event.ship, officer=event.condition)


def rudder_lost(state: State, event: RudderLost) -> State:
    """She no longer answers her helm."""
    return with_ship(state, event.ship, rudder_lost=True)


def fire_started(state: State, event: FireStarted) -> State:
    """One more fire marker."""
    return with_ship(state, event.ship, fires=event.fires)


def ship_exploded(state: State, event: ShipExploded) -> State:
    """She is gone and leaves nothing."""
    return with_ship(state, event.ship, status="exploded", hull=0, sunk_turn=state.turn)


def ship_sunk(state: State, event: ShipSunk) -> State:
    """She is gone; a hull marker stays for a while (4.4.1-e)."""
    return with_ship(state, event.ship, status="sunk", sunk_turn=state.turn, wreck=True)


def colours_struck(state: State, event: ColoursStruck) -> State:
    """She flies the white flag."""
    return with_ship(state, event.ship, status="struck", struck_turn=state.turn)


def damage_inked(state: State, event: DamageInked) -> State:  # noqa: ARG001
    """The notes are rubbed out."""
    return replace(state, shots=())


APPLY: dict[type, Callable[[State, Any], State]] = {
    BroadsideFired: broadside_fired,
    ExplosionStruck: explosion_struck,
    HullLost: hull_lost,
    MastFell: mast_fell,
    OfficerHit: officer_hit,
    RudderLost: rudder_lost,
    FireStarted: fire_started,
    CriticalWithoutEffect: unchanged,
    ShipExploded: ship_exploded,
    ShipSunk: ship_sunk,
    SurrenderRolled: unchanged,
    ColoursStruck: colours_struck,
    DamageInked: damage_inked,
}
