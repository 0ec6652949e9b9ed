"""Chapter 4.1.3: broadsides that have been fired are loaded, one for nothing, both for fatigue."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import tasks
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative, check_fighting
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.crew import BroadsideReloaded
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, cooling, empty
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import Context, State, in_service

_UNORDERED: Broadside = "starboard"
"""What is loaded of two empty broadsides when nobody says which (AMB-34)."""


def reload_single(turn: Context) -> None:
    """A single empty broadside is loaded at no cost (4.1.3-c); where there are kinds of shot, its owner is asked."""
    asks = len(rules_of(turn.state).ammunition) > 1
    for key in () if asks else waiting(turn.state):
        sides = empty(turn.state.ships[key])
        if len(sides) == 1:
            turn.emit(BroadsideReloaded(ship=key, broadsides=sides))


def check(state: State, command: Reload) -> Refused | None:
    """One broadside free, or both for fatigue (4.1.3-d)."""
    key = command.ship
    if refusal := check_fighting(state, command.side, key):
        return refusal
    name, chosen = state.cards[key].name, command.broadsides
    if cool := [one for one in chosen if cooling(state.ships[key], one)]:
        until = state.turn + cooling(state.ships[key], cool[0])
        return Refused("AMB-177", f"The {cool[0]} guns of {name} cool until turn {until}.", pieces=(key,))
    if not waits(state, key):
        return Refused("SOTL-4.1.3-c", f"No broadside of {name} waits to be loaded.", pieces=(key,))
    if not chosen or len(set(chosen)) < len(chosen):
        return Refused("SOTL-4.1.3-d", "Choose starboard, port, or both.", pieces=(key,))
    if full := [one for one in chosen if one not in empty(state.ships[key])]:
        return Refused("SOTL-4.1.3-c", f"The {full[0]} broadside of {name} is not empty.", pieces=(key,))
    return tasks.check_effort(state, key) if len(chosen) > 1 else None


def reload(turn: Context, command: Reload) -> None:
    """Load as ordered; the second broadside tires the crew (7-b)."""
    both = len(command.broadsides) > 1
    rule = "SOTL-4.1.3-d" if both else "SOTL-4.1.3-c"
    turn.emit(BroadsideReloaded(ship=command.ship, broadsides=command.broadsides, rule=rule))
    if both:
        tasks.tire(turn, command.ship, "reloading both broadsides")


def reload_unordered(turn: Context) -> None:
    """Ships whose owner gave no order load the broadside that is empty, of two the starboard one (AMB-34)."""
    for key in waiting(turn.state):
        sides = empty(turn.state.ships[key])
        turn.emit(BroadsideReloaded(ship=key, broadsides=(_UNORDERED,) if len(sides) > 1 else sides))


def choices_of(state: State, side: Side, key: str) -> Iterator[Reload]:
    """One broadside or both, each with the shot that it had."""
    options: tuple[tuple[Broadside, ...], ...] = (("starboard",), ("port",), BROADSIDES)
    return (Reload(side=side, ship=key, broadsides=one) for one in options if waits(state, key))


def waiting(state: State) -> list[str]:
    """The ships with a broadside to load, in the order in which they act."""
    return by_initiative(state, (key for key in state.ships if waits(state, key)))


def waits(state: State, key: str) -> bool:
    """Whether a ship has a broadside to load in this turn."""
    ship = state.ships[key]
    return not ship.reloaded and bool(empty(ship)) and in_service(state, key)
