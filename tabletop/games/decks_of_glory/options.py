"""Options that players set before a battle."""

from collections.abc import Mapping

from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.scenario import PreparedScenario, check_options, describe_unknown_option
from tabletop.games.decks_of_glory.model import State

_SWITCHES: tuple[tuple[str, str, str], ...] = (
    ("blocking", "Ships block the line of fire", "DOG-4"),
    ("leave_map", "Ships may leave the map", "DOG-14"),
    ("secret_fire", "Broadsides are declared in secret", "DOG-17"),
)
"""Name of each option, its label, and the rule that the option switches."""

OPTION_NAMES: tuple[str, ...] = tuple(name for name, _, _ in _SWITCHES)


def list_switches(scenario: PreparedScenario[State]) -> tuple[Switch, ...]:
    """Return the switches of all options, set as the scenario sets them."""
    return tuple(Switch(name, words, rule, value=scenario.opening.options[name]) for name, words, rule in _SWITCHES)


def apply_options(scenario: PreparedScenario[State], options: Mapping[str, object]) -> State:
    """Return the opening state with `options` set, which override the scenario file.

    Raises:
        ScenarioError: if an option is unknown or its value is not a bool.
    """
    chosen = check_options(options, _check_option)
    opening = scenario.opening
    return replace(opening, options={**opening.options, **chosen})


def _check_option(name: str, value: object) -> str:
    if name not in OPTION_NAMES:
        return describe_unknown_option(name, OPTION_NAMES)
    return "" if isinstance(value, bool) else f"{name}: expected true or false, not {value!r}"
