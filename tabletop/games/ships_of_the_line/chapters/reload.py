"""Chapter 4.1.3: loading the guns at the start of the Crew Phase."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import fatigue
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.events import BroadsideReloaded
from tabletop.games.ships_of_the_line.ship import BATTERIES, Battery, Ship
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, in_service

_UNORDERED: Battery = "starboard"
"""What is loaded of two empty batteries when nobody says which (AMB-34)."""


def reload_single(turn: Unfolding) -> None:
    """A single empty battery is loaded at no cost (4.1.3-c)."""
    for key in _waiting(turn.state):
        empty = _empty(turn.state.ships[key])
        if len(empty) == 1:
            turn.emit(BroadsideReloaded(ship=key, batteries=empty))


def check_reload(state: State, command: Reload) -> Refused | None:
    """One battery free, or both for fatigue (4.1.3-d)."""
    key = command.ship
    if refusal := check_fighting(state, command.side, key):
        return refusal
    if not _waits(state, key):
        return Refused("SOTL-4.1.3-c", f"{state.cards[key].name} has no two empty broadsides.", pieces=(key,))
    if not command.batteries or len(set(command.batteries)) < len(command.batteries):
        return Refused("SOTL-4.1.3-d", "Choose starboard, port, or both.", pieces=(key,))
    return fatigue.check_effort(state, key) if len(command.batteries) > 1 else None


def reload(turn: Unfolding, command: Reload) -> None:
    """Load as ordered; the second battery tires the crew (7-b)."""
    both = len(command.batteries) > 1
    rule = "SOTL-4.1.3-d" if both else "SOTL-4.1.3-c"
    turn.emit(BroadsideReloaded(ship=command.ship, batteries=command.batteries, rule=rule))
    if both:
        fatigue.tire(turn, command.ship, "reloading both broadsides")


def reload_unordered(turn: Unfolding) -> None:
    """Ships whose owner gave no order load the starboard guns (AMB-34)."""
    for key in _waiting(turn.state):
        turn.emit(BroadsideReloaded(ship=key, batteries=(_UNORDERED,)))


def choices_of(state: State, side: Side, key: str) -> Iterator[Reload]:
    """Every order of loading that a ship of that side could be given."""
    options: tuple[tuple[Battery, ...], ...] = (("starboard",), ("port",), BATTERIES)
    if _waits(state, key):
        for batteries in options:
            command = Reload(side=side, ship=key, batteries=batteries)
            if check_reload(state, command) is None:
                yield command


def _waiting(state: State) -> list[str]:
    return by_initiative(state, (key for key in state.ships if _waits(state, key)))


def _waits(state: State, key: str) -> bool:
    ship = state.ships[key]
    return not ship.reloaded and bool(_empty(ship)) and in_service(state, key)


def _empty(ship: Ship) -> tuple[Battery, ...]:
    return tuple(battery for battery in BATTERIES if battery not in ship.loaded)
