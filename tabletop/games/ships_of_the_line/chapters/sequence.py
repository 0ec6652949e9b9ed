"""Chapter 3: the sequence of a turn, read from the steps of the rules in use, and what an answer brings (AMB-133).

A step opens, asks its sides in turn, closes, and gives way to the next. A step that asks nobody runs its
closing rules; if one of them puts a question, the step waits and they are run again after the answer.
"""

from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import duties, orders, players, victory
from tabletop.games.ships_of_the_line.commands import Answer, Done, RollInitiative
from tabletop.games.ships_of_the_line.compiled import kind_of, phase_of, rules_of
from tabletop.games.ships_of_the_line.events.boarding import QuestionAnswered
from tabletop.games.ships_of_the_line.events.turn import (
    InitiativeRolled,
    PhaseBegan,
    PhaseEnded,
    PlayerDone,
    SideAsked,
    TurnBegan,
    with_done,
)
from tabletop.games.ships_of_the_line.events.wind import WindRolled
from tabletop.games.ships_of_the_line.phases import FIRST, PREPARE
from tabletop.games.ships_of_the_line.sides import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.tables import WIND_TABLE


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
    by = players.giver(turn.state, command)
    left = set(players.waiting(turn.state, command.side)) - {by}
    if left and players.able(with_done(turn.state, (*(turn.state.done or ()), by)), command.side):
        turn.emit(PlayerDone(player=by))
        return
    duties.fulfil(turn, command.side)
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
