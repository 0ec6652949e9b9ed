"""Chapter 6: who is fast to whom, and what the two are to each other."""

from collections.abc import Iterable, Iterator

from tabletop.games.ships_of_the_line.state import Grapple, Melee, State, side_of


def between(state: State, a: str, b: str) -> Grapple | None:
    """The grapple between two ships, if there is one."""
    return next((one for one in state.grapples if {one.first, one.second} == {a, b}), None)


def held_by(state: State, key: str) -> Iterator[str]:
    """The ships that a ship is grappled with."""
    return (one.other(key) for one in state.grapples if one.joins(key))


def towing(state: State, a: str, b: str) -> bool:
    """Whether one of two ships has the other in tow."""
    return any({tow.tower, tow.towed} == {a, b} for tow in state.tows)


def friends(state: State, a: str, b: str) -> bool:
    """Whether two ships are with the same side and neither has struck (AMB-51)."""
    return side_of(state, a) == side_of(state, b) and "struck" not in (state.ships[a].status, state.ships[b].status)


def melee_of(state: State, key: str) -> Melee | None:
    """The fight on deck that a ship is engaged in, if any (4.3.1-d)."""
    return next((one for one in state.melees if key in (*one.attackers, *one.defenders)), None)


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
