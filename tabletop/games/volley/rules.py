"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable
from typing import Any

from tabletop.core.agreement import Agreement, Concede
from tabletop.core.chance import Chance
from tabletop.core.errors import Refused
from tabletop.games.volley.chapters import attack, casualties, counter, defence, manoeuvre, passing, setup
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Attack, Command, Counter, Deal, Defend, Discard, Pass, tag_of
from tabletop.games.volley.events import Event
from tabletop.games.volley.evolve import evolve
from tabletop.games.volley.phases import PHASES, RULES
from tabletop.games.volley.state import State

AGREEMENT = Agreement({"red": "Red", "blue": "Blue"}, casualties.end)


def _concede(turn: Unfolding, command: Concede) -> None:
    """The sides are called as the scenario calls them."""
    Agreement(turn.state.names, casualties.end).decisions[Concede](turn, command)


CHECKS: dict[type, Callable[[State, Any], Refused | None]] = {
    Deal: setup.check,
    Discard: manoeuvre.check,
    Attack: attack.check,
    Defend: defence.check,
    Counter: counter.check,
    Pass: passing.check,
    **AGREEMENT.checks,
}
"""Why a command of this kind is refused in its own phase."""

DECISIONS: dict[type, Callable[[Unfolding, Any], None]] = {
    Deal: setup.deal,
    Discard: manoeuvre.discard,
    Attack: attack.attack,
    Defend: defence.defend,
    Counter: counter.counter,
    Pass: passing.pass_by,
    **AGREEMENT.decisions,
    Concede: _concede,
}
"""What comes of a command of this kind."""


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None."""
    return _out_of_turn(state, command) or CHECKS[type(command)](state, command)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, evolve, chance)
    AGREEMENT.lapse(turn, command)
    DECISIONS[type(command)](turn, command)
    return turn.events


def _out_of_turn(state: State, command: Command) -> Refused | None:
    if state.outcome is not None:
        return Refused("VOL-1", "The game is over.")
    if refusal := AGREEMENT.check_side(command):
        return refusal
    if type(command) in AGREEMENT.checks:
        return None
    phase, tag = PHASES[state.stage], _TAGS[type(command)]
    if tag not in phase.commands:
        return Refused(RULES[tag], f"That belongs to another part of the turn; now: {phase.prompt}")
    if state.asked not in (None, command.side):
        return Refused(RULES[tag], f"{state.names[state.asked]} is asked now.")
    return None


_TAGS: dict[type, str] = {kind: tag_of(kind) for kind in (Deal, Discard, Attack, Defend, Counter, Pass)}
