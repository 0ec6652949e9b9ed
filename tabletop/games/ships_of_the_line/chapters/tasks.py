"""Chapter 6: the table on which crews grapple, cut loose, unrig and fight fires."""

from typing import Literal

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.ship import Ship, failures_in_a_row
from tabletop.games.ships_of_the_line.state import State, Unfolding
from tabletop.games.ships_of_the_line.sums import Modifier

Task = Literal["grapple", "break", "unrig", "rudder", "extinguish"]


def name(task: Task, about: str = "") -> str:
    """How `Ship.tried` and `Ship.failures` call a task."""
    return f"{task}:{about}" if about else task


def tried(ship: Ship, task: Task, about: str = "") -> bool:
    """Whether the crew has had its one attempt this Crew Phase (AMB-135)."""
    return name(task, about) in ship.tried


def practice(state: State, key: str, task: Task, about: str = "") -> int:
    """What failures in a row subtract from the die (6-f); nothing for a rudder (AMB-30)."""
    return (
        0
        if task == "rudder"
        else min(tables.BEST_PRACTICE, failures_in_a_row(state.ships[key], name(task, about), state.turn))
    )


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
