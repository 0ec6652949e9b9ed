"""Movement and drift (DOG-10, DOG-12 to DOG-16, DOG-26): plans, moves, entangled ships and derelicts."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.cards.standard import COLOUR_OF
from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_state
from tabletop.games.decks_of_glory import events, positions
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail, side_of_command
from tabletop.games.decks_of_glory.draws import draw_card
from tabletop.games.decks_of_glory.model import HANDS, Action, Context, Hand, OpenMove, Side, State
from tabletop.geometry.hexgrid import Hex, angle_between, distance_along, hex_ahead, opposite_direction, turn_direction

End = Literal["in_irons", "entangled", "withdrawn"]

ENDS: dict[End, tuple[str, str]] = {
    "in_irons": ("DOG-13", "Her move ended when she turned into the wind: she is in irons."),
    "entangled": ("DOG-15", "Her move ends when she enters that hex: she is entangled."),
    "withdrawn": ("DOG-14", "She has left the map."),
}
"""For each end of a move, the rule and the reason why no action may follow."""

TURNS: dict[Action, int] = {"port": -1, "starboard": 1}


class MoveInProgress(msgspec.Struct, frozen=True):
    """A move up to some action.

    Attributes:
        ship: the ship that moves.
        at: the hex reached; the last hex on the map for a ship that withdraws.
        facing: before the ship is made parallel to others.
        allowance: actions at the start.
        left: actions left.
        turns_only: the ship may turn one hex side, but not go ahead (DOG-13).
        closed: sides to which the ship may not turn in its first hex (DOG-16).
        legs: each action with its result.
        end: the cause that ended the move, or None.
        others: the ships that the ship is entangled with at the end.
        refusal: the reason why the next action is not allowed, or None; all actions before it are allowed.
    """

    ship: str
    at: Hex
    facing: int
    allowance: int
    left: int
    turns_only: bool = False
    closed: tuple[Hand, ...] = ()
    legs: tuple[events.Leg, ...] = ()
    end: End | None = None
    others: tuple[str, ...] = ()
    refusal: Refused | None = None


def begin_move(state: State, key: str) -> MoveInProgress:
    """Return the move of a ship before its first action."""
    ship, way = state.ships[key], state.way
    actions = allowance(state, key)
    if way and way.ship == key:
        return MoveInProgress(key, ship.at, ship.facing, actions, actions, way.turns_only, way.closed)
    return MoveInProgress(key, ship.at, ship.facing, actions, actions)


def allowance(state: State, key: str) -> int:
    """Return the number of actions that a ship has now, before the first of them."""
    if state.way and state.way.ship == key:
        return state.way.actions
    return 0 if positions.is_entangled(state, key) else positions.count_actions(state, state.ships[key].facing)


@cache_per_state
def try_plan(state: State, key: str, plan: tuple[Action, ...]) -> MoveInProgress:
    """Return the whole move of a plan, up to the first action that is not allowed. Changes nothing."""
    return follow_plan(state, begin_move(state, key), plan)


def follow_plan(state: State, move: MoveInProgress, plan: tuple[Action, ...]) -> MoveInProgress:
    """Return a move with more actions, up to the first that is not allowed."""
    for action in plan:
        move = take_action(state, move, action)
        if move.refusal:
            break
    return move


def take_action(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    """Return a move with one more action, or with the refusal of that action."""
    refusal = _refuse_further_action(state, move)
    return replace(move, refusal=refusal) if refusal else _ACTIONS[action](state, move, action)


def _refuse_further_action(state: State, move: MoveInProgress) -> Refused | None:
    """Return the reason why no further action of any kind is allowed, or None."""
    if move.end:
        return Refused(*ENDS[move.end])
    if move.left > 0:
        return None
    if move.legs:
        return Refused("DOG-12", "She has no actions left.", f"{len(move.legs) + 1} actions, she has {move.allowance}")
    if positions.is_entangled(state, move.ship):
        return Refused("DOG-16", "She is entangled and must cut loose first.", pieces=(move.ship,))
    return Refused("DOG-13", "She is in irons and needs a red card to turn.", pieces=(move.ship,))


def _turn_ship(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    """Return the move after a turn of one hex side, or with its refusal. A turn into irons ends the move."""
    if action in move.closed and move.at == state.ships[move.ship].at:
        blockers = state.way.loose_from if state.way else ()
        refusal = Refused("DOG-16", "She may not turn towards a ship she has just cut loose from.", "", blockers)
        return replace(move, refusal=refusal)
    facing = turn_direction(move.facing, TURNS[action])
    return replace(
        move,
        facing=facing,
        left=move.left - 1,
        legs=(*move.legs, events.Leg(action, move.at, facing)),
        end="in_irons" if positions.is_in_irons(state, facing) else None,
    )


def _go_ahead(state: State, move: MoveInProgress, action: Action) -> MoveInProgress:
    """Return the move after one hex ahead, or with its refusal.

    A move off the map ends as withdrawn, a move into the hex of other ships as entangled.
    """
    there = hex_ahead(move.at, move.facing)
    if refusal := _refuse_hex(state, move, there):
        return replace(move, refusal=refusal)
    legs = (*move.legs, events.Leg(action, there, move.facing))
    if not state.sea.holds(there):
        return replace(move, left=move.left - 1, legs=legs, end="withdrawn")
    others = tuple(positions.ships_at(state, there))
    return replace(move, at=there, left=move.left - 1, legs=legs, others=others, end="entangled" if others else None)


def _refuse_hex(state: State, move: MoveInProgress, there: Hex) -> Refused | None:
    """Return the refusal of the hex `there`, or None (DOG-13, DOG-14, DOG-16)."""
    if move.turns_only:
        return Refused("DOG-13", "She is in irons: she may turn one hex side but not go ahead.")
    if not state.sea.holds(there):
        leaves = state.options["leave_map"]
        return None if leaves else Refused("DOG-14", "A ship may not leave the map.")
    way = state.way
    if way is None or way.ship != move.ship or not way.loose_from:
        return None
    shunned = {*way.loose_from, *state.ships[move.ship].parted}
    if met := [key for key in positions.ships_at(state, there) if key in shunned]:
        return Refused("DOG-16", "She may not run into a ship she was entangled with this turn.", "", met)
    return None


_ACTIONS: dict[Action, Callable[[State, MoveInProgress, Action], MoveInProgress]] = {
    "ahead": _go_ahead,
    "port": _turn_ship,
    "starboard": _turn_ship,
}


def list_unmoved(state: State, side: Side) -> list[str]:
    """Return the active ships of a side that have not moved this turn, in the order of the list."""
    fleet = state.fleet
    return [
        key
        for key, ship in state.ships.items()
        if not ship.moved and fleet[key].side == side and positions.is_active(ship)
    ]


def check_ship(state: State, side: str, key: str) -> Refused | None:
    """Return the reason why a side cannot move a ship now, or None."""
    ship = state.ships.get(key)
    if ship is None:
        return Refused("C-3", f"There is no ship '{key}' here.")
    if state.fleet[key].side != side:
        return Refused("DOG-12", "That ship sails for the other side.", pieces=(key,))
    if not positions.is_active(ship):
        return Refused("DOG-25", "That ship is not active.", pieces=(key,))
    if ship.moved:
        return Refused("DOG-12", "She has already moved.", pieces=(key,))
    return None


def check_sail(state: State, command: Sail) -> Refused | None:
    """Return a refusal if an action is not allowed, or if the side alongside other ships is not chosen."""
    if refusal := check_ship(state, command.side, command.ship):
        return refusal
    move = try_plan(state, command.ship, command.plan)
    if move.refusal:
        return move.refusal
    if move.end == "entangled" and command.alongside is None:
        return Refused("DOG-15", "Choose on which side she goes alongside: port or starboard.", "", move.others)
    return None


def sail(turn: Context, command: Sail) -> None:
    """Make the whole move of a ship. First ends the open move of another ship, if any."""
    _close_open_move(turn, besides=command.ship)
    way = turn.state.way
    move = try_plan(turn.state, command.ship, command.plan)
    if move.end == "withdrawn":
        turn.emit(events.ShipWithdrew(ship=move.ship, path=move.legs))
    else:
        turn.emit(
            events.ShipSailed(
                ship=move.ship,
                path=move.legs,
                at=move.at,
                facing=move.facing,
                allowance=move.allowance,
                in_irons=move.end == "in_irons",
            )
        )
    if way:
        _part_ships(turn, way)
    if move.end == "entangled":
        assert command.alongside
        entangle(turn, move.ship, command.alongside)


def check_break_irons(state: State, command: BreakIrons) -> Refused | None:
    """Return a refusal unless the ship is in irons and not entangled."""
    if refusal := check_ship(state, command.side, command.ship) or _refuse_opened_move(state, command.ship):
        return refusal
    if positions.is_entangled(state, command.ship):
        return Refused("DOG-16", "She is entangled and must cut loose first.", pieces=(command.ship,))
    if not positions.is_in_irons(state, state.ships[command.ship].facing):
        return Refused("DOG-13", "She is not in irons.", pieces=(command.ship,))
    return None


def break_irons(turn: Context, command: BreakIrons) -> None:
    """Draw for a ship in irons: on red the ship may turn one hex side, on black its move is over."""
    _close_open_move(turn, besides=command.ship)
    _try_irons(turn, command.ship)


def check_cut_loose(state: State, command: CutLoose) -> Refused | None:
    """Return a refusal unless the ship is entangled and has not drawn yet."""
    if refusal := check_ship(state, command.side, command.ship) or _refuse_opened_move(state, command.ship):
        return refusal
    if not positions.is_entangled(state, command.ship):
        return Refused("DOG-16", "She is not entangled.", pieces=(command.ship,))
    return None


def cut_loose(turn: Context, command: CutLoose) -> None:
    """Draw for an entangled ship. On red the ship may move; if it is in irons, it draws for that at once."""
    _close_open_move(turn, besides=command.ship)
    key, way = command.ship, build_freed_move(turn.state, command.ship)
    card = draw_card(turn, "cutting_loose", ship=key)
    if COLOUR_OF[card] != "red":
        turn.emit(events.CutLooseTried(ship=key, card=card, free=False, others=way.loose_from))
        return
    turn.emit(
        events.CutLooseTried(
            ship=key, card=card, free=True, others=way.loose_from, closed=way.closed, actions=way.actions
        )
    )
    if positions.is_in_irons(turn.state, turn.state.ships[key].facing):
        _try_irons(turn, key)


def build_freed_move(state: State, key: str) -> OpenMove:
    """Return the move that an entangled ship would have after a red card.

    The move has no actions if the ship is in irons.
    """
    others = positions.find_others_in_hex(state, key)
    lying = {positions.side_of_neighbour(state, key, other) for other in others}
    closed = tuple(hand for hand in HANDS if hand in lying)
    return OpenMove(key, positions.count_actions(state, state.ships[key].facing), False, others, closed)


def finish_moves(turn: Context, command: Done) -> None:
    """End the moves of a side. Ships that have not moved stay where they are."""
    _close_open_move(turn)
    turn.emit(events.SideDone(side=side_of_command(command)))


def _refuse_opened_move(state: State, key: str) -> Refused | None:
    if state.way and state.way.ship == key:
        return Refused("DOG-12", "Her card has been drawn; now she may move.", pieces=(key,))
    return None


def _try_irons(turn: Context, key: str) -> None:
    """Draw a card for a ship in irons. If it is not free, a ship that cut loose parts from the others."""
    way = turn.state.way
    card = draw_card(turn, "irons", ship=key)
    free = COLOUR_OF[card] == "red"
    turn.emit(events.IronsTried(ship=key, card=card, free=free))
    if way and not free:
        _part_ships(turn, way)


def _close_open_move(turn: Context, besides: str = "") -> None:
    """End the open move of a ship, unless the ship is `besides`."""
    way = turn.state.way
    if way and way.ship != besides:
        turn.emit(events.MoveEnded(ship=way.ship))
        _part_ships(turn, way)


def _part_ships(turn: Context, way: OpenMove) -> None:
    """Part a ship that cut loose at the end of its move, or entangle it again (DOG-16)."""
    if not way.loose_from:
        return
    if set(way.loose_from) & set(positions.find_others_in_hex(turn.state, way.ship)) and positions.is_active(
        turn.state.ships[way.ship]
    ):
        entangle_again(turn, way.ship)
    else:
        turn.emit(events.ShipParted(ship=way.ship, others=way.loose_from))


class RowPlace(msgspec.Struct, frozen=True):
    """The place of a ship in a row of ships in one hex.

    Attributes:
        facing: parallel to the other ships.
        place: rank in the row, as `Ship.place`.
        since: rank by arrival, as `Ship.since`; higher than that of all other ships.
    """

    facing: int
    place: int
    since: int


def make_parallel(facing: int, theirs: int) -> int:
    """Return a facing parallel to `theirs` (DOG-15).

    The facing is equal if both differ by at most 1 hex side, else the opposite.
    """
    return theirs if angle_between(facing, theirs) <= 1 else opposite_direction(theirs)


def find_row_place(state: State, others: list[str], facing: int, hand: Hand) -> RowPlace:
    """Return the place of a ship that joins ships in one hex on their side `hand`."""
    leader = state.ships[positions.first_in_hex(state, others)]
    places = [state.ships[other].place for other in others]
    outermost = (
        max(places) + 1 if (hand == "starboard") == positions.is_row_to_starboard(leader.facing) else min(places) - 1
    )
    return RowPlace(
        make_parallel(facing, leader.facing), outermost, max(state.ships[other].since for other in others) + 1
    )


def entangle(turn: Context, key: str, hand: Hand, rule: str = "DOG-15") -> None:
    """Entangle a ship that has just entered the hex of others; it lies on the side `hand` of them."""
    others = positions.find_others_in_hex(turn.state, key)
    found = find_row_place(turn.state, list(others), turn.state.ships[key].facing, hand)
    turn.emit(
        events.ShipEntangled(
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
    """Entangle a ship that cut loose and is still in the hex of the others, at its old place (DOG-16)."""
    others, ship = positions.find_others_in_hex(turn.state, key), turn.state.ships[key]
    theirs = turn.state.ships[others[0]].facing
    turn.emit(
        events.ShipEntangled(
            ship=key,
            others=others,
            hand=None,
            facing=make_parallel(ship.facing, theirs),
            place=ship.place,
            since=ship.since,
            rule="DOG-16",
        )
    )


def drift_derelicts(turn: Context) -> None:
    """Move each derelict that is not entangled one hex downwind, those furthest downwind first."""
    for key in list_derelicts(turn.state):
        if not positions.is_entangled(turn.state, key):
            _drift_ship(turn, key)


def list_derelicts(state: State) -> list[str]:
    """Return all derelicts in the order in which they drift; equals are in the order of the list."""
    wind = positions.current_wind(state)
    derelicts = [key for key, ship in state.ships.items() if ship.status == "derelict"]
    return sorted(derelicts, key=lambda key: -distance_along(state.ships[key].at, wind))


def _drift_ship(turn: Context, key: str) -> None:
    """Move a derelict one hex with the wind: off the map, or alongside the ships there (DOG-10)."""
    there = hex_ahead(turn.state.ships[key].at, positions.current_wind(turn.state))
    if not turn.state.sea.holds(there):
        turn.emit(events.ShipDriftedOff(ship=key))
        return
    turn.emit(events.ShipDrifted(ship=key, at=there))
    if others := positions.find_others_in_hex(turn.state, key):
        facing = turn.state.ships[positions.first_in_hex(turn.state, list(others))].facing
        entangle(turn, key, find_windward_side(facing, positions.current_wind(turn.state)), rule="DOG-10")


def find_windward_side(facing: int, wind: int) -> Hand:
    """Return the side on which a drifting derelict meets ships of this facing.

    The side is starboard from dead ahead or astern.
    """
    return "port" if (opposite_direction(wind) - facing) % 6 in (4, 5) else "starboard"
