"""The sequence of a turn, and the one door to the rules: decisions, choices, checks and execution of commands.

A step opens, asks its sides in turn, closes, and gives way to the next (chapter 3). A step that asks nobody runs its
closing rules. If one of these puts a question, the step waits, and they run again after the answer (AMB-133).
"""

from collections.abc import Iterable
from functools import partial

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.agreement import ANY_TIME, AcceptDraw, Agreement, Concede, OfferDraw, accepting, any_time
from tabletop.core.chance import Chance
from tabletop.core.command_context import FollowUpContext
from tabletop.core.commands import Command
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.memory import per_state
from tabletop.core.offers import Offers, joined, offered
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import movement, orders, victory
from tabletop.games.ships_of_the_line.chapters.orders import giver
from tabletop.games.ships_of_the_line.commands import Answer, Done, RollInitiative
from tabletop.games.ships_of_the_line.events.boarding import QuestionAnswered
from tabletop.games.ships_of_the_line.events.turn import (
    InitiativeRolled,
    PhaseBegan,
    PhaseEnded,
    PlayerAgreed,
    PlayerConceded,
    PlayerDone,
    SideAsked,
    TurnBegan,
    with_done,
)
from tabletop.games.ships_of_the_line.events.wind import WindRolled
from tabletop.games.ships_of_the_line.fleets import players_of, successor, without
from tabletop.games.ships_of_the_line.hooks import FIRST, PREPARE
from tabletop.games.ships_of_the_line.rule_modules import kind_of, phase_of, rules_of, sealed
from tabletop.games.ships_of_the_line.ship import FLEETS, SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import Context, Question, State
from tabletop.games.ships_of_the_line.tables import WIND_TABLE
from tabletop.games.ships_of_the_line.words import about, player


class Parley(Agreement[State, Side]):
    """C-9 where sides may have several players: a draw needs all of them, and who concedes hands his ships on."""

    def check_side(self, command: Command) -> Refused | None:
        """A command must come from one of the sides (C-3); `check_player` looks at the player."""
        return super().check_side(msgspec.structs.replace(command, by=UNSET))

    def _for_it(self, state: State, command: Command) -> bool:
        return giver(state, command) in (state.agreed or ()) if state.players else super()._for_it(state, command)

    def _concede(self, turn: Context, command: Concede) -> None:
        state, by = turn.state, giver(turn.state, command)
        if len(players_of(state, command.side)) > 1:
            gone = msgspec.structs.replace(state, players=without(state, by))
            turn.emit(PlayerConceded(player=by, to=successor(gone.players or (), command.side, by)))
        else:
            super()._concede(turn, command)

    def _offer(self, turn: Context, command: OfferDraw) -> None:
        """Of several players who offers is the first who is for it."""
        fresh = turn.state.draw_offered is None
        super()._offer(turn, command)
        if turn.state.players and fresh:
            turn.emit(PlayerAgreed(player=giver(turn.state, command)))

    def _accept(self, turn: Context, command: AcceptDraw | OfferDraw) -> None:
        if turn.state.players:
            turn.emit(PlayerAgreed(player=giver(turn.state, command)))
        voices = {one.id for side in SIDES for one in players_of(turn.state, side)}
        if voices <= set(turn.state.agreed or ()):
            super()._accept(turn, command)


AGREEMENT = Parley(SIDES, lambda state, side: capital(FLEETS[side]), victory.end)  # noqa: ARG005
"""Who concedes loses, and an agreed draw is a draw, whatever the points (C-9, AMB-140)."""


def roll_initiative(turn: Context, command: RollInitiative) -> None:  # noqa: ARG001
    """Each side rolls, British first; the bonus and the winner of ties are data of the scenario (3-b, AMB-122).

    Where the wind of a battle is left to chance, its die is the first (AMB-176).
    """
    if turn.state.wind.unknown:
        die = turn.d6()
        turn.emit(WindRolled(die=die, origin=WIND_TABLE[die]))
    dice: dict[Side, int] = {side: turn.d6() for side in SIDES}
    totals: dict[Side, int] = {side: die + turn.state.initiative_bonus.get(side, 0) for side, die in dice.items()}
    best = max(totals.values())
    leaders = [side for side in SIDES if totals[side] == best]
    winner = leaders[0] if len(leaders) == 1 else turn.state.initiative_ties
    turn.emit(InitiativeRolled(dice=dice, totals=totals, winner=winner))
    turn.emit(PhaseEnded(phase=turn.state.phase))


def check_done(state: State, command: Done) -> Refused | None:  # noqa: ARG001
    """Done is always an answer, but the dice of a new turn must be rolled (AMB-130)."""
    if state.phase == FIRST:
        return Refused("SOTL-3-b", "The turn begins with the roll for the initiative.")
    return None


def done(turn: Context, command: Done) -> None:
    """Give way to the other players of the side who have something to order, to the other side, or end the step."""
    by = orders.giver(turn.state, command)
    left = set(orders.waiting(turn.state, command.side)) - {by}
    if left and orders.able(with_done(turn.state, (*(turn.state.done or ()), by)), command.side):
        turn.emit(PlayerDone(player=by))
        return
    movement.fulfil(turn, command.side)
    if turn.state.question is not None:
        return  # she asked somebody; who is done says so again after the answer
    for rule in rules_of(turn.state).side_done.get(turn.state.phase, ()):
        rule(turn, command.side)
    other = enemy_of(command.side)
    if command.side == order(turn.state)[0] and _is_asked(turn.state, other):
        turn.emit(SideAsked(side=other))
    else:
        turn.emit(PhaseEnded(phase=turn.state.phase))


