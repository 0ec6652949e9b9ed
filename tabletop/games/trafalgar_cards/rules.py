"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from tabletop.core.agreement import ANY_TIME, Agreement
from tabletop.core.chance import Chance
from tabletop.core.deeds import Deed, Deeds, Order
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.facts import Fact
from tabletop.core.unfolding import Unfolding
from tabletop.games.trafalgar_cards.chapters import fight, morale, strategy, tactics
from tabletop.games.trafalgar_cards.commands import Commit, Deal, Discard
from tabletop.games.trafalgar_cards.deck import SIDES
from tabletop.games.trafalgar_cards.evolve import evolve
from tabletop.games.trafalgar_cards.naming import with_article
from tabletop.games.trafalgar_cards.phases import PHASES
from tabletop.games.trafalgar_cards.state import State

_AGREEMENT = Agreement(SIDES, lambda state, side: with_article(side), morale.end)  # noqa: ARG005

DEEDS: Deeds[State] = Deeds(
    (
        Deed(Deal, strategy.check, strategy.deal),
        Deed(Discard, tactics.check, tactics.discard),
        Deed(Commit, fight.check, fight.commit),
    ),
    _AGREEMENT.deeds,
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def check(state: State, command: Order) -> Refused | None:
    """Why the command is not allowed now, or None; it asks nothing that its side may not know."""
    refusal = _AGREEMENT.check_open(state, command) or _out_of_turn(state, command)
    return refusal or DEEDS.check(state, command)


def decide(state: State, command: Order, chance: Chance) -> tuple[Fact, ...]:
    """The facts that follow from an allowed command."""
    turn: Unfolding[State] = Unfolding(state, evolve, chance)
    _AGREEMENT.lapse(turn, command)
    DEEDS.do(turn, command)
    return turn.events


def _out_of_turn(state: State, command: Order) -> Refused | None:
    phase = PHASES[state.phase]
    if command.__struct_config__.tag in (phase.command, *ANY_TIME):
        return None
    return out_of_turn(phase.rule, phase.prompt)
