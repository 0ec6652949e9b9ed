"""What players may set beyond the scenario: troops, answers to an attack, and passing by itself."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tabletop.core.scenario import Prepared, stated, unknown
from tabletop.core.seats_and_switches import Switch
from tabletop.games.volley.state import Defences, Side, State

_BETRAYS = "Where no answer is held, nobody is asked. It saves clicks, and betrays that whoever is asked holds one."
AS_WRITTEN = "scenario"
"""The troops that the scenario gives."""
_OFFERED = (50, 75, 100, 150)
_ON: dict[object, bool] = {"on": True, "off": False, True: True, False: False}
_DEFENCES: dict[object, Defences] = {"1": "1", 1: "1", "any": "any"}


def strengths(troops: int | tuple[int, int]) -> dict[Side, int]:
    """Troop points of each side, from one number for both or one for each."""
    red, blue = (troops, troops) if isinstance(troops, int) else troops
    return {"red": red, "blue": blue}


def _set_troops(state: State, value: object) -> State:
    if value == AS_WRITTEN:
        return state
    troops = strengths(int(str(value)))
    return replace(state, troops=troops, strengths=troops)


_SETTERS: dict[str, Callable[[State, object], State]] = {
    "troops": _set_troops,
    "defences_per_attack": lambda state, value: replace(state, defences=_DEFENCES[value]),
    "auto_pass": lambda state, value: replace(state, auto_pass=_ON[value]),
}


def with_option(state: State, name: str, value: object) -> State:
    """The opening state with an option set."""
    return _SETTERS[name](state, value)


def applied(prepared: Prepared[State], options: Mapping[str, object]) -> State:
    """The opening state, with some options set otherwise than in the file.

    Raises:
        ScenarioError: for an option that is unknown, or a value that it cannot have.
    """
    state = prepared.opening
    for name, value in stated(options, _wrong).items():
        state = with_option(state, name, value)
    return state


def _wrong(name: str, value: object) -> str:
    if name not in _SETTERS:
        return unknown(name, _SETTERS)
    fits, wanted = _FITS[name]
    return "" if fits(value) else f"{name}: expected {wanted}, not {value!r}"


def _are_troops(value: object) -> bool:
    if value == AS_WRITTEN:
        return True
    return type(value) in (int, str) and str(value).isdecimal() and 1 <= int(str(value)) <= 1000


_FITS: dict[str, tuple[Callable[[object], bool], str]] = {
    "troops": (_are_troops, "a number from 1 to 1000"),
    "defences_per_attack": (lambda value: type(value) in (int, str) and value in _DEFENCES, "1 or 'any'"),
    "auto_pass": (lambda value: type(value) in (bool, str) and value in _ON, "on or off"),
}


def switches(opening: State) -> tuple[Switch, ...]:
    """The choices before a game, set as the scenario has them."""
    red, blue = (opening.strengths[side] for side in ("red", "blue"))
    usual = f"{red}" if red == blue else f"{red} / {blue}"
    others = [(str(number), str(number)) for number in _OFFERED if str(number) != usual]
    troops = sorted([(AS_WRITTEN, usual), *others], key=lambda one: int(one[1]) if one[1].isdecimal() else 0)
    answers = (("1", "One"), ("any", "Any number"))
    return (
        Switch("troops", "Troops", "VOL-1", tuple(troops), AS_WRITTEN),
        Switch("defences_per_attack", "Answers to an attack", "VOL-6", answers, opening.defences),
        Switch("auto_pass", "Pass without an answer", "VOL-11", value=opening.auto_pass, note=_BETRAYS),
    )
