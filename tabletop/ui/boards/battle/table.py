"""What the tables of all battles answer in the same way: through a bridge, its station, and what does the orders."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from tabletop.core.deeds import Order
from tabletop.core.facts import Fact
from tabletop.core.game import AnyState
from tabletop.ui.boards.battle.controller import Answers, BattleBridge
from tabletop.ui.boards.battle.station import Station
from tabletop.ui.boards.contract import Offer, Past, Progress, Retold, Unfinished
from tabletop.ui.boards.replies import Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.report import Report

MEASURING = ("corner", "leave_ruler", "drop_rulers")
"""The keys while something is measured."""


B = TypeVar("B", bound=BattleBridge[Any, Any, Any])


class BattleTable(Generic[B]):
    """The part of `boards.contract.GameTable` in which battles are alike."""

    ends: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = ()
    """The keys of the table, whatever the phase."""

    def __init__(self, bridge: B, answers: Answers[B]) -> None:
        self._bridge, self._answers = bridge, answers

    @property
    def _station(self) -> Station[Any, Any, Any]:
        """What can be done in the current phase."""
        station: Station[Any, Any, Any] = self._bridge.station
        return station

    # --- what is shown

    def sit(self, persons: Sequence[str]) -> None:
        """The sides that persons play; while another is asked nothing can be ordered."""
        self._bridge.sit(persons)

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay something over the rest, come so near."""
        self._bridge.arrange(piece, overlay, zoom)

    def show(self, state: AnyState, past: Past = ()) -> None:
        """Show this state as it is."""
        self._bridge.show(state, past)

    def play(self, before: AnyState, events: Sequence[Fact], after: AnyState) -> None:
        """Play how one state became another; the panels show the end of it at once."""
        self._bridge.play(before, events, after)

    def skip(self) -> bool:
        """Jump to the end of what is being played."""
        return self._bridge.skip()

    def refresh(self) -> None:
        """Hand the surface what lies on it now."""
        self._bridge.refresh()

    def note(self, pieces: Sequence[str]) -> None:
        """Ring ships."""
        self._bridge.note(pieces)

    def stale(self) -> bool:
        """The panels tell of the state alone."""
        return False

    # --- what the current phase offers

    def offer(self) -> Offer | None:
        """What the brass button does."""
        return self._station.offer()

    def extras(self) -> Sequence[Button]:
        """Orders to many ships at once."""
        return self._station.extras()

    def finish(self) -> Order | None:
        """The command that ends this part of the turn."""
        return self._station.finish()

    def unfinished(self) -> Unfinished | None:
        """What would be left undone."""
        return self._station.unfinished()

    def progress(self) -> Progress | None:
        """How far the phase has come."""
        return self._station.progress()

    def hints(self) -> Sequence[str]:
        """The keys of the station, then those of the table; while something is measured, those of the ruler."""
        if self._bridge.measures:
            return MEASURING
        return tuple(dict.fromkeys((*self._station.hints(), *self.keys)))

    def focus(self, ident: str) -> None:
        """Nothing here is told of what has the focus."""

    # --- what the player does

    def act(self, report: Report) -> Reply:
        """Reports of the surface, of the panels, and of the brass button."""
        return self._answers.act(report)

    def key(self, given: Input) -> Reply:
        """The ruler, the station, then the table."""
        return self._answers.key(given)

    def back(self) -> bool:
        """Esc: what is being composed, then what is laid over the rest, then the selection."""
        return self._answers.back()

    # --- what the log speaks of

    def retold(self, event: Fact, side: str) -> Retold | None:
        """Every fact matters as much as any other."""
        return Retold(event)


ENTRIES = 12
"""Entries that are listed before the rest is counted."""


def ledger(entries: Sequence[str], rest: str) -> str:
    """An entry on each line, the latest at the end; `rest` are words for the earlier ones that are only counted."""
    left_out = len(entries) - ENTRIES
    more = [f"and {left_out} {rest}"] if left_out > 0 else []
    return " \n".join([*more, *entries[-ENTRIES:]]) if entries else "None so far."
