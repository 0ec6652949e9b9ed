"""The base of the interaction modes: each phase says what lies in the middle and where a card may go."""

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
from tabletop.ui.boards.trafalgar_cards.pictures import recolour
from tabletop.ui.boards.trafalgar_cards.rows import SuitRow, Totals
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button

WAITING = "You have chosen; the other side has not."
HINTS = ("choose_card", "card_arrows", "confirm", "hover_card", "discards", "recall", "log", "motion", "undo")


class PhaseMode:
    """The mode of a phase in which nothing is asked and cards can only be read.

    Attributes:
       places: ids of the places that take cards of the hand.
       placed: the place of each card that is being laid, by card.
    """

    places: ClassVar[Sequence[str]] = ()

    def __init__(self, table: CardTable[State]) -> None:
        self.table = table
        self.placed: dict[str, str] = {}

    @property
    def view(self) -> State:
        """Return the state as the viewer may know it."""
        return self.table.view

    @property
    def own(self) -> Side:
        """Return the side at the bottom."""
        return "british" if self.table.own == "british" else "allied"

    @property
    def has_chosen(self) -> bool:
        """Return True if the own side has submitted its secret choice."""
        return self.own in self.view.chosen

    @property
    def blocked(self) -> str:
        """Return a sentence on why nothing can be chosen, or ""."""
        if not self.table.viewer:
            return "This hand is not shown."
        return WAITING if self.has_chosen else ""

    def whole_hand(self) -> Sequence[str]:
        """Return the cards of the own hand wherever they lie, or [] while the hand is hidden."""
        return [card for card in self.view.cards.hands[self.own] if card != HIDDEN]

    # --- what is shown

    def list_placed(self) -> Sequence[str]:
        """Return the cards of the own hand that lie outside the hand for now."""
        return tuple(self.placed)

    def card_status(self, card: str) -> CardStatus:
        """Return how a card of the hand is drawn."""
        return PLAIN

    def build_middle(self) -> Widget:
        """Build the widgets between the hands."""
        raise NotImplementedError

    def build_sheets(self) -> Sequence[Widget]:
        """Return the sheets at the right."""
        return ()

    def build_sections(self, card: str) -> tuple[Section, ...]:
        """Return what the reader says of a card in addition to its print."""
        return ()

    def build_limit_sections(self, card: str) -> tuple[Section, ...]:
        """Return the suits in which `card` may count this turn, with their limits; () for a hidden card."""
        if card not in self.view.deck:
            return ()
        limit = find_limits(self.view.limits, self.view.turn)
        able = list_uses(self.view.deck[card], self.own, limit)
        told = tuple((f"As {USE_NAMES[use]}", f"up to {limit[use]}") for use in able)
        return (Section(f"In turn {self.view.turn}", told or (("Does not count for you.", ""),), rule="TRA-4"),)

    def build_placed_card(self, play: Play, values: Mapping[str, int], negated: rows.Negated) -> Card:
        """Build a card in its row, in the colours of the suit in which it is used.

        Args:
           play: the card and the suit in which it is used.
           values: the points that each card counts.
           negated: the negations by card.
        """
        printed = self.view.deck[play.card]
        stands = rows.placed_status(printed, play.use, values[play.card], negated.get(play.card, rows.UNTOUCHED))
        made = self.table.build_card(play.card, stands)
        made.look = recolour(made.look, play.use)
        return made

    def build_row(
        self, use: Use, turn: int, theirs: Sequence[Card], mine: Sequence[Card], totals: Totals, invites: str = ""
    ) -> SuitRow:
        """Build the row of a suit with the cards of both sides, as far as the suit is open in `turn`.

        `invites` is the text in the first free place of the own side, or "".
        """
        slots, tableau = find_limits(self.view.limits, turn)[use], self.table.tableau
        shut = "" if slots else rows.explain_closed_row(self.view.limits, turn, use)
        left = DropTarget(f"{use}.other", theirs, tableau, slots=slots, from_right=True)
        right = DropTarget(use, mine, tableau, slots=slots, invitation=invites, closed_words=shut)
        shown = totals if slots else Totals("", "")
        told = f"left {shown.left}, right {shown.right}\n" if shown.left and shown.right else ""
        tip = Tip(USE_NAMES[use], f"{told}The totals of all suits together decide the hand (TRA-10).")
        return SuitRow(rows.suit_label(use), shown, left, right, ident=f"row.{use}", tip=tip)

    # --- what is done

    def primary_action(self) -> PrimaryAction | None:
        """Return the action of the primary button, or None."""
        return None

    def build_extra_buttons(self) -> Sequence[Button]:
        """Return the button that takes the last card back, if any card is placed."""
        return (Button("take_one", "Take one back", "dark", key=keys.key("take_one")),) if self.placed else ()

    def key_hints(self) -> Sequence[str]:
        """Return the names of the keys that do anything now."""
        return (*HINTS[:2], "take_one", *HINTS[2:]) if self.placed else HINTS

    def choose_card(self, card: str) -> Reply:
        """Handle a click on a card of the hand."""
        return Recompose()

    def check_placement(self, card: str, place: str) -> Refused | None:
        """Return the refusal if `card` cannot go to `place`, or None."""
        return Refused("TRA-3", "You cannot play a card there now.")

    def play_card(self, card: str, place: str) -> Reply:
        """Move `card` to `place`, or back into the hand."""
        self.placed.pop(card, None)
        if place in self.places:
            self.placed[card] = place
        return Recompose()

    def handle_action(self, button: str) -> Reply:
        """Handle a button of the phase. Return None for a button that the phase does not know."""
        if button != "take_one" or not self.placed:
            return None
        self.placed.popitem()
        return Recompose()

    def go_back(self) -> bool:
        """Put all placed cards back into the hand. Return False if there were none."""
        had, self.placed = bool(self.placed), {}
        return had

    def try_placement(self, card: str, place: str) -> Reply:
        """Move `card` to `place`, or reply with the refusal."""
        refused = self.check_placement(card, place)
        return Refuse(refused) if refused else self.play_card(card, place)
