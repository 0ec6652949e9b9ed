"""Decks of Glory on the table screen: the hex map, its panels, and the station of the current phase."""

from collections.abc import Sequence
from typing import Any, ClassVar

from tabletop.games.decks_of_glory.state import State
from tabletop.ui.boards.contract import (
    Account,
    Caption,
    Offer,
    Passing,
    Past,
    Plate,
    Progress,
    Reply,
    Retold,
    Thrown,
    Unfinished,
)
from tabletop.ui.boards.decks_of_glory import accounts, captions, signs
from tabletop.ui.boards.decks_of_glory.answers import Answers
from tabletop.ui.boards.decks_of_glory.bridge import Bridge
from tabletop.ui.boards.decks_of_glory.panels.desk import HexDesk
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.button import Button

HINTS = (
    "click",
    "drag",
    "wheel",
    "ruler",
    "arcs",
    "threats",
    "next_ship",
    "deck",
    "fit",
    "list",
    "log",
    "motion",
    "undo",
)
"""The keys of the table, whatever the phase."""


class HexTable:
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    dice: ClassVar[bool] = False
    ends: ClassVar[bool] = True

    def __init__(self, state: State) -> None:
        self._bridge = Bridge(state)
        self._answers = Answers(self._bridge)
        self.viewer, self.map = self._bridge.viewer, self._bridge.map
        self.surface: Widget = self.map

    # --- who looks, and what is shown

    def seat(self, side: str) -> None:
        """Who looks from now on: what the one before was composing is gone."""
        self._bridge.seat(side)

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a ship, lay fields of fire on the map, come so near."""
        self._bridge.arrange(piece, overlay, zoom)

    def show(self, state: State, past: Past = ()) -> None:
        """Show this state as it is, with the cards that were drawn last."""
        self._bridge.show(state, past)

    def play(self, before: State, events: Sequence[Any], after: State) -> None:
        """Play how one state became another; the cards that were drawn are turned up one by one."""
        self._bridge.play(before, events, after)

    def skip(self) -> bool:
        """Jump to the end of what is being played, and turn up every card."""
        return self._bridge.skip()

    def refresh(self) -> None:
        """Hand the map what lies on it now."""
        self._bridge.refresh()

    def note(self, pieces: Sequence[str]) -> None:
        """Ring ships."""
        self._bridge.note(pieces)

    def centre_on(self, pieces: Sequence[str], left: int) -> None:
        """Bring ships into view."""
        self.map.centre_on([key for key in pieces if self.viewer.on_map(key)], left)

    def stale(self) -> bool:
        """The panels tell of the state alone."""
        return False

    def panels(self) -> Sequence[Widget]:
        """Order of battle, ship card with the station's sheet, drawn cards, deck."""
        return [HexDesk(self.viewer, self._bridge.station, self.map, self._bridge.bring)]

    # --- what the screen asks

    def caption(self) -> Caption:
        """Title, phase, who is asked, turn and points."""
        return captions.caption(self.viewer.state)

    def offer(self) -> Offer | None:
        """What the brass button does."""
        return self._bridge.station.offer()

    def extras(self) -> Sequence[Button]:
        """Orders to many ships at once."""
        return self._bridge.station.extras()

    def finish(self) -> Any:
        """The command that ends this part of the turn."""
        return self._bridge.station.finish()

    def unfinished(self) -> Unfinished | None:
        """What would be left undone."""
        return self._bridge.station.unfinished()

    def passing(self, state: State) -> Passing | None:
        """Nothing is done without being asked."""
        return None

    def progress(self) -> Progress | None:
        """How far the phase has come."""
        return self._bridge.station.progress()

    def hints(self) -> Sequence[str]:
        """The keys of the station, then those of the table; while something is measured, those of the ruler."""
        if self.viewer.measuring:
            return ("corner", "leave_ruler", "drop_rulers")
        return (*self._bridge.station.hints(), *HINTS)

    def focus(self, ident: str) -> None:
        """Nothing here is told of what has the focus."""

    # --- what the player does

    def act(self, action: Action) -> Reply:
        """Reports of the map, of the panels, and of the brass button."""
        return self._answers.act(action)

    def key(self, given: Input) -> Reply:
        """The station, then the table."""
        return self._answers.key(given)

    def back(self) -> bool:
        """Esc: what is being composed, then the fields, then the selection."""
        return self._answers.back()

    # --- what others speak of

    def thrown(self, before: State, event: Any) -> Thrown | None:
        """There are no dice."""
        return None

    def account(self, before: State, event: Any) -> Account:
        """A fact opened up."""
        return accounts.account(before, event)

    def retold(self, event: Any, side: str) -> Retold | None:
        """Every fact matters as much as any other."""
        return Retold(event)

    def summed(self, events: Sequence[Any]) -> str:
        """Nothing: the reveal lays out every broadside."""
        return ""

    def moment(self, state: State) -> str:
        """The turn; before the first one there is only the start."""
        return f"T{state.turn}" if state.turn else "Start"

    def pieces(self, event: Any) -> tuple[str, ...]:
        """The ships that a fact is about."""
        return accounts.pieces(event)

    def plate(self, piece: str) -> Plate:
        """A ship's name and badge."""
        return signs.plate(self.viewer.state, piece)
