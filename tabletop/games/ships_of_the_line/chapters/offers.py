"""What could be chosen in each phase or step: one table that the chapters fill."""

from collections.abc import Callable, Iterator
from itertools import chain

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
from tabletop.games.ships_of_the_line.commands import Command
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State

CHOICES: dict[str, Callable[[State, Side], Iterator[Command]]] = {
    "combat": fire.choices,
    "movement": moves.choices,
    "reload": reload.choices,
    "grapple": lambda state, side: chain(grappling.choices(state, side), towing.choices(state, side)),
    "break_free": breaking.choices,
    "board": boarding.choices,
    "unrig": unrigging.choices,
    "rudder": rudder.choices,
    "extinguish": fires.choices,
}
"""Legal commands of a side in a phase, besides `Done`, found lazily."""


def choices(state: State, side: Side) -> Iterator[Command]:
    """Legal commands of a side in the current phase, besides `Done`."""
    found = CHOICES.get(state.phase)
    return found(state, side) if found else iter(())


def anything(state: State, side: Side) -> bool:
    """Whether a side has anything to choose now; steps without a choice are passed over (AMB-132)."""
    return next(choices(state, side), None) is not None
