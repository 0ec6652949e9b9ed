"""Chapters 4.3 and 6: who is fast to whom, what the two are to each other, and fights that end with a grapple.

A fight on deck cannot go on without the grapples that join its ships (AMB-46, AMB-138).
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from tabletop.core.memory import per_object, per_state
from tabletop.games.ships_of_the_line.events.boarding import MeleeBegan, MeleeEnded, ShipsParted
from tabletop.games.ships_of_the_line.state import Context, Fouling, Grapple, Melee, State, side_of


def between(state: State, a: str, b: str) -> Grapple | None:
    """The grapple between two ships, if there is one."""
    if b not in held_by(state, a):
        return None
    return next((one for one in state.grapples if one.joins(a) and one.other(a) == b), None)


def held_by(state: State, key: str) -> tuple[str, ...]:
    """The ships that a ship is grappled with."""
    return partners(state.grapples).get(key, ()) if state.grapples else ()


@per_object
def partners(bonds: Iterable[Grapple | Fouling]) -> Mapping[str, tuple[str, ...]]:
    """Of each ship that hangs fast to others, whom she does, in the order in which it came about."""
    found: dict[str, tuple[str, ...]] = {}
    for one in bonds:
        for key in (one.first, one.second):
            found[key] = (*found.get(key, ()), one.other(key))
    return found


def towing(state: State, a: str, b: str) -> bool:
    """Whether one of two ships has the other in tow."""
    return any({tow.tower, tow.towed} == {a, b} for tow in state.tows)


def fast(state: State, a: str, b: str) -> bool:
    """Whether two ships hang together already, by a grapple or in tow."""
    return between(state, a, b) is not None or towing(state, a, b)


def friends(state: State, a: str, b: str) -> bool:
    """Whether two ships are with the same side and neither has struck (AMB-51)."""
    return side_of(state, a) == side_of(state, b) and "struck" not in (state.ships[a].status, state.ships[b].status)


def melee_of(state: State, key: str) -> Melee | None:
    """The fight on deck that a ship is engaged in, if any (4.3.1-d)."""
    return _fights(state.melees).get(key) if state.melees else None


@per_object
def _fights(melees: Iterable[Melee]) -> Mapping[str, Melee]:
    """The first fight of each ship that is in one."""
    fighters = [(key, melee) for melee in melees for key in (*melee.attackers, *melee.defenders)]
    return dict(reversed(fighters))


def reached(links: Iterable[tuple[str, str]], start: str) -> set[str]:
    """All that hang together with a ship through pairs of ships, herself included."""
    pairs = tuple(links)
    seen, frontier = {start}, [start]
    while frontier:
        near = frontier.pop()
        fresh = {b if a == near else a for a, b in pairs if near in (a, b)} - seen
        seen |= fresh
        frontier += fresh
    return seen


def part(turn: Context, key: str, other: str, rule: str) -> None:
    """Two ships are free of each other; who fought across those lines is out of the fight."""
    turn.emit(ShipsParted(ship=key, other=other, rule=rule))
    for melee in turn.state.melees:
        _go_on(turn, melee, _fast(melee, turn.state.grapples), "SOTL-4.3-a")


def leave_fights(turn: Context, key: str) -> None:
    """A ship that is lost or has struck fights no more, nor does anybody across her deck."""
    held = tuple(one for one in turn.state.grapples if not one.joins(key))
    for melee in turn.state.melees:
        _go_on(turn, melee, _fast(melee, held) - {key}, "AMB-138")


def cut_off(state: State, key: str, other: str) -> tuple[str, ...]:
    """The ships that could not go on fighting if two others let go of each other, in key order."""
    if not state.melees:
        return ()
    kept = tuple(one for one in state.grapples if not (one.joins(key) and one.joins(other)))
    decks = ((melee, _fast(melee, kept) if key in fast else fast) for melee, fast in _decks(state))
    lost = {one for melee, fast in decks for one in _fighters(melee) - fast}
    return tuple(one for one in state.ships if one in lost) if lost else ()


@per_state
def _decks(state: State) -> list[tuple[Melee, set[str]]]:
    """Each fight, with all that grapples join to its deck."""
    return [(melee, _fast(melee, state.grapples)) for melee in state.melees]


def _fighters(melee: Melee) -> set[str]:
    return {*melee.attackers, *melee.defenders}


def _fast(melee: Melee, held: tuple[Grapple, ...]) -> set[str]:
    """The ships that grapples join to the deck on which a fight goes on (4.3-a)."""
    return reached([(one.first, one.second) for one in held], melee.target)


def _go_on(turn: Context, melee: Melee, fast: set[str], rule: str) -> None:
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
