"""Trafalgar, rule 1: ships that make up their minds whether to fight at all (T-R1, AMB-111, AMB-200, AMB-212)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from annotated_types import MaxLen

from tabletop.core.command_context import FollowUp
from tabletop.core.document import Path
from tabletop.core.naming import did_you_mean
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir import waiting
from tabletop.games.ships_of_the_line.chapters.optional.dumanoir.events import (
    EVENT_HANDLERS,
    Choice,
    ChoiceRolled,
    FleetAttacked,
    IndecisionEnded,
    Provoked,
    hesitation,
)
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import STEP, flight
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking.events import FLIGHT, FlightBegan
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.boarding import BoardingDeclared, ShipsGrappled
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.modifiers import Check, Modifier, ModifierRule, ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.rule_modules import Entry, Mark, RuleModule
from tabletop.games.ships_of_the_line.ship import Hesitation
from tabletop.games.ships_of_the_line.state import Context, State, side_of, with_ship

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.scenario import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData

WITHDRAWS, JOINS = 2, 5
"""SOTL-T-R1: at most, and at least."""

WITHOUT_FLAGSHIP = -1
"""SOTL-T-R1: the enemy has taken or sunk her."""

_Key = Annotated[str, MaxLen(24)]
UNDECIDED: Entry[tuple[str, ...]] = Entry(
    "undecided", Annotated[tuple[_Key, ...], MaxLen(120)], (), "Ships that have yet to choose whether to fight (T-R1)."
)
FLAGSHIP: Entry[str] = Entry("flagship", _Key, "", "The ship without which they are likelier to withdraw (T-R1).")


def _begins(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - the battle has all that the file says
    for key in UNDECIDED.of(state):
        state = with_ship(state, key, hesitation=Hesitation())
    return state


def fired(turn: Context, event: BroadsideFired) -> None:
    """Whoever fires at one of the fleet rouses them all, and provokes the ship that he fires at."""
    if event.target in turn.state.ships:  # not a battery
        _attack(turn, event.ship, event.target)
        _provoke(turn, event.ship, event.target)


def boards(turn: Context, event: BoardingDeclared) -> None:
    """So does whoever boards."""
    _attack(turn, event.ship, event.target)


def grappled(turn: Context, event: ShipsGrappled) -> None:
    """Grapples alone rouse nobody else (AMB-111)."""
    if not event.friendly:
        _provoke(turn, event.ship, event.target)


def _attack(turn: Context, by: str, target: str) -> None:
    state = turn.state
    side = state.cards[target].side
    calm = [key for key in state.ships if (found := hesitation(state, key)) and not found.roused]
    if side_of(state, by) != side and any(state.cards[key].side == side for key in calm):
        turn.emit(FleetAttacked(ship=by, target=target))


def _provoke(turn: Context, by: str, key: str) -> None:
    found = hesitation(turn.state, key)
    if found and waiting.undecided(turn.state, key) and by not in found.attackers:
        turn.emit(Provoked(ship=key, by=by))


def fled(turn: Context, event: FlightBegan) -> None:
    """Who is put to flight has nothing left to choose."""
    if waiting.undecided(turn.state, event.ship):
        turn.emit(IndecisionEnded(ship=event.ship))


def choose(turn: Context) -> None:
    """At the end of the first turn in which the fleet was attacked, and of each later one, in key order."""
    for key in turn.state.ships:
        found = hesitation(turn.state, key)
        if found and found.roused and waiting.undecided(turn.state, key):
            _roll(turn, key)


def _roll(turn: Context, key: str) -> None:
    check = Check(turn.state, key, "choice", turn.d6())
    modifiers = rules_of(turn.state).sums.check.working(check)
    result = _choice(modifiers[-1].value)
    turn.emit(ChoiceRolled(ship=key, die=check.die, modifiers=modifiers, result=result))
    if result == "withdraws":
        flight.flee(turn, key, "AMB-200")


def _choice(value: int) -> Choice:
    if value <= WITHDRAWS:
        return "withdraws"
    return "joins" if value >= JOINS else "waits"


def _without_flagship(roll: Check, so_far: int) -> Modifier | None:
    flagship = FLAGSHIP.of(roll.state)
    if roll.kind != "choice" or flagship not in roll.state.ships:
        return None
    if roll.state.ships[flagship].status not in ("sunk", "exploded", "captured"):
        return None
    lost = f"{roll.state.cards[flagship].name} is lost"
    return Modifier(lost, "−1", so_far + WITHOUT_FLAGSHIP)


def _marks(state: State, key: str) -> Iterator[Mark]:
    found = hesitation(state, key)
    if waiting.undecided(state, key):
        meaning = (
            "She sails on as she lies and fires only at ships that have attacked her. Once the fleet has been attacked "
            f"a die is rolled as each turn ends: up to {WITHDRAWS} she withdraws, from {JOINS} she joins the battle."
        )
        yield Mark("Resolve", "undecided", meaning, "SOTL-T-R1", "?")
    elif found and found.state != "over":
        yield Mark("Resolve", found.state, MODULE.note, "SOTL-T-R1")


def _inert(state: State) -> str:
    return "" if UNDECIDED.of(state) else "No ship is undecided in this battle."


def _problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    """Ships that are there, each named once."""
    keys, seen = [ship.key for ship in data.ships], set[str]()
    for place, key in enumerate(UNDECIDED.said(data)):
        path = (UNDECIDED.key, place)
        if key not in keys:
            yield path, f"unknown ship '{key}'{did_you_mean(key, keys)}"
        elif key in seen:
            yield path, f"{key} is named twice"
        seen.add(key)
    flagship = FLAGSHIP.said(data)
    if flagship and flagship not in keys:
        yield (FLAGSHIP.key,), f"unknown ship '{flagship}'{did_you_mean(flagship, keys)}"


MODULE = RuleModule(
    id="dumanoir",
    rule="SOTL-T-R1",
    words="Dumanoir's division",
    note="Undecided ships hold their course until a die makes them join the battle or withdraw from it.",
    group="Trafalgar",
    begins=_begins,
    inert=_inert,
    phases=(STEP,),
    opening={"movement": flight.choose_anew},
    closing={STEP.id: choose},
    unordered=waiting.run_on,
    duties={"movement": flight.sail},
    silences=(waiting.silent,),
    amendments=(*waiting.AMENDMENTS, *flight.AMENDMENTS),
    event_handlers=(*FLIGHT, *EVENT_HANDLERS),
    sequels=(
        FollowUp(BroadsideFired, fired),
        FollowUp(BoardingDeclared, boards),
        FollowUp(ShipsGrappled, grappled),
        FollowUp(FlightBegan, fled),
        *flight.SEQUELS,
    ),
    scenario=(UNDECIDED, FLAGSHIP),
    problems=_problems,
    marks=_marks,
    sums=ModifierTables(
        check=ModifierTable((ModifierRule("flagship", "SOTL-T-R1", _without_flagship, after=("die", "leader")),))
    ),
)
