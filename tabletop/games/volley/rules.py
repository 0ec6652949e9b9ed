"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable
from typing import Any

from tabletop.core.agreement import ANY_TIME, Agreement
from tabletop.core.chance import Chance
from tabletop.core.errors import Refused, out_of_turn
from tabletop.games.volley.chapters import attack, casualties, counter, defence, manoeuvre, passing, setup
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Attack, Command, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.events import Event
from tabletop.games.volley.evolve import evolve
from tabletop.games.volley.phases import PHASES, RULES
from tabletop.games.volley.state import SIDES, State

_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], casualties.end)

CHECKS: dict[type, Callable[[State, Any], Refused | None]] = {
    Deal: setup.check,
    Discard: manoeuvre.check,
    Attack: attack.check,
    Defend: defence.check,
    Counter: counter.check,
    Pass: passing.check,
    **_AGREEMENT.checks,
}
"""Why a command of this kind is refused in its own phase."""

DECISIONS: dict[type, Callable[[Unfolding, Any], None]] = {
    Deal: setup.deal,
    Discard: manoeuvre.discard,
    Attack: attack.attack,
    Defend: defence.defend,
    Counter: counter.counter,
    Pass: passing.pass_by,
    **_AGREEMENT.decisions,
}
"""What comes of a command of this kind."""


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None."""
    refusal = _AGREEMENT.check_open(state, command) or _out_of_turn(state, command)
    return refusal or CHECKS[type(command)](state, command)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, evolve, chance)
    _AGREEMENT.lapse(turn, command)
    DECISIONS[type(command)](turn, command)
    return turn.events


def _out_of_turn(state: State, command: Command) -> Refused | None:
    tag = str(command.__struct_config__.tag)
    if tag in ANY_TIME:
        return None
    phase = PHASES[state.stage]
    if tag not in phase.commands:
        return out_of_turn(RULES[tag], phase.prompt)
    if state.asked not in (None, command.side):
        return Refused(RULES[tag], f"{state.names[state.asked]} is asked now.")
    return None
