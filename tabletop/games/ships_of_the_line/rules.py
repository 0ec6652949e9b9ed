"""The one door to the rules: may a command be given, and what comes of it. A table, not a ladder."""

from tabletop.core.agreement import ANY_TIME
from tabletop.core.chance import Chance
from tabletop.core.deeds import Deed, Deeds, Order
from tabletop.core.errors import Refused, out_of_turn
from tabletop.core.facts import Fact
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
from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.phases import ANSWERS, PHASES
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State

DEEDS: Deeds[State] = Deeds(
    (
        Deed(RollInitiative, sequence.check_roll_initiative, sequence.roll_initiative),
        Deed(Done, sequence.check_done, sequence.done),
        Deed(FireBroadside, fire.check, fire.fire),
        Deed(Sail, movement.check_sail, movement.sail),
        Deed(TurnByBoats, boats.check, boats.turn_round),
        Deed(DropAnchor, anchoring.check_drop, anchoring.drop),
        Deed(WeighAnchor, anchoring.check_weigh, anchoring.weigh),
        Deed(CastOff, towing.check_cast_off, towing.cast_off),
        Deed(MakeFastTow, towing.check_make_fast, towing.make_fast),
        Deed(Reload, reload.check_reload, reload.reload),
        Deed(GrappleShip, grappling.check, grappling.grapple),
        Deed(BreakGrapple, breaking.check, breaking.break_free),
        Deed(Answer, answers.check, answers.answer),
        Deed(Board, boarding.check, boarding.board),
        Deed(ChoosePrize, melee.check_prize, melee.choose_prize),
        Deed(ClearRigging, unrigging.check_clear_rigging, unrigging.clear_rigging),
        Deed(RepairRudder, rudder.check_repair_rudder, rudder.repair_rudder),
        Deed(FightFire, fires.check_fight_fire, fires.fight_fire),
    ),
    ending.AGREEMENT.deeds,
)
"""Every command: why it is refused in its own phase, and what comes of it."""


def check(state: State, command: Order) -> Refused | None:
    """Why the command is not allowed now, or None."""
    return ending.AGREEMENT.check_side(command) or _out_of_turn(state, command) or DEEDS.check(state, command)


def decide(state: State, command: Order, chance: Chance) -> tuple[Fact, ...]:
    """The facts that follow from an allowed command, and from the rules it sets going."""
    turn = Unfolding(state, evolve, chance)
    ending.AGREEMENT.lapse(turn, command)
    DEEDS.do(turn, command)
    if _tag(command) not in ANY_TIME:
        sequence.proceed(turn)
    return turn.events


def asked_side(state: State) -> Side | None:
    """Who must answer now: the one who was put a question, else whose phase it is."""
    return state.question.side if state.question else state.asked


def _out_of_turn(state: State, command: Order) -> Refused | None:
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


def _tag(command: Order) -> str:
    return str(command.__struct_config__.tag)
