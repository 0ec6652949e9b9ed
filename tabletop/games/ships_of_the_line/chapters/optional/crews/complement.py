"""Chapter 20: the crews of a ship, their tasks and events, and what they leave for guns and boarders (20.1, 20.2).

At rest each gun deck has a crew and the others are at hand (AMB-104). Work takes those at hand first; fights take gun
crews first (AMB-183).
"""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.core.phrases import capitalize, format_count, format_signed
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.model import ShipEvent, State, is_in_service, with_ship
from tabletop.games.ships_of_the_line.ship import DEFENDED, Duties
from tabletop.games.ships_of_the_line.tables import Aboard, Check, Gunfire, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.words import name_of

FIGHT = "fight"
"""The task of boarding, and of resisting boarders."""
PUMP = "pump"
GANG = "gang"
"""The task of clearing wreckage, and of fighting fires."""
TRANSFER = "transfer"
PRIZE_CREW = 1
"""AMB-188: number of crews that go aboard a prize."""
CREWS_FOR_ONE = 2
"""SOTL-20.1-b, -c, -d: number of crews that ease a roll by one."""
MIN_DICE = 1
"""SOTL-20.1-e, AMB-104: dice that a broadside keeps even if no crew serves it."""


def crews_aboard(state: State, key: str) -> int:
    """Return the number of crews that obey the holder of the ship; the card's number until it changes."""
    left = state.ships[key].crews
    return state.cards[key].crews if left is UNSET else left


def is_unmanned(state: State, key: str) -> bool:
    """Return True if the ship is a prize with no crew of the captor aboard (AMB-190)."""
    return state.ships[key].status == "captured" and not crews_aboard(state, key)


def crew_tasks(state: State, key: str) -> dict[str, int]:
    """Return the number of crews of a ship at each task; {} if all are idle."""
    duties = state.ships[key].duties
    return duties.tasks if duties else {}


def crew_capacity(state: State, key: str) -> int:
    """Return the number of crews that a ship has room for: one a gun deck and one more (AMB-107)."""
    return state.cards[key].decks + 1


def free_crews(state: State, key: str) -> int:
    """Return the number of crews of a ship that have no task, those at the guns included."""
    return crews_aboard(state, key) - sum(crew_tasks(state, key).values())


def count_manned_decks(state: State, key: str) -> int:
    """Return the number of gun decks of a ship that have a crew, 0 to the decks on her card."""
    return crews_at_guns(state.cards[key].decks, crews_aboard(state, key), crew_tasks(state, key))


def crews_at_guns(decks: int, crews: int, busy: dict[str, int]) -> int:
    """Return how many of `crews` serve the guns while those in `busy` (task to crews) are away.

    At rest each deck has a crew. Fights take gun crews first; other tasks take the crews at hand first
    (AMB-183).
    """
    gunners, fighting = min(decks, crews), busy.get(FIGHT, 0)
    from_guns = min(gunners, fighting)
    at_hand = crews - gunners - (fighting - from_guns)
    at_work = sum(busy.values()) - fighting
    return gunners - from_guns - max(0, at_work - at_hand)


def fighting_crews(state: State, key: str) -> int:
    """Return the crews in a ship's fight on deck; before crews are named for it, all free crews."""
    return crew_tasks(state, key).get(FIGHT, free_crews(state, key))


def empty_decks_modifier(fire: Gunfire, so_far: int) -> Modifier | None:
    """Subtract a die for each gun deck without a crew, but leave one; None if no die is lost (20.1-e).

    With no deck manned, one die is left.
    """
    served, decks = count_manned_decks(fire.state, fire.ship), fire.state.cards[fire.ship].decks
    left = max(min(so_far, MIN_DICE), so_far - (decks - served) if served else MIN_DICE)
    return Modifier("empty gun decks", f"−{so_far - left}", left) if left < so_far else None


def boarders_modifier(crew: Aboard, so_far: int) -> Modifier | None:
    """Reduce the boarding strength by the crews not in the fight; 0 if none is in it (20.2-a, AMB-186).

    With a crew in the fight, a ship in service keeps at least 1, and a ship out of service (a prize) keeps
    `so_far`. None if nothing changes.
    """
    there, card = fighting_crews(crew.state, crew.ship), crew.state.cards[crew.ship]
    whole = max(1, there + card.boarding - card.crews) if is_in_service(crew.state, crew.ship) else so_far
    left = whole if there else 0
    return Modifier(f"{there} of {card.crews} crews", format_signed(left - so_far), left) if left != so_far else None


def helpers_modifier(check: Check, so_far: int) -> Modifier | None:
    """Subtract 1 from a roll for each two crews sent to the task (20.1-c, -d); None for fewer than two.

    In the roll `sinking` the crews at the pumps count instead (20.1-b).
    """
    at_it = crew_tasks(check.state, check.ship).get(PUMP, 0) if check.kind == "sinking" else check.crews
    eased = at_it // CREWS_FOR_ONE
    return Modifier(f"{at_it} crews", f"−{eased}", so_far - eased) if eased else None


