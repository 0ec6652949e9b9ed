"""Options that players set before a match (TRA-1)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.scenario import PreparedScenario, check_options, describe_unknown_option
from tabletop.games.trafalgar_cards.model import MOST_WINS, State

WINS_CHOICES = (1, 2, 3, 4, 5, 7)
"""Numbers of hands to win the game that players can choose from."""


def list_switches(opening: State) -> tuple[Switch, ...]:
    """Return the one switch of the game: the number of hands that win it."""
    lengths = sorted({*WINS_CHOICES, opening.wins_needed})
    values = tuple((str(hands), str(hands)) for hands in lengths)
    return (Switch("wins_needed", "Hands needed to win", "TRA-1", values, str(opening.wins_needed)),)


def apply_options(prepared: PreparedScenario[State], options: Mapping[str, object]) -> State:
    """Return the opening state with `options` set, which override the scenario file.

    Raises:
        ScenarioError: if an option is unknown or its value is out of range.
    """
    chosen, opening = check_options(options, _check_option), prepared.opening
    return replace(opening, wins_needed=int(str(chosen.get("wins_needed", opening.wins_needed))))


def _check_option(name: str, value: object) -> str:
    if name != "wins_needed":
        return describe_unknown_option(name, ("wins_needed",))
    whole = isinstance(value, int | str) and not isinstance(value, bool) and str(value).isdecimal()
    fits = whole and 1 <= int(str(value)) <= MOST_WINS
    return "" if fits else f"wins_needed: expected a number of hands from 1 to {MOST_WINS}, not {value!r}"
