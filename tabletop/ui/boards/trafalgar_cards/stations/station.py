"""What the table does in a phase; each phase says what lies in the middle and what a card may do."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletop.core.errors import Refused
from tabletop.games.trafalgar_cards.deck import Side
from tabletop.games.trafalgar_cards.state import State
from tabletop.ui.boards.cards.look import PLAIN, Standing
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.contract import Offer, Recompose, Refuse, Reply
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button

if TYPE_CHECKING:
    from tabletop.ui.boards.trafalgar_cards.table import TrafalgarTable

WAITING = "You have chosen; the other side has not."
HINTS = ("choose_card", "card_arrows", "confirm", "hover_card", "discards", "log", "motion", "undo")


class Station:
    """Nothing is asked; what has been laid can be looked at."""

    def __init__(self, table: "TrafalgarTable") -> None:
        self.table = table

    @property
    def view(self) -> State:
        """What the viewer may know."""
        view: State = self.table.view
        return view

    @property
    def own(self) -> Side:
        """The side at the bottom."""
        return "british" if self.table.own == "british" else "allied"

    @property
    def chosen(self) -> bool:
        """Whether the viewer's secret choice is made."""
        return self.own in self.view.chosen

    @property
    def barred(self) -> str:
        """Why nothing can be chosen; empty if it can."""
        if not self.table.viewer:
            return "Nobody looks at this hand."
        return WAITING if self.chosen else ""

    # --- what is shown

    def lying(self) -> Sequence[str]:
        """Cards of the own hand that lie elsewhere for now."""
        return ()

    def standing(self, card: str) -> Standing:
        """How a card of the hand stands."""
        return PLAIN

    def middle(self) -> Widget:
        """What lies between the hands."""
        raise NotImplementedError

    def sheets(self) -> Sequence[Widget]:
        """Sheets at the right."""
        return ()

    def sections(self, card: str) -> tuple[Section, ...]:
        """What the reader says of a card besides what is printed on it."""
        return ()

    # --- what is done

    def offer(self) -> Offer | None:
        """The brass button."""
        return None

    def extras(self) -> Sequence[Button]:
        """Dark buttons."""
        return ()

    def hints(self) -> Sequence[str]:
        """Keys that matter."""
        return HINTS

    def choose(self, card: str) -> Reply:
        """A card was clicked."""
        return Recompose()

    def refusal(self, card: str, place: str) -> Refused | None:
        """Why a card cannot go to a place."""
        return Refused("TRA-3", "Nothing can be laid there now.")

    def laid(self, card: str, place: str) -> Reply:
        """A card goes to a place."""
        return Recompose()

    def act(self, action: str) -> Reply:
        """A button of this phase."""
        return None

    def back(self) -> bool:
        """Esc: drop what is being composed; whether there was anything."""
        return False

    def moved(self, card: str, place: str) -> Reply:
        """Lay a card, or say why not."""
        refused = self.refusal(card, place)
        return Refuse(refused) if refused else self.laid(card, place)