def proceed(turn: Context) -> None:
    """Run the rules that need nobody, until somebody is asked or the battle is over."""
    while _runs_by_itself(turn.state):
        _close(turn)
        if _runs_by_itself(turn.state):
            _begin(turn, rules_of(turn.state).next_phase(turn.state.phase))


def _runs_by_itself(state: State) -> bool:
    return state.outcome is None and state.question is None and state.asked is None


def order(state: State) -> tuple[Side, Side]:
    """Who goes first and who second in the current phase."""
    first, asks = state.initiative or SIDES[0], phase_of(state).asks
    if asks == "initiative_last":
        first = enemy_of(first)
    elif asks == "ties_last":
        first = enemy_of(state.initiative_ties)
    return first, enemy_of(first)


def _close(turn: Context) -> None:
    phase = turn.state.phase
    for rule in rules_of(turn.state).closing.get(phase, ()):
        rule(turn)
        if turn.state.question is not None:
            break
    if _ends_phase(turn.state):
        victory.at_end_of_phase(turn)


def _ends_phase(state: State) -> bool:
    """Whether a step is the last of its phase, as the ribbon of the turn counts them."""
    rules = rules_of(state)
    return rules.phases[rules.next_phase(state.phase)].ribbon != phase_of(state).ribbon


def _begin(turn: Context, phase: str) -> None:
    if phase == FIRST and turn.state.phase != PREPARE.id:
        turn.emit(TurnBegan(turn=turn.state.turn + 1))
    turn.emit(PhaseBegan(phase=phase))
    for opening in rules_of(turn.state).opening.get(phase, ()):
        opening(turn)
    if phase_of(turn.state).asks == "nobody":
        return
    for side in order(turn.state):
        if _is_asked(turn.state, side):
            turn.emit(SideAsked(side=side))
            return
    turn.emit(PhaseEnded(phase=phase))


def _is_asked(state: State, side: Side) -> bool:
    return phase_of(state).always or next(iter(orders.choices(state, side)), None) is not None


def made_ready(opening: State) -> State:
    """A battle before its first turn: in the step in which the sides prepare for it, if they can (AMB-147)."""
    if (opening.turn, opening.phase) != (1, FIRST) or PREPARE.id not in rules_of(opening).phases:
        return opening
    before = replace(opening, phase=PREPARE.id)
    asked = next((side for side in order(before) if _is_asked(before, side)), None)
    return replace(before, asked=asked) if asked else opening


def check_answer(state: State, command: Answer) -> Refused | None:  # noqa: ARG001
    """There must be a question that yes or no answers."""
    if state.question is None or kind_of(state, state.question).accepted is None:
        return Refused("AMB-133", "Nothing was asked.")
    return None


def answer(turn: Context, command: Answer) -> None:
    """The question is settled, and what it was about happens."""
    question = turn.state.question
    if question is None:
        raise ValueError("an answer without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=command.accept))
    kind = kind_of(turn.state, question)
    if reply := kind.accepted if command.accept else kind.declined:
        reply(turn, question)


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None."""
    return (
        AGREEMENT.check_side(command)
        or _out_of_turn(state, command)
        or orders.check_player(state, command)
        or _not_in_use(state, command)
        or _check(orders.supposed(state, command), command)
    )


def _check(state: State, command: Command) -> Refused | None:
    """By the rules of its own, and by those of modules that have a word in it."""
    return rules_of(state).command_handlers.check(state, command) or orders.objection(state, command)


def decide(state: State, command: Command, chance: Chance) -> FollowUpContext[State]:
    """The events that follow from an allowed command, and from the rules it sets going."""
    turn = FollowUpContext(state, rules_of(state).event_handlers, chance, rules_of(state).sequels)
    AGREEMENT.lapse(turn, command)
    for event in orders.preludes(turn.state, command):
        turn.emit(event)
    rules_of(turn.state).command_handlers.execute(turn, command)
    if not any_time(command):
        proceed(turn)
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
    prompt = (movement.besides_sailing(state, side) or phase.prompt) if left else phase.idle
    by = orders.asked_player(state)
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
    return state.asked or order(state)[0]


def actors(state: State, side: Side) -> Iterable[str]:
    """Ships that can still do something in this phase, in key order, but for those of players who are done."""
    return orders.actors(state, side)


def choices(state: State) -> Offers[commands.SideCommand]:
    """What the side that is asked could order, none once the battle is over; of the plans of a ship only some."""
    if state.outcome is not None:
        return offered()
    side = asked(state)
    if state.question is not None:
        return offered(*(orders.signed(state, one) for one in kind_of(state, state.question).answers(state.question)))
    if phase_of(state).asks == "either":
        return offered(RollInitiative(side=side))
    if not state.players:
        return joined(orders.choices(state, side), offered(Done(side=side)))
    return joined(
        orders.choices(state, side).made(partial(orders.signed, state)),
        offered(*(Done(side=side, by=one) for one in orders.waiting(state, side))),
    )


def _asked_by_other(state: State, question: Question) -> Decision:
    kind, ships = kind_of(state, question), question.candidates or (question.ship,)
    prompt, by = about(state, question, kind.prompt), orders.asked_player(state)
    named, rule = player(state, by), phase_of(state).rule
    return Decision(
        question.side, state.phase, prompt, (kind.command,), ships, open=True, player=named, by=by, rule=rule
    )
