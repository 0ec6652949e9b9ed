"""Chapter 4.3: who boards whom; every owner says so before any blow falls (AMB-44, AMB-132)."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import tasks, ties
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting, check_on_map
from tabletop.games.ships_of_the_line.commands import Board
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Boarding, Context, State, side_of


def gather_agreed(turn: Context) -> None:
    """Ships that agreed to a grapple this turn must board each other, if their crews still can (AMB-133)."""
    for grapple in turn.state.grapples:
        if grapple.agreed and grapple.turn == turn.state.turn:
            for key in by_initiative(turn.state, (grapple.first, grapple.second)):
                _gather(turn, key, grapple.other(key))


def _gather(turn: Context, key: str, target: str) -> None:
    order = Board(side=side_of(turn.state, key), ship=key, target=target)
    if check(turn.state, order) is None:
        turn.emit(BoardingDeclared(ship=key, target=target, rule="AMB-133"))


def check(state: State, command: Board) -> Refused | None:
    """A fresh enough ship in service, and an enemy deck that her boarders can reach (4.3-a, 7-e)."""
    key, target = command.ship, command.target
    return check_reach(state, command) or _check_free(state, key, target) or tasks.check_effort(state, key)


def check_reach(state: State, command: Board) -> Refused | None:
    """A ship in service, and an enemy deck that her boarders can reach (4.3-a)."""
    key, target = command.ship, command.target
    return check_fighting(state, command.side, key) or check_on_map(state, target) or _check_target(state, key, target)


def _check_target(state: State, key: str, target: str) -> Refused | None:
    names = f"{state.cards[key].name} and {state.cards[target].name}"
    if state.ships[target].status == "struck":
        reason = f"{state.cards[target].name} has struck; a grapple is all it takes."
        return Refused("AMB-48", reason, pieces=(target,))
    if ties.friends(state, key, target):
        return Refused("SOTL-4.3-a", f"{names} are on the same side.", pieces=(key, target))
    if target not in within_reach(state, key):
        return Refused("SOTL-4.3-a", f"{names} are not grappled.", pieces=(key, target))
    return None


def _check_free(state: State, key: str, target: str) -> Refused | None:
    for fighter in (key, target):
        if ties.melee_of(state, fighter):
            reason = f"{state.cards[fighter].name} is engaged in a fight on deck already."
            return Refused("AMB-45", reason, "one boarding combat a turn", (fighter,))
    if Boarding(key, target) in state.boardings:
        reason = f"The boarders of {state.cards[key].name} are gathered already."
        return Refused("SOTL-4.3-a", reason, pieces=(key, target))
    return None


def within_reach(state: State, key: str) -> set[str]:
    """Ships whose decks her boarders reach: grappled to her, or to friends that she is grappled to (4.3-a)."""
    if not ties.held_by(state, key):
        return set()
    reached, frontier = {key}, [key]
    while frontier:
        for other in ties.held_by(state, frontier.pop()):
            if other not in reached:
                reached.add(other)
                frontier += [other] if ties.friends(state, key, other) else []
    return reached - {key}


def board(turn: Context, command: Board) -> None:
    """The boarders gather; the fight comes when both sides have spoken."""
    turn.emit(BoardingDeclared(ship=command.ship, target=command.target, crews=command.crews))


def choices_of(state: State, side: Side, key: str) -> Iterator[Board]:
    """Whatever a ship could board."""
    return (Board(side=side, ship=key, target=target) for target in sorted(within_reach(state, key)))
