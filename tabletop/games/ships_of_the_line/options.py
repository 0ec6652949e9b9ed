"""What players may set otherwise than the scenario does: the wind, who commands, every rule module; sets of these."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabletop.core.game import Preset, Switch
from tabletop.core.phrases import listed
from tabletop.core.scenario import Prepared, stated
from tabletop.games.ships_of_the_line import seats
from tabletop.games.ships_of_the_line.chapters import sequence
from tabletop.games.ships_of_the_line.compiled import optional, rules_of
from tabletop.games.ships_of_the_line.rule_modules import GROUPS, RuleModule
from tabletop.games.ships_of_the_line.scenario import Scenario, blowing
from tabletop.games.ships_of_the_line.state import State

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

_STRENGTHS = (("light", "Light airs"), ("breeze", "Breeze"), ("heavy", "Heavy"))
_LESS_THAN_ALL = ("fast_game", "no_wind")
"""Switches that take something away from the whole rulebook."""


def switches(scenario: Prepared[State]) -> tuple[Switch, ...]:
    """The players of each side, the choices within the rules, and every rule module, by their groups."""
    opening = scenario.opening
    strength = opening.wind.strength or ""
    wind = Switch("wind_strength", "Strength of the wind", "AMB-70", _STRENGTHS, strength, group="Wind and sea")
    by_group = sorted((wind, *_of_modules(opening)), key=lambda switch: GROUPS.index(switch.group))
    return (*seats.list_player_switches(opening), *by_group)


def _of_modules(opening: State) -> Iterable[Switch]:
    return (_switch(opening, module) for module in optional().values())


def _switch(opening: State, module: RuleModule) -> Switch:
    note = "\n".join(filter(None, (module.note, module.inert(opening))))
    value, silences = opening.options.get(module.id, False), _silenced(opening, module)
    notes: dict[str | bool, str] = {True: silences} if silences else {}
    return Switch(module.id, module.words, module.rule, value=value, note=note, notes=notes, group=module.group)


def _silenced(opening: State, module: RuleModule) -> str:
    """Which others change nothing once this one is on, and why, as a sentence; empty if there are none (AMB-144)."""
    without, using = (replace(opening, options={**opening.options, module.id: on}) for on in (False, True))
    lost = {one.words: why for one in optional().values() if (why := one.inert(using)) not in ("", one.inert(without))}
    if not lost:
        return ""
    return f"{next(iter(lost.values())).rstrip('.')}: {listed(words.lower() for words in lost)} change nothing."


def presets(scenario: Prepared[State]) -> tuple[Preset, ...]:
    """Sets of rule modules that players often want."""
    options = scenario.opening.options
    return (
        Preset("as_made", "As the scenario was made", "The rules that its author had in mind.", _on(options.get)),
        Preset("basic", "Basic", "None of the advanced and optional rules.", _on(lambda name: False)),  # noqa: ARG005
        Preset("with_leaders", "With leaders", "The basic game with its flag officers.", _on("leaders".__eq__)),
        Preset("everything", "Everything", "The whole rulebook.", _on(lambda name: _in_the_book(name, options))),
    )


def _in_the_book(name: str, options: Mapping[str, object]) -> object:
    """Return whether the whole rulebook has a rule module on; one that is not of the book stays as it was made."""
    return name not in _LESS_THAN_ALL if optional()[name].of_the_book else options.get(name)


def _on(which: Callable[[str], object]) -> dict[str, str | bool]:
    return {name: bool(which(name)) for name in optional()}


def model() -> "type[ScenarioData]":
    """Return the pydantic model of scenario files. Imports it late: pydantic takes long to import."""
    from tabletop.games.ships_of_the_line.scenario_checks import ScenarioData

    return ScenarioData


def read(text: str, source: str) -> Scenario:
    """Return the validated scenario that the file text describes.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    from tabletop.games.ships_of_the_line import scenario_checks  # pydantic takes long to import

    return scenario_checks.read(text, source)


def open_battle(scenario: Scenario, options: Mapping[str, object]) -> State:
    """Return the opening state, with `options` and players set differently from the file (2-b, 2-c, AMB-123).

    Raises:
        ScenarioError: for an option that is unknown or has an impossible value.
    """
    from tabletop.games.ships_of_the_line.scenario_checks import refuse_option  # pydantic takes long to import

    opening, of_seats = scenario.opening, {**seats.OPTIONS, **seats.DEALS}

    def wrong(name: str, value: object) -> str:
        return seats.refusal(opening, options, name) if name in of_seats else refuse_option(name, value)

    chosen = stated(options, wrong)
    players = {name: chosen.pop(name) for name in of_seats if name in chosen}
    state = blowing(replace(opening, options={**opening.options, **chosen}), scenario.drift)
    for module in rules_of(state).modules:
        state = module.begins(state, scenario)
    return sequence.made_ready(seats.seated(state, players))
