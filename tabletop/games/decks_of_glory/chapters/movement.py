"""DOG-12 to DOG-16: a side moves its ships, one after another in the order it likes."""

from tabletop.cards.standard import COLOUR_OF
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.chapters.course import trial
from tabletop.games.decks_of_glory.chapters.dealing_out import draw
from tabletop.games.decks_of_glory.chapters.entangling import entangle, entangle_again
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail, giver
from tabletop.games.decks_of_glory.events.movement import (
    CutLooseTried,
    IronsTried,
    MoveEnded,
    ShipParted,
    ShipSailed,
    ShipWithdrew,
)
from tabletop.games.decks_of_glory.events.turn import SideDone
from tabletop.games.decks_of_glory.positions import actions_of, beside, in_irons, is_active, is_entangled, side_of
from tabletop.games.decks_of_glory.state import HANDS, Context, OpenMove, Side, State


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
