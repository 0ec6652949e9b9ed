"""Option of the designer to play without wind (5.2.2-b, AMB-79, AMB-173)."""

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, rules_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.hooks import Scenario


def _remove_wind(state: State, scenario: "Scenario") -> State:  # noqa: ARG001 - whatever the file says
    """Return the state without wind strength and drift: all points on every heading, and no wind's eye."""
    return replace(state, wind=replace(state.wind, strength=None, unknown=UNSET), drift=False)


def explain_no_wind(state: State) -> str:
    """Return a sentence for modules that need wind if this module is in use, else "" (AMB-144)."""
    return "This battle is without wind." if MODULE in rules_of(state).modules else ""


MODULE = RuleModule(
    id="no_wind",
    rule="SOTL-5.2.2-b",
    title="No wind",
    note="The wind is ignored: full points on every heading, and no drift.",
    group="Wind and sea",
    build_opening=_remove_wind,
)
