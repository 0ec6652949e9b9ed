"""What widgets report of what the player does with them: for each kind of report there is a struct.

A screen or a table has an answer to each kind, in a table of `On`; to a button that says no more than that it was
pressed, by the id of the button. The reports of a game's own widgets stand beside those.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

R = TypeVar("R", bound="Report")
T = TypeVar("T")
D_co = TypeVar("D_co", covariant=True)


@dataclass(frozen=True)
class Report:
    """Something that a player does with a widget."""

    @property
    def key(self) -> tuple[type["Report"], str]:
        """By which its answer is found: its kind, and the id of the widget where a screen has several of the kind."""
        return type(self), str(getattr(self, "id", ""))


@dataclass(frozen=True)
class Consumed(Report):
    """The widget has dealt with it itself."""


CONSUMED = Consumed()


@dataclass(frozen=True)
class Close(Report):
    """Asks the page to close the dialog or the sheet that lies on top."""


CLOSE = Close()


@dataclass(frozen=True)
class Pressed(Report):
    """A button, or what stands for one."""

    id: str


@dataclass(frozen=True)
class Chosen(Report):
    """One of several values, or a row of a list."""

    id: str
    value: str


@dataclass(frozen=True)
class Ticked(Report):
    """Whether a box is ticked now."""

    id: str
    ticked: bool


@dataclass(frozen=True)
class RuleAsked(Report):
    """Words were clicked that lead to a rule or a section of the rulebook."""

    target: str


@dataclass(frozen=True)
class Typed(Report):
    """What a line that can be written in holds now."""

    id: str
    text: str


@dataclass(frozen=True)
class RowOpened(Report):
    """A row was clicked twice, or Enter pressed on it."""

    id: str
    row: str


@dataclass(frozen=True)
class RowAdded(Report):
    """A row was clicked with Shift: it is chosen besides those that are."""

    id: str
    row: str


@dataclass(frozen=True)
class RowPointed(Report):
    """The pointer came upon a row; empty if it left all of them."""

    id: str
    row: str


@dataclass(frozen=True)
class Folded(Report):
    """The rows under a heading shall be folded away, or shown again."""

    id: str
    heading: str
    folded: bool


@dataclass(frozen=True)
class Gathered(Report):
    """All that stands under a heading shall be chosen."""

    id: str
    heading: str


Presses = Mapping[str, Callable[[], T]]
"""What each button does, by its id."""
Hearing = dict[tuple[type[Report], str], Callable[[Any], T]]
"""What is done at each report, by its key."""


class On(Generic[D_co]):
    """What is done at one kind of report, of one widget where that matters; another kind's handler is a type error."""

    __slots__ = ("handle", "key")

    def __init__(self, kind: type[R], handle: Callable[[R], D_co], ident: str = "") -> None:
        self.key: tuple[type[Report], str] = kind, ident
        self.handle: Callable[[Any], D_co] = handle


def hearing(*cases: On[T]) -> Hearing[T]:
    """The table of some cases."""
    return {case.key: case.handle for case in cases}


def pressed(report: Report, presses: Presses[T]) -> T | None:
    """Do what the button does that was pressed; None for another report, or a button that is not among these."""
    deed = presses.get(report.id) if isinstance(report, Pressed) else None
    return deed() if deed else None
