"""What could be ordered in each phase or step: one table that the chapters fill, ship by ship."""

from collections.abc import Callable, Iterator
from itertools import chain

from tabletop.core.offers import Offers
from tabletop.games.ships_of_the_line.chapters import (
    boarding,
    breaking,
    fire,
    fires,
    grappling,
    moves,
    reload,
    rudder,
    towing,
    unrigging,
)
from tabletop.games.ships_of_the_line.chapters.orders import commanded
from tabletop.games.ships_of_the_line.commands import Command
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State


def _lines_of(state: State, side: Side, key: str) -> Iterator[Command]:
    return chain(grappling.choices_of(state, side, key), towing.choices_of(state, side, key))


CHOICES: dict[str, Callable[[State, Side, str], Iterator[Command]]] = {
    "combat": fire.choices_of,
    "reload": reload.choices_of,
    "grapple": _lines_of,
    "break_free": breaking.choices_of,
    "board": boarding.choices_of,
    "unrig": unrigging.choices_of,
    "rudder": rudder.choices_of,
    "extinguish": fires.choices_of,
}
"""All that a ship of a side could be ordered in a phase where nothing is measured out, found lazily."""


def choices(state: State, side: Side) -> Offers[Command]:
    """What a side could order in the current phase, besides `Done`, ship by ship."""
    if state.phase == "movement":
        return moves.choices(state, side)
    of_ship = CHOICES.get(state.phase)
    keys = commanded(state, side) if of_ship else ()
    return Offers(len(keys), lambda place: tuple(of_ship(state, side, keys[place])) if of_ship else ())


def anything(state: State, side: Side) -> bool:
    """Whether a side has anything to choose now; steps without a choice are passed over (AMB-132)."""
    return next(iter(choices(state, side)), None) is not None
