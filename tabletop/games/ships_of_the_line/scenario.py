"""From a scenario file to the opening state of a battle."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.core.options import stated
from tabletop.core.scenario import Prepared
from tabletop.games.ships_of_the_line.opening import blowing, opening
from tabletop.games.ships_of_the_line.options import refuse_option
from tabletop.games.ships_of_the_line.state import State

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData


class Scenario(Prepared[State], frozen=True):
    """A validated scenario; the wind is set with its options."""

    drift: bool | None = None
    """Whether ships drift, where the file says so; else the wind decides (AMB-74)."""


def model() -> "type[ScenarioData]":
    """The pydantic model of scenario files."""
    from tabletop.games.ships_of_the_line.schema import ScenarioData  # pydantic is slow to import

    return ScenarioData


def read(text: str, source: str) -> Scenario:
    """The validated scenario.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    from tabletop.games.ships_of_the_line.scenario_checks import checked

    data = checked(text, source)
    return Scenario(data.title, data.date, data.briefing, opening(data), data.drift)


def open_battle(scenario: Scenario, options: Mapping[str, object]) -> State:
    """The opening state, with some options set otherwise than in the file (2-c, AMB-123).

    Raises:
        ScenarioError: for an option that is unknown or not built.
    """
    chosen = {**scenario.opening.options, **stated(options, refuse_option)}
    return blowing(replace(scenario.opening, options=chosen), scenario.drift)
