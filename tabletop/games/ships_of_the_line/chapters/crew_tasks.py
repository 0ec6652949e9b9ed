"""Chapters 4.1.3, 4.2.1, 6 and 7: the tasks of the crews: loading and repairs, the task roll, and fatigue."""

from collections.abc import Iterator

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_fighting, order_by_initiative
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
from tabletop.games.ships_of_the_line.model import Context, State, is_in_service
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import (
    AFLOAT,
    BROADSIDES,
    Broadside,
    Ship,
    Side,
    Unaided,
    cooling_turns,
    count_failures,
    empty_broadsides,
    find_masked_broadsides,
)
from tabletop.games.ships_of_the_line.tables import Aboard, Check, Modifier, ModifierRule


def task_key(task: Task, about: str = "") -> str:
    """Return the key of a task in `Ship.tried` and `Ship.failures`: ``grapple:F12``; ``rudder`` for ""."""
    return f"{task}:{about}" if about else task


def has_tried(ship: Ship, task: Task, about: str = "") -> bool:
    """Return True if the crew has tried this task on this object in the present Crew Phase (AMB-135)."""
    return task_key(task, about) in ship.tried


def highest_success(task: Task) -> int:
    """Return the highest modified die with which a task succeeds: 1 for a rudder, 2 for all others."""
    return tables.RUDDER_SUCCESS if task == "rudder" else tables.TASK_SUCCESS


def count_successful_faces(check: Check, most: int) -> int:
    """Return how many of the six faces give a modified roll of at most `most`.

    The die of `check` is ignored.
    """
    table = rules_of(check.state).modifiers.check
    return sum(table.total(msgspec.structs.replace(check, die=die)) <= most for die in tables.TASK)


