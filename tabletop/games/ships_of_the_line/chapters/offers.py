"""What could be ordered in each phase or step, from the tables of the rules in use."""

from collections.abc import Callable, Iterator

from tabletop.core.offers import Offers, joined
from tabletop.games.ships_of_the_line.chapters.orders import commanded
from tabletop.games.ships_of_the_line.commands import Order
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State


def each_ship(of_ship: Callable[[State, Side, str], Iterator[Order]]) -> Callable[[State, Side], Offers[Order]]:
    """Ship by ship, from what one of them could be ordered in a phase where nothing is measured out."""

    def found(state: State, side: Side) -> Offers[Order]:
        keys = commanded(state, side)
        return Offers(len(keys), lambda place: tuple(of_ship(state, side, keys[place])))

    return found


def choices(state: State, side: Side) -> Offers[Order]:
    """What a side could order in the current phase, besides `Done`."""
    return joined(*(found(state, side) for found in rules_of(state).choices.get(state.phase, ())))


def anything(state: State, side: Side) -> bool:
    """Whether a side has anything to choose now; steps without a choice are passed over (AMB-132)."""
    return next(iter(choices(state, side)), None) is not None
