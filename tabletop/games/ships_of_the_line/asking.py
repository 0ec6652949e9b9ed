"""Who is asked what now, and what could be answered."""

from collections.abc import Iterable
from functools import partial

from tabletop.core.agreement import ANY_TIME, accepting
from tabletop.core.decision import Decision
from tabletop.core.offers import Offers, joined, offered
from tabletop.games.ships_of_the_line.chapters import orders, players, sequence
from tabletop.games.ships_of_the_line.commands import Done, Order, RollInitiative
from tabletop.games.ships_of_the_line.compiled import kind_of, phase_of
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Question, State, commander
from tabletop.games.ships_of_the_line.words import about, player


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
    by = players.asked_player(state)
    agreeing = accepting(state, side)
    if state.players:
        agreeing = ANY_TIME[-1:] if state.draw_offered is not None and by not in (state.agreed or ()) else ()
    return Decision(side, phase.id, prompt, (*commands, *agreeing), able, player=player(state, by))


def asked(state: State) -> Side:
    """The side that has to choose now; where either may, the one that would go first."""
    if state.question is not None:
        return state.question.side
    return state.asked or sequence.order(state)[0]


def actors(state: State, side: Side) -> Iterable[str]:
    """Ships that can still do something in this phase, in key order, but for those of players who are done."""
    return (key for key in orders.actors(state, side) if commander(state, key) not in (state.done or ()))


def choices(state: State) -> Offers[Order]:
    """What the side that is asked could order, none once the battle is over; of the plans of a ship only some."""
    if state.outcome is not None:
        return offered()
    side = asked(state)
    if state.question is not None:
        return offered(*(players.signed(state, one) for one in kind_of(state, state.question).answers(state.question)))
    if phase_of(state).asks == "either":
        return offered(RollInitiative(side=side))
    if not state.players:
        return joined(orders.choices(state, side), offered(Done(side=side)))
    given = orders.choices(state, side).those(lambda order: players.check(state, order) is None)
    return joined(
        given.each(partial(players.signed, state)),
        offered(*(Done(side=side, by=one) for one in players.waiting(state, side))),
    )


def _asked_by_other(state: State, question: Question) -> Decision:
    kind, ships = kind_of(state, question), question.candidates or (question.ship,)
    prompt, by = about(state, question, kind.prompt), player(state, players.asked_player(state))
    return Decision(question.side, state.phase, prompt, (kind.command,), ships, player=by)
