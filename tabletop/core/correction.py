"""Putting right what lies on the table otherwise than it should, once both sides agree, as two people at a table would.

Each game says which of its places, marks and cards can be put right, and between which bounds.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from tabletop.core.commands import Command
from tabletop.core.errors import Refused

RULE = "C-9"
SHOWN = "Both sides agreed to put that right."
"""Why one side alone cannot take it back."""


class Correction(Command, frozen=True):
    """Something is put right; whose turn it is does not matter, and the turn goes on as it was."""

    agreed: tuple[str, ...]
    """The sides that agree to it."""


def disagreed(command: Correction, sides: Collection[str]) -> Refused | None:
    """Without the word of every side nothing is put right (C-9)."""
    if set(command.agreed) == set(sides) and len(command.agreed) == len(sides):
        return None
    return Refused(RULE, "Nothing on the table is put right unless both sides agree.")


def out_of_bounds(what: str, number: float, least: float, most: float) -> Refused | None:
    """Why a mark cannot have that number."""
    if least <= number <= most:
        return None
    return Refused(RULE, f"{what} can be put right to {least:g} at least and {most:g} at most.", f"{number:g}")


def said(what: str, before: object, after: object) -> str:
    """What was put right, in words: ``hull 5 (was 4)``; empty where it stays as it was."""
    return f"{what} {after} (was {before})" if before != after else ""


class Number(NamedTuple):
    """A number that can be put right, with its bounds, the steps by which it is changed, and its unit.

    Attributes:
        better: 1 where more of it is better for whoever owns it, −1 where less is, 0 where nobody can say.
        slack: of the latter, by how much it may be put right with nobody the worse for it.
    """

    title: str
    value: float
    least: float
    most: float
    steps: tuple[float, ...] = (1,)
    unit: str = ""
    better: int = 0
    slack: float = 0

    def stepped(self, value: float, step: float) -> float:
        """The number after a step, which does not lead over the bounds."""
        return round(min(self.most, max(self.least, value + step)), 3)

    def costs(self, value: float, *, owned: bool) -> bool:
        """Whether it would be the worse for somebody who owns it, or whose enemy does."""
        by = self.by(value)
        return by * self.better * (1 if owned else -1) < 0 if self.better else abs(by) > self.slack

    def by(self, value: float) -> float:
        """How far it would be put right."""
        return value - self.value

    def told(self, value: float) -> str:
        """As it is shown."""
        return f"{value:g}{self.unit}".replace("-", "−")


class Turning(Number):
    """The same of an angle or a side of a hexagon: after the last comes the first."""

    def stepped(self, value: float, step: float) -> float:
        """The number after a step, also over the last."""
        return (value + step - self.least) % (self.most - self.least + 1) + self.least

    def by(self, value: float) -> float:
        """By the shorter way."""
        whole = self.most - self.least + 1
        return (value - self.value + whole / 2) % whole - whole / 2


NONE = ""
"""Id of what is chosen as long as nothing is."""


class OneOf(NamedTuple):
    """One of several things, each by its id and its name; where `NONE` is among them, it must be chosen first.

    Attributes:
        best: what is best for whoever owns it; `NONE` where nobody can say.
    """

    title: str
    value: str
    options: Mapping[str, str]
    steps: tuple[float, ...] = (1,)
    best: str = NONE

    def stepped(self, value: str, step: float) -> str:
        """The option after a step; after the last comes the first."""
        known = list(self.options)
        return known[(known.index(value) + int(step)) % len(known)]

    def costs(self, value: str, *, owned: bool) -> bool:
        """Whether it would be the worse for somebody who owns it, or whose enemy does."""
        return value != self.value and (self.best == NONE or (value == self.best) is not owned)

    def told(self, value: str) -> str:
        """Its name."""
        return self.options[value]


Asked = Number | OneOf
Values = Mapping[str, Any]
"""What each of the things that are asked is to be, by its name: a number, or the id of an option."""


class Correctable(NamedTuple):
    """Something that can be put right.

    Attributes:
        key: of the piece, or of what else it is.
        name: what it is called.
        asked: what can be changed of it, by the names that `order` knows.
        order: the command, from what each of them is to be and who agrees.
        owner: the id of the side that it belongs to.
    """

    key: str
    name: str
    asked: Mapping[str, Asked]
    order: Callable[[Values, tuple[str, ...]], Correction]
    owner: str

    def cost(self, values: Values, side: str) -> str:
        """What of it would be the worse for a side, in words; empty if nothing would be."""
        asked = self.asked
        worse = (name for name in asked if asked[name].costs(values[name], owned=side == self.owner))
        return next((f"{asked[name].title}: {asked[name].told(values[name])}" for name in worse), "")


def changed(asked: Mapping[str, Asked], values: Values) -> dict[str, Any]:
    """What is otherwise than it was; the rest is left out."""
    return {name: value if value != asked[name].value else msgspec.UNSET for name, value in values.items()}
