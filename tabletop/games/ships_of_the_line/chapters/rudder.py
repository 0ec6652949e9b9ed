"""Chapter 4.2.1-i: shipping a new rudder; a success counts when both sides are done with the step (AMB-132)."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import fatigue, tasks
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import RepairRudder
from tabletop.games.ships_of_the_line.events.crew import ResultNoted, RudderRepaired
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State


def check_repair_rudder(state: State, command: RepairRudder) -> Refused | None:
    """One attempt a turn (AMB-30)."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    ship, title = state.ships[command.ship], state.cards[command.ship].name
    if not ship.rudder_lost:
        return Refused("SOTL-4.2.1-i", f"The rudder of {title} is sound.", pieces=(ship.key,))
    if tasks.tried(ship, "rudder"):
        reason = f"The crew of {title} has tried to repair the rudder this turn."
        return Refused("SOTL-4.2.1-i", reason, "one attempt a turn", (ship.key,))
    return fatigue.check_effort(state, command.ship)


def repair_rudder(turn: Unfolding, command: RepairRudder) -> None:
    """Try to ship a new rudder."""
    success = tasks.attempt_rudder(turn, command.ship)
    fatigue.tire(turn, command.ship, "repairing the rudder")
    if success:
        turn.emit(ResultNoted(kind="rudder", ship=command.ship))


def finish(turn: Unfolding) -> None:
    """The ships whose rudder was repaired can be steered."""
    for note in turn.state.notes:
        if note.kind == "rudder":
            turn.emit(RudderRepaired(ship=note.ship))


def choices_of(state: State, side: Side, key: str) -> Iterator[RepairRudder]:
    """To repair the rudder of a ship, where that could be tried."""
    command = RepairRudder(side=side, ship=key)
    if check_repair_rudder(state, command) is None:
        yield command
