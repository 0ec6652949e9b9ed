"""What the table does in a phase; each phase says what lies in the middle and what a card may do."""

from collections.abc import Mapping, Sequence

from tabletop.cards.zones import HIDDEN
from tabletop.core.errors import Refused
from tabletop.games.trafalgar_cards.deck import Play, Side
from tabletop.games.trafalgar_cards.limits import most, uses
from tabletop.games.trafalgar_cards.naming import USE_NAMES
from tabletop.games.trafalgar_cards.state import State
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.look import PLAIN, Standing
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.contract import Offer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.pictures import used_as
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.button import Button

WAITING = "You have chosen; the other side has not."
HINTS = ("choose_card", "card_arrows", "confirm", "hover_card", "discards", "log", "motion", "undo")


class Station:
    """Nothing is asked; what has been laid can be looked at."""

    def __init__(self, table: CardTable[State]) -> None:
        self.table = table

    @property
    def view(self) -> State:
        """What the viewer may know."""
        return self.table.view

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

    def whole_hand(self) -> Sequence[str]:
        """The cards of the viewer's hand, wherever they lie; none while they are hidden."""
        return [card for card in self.view.cards.hands[self.own] if card != HIDDEN]

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

    def counting(self, card: str) -> tuple[Section, ...]:
        """As what a card counts this turn."""
        if card not in self.view.deck:
            return ()
        limit = most(self.view.limits, self.view.turn)
        able = uses(self.view.deck[card], self.own, limit)
        told = tuple((f"As {USE_NAMES[use]}", f"up to {limit[use]}") for use in able)
        return (Section(f"In turn {self.view.turn}", told or (("Does not count for you.", ""),)),)

    def committed(self, play: Play, values: Mapping[str, int], negated: rows.Negated) -> Card:
        """A card in its row, in the colours of what it is used as.

        Args:
            play: the card, and the suit in which it is used.
            values: what each card counts.
            negated: what negated a card, if anything.
        """
        printed = self.view.deck[play.card]
        stands = rows.standing(printed, play.use, values[play.card], negated.get(play.card, rows.UNTOUCHED))
        made = self.table.card(play.card, stands)
        made.look = used_as(made.look, play.use)
        return made

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

    def act(self, button: str) -> Reply:
        """A button of this phase."""
        return None

    def back(self) -> bool:
        """Esc: drop what is being composed; whether there was anything."""
        return False

    def moved(self, card: str, place: str) -> Reply:
        """Lay a card, or say why not."""
        refused = self.refusal(card, place)
        return Refuse(refused) if refused else self.laid(card, place)
