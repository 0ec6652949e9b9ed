"""Chapter 3: the sequence of a turn, read from the table in `phases.py`.

A step opens, asks its sides in turn, closes, and gives way to the next. A step that asks nobody runs its
automatic rule; if that rule puts a question, the step waits and the rule is run again after the answer.
"""

from collections.abc import Callable

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import (
    boarding,
    drift,
    ending,
    fatigue,
    fires,
    inking,
    melee,
    movement,
    offers,
    prizes,
    reload,
    rudder,
    surrender,
    unrigging,
)
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative
from tabletop.games.ships_of_the_line.events import InitiativeRolled, PhaseBegan, PhaseEnded, SideAsked, TurnBegan
from tabletop.games.ships_of_the_line.phases import PHASES
from tabletop.games.ships_of_the_line.sides import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.state import State

Rule = Callable[[Unfolding], None]

OPENING: dict[str, Rule] = {
    "movement": movement.open_phase,
    "reload": reload.reload_single,
    "board": boarding.gather_agreed,
}
"""What happens by itself when a step that asks somebody begins."""

CLOSING: dict[str, Rule] = {
    "combat": inking.ink,
    "movement": drift.drift,
    "reload": reload.reload_unordered,
    "unrig": unrigging.finish,
    "rudder": rudder.finish,
    "extinguish": fires.finish,
}
"""What happens by itself when both sides are done with a step."""

SIDE_DONE: dict[str, Callable[[Unfolding, Side], None]] = {
    "movement": movement.close_side,
}
"""What happens by itself when one side is done with a step."""

AUTOMATIC: dict[str, Rule] = {
    "sinking": surrender.founder,
    "dismasted": surrender.despair,
    "prizes": prizes.take_in_hand,
    "boarding": melee.fight_all,
    "captures": prizes.haul_down,
    "fires": fires.burn,
    "recovery": fatigue.recover,
    "wrecks": surrender.clear_wrecks,
}
"""The rule of a step that asks nobody."""


def check_roll_initiative(state: State, command: RollInitiative) -> Refused | None:  # noqa: ARG001
    """Nothing forbids it in its phase."""
    return None


def roll_initiative(turn: Unfolding, command: RollInitiative) -> None:  # noqa: ARG001
    """Each side rolls, British first; the bonus and the winner of ties are data of the scenario (3-b, AMB-122)."""
    dice: dict[Side, int] = {side: turn.d6() for side in SIDES}
    totals: dict[Side, int] = {side: die + turn.state.initiative_bonus.get(side, 0) for side, die in dice.items()}
    best = max(totals.values())
    leaders = [side for side in SIDES if totals[side] == best]
    winner = leaders[0] if len(leaders) == 1 else turn.state.initiative_ties
    turn.emit(InitiativeRolled(dice=dice, totals=totals, winner=winner))
    turn.emit(PhaseEnded(phase=turn.state.phase))


def check_done(state: State, command: Done) -> Refused | None:  # noqa: ARG001
    """Done is always an answer, but the dice of a new turn must be rolled (AMB-130)."""
    if state.phase == "initiative":
        return Refused("SOTL-3-b", "The turn begins with the roll for the initiative.")
    return None


def done(turn: Unfolding, command: Done) -> None:
    """Give way to the other side, or end the step."""
    if rule := SIDE_DONE.get(turn.state.phase):
        rule(turn, command.side)
    other = enemy_of(command.side)
    if command.side == order(turn.state)[0] and _is_asked(turn.state, other):
        turn.emit(SideAsked(side=other))
    else:
        turn.emit(PhaseEnded(phase=turn.state.phase))


def proceed(turn: Unfolding) -> None:
    """Run the rules that need nobody, until somebody is asked or the battle is over."""
    while _runs_by_itself(turn.state):
        _close(turn)
        if _runs_by_itself(turn.state):
            _begin(turn, PHASES[turn.state.phase].next)


def _runs_by_itself(state: State) -> bool:
    return state.outcome is None and state.question is None and state.asked is None


def order(state: State) -> tuple[Side, Side]:
    """Who goes first and who second in the current phase."""
    first = state.initiative or SIDES[0]
    if PHASES[state.phase].asks == "initiative_last":
        first = enemy_of(first)
    return first, enemy_of(first)


def _close(turn: Unfolding) -> None:
    phase = turn.state.phase
    rule = AUTOMATIC.get(phase) or CLOSING.get(phase)
    if rule:
        rule(turn)
    if _ends_phase(phase):
        ending.at_end_of_phase(turn)


def _ends_phase(phase: str) -> bool:
    """Whether a step is the last of its phase, as the ribbon of the turn counts them."""
    return PHASES[PHASES[phase].next].ribbon != PHASES[phase].ribbon


def _begin(turn: Unfolding, phase: str) -> None:
    if phase == "initiative":
        turn.emit(TurnBegan(turn=turn.state.turn + 1))
    turn.emit(PhaseBegan(phase=phase))
    if opening := OPENING.get(phase):
        opening(turn)
    if PHASES[phase].asks == "nobody":
        return
    for side in order(turn.state):
        if _is_asked(turn.state, side):
            turn.emit(SideAsked(side=side))
            return
    turn.emit(PhaseEnded(phase=phase))


def _is_asked(state: State, side: Side) -> bool:
    return PHASES[state.phase].always or offers.anything(state, side)
