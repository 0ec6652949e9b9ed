"""From a scenario file to the opening state of a battle, and what players may set beyond it (AMB-123)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, get_args

from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.scenario import Prepared, stated, unknown
from tabletop.games.ships_of_the_line import seats
from tabletop.games.ships_of_the_line.compiled import optional
from tabletop.games.ships_of_the_line.opening import blowing, opening
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.state import State, Strength

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
    """The opening state, with some options and players set otherwise than in the file (2-b, 2-c, AMB-123).

    Raises:
        ScenarioError: for an option that is unknown or not built.
    """
    opening = scenario.opening

    def wrong(name: str, value: object) -> str:
        return seats.refusal(opening, name, value) if name in seats.OPTIONS else refuse_option(name, value)

    chosen = stated(options, wrong)
    players = {side: int(str(chosen.pop(name))) for name, side in seats.OPTIONS.items() if name in chosen}
    switched = replace(opening, options={**opening.options, **chosen})
    return seats.seated(blowing(switched, scenario.drift), players)


def refuse_option(name: str, value: object) -> str:
    """Why an option cannot be set so; empty if it can."""
    from tabletop.games.ships_of_the_line.schema import Options

    if name not in Options.model_fields:
        return unknown(name, Options.model_fields)
    if name == "wind_strength":
        strengths = get_args(Strength)
        return "" if value in (None, *strengths) else f"the wind is one of {', '.join(strengths)}, not {value!r}"
    if name in optional():
        return "" if isinstance(value, bool) else f"the option '{name}' is true or false, not {value!r}"
    if value is not False:
        return f"the option '{name}' is not built yet; leave it out or set it to false"
    return ""


def switches(scenario: Prepared[State]) -> tuple[Switch, ...]:
    """The choices within the rules, the players of each side, and every rule module, by their groups."""
    opening = scenario.opening
    strengths = (("light", "Light airs"), ("breeze", "Breeze"), ("heavy", "Heavy"))
    wind = Switch("wind_strength", "Strength of the wind", "AMB-70", strengths, opening.wind.strength)
    modules = sorted(optional().values(), key=lambda module: module.group)
    return (wind, *seats.switches(opening), *(_switch(opening, module) for module in modules))


def _switch(opening: State, module: RuleModule) -> Switch:
    note = " ".join(filter(None, (module.note, module.inert(opening))))
    value = opening.options.get(module.id, False)
    return Switch(module.id, module.words, module.rule, value=value, note=note, group=module.group)
