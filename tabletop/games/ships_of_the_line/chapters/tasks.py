"""Chapters 6 and 7: the table on which crews grapple, cut loose, unrig and fight fires, and how work tires them."""

from typing import Literal

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.compiled import fatigue_limit
from tabletop.games.ships_of_the_line.events.crew import FatigueFell, FatigueRose, TaskRolled
from tabletop.games.ships_of_the_line.ship import AFLOAT, Ship, failures_in_a_row
from tabletop.games.ships_of_the_line.state import State, Unfolding
from tabletop.games.ships_of_the_line.sums import Aboard, Modifier, Term

Task = Literal["grapple", "break", "unrig", "rudder", "extinguish"]


def name(task: Task, about: str = "") -> str:
    """How `Ship.tried` and `Ship.failures` call a task."""
    return f"{task}:{about}" if about else task


def tried(ship: Ship, task: Task, about: str = "") -> bool:
    """Whether the crew has had its one attempt this Crew Phase (AMB-135)."""
    return name(task, about) in ship.tried


def practice(state: State, key: str, task: Task, about: str = "") -> int:
    """What failures in a row subtract from the die (6-f); nothing for a rudder (AMB-30)."""
    if task == "rudder":
        return 0
    return min(tables.BEST_PRACTICE, failures_in_a_row(state.ships[key], name(task, about), state.turn))


def attempt(turn: Unfolding, key: str, task: Task, about: str = "", hindrance: int = 0) -> bool:
    """Roll on the table.

    Args:
        turn: the command on its way.
        key: the ship whose crew tries.
        task: what it tries.
        about: the other ship or the broadside, empty where there is nothing to tell apart.
        hindrance: added to the die for grappling over bow or stern (6-h).

    Returns:
        Whether it succeeded.
    """
    die = turn.d6()
    modifiers = _modified(die, practice(turn.state, key, task, about), hindrance)
    needed = tables.RUDDER_SUCCESS if task == "rudder" else tables.TASK_SUCCESS
    success = modifiers[-1].value <= needed
    turn.emit(
        TaskRolled(
            ship=key,
            task=task,
            about=about,
            die=die,
            modifiers=modifiers,
            needed=needed,
            success=success,
            rule=_RULES[task],
        )
    )
    return success


_RULES: dict[Task, str] = {
    "grapple": "SOTL-6-e",
    "break": "SOTL-6-i",
    "unrig": "SOTL-6-j",
    "rudder": "SOTL-4.2.1-i",
    "extinguish": "SOTL-4.2.1-k",
}


def _modified(die: int, helped: int, hindered: int) -> tuple[Modifier, ...]:
    modifiers = [Modifier("die", str(die), die)]
    if helped:
        modifiers.append(Modifier("failed before", f"−{helped}", die - helped))
    if hindered:
        modifiers.append(Modifier("over bow or stern", f"+{hindered}", die - helped + hindered))
    return tuple(modifiers)


def _printed(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    most = crew.state.profile.max_fatigue
    return Modifier("every crew", str(most), most)


LIMIT: tuple[Term[Aboard], ...] = (Term("crew", "SOTL-7-a", _printed),)
"""The level at which a crew can do no more."""


def exhausted(state: State, key: str) -> bool:
    """Whether her crew is at its limit (7-e)."""
    return state.ships[key].fatigue >= fatigue_limit(state, key)


def check_effort(state: State, key: str) -> Refused | None:
    """Why her crew cannot take on tiring work now, or None (7-e)."""
    if not exhausted(state, key):
        return None
    by = f"fatigue {state.ships[key].fatigue}, the limit is {fatigue_limit(state, key)}"
    return Refused("SOTL-7-e", f"The crew of {state.cards[key].name} is exhausted and must rest.", by, (key,))


def tire(turn: Unfolding, key: str, cause: str) -> None:
    """One more fatigue, never above the limit; the ship cannot recover this turn (7-a, 7-b).

    Args:
        turn: the command on its way.
        key: the ship that worked.
        cause: the work in a player's words, e.g. ``boarding``.
    """
    now = turn.state.ships[key].fatigue
    level = max(now, min(now + 1, fatigue_limit(turn.state, key)))
    turn.emit(FatigueRose(ship=key, level=level, cause=cause))


def recover(turn: Unfolding) -> None:
    """Every crew that rested the whole turn loses one fatigue (AMB-35)."""
    rested = [key for key, ship in turn.state.ships.items() if _rested(ship)]
    for key in rested:
        turn.emit(FatigueFell(ship=key, level=turn.state.ships[key].fatigue - 1))


def _rested(ship: Ship) -> bool:
    # a struck ship obeys nobody, so nobody lets her crew rest (AMB-129)
    at_work = ship.fired or ship.exerted or ship.status == "struck"
    return ship.status in AFLOAT and ship.fatigue > 0 and not at_work
