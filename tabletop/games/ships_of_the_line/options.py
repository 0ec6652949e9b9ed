"""What players may set otherwise than the scenario does: the wind, who commands, every rule module; sets of these."""

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from tabletop.core.game import Preset, Switch
from tabletop.core.phrases import listed
from tabletop.core.scenario import Prepared
from tabletop.games.ships_of_the_line import seats
from tabletop.games.ships_of_the_line.compiled import optional
from tabletop.games.ships_of_the_line.rule_modules import GROUPS, RuleModule
from tabletop.games.ships_of_the_line.state import State

_STRENGTHS = (("light", "Light airs"), ("breeze", "Breeze"), ("heavy", "Heavy"))
_LESS_THAN_ALL = ("fast_game", "no_wind")
"""Switches that take something away from the whole rulebook."""


def switches(scenario: Prepared[State]) -> tuple[Switch, ...]:
    """The players of each side, the choices within the rules, and every rule module, by their groups."""
    opening = scenario.opening
    strength = opening.wind.strength or ""
    wind = Switch("wind_strength", "Strength of the wind", "AMB-70", _STRENGTHS, strength, group="Wind and sea")
    by_group = sorted((wind, *_of_modules(opening)), key=lambda switch: GROUPS.index(switch.group))
    return (*seats.switches(opening), *by_group)


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
