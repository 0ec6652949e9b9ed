"""Chapter 20.1: crews are sent to the pumps, to wreckage and to fires, and come back (AMB-183 to AMB-185)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.chapters import losses, tasks, ties
from tabletop.games.ships_of_the_line.chapters.optional.ammo.events import CrewsLost
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement
from tabletop.games.ships_of_the_line.chapters.optional.crews.events import CrewsReturned, CrewsSent, TasksCut
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import ClearRigging, FightFire, ShipCommand
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.ship import fouled_broadsides
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, in_service

_GANGS = ("unrig", "extinguish")
"""Tasks for which crews are sent; all else needs only somebody aboard (AMB-184)."""


class Pump(ShipCommand, frozen=True):
    """Send crews to the pumps of a ship that may sink (20.1-b)."""

    crews: int


def check_free(state: State, key: str, crews: int | UnsetType, rule: str = "AMB-183") -> Refused | None:
    """Why so many crews cannot be sent, or None; one where nothing is said."""
    wanted, left, who = 1 if crews is UNSET else crews, complement.free(state, key), state.cards[key].name
    if wanted < 1:
        return Refused(rule, "At least one crew must go.", f"{wanted} ordered", (key,))
    if wanted > left:
        return Refused(rule, f"{who} has not so many crews free.", f"{wanted} ordered, {left} free", (key,))
    return None


def check_aboard(state: State, command: ShipCommand) -> Refused | None:
    """Somebody must be aboard to carry out an order (AMB-184, AMB-190)."""
    if command.ship not in state.ships or complement.aboard(state, command.ship):
        return None
    return Refused("AMB-190", f"There is no crew aboard {state.cards[command.ship].name}.", pieces=(command.ship,))


def check_gang(state: State, command: ClearRigging | FightFire) -> Refused | None:
    """As many crews as are free (AMB-183)."""
    return check_aboard(state, command) or check_free(state, command.ship, command.crews)


def check_pump(state: State, command: Pump) -> Refused | None:
    """Once a turn, for a ship in service that will be tested (AMB-185)."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    if not (in_service(state, key) and losses.endangered(state, key)):
        return Refused("AMB-185", f"{state.cards[key].name} is in no danger of sinking.", pieces=(key,))
    if complement.PUMP in complement.tasks(state, key):
        return Refused("AMB-185", f"The pumps of {state.cards[key].name} are manned.", "once a turn", (key,))
    return check_free(state, key, command.crews, "AMB-185") or tasks.check_effort(state, key)


def pump(turn: Context, command: Pump) -> None:
    """They are at it until the next Crew Phase, and it tires the crew whatever the die brings."""
    turn.emit(CrewsSent(ship=command.ship, task=complement.PUMP, crews=command.crews, rule="AMB-185"))
    tasks.tire(turn, command.ship, "pumping")


def set_to_work(turn: Context, event: TaskRolled) -> None:
    """A gang that has tried something is missing from now on (AMB-183)."""
    if event.task in _GANGS:
        turn.emit(CrewsSent(ship=event.ship, task=complement.GANG, crews=event.crews or 1))


def call_back(turn: Context) -> None:
    """All crews have done what they were sent for, but for those in a fight that goes on (AMB-183, AMB-218)."""
    for key, ship in turn.state.ships.items():
        if ship.duties and (busy := ship.duties.tasks):
            fighting = {task: crews for task, crews in busy.items() if _lasts(turn.state, key, task)}
            if busy != fighting:
                turn.emit(CrewsReturned(ship=key, fighting=fighting.get(complement.FIGHT, 0)))


def thin_out(turn: Context, event: CrewsLost) -> None:
    """The dead are missing at hand first, then at their tasks, then at the guns (AMB-181).

    Of a fight that goes on it is remembered that nobody of hers is left in it (AMB-186).
    """
    key, busy, crews = event.ship, dict(complement.tasks(turn.state, event.ship)), event.left + event.lost
    idle = crews - sum(busy.values()) - complement.at_guns(turn.state.cards[key].decks, crews, busy)
    short = event.lost - idle
    for task in busy:
        gone = min(max(short, 0), busy[task])
        busy[task], short = busy[task] - gone, short - gone
    if busy != complement.tasks(turn.state, key):
        left = {task: crews for task, crews in busy.items() if crews or _lasts(turn.state, key, task)}
        turn.emit(TasksCut(ship=key, tasks=left))


def _lasts(state: State, key: str, task: str) -> bool:
    """Whether it is a fight that goes on."""
    return task == complement.FIGHT and ties.melee_of(state, key) is not None


def give_up(turn: Context) -> None:
    """A ship without a crew strikes when the damage has taken effect, nailed colours or not (AMB-190)."""
    for key in turn.state.ships:
        if in_service(turn.state, key) and not complement.aboard(turn.state, key):
            losses.strike(turn, key, "no_crew")


def pumping(state: State, side: Side, key: str) -> Iterator[Pump]:
    """To the pumps with any number of crews."""
    numbers = range(1, complement.free(state, key) + 1) if losses.endangered(state, key) else ()
    return (Pump(side, key, crews=crews) for crews in numbers)


def clearing(state: State, side: Side, key: str) -> Iterator[ClearRigging]:
    """To clear a side with more than one crew; with one is offered anyhow."""
    ship = state.ships[key]
    sides = sorted(fouled_broadsides(ship)) if ship.fallen else ()
    more = range(2, complement.free(state, key) + 1) if sides else ()
    return (ClearRigging(side, key, over, crews=crews) for over in sides for crews in more)


def fighting_fires(state: State, side: Side, key: str) -> Iterator[FightFire]:
    """To fight a fire with more than one crew."""
    numbers = range(2, complement.free(state, key) + 1) if state.ships[key].fires else ()
    return (FightFire(side, key, crews=crews) for crews in numbers)


def pump_in_words(state: State, order: Pump) -> tuple[str, str]:  # noqa: ARG001
    """What the button says that sends crews to the pumps, and what that is for."""
    eased = order.crews // complement.CREWS_FOR_ONE
    return f"Pump with {count(order.crews, 'crew')}", f"The die by which she could go down counts {eased} less."
