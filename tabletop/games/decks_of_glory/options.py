"""Options that players set before a battle."""

from collections.abc import Mapping

from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.scenario import Prepared, stated, unknown
from tabletop.games.decks_of_glory.state import State

_SWITCHES: tuple[tuple[str, str, str], ...] = (
    ("blocking", "Ships block the line of fire", "DOG-4"),
    ("leave_map", "Ships may leave the map", "DOG-14"),
    ("secret_fire", "Broadsides are declared in secret", "DOG-17"),
)
"""Name of each option, what it is about, and the rule that it switches."""

NAMES: tuple[str, ...] = tuple(name for name, _, _ in _SWITCHES)


def switches(scenario: Prepared[State]) -> tuple[Switch, ...]:
    """All options, as the scenario sets them."""
    return tuple(Switch(name, words, rule, value=scenario.opening.options[name]) for name, words, rule in _SWITCHES)


def open_battle(scenario: Prepared[State], options: Mapping[str, object]) -> State:
    """The opening state, with some options set otherwise.

    Raises:
        ScenarioError: for an option that is unknown or neither on nor off.
    """
    chosen = stated(options, _wrong)
    opening = scenario.opening
    return replace(opening, options={**opening.options, **chosen})


def _wrong(name: str, value: object) -> str:
    if name not in NAMES:
        return unknown(name, NAMES)
    return "" if isinstance(value, bool) else f"{name}: expected true or false, not {value!r}"
