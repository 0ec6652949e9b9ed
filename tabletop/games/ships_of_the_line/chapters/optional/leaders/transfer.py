"""Chapter 9-f: a leader goes over to a friend alongside (AMB-100, AMB-152, AMB-153, AMB-213)."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import positions, roster
from tabletop.games.ships_of_the_line.chapters import ties
from tabletop.games.ships_of_the_line.chapters.optional.leaders.events import LeaderTransferred
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import Transfer
from tabletop.games.ships_of_the_line.events.boarding import ShipsGrappled
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State


def check(state: State, command: Transfer) -> Refused | None:
    """Once a turn, to a friend alongside who has no leader, and neither out of nor into a fight."""
    key, to = command.ship, command.to
    return (
        check_commanded(state, command.side, key)
        or check_commanded(state, command.side, to)
        or _check_named(command)
        or _check_leader(state, key, to)
        or _check_peace(state, key, to)
        or _check_alongside(state, key, to)
    )


def _check_named(command: Transfer) -> Refused | None:
    return None if command.leader else Refused("AMB-152", "It is not said who goes over.", pieces=(command.ship,))


def _check_leader(state: State, key: str, to: str) -> Refused | None:
    one, there = roster.aboard(state, key), roster.aboard(state, to)
    if one is None:
        return Refused("AMB-152", f"No leader is aboard {state.cards[key].name}.", pieces=(key,))
    if key == to:
        return Refused("AMB-152", f"{_name(state, key)} is aboard {state.cards[key].name} already.", pieces=(key,))
    if one.moved == state.turn:
        reason = f"{_name(state, key)} has changed ship this turn."
        return Refused("AMB-152", reason, "once a turn", (key,))
    if there:
        reason = f"{_name(state, to)} commands {state.cards[to].name} already."
        return Refused("AMB-152", reason, "one leader a ship", (to,))
    return None


def _name(state: State, key: str) -> str:
    one = roster.aboard(state, key)
    return roster.printed(state, one).name if one else ""


def _check_peace(state: State, key: str, to: str) -> Refused | None:
    for other in (key, to):
        if ties.melee_of(state, other):
            reason = f"{state.cards[other].name} is engaged in a fight on deck."
            return Refused("AMB-152", reason, pieces=(other,))
    return None


def _check_alongside(state: State, key: str, to: str) -> Refused | None:
    """Fast to each other, or touching, and one of the two free to make fast to the other."""
    if ties.fast(state, key, to):
        return None
    away, touching = positions.apart(state, key, to), state.profile.touching
    names = f"{state.cards[key].name} and {state.cards[to].name}"
    if away > touching:
        by = f"{positions.in_um(away, touching)} apart, at most {positions.in_um(touching)}"
        return Refused("AMB-152", f"{names} are neither fast to each other nor touching.", by, (key, to))
    grappler = _grappler(state, key, to)
    if state.ships[grappler].status == "captured":
        return Refused("AMB-206", f"{names} are prizes, and prizes throw no lines.", pieces=(key, to))
    if state.ships[grappler].grapple_used:
        reason = f"{state.cards[grappler].name} has thrown her grapples this turn."
        return Refused("AMB-135", reason, "one grapple a turn", (grappler,))
    return None


def _grappler(state: State, key: str, to: str) -> str:
    """Who makes fast: his ship, or, since a prize throws no lines, the other (AMB-213)."""
    return to if state.ships[key].status == "captured" else key


def transfer(turn: Context, command: Transfer) -> None:
    """They are made fast if they were not, and he goes over, without a roll or fatigue."""
    key, to = command.ship, command.to
    one = roster.aboard(turn.state, key)
    if one is None:
        raise ValueError("a transfer without a leader")
    if not ties.fast(turn.state, key, to):
        grappler = _grappler(turn.state, key, to)
        other = key if grappler == to else to
        turn.emit(ShipsGrappled(ship=grappler, target=other, friendly=True, rule="AMB-152"))
    turn.emit(LeaderTransferred(ship=key, to=to, leader=one.home))


def choices_of(state: State, side: Side, key: str) -> Iterator[Transfer]:
    """Whatever is alongside a ship with a leader."""
    if roster.aboard(state, key):
        near = positions.neighbours(state, key, state.profile.touching)
        for to in dict.fromkeys((*near, *ties.held_by(state, key))):
            yield Transfer(side=side, ship=key, to=to)
