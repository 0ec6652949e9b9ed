"""DOG-20, DOG-21: where active ships of both sides lie in one hex, their crews fight."""

from collections.abc import Iterable, Iterator, Mapping

from tabletop.cards.standard import RANK_OF, SUIT_OF
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.commands import LeadBoarders, giver
from tabletop.games.decks_of_glory.draws import draw
from tabletop.games.decks_of_glory.events import BoardersLed, BoardingFought, SurvivorFound
from tabletop.games.decks_of_glory.gunnery import Shares, dealt_out, mark
from tabletop.games.decks_of_glory.positions import in_order, is_active, occupied
from tabletop.games.decks_of_glory.state import Aim, Context, Side, State
from tabletop.games.decks_of_glory.tables import BOARDING
from tabletop.geometry.hexgrid import Hex

Fights = dict[Hex, list[str]]
"""The active ships of each hex where both sides have some, in the order of the list."""


def fights(state: State) -> Fights:
    """Where there is boarding now, and between whom."""
    found = {}
    shared = {place: keys for place, keys in occupied(state).items() if len(keys) > 1}
    for place, keys in shared.items():
        fighters = [key for key in keys if is_active(state.ships[key])]
        if len({state.fleet[key].side for key in fighters}) > 1:
            found[place] = fighters
    return found


def enemies(state: State, key: str, fighters: Iterable[str]) -> list[str]:
    """Those of the fighters who are against her."""
    side = state.fleet[key].side
    return [other for other in fighters if state.fleet[other].side != side]


def choosers(state: State, side: Side) -> Iterator[tuple[str, list[str]]]:
    """The ships of a side that have more than one enemy to board, with those enemies."""
    for fighters in fights(state).values():
        for key in fighters:
            against = enemies(state, key, fighters)
            if state.fleet[key].side == side and len(against) > 1:
                yield key, against


def check(state: State, command: LeadBoarders) -> Refused | None:
    """Every choice must be of an enemy in the same hex, one for a ship."""
    met: set[str] = set()
    for choice in command.first:
        if choice.ship in met:
            return Refused("DOG-20", "A ship boards one enemy first.", pieces=(choice.ship,))
        met.add(choice.ship)
        if refusal := _odd(state, command.side, choice):
            return refusal
    return None


def _odd(state: State, side: str, choice: Aim) -> Refused | None:
    if choice.ship not in state.ships:
        return Refused("C-3", f"There is no ship '{choice.ship}' here.")
    if state.fleet[choice.ship].side != side:
        return Refused("DOG-20", "That ship fights for the other side.", pieces=(choice.ship,))
    fighters = fights(state).get(state.ships[choice.ship].at, [])
    if choice.ship not in fighters:
        return Refused("DOG-20", "She has no enemy to board.", pieces=(choice.ship,))
    if choice.target not in enemies(state, choice.ship, fighters):
        return Refused("DOG-20", "She can board only an active enemy in her hex.", pieces=(choice.target,))
    return None


def lead_boarders(turn: Context, command: LeadBoarders) -> None:
    """The choices of a side, before any card is drawn."""
    turn.emit(BoardersLed(side=giver(command), first=command.first))


def fight_all(turn: Context) -> None:
    """Every ship draws; the hits count only when the last has drawn."""
    begun = fights(turn.state)
    mark(turn, _rounds(turn, begun), "DOG-20")
    _save_survivors(turn, begun)


def _rounds(turn: Context, begun: Fights) -> list[Shares]:
    chosen = {choice.ship: choice.target for aims in turn.state.orders.values() for choice in aims or ()}
    where = {key: fighters for fighters in begun.values() for key in fighters}
    return [_board(turn, key, where[key], chosen.get(key)) for key in in_order(turn.state) if key in where]


def _board(turn: Context, key: str, fighters: list[str], chosen: str | None) -> Shares:
    against = taking(turn.state, enemies(turn.state, key, fighters), chosen)
    card = draw(turn, "boarding", ship=key)
    hits = BOARDING[SUIT_OF[card]]
    shares, wasted = dealt_out(hits, [(other, turn.state.ships[other].strength) for other in against])
    turn.emit(BoardingFought(ship=key, first=against[0], card=card, hits=hits, shares=shares, wasted=wasted))
    return shares


def taking(state: State, against: list[str], chosen: str | None) -> list[str]:
    """The order in which enemies take hits: the chosen one, else the weakest, then the others as in the list."""
    first = chosen or weakest(state, against)
    return [first, *(key for key in against if key != first)]


def weakest(state: State, against: list[str]) -> str:
    """The enemy who takes the first hits if no other is chosen."""
    return min(against, key=lambda key: state.ships[key].strength)


def _save_survivors(turn: Context, begun: Fights) -> None:
    """Where a fight has left no active ship, one of those eliminated in it survives (DOG-21)."""
    beaten = {
        place: fighters
        for place, fighters in begun.items()
        if not any(is_active(turn.state.ships[key]) for key in fighters)
    }
    draws: dict[Hex, tuple[dict[str, str], ...]] = dict.fromkeys(beaten, ())
    while beaten:
        due = {key for keys in beaten.values() for key in keys}
        cards = {key: draw(turn, "survival", ship=key) for key in in_order(turn.state) if key in due}
        for place, keys in beaten.items():
            draws[place] = (*draws[place], {key: cards[key] for key in keys})
        best = {place: _highest(draws[place][-1]) for place in beaten}
        for place in (place for place, keys in best.items() if len(keys) == 1):
            turn.emit(SurvivorFound(at=place, draws=draws[place], survivor=best[place][0]))
        beaten = {place: keys for place, keys in best.items() if len(keys) > 1}


def _highest(cards: Mapping[str, str]) -> list[str]:
    best = max(RANK_OF[card] for card in cards.values())
    return [key for key, card in cards.items() if RANK_OF[card] == best]
