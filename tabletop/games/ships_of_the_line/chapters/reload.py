"""Chapter 4.1.3: loading the guns at the start of the Crew Phase."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import fatigue
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.events.crew import BroadsideReloaded
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, Ship
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, Unfolding, in_service

_UNORDERED: Broadside = "starboard"
"""What is loaded of two empty broadsides when nobody says which (AMB-34)."""


def reload_single(turn: Unfolding) -> None:
    """A single empty broadside is loaded at no cost (4.1.3-c)."""
    for key in _waiting(turn.state):
        empty = _empty(turn.state.ships[key])
        if len(empty) == 1:
            turn.emit(BroadsideReloaded(ship=key, broadsides=empty))


def check_reload(state: State, command: Reload) -> Refused | None:
    """One broadside free, or both for fatigue (4.1.3-d)."""
    key = command.ship
    if refusal := check_fighting(state, command.side, key):
        return refusal
    if not _waits(state, key):
        return Refused("SOTL-4.1.3-c", f"{state.cards[key].name} has no two empty broadsides.", pieces=(key,))
    if not command.broadsides or len(set(command.broadsides)) < len(command.broadsides):
        return Refused("SOTL-4.1.3-d", "Choose starboard, port, or both.", pieces=(key,))
    return fatigue.check_effort(state, key) if len(command.broadsides) > 1 else None


def reload(turn: Unfolding, command: Reload) -> None:
    """Load as ordered; the second broadside tires the crew (7-b)."""
    both = len(command.broadsides) > 1
    rule = "SOTL-4.1.3-d" if both else "SOTL-4.1.3-c"
    turn.emit(BroadsideReloaded(ship=command.ship, broadsides=command.broadsides, rule=rule))
    if both:
        fatigue.tire(turn, command.ship, "reloading both broadsides")


def reload_unordered(turn: Unfolding) -> None:
    """Ships whose owner gave no order load the starboard guns (AMB-34)."""
    for key in _waiting(turn.state):
        turn.emit(BroadsideReloaded(ship=key, broadsides=(_UNORDERED,)))


def choices_of(state: State, side: Side, key: str) -> Iterator[Reload]:
    """One broadside or both."""
    options: tuple[tuple[Broadside, ...], ...] = (("starboard",), ("port",), BROADSIDES)
    return (Reload(side=side, ship=key, broadsides=one) for one in options if _waits(state, key))


def _waiting(state: State) -> list[str]:
    return by_initiative(state, (key for key in state.ships if _waits(state, key)))


def _waits(state: State, key: str) -> bool:
    ship = state.ships[key]
    return not ship.reloaded and bool(_empty(ship)) and in_service(state, key)


def _empty(ship: Ship) -> tuple[Broadside, ...]:
    return tuple(broadside for broadside in BROADSIDES if broadside not in ship.loaded)
