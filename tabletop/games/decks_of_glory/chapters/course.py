"""A ship's move on trial, action by action: where it leads, what ends it, and why it may not be (DOG-12 to DOG-16)."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.decks_of_glory.events.movement import Leg
from tabletop.games.decks_of_glory.positions import actions_of, in_irons, is_entangled, ships_at
from tabletop.games.decks_of_glory.state import Action, Hand, State
from tabletop.geometry.hexgrid import Hex, ahead, turned

End = Literal["in_irons", "entangled", "withdrawn"]

ENDS: dict[End, tuple[str, str]] = {
    "in_irons": ("DOG-13", "She is in irons once she has turned into the wind; her move ends there."),
    "entangled": ("DOG-15", "She is entangled as soon as she enters that hex; her move ends there."),
    "withdrawn": ("DOG-14", "She has left the map."),
}
"""By which rule nothing may follow each of them, and why."""

TURNS: dict[Action, int] = {"port": -1, "starboard": 1}


class MoveInProgress(msgspec.Struct, frozen=True):
    """A move so far.

    Attributes:
        ship: who makes it.
        at: where it has led; the hex at the edge of the map for a ship that withdraws.
        facing: as she faces before she is made parallel to others.
        allowance: actions that she had.
        left: actions that she has left.
        legs: each action and where it led.
        end: what has ended the move, if anything.
        others: the ships that she is entangled with at the end.
        refusal: why the next action is not allowed; what came before is.
    """

    ship: str
    at: Hex
    facing: int
    allowance: int
    left: int
    turns_only: bool = False
    closed: tuple[Hand, ...] = ()
    legs: tuple[Leg, ...] = ()
    end: End | None = None
    others: tuple[str, ...] = ()
    refusal: Refused | None = None


def begun(state: State, key: str) -> MoveInProgress:
    """The move of a ship before its first action."""
    ship, way = state.ships[key], state.way
    actions = allowance(state, key)
    if way and way.ship == key:
        return MoveInProgress(key, ship.at, ship.facing, actions, actions, way.turns_only, way.closed)
    return MoveInProgress(key, ship.at, ship.facing, actions, actions)


def allowance(state: State, key: str) -> int:
    """The actions that a ship has now, before the first of them."""
    if state.way and state.way.ship == key:
        return state.way.actions
    return 0 if is_entangled(state, key) else actions_of(state, state.ships[key].facing)


@per_state
def trial(state: State, key: str, plan: tuple[Action, ...]) -> MoveInProgress:
    """The whole move; it stops at the first action that is not allowed."""
    return follow(state, begun(state, key), plan)


def follow(state: State, move: MoveInProgress, plan: tuple[Action, ...]) -> MoveInProgress:
    """A move with more actions; it stops at the first that is not allowed."""
    for action in plan:
        move = take(state, move, action)
        if move.refusal:
            break
    return move


def take(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    """One more action."""
    refusal = _forbidden(state, move)
    return replace(move, refusal=refusal) if refusal else _ACTIONS[action](state, move, action)


def _forbidden(state: State, move: MoveInProgress) -> Refused | None:
    """Why there can be no further action of any kind."""
    if move.end:
        return Refused(*ENDS[move.end])
    if move.left > 0:
        return None
    if move.legs:
        return Refused("DOG-12", "She has no actions left.", f"{len(move.legs) + 1} actions, she has {move.allowance}")
    if is_entangled(state, move.ship):
        return Refused("DOG-16", "She is entangled and must cut loose first.", pieces=(move.ship,))
    return Refused("DOG-13", "She is in irons and needs a red card to turn.", pieces=(move.ship,))


def _turn(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    if action in move.closed and move.at == state.ships[move.ship].at:
        blockers = state.way.loose_from if state.way else ()
        refusal = Refused("DOG-16", "She may not turn towards a ship that she has just cut loose from.", "", blockers)
        return replace(move, refusal=refusal)
    facing = turned(move.facing, TURNS[action])
    return replace(
        move,
        facing=facing,
        left=move.left - 1,
        legs=(*move.legs, Leg(action, move.at, facing)),
        end="in_irons" if in_irons(state, facing) else None,
    )


def _go_ahead(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    there = ahead(move.at, move.facing)
    if refusal := _barred(state, move, there):
        return replace(move, refusal=refusal)
    legs = (*move.legs, Leg(action, there, move.facing))
    if not state.sea.holds(there):
        return replace(move, left=move.left - 1, legs=legs, end="withdrawn")
    others = tuple(ships_at(state, there))
    return replace(move, at=there, left=move.left - 1, legs=legs, others=others, end="entangled" if others else None)


def _barred(state: State, move: MoveInProgress, there: Hex) -> Refused | None:
    if move.turns_only:
        return Refused("DOG-13", "She is in irons: she may turn one hex side, but not go ahead.")
    if not state.sea.holds(there):
        leaves = state.options["leave_map"]
        return None if leaves else Refused("DOG-14", "A ship may not leave the map.")
    way = state.way
    if way is None or way.ship != move.ship or not way.loose_from:
        return None
    shunned = {*way.loose_from, *state.ships[move.ship].parted}
    if met := [key for key in ships_at(state, there) if key in shunned]:
        return Refused("DOG-16", "She may not run into a ship that she was entangled with this turn.", "", met)
    return None


_ACTIONS: dict[Action, Callable[[State, MoveInProgress, Action], MoveInProgress]] = {
    "ahead": _go_ahead,
    "port": _turn,
    "starboard": _turn,
}
