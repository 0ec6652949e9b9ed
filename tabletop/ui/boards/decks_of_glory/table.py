"""Decks of Glory on the table screen: the hex map, its panels, and the station of the current phase."""

from collections.abc import Sequence
from typing import ClassVar

from tabletop.core.facts import Fact
from tabletop.games.decks_of_glory.state import State
from tabletop.ui.boards.battle.table import BattleTable
from tabletop.ui.boards.contract import Account, Caption, Passing, Plate, Thrown
from tabletop.ui.boards.decks_of_glory import accounts, captions
from tabletop.ui.boards.decks_of_glory.controller import Bridge, HexAnswers
from tabletop.ui.boards.decks_of_glory.panels.desk import HexDesk
from tabletop.ui.widgets.base import Widget

KEYS = (
    "click", "drag", "wheel", "ruler", "arcs", "threats", "next_ship", "deck", "fit", "list", "log", "motion", "undo",
)  # fmt: skip
"""The keys of the table, whatever the phase."""


class HexTable(BattleTable[Bridge]):
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    dice: ClassVar[bool] = False
    keys: ClassVar[tuple[str, ...]] = KEYS

    def __init__(self, state: State) -> None:
        bridge = Bridge(state)
        super().__init__(bridge, HexAnswers(bridge))
        self.viewer, self.map = bridge.viewer, bridge.map
        self.surface: Widget = self.map.surface
        self._turning = False

    # --- who looks, and what is shown

    def seat(self, side: str) -> None:
        """Who looks from now on: what the one before was composing is gone."""
        self._bridge.seat(side)

    def centre_on(self, pieces: Sequence[str], left: int) -> None:
        """Bring ships into view."""
        self.map.view.centre_on([key for key in pieces if self.viewer.on_map(key)], left)

    def panels(self) -> Sequence[Widget]:
        """Order of battle, ship card with the station's sheet, drawn cards, deck."""
        self._turning = self.viewer.drawn.busy
        return [HexDesk(self.viewer, self._bridge.station, self.map, self._bridge.bring)]

    # --- what the screen asks

    def stale(self) -> bool:
        """Whether the last of the cards has been turned up, or the first laid down, since the panels were composed."""
        return self._turning != self.viewer.drawn.busy

    def caption(self) -> Caption:
        """Title, phase, who is asked, turn and points, as far as the cards turned up have told."""
        return captions.caption(self.viewer.known)

    def passing(self, state: State) -> Passing | None:
        """Nothing is done without being asked."""
        return None

    # --- what others speak of

    def thrown(self, before: State, event: Fact) -> Thrown | None:
        """There are no dice."""
        return None

    def account(self, before: State, event: Fact) -> Account:
        """A fact opened up."""
        return accounts.account(before, event)

    def summed(self, events: Sequence[Fact]) -> str:
        """Nothing: the reveal lays out every broadside."""
        return ""

    def moment(self, state: State) -> str:
        """The turn; before the first one there is only the start."""
        return f"T{state.turn}" if state.turn else "Start"

    def pieces(self, event: Fact) -> tuple[str, ...]:
        """The ships that a fact is about."""
        return accounts.pieces(event)

    def plate(self, piece: str) -> Plate:
        """A ship's name and badge."""
        return captions.plate(self.viewer.state, piece)


TABLE = HexTable
