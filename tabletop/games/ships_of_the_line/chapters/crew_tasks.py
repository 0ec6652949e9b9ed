"""Chapters 4.1.3, 4.2.1, 6 and 7: the tasks of the crews: loading and repairs, the task roll, and fatigue."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_commanded, check_fighting
from tabletop.games.ships_of_the_line.commands import ClearRigging, FightFire, Reload, RepairRudder
from tabletop.games.ships_of_the_line.events.crew import (
    BroadsideReloaded,
    FatigueFell,
    FatigueRose,
    FireExtinguished,
    ResultNoted,
    RiggingCleared,
    RudderRepaired,
    Task,
    TaskRolled,
)
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import (
    AFLOAT,
    BROADSIDES,
    Broadside,
    Ship,
    Side,
    Unaided,
    cooling,
    empty,
    failures_in_a_row,
    fouled_broadsides,
)
from tabletop.games.ships_of_the_line.state import Context, State, in_service
from tabletop.games.ships_of_the_line.tables import Aboard, Check, Modifier, ModifierRule


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


_UNORDERED: Broadside = "starboard"
"""What is loaded of two empty broadsides when nobody says which (AMB-34)."""


def reload_single(turn: Context) -> None:
    """A single empty broadside is loaded at no cost (4.1.3-c); where there are kinds of shot, its owner is asked."""
    asks = len(rules_of(turn.state).ammunition) > 1
    for key in () if asks else waiting(turn.state):
        sides = empty(turn.state.ships[key])
        if len(sides) == 1:
            turn.emit(BroadsideReloaded(ship=key, broadsides=sides))


def check(state: State, command: Reload) -> Refused | None:
    """One broadside free, or both for fatigue (4.1.3-d)."""
    key = command.ship
    if refusal := check_fighting(state, command.side, key):
        return refusal
    name, chosen = state.cards[key].name, command.broadsides
    if cool := [one for one in chosen if cooling(state.ships[key], one)]:
        until = state.turn + cooling(state.ships[key], cool[0])
        return Refused("AMB-177", f"The {cool[0]} guns of {name} cool until turn {until}.", pieces=(key,))
    if not waits(state, key):
        return Refused("SOTL-4.1.3-c", f"No broadside of {name} waits to be loaded.", pieces=(key,))
    if not chosen or len(set(chosen)) < len(chosen):
        return Refused("SOTL-4.1.3-d", "Choose starboard, port, or both.", pieces=(key,))
    if full := [one for one in chosen if one not in empty(state.ships[key])]:
        return Refused("SOTL-4.1.3-c", f"The {full[0]} broadside of {name} is not empty.", pieces=(key,))
    return check_effort(state, key) if len(chosen) > 1 else None


def reload(turn: Context, command: Reload) -> None:
    """Load as ordered; the second broadside tires the crew (7-b)."""
    both = len(command.broadsides) > 1
    rule = "SOTL-4.1.3-d" if both else "SOTL-4.1.3-c"
    turn.emit(BroadsideReloaded(ship=command.ship, broadsides=command.broadsides, rule=rule))
    if both:
        tire(turn, command.ship, "reloading both broadsides")


def reload_unordered(turn: Context) -> None:
    """Ships whose owner gave no order load the broadside that is empty, of two the starboard one (AMB-34)."""
    for key in waiting(turn.state):
        sides = empty(turn.state.ships[key])
        turn.emit(BroadsideReloaded(ship=key, broadsides=(_UNORDERED,) if len(sides) > 1 else sides))


def choices_of(state: State, side: Side, key: str) -> Iterator[Reload]:
    """One broadside or both, each with the shot that it had."""
    options: tuple[tuple[Broadside, ...], ...] = (("starboard",), ("port",), BROADSIDES)
    return (Reload(side=side, ship=key, broadsides=one) for one in options if waits(state, key))


def waiting(state: State) -> list[str]:
    """The ships with a broadside to load, in the order in which they act."""
    return by_initiative(state, (key for key in state.ships if waits(state, key)))


def waits(state: State, key: str) -> bool:
    """Whether a ship has a broadside to load in this turn."""
    ship = state.ships[key]
    return not ship.reloaded and bool(empty(ship)) and in_service(state, key)


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
        return check_effort(state, command.ship)
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
    if tried(state.ships[key], task, about):
        reason = f"The crew of {state.cards[key].name} has {attempted} this turn."
        return Refused(rule, reason, f"one attempt a turn{' for each side' if about else ''}", (key,))
    return check_effort(state, key)


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
    achieved = attempt(turn, success.ship, task, about, leader, crews)
    tire(turn, success.ship, cause)
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
