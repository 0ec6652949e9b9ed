"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable
from typing import Any

from tabletop.core.agreement import ANY_TIME, Agreement
from tabletop.core.chance import Chance
from tabletop.core.errors import Refused, out_of_turn
from tabletop.games.decks_of_glory.chapters import (
    boarding,
    ending,
    gunnery,
    movement,
    preparing,
    sequence,
    weather,
)
from tabletop.games.decks_of_glory.chapters.unfolding import Unfolding
from tabletop.games.decks_of_glory.commands import (
    BreakIrons,
    CheckWind,
    ChooseColour,
    ChooseWind,
    Command,
    CutLoose,
    Done,
    DrawInitiative,
    LeadBoarders,
    OpenFire,
    Sail,
    Shuffle,
)
from tabletop.games.decks_of_glory.events import Event
from tabletop.games.decks_of_glory.evolve import evolve
from tabletop.games.decks_of_glory.phases import PHASES
from tabletop.games.decks_of_glory.state import SIDES, State, secret

_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], ending.end)


def _nothing(state: State, command: Command) -> Refused | None:  # noqa: ARG001
    """What is in its own phase is in order."""
    return None


CHECKS: dict[type, Callable[[State, Any], Refused | None]] = {
    ChooseColour: _nothing,
    Shuffle: _nothing,
    ChooseWind: preparing.check_choose_wind,
    CheckWind: _nothing,
    DrawInitiative: _nothing,
    Sail: movement.check_sail,
    BreakIrons: movement.check_break_irons,
    CutLoose: movement.check_cut_loose,
    Done: _nothing,
    OpenFire: gunnery.check,
    LeadBoarders: boarding.check,
    **_AGREEMENT.checks,
}
"""Why a command of this kind is refused in its own phase."""

DECISIONS: dict[type, Callable[[Unfolding, Any], None]] = {
    ChooseColour: preparing.choose_colour,
    Shuffle: preparing.shuffle,
    ChooseWind: preparing.choose_wind,
    CheckWind: weather.check_wind,
    DrawInitiative: weather.draw_initiative,
    Sail: movement.sail,
    BreakIrons: movement.break_irons,
    CutLoose: movement.cut_loose,
    Done: movement.done,
    OpenFire: gunnery.open_fire,
    LeadBoarders: boarding.lead_boarders,
    **_AGREEMENT.decisions,
}
"""What comes of a command of this kind."""

AFTERWARDS: dict[type, Callable[[Unfolding], None]] = {
    **dict.fromkeys((ChooseColour, Shuffle, ChooseWind, CheckWind, DrawInitiative), sequence.go_on),
    **dict.fromkeys((Done, OpenFire, LeadBoarders), sequence.side_done),
}
"""How the turn goes on after a command of this kind; after any other the same side goes on."""


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None; it asks nothing that its side may not know."""
    return _AGREEMENT.check_side(command) or _out_of_turn(state, command) or CHECKS[type(command)](state, command)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn: Unfolding = Unfolding(state, evolve, chance)
    _AGREEMENT.lapse(turn, command)
    DECISIONS[type(command)](turn, command)
    if afterwards := AFTERWARDS.get(type(command)):
        afterwards(turn)
    return turn.events


def _out_of_turn(state: State, command: Command) -> Refused | None:
    tag = str(command.__struct_config__.tag)
    if state.outcome is not None:
        return Refused("DOG-23", "The battle is over.")
    if tag in ANY_TIME:
        return None
    phase = PHASES[state.phase]
    if tag not in phase.commands:
        return out_of_turn(phase.rule, phase.prompt)
    if phase.asks == "either" or command.side == state.asked:
        return None
    if secret(state) and command.side not in state.orders:
        return None
    return Refused(phase.rule, "It is the other side's turn to choose.")
