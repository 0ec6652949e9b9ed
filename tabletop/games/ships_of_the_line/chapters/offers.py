"""What could be ordered in each phase or step, from the tables of the rules in use."""

from collections.abc import Callable, Iterable, Iterator

from tabletop.core import deeds
from tabletop.core.errors import Refused
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
    rules = rules_of(state)
    found = joined(*(found(state, side) for found in rules.choices.get(state.phase, ())))
    if not any(one.check for amendments in rules.amendments.values() for one in amendments):
        return found
    return found.those(lambda order: objection(state, order) is None)


def objection(state: State, command: deeds.Order) -> Refused | None:
    """Why a rule module refuses a command that is not its own, or None."""
    amendments = rules_of(state).amendments.get(type(command), ())
    return next((why for one in amendments if one.check and (why := one.check(state, command))), None)


def actors(state: State, side: Side) -> Iterable[str]:
    """Ships of a side that can still do something in this phase, in key order."""
    if found := rules_of(state).actors.get(state.phase):
        return found(state, side)
    able = {getattr(command, "ship", "") for command in choices(state, side)}
    return [key for key in state.ships if key in able]


def anything(state: State, side: Side) -> bool:
    """Whether a side has anything to choose now; steps without a choice are passed over (AMB-132)."""
    return next(iter(choices(state, side)), None) is not None
