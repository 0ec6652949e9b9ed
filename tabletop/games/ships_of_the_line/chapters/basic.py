"""The basic game as a rule module: the tables of its chapters, which the modules in use add to."""

from collections.abc import Iterator
from itertools import chain

from tabletop.core.commands import CommandHandler, allowed
from tabletop.games.ships_of_the_line import commands, events, phases
from tabletop.games.ships_of_the_line.chapters import (
    aiming,
    allowance,
    boarding,
    correcting,
    damage,
    exchange,
    fire,
    grappling,
    headway,
    loading,
    losses,
    melee,
    movement,
    moves,
    players,
    repairs,
    sequence,
    standing,
    steps,
    stopped,
    tasks,
    towing,
)
from tabletop.games.ships_of_the_line.chapters.orders import each_ship
from tabletop.games.ships_of_the_line.modifiers import ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import BROADSIDES
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State


def _lines_of(state: State, side: Side, key: str) -> Iterator[commands.SideCommand]:
    return chain(grappling.to_grapple(state, side, key), towing.choices_of(state, side, key))


def _wreckage(state: State, side: Side, key: str) -> Iterator[commands.SideCommand]:
    return (commands.ClearRigging(side, key, over) for over in BROADSIDES if state.ships[key].fallen)


def _rudder(state: State, side: Side, key: str) -> tuple[commands.SideCommand, ...]:
    return (commands.RepairRudder(side, key),) if state.ships[key].rudder_lost else ()


def _fires(state: State, side: Side, key: str) -> tuple[commands.SideCommand, ...]:
    return (commands.FightFire(side, key),) if state.ships[key].fires else ()


def _open_movement(turn: Context) -> None:
    """End the standing orders that are over, then open the Movement Phase."""
    standing.lapse(turn)
    movement.open_phase(turn)


MODULE = RuleModule(
    id="basic",
    phases=phases.BASIC,
    opening={
        "movement": _open_movement,
        "reload": loading.reload_single,
        "board": boarding.gather_agreed,
    },
    side_done={
        "movement": movement.close_side,
    },
    closing={
        "combat": damage.ink,
        "movement": movement.drift,
        "reload": loading.reload_unordered,
        "sinking": losses.founder,
        "dismasted": losses.despair,
        "prizes": losses.take_in_hand,
        "boarding": exchange.fight_all,
        "unrig": repairs.finish,
        "rudder": repairs.finish,
        "extinguish": repairs.finish,
        "captures": losses.haul_down,
        "fires": losses.burn,
        "recovery": tasks.recover,
        "wrecks": losses.clear_wrecks,
    },
    holds=headway.HOLDS,
    command_handlers=(
        CommandHandler(commands.RollInitiative, allowed, sequence.roll_initiative),
        CommandHandler(commands.Done, sequence.check_done, sequence.done),
        CommandHandler(commands.FireBroadside, fire.check, fire.fire),
        CommandHandler(commands.Sail, movement.check_sail, movement.sail),
        CommandHandler(commands.TurnByBoats, stopped.check_turn, stopped.turn_round),
        CommandHandler(commands.DropAnchor, stopped.check_drop, stopped.drop),
        CommandHandler(commands.WeighAnchor, stopped.check_weigh, stopped.weigh),
        CommandHandler(commands.CastOff, towing.check_cast_off, towing.cast_off),
        CommandHandler(commands.StandingOrder, standing.check_standing_order, standing.give),
        CommandHandler(commands.RecallOrders, standing.check_recall, standing.recall),
        CommandHandler(commands.MakeFastTow, towing.check_make_fast, towing.make_fast),
        CommandHandler(commands.Reload, loading.check, loading.reload),
        CommandHandler(commands.GrappleShip, grappling.check, grappling.grapple),
        CommandHandler(commands.BreakGrapple, grappling.check_break, grappling.break_free),
        CommandHandler(commands.Answer, sequence.check_answer, sequence.answer),
        CommandHandler(commands.Board, boarding.check, boarding.board),
        CommandHandler(commands.ChoosePrize, exchange.check_prize, exchange.choose_prize),
        CommandHandler(commands.ClearRigging, repairs.check_clear_rigging, repairs.clear_rigging),
        CommandHandler(commands.RepairRudder, repairs.check_repair_rudder, repairs.repair_rudder),
        CommandHandler(commands.FightFire, repairs.check_fight_fire, repairs.fight_fire),
        CommandHandler(commands.CorrectShip, correcting.check, correcting.correct),
        *players.AGREEMENT.command_handlers,
    ),
    steps=steps.KINDS,
    plans=moves.PLANS,
    choices={
        "combat": each_ship(fire.choices_of),
        "movement": moves.choices,
        "reload": each_ship(loading.choices_of),
        "grapple": each_ship(_lines_of),
        "break_free": each_ship(grappling.to_break),
        "board": each_ship(boarding.choices_of),
        "unrig": each_ship(_wreckage),
        "rudder": each_ship(_rudder),
        "extinguish": each_ship(_fires),
    },
    actors={
        "combat": fire.actors,
        "movement": moves.actors,
    },
    questions=(grappling.QUESTION, grappling.PARTING, exchange.QUESTION),
    event_handlers=events.EVENT_HANDLERS,
    hides=standing.in_use,
    marks=standing.marks,
    sealed=standing.sealed,
    view=standing.view,
    silences=fire.SILENCES,
    ammunition=(damage.ROUND,),
    fights=exchange.FIGHTS,
    barring=aiming.BARRING,
    inked={"wavering": damage.wavering},
    sums=ModifierTables(
        dice=ModifierTable(aiming.DICE),
        to_hit=ModifierTable(aiming.TO_HIT),
        hull_loss=ModifierTable(damage.HULL_LOSS),
        harm=ModifierTable(losses.HARM),
        inertia=ModifierTable(allowance.INERTIA),
        resistance=ModifierTable(allowance.RESISTANCE),
        allowance=ModifierTable(allowance.ALLOWANCE),
        boarding=ModifierTable(melee.STRENGTH),
        fatigue=ModifierTable(tasks.LIMIT),
        fire_gangs=ModifierTable(repairs.FIRE_GANGS),
        check=ModifierTable((*tasks.CHECK, *grappling.CHECK)),
        throw=ModifierTable(exchange.THROW),
    ),
)
