"""Who is asked what now, and what could be answered."""

from collections.abc import Iterable

from tabletop.core.agreement import accepting
from tabletop.core.decision import Decision
from tabletop.core.offers import Offers, joined, offered
from tabletop.games.ships_of_the_line.chapters import offers, sequence
from tabletop.games.ships_of_the_line.commands import Done, Order, RollInitiative
from tabletop.games.ships_of_the_line.compiled import kind_of, phase_of, rules_of
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Question, State
from tabletop.games.ships_of_the_line.words import about


def decision(state: State) -> Decision | None:
    """What the battle waits for; None once it is over."""
    if state.outcome is not None:
        return None
    if state.question is not None:
        return _asked_by_other(state, state.question)
    phase = phase_of(state)
    side = asked(state)
    commands = phase.commands if phase.asks == "either" else (*phase.commands, "done")
    able = tuple(actors(state, side))
    prompt = phase.prompt if able or not phase.idle else phase.idle
    return Decision(side, phase.id, prompt, (*commands, *accepting(state, side)), able)


def asked(state: State) -> Side:
    """The side that has to choose now; where either may, the one that would go first."""
    if state.question is not None:
        return state.question.side
    return state.asked or sequence.order(state)[0]


def actors(state: State, side: Side) -> Iterable[str]:
    """Ships that can still do something in this phase, in key order."""
    if found := rules_of(state).actors.get(state.phase):
        return found(state, side)
    able = {getattr(command, "ship", "") for command in offers.choices(state, side)}
    return [key for key in state.ships if key in able]


def choices(state: State) -> Offers[Order]:
    """What the side that is asked could order, none once the battle is over; of the plans of a ship only some."""
    if state.outcome is not None:
        return offered()
    side = asked(state)
    if state.question is not None:
        return offered(*kind_of(state, state.question).answers(state.question))
    if phase_of(state).asks == "either":
        return offered(RollInitiative(side=side))
    return joined(offers.choices(state, side), offered(Done(side=side)))


def _asked_by_other(state: State, question: Question) -> Decision:
    kind, ships = kind_of(state, question), question.candidates or (question.ship,)
    return Decision(question.side, state.phase, about(state, question, kind.prompt), (kind.command,), ships)
