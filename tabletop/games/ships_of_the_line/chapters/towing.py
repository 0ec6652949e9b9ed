"""Chapter 5.6: taking ships in tow, and casting off tows, friends and ships that have struck."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import tasks, ties
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, towed_by, tower_of
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import CastOff, MakeFastTow
from tabletop.games.ships_of_the_line.events.movement import ShipStopped, TowCastOff, TowMadeFast
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, Tow, side_of
from tabletop.games.ships_of_the_line.words import names


def check_make_fast(state: State, command: MakeFastTow) -> Refused | None:
    """Why she cannot take that ship in tow, or None (AMB-142)."""
    tower, towed = command.ship, command.towed
    return (
        check_commanded(state, command.side, tower)
        or check_commanded(state, command.side, towed)
        or _one_tow(state, tower, towed)
        or _tower_fit(state, tower)
        or _towed_free(state, tower, towed)
        or _touching(state, tower, towed)
        or tasks.check_effort(state, tower)
    )


def make_fast(turn: Context, command: MakeFastTow) -> None:
    """The hawser is fast without a roll; both lie stopped, and the tower's crew has worked (5.6-a, 5.6-b)."""
    turn.emit(TowMadeFast(ship=command.ship, towed=command.towed))
    tasks.tire(turn, command.ship, "taking a ship in tow")
    for key in (command.ship, command.towed):
        if not turn.state.ships[key].stopped:
            turn.emit(ShipStopped(ship=key, reason="A tow is made fast.", rule="SOTL-5.6-a"))


def _one_tow(state: State, tower: str, towed: str) -> Refused | None:
    if tower == towed:
        return Refused("SOTL-5.6-b", "A ship cannot tow herself.", pieces=(tower,))
    busy = {key for tow in state.tows for key in (tow.tower, tow.towed)}
    if taken := busy & {tower, towed}:
        return Refused("SOTL-5.6-b", "Each ship is part of one tow only.", pieces=sorted(taken))
    return None


def _tower_fit(state: State, tower: str) -> Refused | None:
    ship = state.ships[tower]
    if not ship.masts or ship.rudder_lost or ship.anchored:
        return Refused("SOTL-5.6-a", "Only a ship that can sail can tow.", pieces=(tower,))
    if ship.grapple_used:
        return Refused("SOTL-6-k", "She has used her one grapple of this phase.", pieces=(tower,))
    foes = [key for key in ties.held_by(state, tower) if side_of(state, key) != side_of(state, tower)]
    return Refused("SOTL-6-d", "She is grappled to an enemy.", pieces=foes) if foes else None


def _towed_free(state: State, tower: str, towed: str) -> Refused | None:
    if state.ships[towed].anchored:
        return Refused("SOTL-5.6-b", "She lies at anchor and cannot be towed.", pieces=(towed,))
    others = [key for key in ties.held_by(state, towed) if key != tower]
    return Refused("SOTL-5.6-b", "She is grappled to another ship.", pieces=others) if others else None


def _touching(state: State, tower: str, towed: str) -> Refused | None:
    apart, reach = positions.apart(state, tower, towed), state.profile.touching
    if apart <= reach:
        return None
    by = f"{positions.in_um(apart, reach)} apart, at most {positions.in_um(reach)}"
    return Refused("SOTL-5.6-a", "The two ships do not touch.", by, (towed,))


def check_cast_off(state: State, command: CastOff) -> Refused | None:
    """Why those two cannot simply let go of each other, or None (5.6-d, AMB-135, AMB-137)."""
    key, other = command.ship, command.other
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if state.phase == "movement" and (moved := check_not_moved(state, key)):
        return moved
    if _tows_between(state, key, other):
        return None
    if ties.between(state, key, other) is None:
        return Refused("SOTL-5.6-d", "Nothing holds these two ships together.", pieces=(other,))
    if state.ships[other].status != "struck" and side_of(state, other) != command.side:
        return Refused("SOTL-6-i", "An enemy's grapples must be cut.", pieces=(other,))
    return _fought_across(state, key, other) or _fresh_prize(state, key) or _fresh_prize(state, other)


def _fought_across(state: State, key: str, other: str) -> Refused | None:
    """Lines that hold a running fight together are not let go, as those to the enemy are not cut (AMB-46)."""
    fighters = ties.cut_off(state, key, other)
    reason = f"{names(state, fighters)} would be cut off from the fight on deck."
    return Refused("AMB-46", reason, pieces=fighters) if fighters else None


def _fresh_prize(state: State, key: str) -> Refused | None:
    """A prize stays fast for the Crew Phase in which she was taken (6-c, AMB-54)."""
    ship = state.ships[key]
    if ship.status == "captured" and ship.captured_turn == state.turn:
        return Refused("SOTL-6-c", f"{state.cards[key].name} was taken only now.", pieces=(key,))
    return None


def cast_off(turn: Context, command: CastOff) -> None:
    """All lines between the two are let go."""
    for tow in _tows_between(turn.state, command.ship, command.other):
        turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed))
    if ties.between(turn.state, command.ship, command.other):
        ties.part(turn, command.ship, command.other, "AMB-135")


def let_go(turn: Context) -> None:
    """A tow ends when one of the two has struck or both are no longer on the same side (AMB-62, AMB-142)."""
    for tow in turn.state.tows:
        struck = "struck" in (turn.state.ships[key].status for key in (tow.tower, tow.towed))
        if struck or side_of(turn.state, tow.tower) != side_of(turn.state, tow.towed):
            turn.emit(TowCastOff(ship=tow.tower, towed=tow.towed, rule="AMB-142"))


def choices_of(state: State, side: Side, key: str) -> Iterator[CastOff | MakeFastTow]:
    """Whatever a ship could take in tow, and lines that she may let go."""
    near = positions.neighbours(state, key, state.profile.touching)
    yield from (MakeFastTow(side=side, ship=key, towed=towed) for towed in near)
    yield from (CastOff(side=side, ship=key, other=other) for other in may_cast_off(state, key))


def may_cast_off(state: State, key: str) -> list[str]:
    """The ships that this one may simply let go, in key order."""
    side = side_of(state, key)
    tied = {*ties.held_by(state, key), tower_of(state, key), towed_by(state, key)}
    orders = (CastOff(side=side, ship=key, other=other) for other in state.ships if other in tied)
    return [order.other for order in orders if check_cast_off(state, order) is None]


def _tows_between(state: State, key: str, other: str) -> list[Tow]:
    return [tow for tow in state.tows if {tow.tower, tow.towed} == {key, other}]
