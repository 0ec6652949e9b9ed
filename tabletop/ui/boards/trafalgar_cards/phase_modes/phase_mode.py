"""What the table does in a phase; each phase says what lies in the middle and what a card may do."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tabletop.cards.zones import HIDDEN
from tabletop.core.errors import Refused
from tabletop.games.trafalgar_cards.deck import USE_NAMES, Play, Side, Use
from tabletop.games.trafalgar_cards.limits import find_limits, list_uses
from tabletop.games.trafalgar_cards.model import State
from tabletop.ui import keys
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.drop_target import DropTarget
from tabletop.ui.boards.cards.look import PLAIN, CardStatus
from tabletop.ui.boards.cards.reader import Section
from tabletop.ui.boards.cards.table import CardTable
from tabletop.ui.boards.contract import PrimaryAction
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.boards.trafalgar_cards import rows
from tabletop.ui.boards.trafalgar_cards.pictures import used_as
from tabletop.ui.boards.trafalgar_cards.rows import SuitRow, Totals
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button

WAITING = "You have chosen; the other side has not."
HINTS = ("choose_card", "card_arrows", "confirm", "hover_card", "discards", "recall", "log", "motion", "undo")


class PhaseMode:
    """Nothing is asked; what has been laid can be looked at.

    Attributes:
        places: where cards of the hand can be laid.
        placed: where those lie that are being laid, by card.
    """

    places: ClassVar[Sequence[str]] = ()

    def __init__(self, table: CardTable[State]) -> None:
        self.table = table
        self.placed: dict[str, str] = {}

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
            return "This hand is not shown."
        return WAITING if self.chosen else ""

    def whole_hand(self) -> Sequence[str]:
        """The cards of the viewer's hand, wherever they lie; none while they are hidden."""
        return [card for card in self.view.cards.hands[self.own] if card != HIDDEN]

    # --- what is shown

    def lying(self) -> Sequence[str]:
        """Cards of the own hand that lie elsewhere for now."""
        return tuple(self.placed)

    def standing(self, card: str) -> CardStatus:
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
        limit = find_limits(self.view.limits, self.view.turn)
        able = list_uses(self.view.deck[card], self.own, limit)
        told = tuple((f"As {USE_NAMES[use]}", f"up to {limit[use]}") for use in able)
        return (Section(f"In turn {self.view.turn}", told or (("Does not count for you.", ""),), rule="TRA-4"),)

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

    def row(self, use: Use, turn: int, theirs: Sequence[Card], mine: Sequence[Card], totals: Totals, invites: str = ""
            ) -> SuitRow:  # fmt: skip
        """Both sides' cards of a suit as far as it is open in a turn; `invites` are words for where a card may go."""
        slots, tableau = find_limits(self.view.limits, turn)[use], self.table.tableau
        shut = "" if slots else rows.closed(self.view.limits, turn, use)
        left = DropTarget(f"{use}.other", theirs, tableau, slots=slots, from_right=True)
        right = DropTarget(use, mine, tableau, slots=slots, invites=invites, closed=shut)
        shown = totals if slots else Totals("", "")
        told = f"left {shown.left}, right {shown.right}\n" if shown.left and shown.right else ""
        tip = Tip(USE_NAMES[use], f"{told}The totals of all suits together decide the hand (TRA-10).")
        return SuitRow(rows.suit(use), shown, left, right, ident=f"row.{use}", tip=tip)

    # --- what is done

    def offer(self) -> PrimaryAction | None:
        """The brass button."""
        return None

    def extras(self) -> Sequence[Button]:
        """Back into the hand."""
        return (Button("take_one", "Take one back", "dark", key=keys.key("take_one")),) if self.placed else ()

    def hints(self) -> Sequence[str]:
        """Keys that matter."""
        return (*HINTS[:2], "take_one", *HINTS[2:]) if self.placed else HINTS

    def choose(self, card: str) -> Reply:
        """A card was clicked."""
        return Recompose()

    def refusal(self, card: str, place: str) -> Refused | None:
        """Why a card cannot go to a place."""
        return Refused("TRA-3", "You cannot play a card there now.")

    def laid(self, card: str, place: str) -> Reply:
        """A card goes to a place, or back into the hand."""
        self.placed.pop(card, None)
        if place in self.places:
            self.placed[card] = place
        return Recompose()

    def act(self, button: str) -> Reply:
        """A button of this phase; that which takes the last card back is of any."""
        if button != "take_one" or not self.placed:
            return None
        self.placed.popitem()
        return Recompose()

    def back(self) -> bool:
        """Esc: all back into the hand; whether there was anything."""
        had, self.placed = bool(self.placed), {}
        return had

    def moved(self, card: str, place: str) -> Reply:
        """Lay a card, or say why not."""
        refused = self.refusal(card, place)
        return Refuse(refused) if refused else self.laid(card, place)
