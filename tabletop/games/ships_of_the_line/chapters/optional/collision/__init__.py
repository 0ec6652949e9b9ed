"""Chapter 10: ships that run into each other are damaged and hang fast (AMB-90 to 92, AMB-156 to 159, AMB-210)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from annotated_types import MaxLen
from msgspec.structs import replace

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import Case, by_kind
from tabletop.core.document import Path
from tabletop.core.naming import did_you_mean
from tabletop.games.ships_of_the_line import phases
from tabletop.games.ships_of_the_line.chapters.headway import towed_by
from tabletop.games.ships_of_the_line.chapters.optional.collision import fouling, ramming
from tabletop.games.ships_of_the_line.chapters.optional.collision.events import EVENT_HANDLERS
from tabletop.games.ships_of_the_line.chapters.orders import each_ship
from tabletop.games.ships_of_the_line.commands import GrappleShip, MakeFastTow, Transfer
from tabletop.games.ships_of_the_line.events.losses import ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.events.movement import ShipLeft
from tabletop.games.ships_of_the_line.rule_modules import CommandExtension, Entry, Hold, Mark, RuleModule
from tabletop.games.ships_of_the_line.state import Fouling, State
from tabletop.games.ships_of_the_line.words import name, names

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.scenario import Scenario
    from tabletop.games.ships_of_the_line.schema import ScenarioData

_Key = Annotated[str, MaxLen(24)]
FOULED: Entry[tuple[tuple[str, str], ...]] = Entry(
    "fouled",
    Annotated[tuple[tuple[_Key, _Key], ...], MaxLen(60)],
    (),
    "Pairs of ships that hang fast to each other when the battle begins, by key (10).",
)


def _begins(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - the battle has all that the file says
    pairs = tuple(Fouling(first, second) for first, second in FOULED.of(state))
    return replace(state, foulings=pairs) if pairs else state


def _problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    """Both must be there, two of them, and once."""
    keys, seen = [ship.key for ship in data.ships], list[frozenset[str]]()
    for place, pair in enumerate(FOULED.said(data)):
        for which, key in enumerate(pair):
            if key not in keys:
                yield (FOULED.key, place, which), f"unknown ship '{key}'{did_you_mean(key, keys)}"
        if pair[0] == pair[1]:
            yield (FOULED.key, place), f"{pair[0]} cannot be foul of herself"
        if frozenset(pair) in seen:
            yield (FOULED.key, place), f"{pair[0]} and {pair[1]} are foul of each other already"
        seen.append(frozenset(pair))


def _marks(state: State, key: str) -> Iterator[Mark]:
    if others := fouling.fouled_with(state, key):
        meaning = "Fouled ships do not move, tow or use boats; they may fire, and each tries once a turn to come clear."
        yield Mark("Fouled", f"with {names(state, others)}", meaning, "AMB-158")


def _label(state: State, order: fouling.Unfoul) -> tuple[str, str]:
    odds = f"{fouling.chances(state, order)} of 6, fatigue +1"
    return f"Come clear of {name(state, order.other)}", f"Crews cut the two ships apart: {odds}; it counts at once."


MODULE = RuleModule(
    id="collision",
    rule="SOTL-10",
    words="Collisions",
    note="Ships that run into an enemy are damaged on 3 or more and hang fast to her until one comes clear.",
    group="Ships",
    begins=_begins,
    phases=(phases.UNFOUL,),
    holds=(
        Hold(lambda state, key: bool(fouling.fouled_with(state, key)), "SOTL-10-i", "She is foul of another ship."),
        Hold(
            lambda state, key: bool(fouling.fouled_with(state, towed_by(state, key))),
            "AMB-159",
            "The ship in tow is foul of another; she stays, or casts off.",
        ),
    ),
    moved={"collisions": ramming.collide},
    command_handlers=(CommandHandler(fouling.Unfoul, fouling.check, fouling.unfoul),),
    orders={phases.UNFOUL.id: ("unfoul",)},
    labels=by_kind(Case(fouling.Unfoul, _label)),
    amendments=(
        CommandExtension(MakeFastTow, check=fouling.check_tow),
        CommandExtension(GrappleShip, check=fouling.check_make_fast),
        CommandExtension(Transfer, check=fouling.check_alongside),
    ),
    choices={phases.UNFOUL.id: each_ship(fouling.choices_of)},
    event_handlers=EVENT_HANDLERS,
    sequels=tuple(FollowUp(lost, fouling.part) for lost in (ShipSunk, ShipExploded, ShipLeft)),
    scenario=(FOULED,),
    problems=_problems,
    marks=_marks,
)
