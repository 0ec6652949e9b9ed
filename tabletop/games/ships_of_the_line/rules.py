"""The sequence of a turn, and the one door to the rules: decisions, choices, checks and execution of commands.

A step opens, asks its sides in turn, closes, and gives way to the next (chapter 3). A step that asks nobody runs its
closing rules. If one of these puts a question, the step waits, and they run again after the answer (AMB-133).
"""

from collections.abc import Iterable
from functools import partial

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core import agreement
from tabletop.core.chance import Chance
from tabletop.core.command_context import FollowUpContext
from tabletop.core.commands import Command
from tabletop.core.decision import Decision
from tabletop.core.errors import Refused, refuse_out_of_turn
from tabletop.core.offers import Offers, join_offers, offer_commands
from tabletop.core.phrases import capitalize
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import movement, orders, victory
from tabletop.games.ships_of_the_line.chapters.orders import giver_of
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
    WindRolled,
    with_done,
)
from tabletop.games.ships_of_the_line.fleets import mark_player_gone, players_of, successor
from tabletop.games.ships_of_the_line.hooks import FIRST, PREPARE
from tabletop.games.ships_of_the_line.model import Context, Question, State
from tabletop.games.ships_of_the_line.rule_modules import is_sealed, phase_of, question_kind, rules_of
from tabletop.games.ships_of_the_line.ship import FLEETS, SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.tables import WIND_TABLE
from tabletop.games.ships_of_the_line.words import format_question, player_name


class Parley(agreement.Agreement[State, Side]):
    """Draws and concessions, also if sides have several players (C-9).

    Then all players of both sides must agree to a draw, and a player who concedes passes the ships on.
    """

    def check_side(self, command: Command) -> Refused | None:
        """Return the refusal of a command from an unknown side (C-3); `orders.check_player` checks the player."""
        return super().check_side(msgspec.structs.replace(command, by=UNSET))

    def _wants_draw(self, state: State, command: Command) -> bool:
        """Return True if the player who commands has agreed to the draw; a side alone, if it offers it."""
        return (
            giver_of(state, command) in (state.agreed or ()) if state.players else super()._wants_draw(state, command)
        )

    def _concede(self, turn: Context, command: agreement.Concede) -> None:
        """Let one of several players of a side concede, so that another has the ships.

        The last ends the battle.
        """
        state, by = turn.state, giver_of(turn.state, command)
        if len(players_of(state, command.side)) > 1:
            gone = msgspec.structs.replace(state, players=mark_player_gone(state, by))
            turn.emit(PlayerConceded(player=by, to=successor(gone.players or (), command.side, by)))
        else:
            super()._concede(turn, command)

    def _make_offer(self, turn: Context, command: agreement.OfferDraw) -> None:
        """Offer a draw, or accept the one on offer; of several players the one who offers has agreed."""
        fresh = turn.state.draw_offered is None
        super()._make_offer(turn, command)
        if turn.state.players and fresh:
            turn.emit(PlayerAgreed(player=giver_of(turn.state, command)))

    def _end_in_draw(self, turn: Context, command: agreement.AcceptDraw | agreement.OfferDraw) -> None:
        """Emit that a player agrees, if there are several, and end the battle once all have agreed."""
        if turn.state.players:
            turn.emit(PlayerAgreed(player=giver_of(turn.state, command)))
        voices = {one.id for side in SIDES for one in players_of(turn.state, side)}
        if voices <= set(turn.state.agreed or ()):
            super()._end_in_draw(turn, command)


AGREEMENT = Parley(SIDES, lambda state, side: capitalize(FLEETS[side]), victory.end_battle)  # noqa: ARG005
"""The rules on draws and concessions: who concedes loses, whatever the points (C-9, AMB-140)."""


