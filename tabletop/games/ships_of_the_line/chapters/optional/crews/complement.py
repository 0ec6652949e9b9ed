"""Chapter 20: what can happen to the crews of a ship; told and applied here, decided elsewhere."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.core.phrases import capital, count, signed
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.ship import DEFENDED, Duties
from tabletop.games.ships_of_the_line.state import ShipEvent, State, in_service, with_ship
from tabletop.games.ships_of_the_line.tables import Aboard, Check, Gunfire, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.words import name

FIGHT = "fight"
"""The task of boarding, and of resisting boarders."""
PUMP = "pump"
GANG = "gang"
"""The task of clearing wreckage, and of fighting fires."""
TRANSFER = "transfer"
PRIZE_CREW = 1
"""AMB-188: crews that go aboard a prize."""
CREWS_FOR_ONE = 2
"""SOTL-20.1-b, -c, -d: so many make a roll easier by one."""
MIN_DICE = 1
"""SOTL-20.1-e, AMB-104: left to a broadside, however few serve it."""


def crews_aboard(state: State, key: str) -> int:
    """The crews of a ship that obey whoever holds her: until something has changed, those on her card."""
    left = state.ships[key].crews
    return state.cards[key].crews if left is UNSET else left


def is_unmanned(state: State, key: str) -> bool:
    """Whether nobody sails a prize (AMB-190)."""
    return state.ships[key].status == "captured" and not crews_aboard(state, key)


def crew_tasks(state: State, key: str) -> dict[str, int]:
    """How many of them are busy with what."""
    duties = state.ships[key].duties
    return duties.tasks if duties else {}


def crew_capacity(state: State, key: str) -> int:
    """Crews that there is room for aboard (AMB-107)."""
    return state.cards[key].decks + 1


def free_crews(state: State, key: str) -> int:
    """Crews that have no task."""
    return crews_aboard(state, key) - sum(crew_tasks(state, key).values())


def count_manned_decks(state: State, key: str) -> int:
    """Gun decks that have a crew."""
    return crews_at_guns(state.cards[key].decks, crews_aboard(state, key), crew_tasks(state, key))


def crews_at_guns(decks: int, crews: int, busy: dict[str, int]) -> int:
    """Of so many crews, those at the guns while some are busy."""
    gunners, fighting = min(decks, crews), busy.get(FIGHT, 0)
    from_guns = min(gunners, fighting)
    at_hand = crews - gunners - (fighting - from_guns)
    at_work = sum(busy.values()) - fighting
    return gunners - from_guns - max(0, at_work - at_hand)


def fighting_crews(state: State, key: str) -> int:
    """Crews in her fight on deck; before they are named, all that could be."""
    return crew_tasks(state, key).get(FIGHT, free_crews(state, key))


def empty_decks_modifier(fire: Gunfire, so_far: int) -> Modifier | None:
    """Each gun deck without a crew costs a die, never the last one; with none manned, one is left (20.1-e, -h)."""
    served, decks = count_manned_decks(fire.state, fire.ship), fire.state.cards[fire.ship].decks
    left = max(min(so_far, MIN_DICE), so_far - (decks - served) if served else MIN_DICE)
    return Modifier("empty gun decks", f"−{so_far - left}", left) if left < so_far else None


def boarders_modifier(crew: Aboard, so_far: int) -> Modifier | None:
    """Who is not in the fight is missing from her strength; with nobody in it there is none (20.2-a, AMB-186).

    A prize has what any prize has, if there is anybody aboard.
    """
    there, card = fighting_crews(crew.state, crew.ship), crew.state.cards[crew.ship]
    whole = max(1, there + card.boarding - card.crews) if in_service(crew.state, crew.ship) else so_far
    left = whole if there else 0
    return Modifier(f"{there} of {card.crews} crews", signed(left - so_far), left) if left != so_far else None


def helpers_modifier(check: Check, so_far: int) -> Modifier | None:
    """Two crews make the work of a gang easier by one (20.1-c, -d), two at the pumps keep more water out (20.1-b)."""
    at_it = crew_tasks(check.state, check.ship).get(PUMP, 0) if check.kind == "sinking" else check.crews
    eased = at_it // CREWS_FOR_ONE
    return Modifier(f"{at_it} crews", f"−{eased}", so_far - eased) if eased else None


def fire_gangs_modifier(crew: Aboard, so_far: int) -> Modifier | None:
    """Each fire may be fought by a gang of its own (AMB-31, AMB-184)."""
    fires = crew.state.ships[crew.ship].fires
    return Modifier("a gang for each fire", f"+{fires - so_far}", fires) if fires > so_far else None


DICE_RULE = ModifierRule("crews", "SOTL-20.1-e", empty_decks_modifier, after=("range",))
BOARDING_RULE = ModifierRule("crews", "SOTL-20.2-a", boarders_modifier, after=("crew", "crews lost", "beaten"))
CHECK_RULE = ModifierRule("crews", "SOTL-20.1-b", helpers_modifier, after=("failed before",))
FIRE_GANGS_RULE = ModifierRule("fires", "AMB-184", fire_gangs_modifier, after=("crew",))


class CrewsSent(ShipEvent, frozen=True, kw_only=True):
    """Crews of a ship are busy until the next Crew Phase opens (AMB-183)."""

    task: str
    crews: int
    rule: str = "SOTL-20.1-g"


class DefendersNamed(ShipEvent, frozen=True, kw_only=True):
    """So many crews resist boarders, besides those that fight already (20.2-b)."""

    crews: int
    rule: str = "SOTL-20.2-b"


class CrewsReturned(ShipEvent, frozen=True, kw_only=True):
    """Crews have done their tasks (AMB-183, AMB-218)."""

    fighting: int = 0
    """Still in a fight on deck."""
    rule: str = "SOTL-20.1-g"


class TasksCut(ShipEvent, frozen=True, kw_only=True):
    """Of crews that were busy some are dead (AMB-181)."""

    tasks: dict[str, int]
    """How many are left at each."""
    rule: str = "AMB-181"


class PrizeManned(ShipEvent, frozen=True, kw_only=True):
    """So many crews of a captor went aboard a prize, whose own are prisoners (AMB-188)."""

    by: str
    crews: int
    rule: str = "AMB-188"


class PrisonersFreed(ShipEvent, frozen=True, kw_only=True):
    """The crews of a ship that was retaken are free; the prize crew is lost (AMB-188)."""

    crews: int
    rule: str = "AMB-188"


class CrewsTransferred(ShipEvent, frozen=True, kw_only=True):
    """Crews went over to a friend; they are busy for the rest of the phase (AMB-107, AMB-189)."""

    to: str
    crews: int
    rule: str = "AMB-189"


def _set_tasks(state: State, key: str, busy: dict[str, int], **marks: object) -> State:
    duties = replace(state.ships[key].duties or Duties(), tasks=busy)
    return with_ship(state, key, duties=duties if duties != Duties() else UNSET, **marks)


def _add_to_task(state: State, key: str, task: str, more: int) -> State:
    busy = crew_tasks(state, key)
    return _set_tasks(state, key, {**busy, task: busy.get(task, 0) + more})


def _apply_defenders_named(state: State, event: DefendersNamed) -> State:
    fighting = _add_to_task(state, event.ship, FIGHT, event.crews)
    return with_ship(fighting, event.ship, tried=(*state.ships[event.ship].tried, DEFENDED))


def _apply_crews_returned(state: State, event: CrewsReturned) -> State:
    goes_on = any(event.ship in (*one.attackers, *one.defenders) for one in state.melees)
    named = event.fighting or (goes_on and FIGHT in crew_tasks(state, event.ship))
    return _set_tasks(state, event.ship, {FIGHT: event.fighting} if named else {})


def _apply_tasks_cut(state: State, event: TasksCut) -> State:
    return _set_tasks(state, event.ship, event.tasks)


def _apply_prize_manned(state: State, event: PrizeManned) -> State:
    """A captor whose crews are all busy sends fighters (AMB-188)."""
    left, busy = crews_aboard(state, event.by) - event.crews, crew_tasks(state, event.by)
    short = max(0, sum(busy.values()) - left)
    if short:
        busy = {**busy, FIGHT: busy.get(FIGHT, 0) - short}
    duties = Duties(prisoners=crews_aboard(state, event.ship))
    return with_ship(_set_tasks(state, event.by, busy, crews=left), event.ship, crews=event.crews, duties=duties)


def _apply_prisoners_freed(state: State, event: PrisonersFreed) -> State:
    return with_ship(state, event.ship, crews=event.crews, duties=UNSET)


def _apply_crews_transferred(state: State, event: CrewsTransferred) -> State:
    state = with_ship(state, event.ship, crews=crews_aboard(state, event.ship) - event.crews)
    taken = with_ship(state, event.to, crews=crews_aboard(state, event.to) + event.crews)
    return _add_to_task(taken, event.to, TRANSFER, event.crews)


_TASK_VERBS = {
    "pump": ("mans the pumps", "man the pumps"),
    "gang": ("is sent to work", "are sent to work"),
    "fight": ("gathers to fight", "gather to fight"),
}
"""Task: what one crew does, and what several do."""


def _format_crews(state: State, ship: str, crews: int, one: str, several: str) -> str:
    """So many crews of a ship, and what they do."""
    return f"{capital(count(crews, 'crew'))} of {name(state, ship)} {one if crews == 1 else several}"


def _describe_crews_sent(state: State, event: CrewsSent) -> str:
    return f"{_format_crews(state, event.ship, event.crews, *_TASK_VERBS[event.task])}."


def _describe_defenders_named(state: State, event: DefendersNamed) -> str:
    return f"{name(state, event.ship)} meets the boarders with {count(event.crews, 'crew')}."


def _describe_crews_returned(state: State, event: CrewsReturned) -> str:
    fight = "fights on" if event.fighting == 1 else "fight on"
    still = f", {count(event.fighting, 'crew')} {fight}" if event.fighting else ""
    return f"The crews of {name(state, event.ship)} are back at their guns{still}."


def _describe_tasks_cut(state: State, event: TasksCut) -> str:
    alone = event.tasks.get(FIGHT) == 0
    return f"Nobody of {name(state, event.ship)} is left in the fight; she may send others." if alone else ""


def _describe_prize_manned(state: State, event: PrizeManned) -> str:
    if not event.crews:
        return f"{name(state, event.by)} has no crew to spare for {name(state, event.ship)}; she drifts."
    return f"{_format_crews(state, event.by, event.crews, 'takes', 'take')} over {name(state, event.ship)}."


def _describe_prisoners_freed(state: State, event: PrisonersFreed) -> str:
    return f"{_format_crews(state, event.ship, event.crews, 'is', 'are')} free again."


def _describe_crews_transferred(state: State, event: CrewsTransferred) -> str:
    return f"{_format_crews(state, event.ship, event.crews, 'goes', 'go')} over to {name(state, event.to)}."


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
    """Why so many crews cannot be sent, or None; one where nothing is said."""
    wanted, left, who = 1 if crews is UNSET else crews, free_crews(state, key), state.cards[key].name
    if wanted < 1:
        return Refused(rule, "At least one crew must go.", f"{wanted} ordered", (key,))
    if wanted > left:
        return Refused(rule, f"{who} has not so many crews free.", f"{wanted} ordered, {left} free", (key,))
    return None


def check_crew_aboard(state: State, command: ShipCommand) -> Refused | None:
    """Somebody must be aboard to carry out an order (AMB-184, AMB-190)."""
    if command.ship not in state.ships or crews_aboard(state, command.ship):
        return None
    return Refused("AMB-190", f"There is no crew aboard {state.cards[command.ship].name}.", pieces=(command.ship,))
