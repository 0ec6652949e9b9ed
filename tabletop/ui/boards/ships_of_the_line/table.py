"""Ships of the Line on the table screen: the sea, its panels, and the station of the current phase."""

from collections.abc import Sequence
from typing import ClassVar

from tabletop.core.facts import Fact
from tabletop.games.ships_of_the_line.compiled import phase_of
from tabletop.games.ships_of_the_line.phases import RIBBON
from tabletop.games.ships_of_the_line.state import State, clock, flown
from tabletop.games.ships_of_the_line.survey import passing
from tabletop.ui.boards import nations
from tabletop.ui.boards.battle.table import BattleTable
from tabletop.ui.boards.contract import Account, Caption, Passing, Plate, Thrown
from tabletop.ui.boards.ships_of_the_line import accounts, captions
from tabletop.ui.boards.ships_of_the_line.controller import Bridge, SeaAnswers
from tabletop.ui.boards.ships_of_the_line.panels.desk import Desk
from tabletop.ui.widgets.base import Widget

KEYS = ("click", "drag", "wheel", "ruler", "arcs", "threats", "next_ship", "fit", "log", "motion", "undo")
"""The keys of the table, whatever the phase."""

_FRIENDS = "No question about lines to friends"
_FRIENDS_TOLD = (
    "Where nothing else could be done the step goes by. Undo leads back to it; there it can be switched off."
)


class SeaTable(BattleTable[Bridge]):
    """The game's side of the table screen, see `boards.contract.GameTable`."""

    dice: ClassVar[bool] = True
    keys: ClassVar[tuple[str, ...]] = KEYS

    def __init__(self, state: State) -> None:
        bridge = Bridge(state)
        super().__init__(bridge, SeaAnswers(bridge))
        self.viewer, self._sea = bridge.viewer, bridge.sea
        self.surface: Widget = self._sea
        self._passed = False

    # --- what is shown

    def seat(self, side: str) -> None:
        """Nothing is hidden in this game."""

    def panels(self) -> Sequence[Widget]:
        """Order of battle, compass, ship card, minimap and what the station adds."""
        return [Desk(self.viewer, self._bridge.station, self._sea)]

    def caption(self) -> Caption:
        """Title, phase, who is asked, turn and clock."""
        return captions.caption(self.viewer.state, RIBBON, phase_of(self.viewer.state))

    def passing(self, state: State) -> Passing | None:
        """Where nothing can be ordered; and where nobody wants to be asked, unless the player does: said once."""
        if done := passing.idle(state):
            return Passing(done)
        done = passing.friends_only(state) if self.viewer.pass_friends else None
        if done is None:
            return None
        told, self._passed = self._passed, True
        return Passing(done) if told else Passing(done, _FRIENDS, _FRIENDS_TOLD)

    # --- what others speak of

    def thrown(self, before: State, event: Fact) -> Thrown | None:
        """Dice for the tray."""
        return accounts.thrown(before, event)

    def account(self, before: State, event: Fact) -> Account:
        """A fact opened up."""
        return accounts.account(before, event)

    def summed(self, events: Sequence[Fact]) -> str:
        """Several broadsides in a sentence."""
        return accounts.summed(events)

    def moment(self, state: State) -> str:
        """The time of day."""
        return clock(state, state.turn)

    def pieces(self, event: Fact) -> tuple[str, ...]:
        """The ships that a fact is about."""
        return accounts.pieces(event)

    def plate(self, piece: str) -> Plate:
        """A ship's name and badge."""
        card = self.viewer.state.cards[piece]
        return Plate(card.name, nations.badge(*flown(self.viewer.state, piece)))

    def centre_on(self, pieces: Sequence[str], left: int) -> None:
        """Bring ships into view beside the log."""
        self._sea.view.centre_on(pieces, left)


TABLE = SeaTable
