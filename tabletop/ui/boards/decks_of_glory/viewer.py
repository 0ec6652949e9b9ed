"""What the person at the screen has chosen to see: shared by the table, the stations and the panels."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from tabletop.games.decks_of_glory import phases
from tabletop.games.decks_of_glory.model import ON_MAP, SIDES, Side, State
from tabletop.geometry.hexgrid import Hex
from tabletop.ui.boards.battle.viewer import BattleViewer
from tabletop.ui.boards.decks_of_glory.card_reveal import Reveal

Guns = Literal["none", "selected", "hovered", "side", "threats"]
"""Whose fields of fire are shown in any part of the turn: of one ship, of all of a side, of all that threaten it."""
GUNS: tuple[Guns, ...] = ("none", "selected", "hovered", "side")
"""Those that one key goes through."""
OVERLAYS: dict[str, Guns] = {"fields": "selected", "threats": "threats", "reach": "none"}
"""What a picture can be asked to show, and whose fields of fire that are."""


@dataclass
class Viewer(BattleViewer[State, Hex]):
    """The viewer's choices.

    Attributes:
        looking: the side that looks, empty for nobody.
        selected: as everywhere, but empty for none.
        hovered: the ship under the pointer, on the map or in the list.
        guns: whose fields of fire are shown.
        listed: the side whose ships are listed.
        drawn: the cards that were drawn last, and how many of them have been turned up.
        left: the ship that each side had chosen when it was asked last.
        held: the state before the cards that are being turned up; nothing once all of them are.
    """

    overlays: ClassVar[Collection[str]] = OVERLAYS

    persons: Sequence[str] = SIDES
    looking: str = ""
    selected: str = ""
    hovered: str = ""
    guns: Guns = "none"
    listed: Side = "british"
    drawn: Reveal = field(default_factory=Reveal)
    held: State | None = None
    left: dict[Side, str] = field(default_factory=dict)

    @property
    def side(self) -> Side:
        """The side that is asked now, of the persons' where either may; while the computer is, that of the person."""
        asked = phases.side_to_move(self.state)
        return asked if asked in self.persons else next((side for side in SIDES if side in self.persons), asked)

    @property
    def waits(self) -> bool:
        """Whether no person is asked now."""
        return self.side not in self.persons or self.state.asked not in (None, *self.persons)

    @property
    def known(self) -> State:
        """What the cards turned up so far have led to: hits are marked when all of them are."""
        return self.held if self.held is not None and self.drawn.busy else self.state

    @property
    def own(self) -> str:
        """The selected ship, if `side` commands her; else empty."""
        return self.selected if self.selected and self.mine(self.selected) else ""

    @property
    def shown(self) -> str:
        """The ship that is looked at: the selected one, else the one under the pointer."""
        return self.selected or (self.hovered if self.on_map(self.hovered) else "")

    def mine(self, key: str) -> bool:
        """Whether `side` commands a ship."""
        return self.state.fleet[key].side == self.side

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in key order; none while it has to wait."""
        return () if self.waits or self.state.outcome is not None else phases.list_actors(self.state, self.side)

    def on_map(self, key: str) -> bool:
        """Whether there is such a ship on the map."""
        return key in self.state.ships and self.state.ships[key].status in ON_MAP

    # --- what the player chooses

    def choose(self, key: str) -> None:
        """Select a ship, or none."""
        self.selected = key if self.on_map(key) else ""

    def drop(self) -> bool:
        """Show no fields of fire, else select none; whether there was either."""
        if self.guns != "none":
            self.guns = "none"
            return True
        return super().drop()

    def hover(self, key: str | None) -> None:
        """The pointer is on a ship, or on none."""
        self.hovered = key if key and self.on_map(key) else ""

    def turn_to(self, state: State) -> None:
        """Another part of the turn: whoever is asked goes on with the own ship chosen last, if she can act.

        Where none of the side can, any that is its own stays chosen.
        """
        self.left[self.side], self.state = self.selected, state
        actors = self.actors()
        before = self.left.get(self.side, "")
        able = self.on_map(before) and (before in actors if actors else self.mine(before))
        self.selected = before if able else ""
        self.listed = self.side

    def lay(self, overlay: str, ship: str) -> None:
        """Fields of fire, of a ship or of the whole side, or threats; where a ship can come is shown by her station."""
        self.guns = "side" if overlay == "fields" and not ship else OVERLAYS.get(overlay, "none")
