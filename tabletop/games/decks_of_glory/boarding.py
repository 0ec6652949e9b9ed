"""Boarding (DOG-20, DOG-21): active ships of both sides in one hex fight."""

from collections.abc import Iterable, Iterator, Mapping

from tabletop.cards.standard import RANK_OF, SUIT_OF
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory.commands import LeadBoarders, side_of_command
from tabletop.games.decks_of_glory.draws import draw_card
from tabletop.games.decks_of_glory.events import BoardersLed, BoardingFought, SurvivorFound
from tabletop.games.decks_of_glory.gunnery import Shares, distribute_hits, mark_hits
from tabletop.games.decks_of_glory.model import Aim, Context, Side, State
from tabletop.games.decks_of_glory.positions import find_occupied_hexes, is_active, list_in_order
from tabletop.games.decks_of_glory.tables import BOARDING
from tabletop.geometry.hexgrid import Hex

Fights = dict[Hex, list[str]]
"""The active ships of each hex that has some of both sides, in the order of the list."""


def find_fights(state: State) -> Fights:
    """Return the hexes in which there is boarding now, with their active ships."""
    found = {}
    shared = {place: keys for place, keys in find_occupied_hexes(state).items() if len(keys) > 1}
    for place, keys in shared.items():
        fighters = [key for key in keys if is_active(state.ships[key])]
        if len({state.fleet[key].side for key in fighters}) > 1:
            found[place] = fighters
    return found


def select_enemies(state: State, key: str, fighters: Iterable[str]) -> list[str]:
    """Return the ships among `fighters` that are enemies of the ship `key`."""
    side = state.fleet[key].side
    return [other for other in fighters if state.fleet[other].side != side]


def list_choosers(state: State, side: Side) -> Iterator[tuple[str, list[str]]]:
    """Yield the ships of a side that have more than one enemy to board, with those enemies."""
    for fighters in find_fights(state).values():
        for key in fighters:
            against = select_enemies(state, key, fighters)
            if state.fleet[key].side == side and len(against) > 1:
                yield key, against


def check_lead_boarders(state: State, command: LeadBoarders) -> Refused | None:
    """Return a refusal unless every choice is an enemy in the same hex and each ship has one choice."""
    met: set[str] = set()
    for choice in command.first:
        if choice.ship in met:
            return Refused("DOG-20", "A ship boards one enemy first.", pieces=(choice.ship,))
        met.add(choice.ship)
        if refusal := _check_choice(state, command.side, choice):
            return refusal
    return None


def _check_choice(state: State, side: str, choice: Aim) -> Refused | None:
    """Return a refusal unless the own ship may board the target (DOG-20)."""
    if choice.ship not in state.ships:
        return Refused("C-3", f"There is no ship '{choice.ship}' here.")
    if state.fleet[choice.ship].side != side:
        return Refused("DOG-20", "That ship fights for the other side.", pieces=(choice.ship,))
    fighters = find_fights(state).get(state.ships[choice.ship].at, [])
    if choice.ship not in fighters:
        return Refused("DOG-20", "There is no enemy for her to board.", pieces=(choice.ship,))
    if choice.target not in select_enemies(state, choice.ship, fighters):
        return Refused("DOG-20", "She can board only an active enemy in her hex.", pieces=(choice.target,))
    return None


def lead_boarders(turn: Context, command: LeadBoarders) -> None:
    """Emit the choices of a side. No card is drawn yet."""
    turn.emit(BoardersLed(side=side_of_command(command), first=command.first))


def fight_all(turn: Context) -> None:
    """Draw for every ship in a fight, then mark all hits together and save survivors."""
    begun = find_fights(turn.state)
    mark_hits(turn, _draw_for_all(turn, begun), "DOG-20")
    _save_survivors(turn, begun)


def _draw_for_all(turn: Context, begun: Fights) -> list[Shares]:
    """Draw a card for each ship in a fight, and return the hits of each."""
    chosen = {choice.ship: choice.target for aims in turn.state.orders.values() for choice in aims or ()}
    where = {key: fighters for fighters in begun.values() for key in fighters}
    return [
        _draw_for_boarders(turn, key, where[key], chosen.get(key)) for key in list_in_order(turn.state) if key in where
    ]


def _draw_for_boarders(turn: Context, key: str, fighters: list[str], chosen: str | None) -> Shares:
    """Draw a card for the boarders of a ship, emit `BoardingFought`, and return the hits by enemy."""
    against = order_takers(turn.state, select_enemies(turn.state, key, fighters), chosen)
    card = draw_card(turn, "boarding", ship=key)
    hits = BOARDING[SUIT_OF[card]]
    shares, wasted = distribute_hits(hits, [(other, turn.state.ships[other].strength) for other in against])
    turn.emit(BoardingFought(ship=key, first=against[0], card=card, hits=hits, shares=shares, wasted=wasted))
    return shares


def order_takers(state: State, against: list[str], chosen: str | None) -> list[str]:
    """Return enemies in the order in which they take hits.

    The chosen or else the weakest enemy is first; the others follow in list order.
    """
    first = chosen or find_weakest(state, against)
    return [first, *(key for key in against if key != first)]


def find_weakest(state: State, against: list[str]) -> str:
    """Return the enemy that takes the first hits if no other is chosen: the one with the lowest strength."""
    return min(against, key=lambda key: state.ships[key].strength)


def _save_survivors(turn: Context, begun: Fights) -> None:
    """Save one eliminated ship in each hex where a fight has left no active ship (DOG-21)."""
    beaten = {
        place: fighters
        for place, fighters in begun.items()
        if not any(is_active(turn.state.ships[key]) for key in fighters)
    }
    draws: dict[Hex, tuple[dict[str, str], ...]] = dict.fromkeys(beaten, ())
    while beaten:
        due = {key for keys in beaten.values() for key in keys}
        cards = {key: draw_card(turn, "survival", ship=key) for key in list_in_order(turn.state) if key in due}
        for place, keys in beaten.items():
            draws[place] = (*draws[place], {key: cards[key] for key in keys})
        best = {place: _find_highest(draws[place][-1]) for place in beaten}
        for place in (place for place, keys in best.items() if len(keys) == 1):
            turn.emit(SurvivorFound(at=place, draws=draws[place], survivor=best[place][0]))
        beaten = {place: keys for place, keys in best.items() if len(keys) > 1}


def _find_highest(cards: Mapping[str, str]) -> list[str]:
    best = max(RANK_OF[card] for card in cards.values())
    return [key for key, card in cards.items() if RANK_OF[card] == best]
