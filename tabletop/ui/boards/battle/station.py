"""A part of the turn at the table of a battle: what the bars and the keys can ask of it."""

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from tabletop.core.deeds import Order
from tabletop.ui.boards.contract import Offer, Progress, Unfinished
from tabletop.ui.boards.replies import Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Report

V = TypeVar("V")


def next_after(ships: Iterable[str], able: Collection[str], now: str | None) -> str | None:
    """The ship that follows one in key order among those that are able, round from the last to the first."""
    order = list(ships)
    at = order.index(now) + 1 if now in order else 0
    return next((key for key in (*order[at:], *order[:at]) if key in able), None)


class Station(Generic[V]):
    """A part of the turn in which nothing special can be done; what lies on the surface is the game's own.

    Attributes:
        viewer: what the person at the screen has chosen to see.
    """

    follows_pointer: ClassVar[bool] = False
    """Whether what it lays on the surface depends on the ship under the pointer."""

    def __init__(self, viewer: V) -> None:
        self.viewer = viewer

    def refresh(self) -> None:
        """The state or the selection has changed: drop what no longer holds."""

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in the order of the list."""
        return ()

    def offer(self) -> Offer | None:
        """What the brass button does."""
        return None

    def extras(self) -> Sequence[Button]:
        """Orders to many ships at once, as dark buttons beside the brass one."""
        return ()

    def finish(self) -> Order | None:
        """The command that ends this part of the turn, or None."""
        return None

    def unfinished(self) -> Unfinished | None:
        """What ending it now would leave undone."""
        return None

    def progress(self) -> Progress | None:
        """How far it has come."""
        return None

    def hints(self) -> Sequence[str]:
        """Names of the keys that matter here besides those of the table."""
        return ()

    def act(self, report: Report) -> Reply:
        """A report of its sheet, or of the brass button."""
        return None

    def key(self, given: Input) -> Reply:
        """A key."""
        return None

    def back(self) -> bool:
        """Esc: drop what is being composed; whether there was anything."""
        return False
