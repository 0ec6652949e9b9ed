"""The basic game as a rule module: the tables of its chapters, which the modules in use add to."""

from collections.abc import Iterator
from itertools import chain

from tabletop.core.commands import CommandHandler, allow_always
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
from tabletop.games.ships_of_the_line.chapters.orders import offer_for_each_ship
from tabletop.games.ships_of_the_line.model import Context, State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Side
from tabletop.games.ships_of_the_line.tables import ModifierTable, ModifierTables


def _list_line_commands(state: State, side: Side, key: str) -> Iterator[commands.SideCommand]:
    """Yield commands to grapple, to take in tow and to cast off, unchecked."""
    return chain(grappling.list_grapples(state, side, key), grappling.list_line_commands(state, side, key))


def _list_clear_rigging(state: State, side: Side, key: str) -> Iterator[commands.SideCommand]:
    """Yield a command for each side if wreckage lies over either side; unchecked."""
    return (commands.ClearRigging(side, key, over) for over in BROADSIDES if state.ships[key].fallen)


def _list_repair_rudder(state: State, side: Side, key: str) -> tuple[commands.SideCommand, ...]:
    """Return the command to repair the rudder if it is lost, else ()."""
    return (commands.RepairRudder(side, key),) if state.ships[key].rudder_lost else ()


def _list_fight_fire(state: State, side: Side, key: str) -> tuple[commands.SideCommand, ...]:
    """Return one command to fight a fire if any burns, else ()."""
    return (commands.FightFire(side, key),) if state.ships[key].fires else ()


def _open_movement(turn: Context) -> None:
    """End the standing orders that have run out, then open the Movement Phase."""
    orders.lapse_standing_orders(turn)
    movement.open_movement(turn)


MODULE = RuleModule(
    id="basic",
    phases=hooks.BASIC,
    phase_start_rules={
        "movement": _open_movement,
        "reload": crew_tasks.reload_single_broadsides,
        "board": boarding.gather_agreed_boarders,
    },
    side_end_rules={
        "movement": movement.run_on_unordered_ships,
    },
    phase_end_rules={
        "combat": fire.ink_damage,
        "movement": movement.drift_ships,
        "reload": crew_tasks.reload_unordered,
        "sinking": victory.roll_sinking_ships,
        "dismasted": victory.strike_dismasted_ships,
        "prizes": victory.take_struck_ships,
        "boarding": boarding.fight_all,
        "unrig": crew_tasks.finish_repairs,
        "rudder": crew_tasks.finish_repairs,
        "extinguish": crew_tasks.finish_repairs,
        "captures": victory.change_captured_flags,
        "fires": victory.burn_ships,
        "recovery": crew_tasks.recover_rested_crews,
        "wrecks": victory.clear_wrecks,
    },
    holds=sailing.HOLDS,
    command_handlers=(
        CommandHandler(commands.RollInitiative, allow_always, rules.roll_initiative),
        CommandHandler(commands.Done, rules.check_done, rules.execute_done),
        CommandHandler(commands.FireBroadside, fire.check_fire, fire.execute_fire),
        CommandHandler(commands.Sail, movement.check_sail, movement.execute_sail),
        CommandHandler(commands.TurnByBoats, movement.check_turn, movement.execute_turn_by_boats),
        CommandHandler(commands.DropAnchor, movement.check_drop, movement.execute_drop_anchor),
        CommandHandler(commands.WeighAnchor, movement.check_weigh, movement.execute_weigh_anchor),
        CommandHandler(commands.CastOff, grappling.check_cast_off, grappling.execute_cast_off),
        CommandHandler(commands.StandingOrder, orders.check_standing_order, orders.execute_standing_order),
        CommandHandler(commands.RecallOrders, orders.check_recall, orders.execute_recall),
        CommandHandler(commands.MakeFastTow, grappling.check_make_fast, grappling.execute_make_fast),
        CommandHandler(commands.Reload, crew_tasks.check_reload, crew_tasks.execute_reload),
        CommandHandler(commands.GrappleShip, grappling.check_grapple, grappling.execute_grapple),
        CommandHandler(commands.BreakGrapple, grappling.check_break, grappling.execute_break),
        CommandHandler(commands.Answer, rules.check_answer, rules.execute_answer),
        CommandHandler(commands.Board, boarding.check_board, boarding.execute_board),
        CommandHandler(commands.ChoosePrize, boarding.check_prize, boarding.execute_choose_prize),
        CommandHandler(commands.ClearRigging, crew_tasks.check_clear_rigging, crew_tasks.execute_clear_rigging),
        CommandHandler(commands.RepairRudder, crew_tasks.check_repair_rudder, crew_tasks.execute_repair_rudder),
        CommandHandler(commands.FightFire, crew_tasks.check_fight_fire, crew_tasks.execute_fight_fire),
        CommandHandler(commands.CorrectShip, correcting.check_correction, correcting.execute_correction),
        *rules.AGREEMENT.command_handlers,
    ),
    steps=sailing.KINDS,
    plans=movement.PLANS,
    choices={
        "combat": offer_for_each_ship(fire.list_shots),
        "movement": movement.list_movement_choices,
        "reload": offer_for_each_ship(crew_tasks.list_reloads),
        "grapple": offer_for_each_ship(_list_line_commands),
        "break_free": offer_for_each_ship(grappling.list_breaks),
        "board": offer_for_each_ship(boarding.list_boardings),
        "unrig": offer_for_each_ship(_list_clear_rigging),
        "rudder": offer_for_each_ship(_list_repair_rudder),
        "extinguish": offer_for_each_ship(_list_fight_fire),
    },
    actors={
        "combat": fire.ships_with_targets,
        "movement": movement.ships_to_move,
    },
    questions=(grappling.QUESTION, grappling.PARTING, boarding.QUESTION),
    event_handlers=events.EVENT_HANDLERS,
    has_secrets=orders.has_standing_orders,
    marks=orders.list_order_marks,
    is_sealed=orders.is_standing_order_sealed,
    view=orders.view_standing_orders,
    silences=fire.SILENCES,
    ammunition=(fire.ROUND,),
    fights=boarding.FIGHTS,
    fire_blockers=aiming.BARRING,
    post_inking_rules={"wavering": fire.roll_wavering_crews},
    modifiers=ModifierTables(
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
