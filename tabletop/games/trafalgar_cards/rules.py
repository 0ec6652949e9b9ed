"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable
from typing import Any

from tabletop.core.agreement import ANY_TIME, Agreement
from tabletop.core.chance import Chance
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards.chapters import fight, morale, strategy, tactics
from tabletop.games.trafalgar_cards.commands import Command, Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.events import Event
from tabletop.games.trafalgar_cards.evolve import evolve
from tabletop.games.trafalgar_cards.naming import with_article
from tabletop.games.trafalgar_cards.phases import PHASES
from tabletop.games.trafalgar_cards.state import State

_AGREEMENT = Agreement(SIDES, lambda state, side: with_article(side), morale.end)  # noqa: ARG005

CHECKS: dict[type, Callable[[State, Any], Refused | None]] = {
    Deal: strategy.check,
    Discard: tactics.check,
    Commit: fight.check,
    **_AGREEMENT.checks,
}
"""Why a command of this kind is refused in its own phase."""

DECISIONS: dict[type, Callable[[Unfolding[State, Event], Any], None]] = {
    Deal: strategy.deal,
    Discard: tactics.discard,
    Commit: fight.commit,
    **_AGREEMENT.decisions,
}
"""What comes of a command of this kind."""


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None; it asks nothing that its side may not know."""
    refusal = _AGREEMENT.check_open(state, command) or _out_of_turn(state, command)
    return refusal or CHECKS[type(command)](state, command)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The facts that follow from an allowed command."""
    turn: Unfolding[State, Event] = Unfolding(state, evolve, chance)
    _AGREEMENT.lapse(turn, command)
    DECISIONS[type(command)](turn, command)
    return turn.events


def _out_of_turn(state: State, command: Command) -> Refused | None:
    phase = PHASES[state.phase]
    if command.__struct_config__.tag in (phase.command, *ANY_TIME):
        return None
    return out_of_turn(phase.rule, phase.prompt)