def roll_initiative(turn: Context, command: RollInitiative) -> None:  # noqa: ARG001
    """Roll for the initiative, British first, with the scenario's bonus, and end the step (3-b, AMB-122).

    The highest total has it, a tie goes as the scenario says. If the wind is left to chance, its die is the first
    (AMB-176).
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
    """Return the refusal in the step in which the initiative is rolled (AMB-130), else None."""
    if state.phase == FIRST:
        return Refused("SOTL-3-b", "The turn begins with the initiative roll.")
    return None


def execute_done(turn: Context, command: Done) -> None:
    """Ask the next player of the side or the other side, or end the step.

    Once the whole side is done, its ships do their duties and its rules run first. If a duty puts a question, the
    step waits, and the side says again that it is done.
    """
    by = orders.giver_of(turn.state, command)
    left = set(orders.players_not_done(turn.state, command.side)) - {by}
    if left and orders.is_side_able(with_done(turn.state, (*(turn.state.done or ()), by)), command.side):
        turn.emit(PlayerDone(player=by))
        return
    movement.fulfil_duties(turn, command.side)
    if turn.state.question is not None:
        return  # she asked somebody; who is done says so again after the answer
    for rule in rules_of(turn.state).side_end_rules.get(turn.state.phase, ()):
        rule(turn, command.side)
    other = enemy_of(command.side)
    if command.side == order_of_sides(turn.state)[0] and _is_asked(turn.state, other):
        turn.emit(SideAsked(side=other))
    else:
        turn.emit(PhaseEnded(phase=turn.state.phase))


def proceed(turn: Context) -> None:
    """Close steps and begin the next until a side or a question is asked or the battle is over."""
    while _is_nobody_asked(turn.state):
        _close_step(turn)
        if _is_nobody_asked(turn.state):
            _begin_step(turn, rules_of(turn.state).next_phase(turn.state.phase))


def _is_nobody_asked(state: State) -> bool:
    """Return True if the battle goes on without waiting for a side or an answer."""
    return state.outcome is None and state.question is None and state.asked is None


def order_of_sides(state: State) -> tuple[Side, Side]:
    """Return the side that goes first in the current phase, then the other.

    The initiative decides, British before it is rolled; in some phases its holder goes last.
    """
    first, asks = state.initiative or SIDES[0], phase_of(state).asks
    if asks == "initiative_last":
        first = enemy_of(first)
    elif asks == "ties_last":
        first = enemy_of(state.initiative_ties)
    return first, enemy_of(first)


def _close_step(turn: Context) -> None:
    """Run the rules that end the present step, up to the first question; after a phase, look for the end."""
    phase = turn.state.phase
    for rule in rules_of(turn.state).phase_end_rules.get(phase, ()):
        rule(turn)
        if turn.state.question is not None:
            break
    if _ends_phase(turn.state):
        victory.check_end_of_battle(turn)


def _ends_phase(state: State) -> bool:
    """Return True if a step is the last of its phase on the ribbon."""
    rules = rules_of(state)
    return rules.phases[rules.next_phase(state.phase)].ribbon != phase_of(state).ribbon


def _begin_step(turn: Context, phase: str) -> None:
    """Begin a step: a new turn before the first, its opening rules, and ask the first side with a choice.

    A step in which nobody has a choice ends at once.
    """
    if phase == FIRST and turn.state.phase != PREPARE.id:
        turn.emit(TurnBegan(turn=turn.state.turn + 1))
    turn.emit(PhaseBegan(phase=phase))
    for opening in rules_of(turn.state).phase_start_rules.get(phase, ()):
        opening(turn)
    if phase_of(turn.state).asks == "nobody":
        return
    for side in order_of_sides(turn.state):
        if _is_asked(turn.state, side):
            turn.emit(SideAsked(side=side))
            return
    turn.emit(PhaseEnded(phase=phase))


def _is_asked(state: State, side: Side) -> bool:
    """Return True if a side must be asked: it has a choice other than `done`, or the step always asks."""
    return phase_of(state).always or next(iter(orders.list_choices(state, side)), None) is not None


def open_preparation(opening: State) -> State:
    """Return the opening in the step of preparation if a side has commands there, else as it is (AMB-147).

    Only battles that begin with turn 1 have that step.
    """
    if (opening.turn, opening.phase) != (1, FIRST) or PREPARE.id not in rules_of(opening).phases:
        return opening
    before = replace(opening, phase=PREPARE.id)
    asked = next((side for side in order_of_sides(before) if _is_asked(before, side)), None)
    return replace(before, asked=asked) if asked else opening


def check_answer(state: State, command: Answer) -> Refused | None:  # noqa: ARG001
    """Return the refusal if no question waits or it is not one of yes or no, else None."""
    if state.question is None or question_kind(state, state.question).accepted is None:
        return Refused("AMB-133", "There is no question to answer.")
    return None


def execute_answer(turn: Context, command: Answer) -> None:
    """Emit the answer, then run what follows from a yes or a no.

    Raises:
        ValueError: if no question waits.
    """
    question = turn.state.question
    if question is None:
        raise ValueError("an answer without a question")
    turn.emit(QuestionAnswered(side=command.side, accept=command.accept))
    kind = question_kind(turn.state, question)
    if reply := kind.accepted if command.accept else kind.declined:
        reply(turn, question)


def check(state: State, command: Command) -> Refused | None:
    """Return the refusal of a command, or None.

    Checked in order: side, turn, player, modules in use, the rules of the command, and objections of other modules.
    """
    return (
        AGREEMENT.check_side(command)
        or _check_turn(state, command)
        or orders.check_player(state, command)
        or _check_modules_in_use(state, command)
        or _check_rules(orders.state_after_preludes(state, command), command)
    )


def _check_rules(state: State, command: Command) -> Refused | None:
    """Return the refusal by the command's own rules or by another module, or None."""
    return rules_of(state).command_handlers.check(state, command) or orders.find_objection(state, command)


