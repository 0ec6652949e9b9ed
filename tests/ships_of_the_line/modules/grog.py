"""A rule module that is no rule of the book: tired crews may be served grog, and drink with the ship alongside.

It brings what a rule module can: a step of the turn and the question, commands, events, words and choices in it, a
command within a step of the basic game, a check of a command that is not its own, what comes of an event that is not
its own, a term of a sum, a key of scenario files, and a check of them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from annotated_types import Interval

from tabletop.core.command_context import FollowUp
from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.games.ships_of_the_line.chapters.grappling import find_grappled_ships
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, offer_for_each_ship
from tabletop.games.ships_of_the_line.commands import GrappleShip, ShipCommand
from tabletop.games.ships_of_the_line.events.boarding import QuestionAsked, ShipsParted
from tabletop.games.ships_of_the_line.hooks import CommandExtension, Entry, Phase, QuestionKind
from tabletop.games.ships_of_the_line.model import Context, Question, ShipEvent, State, side_of, with_ship
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.tables import Check, Modifier, ModifierRule, ModifierTable, ModifierTables
from tabletop.games.ships_of_the_line.words import describe_by, name_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

GROG = "grog"
RUM = Entry("rum", Annotated[int, Interval(ge=0, le=100)], 100, "Casks of rum that there are for all crews.")
STEP = Phase(GROG, "Crew", "initiative_first", ("serve_grog", "answer"), "Serve grog?", "TEST-1", after="reload")


class ServeGrog(ShipCommand, frozen=True):
    """Serve out grog aboard a ship; a ship fast to her is asked to drink with her."""


class PourAway(ShipCommand, frozen=True):
    """Pour the grog of a ship away, in the step in which wreckage is cleared."""


class GrogServed(ShipEvent, frozen=True, kw_only=True):
    """A crew drank."""

    rule: str = "TEST-1-a"


class GrogPouredAway(ShipEvent, frozen=True, kw_only=True):
    """A crew has no grog any more."""

    rule: str = "TEST-1-d"


def check_serve(state: State, command: ServeGrog) -> Refused | None:
    """Once a turn, for a crew that is tired."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    if GROG in state.ships[command.ship].tried or not RUM.state_value(state):
        return Refused("TEST-1-a", "Her grog is gone.", pieces=(command.ship,))
    tired = state.ships[command.ship].fatigue
    return None if tired else Refused("TEST-1-a", "Her crew is fresh.", f"fatigue {tired}, at least 1 needed")


def serve(turn: Context, command: ServeGrog) -> None:
    """The crew drinks; who is fast to her is asked first."""
    beside = next(iter(find_grappled_ships(turn.state, command.ship)), "")
    if beside and side_of(turn.state, beside) != command.side:
        question = Question(kind="toast", side=side_of(turn.state, beside), ship=command.ship, other=beside)
        turn.emit(QuestionAsked(question=question, rule="TEST-1-b"))
    else:
        turn.emit(GrogServed(ship=command.ship))


def check_pour(state: State, command: PourAway) -> Refused | None:
    """While there is any."""
    dry = GROG in state.ships[command.ship].tried
    return Refused("TEST-1-d", "Her grog is gone.") if dry else check_commanded(state, command.side, command.ship)


def pour(turn: Context, command: PourAway) -> None:
    """Nobody drinks."""
    turn.emit(GrogPouredAway(ship=command.ship))


def together(turn: Context, question: Question) -> None:
    """Both drink."""
    turn.emit(GrogServed(ship=question.ship))
    turn.emit(GrogServed(ship=question.other))


def alone(turn: Context, question: Question) -> None:
    """Only she who asked."""
    turn.emit(GrogServed(ship=question.ship))


def check_grapple(state: State, command: GrappleShip) -> Refused | None:
    """A crew at its grog throws no lines."""
    drunk = GROG in state.ships[command.ship].tried
    return Refused("TEST-1-c", "Her crew is at its grog.", pieces=(command.ship,)) if drunk else None


def spill(turn: Context, event: ShipsParted) -> None:
    """Where ships part, the grog of her who cast off goes overboard."""
    if GROG not in turn.state.ships[event.ship].tried:
        turn.emit(GrogPouredAway(ship=event.ship, rule="TEST-1-e"))


def unsteady(check: Check, so_far: int) -> Modifier | None:
    """A crew that has drunk finds all work harder."""
    return Modifier("grog", "+1", so_far + 1) if GROG in check.state.ships[check.ship].tried else None


def drunk(state: State, event: GrogServed | GrogPouredAway) -> State:
    """A level of fatigue less; in either case a cask is empty."""
    ship = state.ships[event.ship]
    fatigue = max(0, ship.fatigue - 1) if isinstance(event, GrogServed) else ship.fatigue
    return RUM.put(
        with_ship(state, event.ship, fatigue=fatigue, tried=(*ship.tried, GROG)), max(0, RUM.state_value(state) - 1)
    )


def search(turn: Context) -> None:
    """Where the fights are over, what a captured ship had goes overboard."""
    for key, ship in turn.state.ships.items():
        if ship.status == "captured":
            turn.emit(GrogPouredAway(ship=key))


def problems(data: "ScenarioData") -> Iterator[tuple[DataPath, str]]:
    """Veterans have their own, and where nobody has any it is no grog."""
    if not data.rum:
        yield ("rum",), "there is no grog without rum"
    for place, ship in enumerate(data.ships):
        if ship.veteran:
            yield ("ships", place, "veteran"), f"{ship.name} has a veteran crew, which takes no grog"


def may_pour(state: State, side: Side, key: str) -> Iterator[PourAway]:
    """To pour it away, where the crew is tired; whether there is any is checked."""
    if state.ships[key].fatigue:
        yield PourAway(side=side, ship=key)


MODULE = RuleModule(
    id="grog",
    rule="TEST-1",
    title="Grog",
    note="A tired crew may be served grog.",
    group="People",
    is_in_book=False,
    phases=(STEP,),
    phase_end_rules={"boarding": search},
    command_handlers=(CommandHandler(ServeGrog, check_serve, serve), CommandHandler(PourAway, check_pour, pour)),
    extra_commands={"unrig": ("pour_away",)},
    labels=build_handlers(
        KindHandler(
            ServeGrog, lambda state, order: (f"Serve grog aboard {name_of(state, order.ship)}", "Her crew drinks.")
        ),
        KindHandler(PourAway, lambda state, order: (f"Pour {name_of(state, order.ship)}'s away", "Nobody drinks.")),
    ),
    command_extensions=(CommandExtension(GrappleShip, check=check_grapple),),
    choices={
        GROG: offer_for_each_ship(lambda _, side, key: [ServeGrog(side, key)]),
        "unrig": offer_for_each_ship(may_pour),
    },
    questions=(
        QuestionKind(
            id="toast",
            prompt="{ship} raises a glass to {other}: drink with her?",
            asked="{ship} raises a glass to {other}.",
            agreed="{other} drinks with her.",
            refused="{other} turns away.",
            yes="Drink",
            no="Turn away",
            accepted=together,
            declined=alone,
        ),
    ),
    event_handlers=(
        EventHandler(GrogServed, drunk, describe_by("Grog for {ship}.")),
        EventHandler(GrogPouredAway, drunk, describe_by("{ship}'s grog goes overboard.")),
    ),
    follow_ups=(FollowUp(ShipsParted, spill),),
    modifiers=ModifierTables(check=ModifierTable((ModifierRule("grog", "TEST-1-f", unsteady, after=("die",)),))),
    scenario=(RUM,),
    find_problems=problems,
)
