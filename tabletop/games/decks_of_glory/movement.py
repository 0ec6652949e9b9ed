"""A ship's move on trial, action by action: where it leads, what ends it, and why it may not be (DOG-12 to DOG-16)."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.cards.standard import COLOUR_OF
from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail, giver
from tabletop.games.decks_of_glory.draws import draw
from tabletop.games.decks_of_glory.events import (
    CutLooseTried,
    IronsTried,
    Leg,
    MoveEnded,
    ShipDrifted,
    ShipDriftedOff,
    ShipEntangled,
    ShipParted,
    ShipSailed,
    ShipWithdrew,
    SideDone,
)
from tabletop.games.decks_of_glory.positions import (
    actions_of,
    beside,
    eldest,
    faces_up,
    in_irons,
    is_active,
    is_entangled,
    ships_at,
    side_of,
    wind_of,
)
from tabletop.games.decks_of_glory.state import HANDS, Action, Context, Hand, OpenMove, Side, State
from tabletop.geometry.hexgrid import Hex, angle_between, distance_along, hex_ahead, opposite_direction, turn_direction

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
    facing = turn_direction(move.facing, TURNS[action])
    return replace(
        move,
        facing=facing,
        left=move.left - 1,
        legs=(*move.legs, Leg(action, move.at, facing)),
        end="in_irons" if in_irons(state, facing) else None,
    )


def _go_ahead(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    there = hex_ahead(move.at, move.facing)
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


def actors(state: State, side: Side) -> list[str]:
    """Ships that have not made their move, in the order of the list."""
    fleet = state.fleet
    return [key for key, ship in state.ships.items() if not ship.moved and fleet[key].side == side and is_active(ship)]


def unable(state: State, side: str, key: str) -> Refused | None:
    """Why a side cannot move a ship now."""
    ship = state.ships.get(key)
    if ship is None:
        return Refused("C-3", f"There is no ship '{key}' here.")
    if state.fleet[key].side != side:
        return Refused("DOG-12", "That ship sails for the other side.", pieces=(key,))
    if not is_active(ship):
        return Refused("DOG-25", "That ship is not active.", pieces=(key,))
    if ship.moved:
        return Refused("DOG-12", "She has made her move.", pieces=(key,))
    return None


def check_sail(state: State, command: Sail) -> Refused | None:
    """Every action of the plan must be allowed, and the side alongside others chosen."""
    if refusal := unable(state, command.side, command.ship):
        return refusal
    move = trial(state, command.ship, command.plan)
    if move.refusal:
        return move.refusal
    if move.end == "entangled" and command.alongside is None:
        return Refused("DOG-15", "Choose the side on which she lies alongside: port or starboard.", "", move.others)
    return None


def sail(turn: Context, command: Sail) -> None:
    """Her whole move; it ends the one that a card has opened for another ship."""
    _close(turn, besides=command.ship)
    way = turn.state.way
    move = trial(turn.state, command.ship, command.plan)
    if move.end == "withdrawn":
        turn.emit(ShipWithdrew(ship=move.ship, path=move.legs))
    else:
        turn.emit(
            ShipSailed(
                ship=move.ship,
                path=move.legs,
                at=move.at,
                facing=move.facing,
                allowance=move.allowance,
                in_irons=move.end == "in_irons",
            )
        )
    if way:
        _part(turn, way)
    if move.end == "entangled":
        assert command.alongside
        entangle(turn, move.ship, command.alongside)


def check_break_irons(state: State, command: BreakIrons) -> Refused | None:
    """Only a ship in irons, and not an entangled one, draws for it."""
    if refusal := unable(state, command.side, command.ship) or _opened(state, command.ship):
        return refusal
    if is_entangled(state, command.ship):
        return Refused("DOG-16", "She is entangled and must cut loose first.", pieces=(command.ship,))
    if not in_irons(state, state.ships[command.ship].facing):
        return Refused("DOG-13", "She is not in irons.", pieces=(command.ship,))
    return None


def break_irons(turn: Context, command: BreakIrons) -> None:
    """On red she may turn one hex side; on black her move is over."""
    _close(turn, besides=command.ship)
    _try_irons(turn, command.ship)


def check_cut_loose(state: State, command: CutLoose) -> Refused | None:
    """Only an entangled ship draws for it, once."""
    if refusal := unable(state, command.side, command.ship) or _opened(state, command.ship):
        return refusal
    if not is_entangled(state, command.ship):
        return Refused("DOG-16", "She is not entangled.", pieces=(command.ship,))
    return None


def cut_loose(turn: Context, command: CutLoose) -> None:
    """On red she has her move; if she is in irons, she draws for that at once."""
    _close(turn, besides=command.ship)
    key, way = command.ship, loosened(turn.state, command.ship)
    card = draw(turn, "cutting_loose", ship=key)
    if COLOUR_OF[card] != "red":
        turn.emit(CutLooseTried(ship=key, card=card, free=False, others=way.loose_from))
        return
    turn.emit(
        CutLooseTried(ship=key, card=card, free=True, others=way.loose_from, closed=way.closed, actions=way.actions)
    )
    if in_irons(turn.state, turn.state.ships[key].facing):
        _try_irons(turn, key)


def loosened(state: State, key: str) -> OpenMove:
    """The move of an entangled ship if a red card frees her; without actions while she is in irons."""
    others = beside(state, key)
    lying = {side_of(state, key, other) for other in others}
    closed = tuple(hand for hand in HANDS if hand in lying)
    return OpenMove(key, actions_of(state, state.ships[key].facing), False, others, closed)


def done(turn: Context, command: Done) -> None:
    """All other ships are left where they are."""
    _close(turn)
    turn.emit(SideDone(side=giver(command)))


def _opened(state: State, key: str) -> Refused | None:
    if state.way and state.way.ship == key:
        return Refused("DOG-12", "The card has been drawn; now she may move.", pieces=(key,))
    return None


def _try_irons(turn: Context, key: str) -> None:
    way = turn.state.way
    card = draw(turn, "irons", ship=key)
    free = COLOUR_OF[card] == "red"
    turn.emit(IronsTried(ship=key, card=card, free=free))
    if way and not free:
        _part(turn, way)


def _close(turn: Context, besides: str = "") -> None:
    """The move that a card has opened ends when another ship moves, or none any more."""
    way = turn.state.way
    if way and way.ship != besides:
        turn.emit(MoveEnded(ship=way.ship))
        _part(turn, way)


def _part(turn: Context, way: OpenMove) -> None:
    """At the end of her move a ship that cut loose is clear of the others, or entangled with them again (DOG-16)."""
    if not way.loose_from:
        return
    if set(way.loose_from) & set(beside(turn.state, way.ship)) and is_active(turn.state.ships[way.ship]):
        entangle_again(turn, way.ship)
    else:
        turn.emit(ShipParted(ship=way.ship, others=way.loose_from))


class Berth(msgspec.Struct, frozen=True):
    """How a ship would lie beside others.

    Attributes:
        facing: parallel to them.
        place: her place in the row; see Ship.
        since: after all of them.
    """

    facing: int
    place: int
    since: int


def parallel(facing: int, theirs: int) -> int:
    """A facing made parallel to another: the same if it differs by 0 or 1 hex side, else the opposite (DOG-15)."""
    return theirs if angle_between(facing, theirs) <= 1 else opposite_direction(theirs)


def berth(state: State, others: list[str], facing: int, hand: Hand) -> Berth:
    """How a ship that faces so would lie on that side of some ships in one hex."""
    leader = state.ships[eldest(state, others)]
    places = [state.ships[other].place for other in others]
    outermost = max(places) + 1 if (hand == "starboard") == faces_up(leader.facing) else min(places) - 1
    return Berth(parallel(facing, leader.facing), outermost, max(state.ships[other].since for other in others) + 1)


def entangle(turn: Context, key: str, hand: Hand, rule: str = "DOG-15") -> None:
    """A ship that has just come into the hex of others lies on that side of them."""
    others = beside(turn.state, key)
    found = berth(turn.state, list(others), turn.state.ships[key].facing, hand)
    turn.emit(
        ShipEntangled(
            ship=key,
            others=others,
            hand=hand,
            facing=found.facing,
            place=found.place,
            since=found.since,
            rule=rule,
        )
    )


def entangle_again(turn: Context, key: str) -> None:
    """A ship that cut loose and is still in the hex of the others lies at her old place (DOG-16)."""
    others, ship = beside(turn.state, key), turn.state.ships[key]
    theirs = turn.state.ships[others[0]].facing
    turn.emit(
        ShipEntangled(
            ship=key,
            others=others,
            hand=None,
            facing=parallel(ship.facing, theirs),
            place=ship.place,
            since=ship.since,
            rule="DOG-16",
        )
    )


def drift(turn: Context) -> None:
    """Each derelict that is not entangled goes one hex downwind."""
    for key in adrift(turn.state):
        if not is_entangled(turn.state, key):
            _drift(turn, key)


def adrift(state: State) -> list[str]:
    """All derelicts in the order in which they drift; equals in the order of the list."""
    wind = wind_of(state)
    derelicts = [key for key, ship in state.ships.items() if ship.status == "derelict"]
    return sorted(derelicts, key=lambda key: -distance_along(state.ships[key].at, wind))


def _drift(turn: Context, key: str) -> None:
    there = hex_ahead(turn.state.ships[key].at, wind_of(turn.state))
    if not turn.state.sea.holds(there):
        turn.emit(ShipDriftedOff(ship=key))
        return
    turn.emit(ShipDrifted(ship=key, at=there))
    if others := beside(turn.state, key):
        facing = turn.state.ships[eldest(turn.state, list(others))].facing
        entangle(turn, key, came_from(facing, wind_of(turn.state)), rule="DOG-10")


def came_from(facing: int, wind: int) -> Hand:
    """The side of ships that face so from which the wind brings a derelict; starboard from dead ahead or astern."""
    return "port" if (opposite_direction(wind) - facing) % 6 in (4, 5) else "starboard"