def decide(state: State, command: Command, chance: Chance) -> FollowUpContext[State]:
    """Execute a command that has passed `check`, then proceed.

    Return the context with new state and all events.
    """
    turn = FollowUpContext(state, rules_of(state).event_handlers, chance, rules_of(state).follow_ups)
    AGREEMENT.lapse_offer(turn, command)
    for event in orders.prelude_events(turn.state, command):
        turn.emit(event)
    rules_of(turn.state).command_handlers.execute(turn, command)
    if not agreement.is_allowed_any_time(command):
        proceed(turn)
    return turn


def _check_modules_in_use(state: State, command: Command) -> Refused | None:
    """Return the refusal if a command uses a parameter of a module that is off, or None (AMB-123)."""
    for module, names in rules_of(state).idle_parameters.get(type(command), ()):
        if any(getattr(command, name) is not UNSET for name in names):
            return Refused("AMB-123", f"{module.title}: not in use in this battle.")
    return None


def _check_turn(state: State, command: Command) -> Refused | None:
    """Return the refusal of a command out of turn, or None.

    Refused: anything once the battle is over; a command of another phase or of the side not asked; a command that
    does not answer the question that waits.
    """
    if state.outcome is not None:
        return Refused("SOTL-3-h", "The battle is over.")
    if agreement.is_allowed_any_time(command):
        return None
    phase, tag = phase_of(state), str(command.__struct_config__.tag)
    if tag != "done" and tag not in phase.commands:
        return refuse_out_of_turn(phase.rule, phase.prompt)
    if phase.asks != "either" and command.side != side_to_choose(state):
        return Refused(phase.rule, f"The {side_to_choose(state)} side is to choose.")
    if state.question is not None and tag != question_kind(state, state.question).command:
        return Refused("AMB-133", "A question must be answered first.")
    return None


def current_decision(state: State) -> Decision | None:
    """Return whom the battle waits for and the commands that may be given; None once it is over."""
    return _current_decision(state)


@cache_per_state
def _current_decision(state: State) -> Decision | None:
    """Return the decision as `current_decision` does. Cached."""
    if state.outcome is not None:
        return None
    if state.question is not None:
        return _build_question_decision(state, state.question)
    phase = phase_of(state)
    side = side_to_choose(state)
    answers = phase.commands if phase.asks == "either" else (*phase.commands, "done")
    able = tuple(list_actors(state, side))
    left = able or not phase.idle or any(orders.find_other_actors(state, side))
    prompt = (movement.prompt_besides_sailing(state, side) or phase.prompt) if left else phase.idle
    by = orders.find_player_to_move(state)
    agreeing = agreement.acceptance_tags(state, side)
    if state.players:
        agreeing = (
            agreement.ANY_TIME_TAGS[-1:] if state.draw_offered is not None and by not in (state.agreed or ()) else ()
        )
    return Decision(
        side,
        phase.id,
        prompt,
        (*answers, *agreeing),
        able,
        open=not is_sealed(state),
        player=player_name(state, by),
        by=by,
        rule=phase.rule,
    )


def side_to_choose(state: State) -> Side:
    """Return the side that has to choose now; if either may, the one that goes first."""
    if state.question is not None:
        return state.question.side
    return state.asked or order_of_sides(state)[0]


def list_actors(state: State, side: Side) -> Iterable[str]:
    """Return the ships of a side that can still act in this phase, in key order."""
    return orders.find_actors(state, side)


def list_offers(state: State) -> Offers[commands.SideCommand]:
    """Return the legal commands of the asked side, `Done` included.

    Only some sailing plans are among them. A question offers its answers only. Empty once the battle is over.
    """
    if state.outcome is not None:
        return offer_commands()
    side = side_to_choose(state)
    if state.question is not None:
        return offer_commands(
            *(orders.sign_command(state, one) for one in question_kind(state, state.question).answers(state.question))
        )
    if phase_of(state).asks == "either":
        return offer_commands(RollInitiative(side=side))
    if not state.players:
        return join_offers(orders.list_choices(state, side), offer_commands(Done(side=side)))
    return join_offers(
        orders.list_choices(state, side).transform(partial(orders.sign_command, state)),
        offer_commands(*(Done(side=side, by=one) for one in orders.players_not_done(state, side))),
    )


def _build_question_decision(state: State, question: Question) -> Decision:
    """Return the decision that asks for the answer to a question."""
    kind, ships = question_kind(state, question), question.candidates or (question.ship,)
    prompt, by = format_question(state, question, kind.prompt), orders.find_player_to_move(state)
    named, rule = player_name(state, by), phase_of(state).rule
    return Decision(
        question.side, state.phase, prompt, (kind.command,), ships, open=True, player=named, by=by, rule=rule
    )
