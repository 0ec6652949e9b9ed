"""How a ship is lost: she strikes, sinks or explodes, with the points for it and the end of all ties to her."""

from typing import Literal

from tabletop.games.ships_of_the_line.chapters import holds, victory
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.events.boarding import ShipsParted
from tabletop.games.ships_of_the_line.events.combat import ColoursStruck, ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.events.movement import TowCastOff


def strike(turn: Unfolding, key: str, cause: Literal["sinking_zone", "officer", "dismasted"]) -> None:
    """She hauls down her colours; her fights on deck end at once (4.4.1, AMB-137)."""
    turn.emit(ColoursStruck(ship=key, cause=cause))
    victory.score_strike(turn, key)
    holds.leave_fights(turn, key)


def sink(turn: Unfolding, key: str, cause: Literal["hull", "flooding", "fire"]) -> None:
    """She goes down (2.2-h, 4.4.1-d)."""
    turn.emit(ShipSunk(ship=key, cause=cause))
    victory.score_sinking(turn, key)
    part_all(turn, key)


def explode(turn: Unfolding, key: str) -> None:
    """She blows up, which counts as sunk (4.2.1-m, AMB-33)."""
    turn.emit(ShipExploded(ship=key))
    victory.score_sinking(turn, key)
    part_all(turn, key)


def part_all(turn: Unfolding, key: str) -> None:
    """End all that binds a lost ship to others (AMB-138)."""
    for grapple in turn.state.grapples:
        if grapple.joins(key):
            turn.emit(ShipsParted(ship=key, other=grapple.other(key), rule="AMB-138"))
    for tow in turn.state.tows:
        if key in (tow.tower, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-138"))
    holds.leave_fights(turn, key)
