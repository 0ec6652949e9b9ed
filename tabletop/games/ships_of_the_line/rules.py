"""The one door to the rules: who is asked what, may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Iterable
from functools import partial

from msgspec import UNSET

from tabletop.core.agreement import ANY_TIME, accepting, any_time
from tabletop.core.chance import Chance
from tabletop.core.command_context import FollowUpContext
from tabletop.core.commands import Command
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers, joined, offered
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import moves, orders, players, sequence
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative
from tabletop.games.ships_of_the_line.compiled import kind_of, phase_of, rules_of, sealed
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Question, State
from tabletop.games.ships_of_the_line.words import about, player


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None."""
    return (
        players.AGREEMENT.check_side(command)
        or _out_of_turn(state, command)
        or players.check_player(state, command)
        or _not_in_use(state, command)
        or _check(orders.supposed(state, command), command)
    )


def _check(state: State, command: Command) -> Refused | None:
    """By the rules of its own, and by those of modules that have a word in it."""
    return rules_of(state).command_handlers.check(state, command) or orders.objection(state, command)


def decide(state: State, command: Command, chance: Chance) -> FollowUpContext[State]:
    """The events that follow from an allowed command, and from the rules it sets going."""
    turn = FollowUpContext(state, rules_of(state).event_handlers, chance, rules_of(state).sequels)
    players.AGREEMENT.lapse(turn, command)
    for event in orders.preludes(turn.state, command):
        turn.emit(event)
    rules_of(turn.state).command_handlers.execute(turn, command)
    if not any_time(command):
        sequence.proceed(turn)
    return turn


def _not_in_use(state: State, command: Command) -> Refused | None:
    """A parameter of a rule module is for battles in which that module is in use (AMB-123)."""
    for module, names in rules_of(state).idle.get(type(command), ()):
        if any(getattr(command, name) is not UNSET for name in names):
            return Refused("AMB-123", f"{module.words} are not part of this battle.")
    return None


def _out_of_turn(state: State, command: Command) -> Refused | None:
    if state.outcome is not None:
        return Refused("SOTL-3-h", "The battle is over.")
    if any_time(command):
        return None
    phase, tag = phase_of(state), str(command.__struct_config__.tag)
    if tag != "done" and tag not in phase.commands:
        return out_of_turn(phase.rule, phase.prompt)
    if phase.asks != "either" and command.side != asked(state):
        return Refused(phase.rule, f"It is the {asked(state)} side's turn to choose.")
    if state.question is not None and tag != kind_of(state, state.question).command:
        return Refused("AMB-133", "A question waits for its answer first.")
    return None


def decision(state: State) -> Decision | None:
    """What the battle waits for; None once it is over."""
    return _decision(state)


@per_state
def _decision(state: State) -> Decision | None:
    if state.outcome is not None:
        return None
    if state.question is not None:
        return _asked_by_other(state, state.question)
    phase = phase_of(state)
    side = asked(state)
    answers = phase.commands if phase.asks == "either" else (*phase.commands, "done")
    able = tuple(actors(state, side))
    left = able or not phase.idle or any(orders.besides(state, side))
    prompt = (moves.besides_sailing(state, side) or phase.prompt) if left else phase.idle
    by = players.asked_player(state)
    agreeing = accepting(state, side)
    if state.players:
        agreeing = ANY_TIME[-1:] if state.draw_offered is not None and by not in (state.agreed or ()) else ()
    return Decision(
        side,
        phase.id,
        prompt,
        (*answers, *agreeing),
        able,
        open=not sealed(state),
        player=player(state, by),
        by=by,
        rule=phase.rule,
    )


def asked(state: State) -> Side:
    """The side that has to choose now; where either may, the one that would go first."""
    if state.question is not None:
        return state.question.side
    return state.asked or sequence.order(state)[0]


def actors(state: State, side: Side) -> Iterable[str]:
    """Ships that can still do something in this phase, in key order, but for those of players who are done."""
    return orders.actors(state, side)


def choices(state: State) -> Offers[commands.SideCommand]:
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
    return joined(
        orders.choices(state, side).made(partial(players.signed, state)),
        offered(*(Done(side=side, by=one) for one in players.waiting(state, side))),
    )


def _asked_by_other(state: State, question: Question) -> Decision:
    kind, ships = kind_of(state, question), question.candidates or (question.ship,)
    prompt, by = about(state, question, kind.prompt), players.asked_player(state)
    named, rule = player(state, by), phase_of(state).rule
    return Decision(
        question.side, state.phase, prompt, (kind.command,), ships, open=True, player=named, by=by, rule=rule
    )
