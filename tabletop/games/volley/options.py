"""Options that players set before a match: troops, answers to an attack, and passing automatically."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.scenario import PreparedScenario, check_options, describe_unknown_option
from tabletop.games.volley.model import Defences, Side, State

_AUTO_PASS_NOTE = (
    "The game passes for a side that holds no answer. This saves clicks, but shows the attacker when an answer is held."
)
AS_WRITTEN = "scenario"
"""The value of the option `troops` that keeps the troops of the scenario."""
_TROOP_CHOICES = (50, 75, 100, 150)
_SWITCH_VALUES: dict[object, bool] = {"on": True, "off": False, True: True, False: False}
_DEFENCES: dict[object, Defences] = {"1": "1", 1: "1", "any": "any"}


def build_strengths(troops: int | tuple[int, int]) -> dict[Side, int]:
    """Return the troops of each side, from one number for both sides or one for each (red, blue)."""
    red, blue = (troops, troops) if isinstance(troops, int) else troops
    return {"red": red, "blue": blue}


def _set_troops(state: State, value: object) -> State:
    if value == AS_WRITTEN:
        return state
    troops = build_strengths(int(str(value)))
    return replace(state, troops=troops, strengths=troops)


_SETTERS: dict[str, Callable[[State, object], State]] = {
    "troops": _set_troops,
    "defences_per_attack": lambda state, value: replace(state, defences=_DEFENCES[value]),
    "auto_pass": lambda state, value: replace(state, auto_pass=_SWITCH_VALUES[value]),
}


def set_option(state: State, name: str, value: object) -> State:
    """Return the opening state with one option set. `value` must have been checked."""
    return _SETTERS[name](state, value)


def apply_options(prepared: PreparedScenario[State], options: Mapping[str, object]) -> State:
    """Return the opening state with `options` set, which override the scenario file.

    Raises:
        ScenarioError: if an option is unknown or its value is not allowed.
    """
    state = prepared.opening
    for name, value in check_options(options, _check_option).items():
        state = set_option(state, name, value)
    return state


def _check_option(name: str, value: object) -> str:
    if name not in _SETTERS:
        return describe_unknown_option(name, _SETTERS)
    fits, wanted = _CHECKS[name]
    return "" if fits(value) else f"{name}: expected {wanted}, not {value!r}"


def _is_troop_number(value: object) -> bool:
    if value == AS_WRITTEN:
        return True
    return type(value) in (int, str) and str(value).isdecimal() and 1 <= int(str(value)) <= 1000


_CHECKS: dict[str, tuple[Callable[[object], bool], str]] = {
    "troops": (_is_troop_number, "a number from 1 to 1000"),
    "defences_per_attack": (lambda value: type(value) in (int, str) and value in _DEFENCES, "1 or 'any'"),
    "auto_pass": (lambda value: type(value) in (bool, str) and value in _SWITCH_VALUES, "on or off"),
}


def list_switches(opening: State) -> tuple[Switch, ...]:
    """Return the switches that a player sees before a game, set as the scenario has them."""
    red, blue = (opening.strengths[side] for side in ("red", "blue"))
    usual = f"{red}" if red == blue else f"{red} / {blue}"
    others = [(str(number), str(number)) for number in _TROOP_CHOICES if str(number) != usual]
    troops = sorted([(AS_WRITTEN, usual), *others], key=lambda one: int(one[1]) if one[1].isdecimal() else 0)
    answers = (("1", "One"), ("any", "Any number"))
    return (
        Switch("troops", "Troops", "VOL-1", tuple(troops), AS_WRITTEN),
        Switch("defences_per_attack", "Answers to an attack", "VOL-6", answers, opening.defences),
        Switch("auto_pass", "Pass without an answer", "VOL-11", value=opening.auto_pass, note=_AUTO_PASS_NOTE),
    )
