"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from tabletop.core.agreement import ANY_TIME, Agreement
from tabletop.core.chance import Chance
from tabletop.core.deeds import Deed, Deeds, Order
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.facts import Fact
from tabletop.games.volley.chapters import attack, casualties, counter, defence, manoeuvre, passing, setup
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.evolve import evolve
from tabletop.games.volley.phases import PHASES, RULES
from tabletop.games.volley.state import SIDES, State

_AGREEMENT = Agreement(SIDES, lambda state, side: state.names[side], casualties.end)

DEEDS: Deeds[State] = Deeds(
    (
        Deed(Deal, setup.check, setup.deal),
        Deed(Discard, manoeuvre.check, manoeuvre.discard),
        Deed(Attack, attack.check, attack.attack),
        Deed(Defend, defence.check, defence.defend),
        Deed(Counter, counter.check, counter.counter),
        Deed(Pass, passing.check, passing.pass_by),
    ),
    _AGREEMENT.deeds,
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def check(state: State, command: Order) -> Refused | None:
    """Why the command is not allowed now, or None."""
    refusal = _AGREEMENT.check_open(state, command) or _out_of_turn(state, command)
    return refusal or DEEDS.check(state, command)


def decide(state: State, command: Order, chance: Chance) -> tuple[Fact, ...]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, evolve, chance)
    _AGREEMENT.lapse(turn, command)
    DEEDS.do(turn, command)
    return turn.events


def _out_of_turn(state: State, command: Order) -> Refused | None:
    tag = str(command.__struct_config__.tag)
    if tag in ANY_TIME:
        return None
    phase = PHASES[state.stage]
    if tag not in phase.commands:
        return out_of_turn(RULES[tag], phase.prompt)
    if state.asked not in (None, command.side):
        return Refused(RULES[tag], f"{state.names[state.asked]} is asked now.")
    return None
