"""Corrections: both sides agree to change a position, a mark or a card, as two people at a table would.

Each game lists what can be corrected, and the bounds.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from tabletop.core.commands import Command
from tabletop.core.errors import Refused

RULE = "C-9"
AGREED_REASON = "Both sides agreed to this correction."
"""The reason that one side alone cannot undo a correction."""


class Correction(Command, frozen=True):
    """Correct something on the table. Either side may give the command, and the turn goes on unchanged."""

    agreed: tuple[str, ...]
    """The sides that agree to it."""


def check_agreement(command: Correction, sides: Collection[str]) -> Refused | None:
    """Return a refusal unless exactly all sides agree to the correction, else None (C-9)."""
    if set(command.agreed) == set(sides) and len(command.agreed) == len(sides):
        return None
    return Refused(RULE, "Both sides must agree to a correction.")


def check_bounds(what: str, number: float, least: float, most: float) -> Refused | None:
    """Return None if `number` is from `least` to `most` inclusive, else a refusal that names `what` (C-9)."""
    if least <= number <= most:
        return None
    return Refused(RULE, f"{what} must be between {least:g} and {most:g}.", f"{number:g}")


def describe_change(what: str, before: object, after: object) -> str:
    """Return the change in words, e.g. ``hull 5 (was 4)``, or "" if nothing changes."""
    return f"{what} {after} (was {before})" if before != after else ""


class CorrectableNumber(NamedTuple):
    """A number that can be corrected, with its bounds, the sizes of steps, and its unit.

    Attributes:
        better: 1 if a larger number is better for the owner, −1 if a smaller one is, 0 if unknown.
        slack: if `better` is 0, the change that is worse for nobody.
    """

    title: str
    value: float
    least: float
    most: float
    steps: tuple[float, ...] = (1,)
    unit: str = ""
    better: int = 0
    slack: float = 0

    def step_value(self, value: float, step: float) -> float:
        """Return `value` plus `step`, clamped to the bounds and rounded to three decimals."""
        return round(min(self.most, max(self.least, value + step)), 3)

    def is_worse(self, value: float, *, owned: bool) -> bool:
        """Return True if `value` is worse for the owner (if `owned`) or for the owner's enemy (if not).

        If `better` is 0, any change of more than `slack` is worse for both.
        """
        by = self.change_to(value)
        return by * self.better * (1 if owned else -1) < 0 if self.better else abs(by) > self.slack

    def change_to(self, value: float) -> float:
        """Return the difference between `value` and the present number."""
        return value - self.value

    def format_value(self, value: float) -> str:
        """Return `value` with its unit, e.g. ``−5°``."""
        return f"{value:g}{self.unit}".replace("-", "−")


class CorrectableAngle(CorrectableNumber):
    """A number that wraps round, such as an angle or a side of a hexagon: the first value follows the last."""

    def step_value(self, value: float, step: float) -> float:
        """Return `value` plus `step`, wrapped round at the bounds."""
        return (value + step - self.least) % (self.most - self.least + 1) + self.least

    def change_to(self, value: float) -> float:
        """Return the difference between `value` and the present number by the shorter way round."""
        whole = self.most - self.least + 1
        return (value - self.value + whole / 2) % whole - whole / 2


NONE = ""
"""Id of the option "nothing chosen"."""


class CorrectableChoice(NamedTuple):
    """One of several options, each with its id and name. If `NONE` is an option, players must choose another.

    Attributes:
        best: id of the best option for the owner; `NONE` if unknown.
    """

    title: str
    value: str
    options: Mapping[str, str]
    steps: tuple[float, ...] = (1,)
    best: str = NONE

    def step_value(self, value: str, step: float) -> str:
        """Return the option `step` places after `value`; the first option follows the last."""
        known = list(self.options)
        return known[(known.index(value) + int(step)) % len(known)]

    def is_worse(self, value: str, *, owned: bool) -> bool:
        """Return True if `value` is worse for the owner (if `owned`) or for the owner's enemy (if not).

        For the owner any other option but the best is worse, for the enemy only the best. Without a known best, any
        change is.
        """
        return value != self.value and (self.best == NONE or (value == self.best) is not owned)

    def format_value(self, value: str) -> str:
        """Return the name of option `value`."""
        return self.options[value]


CorrectableField = CorrectableNumber | CorrectableChoice
Values = Mapping[str, Any]
"""The new value of each field by the field's name: a number, or the id of an option."""


class Correctable(NamedTuple):
    """A piece or another thing that can be corrected.

    Attributes:
        key: id of the piece or thing.
        name: name that players read.
        fields: the numbers and choices that can be corrected, by name.
        build_command: returns the command, given new values and the sides that agree.
        owner: id of the side that owns the thing.
    """

    key: str
    name: str
    fields: Mapping[str, CorrectableField]
    build_command: Callable[[Values, tuple[str, ...]], Correction]
    owner: str

    def describe_loss(self, values: Values, side: str) -> str:
        """Return the first change that is worse for `side`, e.g. ``Hull: 3``, or "" if none is."""
        asked = self.fields
        worse = (name for name in asked if asked[name].is_worse(values[name], owned=side == self.owner))
        return next((f"{asked[name].title}: {asked[name].format_value(values[name])}" for name in worse), "")


def select_changes(asked: Mapping[str, CorrectableField], values: Values) -> dict[str, Any]:
    """Return `values` with UNSET in place of each value that equals the present one."""
    return {name: value if value != asked[name].value else msgspec.UNSET for name, value in values.items()}
