"""Crews of a ship: their places, the tasks that they can be sent to, and forecasts of fights on deck (4.3, 20)."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line.chapters import boarding, grappling, orders, victory
from tabletop.games.ships_of_the_line.chapters.optional import crews as module
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, complement
from tabletop.games.ships_of_the_line.chapters.optional.crews.fights import LEAD_TO_CAPTURE
from tabletop.games.ships_of_the_line.commands import Board, ClearRigging, Defend, FightFire
from tabletop.games.ships_of_the_line.model import State, is_in_service, side_of, with_ship
from tabletop.games.ships_of_the_line.rule_modules import fatigue_limit, rules_of
from tabletop.games.ships_of_the_line.ship import Duties, Side, find_masked_broadsides
from tabletop.games.ships_of_the_line.survey.odds import chance_of_faces, chance_to_carry, chance_to_pass, suppose_fight
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.games.ships_of_the_line.tables import SINKING, SINKS_AT_OR_ABOVE, Check

_TASK_OF_ORDER: dict[type[Command], str] = {
    Board: complement.FIGHT,
    Defend: complement.FIGHT,
    Pump: complement.PUMP,
    ClearRigging: complement.GANG,
    FightFire: complement.GANG,
    TransferCrews: complement.TRANSFER,
}
_PLACE_WORDS = {
    complement.PUMP: "at the pumps",
    complement.GANG: "in gangs",
    complement.FIGHT: "fighting",
    complement.TRANSFER: "gone over",
}


class CrewPost(NamedTuple):
    """A group of crews of one ship in one place; `place` is in words, for example ``at the pumps``.

    Attributes:
        is_at_guns: True for crews at the guns.
        is_away: True for crews at a task.
    """

    crews: int
    place: str
    is_at_guns: bool = False
    is_away: bool = False


def has_crew_rules(state: State) -> bool:
    """Return True if crews are counted in this battle."""
    return module.MODULE in rules_of(state).modules


def task_of(order: Command) -> str:
    """Return the task to which `order` sends crews, or "" if the command sends none."""
    return _TASK_OF_ORDER.get(type(order), "")


def is_fight_order(order: Command) -> bool:
    """Return True if `order` sends crews into a fight on deck."""
    return _TASK_OF_ORDER.get(type(order)) == complement.FIGHT


def is_pump_order(order: Command) -> bool:
    """Return True if `order` sends crews to the pumps."""
    return _TASK_OF_ORDER.get(type(order)) == complement.PUMP


def find_crew_posts(state: State, key: str) -> tuple[CrewPost, ...]:
    """Return the groups of crews of a ship, gun crews first, empty ones left out.

    Returns () if crews are not counted.
    """
    return tuple(one for one in _list_crew_posts(state, key) if one.crews) if has_crew_rules(state) else ()


def _list_crew_posts(state: State, key: str) -> Iterator[CrewPost]:
    """Yield the crews at the guns, those at hand, then those at each task; groups may be empty."""
    guns, busy = complement.count_manned_decks(state, key), complement.crew_tasks(state, key)
    yield CrewPost(guns, "at the guns", is_at_guns=True)
    yield CrewPost(complement.crews_aboard(state, key) - guns - sum(busy.values()), "at hand")
    yield from (CrewPost(crews, _PLACE_WORDS[task], is_away=True) for task, crews in busy.items())


def with_crews_assigned(state: State, ship: str, order: Command, crews: int) -> State:
    """Return a copy of the state with `crews` more crews on the task of `order`. Checks nothing.

    Raises KeyError for a command that sends no crews.
    """
    task, busy = _TASK_OF_ORDER[type(order)], complement.crew_tasks(state, ship)
    duties = state.ships[ship].duties or Duties()
    return with_ship(state, ship, duties=replace(duties, tasks={**busy, task: busy.get(task, 0) + crews}))


def chance_to_sink(state: State, key: str) -> Fraction:
    """Return the chance that a ship that rolls in the sinking zone sinks, helped by her pumps (4.4.1-d).

    The first roll must give "again"; the second is eased by the crews at the pumps (20.1-b).
    """
    again = chance_of_faces(sum(result == "again" for result in SINKING.values()))
    return again * (1 - chance_to_pass(Check(state, key, "sinking", 1), SINKS_AT_OR_ABOVE - 1))


CrewOrder = Pump | ClearRigging | FightFire | Board | Defend | TransferCrews
PUMP, GANG, FIGHT, TRANSFER = complement.PUMP, complement.GANG, complement.FIGHT, complement.TRANSFER
TASKS = (PUMP, GANG, FIGHT, TRANSFER)
"""In the order in which they stand on the card."""
_STEPS = {
    PUMP: ("flood",),
    GANG: ("unrig", "extinguish"),
    FIGHT: ("board",),
    TRANSFER: ("grapple",),
}
"""The steps of the Crew Phase in which each is ordered."""
_NOTHING_TO_DO = {
    GANG: Refused("SOTL-20.1-c", "She has no wreckage and no fire aboard."),
    FIGHT: Refused("SOTL-4.3-a", "No enemy is grappled."),
    TRANSFER: Refused("AMB-189", "No friend is grappled."),
}
_STEP_OVER = Refused("AMB-183", "That step is over. You can send crews in the next Crew Phase.")
_SHORT_REASONS = {
    GANG: "no work",
    FIGHT: "no grapple",
    TRANSFER: "no friend fast",
    "AMB-185": "no danger",
    "SOTL-7-e": "exhausted",
    "AMB-45": "in a fight",
}
"""Short reasons why no crew can be sent, by task or by the rule of the refusal."""


class CrewTask(NamedTuple):
    """A task for the crews of a ship: how many are busy with it and how many may still be sent.

    Attributes:
        task: id of the task.
        crews: crews that are busy with it.
        max_crews: most crews that could be sent now or in a later step of this phase, if none goes elsewhere.
        is_open: True if the task can be ordered in the present step.
        refusal: reason why no crew can be sent, or None.
        reason: the refusal in a word or two, or "".
    """

    task: str
    crews: int
    max_crews: int
    is_open: bool
    refusal: Refused | None
    reason: str


class IdleCrews(NamedTuple):
    """The crews without a task, at the guns and at hand.

    Attributes:
        guns: crews at the guns.
        decks: gun decks of the ship.
        at_hand: crews neither at the guns nor at a task.
    """

    guns: int
    decks: int
    at_hand: int


class ReducedShip(NamedTuple):
    """The strength of a ship while some of her crews are away.

    Attributes:
        dice: dice of one broadside by range, from the nearest.
        boarding: boarding strength.
        fatigue: fatigue of the crew after the commands that send crews.
        chance_to_sink: chance that the ship sinks this turn by the roll in the sinking zone; None if she does
            not roll.
    """

    dice: tuple[int, ...]
    boarding: int
    fatigue: int
    chance_to_sink: Fraction | None


@cache_per_state
def find_crew_tasks(state: State, key: str) -> tuple[CrewTask, ...]:
    """Return every task for crews of the ship `key`, in the order of the card. Cached by state."""
    busy = complement.crew_tasks(state, key)
    found = ((task, *_find_opening(state, key, task)) for task in TASKS)
    return tuple(
        CrewTask(
            task,
            busy.get(task, 0),
            most,
            now,
            refused,
            _summarize_refusal(state, key, task, refused) if refused else "",
        )
        for task, most, now, refused in found
    )


def _summarize_refusal(state: State, key: str, task: str, refused: Refused) -> str:
    """Return the refusal in a word or two: "step over", "none free", a known reason or "not now"."""
    if refused is _STEP_OVER:
        return "step over"
    if not complement.free_crews(state, key):
        return "none free"
    return _SHORT_REASONS.get(task if refused is _NOTHING_TO_DO.get(task) else refused.rule, "not now")


def _find_opening(state: State, key: str, task: str) -> tuple[int, bool, Refused | None]:
    """Return (most crews to send, True if the task can be ordered now, refusal or None).

    Looks at the commands of the task; the first that is legal with some number counts. If all are refused, the
    last refusal is returned; once the steps of the task are over, `_STEP_OVER`.
    """
    steps = list(rules_of(state).phases)
    there, last = steps.index(state.phase), max(steps.index(step) for step in _STEPS[task])
    if there > last:
        return 0, False, _STEP_OVER
    refused = _NOTHING_TO_DO.get(task)
    for order in _list_task_orders(state, side_of(state, key), key, task):
        able = [
            number
            for number in range(1, complement.free_crews(state, key) + 1)
            if not _find_refusal(state, order, number)
        ]
        if able:
            return able[-1], state.phase in _STEPS[task], None
        refused = _find_refusal(state, order, 1)
    return 0, state.phase in _STEPS[task], refused


def _find_refusal(state: State, order: CrewOrder, crews: int) -> Refused | None:
    """Return why the command's check or a rule module refuses `order` with `crews` crews, or None.

    The step in which the command belongs does not matter.
    """
    order = replace(order, crews=crews)
    return rules_of(state).command_handlers.check(state, order) or orders.find_objection(state, order)


def _list_task_orders(state: State, side: Side, key: str, task: str) -> Iterator[CrewOrder]:
    """Yield the commands that could send crews to a task, with 1 crew or no number. Checks nothing."""
    question = state.question
    if task == PUMP:
        yield Pump(side, key, crews=1)
    elif task == TRANSFER:
        yield from (TransferCrews(side, key, to=other, crews=1) for other in grappling.find_grappled_ships(state, key))
    elif task == FIGHT and question and question.kind == "defend" and question.ship == key:
        yield Defend(side, crews=1)
    elif task == FIGHT:
        yield from (Board(side, key, target=one) for one in sorted(boarding.decks_in_reach(state, key)))
    else:
        yield from (ClearRigging(side, key, over) for over in sorted(find_masked_broadsides(state.ships[key])))
        if state.ships[key].fires:
            yield FightFire(side, key)


def count_idle_crews(state: State, key: str, sent: Mapping[str, int]) -> IdleCrews:
    """Return the crews at the guns and at hand once `sent` (task to crews) are sent."""
    busy, there, decks = complement.crew_tasks(state, key), complement.crews_aboard(state, key), state.cards[key].decks
    away = {task: busy.get(task, 0) + sent.get(task, 0) for task in {*busy, *sent}}
    guns = complement.crews_at_guns(decks, there, away)
    return IdleCrews(guns, decks, there - sum(away.values()) - guns)


def forecast_reduced_ship(state: State, key: str, sent: Mapping[str, int]) -> ReducedShip:
    """Return the strength of the ship once `sent` (task to crews) are sent. All else stays.

    Each task that gets crews costs one fatigue, up to the limit.
    """
    busy, duties = complement.crew_tasks(state, key), state.ships[key].duties or Duties()
    more = {task: busy.get(task, 0) + crews for task, crews in sent.items() if crews}
    supposed = with_ship(state, key, duties=replace(duties, tasks={**busy, **more}))
    had = compute_strength(supposed, key)
    tested = is_in_service(state, key) and victory.must_roll_for_sinking(state, key)
    tired = min(had.fatigue_limit, state.ships[key].fatigue + len(more))
    return ReducedShip(tuple(had.dice.values()), had.boarding, tired, chance_to_sink(supposed, key) if tested else None)


class FightParty(NamedTuple):
    """One side of a fight on deck.

    Attributes:
        ships: ships of the side in key order.
        is_boarding: True if some ship of the side boards; else the side resists.
        strength: sum of boarding strengths.
        crews: crews in the fight; 0 if crews are not counted.
        column: ratio by which the side throws, as ``2-1``; "" if the side is too weak to fight.
        needed: the throw must be at most this number; 0 without a column.
        chance: chance of such a throw.
        tired_ships: ships that this round brings to their fatigue limit, so that they cannot capture
            afterwards.
    """

    ships: tuple[str, ...]
    is_boarding: bool
    strength: int
    crews: int
    column: str
    needed: int
    chance: Fraction
    tired_ships: tuple[str, ...]


class FightForecast(NamedTuple):
    """A fight on deck before the dice are thrown.

    Attributes:
        ours: the side that gives the order.
        theirs: the other side.
        rounds: rounds fought before.
        advantage: rounds by which the boarders lead; None if one round decides.
        wanted: lead that takes a ship.
    """

    ours: FightParty
    theirs: FightParty
    rounds: int
    advantage: int | None
    wanted: int = LEAD_TO_CAPTURE


def forecast_fight(state: State, order: Board | Defend) -> FightForecast:
    """Return the fight that `order` leads to, if the target does not board as well.

    Raises ValueError if the order leads to no fight.
    """
    supposed, fight = suppose_fight(state, order)
    sides = (fight.attackers, fight.defenders), (fight.defenders, fight.attackers)
    found = {
        side_of(state, own[0]): _build_party(supposed, own, other, fight.boarders, rules_of(state).fights.tired(fight))
        for own, other in sides
    }
    ours = found.pop(order.side)
    (theirs,) = found.values()
    return FightForecast(ours, theirs, fight.rounds, fight.advantage if has_crew_rules(state) else None)


def _build_party(
    state: State, ships: tuple[str, ...], against: tuple[str, ...], boarders: tuple[str, ...], tires: tuple[str, ...]
) -> FightParty:
    """Return one side of a fight; `tires` are the ships that the round tires."""
    column = boarding.find_column(state, ships, against)
    crews = sum(complement.fighting_crews(state, key) for key in ships) if has_crew_rules(state) else 0
    tired = [key for key in ships if key in tires and state.ships[key].fatigue + 1 == fatigue_limit(state, key)]
    return FightParty(
        ships,
        any(key in boarders for key in ships),
        boarding.total_strength(state, ships),
        crews,
        column.label if column else "",
        column.needed if column else 0,
        chance_to_carry(state, ships, against),
        tuple(tired),
    )
