"""Chapters 4.2.1-j, -k: fighting fires, and what they do while they burn.

What is put out counts when both sides are done with the step (AMB-132).
"""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import fatigue, losses, tasks
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import FightFire
from tabletop.games.ships_of_the_line.events.combat import HullLost
from tabletop.games.ships_of_the_line.events.crew import FireExtinguished, ResultNoted
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, on_map


def check_fight_fire(state: State, command: FightFire) -> Refused | None:
    """The crew fights one fire a turn (AMB-31)."""
    if refusal := check_commanded(state, command.side, command.ship):
        return refusal
    ship, title = state.ships[command.ship], state.cards[command.ship].name
    if not ship.fires:
        return Refused("SOTL-4.2.1-k", f"Nothing burns aboard {title}.", pieces=(ship.key,))
    if tasks.tried(ship, "extinguish"):
        reason = f"The crew of {title} has fought a fire this turn."
        return Refused("SOTL-4.2.1-k", reason, "one attempt a turn", (ship.key,))
    return fatigue.check_effort(state, command.ship)


def fight_fire(turn: Unfolding, command: FightFire) -> None:
    """Try to put out one fire."""
    success = tasks.attempt(turn, command.ship, "extinguish")
    fatigue.tire(turn, command.ship, "fighting the fire")
    if success:
        turn.emit(ResultNoted(kind="extinguished", ship=command.ship))


def finish(turn: Unfolding) -> None:
    """The fires that were put out are out."""
    for note in turn.state.notes:
        if note.kind == "extinguished":
            turn.emit(FireExtinguished(ship=note.ship, fires=turn.state.ships[note.ship].fires - 1))


def choices_of(state: State, side: Side, key: str) -> Iterator[FightFire]:
    """To fight a fire aboard a ship, where that could be tried."""
    command = FightFire(side=side, ship=key)
    if check_fight_fire(state, command) is None:
        yield command


def burn(turn: Unfolding) -> None:
    """A ship that burns loses one hull point, however many fires there are (4.2.1-j); then the lost ones sink."""
    burning = [key for key, ship in turn.state.ships.items() if ship.fires and on_map(turn.state, key)]
    for key in burning:
        turn.emit(HullLost(ship=key, points=1, left=turn.state.ships[key].hull - 1, cause="fire", rule="SOTL-4.2.1-j"))
    for key in burning:
        if turn.state.ships[key].hull <= 0:
            losses.sink(turn, key, "fire")
