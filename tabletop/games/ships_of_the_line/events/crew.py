"""Crew work aboard a crew's own ship, and fatigue (4.1.3, 4.2.1, 4.4, 6, 7)."""

from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.events import Event, EventHandler, keep_state
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line.model import Note, ShipEvent, State, drop_notes, set_marks, with_ship
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Attempts, Broadside, Side, count_failures
from tabletop.games.ships_of_the_line.tables import WAVERING_STRIKES, Modifier
from tabletop.games.ships_of_the_line.words import describe_by, format_rolled, format_throw, name_of


class BroadsideReloaded(ShipEvent, frozen=True, kw_only=True, rename={"broadsides": "batteries"}):
    """The named broadsides of a ship are loaded (4.1.3)."""

    broadsides: tuple[Broadside, ...]
    rule: str = "SOTL-4.1.3-c"


class FatigueRose(ShipEvent, frozen=True, kw_only=True):
    """Work tired a crew, which cannot rest this turn (7-b); `level` is the fatigue now.

    At the limit `level` stays as it was (7-a).
    """

    level: int
    cause: str
    rule: str = "SOTL-7-b"


class FatigueFell(ShipEvent, frozen=True, kw_only=True):
    """A crew rested for a turn; `level` is the fatigue now (AMB-35)."""

    level: int
    rule: str = "SOTL-7-a"


class SinkingRolled(ShipEvent, frozen=True, kw_only=True):
    """A ship attacked in her sinking zone rolled for her fate.

    `second` is rolled only after a 5 or 6 (4.4.1-a).
    """

    die: int
    second: int | None
    result: Literal["struck", "nothing", "sunk"]
    working: tuple[Modifier, ...] | UnsetType = UNSET
    """The steps from the second die to the modified number, if rule modules take part."""
    rule: str = "SOTL-4.4.1-a"


class SurrenderRolled(ShipEvent, frozen=True, kw_only=True):
    """The crew of a ship whose officer is dead rolled; at 1 or 2 the ship strikes (AMB-29)."""

    die: int
    rule: str = "SOTL-4.2.1-h"


Task = Literal["grapple", "break", "unrig", "rudder", "extinguish", "unfoul", "refloat"]


class TaskRolled(ShipEvent, frozen=True, kw_only=True):
    """A crew rolled a die for a task: grapple, cut loose, clear rigging, repair and so on (6-e).

    `about` is the other ship or the broadside, empty for neither; `modifiers` run from the die to the modified
    result, which must be at most `needed`.
    """

    task: Task
    about: str = ""
    die: int
    modifiers: tuple[Modifier, ...]
    needed: int
    success: bool
    crews: int | UnsetType = UNSET
    """The crews sent to the task, if the command said so (20)."""
    rule: str = "SOTL-6-e"


