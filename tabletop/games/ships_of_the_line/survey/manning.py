"""Where the crews of a ship are, and what she is left with when some of them are sent somewhere (20)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.games.ships_of_the_line.chapters.optional import crews as module
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, complement
from tabletop.games.ships_of_the_line.commands import Board, ClearRigging, Defend, FightFire
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Duties
from tabletop.games.ships_of_the_line.state import State, with_ship
from tabletop.games.ships_of_the_line.survey.chances import chance_of
from tabletop.games.ships_of_the_line.survey.odds import passes
from tabletop.games.ships_of_the_line.tables import SINKING, SINKS_AT_OR_ABOVE, Check

_TASKS: dict[type[Command], str] = {
    Board: complement.FIGHT, Defend: complement.FIGHT, Pump: complement.PUMP, ClearRigging: complement.GANG,
    FightFire: complement.GANG, TransferCrews: complement.TRANSFER,
}  # fmt: skip
_PRESENT = {
    complement.PUMP: "at the pumps", complement.GANG: "in gangs", complement.FIGHT: "fighting",
    complement.TRANSFER: "gone over",
}  # fmt: skip


class Post(NamedTuple):
    """Some crews of a ship: where they are, in words; whether at the guns, and whether away at a task."""

    crews: int
    words: str
    guns: bool = False
    away: bool = False


def counts(state: State) -> bool:
    """Whether crews are counted in this battle."""
    return module.MODULE in rules_of(state).modules


def task_of(order: Command) -> str:
    """The task to which it sends crews; empty for one that sends none."""
    return _TASKS.get(type(order), "")


def fights(order: Command) -> bool:
    """Whether it sends crews into a fight on deck."""
    return _TASKS.get(type(order)) == complement.FIGHT


def pumps(order: Command) -> bool:
    """Whether it sends crews to the pumps."""
    return _TASKS.get(type(order)) == complement.PUMP


def posts(state: State, key: str) -> tuple[Post, ...]:
    """Where her crews are, those at the guns first; none where they are not counted."""
    return tuple(one for one in _posts(state, key) if one.crews) if counts(state) else ()


def _posts(state: State, key: str) -> Iterator[Post]:
    guns, busy = complement.count_manned_decks(state, key), complement.crew_tasks(state, key)
    yield Post(guns, "at the guns", guns=True)
    yield Post(complement.crews_aboard(state, key) - guns - sum(busy.values()), "at hand")
    yield from (Post(crews, _PRESENT[task], away=True) for task, crews in busy.items())


def sent(state: State, ship: str, order: Command, crews: int) -> State:
    """The battle as if an order had sent so many crews of a ship to its task; nothing else comes of it."""
    task, busy = _TASKS[type(order)], complement.crew_tasks(state, ship)
    duties = state.ships[ship].duties or Duties()
    return with_ship(state, ship, duties=replace(duties, tasks={**busy, task: busy.get(task, 0) + crews}))


def sinks(state: State, key: str) -> Fraction:
    """That a ship that is tested goes down by that test, with those who are at her pumps now (4.4.1-d, 20.1-b)."""
    again = chance_of(sum(result == "again" for result in SINKING.values()))
    return again * (1 - passes(Check(state, key, "sinking", 1), SINKS_AT_OR_ABOVE - 1))
