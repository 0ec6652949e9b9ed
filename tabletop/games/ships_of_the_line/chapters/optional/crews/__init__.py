"""Chapter 20: crews are sent to tasks, and fights on deck take two rounds (AMB-104 to AMB-107, AMB-183 to AMB-190)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line import commands
from tabletop.games.ships_of_the_line.chapters import crew_tasks, grappling, victory
from tabletop.games.ships_of_the_line.chapters.optional.ammo import CrewsLost
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement, fights
from tabletop.games.ships_of_the_line.chapters.optional.crews.complement import (
    EVENT_HANDLERS,
    CrewsReturned,
    CrewsSent,
    CrewsTransferred,
    TasksCut,
    check_crew_aboard,
    check_free_crews,
)
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, offer_for_each_ship
from tabletop.games.ships_of_the_line.commands import ClearRigging, FightFire, ShipCommand
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, ShipCaptured, ShipRestored
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Hold, Mark, Phase
from tabletop.games.ships_of_the_line.model import Context, State, is_in_service, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import Duties, Side, find_masked_broadsides
from tabletop.games.ships_of_the_line.tables import ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.words import name_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario


_GANG_TASKS = ("unrig", "extinguish")
"""Tasks to which crews are sent; other tasks need only a crew aboard (AMB-184)."""


class Pump(ShipCommand, frozen=True):
    """Send crews to the pumps of a ship that may sink (20.1-b)."""

    crews: int


def check_gang_crews(state: State, command: ClearRigging | FightFire) -> Refused | None:
    """Refuse ships without a crew, and fewer than one or more crews than are free (AMB-183)."""
    return check_crew_aboard(state, command) or check_free_crews(state, command.ship, command.crews)


def check_pump(state: State, command: Pump) -> Refused | None:
    """Refuse to pump unless the ship may sink, no crew pumps yet, and the crews are free (AMB-185).

    Also refused: a ship that the side may not command, and an exhausted crew. Returns None if legal.
    """
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if not (is_in_service(state, key) and victory.must_roll_for_sinking(state, key)):
        return Refused("AMB-185", f"{state.cards[key].name} is in no danger of sinking.", pieces=(key,))
    if complement.PUMP in complement.crew_tasks(state, key):
        return Refused("AMB-185", f"The pumps of {state.cards[key].name} are already manned.", "once a turn", (key,))
    return check_free_crews(state, key, command.crews, "AMB-185") or crew_tasks.check_effort(state, key)


def execute_pump(turn: Context, command: Pump) -> None:
    """Emit that the crews are at the pumps until the next Crew Phase, and tire the ship's crew."""
    turn.emit(CrewsSent(ship=command.ship, task=complement.PUMP, crews=command.crews, rule="AMB-185"))
    crew_tasks.tire_crew(turn, command.ship, "pumping")


def occupy_gang(turn: Context, event: TaskRolled) -> None:
    """Emit that the crews of a gang are busy after a roll to clear wreckage or fight fire (AMB-183).

    An unknown number counts as one crew.
    """
    if event.task in _GANG_TASKS:
        turn.emit(CrewsSent(ship=event.ship, task=complement.GANG, crews=event.crews or 1))


def call_crews_back(turn: Context) -> None:
    """Emit `CrewsReturned` for each ship with a task that is not a fight that goes on (AMB-183, AMB-218).

    Runs as the first step of the Crew Phase opens.
    """
    for key, ship in turn.state.ships.items():
        if ship.duties and (busy := ship.duties.tasks):
            fighting = {task: crews for task, crews in busy.items() if _is_lasting_fight(turn.state, key, task)}
            if busy != fighting:
                turn.emit(CrewsReturned(ship=key, fighting=fighting.get(complement.FIGHT, 0)))


def remove_dead_crews(turn: Context, event: CrewsLost) -> None:
    """Emit the tasks that are left after crews died, if any task lost crews (AMB-181).

    Crews neither at the guns nor at a task die first, then those at tasks, in their order. A fight that goes on
    stays noted with 0 crews, so that others can be sent (AMB-186).
    """
    key, busy, crews = event.ship, dict(complement.crew_tasks(turn.state, event.ship)), event.left + event.lost
    idle = crews - sum(busy.values()) - complement.crews_at_guns(turn.state.cards[key].decks, crews, busy)
    short = event.lost - idle
    for task in busy:
        gone = min(max(short, 0), busy[task])
        busy[task], short = busy[task] - gone, short - gone
    if busy != complement.crew_tasks(turn.state, key):
        left = {task: crews for task, crews in busy.items() if crews or _is_lasting_fight(turn.state, key, task)}
        turn.emit(TasksCut(ship=key, tasks=left))


