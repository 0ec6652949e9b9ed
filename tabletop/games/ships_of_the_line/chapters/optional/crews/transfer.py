"""Chapter 20.1-f: crews go over to a friend, or man a prize (AMB-107, AMB-189)."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.core.phrases import count
from tabletop.games.ships_of_the_line.chapters import tasks, ties
from tabletop.games.ships_of_the_line.chapters.optional.crews import complement
from tabletop.games.ships_of_the_line.chapters.optional.crews.events import CrewsTransferred
from tabletop.games.ships_of_the_line.chapters.optional.crews.gangs import check_free
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State
from tabletop.games.ships_of_the_line.words import name


class TransferCrews(ShipCommand, frozen=True):
    """Send crews over to a friend that is grappled."""

    to: str
    crews: int


def check(state: State, command: TransferCrews) -> Refused | None:
    """To a friend she is fast to, as many as there is room for, and one stays (AMB-189)."""
    key, to = command.ship, command.to
    return (
        check_commanded(state, command.side, key)
        or check_commanded(state, command.side, to)
        or _check_fast(state, key, to)
        or check_free(state, key, command.crews, "AMB-189")
        or _check_room(state, key, to, command.crews)
        or tasks.check_effort(state, key)
    )


def _check_fast(state: State, key: str, to: str) -> Refused | None:
    fighting = next((other for other in (key, to) if ties.melee_of(state, other)), None)
    if fighting:
        return Refused("AMB-189", f"{state.cards[fighting].name} is engaged in a fight on deck.", pieces=(fighting,))
    if ties.between(state, key, to):
        return None
    names = f"{state.cards[key].name} and {state.cards[to].name}"
    return Refused("AMB-189", f"{names} are not grappled.", pieces=(key, to))


def _check_room(state: State, key: str, to: str, crews: int) -> Refused | None:
    left, there = complement.aboard(state, key) - crews, complement.aboard(state, to)
    if left < 1:
        reason = f"One crew must stay aboard {state.cards[key].name}."
        return Refused("AMB-189", reason, f"{crews} ordered, {left + crews} aboard", (key,))
    room = complement.room(state, to) - there
    if crews > room:
        by = f"{crews} ordered, room for {room}"
        return Refused("AMB-189", f"{state.cards[to].name} has no room for so many.", by, (to,))
    return None


def transfer(turn: Context, command: TransferCrews) -> None:
    """They are busy for the rest of the phase; it tires those who gave them."""
    turn.emit(CrewsTransferred(ship=command.ship, to=command.to, crews=command.crews))
    tasks.tire(turn, command.ship, "sending crews over")


def choices_of(state: State, side: Side, key: str) -> Iterator[TransferCrews]:
    """As many as could go, to each friend."""
    numbers = range(1, complement.free(state, key) + 1)
    return (TransferCrews(side, key, to=to, crews=crews) for to in ties.held_by(state, key) for crews in numbers)


def in_words(state: State, order: TransferCrews) -> tuple[str, str]:
    """What the button says, and what comes of it."""
    return f"{count(order.crews, 'crew')} to {name(state, order.to)}", "They are busy for the rest of the phase."
