"""Chapter 4.2.1: what crews mend: wreckage over a side (-g), the rudder (-i), fires (-k).

What is achieved counts when both sides are done with the step (AMB-132).
"""

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import tasks
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import ClearRigging, FightFire, RepairRudder
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.crew import (
    FireExtinguished,
    ResultNoted,
    RiggingCleared,
    RudderRepaired,
    Task,
)
from tabletop.games.ships_of_the_line.modifiers import Aboard, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.ship import Unaided, fouled_broadsides
from tabletop.games.ships_of_the_line.state import Context, State


def check_clear_rigging(state: State, command: ClearRigging) -> Refused | None:
    """One attempt for each side that lies under wreckage (AMB-27)."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if command.broadside not in fouled_broadsides(state.ships[command.ship]):
        reason = f"No wreckage lies over the {command.broadside} side of {state.cards[command.ship].name}."
        return Refused("SOTL-4.2.1-g", reason, pieces=(command.ship,))
    attempted = f"tried to clear the {command.broadside} side"
    return _check_attempt(state, command.ship, "unrig", attempted, "SOTL-4.2.1-g", command.broadside)


def check_repair_rudder(state: State, command: RepairRudder) -> Refused | None:
    """One attempt a turn (AMB-30)."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if not state.ships[command.ship].rudder_lost:
        reason = f"The rudder of {state.cards[command.ship].name} is sound."
        return Refused("SOTL-4.2.1-i", reason, pieces=(command.ship,))
    return _check_attempt(state, command.ship, "rudder", "tried to repair the rudder", "SOTL-4.2.1-i")


def check_fight_fire(state: State, command: FightFire) -> Refused | None:
    """The crew fights one fire a turn (AMB-31)."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if not state.ships[command.ship].fires:
        reason = f"Nothing burns aboard {state.cards[command.ship].name}."
        return Refused("SOTL-4.2.1-k", reason, pieces=(command.ship,))
    fought, gangs = state.ships[command.ship].tried.count("extinguish"), fire_gangs(state, command.ship)
    if fought < gangs:
        return tasks.check_effort(state, command.ship)
    reason = f"The crew of {state.cards[command.ship].name} has fought a fire this turn."
    by = "one attempt a turn" if gangs == 1 else f"{gangs} attempts a turn, one for each fire"
    return Refused("SOTL-4.2.1-k", reason, by, (command.ship,))


def fire_gangs(state: State, key: str) -> int:
    """How many attempts to put out a fire a crew has in a Crew Phase (AMB-31)."""
    return rules_of(state).sums.fire_gangs.total(Aboard(state, key))


def _alone(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("the crew", "1", 1)


FIRE_GANGS: tuple[ModifierRule[Aboard], ...] = (ModifierRule("crew", "AMB-31", _alone),)
"""Gangs that may fight fires aboard a ship."""


def _check_attempt(state: State, key: str, task: Task, attempted: str, rule: str, about: str = "") -> Refused | None:
    """One a turn, by a crew that is not exhausted."""
    if tasks.tried(state.ships[key], task, about):
        reason = f"The crew of {state.cards[key].name} has {attempted} this turn."
        return Refused(rule, reason, f"one attempt a turn{' for each side' if about else ''}", (key,))
    return tasks.check_effort(state, key)


def clear_rigging(turn: Context, command: ClearRigging) -> None:
    """Try to clear one side."""
    cleared = ResultNoted(kind="cleared", ship=command.ship, broadside=command.broadside)
    _work(turn, "unrig", "unrigging", cleared, command.broadside, command.leader, command.crews)


def repair_rudder(turn: Context, command: RepairRudder) -> None:
    """Try to ship a new rudder."""
    _work(turn, "rudder", "repairing the rudder", ResultNoted(kind="rudder", ship=command.ship))


def fight_fire(turn: Context, command: FightFire) -> None:
    """Try to put out one fire."""
    put_out = ResultNoted(kind="extinguished", ship=command.ship)
    _work(turn, "extinguish", "fighting the fire", put_out, crews=command.crews)


def _work(
    turn: Context,
    task: Task,
    cause: str,
    success: ResultNoted,
    about: str = "",
    leader: Unaided | UnsetType = UNSET,
    crews: int | UnsetType = UNSET,
) -> None:
    """An attempt tires the crew, and what it achieves is noted."""
    achieved = tasks.attempt(turn, success.ship, task, about, leader, crews)
    tasks.tire(turn, success.ship, cause)
    if achieved:
        turn.emit(success)


def finish(turn: Context) -> None:
    """Sides that were cleared are free, ships whose rudder was repaired can be steered, fires put out are out."""
    for note in turn.state.notes:
        if note.kind == "cleared" and note.broadside:
            turn.emit(RiggingCleared(ship=note.ship, broadside=note.broadside))
        elif note.kind == "rudder":
            turn.emit(RudderRepaired(ship=note.ship))
        elif note.kind == "extinguished":
            turn.emit(FireExtinguished(ship=note.ship, fires=turn.state.ships[note.ship].fires - 1))
