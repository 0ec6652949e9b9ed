"""What a lesson asks of a card table; where cards lie it sees by their widgets."""

from collections.abc import Collection

from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.taught import Taught


class TaughtCards(Taught):
    """Cards in a hand and on the cloth."""

    def __init__(self, tableau: Tableau) -> None:
        self._tableau = tableau

    def looks(self) -> Collection[str]:
        """The cards that are chosen, and the one that is read."""
        tableau = self._tableau
        read = filter(None, (tableau.read, tableau.cursor, tableau.focused))
        return frozenset((*(f"choose {card}" for card in tableau.selected), *(f"hover {card}" for card in read)))
