"""Chapters 4.1.3, 4.2.1, 4.4, 6 and 7 in words: what crews do aboard their own ship, and how it tires them."""

from collections.abc import Callable
from typing import Any, Literal

from tabletop.core.phrases import count, figure
from tabletop.games.ships_of_the_line.chapters import fatigue
from tabletop.games.ships_of_the_line.events import (
    BroadsideReloaded,
    FatigueFell,
    FatigueRose,
    FireExtinguished,
    Modifier,
    ResultNoted,
    RiggingCleared,
    RudderRepaired,
    SinkingRolled,
    TaskRolled,
    WreckRemoved,
)
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words.phrases import dice, name

_TASKS: dict[str, str] = {
    "grapple": "{ship} throws grapples at {about}",
    "break": "{ship} hacks at the grapples that hold her to {about}",
    "unrig": "{ship} cuts at the wreckage over her {about} side",
    "rudder": "{ship} tries to ship a new rudder",
    "extinguish": "{ship}'s pumps are turned on the fire",
}

_ENDS: dict[tuple[str, bool], str] = {
    ("grapple", True): "they hold",
    ("grapple", False): "they fall short",
    ("break", True): "she is free",
    ("break", False): "they hold",
    ("unrig", True): "it goes overboard",
    ("unrig", False): "it still hangs there",
    ("rudder", True): "it answers",
    ("rudder", False): "in vain",
    ("extinguish", True): "one fire is beaten",
    ("extinguish", False): "it burns on",
}

_FATES: dict[Literal["struck", "nothing", "sunk"], str] = {
    "struck": "she can take no more",
    "nothing": "the pumps keep her afloat",
    "sunk": "the pumps are choked",
}


def broadside_reloaded(state: State, event: BroadsideReloaded) -> str:
    """Which guns are ready again."""
    which = "both broadsides" if len(event.broadsides) > 1 else f"her {event.broadsides[0]} broadside"
    return f"{name(state, event.ship)} reloads {which}."


def fatigue_rose(state: State, event: FatigueRose) -> str:
    """Why, and how near the limit."""
    limit = fatigue.limit(state, event.ship)
    crew = f"{event.cause.capitalize()} tires the crew of {name(state, event.ship)}"
    return f"{crew}: fatigue {event.level} of {limit}{', exhausted' if event.level >= limit else ''}."


def fatigue_fell(state: State, event: FatigueFell) -> str:
    """A turn's rest."""
    left = f"fatigue {event.level} of {fatigue.limit(state, event.ship)}"
    return f"The crew of {name(state, event.ship)} rests: {left}."


def sinking_rolled(state: State, event: SinkingRolled) -> str:
    """The dice for a ship that may founder."""
    faces = [die for die in (event.die, event.second) if die is not None]
    fate = _FATES[event.result]
    if event.result == "struck" and state.ships[event.ship].status != "in_service":
        fate = "but her flag is down already"
    return f"{name(state, event.ship)} settles lower in the water {dice(faces)}: {fate}."


def task_rolled(state: State, event: TaskRolled) -> str:
    """The die, what was added to it and why, what was needed, and whether it was enough."""
    about = name(state, event.about) if event.about in state.cards else event.about
    task = _TASKS[event.task].format(ship=name(state, event.ship), about=about)
    return f"{task}: {_sum(event.modifiers)}, {event.needed} or less needed; {_ENDS[event.task, event.success]}."


def _sum(modifiers: tuple[Modifier, ...]) -> str:
    die, *changes = modifiers
    if not changes:
        return dice([die.value])
    reasons = " ".join(f"{step.change} ({step.source})" for step in changes)
    return f"{dice([die.value])} {reasons} = {figure(changes[-1].value)}"


def result_noted(state: State, event: ResultNoted) -> str:
    """Only a prize is worth a line before the step is over; the rest was said with the die."""
    if event.kind != "captured":
        return ""
    return f"{name(state, event.by)}'s boarders hold the deck of {name(state, event.ship)}."


def rigging_cleared(state: State, event: RiggingCleared) -> str:
    """A side whose guns can fire again."""
    return f"{name(state, event.ship)}'s {event.broadside} side is clear of wreckage."


def rudder_repaired(state: State, event: RudderRepaired) -> str:
    """She steers."""
    return f"{name(state, event.ship)} answers her helm again."


def fire_extinguished(state: State, event: FireExtinguished) -> str:
    """How many fires are left."""
    left = f"{count(event.fires, 'fire')} still burning" if event.fires else "she burns no more"
    return f"A fire aboard {name(state, event.ship)} is out: {left}."


def wreck_removed(state: State, event: WreckRemoved) -> str:
    """The last that is seen of her."""
    return f"The last timbers of {name(state, event.ship)} drift away."


WORDS: dict[type, Callable[[State, Any], str]] = {
    BroadsideReloaded: broadside_reloaded,
    FatigueRose: fatigue_rose,
    FatigueFell: fatigue_fell,
    SinkingRolled: sinking_rolled,
    TaskRolled: task_rolled,
    ResultNoted: result_noted,
    RiggingCleared: rigging_cleared,
    RudderRepaired: rudder_repaired,
    FireExtinguished: fire_extinguished,
    WreckRemoved: wreck_removed,
}
