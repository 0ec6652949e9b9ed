"""The basic game as a rule module: the tables of its chapters, which the modules in use add to."""

from collections.abc import Iterator
from itertools import chain

from tabletop.core.commands import CommandHandler, allowed
from tabletop.games.ships_of_the_line import commands, events, hooks, rules
from tabletop.games.ships_of_the_line.chapters import (
    aiming,
    boarding,
    correcting,
    crew_tasks,
    fire,
    grappling,
    movement,
    orders,
    sailing,
    victory,
)
from tabletop.games.ships_of_the_line.chapters.orders import each_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Side
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.tables import ModifierTable, ModifierTables


def _lines_of(state: State, side: Side, key: str) -> Iterator[commands.SideCommand]:
    return chain(grappling.to_grapple(state, side, key), grappling.choices_of(state, side, key))


def _wreckage(state: State, side: Side, key: str) -> Iterator[commands.SideCommand]:
    return (commands.ClearRigging(side, key, over) for over in BROADSIDES if state.ships[key].fallen)


def _rudder(state: State, side: Side, key: str) -> tuple[commands.SideCommand, ...]:
    return (commands.RepairRudder(side, key),) if state.ships[key].rudder_lost else ()


def _fires(state: State, side: Side, key: str) -> tuple[commands.SideCommand, ...]:
    return (commands.FightFire(side, key),) if state.ships[key].fires else ()


def _open_movement(turn: Context) -> None:
    """End the standing orders that are over, then open the Movement Phase."""
    orders.lapse(turn)
    movement.open_phase(turn)


MODULE = RuleModule(
    id="basic",
    phases=hooks.BASIC,
    opening={
        "movement": _open_movement,
        "reload": crew_tasks.reload_single,
        "board": boarding.gather_agreed,
    },
    side_done={
        "movement": movement.close_side,
    },
    closing={
        "combat": fire.ink,
        "movement": movement.drift,
        "reload": crew_tasks.reload_unordered,
        "sinking": victory.founder,
        "dismasted": victory.despair,
        "prizes": victory.take_in_hand,
        "boarding": boarding.fight_all,
        "unrig": crew_tasks.finish,
        "rudder": crew_tasks.finish,
        "extinguish": crew_tasks.finish,
        "captures": victory.haul_down,
        "fires": victory.burn,
        "recovery": crew_tasks.recover,
        "wrecks": victory.clear_wrecks,
    },
    holds=sailing.HOLDS,
    command_handlers=(
        CommandHandler(commands.RollInitiative, allowed, rules.roll_initiative),
        CommandHandler(commands.Done, rules.check_done, rules.done),
        CommandHandler(commands.FireBroadside, fire.check, fire.fire),
        CommandHandler(commands.Sail, movement.check_sail, movement.sail),
        CommandHandler(commands.TurnByBoats, movement.check_turn, movement.turn_round),
        CommandHandler(commands.DropAnchor, movement.check_drop, movement.drop),
        CommandHandler(commands.WeighAnchor, movement.check_weigh, movement.weigh),
        CommandHandler(commands.CastOff, grappling.check_cast_off, grappling.cast_off),
        CommandHandler(commands.StandingOrder, orders.check_standing_order, orders.give),
        CommandHandler(commands.RecallOrders, orders.check_recall, orders.recall),
        CommandHandler(commands.MakeFastTow, grappling.check_make_fast, grappling.make_fast),
        CommandHandler(commands.Reload, crew_tasks.check, crew_tasks.reload),
        CommandHandler(commands.GrappleShip, grappling.check, grappling.grapple),
        CommandHandler(commands.BreakGrapple, grappling.check_break, grappling.break_free),
        CommandHandler(commands.Answer, rules.check_answer, rules.answer),
        CommandHandler(commands.Board, boarding.check, boarding.board),
        CommandHandler(commands.ChoosePrize, boarding.check_prize, boarding.choose_prize),
        CommandHandler(commands.ClearRigging, crew_tasks.check_clear_rigging, crew_tasks.clear_rigging),
        CommandHandler(commands.RepairRudder, crew_tasks.check_repair_rudder, crew_tasks.repair_rudder),
        CommandHandler(commands.FightFire, crew_tasks.check_fight_fire, crew_tasks.fight_fire),
        CommandHandler(commands.CorrectShip, correcting.check, correcting.correct),
        *rules.AGREEMENT.command_handlers,
    ),
    steps=sailing.KINDS,
    plans=movement.PLANS,
    choices={
        "combat": each_ship(fire.choices_of),
        "movement": movement.choices,
        "reload": each_ship(crew_tasks.choices_of),
        "grapple": each_ship(_lines_of),
        "break_free": each_ship(grappling.to_break),
        "board": each_ship(boarding.choices_of),
        "unrig": each_ship(_wreckage),
        "rudder": each_ship(_rudder),
        "extinguish": each_ship(_fires),
    },
    actors={
        "combat": fire.actors,
        "movement": movement.actors,
    },
    questions=(grappling.QUESTION, grappling.PARTING, boarding.QUESTION),
    event_handlers=events.EVENT_HANDLERS,
    hides=orders.in_use,
    marks=orders.marks,
    sealed=orders.sealed,
    view=orders.view,
    silences=fire.SILENCES,
    ammunition=(fire.ROUND,),
    fights=boarding.FIGHTS,
    barring=aiming.BARRING,
    inked={"wavering": fire.wavering},
    sums=ModifierTables(
        dice=ModifierTable(aiming.DICE),
        to_hit=ModifierTable(aiming.TO_HIT),
        hull_loss=ModifierTable(fire.HULL_LOSS),
        harm=ModifierTable(victory.HARM),
        inertia=ModifierTable(sailing.INERTIA),
        resistance=ModifierTable(sailing.RESISTANCE),
        allowance=ModifierTable(sailing.ALLOWANCE),
        boarding=ModifierTable(boarding.STRENGTH),
        fatigue=ModifierTable(crew_tasks.LIMIT),
        fire_gangs=ModifierTable(crew_tasks.FIRE_GANGS),
        check=ModifierTable((*crew_tasks.CHECK, *grappling.CHECK)),
        throw=ModifierTable(boarding.THROW),
    ),
)
