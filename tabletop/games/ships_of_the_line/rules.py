"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from collections.abc import Callable
from typing import Any

from tabletop.core.agreement import ANY_TIME
from tabletop.core.chance import Chance
from tabletop.core.errors import Refused, out_of_turn
from tabletop.games.ships_of_the_line.chapters import (
    anchoring,
    answers,
    boarding,
    boats,
    breaking,
    ending,
    fire,
    fires,
    grappling,
    melee,
    movement,
    reload,
    rudder,
    sequence,
    towing,
    unrigging,
)
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import (
    Answer,
    Board,
    BreakGrapple,
    CastOff,
    ChoosePrize,
    ClearRigging,
    Command,
    Done,
    DropAnchor,
    FightFire,
    FireBroadside,
    GrappleShip,
    MakeFastTow,
    Reload,
    RepairRudder,
    RollInitiative,
    Sail,
    TurnByBoats,
    WeighAnchor,
)
from tabletop.games.ships_of_the_line.events import Event
from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.phases import ANSWERS, PHASES
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State

CHECKS: dict[type, Callable[[State, Any], Refused | None]] = {
    RollInitiative: sequence.check_roll_initiative,
    Done: sequence.check_done,
    FireBroadside: fire.check,
    Sail: movement.check_sail,
    TurnByBoats: boats.check,
    DropAnchor: anchoring.check_drop,
    WeighAnchor: anchoring.check_weigh,
    CastOff: towing.check_cast_off,
    MakeFastTow: towing.check_make_fast,
    Reload: reload.check_reload,
    GrappleShip: grappling.check,
    BreakGrapple: breaking.check,
    Answer: answers.check,
    Board: boarding.check,
    ChoosePrize: melee.check_prize,
    ClearRigging: unrigging.check_clear_rigging,
    RepairRudder: rudder.check_repair_rudder,
    FightFire: fires.check_fight_fire,
    **ending.AGREEMENT.checks,
}
"""Why a command of this kind is refused in its own phase."""

DECISIONS: dict[type, Callable[[Unfolding, Any], None]] = {
    RollInitiative: sequence.roll_initiative,
    Done: sequence.done,
    FireBroadside: fire.fire,
    Sail: movement.sail,
    TurnByBoats: boats.turn_round,
    DropAnchor: anchoring.drop,
    WeighAnchor: anchoring.weigh,
    CastOff: towing.cast_off,
    MakeFastTow: towing.make_fast,
    Reload: reload.reload,
    GrappleShip: grappling.grapple,
    BreakGrapple: breaking.break_free,
    Answer: answers.answer,
    Board: boarding.board,
    ChoosePrize: melee.choose_prize,
    ClearRigging: unrigging.clear_rigging,
    RepairRudder: rudder.repair_rudder,
    FightFire: fires.fight_fire,
    **ending.AGREEMENT.decisions,
}
"""What comes of a command of this kind."""


def check(state: State, command: Command) -> Refused | None:
    """Why the command is not allowed now, or None."""
    return ending.AGREEMENT.check_side(command) or _out_of_turn(state, command) or CHECKS[type(command)](state, command)


def decide(state: State, command: Command, chance: Chance) -> tuple[Event, ...]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, evolve, chance)
    ending.AGREEMENT.lapse(turn, command)
    DECISIONS[type(command)](turn, command)
    if _tag(command) not in ANY_TIME:
        sequence.proceed(turn)
    return turn.events


def asked_side(state: State) -> Side | None:
    """Who must answer now: the one who was put a question, else whose phase it is."""
    return state.question.side if state.question else state.asked


def _out_of_turn(state: State, command: Command) -> Refused | None:
    tag = _tag(command)
    if state.outcome is not None:
        return Refused("SOTL-3-h", "The battle is over.")
    if tag in ANY_TIME:
        return None
    phase = PHASES[state.phase]
    if tag != "done" and tag not in phase.commands:
        return out_of_turn(phase.rule, phase.prompt)
    if phase.asks != "either" and command.side != asked_side(state):
        return Refused(phase.rule, f"It is the {asked_side(state)} side's turn to choose.")
    if state.question is not None and tag not in ANSWERS:
        return Refused("AMB-133", "A question waits for its answer first.")
    return None


def _tag(command: Command) -> str:
    return str(command.__struct_config__.tag)
