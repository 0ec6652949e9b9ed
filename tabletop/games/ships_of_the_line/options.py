"""What players may set beyond the scenario: choices within the rules, and the rule modules (AMB-123)."""

from typing import get_args

from tabletop.core.game import Switch
from tabletop.core.options import unknown
from tabletop.core.scenario import Prepared
from tabletop.games.ships_of_the_line.compiled import optional
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.state import State, Strength


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
    """The choices within the rules, and every rule module, by their groups."""
    opening = scenario.opening
    strengths = (("light", "Light airs"), ("breeze", "Breeze"), ("heavy", "Heavy"))
    wind = Switch("wind_strength", "Strength of the wind", "AMB-70", strengths, opening.wind.strength)
    modules = sorted(optional().values(), key=lambda module: module.group)
    return (wind, *(_switch(opening, module) for module in modules))


def _switch(opening: State, module: RuleModule) -> Switch:
    note = " ".join(filter(None, (module.note, module.inert(opening))))
    value = opening.options.get(module.id, False)
    return Switch(module.id, module.words, module.rule, value=value, note=note, group=module.group)