def _is_lasting_fight(state: State, key: str, task: str) -> bool:
    """Return True if the task is a fight and the ship is in a fight on deck that goes on."""
    return task == complement.FIGHT and grappling.melee_of(state, key) is not None


def strike_unmanned_ships(turn: Context) -> None:
    """Strike the colours of ships in service without a crew, nailed or not (AMB-190).

    Runs after damage took effect.
    """
    for key in turn.state.ships:
        if is_in_service(turn.state, key) and not complement.crews_aboard(turn.state, key):
            victory.strike_colours(turn, key, "no_crew")


def list_pumpings(state: State, side: Side, key: str) -> Iterator[Pump]:
    """Yield pumping with 1 to all free crews; nothing if the ship need not roll for sinking."""
    numbers = range(1, complement.free_crews(state, key) + 1) if victory.must_roll_for_sinking(state, key) else ()
    return (Pump(side, key, crews=crews) for crews in numbers)


def list_clearings(state: State, side: Side, key: str) -> Iterator[ClearRigging]:
    """Yield clearing of each fouled broadside with two or more crews; the basic game offers it with one."""
    ship = state.ships[key]
    sides = sorted(find_masked_broadsides(ship)) if ship.fallen else ()
    more = range(2, complement.free_crews(state, key) + 1) if sides else ()
    return (ClearRigging(side, key, over, crews=crews) for over in sides for crews in more)


def list_fire_fightings(state: State, side: Side, key: str) -> Iterator[FightFire]:
    """Yield fire fighting with two or more free crews if a fire burns; the basic game offers it with one."""
    numbers = range(2, complement.free_crews(state, key) + 1) if state.ships[key].fires else ()
    return (FightFire(side, key, crews=crews) for crews in numbers)


def label_pump(state: State, order: Pump) -> tuple[str, str]:  # noqa: ARG001
    """Return title and explanation of the button, with the number by which the die is eased."""
    eased = order.crews // complement.CREWS_FOR_ONE
    return f"Pump with {format_count(order.crews, 'crew')}", f"Takes {eased} off the die that could sink her."


class TransferCrews(ShipCommand, frozen=True):
    """Send crews over to a grappled friend."""

    to: str
    crews: int


def check_transfer_crews(state: State, command: TransferCrews) -> Refused | None:
    """Refuse unless the friend is grappled, has room and neither ship fights, and one crew stays.

    Rule: AMB-189. Also refused: a ship that the side may not command, crews that are not free, and an exhausted
    crew.
    """
    key, to = command.ship, command.to
    return (
        check_commanded(state, command.side, key)
        or check_commanded(state, command.side, to)
        or _check_ships_fast(state, key, to)
        or check_free_crews(state, key, command.crews, "AMB-189")
        or _check_room(state, key, to, command.crews)
        or crew_tasks.check_effort(state, key)
    )


def _check_ships_fast(state: State, key: str, to: str) -> Refused | None:
    """Refuse ships of which one is in a fight on deck, and ships that are not grappled to each other."""
    fighting = next((other for other in (key, to) if grappling.melee_of(state, other)), None)
    if fighting:
        return Refused("AMB-189", f"{state.cards[fighting].name} is in a fight on deck.", pieces=(fighting,))
    if grappling.find_grapple(state, key, to):
        return None
    names = f"{state.cards[key].name} and {state.cards[to].name}"
    return Refused("AMB-189", f"{names} are not grappled.", pieces=(key, to))


def _check_room(state: State, key: str, to: str, crews: int) -> Refused | None:
    """Refuse to send the last crew, or more crews than the friend has room for."""
    left, there = complement.crews_aboard(state, key) - crews, complement.crews_aboard(state, to)
    if left < 1:
        reason = f"One crew must stay aboard {state.cards[key].name}."
        return Refused("AMB-189", reason, f"{crews} ordered, {left + crews} aboard", (key,))
    room = complement.crew_capacity(state, to) - there
    if crews > room:
        by = f"{crews} ordered, room for {room}"
        return Refused("AMB-189", f"{state.cards[to].name} has no room for that many.", by, (to,))
    return None


def execute_transfer_crews(turn: Context, command: TransferCrews) -> None:
    """Emit that the crews went over, where they are busy, and tire the crew of the ship that gave them."""
    turn.emit(CrewsTransferred(ship=command.ship, to=command.to, crews=command.crews))
    crew_tasks.tire_crew(turn, command.ship, "sending crews over")


def list_crew_transfers(state: State, side: Side, key: str) -> Iterator[TransferCrews]:
    """Yield transfers of 1 to all free crews to each grappled ship. Legality is not checked."""
    numbers = range(1, complement.free_crews(state, key) + 1)
    return (
        TransferCrews(side, key, to=to, crews=crews)
        for to in grappling.find_grappled_ships(state, key)
        for crews in numbers
    )


