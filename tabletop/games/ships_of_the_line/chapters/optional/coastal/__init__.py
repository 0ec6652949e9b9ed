"""Chapter 22: harbours, batteries, land and shoals (AMB-108, AMB-194 to 199, AMB-216, AMB-217, AMB-222)."""

from collections.abc import Iterator

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.games.ships_of_the_line import hooks
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.optional.coastal import batteries, grounding, scenario_keys
from tabletop.games.ships_of_the_line.chapters.optional.coastal.batteries import BATTERY_EVENTS
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import GROUNDING_EVENTS
from tabletop.games.ships_of_the_line.chapters.orders import offer_for_each_ship
from tabletop.games.ships_of_the_line.chapters.sailing import find_tow
from tabletop.games.ships_of_the_line.commands import FireBroadside, GrappleShip, MakeFastTow, Transfer
from tabletop.games.ships_of_the_line.events.combat import ShipSunk
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Hold, Mark
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.words import name_of


def _explain_no_effect(state: State) -> str:
    """Return a sentence if the scenario has no key of a coast, else ""."""
    keys = {entry.key for entry in scenario_keys.ENTRIES}
    return "" if keys & set(state.matter or {}) else "There is no coast in this battle."


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield a mark for a ship that is aground, else one for a ship in a ring of shoal."""
    if grounding.is_aground(state, key):
        meaning = "She cannot move, drift, tow or use boats. She may fire, and may try once a turn to get off."
        yield Mark("Aground", "stuck fast", meaning, "AMB-197")
    elif (found := grounding.find_shoal_ring(state, key)) and key in state.ships:
        number, battery = found
        needed = grounding.GROUNDING_NEEDED[number]
        meaning = f"If she sails or drifts and ends here, she runs aground on {needed} or more."
        yield Mark("Shoals", f"off {battery.name}, ring {number}", meaning, "SOTL-22-f")


def _label_refloat(state: State, order: grounding.Refloat) -> tuple[str, str]:
    """Return title and explanation of the button, with the chance in sixths."""
    odds = f"{grounding.refloat_chances(state, order)} of 6, fatigue +1"
    return f"Get {name_of(state, order.ship)} off", (
        f"Her crew tries to heave her off the ground: {odds}. It takes effect at once."
    )


def _label_fire_battery(state: State, order: batteries.FireBattery) -> tuple[str, str]:
    """Return title and explanation of the button, with dice, number to hit and distance.

    The explanation says "out of reach" if the battery cannot aim at the target.
    """
    laid = batteries.aim_battery(state, state.coast.batteries[order.battery], order.target) if state.coast else None
    dice = (
        f"{laid.dice[-1].value} dice, {laid.needed} or more hit, {format_um(laid.distance)}" if laid else "out of reach"
    )
    hot = "hot shot " if order.shot == "red" else ""
    title = f"{name_of(state, order.battery)}: fire {hot}at {name_of(state, order.target)}"
    return title, f"{dice}. A battery fires twice a turn at any targets. Nothing blocks its fire, and it does not rake."


def _label_deploy_battery(state: State, order: batteries.DeployBattery) -> tuple[str, str]:
    """Return title and explanation of the button."""
    about = "Its shoals stay for the whole battle, even if it is destroyed."
    return f"{name_of(state, order.battery)}: place at {order.site}", about


MODULE = RuleModule(
    id="coastal",
    rule="SOTL-22",
    title="Coast and batteries",
    note="Adds land, shoals and fairways. Batteries guard the coast, fire twice a turn and are worth 10 points.",
    group="Wind and sea",
    build_opening=scenario_keys.add_coast,
    inert=_explain_no_effect,
    phases=(hooks.UNFOUL,),
    holds=(
        Hold(grounding.is_aground, "AMB-197", "She sits fast on the ground."),
        Hold(
            lambda state, key: grounding.is_aground(state, find_tow(state, key)),
            "AMB-197",
            "The ship in tow sits fast; she stays, or casts off.",
        ),
    ),
    post_move_rules={"grounding": grounding.roll_for_grounding},
    barriers=(grounding.build_barriers,),
    sights=(batteries.find_batteries_in_field,),
    masks=(grounding.MASK,),
    inking_rules=(batteries.emit_battery_damage,),
    command_handlers=(
        CommandHandler(FireBroadside, batteries.check_fire_broadside, fire.execute_fire),
        CommandHandler(batteries.DeployBattery, batteries.check_deploy_battery, batteries.execute_deploy_battery),
        CommandHandler(grounding.Refloat, grounding.check_refloat, grounding.execute_refloat),
        CommandHandler(batteries.FireBattery, batteries.check_fire_battery, batteries.execute_fire_battery),
    ),
    extra_commands={
        hooks.PREPARE.id: ("deploy_battery",),
        "combat": ("fire_battery",),
        hooks.UNFOUL.id: ("refloat",),
    },
    labels=build_handlers(
        KindHandler(grounding.Refloat, _label_refloat),
        KindHandler(batteries.FireBattery, _label_fire_battery),
        KindHandler(batteries.DeployBattery, _label_deploy_battery),
    ),
    command_extensions=(
        CommandExtension(MakeFastTow, check=grounding.check_tow_aground),
        CommandExtension(GrappleShip, check=grounding.check_grapple_aground),
        CommandExtension(Transfer, check=grounding.check_transfer_aground),
    ),
    choices={
        hooks.PREPARE.id: batteries.offer_deployments,
        "combat": batteries.offer_battery_fire,
        hooks.UNFOUL.id: offer_for_each_ship(grounding.list_refloats),
    },
    other_actors={
        hooks.PREPARE.id: batteries.build_battery_actors(batteries.offer_deployments),
        "combat": batteries.build_battery_actors(batteries.offer_battery_fire),
    },
    event_handlers=(*GROUNDING_EVENTS, *BATTERY_EVENTS),
    follow_ups=(FollowUp(ShipSunk, grounding.keep_wreck),),
    scenario=(*scenario_keys.ENTRIES, scenario_keys.PLACES),
    is_on_map=True,
    find_problems=scenario_keys.find_coast_problems,
    marks=_list_marks,
)
