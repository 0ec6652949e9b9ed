"""Chapters 4.2.1, 4.4.1, 6 and 7: what a crew does to its own ship."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.events import (
    BroadsideReloaded,
    FatigueFell,
    FatigueRose,
    FireExtinguished,
    ResultNoted,
    RiggingCleared,
    RudderRepaired,
    SinkingRolled,
    TaskRolled,
    WreckRemoved,
)
from tabletop.games.ships_of_the_line.evolve.change import with_ship
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Attempts, Ship
from tabletop.games.ships_of_the_line.state import Note, State


def reloaded(state: State, event: BroadsideReloaded) -> State:
    """The broadsides are ready again."""
    ready = {*state.ships[event.ship].loaded, *event.broadsides}
    loaded = tuple(broadside for broadside in BROADSIDES if broadside in ready)
    return with_ship(state, event.ship, loaded=loaded, reloaded=True)


def fatigue_rose(state: State, event: FatigueRose) -> State:
    """The crew is more tired and does not rest this turn."""
    return with_ship(state, event.ship, fatigue=event.level, exerted=True)


def fatigue_fell(state: State, event: FatigueFell) -> State:
    """The crew is less tired."""
    return with_ship(state, event.ship, fatigue=event.level)


def sinking_rolled(state: State, event: SinkingRolled) -> State:  # noqa: ARG001
    """The dice change nothing themselves; what follows from them has its own facts."""
    return state


def task_rolled(state: State, event: TaskRolled) -> State:
    """The task was tried in this turn; failures in a row are counted for each task and object (AMB-51)."""
    ship = state.ships[event.ship]
    task = f"{event.task}:{event.about}" if event.about else event.task
    failures = {known: attempts for known, attempts in ship.failures.items() if known != task}
    if not event.success:
        failures[task] = Attempts(failures_in_a_row(ship, task, state.turn) + 1, state.turn)
    grappled = ship.grapple_used or event.task == "grapple"
    return with_ship(state, event.ship, tried=(*ship.tried, task), failures=failures, grapple_used=grappled)


def failures_in_a_row(ship: Ship, task: str, turn: int) -> int:
    """How often a task failed without a success or a skipped turn between (6-f, AMB-51)."""
    last = ship.failures.get(task)
    return last.failures if last and last.turn >= turn - 1 else 0


def noted(state: State, event: ResultNoted) -> State:
    """The result waits until both sides are done."""
    note = Note(kind=event.kind, ship=event.ship, broadside=event.broadside, side=event.side, by=event.by)
    return replace(state, notes=(*state.notes, note))


def without_notes(state: State, kind: str, ship: str) -> State:
    """The state once a noted result has taken effect."""
    return replace(state, notes=tuple(note for note in state.notes if (note.kind, note.ship) != (kind, ship)))


def rigging_cleared(state: State, event: RiggingCleared) -> State:
    """The wreckage over one side is gone."""
    note = Note(kind="cleared", ship=event.ship, broadside=event.broadside)
    state = replace(state, notes=tuple(other for other in state.notes if other != note))
    fallen = tuple(mast for mast in state.ships[event.ship].fallen if mast.over != event.broadside)
    return with_ship(state, event.ship, fallen=fallen)


def rudder_repaired(state: State, event: RudderRepaired) -> State:
    """She can be steered."""
    return with_ship(without_notes(state, "rudder", event.ship), event.ship, rudder_lost=False)


def fire_extinguished(state: State, event: FireExtinguished) -> State:
    """So many fires are left."""
    return with_ship(without_notes(state, "extinguished", event.ship), event.ship, fires=event.fires)


def wreck_removed(state: State, event: WreckRemoved) -> State:
    """Nothing marks the place any more."""
    return with_ship(state, event.ship, wreck=False)


APPLY: dict[type, Callable[[State, Any], State]] = {
    BroadsideReloaded: reloaded,
    FatigueRose: fatigue_rose,
    FatigueFell: fatigue_fell,
    SinkingRolled: sinking_rolled,
    TaskRolled: task_rolled,
    ResultNoted: noted,
    RiggingCleared: rigging_cleared,
    RudderRepaired: rudder_repaired,
    FireExtinguished: fire_extinguished,
    WreckRemoved: wreck_removed,
}