def fire_gangs_modifier(crew: Aboard, so_far: int) -> Modifier | None:
    """Raise the number of gangs that fight fires to one for each fire; None if it is enough (AMB-184)."""
    fires = crew.state.ships[crew.ship].fires
    return Modifier("a gang for each fire", f"+{fires - so_far}", fires) if fires > so_far else None


DICE_RULE = ModifierRule("crews", "SOTL-20.1-e", empty_decks_modifier, after=("range",))
BOARDING_RULE = ModifierRule("crews", "SOTL-20.2-a", boarders_modifier, after=("crew", "crews lost", "beaten"))
CHECK_RULE = ModifierRule("crews", "SOTL-20.1-b", helpers_modifier, after=("failed before",))
FIRE_GANGS_RULE = ModifierRule("fires", "AMB-184", fire_gangs_modifier, after=("crew",))


class CrewsSent(ShipEvent, frozen=True, kw_only=True):
    """Crews of a ship are sent to a task and stay busy until the next Crew Phase opens (AMB-183)."""

    task: str
    crews: int
    rule: str = "SOTL-20.1-g"


class DefendersNamed(ShipEvent, frozen=True, kw_only=True):
    """Crews of a ship go into the fight to resist boarders (20.2-b).

    The number adds to crews that fight already.
    """

    crews: int
    rule: str = "SOTL-20.2-b"


class CrewsReturned(ShipEvent, frozen=True, kw_only=True):
    """Crews of a ship have done their tasks and are free again (AMB-183, AMB-218)."""

    fighting: int = 0
    """Number of crews that stay in a fight on deck."""
    rule: str = "SOTL-20.1-g"


class TasksCut(ShipEvent, frozen=True, kw_only=True):
    """Some of the crews that were busy are dead (AMB-181)."""

    tasks: dict[str, int]
    """Number of crews left at each task."""
    rule: str = "AMB-181"


class PrizeManned(ShipEvent, frozen=True, kw_only=True):
    """Crews of a captor went aboard a prize, whose own crews are prisoners (AMB-188)."""

    by: str
    crews: int
    rule: str = "AMB-188"


class PrisonersFreed(ShipEvent, frozen=True, kw_only=True):
    """The crews of a ship that was retaken are free; the prize crew is lost (AMB-188)."""

    crews: int
    rule: str = "AMB-188"


class CrewsTransferred(ShipEvent, frozen=True, kw_only=True):
    """Crews went over to a friend and are busy for the rest of the phase (AMB-107, AMB-189)."""

    to: str
    crews: int
    rule: str = "AMB-189"


def _set_tasks(state: State, key: str, busy: dict[str, int], **marks: object) -> State:
    """Return the state with the tasks of a ship's crews and other fields replaced.

    Duties without any mark become UNSET so that they are not written.
    """
    duties = replace(state.ships[key].duties or Duties(), tasks=busy)
    return with_ship(state, key, duties=duties if duties != Duties() else UNSET, **marks)


def _add_to_task(state: State, key: str, task: str, more: int) -> State:
    """Return the state with `more` crews added to a task of the ship."""
    busy = crew_tasks(state, key)
    return _set_tasks(state, key, {**busy, task: busy.get(task, 0) + more})


def _apply_defenders_named(state: State, event: DefendersNamed) -> State:
    """Add the crews to the ship's fight, and note that her side has named defenders."""
    fighting = _add_to_task(state, event.ship, FIGHT, event.crews)
    return with_ship(fighting, event.ship, tried=(*state.ships[event.ship].tried, DEFENDED))


def _apply_crews_returned(state: State, event: CrewsReturned) -> State:
    """Clear all tasks but the fight; a ship in a fight that goes on stays named in it, even with 0 crews."""
    goes_on = any(event.ship in (*one.attackers, *one.defenders) for one in state.melees)
    named = event.fighting or (goes_on and FIGHT in crew_tasks(state, event.ship))
    return _set_tasks(state, event.ship, {FIGHT: event.fighting} if named else {})


def _apply_tasks_cut(state: State, event: TasksCut) -> State:
    """Replace the tasks of the ship's crews."""
    return _set_tasks(state, event.ship, event.tasks)


def _apply_prize_manned(state: State, event: PrizeManned) -> State:
    """Move crews from captor to prize and make the prize's own crews prisoners (AMB-188).

    If the captor has too few free crews, those in the fight go.
    """
    left, busy = crews_aboard(state, event.by) - event.crews, crew_tasks(state, event.by)
    short = max(0, sum(busy.values()) - left)
    if short:
        busy = {**busy, FIGHT: busy.get(FIGHT, 0) - short}
    duties = Duties(prisoners=crews_aboard(state, event.ship))
    return with_ship(_set_tasks(state, event.by, busy, crews=left), event.ship, crews=event.crews, duties=duties)


