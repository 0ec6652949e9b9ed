"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Iterator
from functools import reduce

from msgspec import UNSET

from tabletop.core.agreement import ANY_TIME
from tabletop.core.chance import Chance
from tabletop.core.deeds import Order
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.facts import Fact
from tabletop.core.unfolding import Unfolding
from tabletop.games.ships_of_the_line.chapters import orders, players, sequence
from tabletop.games.ships_of_the_line.compiled import evolve, kind_of, phase_of, rules_of
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State


def check(state: State, command: Order) -> Refused | None:
    """Why the command is not allowed now, or None."""
    return (
        players.AGREEMENT.check_side(command)
        or _out_of_turn(state, command)
        or players.check(state, command)
        or _not_in_use(state, command)
        or _check(supposed(state, command), command)
    )


def _check(state: State, command: Order) -> Refused | None:
    """By the rules of its own, and by those of modules that have a word in it."""
    return rules_of(state).deeds.check(state, command) or orders.objection(state, command)


def decide(state: State, command: Order, chance: Chance) -> Unfolding[State]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, evolve, chance)
    players.AGREEMENT.lapse(turn, command)
    for event in _preludes(turn.state, command):
        turn.emit(event)
    rules_of(turn.state).deeds.do(turn, command)
    if _tag(command) not in ANY_TIME:
        sequence.proceed(turn)
    return turn


def supposed(state: State, command: Order) -> State:
    """The state on which a command is checked: after the facts that go before all that comes of it."""
    return reduce(evolve, _preludes(state, command), state)


def _preludes(state: State, command: Order) -> Iterator[Fact]:
    amendments = rules_of(state).amendments.get(type(command), ())
    return (fact for amendment in amendments for fact in amendment.facts(state, command))


def _not_in_use(state: State, command: Order) -> Refused | None:
    """A parameter of a rule module is for battles in which that module is in use (AMB-123)."""
    for module, names in rules_of(state).idle.get(type(command), ()):
        if any(getattr(command, name) is not UNSET for name in names):
            return Refused("AMB-123", f"{module.words} are not part of this battle.")
    return None


def asked_side(state: State) -> Side | None:
    """Who must answer now: the one who was put a question, else whose phase it is."""
    return state.question.side if state.question else state.asked


def _out_of_turn(state: State, command: Order) -> Refused | None:
    tag = _tag(command)
    if state.outcome is not None:
        return Refused("SOTL-3-h", "The battle is over.")
    if tag in ANY_TIME:
        return None
    phase = phase_of(state)
    if tag != "done" and tag not in phase.commands:
        return out_of_turn(phase.rule, phase.prompt)
    if phase.asks != "either" and command.side != asked_side(state):
        return Refused(phase.rule, f"It is the {asked_side(state)} side's turn to choose.")
    if state.question is not None and tag != kind_of(state, state.question).command:
        return Refused("AMB-133", "A question waits for its answer first.")
    return None


def _tag(command: Order) -> str:
    return str(command.__struct_config__.tag)
