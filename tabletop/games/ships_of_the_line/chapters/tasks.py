"""Chapters 6 and 7: the table on which crews grapple, cut loose, unrig and fight fires, and how work tires them."""

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.compiled import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.events.crew import FatigueFell, FatigueRose, Task, TaskRolled
from tabletop.games.ships_of_the_line.modifiers import Aboard, Check, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.ship import AFLOAT, Ship, Unaided, failures_in_a_row
from tabletop.games.ships_of_the_line.state import Context, State


def name(task: Task, about: str = "") -> str:
    """How `Ship.tried` and `Ship.failures` call a task."""
    return f"{task}:{about}" if about else task


def tried(ship: Ship, task: Task, about: str = "") -> bool:
    """Whether the crew has had its one attempt this Crew Phase (AMB-135)."""
    return name(task, about) in ship.tried


def needed(task: Task) -> int:
    """What the roll must come to at most."""
    return tables.RUDDER_SUCCESS if task == "rudder" else tables.TASK_SUCCESS


def chances(check: Check, most: int) -> int:
    """Of how many faces of its die a roll comes to so much at most, with all that helps and hinders."""
    table = rules_of(check.state).sums.check
    return sum(table.total(msgspec.structs.replace(check, die=die)) <= most for die in tables.TASK)


def attempt(
    turn: Context,
    key: str,
    task: Task,
    about: str = "",
    leader: Unaided | UnsetType = UNSET,
    crews: int | UnsetType = UNSET,
) -> bool:
    """Roll on the table.

    Args:
        turn: the command on its way.
        key: the ship whose crew tries.
        task: what it tries.
        about: the other ship or the broadside, empty where there is nothing to tell apart.
        leader: ``none`` if she forgoes his help.
        crews: sent to do it, where crews are counted (20).

    Returns:
        Whether it succeeded.
    """
    check = Check(turn.state, key, task, turn.d6(), about, leader, crews or 0)
    modifiers = rules_of(turn.state).sums.check.working(check)
    success = modifiers[-1].value <= needed(task)
    turn.emit(
        TaskRolled(
            ship=key,
            task=task,
            about=about,
            die=check.die,
            modifiers=modifiers,
            needed=needed(task),
            success=success,
            crews=crews,
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
    "unfoul": "AMB-158",
    "refloat": "AMB-197",
}


def _die(check: Check, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("die", str(check.die), check.die)


def _practised(check: Check, so_far: int) -> Modifier | None:
    """What failures in a row subtract (6-f); nothing for a rudder (AMB-30)."""
    if check.kind == "rudder":
        return None
    task = f"{check.kind}:{check.about}" if check.about else check.kind
    failures = failures_in_a_row(check.state.ships[check.ship], task, check.state.turn)
    helped = min(tables.BEST_PRACTICE, failures)
    return Modifier("failed before", f"−{helped}", so_far - helped) if helped else None


CHECK: tuple[ModifierRule[Check], ...] = (
    ModifierRule("die", "SOTL-6-e", _die),
    ModifierRule("failed before", "SOTL-6-f", _practised),
)
"""What a roll of one die comes to."""


def _printed(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    most = crew.state.profile.max_fatigue
    return Modifier("every crew", str(most), most)


LIMIT: tuple[ModifierRule[Aboard], ...] = (ModifierRule("crew", "SOTL-7-a", _printed),)
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


def tire(turn: Context, key: str, cause: str) -> None:
    """One more fatigue, never above the limit; the ship cannot recover this turn (7-a, 7-b).

    Args:
        turn: the command on its way.
        key: the ship that worked.
        cause: the work in a player's words, e.g. ``boarding``.
    """
    now = turn.state.ships[key].fatigue
    level = max(now, min(now + 1, fatigue_limit(turn.state, key)))
    turn.emit(FatigueRose(ship=key, level=level, cause=cause))


def recover(turn: Context) -> None:
    """Every crew that rested the whole turn loses one fatigue (AMB-35)."""
    rested = [key for key, ship in turn.state.ships.items() if _rested(ship)]
    for key in rested:
        turn.emit(FatigueFell(ship=key, level=turn.state.ships[key].fatigue - 1))


def _rested(ship: Ship) -> bool:
    # a struck ship obeys nobody, so nobody lets her crew rest (AMB-129)
    at_work = ship.fired or ship.exerted or ship.status == "struck"
    return ship.status in AFLOAT and ship.fatigue > 0 and not at_work
