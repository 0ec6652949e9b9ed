"""Chapters 4.3 and 6: grapples that end, and fights on deck that cannot go on without them (AMB-46, AMB-138)."""

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters import ties
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.events.boarding import MeleeBegan, MeleeEnded, ShipsParted
from tabletop.games.ships_of_the_line.state import Grapple, Melee, State


def part(turn: Unfolding, key: str, other: str, rule: str) -> None:
    """Two ships are free of each other; who fought across those lines is out of the fight."""
    turn.emit(ShipsParted(ship=key, other=other, rule=rule))
    for melee in turn.state.melees:
        _go_on(turn, melee, _fast(melee, turn.state.grapples), "SOTL-4.3-a")


def leave_fights(turn: Unfolding, key: str) -> None:
    """A ship that is lost or has struck fights no more, nor does anybody across her deck."""
    held = tuple(one for one in turn.state.grapples if not one.joins(key))
    for melee in turn.state.melees:
        _go_on(turn, melee, _fast(melee, held) - {key}, "AMB-138")


def cut_off(state: State, key: str, other: str) -> tuple[str, ...]:
    """The ships that could not go on fighting if two others let go of each other, in key order."""
    kept = tuple(one for one in state.grapples if not (one.joins(key) and one.joins(other)))
    lost = {one for melee in state.melees for one in _fighters(melee) - _fast(melee, kept)}
    return tuple(one for one in state.ships if one in lost)


def _fighters(melee: Melee) -> set[str]:
    return {*melee.attackers, *melee.defenders}


def _fast(melee: Melee, held: tuple[Grapple, ...]) -> set[str]:
    """The ships that grapples join to the deck on which a fight goes on (4.3-a)."""
    return ties.reached([(one.first, one.second) for one in held], melee.target)


def _go_on(turn: Unfolding, melee: Melee, fast: set[str], rule: str) -> None:
    """The fight goes on among those who can, if its target and both sides are still there."""
    if _fighters(melee) <= fast:
        return
    left = replace(
        melee,
        attackers=_of(melee.attackers, fast),
        defenders=_of(melee.defenders, fast),
        boarders=_of(melee.boarders, fast),
        targets=_of(melee.targets, fast),
    )
    if melee.target in fast and left.attackers and left.defenders:
        turn.emit(MeleeBegan(melee=left, rule=rule))
    else:
        turn.emit(MeleeEnded(target=melee.target, rule=rule))


def _of(ships: tuple[str, ...], chosen: set[str]) -> tuple[str, ...]:
    return tuple(key for key in ships if key in chosen)
