"""Chapters 4.2.1-g and 6-j: cutting away the wreckage of fallen masts.

What is achieved counts when both sides are done with the step (AMB-132).
"""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import fatigue, tasks
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import ClearRigging
from tabletop.games.ships_of_the_line.events.crew import ResultNoted, RiggingCleared
from tabletop.games.ships_of_the_line.ship import BROADSIDES, fouled_broadsides
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State


def check_clear_rigging(state: State, command: ClearRigging) -> Refused | None:
    """One attempt for each side that lies under wreckage (AMB-27)."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    ship, title = state.ships[command.ship], state.cards[command.ship].name
    if command.broadside not in fouled_broadsides(ship):
        reason = f"No wreckage lies over the {command.broadside} side of {title}."
        return Refused("SOTL-4.2.1-g", reason, pieces=(ship.key,))
    if tasks.tried(ship, "unrig", command.broadside):
        reason = f"The crew of {title} has tried to clear the {command.broadside} side this turn."
        return Refused("SOTL-4.2.1-g", reason, "one attempt a turn for each side", (ship.key,))
    return fatigue.check_effort(state, command.ship)


def clear_rigging(turn: Unfolding, command: ClearRigging) -> None:
    """Try to clear one side."""
    success = tasks.attempt(turn, command.ship, "unrig", command.broadside)
    fatigue.tire(turn, command.ship, "unrigging")
    if success:
        turn.emit(ResultNoted(kind="cleared", ship=command.ship, broadside=command.broadside))


def finish(turn: Unfolding) -> None:
    """The sides that were cleared are free."""
    for note in turn.state.notes:
        if note.kind == "cleared" and note.broadside:
            turn.emit(RiggingCleared(ship=note.ship, broadside=note.broadside))


def choices_of(state: State, side: Side, key: str) -> Iterator[ClearRigging]:
    """Both sides of a ship, where they could be cleared."""
    for broadside in BROADSIDES:
        command = ClearRigging(side=side, ship=key, broadside=broadside)
        if check_clear_rigging(state, command) is None:
            yield command