def label_transfer_crews(state: State, order: TransferCrews) -> tuple[str, str]:
    """Return title and explanation of the button that sends crews over."""
    return (
        f"{format_count(order.crews, 'crew')} to {name_of(state, order.to)}",
        "They can do nothing else for the rest of the phase.",
    )


_FLOOD_PHASE = Phase(
    "flood", "Crew", "initiative_first", ("pump",), "Man the pumps?", "AMB-185", after=("reload", "unfoul")
)
_CREWED_COMMANDS = (
    commands.Sail,
    commands.TurnByBoats,
    commands.DropAnchor,
    commands.WeighAnchor,
    commands.Reload,
    commands.GrappleShip,
    commands.MakeFastTow,
    commands.BreakGrapple,
    commands.RepairRudder,
    Unfoul,
    Refloat,
)


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield a mark with the number of prisoners aboard, if any."""
    duties = state.ships[key].duties
    if duties and duties.prisoners:
        meaning = "Her own crews, who are freed if she is retaken."
        yield Mark("Prisoners", format_count(duties.prisoners, "crew"), meaning, "AMB-188")


def _man_prizes(state: State, scenario: "Scenario") -> State:  # noqa: ARG001
    """Return the opening state with one prize crew aboard each prize (AMB-222).

    The prize's own crews become prisoners. No captor loses a crew for this.
    """
    for key, ship in state.ships.items():
        if ship.status == "captured":
            duties = Duties(prisoners=complement.crews_aboard(state, key))
            state = with_ship(state, key, crews=complement.PRIZE_CREW, duties=duties)
    return state


MODULE = RuleModule(
    id="crews",
    rule="SOTL-20",
    title="Crews",
    note="Send crews from the guns to pumps, wreckage, fires and boarding. Taking a ship needs a lead of two rounds.",
    group="People",
    build_opening=_man_prizes,
    phases=(_FLOOD_PHASE,),
    phase_start_rules={"reload": call_crews_back},
    phase_end_rules={"board": fights.ask_for_defenders},
    post_inking_rules={"deserted": strike_unmanned_ships},
    holds=(Hold(complement.is_unmanned, "AMB-190", "There is no crew aboard her."),),
    command_handlers=(
        CommandHandler(Pump, check_pump, execute_pump),
        CommandHandler(TransferCrews, check_transfer_crews, execute_transfer_crews),
        CommandHandler(commands.Defend, fights.check_defend, fights.execute_defend),
        CommandHandler(commands.Board, fights.check_board, fights.execute_board),
    ),
    extra_commands={"board": ("defend",), "grapple": ("transfer_crews",)},
    labels=build_handlers(
        KindHandler(Pump, label_pump),
        KindHandler(TransferCrews, label_transfer_crews),
        KindHandler(
            commands.Defend,
            lambda _, order: (f"Resist with {format_count(order.crews, 'crew')}", "They leave their guns."),
        ),
    ),
    command_extensions=(
        CommandExtension(commands.ClearRigging, ("crews",), check=check_gang_crews),
        CommandExtension(commands.FightFire, ("crews",), check=check_gang_crews),
        CommandExtension(commands.Board, ("crews",)),
        *(CommandExtension(kind, check=complement.check_crew_aboard) for kind in _CREWED_COMMANDS),
    ),
    choices={
        "grapple": offer_for_each_ship(list_crew_transfers),
        "flood": offer_for_each_ship(list_pumpings),
        "unrig": offer_for_each_ship(list_clearings),
        "extinguish": offer_for_each_ship(list_fire_fightings),
        "board": offer_for_each_ship(fights.list_boardings),
    },
    questions=(fights.DEFEND_QUESTION,),
    event_handlers=EVENT_HANDLERS,
    follow_ups=(
        FollowUp(TaskRolled, occupy_gang),
        FollowUp(CrewsLost, remove_dead_crews),
        FollowUp(BoardingDeclared, fights.gather_boarders),
        FollowUp(ShipCaptured, fights.man_prize),
        FollowUp(ShipRestored, fights.free_prisoners),
    ),
    marks=_list_marks,
    fights=fights.FIGHT_RULES,
    modifiers=ModifierTables(
        dice=ModifierTable((complement.DICE_RULE,)),
        boarding=ModifierTable((complement.BOARDING_RULE,)),
        check=ModifierTable((complement.CHECK_RULE,)),
        fire_gangs=ModifierTable((complement.FIRE_GANGS_RULE,)),
    ),
)
