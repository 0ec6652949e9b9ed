"""What a lesson asks of the hex map."""

from collections.abc import Sequence

from tabletop.ui.boards.battle.taught import TaughtBattle
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.boards.decks_of_glory.ship_places import placed_ships
from tabletop.ui.camera import Xy


class TaughtHexes(TaughtBattle):
    """A map of hexes with ships."""

    def spot(self, thing: str) -> Sequence[Xy]:
        """A ship is seen along her keel: what is written beside her in her hex is not ringed."""
        ship = placed_ships(self._viewer.state).get(thing.removeprefix("ship "))
        if ship is None:
            return super().spot(thing)
        return self.seen([ship.along(end, 0) for end in (-0.5, 0.5)])

    def places(self, thing: str) -> Sequence[Xy]:
        """Also the corners of ``hex 3 2``."""
        kind, _, of = thing.partition(" ")
        if kind != "hex":
            return super().places(thing)
        q, r = map(int, of.split())
        return HEXES.outline((q, r))
