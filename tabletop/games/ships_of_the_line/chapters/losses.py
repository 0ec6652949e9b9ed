"""How a ship is lost: she strikes, sinks or explodes, with the points for it and the end of all ties to her."""

from typing import Literal

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters import ties, victory
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.events import (
    ColoursStruck,
    MeleeBegan,
    MeleeEnded,
    ShipExploded,
    ShipsParted,
    ShipSunk,
    TowCastOff,
)
from tabletop.games.ships_of_the_line.state import Melee, State


def strike(turn: Unfolding, key: str, cause: Literal["sinking_zone", "officer", "dismasted"]) -> None:
    """She hauls down her colours; her fights on deck end at once (4.4.1, AMB-137)."""
    turn.emit(ColoursStruck(ship=key, cause=cause))
    victory.score_strike(turn, key)
    _end_melees(turn, key)


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
    _end_melees(turn, key)


def _end_melees(turn: Unfolding, key: str) -> None:
    for melee in turn.state.melees:
        if key in (*melee.attackers, *melee.defenders):
            left = _without(turn.state, melee, key)
            goes_on = key != melee.target and left.attackers and left.defenders
            turn.emit(
                MeleeBegan(melee=left, rule="AMB-138") if goes_on else MeleeEnded(target=melee.target, rule="AMB-138")
            )


def _without(state: State, melee: Melee, key: str) -> Melee:
    """The fight of those who are still fast to its target when a ship of it is lost (4.3-a)."""
    lines = [(one.first, one.second) for one in state.grapples if not one.joins(key)]
    fast = ties.reached(lines, melee.target)
    return replace(
        melee,
        attackers=tuple(one for one in melee.attackers if one in fast),
        defenders=tuple(one for one in melee.defenders if one in fast),
        boarders=tuple(one for one in melee.boarders if one in fast),
        targets=tuple(one for one in melee.targets if one in fast),
    )
