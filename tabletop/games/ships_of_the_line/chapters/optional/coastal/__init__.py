"""Chapter 22: harbours, coastal batteries, land and shoals (AMB-108, AMB-194 to 199, AMB-216, AMB-217, AMB-222)."""

from collections.abc import Iterator

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.games.ships_of_the_line import phases
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.headway import towed_by
from tabletop.games.ships_of_the_line.chapters.optional.coastal import (
    batteries,
    data,
    gazetteer,
    grounding,
    shelling,
    waters,
)
from tabletop.games.ships_of_the_line.chapters.optional.coastal.events import EVENT_HANDLERS
from tabletop.games.ships_of_the_line.chapters.orders import each_ship
from tabletop.games.ships_of_the_line.commands import FireBroadside, GrappleShip, MakeFastTow, Transfer
from tabletop.games.ships_of_the_line.events.losses import ShipSunk
from tabletop.games.ships_of_the_line.positions import in_um
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Hold, Mark, RuleModule
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import name


def _inert(state: State) -> str:
    keys = {entry.key for entry in data.ENTRIES}
    return "" if keys & set(state.matter or {}) else "There is no coast in this battle."


def _marks(state: State, key: str) -> Iterator[Mark]:
    if grounding.aground(state, key):
        meaning = "She does not move, drift, tow or use boats; she may fire, and tries once a turn to get off."
        yield Mark("Aground", "sits fast", meaning, "AMB-197")
    elif (found := waters.ring(state, key)) and key in state.ships:
        number, battery = found
        meaning = f"If she sails or drifts and still lies here she runs aground on {grounding.AGROUND[number]} or more."
        yield Mark("Shoals", f"off {battery.name}, ring {number}", meaning, "SOTL-22-f")


def _float(state: State, order: grounding.Refloat) -> tuple[str, str]:
    odds = f"{grounding.chances(state, order)} of 6, fatigue +1"
    return f"Get {name(state, order.ship)} off", f"Her crew heaves her off the ground: {odds}; it counts at once."


def _fire(state: State, order: batteries.FireBattery) -> tuple[str, str]:
    laid = batteries.aim(state, state.coast.batteries[order.battery], order.target) if state.coast else None
    dice = f"{laid.dice[-1].value} dice, {laid.needed} or more hit, {in_um(laid.distance)}" if laid else "out of reach"
    hot = "hot shot " if order.shot == "red" else ""
    title = f"{name(state, order.battery)}: fire {hot}at {name(state, order.target)}"
    return title, f"{dice}. A battery fires twice a turn at whom it likes; nothing blocks it, and it does not rake."


def _place(state: State, order: batteries.DeployBattery) -> tuple[str, str]:
    about = "Its shoals are around it for the whole battle, also when it is destroyed."
    return f"{name(state, order.battery)}: place at {order.site}", about


MODULE = RuleModule(
    id="coastal",
    rule="SOTL-22",
    words="Coast and batteries",
    note="Land, shoals and fairways count; batteries guard the coast, fire twice a turn and are worth 10 points.",
    group="Wind and sea",
    begins=data.begins,
    inert=_inert,
    phases=(phases.UNFOUL,),
    holds=(
        Hold(grounding.aground, "AMB-197", "She sits fast on the ground."),
        Hold(
            lambda state, key: grounding.aground(state, towed_by(state, key)),
            "AMB-197",
            "The ship in tow sits fast; she stays, or casts off.",
        ),
    ),
    moved={"grounding": grounding.ground},
    barriers=(waters.barriers,),
    sights=(shelling.seen,),
    masks=(waters.MASK,),
    inking=(shelling.hurt,),
    command_handlers=(
        CommandHandler(FireBroadside, shelling.check, fire.fire),
        CommandHandler(batteries.DeployBattery, batteries.check_deploy, batteries.deploy),
        CommandHandler(grounding.Refloat, grounding.check, grounding.refloat),
        CommandHandler(batteries.FireBattery, batteries.check, batteries.fire),
    ),
    orders={
        phases.PREPARE.id: ("deploy_battery",),
        "combat": ("fire_battery",),
        phases.UNFOUL.id: ("refloat",),
    },
    labels=by_kind(
        Case(grounding.Refloat, _float), Case(batteries.FireBattery, _fire), Case(batteries.DeployBattery, _place)
    ),
    amendments=(
        CommandExtension(MakeFastTow, check=grounding.check_tow),
        CommandExtension(GrappleShip, check=grounding.check_make_fast),
        CommandExtension(Transfer, check=grounding.check_alongside),
    ),
    choices={
        phases.PREPARE.id: batteries.to_deploy,
        "combat": batteries.to_fire,
        phases.UNFOUL.id: each_ship(grounding.choices_of),
    },
    besides={
        phases.PREPARE.id: batteries.able(batteries.to_deploy),
        "combat": batteries.able(batteries.to_fire),
    },
    event_handlers=EVENT_HANDLERS,
    sequels=(FollowUp(ShipSunk, grounding.stay),),
    scenario=(*data.ENTRIES, gazetteer.PLACES),
    on_map=True,
    problems=data.problems,
    marks=_marks,
)
