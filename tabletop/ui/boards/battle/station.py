"""A part of the turn at the table of a battle: what the bars and the keys can ask of it."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from tabletop.core.commands import Command
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.battle.viewer import AnyViewer
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.replies import Recompose, Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Report

V = TypeVar("V", bound=AnyViewer)
L = TypeVar("L")
G = TypeVar("G")


class Station(Generic[V, L, G]):
    """A part of the turn in which nothing can be done; `L` is what lies on the map, `G` a gesture on it.

    Attributes:
        viewer: what the person at the screen has chosen to see.
        title: heading of its sheet.
    """

    title = ""
    follows_pointer: ClassVar[bool] = False
    """Whether what it lays on the map depends on the ship under the pointer."""

    def __init__(self, viewer: V) -> None:
        self.viewer = viewer

    def refresh(self) -> None:
        """The state or the selection has changed: drop what no longer holds."""

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in key order."""
        return self.viewer.actors()

    def acted(self, key: str) -> bool:
        """Whether a ship has done her part."""
        return False

    def beside(self, key: str) -> Sequence[Any]:
        """What should be seen together with a ship: other ships, or hexes."""
        return ()

    def laid(self) -> L | None:
        """What it lays on the map, besides what the viewer asked for."""
        return None

    def glanced(self) -> bool:
        """Whether what is pointed at in its sheet has changed since the last call."""
        return False

    def looks(self) -> Iterable[str]:
        """What is aimed at or planned, in the words of lessons: ``aim F1``."""
        return ()

    def aim(self, target: str) -> None:
        """Aim the chosen ship at another, if she may fire at her."""

    def sheet(self) -> Iterable[Widget]:
        """What its panel shows."""
        return ()

    @property
    def docks(self) -> bool:
        """Whether in a narrow window its sheet stands in the place of the card."""
        return False

    def hands(self, key: str) -> Widget | None:
        """What stands in the place of her crew on the card of a ship, if anything is done there."""
        return None

    def tools(self) -> Sequence[Button]:
        """Small buttons on the map for what is being composed."""
        return ()

    def offer(self) -> PrimaryAction | None:
        """What the brass button does."""
        return None

    def extras(self) -> Sequence[Button]:
        """Orders to many ships at once, as dark buttons beside the brass one."""
        return ()

    def gives(self, ident: str) -> Command | None:
        """The order that a button beside the brass one or in its sheet gives as it is pressed, or None."""
        return None

    def finish(self) -> Command | None:
        """The command that ends this part of the turn, or None."""
        return None

    def unfinished(self) -> UnfinishedPhase | None:
        """What ending it now would leave undone."""
        return None

    def progress(self) -> PhaseProgress | None:
        """How far it has come."""
        return None

    def hints(self) -> Sequence[str]:
        """Names of the keys that matter here besides those of the table."""
        return ()

    def wants(self, gesture: Gesture) -> bool:
        """Whether a drag that begins so is an order, not a look around."""
        return False

    def gesture(self, gesture: G) -> Reply:
        """What the pointer did on the map, besides selecting and measuring."""
        return None

    def next_of(self, able: Sequence[str]) -> Reply:
        """The next ship of those that are able is chosen, and brought into view."""
        self.viewer.step(able, 1)
        self.refresh()
        return Recompose()

    def act(self, report: Report) -> Reply:
        """A report of its sheet, or of the brass button."""
        return None

    def key(self, given: Input) -> Reply:
        """A key."""
        return None

    def back(self) -> bool:
        """Esc: drop what is being composed; whether there was anything."""
        return False


AnyStation = Station[Any, Any, Any]
"""Of whatever battle."""


class OverStation(Station[V, L, G]):
    """Nobody is asked any more; the sheet tells how it ended."""

    title = "The battle is over"

    def __init__(self, viewer: V, told: Iterable[Widget] = ()) -> None:
        super().__init__(viewer)
        self._told = told

    def sheet(self) -> Iterable[Widget]:
        """How it ended."""
        return self._told

    def offer(self) -> PrimaryAction:
        """The reckoning."""
        return PrimaryAction("See the results", "reckoning", "All victory points, with the reason for each.")

    def hints(self) -> Sequence[str]:
        """The reckoning."""
        return ("primary",)


def ships_placed(able: Collection[str], placed: Collection[str]) -> PhaseProgress:
    """How many of the ships that may be placed have been; the others stay where they lie."""
    done = sum(key in placed for key in able)
    return PhaseProgress("Ships placed", f"{done} of {len(able)} placed", done / (len(able) or 1))
