"""What a lesson asks of the hex map."""

from collections.abc import Sequence

from tabletop.ui.boards.battle.taught import TaughtBattle
from tabletop.ui.boards.decks_of_glory.projection import HEXES
from tabletop.ui.camera import Xy


class TaughtHexes(TaughtBattle):
    """A map of hexes with ships."""

    def places(self, thing: str) -> Sequence[Xy]:
        """Also the corners of ``hex 3 2``."""
        kind, _, of = thing.partition(" ")
        if kind != "hex":
            return super().places(thing)
        q, r = map(int, of.split())
        return HEXES.outline((q, r))
