"""Chapter 20: what can happen to the crews of a ship; told and applied here, decided elsewhere."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import EventHandler
from tabletop.core.phrases import capital, count
from tabletop.games.ships_of_the_line.chapters.optional.crews.complement import FIGHT, TRANSFER, aboard, tasks
from tabletop.games.ships_of_the_line.ship import DEFENDED, Duties
from tabletop.games.ships_of_the_line.state import ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import name


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


def _with_tasks(state: State, key: str, busy: dict[str, int], **marks: object) -> State:
    duties = replace(state.ships[key].duties or Duties(), tasks=busy)
    return with_ship(state, key, duties=duties if duties != Duties() else UNSET, **marks)


def _busier(state: State, key: str, task: str, more: int) -> State:
    busy = tasks(state, key)
    return _with_tasks(state, key, {**busy, task: busy.get(task, 0) + more})


def _named(state: State, event: DefendersNamed) -> State:
    fighting = _busier(state, event.ship, FIGHT, event.crews)
    return with_ship(fighting, event.ship, tried=(*state.ships[event.ship].tried, DEFENDED))


def _returned(state: State, event: CrewsReturned) -> State:
    goes_on = any(event.ship in (*one.attackers, *one.defenders) for one in state.melees)
    named = event.fighting or (goes_on and FIGHT in tasks(state, event.ship))
    return _with_tasks(state, event.ship, {FIGHT: event.fighting} if named else {})


def _cut(state: State, event: TasksCut) -> State:
    return _with_tasks(state, event.ship, event.tasks)


def _manned(state: State, event: PrizeManned) -> State:
    """A captor whose crews are all busy sends fighters (AMB-188)."""
    left, busy = aboard(state, event.by) - event.crews, tasks(state, event.by)
    short = max(0, sum(busy.values()) - left)
    if short:
        busy = {**busy, FIGHT: busy.get(FIGHT, 0) - short}
    duties = Duties(prisoners=aboard(state, event.ship))
    return with_ship(_with_tasks(state, event.by, busy, crews=left), event.ship, crews=event.crews, duties=duties)


def _freed(state: State, event: PrisonersFreed) -> State:
    return with_ship(state, event.ship, crews=event.crews, duties=UNSET)


def _transferred(state: State, event: CrewsTransferred) -> State:
    state = with_ship(state, event.ship, crews=aboard(state, event.ship) - event.crews)
    taken = with_ship(state, event.to, crews=aboard(state, event.to) + event.crews)
    return _busier(taken, event.to, TRANSFER, event.crews)


_TASKS = {
    "pump": ("mans the pumps", "man the pumps"),
    "gang": ("is sent to work", "are sent to work"),
    "fight": ("gathers to fight", "gather to fight"),
}
"""Task: what one crew does, and what several do."""


def _some(state: State, ship: str, crews: int, one: str, several: str) -> str:
    """So many crews of a ship, and what they do."""
    return f"{capital(count(crews, 'crew'))} of {name(state, ship)} {one if crews == 1 else several}"


def _sent_in_words(state: State, event: CrewsSent) -> str:
    return f"{_some(state, event.ship, event.crews, *_TASKS[event.task])}."


def _named_in_words(state: State, event: DefendersNamed) -> str:
    return f"{name(state, event.ship)} meets the boarders with {count(event.crews, 'crew')}."


def _returned_in_words(state: State, event: CrewsReturned) -> str:
    fight = "fights on" if event.fighting == 1 else "fight on"
    still = f", {count(event.fighting, 'crew')} {fight}" if event.fighting else ""
    return f"The crews of {name(state, event.ship)} are back at their guns{still}."


def _cut_in_words(state: State, event: TasksCut) -> str:
    alone = event.tasks.get(FIGHT) == 0
    return f"Nobody of {name(state, event.ship)} is left in the fight; she may send others." if alone else ""


def _manned_in_words(state: State, event: PrizeManned) -> str:
    if not event.crews:
        return f"{name(state, event.by)} has no crew to spare for {name(state, event.ship)}; she drifts."
    return f"{_some(state, event.by, event.crews, 'takes', 'take')} over {name(state, event.ship)}."


def _freed_in_words(state: State, event: PrisonersFreed) -> str:
    return f"{_some(state, event.ship, event.crews, 'is', 'are')} free again."


def _transferred_in_words(state: State, event: CrewsTransferred) -> str:
    return f"{_some(state, event.ship, event.crews, 'goes', 'go')} over to {name(state, event.to)}."


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(CrewsSent, lambda state, event: _busier(state, event.ship, event.task, event.crews), _sent_in_words),
    EventHandler(DefendersNamed, _named, _named_in_words),
    EventHandler(CrewsReturned, _returned, _returned_in_words),
    EventHandler(TasksCut, _cut, _cut_in_words),
    EventHandler(PrizeManned, _manned, _manned_in_words),
    EventHandler(PrisonersFreed, _freed, _freed_in_words),
    EventHandler(CrewsTransferred, _transferred, _transferred_in_words),
)