class ResultNoted(Event, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """A success was noted; it takes effect when both sides are done with this step (AMB-132).

    `side` and `by` are the captor of a captured ship and the ship whose crew took her.
    """

    kind: Literal["cleared", "rudder", "extinguished", "captured"]
    ship: str
    broadside: Broadside | None = None
    side: Side | None = None
    by: str = ""
    rule: str = "SOTL-3-f"


class RiggingCleared(ShipEvent, frozen=True, kw_only=True, rename={"broadside": "battery"}):
    """One side of a ship is free of fallen rigging (AMB-27)."""

    broadside: Broadside
    rule: str = "SOTL-4.2.1-g"


class RudderRepaired(ShipEvent, frozen=True, kw_only=True):
    """A ship's rudder is repaired, and she can be steered again (AMB-30)."""

    rule: str = "SOTL-4.2.1-i"


class FireExtinguished(ShipEvent, frozen=True, kw_only=True):
    """One fire aboard a ship is out; `fires` is the number left (4.2.1-k)."""

    fires: int
    rule: str = "SOTL-4.2.1-k"


class WreckRemoved(ShipEvent, frozen=True, kw_only=True):
    """The hull marker of a sunk ship is taken away (4.4.1-e)."""

    rule: str = "SOTL-4.4.1-e"


_TASK_TEXTS: dict[Task, str] = {
    "grapple": "{ship} throws grapples at {about}",
    "break": "{ship} hacks at the grapples that hold her to {about}",
    "unrig": "{ship} cuts at the wreckage over her {about} side",
    "rudder": "{ship} tries to rig a new rudder",
    "extinguish": "{ship}'s pumps are turned on the fire",
    "refloat": "{ship} lays out anchors and heaves to get off",
    "unfoul": "{ship} hacks at the spars and rigging that hold her to {about}",
}

_TASK_RESULT_WORDS: dict[tuple[Task, bool], str] = {
    ("grapple", True): "they hold",
    ("grapple", False): "they fall short",
    ("break", True): "she is free",
    ("break", False): "they hold",
    ("unrig", True): "it goes overboard",
    ("unrig", False): "it still hangs there",
    ("rudder", True): "it answers",
    ("rudder", False): "it does not work",
    ("extinguish", True): "one fire is put out",
    ("extinguish", False): "it burns on",
    ("refloat", True): "she comes off",
    ("refloat", False): "she is stuck fast",
    ("unfoul", True): "they come clear",
    ("unfoul", False): "they hang fast",
}

_SINKING_RESULT_WORDS: dict[Literal["struck", "nothing", "sunk"], str] = {
    "struck": "she goes down",
    "nothing": "the pumps keep her afloat",
    "sunk": "the pumps are choked",
}


def _apply_reload(state: State, event: BroadsideReloaded) -> State:
    """Load the named broadsides and mark the ship as reloaded this turn."""
    ready = {*state.ships[event.ship].loaded, *event.broadsides}
    loaded = tuple(broadside for broadside in BROADSIDES if broadside in ready)
    return with_ship(state, event.ship, loaded=loaded, reloaded=True)


def _apply_task_roll(state: State, event: TaskRolled) -> State:
    """Record the attempt, and count a failure more or reset the failures after a success (AMB-51).

    A second attempt at a task in one phase counts no further failure. A grapple uses up the ship's attempt.
    """
    ship = state.ships[event.ship]
    task = f"{event.task}:{event.about}" if event.about else event.task
    failures = {known: attempts for known, attempts in ship.failures.items() if known != task}
    if not event.success and task not in ship.tried:
        failures[task] = Attempts(count_failures(ship, task, state.turn) + 1, state.turn)
    elif not event.success and (before := ship.failures.get(task)):  # a gang after another in the same phase (AMB-184)
        failures[task] = before
    grappled = ship.grapple_used or event.task == "grapple"
    return with_ship(state, event.ship, tried=(*ship.tried, task), failures=failures, grapple_used=grappled)


def _apply_noted_result(state: State, event: ResultNoted) -> State:
    """Append the result to `state.notes`, which the end of the step reads."""
    note = Note(kind=event.kind, ship=event.ship, broadside=event.broadside, side=event.side, by=event.by)
    return replace(state, notes=(*state.notes, note))


def _apply_cleared_rigging(state: State, event: RiggingCleared) -> State:
    """Remove all fallen masts over one side, and the note of that success."""
    note = Note(kind="cleared", ship=event.ship, broadside=event.broadside)
    state = replace(state, notes=tuple(other for other in state.notes if other != note))
    fallen = tuple(mast for mast in state.ships[event.ship].fallen if mast.over != event.broadside)
    return with_ship(state, event.ship, fallen=fallen)


def _apply_extinguished_fire(state: State, event: FireExtinguished) -> State:
    """Set the number of fires, and drop all notes of fires put out aboard the ship."""
    return with_ship(drop_notes(state, "extinguished", event.ship), event.ship, fires=event.fires)


def _describe_reload(state: State, event: BroadsideReloaded) -> str:
    """Return the sentence for one or both broadsides reloaded."""
    which = "both broadsides" if len(event.broadsides) > 1 else f"her {event.broadsides[0]} broadside"
    return f"{name_of(state, event.ship)} reloads {which}."


def _describe_fatigue(state: State, event: FatigueRose) -> str:
    """Return the sentence with the cause of the fatigue, and its level against the limit.

    `state` is before the event: a level that does not rise reads "stays".
    """
    limit, crew = fatigue_limit(state, event.ship), f"the crew of {name_of(state, event.ship)}"
    if event.level <= state.ships[event.ship].fatigue:
        return f"{event.cause.capitalize()} gives {crew} no rest: fatigue stays {event.level} of {limit}, exhausted."
    exhausted = ", exhausted" if event.level >= limit else ""
    return f"{event.cause.capitalize()} tires {crew}: fatigue {event.level} of {limit}{exhausted}."


def _describe_rest(state: State, event: FatigueFell) -> str:
    """Return the sentence for a crew that rests, with its fatigue against the limit."""
    left = f"fatigue {event.level} of {fatigue_limit(state, event.ship)}"
    return f"The crew of {name_of(state, event.ship)} rests: {left}."


def _describe_sinking_roll(state: State, event: SinkingRolled) -> str:
    """Return the sentence with the dice, any modifiers of the second, and the fate of the ship."""
    faces = [die for die in (event.die, event.second) if die is not None]
    fate = _SINKING_RESULT_WORDS[event.result]
    if event.result == "struck" and state.ships[event.ship].status != "in_service":
        fate = "but she has already struck"
    rolled = format_rolled(faces)
    if event.working is not UNSET:
        rolled = f"{format_rolled([event.die])} {format_throw(event.working)}"
    return f"{name_of(state, event.ship)} settles lower in the water {rolled}: {fate}."


def _describe_surrender_roll(state: State, event: SurrenderRolled) -> str:
    """Return the sentence that says if a crew without its officer wavers or fights on, with the die."""
    mood = "wavers" if event.die <= WAVERING_STRIKES else "fights on"
    return f"The crew of {name_of(state, event.ship)}, her captain dead, {mood} (rolled {event.die})."


def _describe_task_roll(state: State, event: TaskRolled) -> str:
    """Return the sentence for a task: the die, its modifiers, the number needed and the result."""
    about = name_of(state, event.about) if event.about in state.cards else event.about
    task = _TASK_TEXTS[event.task].format(ship=name_of(state, event.ship), about=about)
    result = _TASK_RESULT_WORDS[event.task, event.success]
    return f"{task}: {format_throw(event.modifiers)}, needed {event.needed} or less; {result}."


def _describe_noted_result(state: State, event: ResultNoted) -> str:
    """Return the sentence for a capture; "" for other results, which the roll has described."""
    if event.kind != "captured":
        return ""
    return f"{name_of(state, event.by)}'s boarders hold the deck of {name_of(state, event.ship)}."


def _describe_extinguished_fire(state: State, event: FireExtinguished) -> str:
    """Return the sentence for a fire put out, with the number left."""
    left = f"{format_count(event.fires, 'fire')} still burning" if event.fires else "she burns no more"
    return f"A fire aboard {name_of(state, event.ship)} is out: {left}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(BroadsideReloaded, _apply_reload, _describe_reload),
    EventHandler(
        FatigueRose,
        apply=lambda state, event: with_ship(state, event.ship, fatigue=event.level, exerted=True),
        describe=_describe_fatigue,
    ),
    EventHandler(FatigueFell, lambda state, event: with_ship(state, event.ship, fatigue=event.level), _describe_rest),
    EventHandler(SinkingRolled, keep_state, _describe_sinking_roll),
    EventHandler(SurrenderRolled, keep_state, _describe_surrender_roll),
    EventHandler(TaskRolled, _apply_task_roll, _describe_task_roll),
    EventHandler(ResultNoted, _apply_noted_result, _describe_noted_result),
    EventHandler(
        RiggingCleared, _apply_cleared_rigging, describe_by("{ship}'s {broadside} side is clear of wreckage.")
    ),
    EventHandler(
        RudderRepaired,
        lambda state, event: with_ship(drop_notes(state, "rudder", event.ship), event.ship, rudder_lost=False),
        describe_by("{ship} answers her helm again."),
    ),
    EventHandler(FireExtinguished, _apply_extinguished_fire, _describe_extinguished_fire),
    EventHandler(WreckRemoved, set_marks(wreck=False), describe_by("The last timbers of {ship} drift away.")),
)