def roll_task(
    turn: Context,
    key: str,
    task: Task,
    about: str = "",
    leader: Unaided | UnsetType = UNSET,
    crews: int | UnsetType = UNSET,
) -> bool:
    """Roll one die for a task with all modifiers, emit the roll, and return True if it succeeded.

    The caller tires the crew and carries out the success.

    Args:
        turn: the command in progress.
        key: the ship whose crew tries.
        task: the task.
        about: the other ship or the broadside; "" if there is nothing to tell apart.
        leader: ``none`` if the ship forgoes the help of her leader.
        crews: the crews sent to the task, in battles that count crews (20).
    """
    check = Check(turn.state, key, task, turn.d6(), about, leader, crews or 0)
    modifiers = rules_of(turn.state).modifiers.check.working(check)
    success = modifiers[-1].value <= highest_success(task)
    turn.emit(
        TaskRolled(
            ship=key,
            task=task,
            about=about,
            die=check.die,
            modifiers=modifiers,
            needed=highest_success(task),
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


def _add_die(check: Check, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the die as it fell."""
    return Modifier("die", str(check.die), check.die)


def _subtract_failures(check: Check, so_far: int) -> Modifier | None:
    """Return the line that subtracts the failures in a row, at most 2 (6-f).

    None for none or a rudder (AMB-30).
    """
    if check.kind == "rudder":
        return None
    task = f"{check.kind}:{check.about}" if check.about else check.kind
    failures = count_failures(check.state.ships[check.ship], task, check.state.turn)
    helped = min(tables.BEST_PRACTICE, failures)
    return Modifier("failed before", f"−{helped}", so_far - helped) if helped else None


CHECK: tuple[ModifierRule[Check], ...] = (
    ModifierRule("die", "SOTL-6-e", _add_die),
    ModifierRule("failed before", "SOTL-6-f", _subtract_failures),
)
"""The total of a roll of one die."""


def _add_printed_limit(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: the fatigue limit of the rule profile."""
    most = crew.state.profile.max_fatigue
    return Modifier("every crew", str(most), most)


LIMIT: tuple[ModifierRule[Aboard], ...] = (ModifierRule("crew", "SOTL-7-a", _add_printed_limit),)
"""The level at which a crew can do no more."""


def is_exhausted(state: State, key: str) -> bool:
    """Return True if the crew of a ship is at or above its fatigue limit (7-e)."""
    return state.ships[key].fatigue >= fatigue_limit(state, key)


def check_effort(state: State, key: str) -> Refused | None:
    """Return the refusal if the crew of a ship is exhausted, or None (7-e)."""
    if not is_exhausted(state, key):
        return None
    by = f"fatigue {state.ships[key].fatigue}, the limit is {fatigue_limit(state, key)}"
    return Refused("SOTL-7-e", f"The crew of {state.cards[key].name} is exhausted and must rest.", by, (key,))


def tire_crew(turn: Context, key: str, cause: str) -> None:
    """Emit one fatigue more for a crew, at most the limit (7-a).

    The event also says that it did not rest (7-b). At the limit the event is emitted too, with the level as it was.

    Args:
        turn: the command in progress.
        key: the ship that worked.
        cause: the work in a player's words, e.g. ``boarding``.
    """
    now = turn.state.ships[key].fatigue
    level = max(now, min(now + 1, fatigue_limit(turn.state, key)))
    turn.emit(FatigueRose(ship=key, level=level, cause=cause))


def recover_rested_crews(turn: Context) -> None:
    """Take one fatigue from each tired crew afloat that neither fired nor worked this turn (AMB-35).

    Crews of struck ships do not recover (AMB-129).
    """
    rested = [key for key, ship in turn.state.ships.items() if _has_rested(ship)]
    for key in rested:
        turn.emit(FatigueFell(ship=key, level=turn.state.ships[key].fatigue - 1))


def _has_rested(ship: Ship) -> bool:
    # a struck ship obeys nobody, so nobody lets her crew rest (AMB-129)
    """Return True if a tired crew afloat, of a ship not struck, neither fired nor worked this turn."""
    at_work = ship.fired or ship.exerted or ship.status == "struck"
    return ship.status in AFLOAT and ship.fatigue > 0 and not at_work


_UNORDERED: Broadside = "starboard"
"""The broadside that is loaded of two empty ones if the player gives no command (AMB-34)."""


def reload_single_broadsides(turn: Context) -> None:
    """Load the broadside of each ship with one empty, at no cost (4.1.3-c).

    Ships with two wait for a command. Does nothing if the battle has several kinds of shot: then the owner chooses.
    """
    asks = len(rules_of(turn.state).ammunition) > 1
    for key in () if asks else ships_to_reload(turn.state):
        sides = empty_broadsides(turn.state.ships[key])
        if len(sides) == 1:
            turn.emit(BroadsideReloaded(ship=key, broadsides=sides))


def check_reload(state: State, command: Reload) -> Refused | None:
    """Return the refusal of a reload, or None: one broadside is free, two tire the crew (4.1.3-d).

    Refused: a ship that may not fight, cooling or loaded guns, a second reload this turn, a list that is empty
    or names a side twice, and both sides with an exhausted crew.
    """
    key = command.ship
    if refusal := check_fighting(state, command.side, key):
        return refusal
    name, chosen = state.cards[key].name, command.broadsides
    if cool := [one for one in chosen if cooling_turns(state.ships[key], one)]:
        until = state.turn + cooling_turns(state.ships[key], cool[0])
        return Refused("AMB-177", f"The {cool[0]} guns of {name} are cooling until turn {until}.", pieces=(key,))
    if not has_to_reload(state, key):
        return Refused("SOTL-4.1.3-c", f"No broadside of {name} needs to be loaded.", pieces=(key,))
    if not chosen or len(set(chosen)) < len(chosen):
        return Refused("SOTL-4.1.3-d", "Choose starboard, port, or both.", pieces=(key,))
    if full := [one for one in chosen if one not in empty_broadsides(state.ships[key])]:
        return Refused("SOTL-4.1.3-c", f"The {full[0]} broadside of {name} is not empty.", pieces=(key,))
    return check_effort(state, key) if len(chosen) > 1 else None


def execute_reload(turn: Context, command: Reload) -> None:
    """Emit that the chosen broadsides are loaded; loading both tires the crew (7-b)."""
    both = len(command.broadsides) > 1
    rule = "SOTL-4.1.3-d" if both else "SOTL-4.1.3-c"
    turn.emit(BroadsideReloaded(ship=command.ship, broadsides=command.broadsides, rule=rule))
    if both:
        tire_crew(turn, command.ship, "reloading both broadsides")


def reload_unordered(turn: Context) -> None:
    """Load one broadside of each ship that still has to reload; of two empty ones the starboard (AMB-34)."""
    for key in ships_to_reload(turn.state):
        sides = empty_broadsides(turn.state.ships[key])
        turn.emit(BroadsideReloaded(ship=key, broadsides=(_UNORDERED,) if len(sides) > 1 else sides))


def list_reloads(state: State, side: Side, key: str) -> Iterator[Reload]:
    """Yield commands to load starboard, port or both, unchecked.

    None for a ship that has nothing to reload. The commands name no kind of shot, so each broadside keeps its kind.
    """
    options: tuple[tuple[Broadside, ...], ...] = (("starboard",), ("port",), BROADSIDES)
    return (Reload(side=side, ship=key, broadsides=one) for one in options if has_to_reload(state, key))


def ships_to_reload(state: State) -> list[str]:
    """Return the ships of both sides with a broadside to load, in order of initiative."""
    return order_by_initiative(state, (key for key in state.ships if has_to_reload(state, key)))


def has_to_reload(state: State, key: str) -> bool:
    """Return True if a ship in service has not reloaded this turn and has an empty broadside, not cooling."""
    ship = state.ships[key]
    return not ship.reloaded and bool(empty_broadsides(ship)) and is_in_service(state, key)


def check_clear_rigging(state: State, command: ClearRigging) -> Refused | None:
    """Return the refusal to clear one side of wreckage, or None (AMB-27).

    Refused: a ship of others, a side without wreckage, a second attempt this turn, and an exhausted crew.
    """
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if command.broadside not in find_masked_broadsides(state.ships[command.ship]):
        reason = f"No wreckage lies over the {command.broadside} side of {state.cards[command.ship].name}."
        return Refused("SOTL-4.2.1-g", reason, pieces=(command.ship,))
    attempted = f"tried to clear the {command.broadside} side"
    return _check_attempt(state, command.ship, "unrig", attempted, "SOTL-4.2.1-g", command.broadside)


def check_repair_rudder(state: State, command: RepairRudder) -> Refused | None:
    """Return the refusal to repair the rudder, or None (AMB-30).

    Refused: a ship of others, a sound rudder, a second attempt this turn, and an exhausted crew.
    """
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if not state.ships[command.ship].rudder_lost:
        reason = f"The rudder of {state.cards[command.ship].name} is undamaged."
        return Refused("SOTL-4.2.1-i", reason, pieces=(command.ship,))
    return _check_attempt(state, command.ship, "rudder", "tried to repair the rudder", "SOTL-4.2.1-i")


def check_fight_fire(state: State, command: FightFire) -> Refused | None:
    """Return the refusal to fight a fire, or None (AMB-31).

    Refused: a ship of others, a ship that does not burn, more attempts than gangs this turn, and an exhausted crew.
    """
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if not state.ships[command.ship].fires:
        reason = f"Nothing burns aboard {state.cards[command.ship].name}."
        return Refused("SOTL-4.2.1-k", reason, pieces=(command.ship,))
    fought, gangs = state.ships[command.ship].tried.count("extinguish"), count_fire_gangs(state, command.ship)
    if fought < gangs:
        return check_effort(state, command.ship)
    reason = f"The crew of {state.cards[command.ship].name} has fought a fire this turn."
    by = "one attempt a turn" if gangs == 1 else f"{gangs} attempts a turn, one for each fire"
    return Refused("SOTL-4.2.1-k", reason, by, (command.ship,))


def count_fire_gangs(state: State, key: str) -> int:
    """Return how often a crew may try to put out a fire in a Crew Phase: 1, or more by a module (AMB-31)."""
    return rules_of(state).modifiers.fire_gangs.total(Aboard(state, key))


def _add_one_gang(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    """Return the first line: one attempt."""
    return Modifier("the crew", "1", 1)


FIRE_GANGS: tuple[ModifierRule[Aboard], ...] = (ModifierRule("crew", "AMB-31", _add_one_gang),)
"""Gangs that may fight fires aboard a ship."""


def _check_attempt(state: State, key: str, task: Task, attempted: str, rule: str, about: str = "") -> Refused | None:
    """Return the refusal if the task was tried this turn or the crew is exhausted, or None.

    `attempted` and `rule` are the words of the refusal and its rule; `about` names the side, "" for the whole ship.
    """
    if has_tried(state.ships[key], task, about):
        reason = f"The crew of {state.cards[key].name} has {attempted} this turn."
        return Refused(rule, reason, f"one attempt a turn{' for each side' if about else ''}", (key,))
    return check_effort(state, key)


def execute_clear_rigging(turn: Context, command: ClearRigging) -> None:
    """Roll to clear the wreckage over one side, tire the crew, and note a success."""
    cleared = ResultNoted(kind="cleared", ship=command.ship, broadside=command.broadside)
    _work_on_task(turn, "unrig", "unrigging", cleared, command.broadside, command.leader, command.crews)


def execute_repair_rudder(turn: Context, command: RepairRudder) -> None:
    """Roll to repair the rudder, tire the crew, and note a success."""
    _work_on_task(turn, "rudder", "repairing the rudder", ResultNoted(kind="rudder", ship=command.ship))


def execute_fight_fire(turn: Context, command: FightFire) -> None:
    """Roll to put out one fire, tire the crew, and note a success."""
    put_out = ResultNoted(kind="extinguished", ship=command.ship)
    _work_on_task(turn, "extinguish", "fighting the fire", put_out, crews=command.crews)


def _work_on_task(
    turn: Context,
    task: Task,
    cause: str,
    success: ResultNoted,
    about: str = "",
    leader: Unaided | UnsetType = UNSET,
    crews: int | UnsetType = UNSET,
) -> None:
    """Roll for a task and tire the crew; emit `success` as a noted result if the roll succeeds."""
    achieved = roll_task(turn, success.ship, task, about, leader, crews)
    tire_crew(turn, success.ship, cause)
    if achieved:
        turn.emit(success)


def finish_repairs(turn: Context) -> None:
    """Apply the noted successes: clear the sides, repair the rudders, and put out a fire for each note."""
    for note in turn.state.notes:
        if note.kind == "cleared" and note.broadside:
            turn.emit(RiggingCleared(ship=note.ship, broadside=note.broadside))
        elif note.kind == "rudder":
            turn.emit(RudderRepaired(ship=note.ship))
        elif note.kind == "extinguished":
            turn.emit(FireExtinguished(ship=note.ship, fires=turn.state.ships[note.ship].fires - 1))
