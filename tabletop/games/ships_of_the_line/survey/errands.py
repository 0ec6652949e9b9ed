"""What the crews of a ship can be sent to, and what she is left with while they are away (20.1, 20.2)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.chapters import boarding, grappling, orders, victory
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, complement
from tabletop.games.ships_of_the_line.commands import Board, ClearRigging, Defend, FightFire
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Duties, Side, masked_broadsides
from tabletop.games.ships_of_the_line.state import State, is_in_service, side_of, with_ship
from tabletop.games.ships_of_the_line.survey.card import strength
from tabletop.games.ships_of_the_line.survey.manning import sinks

Sending = Pump | ClearRigging | FightFire | Board | Defend | TransferCrews
PUMP, GANG, FIGHT, TRANSFER = complement.PUMP, complement.GANG, complement.FIGHT, complement.TRANSFER
TASKS = (PUMP, GANG, FIGHT, TRANSFER)
"""In the order in which they stand on the card."""
_STEPS = {
    PUMP: ("flood",), GANG: ("unrig", "extinguish"), FIGHT: ("board",),
    TRANSFER: ("grapple",),
}  # fmt: skip
"""The steps of the Crew Phase in which each is ordered."""
_NOTHING = {
    GANG: Refused("SOTL-20.1-c", "There is neither wreckage nor fire aboard her."),
    FIGHT: Refused("SOTL-4.3-a", "No enemy is grappled."),
    TRANSFER: Refused("AMB-189", "No friend is grappled."),
}
_OVER = Refused("AMB-183", "That step is over; crews are sent in the next Crew Phase.")
_WHY = {
    GANG: "no work", FIGHT: "no grapple", TRANSFER: "no friend fast",
    "AMB-185": "no danger", "SOTL-7-e": "exhausted", "AMB-45": "in a fight",
}  # fmt: skip
"""Why nobody can be sent, in a word or two: a task for which there is nothing to do, or the rule of a refusal."""


class Errand(NamedTuple):
    """A task for crews of a ship.

    Attributes:
        task: its id.
        at_it: crews that are busy with it.
        most: how many could be sent to it now, or in a later step of this phase, if none goes elsewhere.
        now: its step is the one that is asked.
        refused: why nobody can be sent, None where somebody can; `why` is that in a word or two.
    """

    task: str
    at_it: int
    most: int
    now: bool
    refused: Refused | None
    why: str


class Resting(NamedTuple):
    """Crews without a task: those at the guns, on how many decks, and those at hand."""

    guns: int
    decks: int
    hand: int


class Left(NamedTuple):
    """A ship while some of her crews are away.

    Attributes:
        dice: of one broadside by range, from the nearest.
        boarding: her strength in a fight on deck.
        fatigue: of her crew after the orders that send them.
        sinks: that she goes down this turn by the test of the sinking zone; None where she is not tested.
    """

    dice: tuple[int, ...]
    boarding: int
    fatigue: int
    sinks: Fraction | None


@per_state
def errands(state: State, key: str) -> tuple[Errand, ...]:
    """What the crews of a ship can be sent to."""
    busy = complement.crew_tasks(state, key)
    found = ((task, *_open(state, key, task)) for task in TASKS)
    return tuple(
        Errand(task, busy.get(task, 0), most, now, refused, _why(state, key, task, refused) if refused else "")
        for task, most, now, refused in found
    )


def _why(state: State, key: str, task: str, refused: Refused) -> str:
    if refused is _OVER:
        return "step over"
    if not complement.free_crews(state, key):
        return "none free"
    return _WHY.get(task if refused is _NOTHING.get(task) else refused.rule, "not now")


def _open(state: State, key: str, task: str) -> tuple[int, bool, Refused | None]:
    """How many could go, whether it is asked now, and why nobody can."""
    steps = list(rules_of(state).phases)
    there, last = steps.index(state.phase), max(steps.index(step) for step in _STEPS[task])
    if there > last:
        return 0, False, _OVER
    refused = _NOTHING.get(task)
    for order in _tries(state, side_of(state, key), key, task):
        able = [number for number in range(1, complement.free_crews(state, key) + 1) if not _bars(state, order, number)]
        if able:
            return able[-1], state.phase in _STEPS[task], None
        refused = _bars(state, order, 1)
    return 0, state.phase in _STEPS[task], refused


def _bars(state: State, order: Sending, crews: int) -> Refused | None:
    """Why so many cannot be sent, whatever step is asked."""
    order = replace(order, crews=crews)
    return rules_of(state).command_handlers.check(state, order) or orders.find_objection(state, order)


def _tries(state: State, side: Side, key: str, task: str) -> Iterator[Sending]:
    """The orders that send crews to a task."""
    question = state.question
    if task == PUMP:
        yield Pump(side, key, crews=1)
    elif task == TRANSFER:
        yield from (TransferCrews(side, key, to=to, crews=1) for to in grappling.grappled_ships(state, key))
    elif task == FIGHT and question and question.kind == "defend" and question.ship == key:
        yield Defend(side, crews=1)
    elif task == FIGHT:
        yield from (Board(side, key, target=one) for one in sorted(boarding.decks_in_reach(state, key)))
    else:
        yield from (ClearRigging(side, key, over) for over in sorted(masked_broadsides(state.ships[key])))
        if state.ships[key].fires:
            yield FightFire(side, key)


def at_rest(state: State, key: str, sent: Mapping[str, int]) -> Resting:
    """Those of her crews who have no task when so many are sent to each."""
    busy, there, decks = complement.crew_tasks(state, key), complement.crews_aboard(state, key), state.cards[key].decks
    away = {task: busy.get(task, 0) + sent.get(task, 0) for task in {*busy, *sent}}
    guns = complement.crews_at_guns(decks, there, away)
    return Resting(guns, decks, there - sum(away.values()) - guns)


def left(state: State, key: str, sent: Mapping[str, int]) -> Left:
    """A ship as she would be with so many crews more at each task; nothing else comes of it."""
    busy, duties = complement.crew_tasks(state, key), state.ships[key].duties or Duties()
    more = {task: busy.get(task, 0) + crews for task, crews in sent.items() if crews}
    supposed = with_ship(state, key, duties=replace(duties, tasks={**busy, **more}))
    had = strength(supposed, key)
    tested = is_in_service(state, key) and victory.must_roll_for_sinking(state, key)
    tired = min(had.fatigue, state.ships[key].fatigue + len(more))
    return Left(tuple(had.dice.values()), had.boarding, tired, sinks(supposed, key) if tested else None)