def _apply_prisoners_freed(state: State, event: PrisonersFreed) -> State:
    """Set the crews of the ship to those freed, and clear prisoners and tasks."""
    return with_ship(state, event.ship, crews=event.crews, duties=UNSET)


def _apply_crews_transferred(state: State, event: CrewsTransferred) -> State:
    """Move crews to another ship, where they count as busy with the task `TRANSFER`."""
    state = with_ship(state, event.ship, crews=crews_aboard(state, event.ship) - event.crews)
    taken = with_ship(state, event.to, crews=crews_aboard(state, event.to) + event.crews)
    return _add_to_task(taken, event.to, TRANSFER, event.crews)


_TASK_VERBS = {
    "pump": ("mans the pumps", "man the pumps"),
    "gang": ("is sent to work", "are sent to work"),
    "fight": ("gathers to fight", "gather to fight"),
}
"""Verb for one crew and for several, by task."""


def _format_crews(state: State, ship: str, crews: int, one: str, several: str) -> str:
    """Return "<number> crews of <ship> <verb>", with the verb `one` or `several` by number."""
    return f"{capitalize(format_count(crews, 'crew'))} of {name_of(state, ship)} {one if crews == 1 else several}"


def _describe_crews_sent(state: State, event: CrewsSent) -> str:
    """Return the log sentence with the verb of the task."""
    return f"{_format_crews(state, event.ship, event.crews, *_TASK_VERBS[event.task])}."


def _describe_defenders_named(state: State, event: DefendersNamed) -> str:
    """Return the log sentence with the number of crews that meet the boarders."""
    return f"{name_of(state, event.ship)} meets the boarders with {format_count(event.crews, 'crew')}."


def _describe_crews_returned(state: State, event: CrewsReturned) -> str:
    """Return the log sentence, with the number of crews that fight on if there are any."""
    fight = "fights on" if event.fighting == 1 else "fight on"
    still = f", {format_count(event.fighting, 'crew')} {fight}" if event.fighting else ""
    return f"The crews of {name_of(state, event.ship)} are back at their guns{still}."


def _describe_tasks_cut(state: State, event: TasksCut) -> str:
    """Return a sentence if nobody of the ship is left in the fight, else ""."""
    alone = event.tasks.get(FIGHT) == 0
    return f"{name_of(state, event.ship)} has no crew left in the fight; she may send others." if alone else ""


def _describe_prize_manned(state: State, event: PrizeManned) -> str:
    """Return the log sentence; with 0 crews it says that the prize drifts."""
    if not event.crews:
        return f"{name_of(state, event.by)} has no crew to spare for {name_of(state, event.ship)}; she drifts."
    return f"{_format_crews(state, event.by, event.crews, 'takes', 'take')} over {name_of(state, event.ship)}."


def _describe_prisoners_freed(state: State, event: PrisonersFreed) -> str:
    """Return the log sentence with the number of crews freed."""
    return f"{_format_crews(state, event.ship, event.crews, 'is', 'are')} free again."


def _describe_crews_transferred(state: State, event: CrewsTransferred) -> str:
    """Return the log sentence with the number of crews and the ship that gets them."""
    return f"{_format_crews(state, event.ship, event.crews, 'goes', 'go')} over to {name_of(state, event.to)}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        CrewsSent, lambda state, event: _add_to_task(state, event.ship, event.task, event.crews), _describe_crews_sent
    ),
    EventHandler(DefendersNamed, _apply_defenders_named, _describe_defenders_named),
    EventHandler(CrewsReturned, _apply_crews_returned, _describe_crews_returned),
    EventHandler(TasksCut, _apply_tasks_cut, _describe_tasks_cut),
    EventHandler(PrizeManned, _apply_prize_manned, _describe_prize_manned),
    EventHandler(PrisonersFreed, _apply_prisoners_freed, _describe_prisoners_freed),
    EventHandler(CrewsTransferred, _apply_crews_transferred, _describe_crews_transferred),
)


def check_free_crews(state: State, key: str, crews: int | UnsetType, rule: str = "AMB-183") -> Refused | None:
    """Refuse fewer than one crew or more than are free; UNSET stands for one crew. None if legal."""
    wanted, left, who = 1 if crews is UNSET else crews, free_crews(state, key), state.cards[key].name
    if wanted < 1:
        return Refused(rule, "At least one crew must go.", f"{wanted} ordered", (key,))
    if wanted > left:
        return Refused(rule, f"{who} does not have that many free crews.", f"{wanted} ordered, {left} free", (key,))
    return None


def check_crew_aboard(state: State, command: ShipCommand) -> Refused | None:
    """Refuse a command for a ship with no crew aboard (AMB-184, AMB-190); None also for an unknown ship."""
    if command.ship not in state.ships or crews_aboard(state, command.ship):
        return None
    return Refused("AMB-190", f"There is no crew aboard {state.cards[command.ship].name}.", pieces=(command.ship,))
