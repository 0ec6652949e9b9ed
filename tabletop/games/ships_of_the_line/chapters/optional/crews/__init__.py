"""Chapter 20: crews are sent to tasks, and fights on deck take two rounds (AMB-104 to AMB-107, AMB-183 to AMB-190)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters.optional.ammo.events import CrewsLost
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision.fouling import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement, fights, gangs, transfer
from tabletop.games.ships_of_the_line.chapters.optional.crews.events import EVENT_HANDLERS
from tabletop.games.ships_of_the_line.chapters.orders import each_ship
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, ShipCaptured, ShipRestored
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.modifiers import ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.phases import Phase
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Hold, Mark, RuleModule
from tabletop.games.ships_of_the_line.ship import Duties
from tabletop.games.ships_of_the_line.state import State, with_ship

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.scenario import Scenario

_FLOOD = Phase("flood", "Crew", "initiative_first", ("pump",), "Man the pumps?", "AMB-185", after=("reload", "unfoul"))
_NEED_SOMEBODY = (
    commands.Sail, commands.TurnByBoats, commands.DropAnchor, commands.WeighAnchor, commands.Reload,
    commands.GrappleShip, commands.MakeFastTow, commands.BreakGrapple, commands.RepairRudder, Unfoul, Refloat,
)  # fmt: skip


def _marks(state: State, key: str) -> Iterator[Mark]:
    duties = state.ships[key].duties
    if duties and duties.prisoners:
        meaning = "Her own crews; they are free again when she is retaken."
        yield Mark("Prisoners", count(duties.prisoners, "crew"), meaning, "AMB-188")


def _begins(state: State, scenario: "Scenario") -> State:  # noqa: ARG001
    """Prizes at the start have a prize crew, taken from nobody (AMB-222)."""
    for key, ship in state.ships.items():
        if ship.status == "captured":
            duties = Duties(prisoners=complement.aboard(state, key))
            state = with_ship(state, key, crews=complement.PRIZE_CREW, duties=duties)
    return state


MODULE = RuleModule(
    id="crews",
    rule="SOTL-20",
    words="Crews",
    note="Crews are sent to pumps, wreckage, fires and boarding and are missing at the guns; a prize takes two rounds.",
    group="People",
    begins=_begins,
    phases=(_FLOOD,),
    opening={"reload": gangs.call_back},
    closing={"board": fights.call_defenders},
    inked={"deserted": gangs.give_up},
    holds=(Hold(complement.unmanned, "AMB-190", "There is no crew aboard her."),),
    command_handlers=(
        CommandHandler(gangs.Pump, gangs.check_pump, gangs.pump),
        CommandHandler(transfer.TransferCrews, transfer.check, transfer.transfer),
        CommandHandler(commands.Defend, fights.check_defend, fights.defend),
        CommandHandler(commands.Board, fights.check_board, fights.board),
    ),
    orders={"board": ("defend",), "grapple": ("transfer_crews",)},
    labels=by_kind(
        Case(gangs.Pump, gangs.pump_in_words),
        Case(transfer.TransferCrews, transfer.in_words),
        Case(commands.Defend, lambda _, order: (f"Resist with {count(order.crews, 'crew')}", "They leave their guns.")),
    ),
    amendments=(
        CommandExtension(commands.ClearRigging, ("crews",), check=gangs.check_gang),
        CommandExtension(commands.FightFire, ("crews",), check=gangs.check_gang),
        CommandExtension(commands.Board, ("crews",)),
        *(CommandExtension(kind, check=gangs.check_aboard) for kind in _NEED_SOMEBODY),
    ),
    choices={
        "grapple": each_ship(transfer.choices_of),
        "flood": each_ship(gangs.pumping),
        "unrig": each_ship(gangs.clearing),
        "extinguish": each_ship(gangs.fighting_fires),
        "board": each_ship(fights.reinforcing),
    },
    questions=(fights.QUESTION,),
    event_handlers=EVENT_HANDLERS,
    sequels=(
        FollowUp(TaskRolled, gangs.set_to_work),
        FollowUp(CrewsLost, gangs.thin_out),
        FollowUp(BoardingDeclared, fights.gather),
        FollowUp(ShipCaptured, fights.man_prize),
        FollowUp(ShipRestored, fights.free_prisoners),
    ),
    marks=_marks,
    fights=fights.FIGHTS,
    sums=ModifierTables(
        dice=ModifierTable((complement.DICE,)),
        boarding=ModifierTable((complement.STRENGTH,)),
        check=ModifierTable((complement.CHECK,)),
        fire_gangs=ModifierTable((complement.FIRE_GANGS,)),
    ),
)
