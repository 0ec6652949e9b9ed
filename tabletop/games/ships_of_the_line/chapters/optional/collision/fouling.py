"""Chapter 10: ships that hang fast to each other after a collision, and how they come clear (AMB-158, AMB-210)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import grappling, tasks, ties
from tabletop.games.ships_of_the_line.chapters.optional.collision.events import ShipsUnfouled
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, check_on_map
from tabletop.games.ships_of_the_line.commands import GrappleShip, MakeFastTow, ShipCommand, Transfer
from tabletop.games.ships_of_the_line.modifiers import Check
from tabletop.games.ships_of_the_line.ship import Unaided
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, ShipEvent, State
from tabletop.games.ships_of_the_line.words import names


class Unfoul(ShipCommand, frozen=True):
    """Try to come clear of a ship that one hangs fast to (10-j)."""

    other: str
    leader: Unaided | UnsetType = UNSET


def fouled_with(state: State, key: str) -> tuple[str, ...]:
    """The ships that a ship hangs fast to."""
    return ties.partners(state.foulings).get(key, ()) if state.foulings else ()


def part(turn: Context, lost: ShipEvent) -> None:
    """A ship that is lost holds nobody (AMB-138)."""
    for other in fouled_with(turn.state, lost.ship):
        turn.emit(ShipsUnfouled(ship=lost.ship, other=other, rule="AMB-138"))


def check(state: State, command: Unfoul) -> Refused | None:
    """One attempt of each ship a turn, of a crew that is not exhausted (AMB-158)."""
    key, other = command.ship, command.other
    if refusal := check_commanded(state, command.side, key) or check_on_map(state, other):
        return refusal
    if other not in fouled_with(state, key):
        return Refused("SOTL-10-j", f"{names(state, (key, other))} are not foul of each other.", pieces=(key, other))
    if any(task.startswith("unfoul:") for task in state.ships[key].tried):
        reason = f"{state.cards[key].name} has tried to come clear this turn."
        return Refused("AMB-158", reason, "one attempt a turn for each ship", (key,))
    return tasks.check_effort(state, key)


def unfoul(turn: Context, command: Unfoul) -> None:
    """The roll counts at once, for both; it tires the crew."""
    success = tasks.attempt(turn, command.ship, "unfoul", command.other, command.leader)
    tasks.tire(turn, command.ship, "coming clear")
    if success:
        turn.emit(ShipsUnfouled(ship=command.ship, other=command.other))


def choices_of(state: State, side: Side, key: str) -> Iterator[Unfoul]:
    """Whatever a ship could come clear of."""
    return (Unfoul(side=side, ship=key, other=other) for other in fouled_with(state, key))


def chances(state: State, command: Unfoul) -> int:
    """Of how many faces of the die she comes clear."""
    check = Check(state, command.ship, "unfoul", 1, command.other, command.leader)
    return tasks.chances(check, tasks.needed("unfoul"))


def check_tow(state: State, command: MakeFastTow) -> Refused | None:
    """Nobody takes a fouled ship in tow, nor tows when foul herself."""
    fouled = tuple(key for key in (command.ship, command.towed) if fouled_with(state, key))
    return _busy(state, fouled)


def check_make_fast(state: State, command: GrappleShip) -> Refused | None:
    """Friends make fast without a roll only where both are free; grapples may be thrown (AMB-210)."""
    fouled = tuple(key for key in (command.ship, command.target) if fouled_with(state, key))
    return _busy(state, fouled) if grappling.automatic(state, command.ship, command.target) else None


def check_alongside(state: State, command: Transfer) -> Refused | None:
    """A leader goes over from or to a fouled ship only where the two are fast already: none makes fast (AMB-210)."""
    pair = command.ship, command.to
    return None if ties.fast(state, *pair) else _busy(state, tuple(key for key in pair if fouled_with(state, key)))


def _busy(state: State, fouled: tuple[str, ...]) -> Refused | None:
    if not fouled:
        return None
    others = tuple(other for key in fouled for other in fouled_with(state, key))
    reason = f"{names(state, fouled)} {'is' if len(fouled) == 1 else 'are'} foul of {names(state, others)}."
    return Refused("AMB-210", reason, pieces=(*fouled, *others))
