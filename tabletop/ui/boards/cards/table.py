"""The base of every card game's table: it puts what the game says on the desk, and does what the player does.

A game derives from `CardTable`; what it has to say of itself is in `game`.
"""

from collections.abc import Sequence
from typing import Any

from tabletop.cards.zones import HIDDEN
from tabletop.core.errors import Refused
from tabletop.core.facts import Fact
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.flight_layer import FlightLayer
from tabletop.ui.boards.cards.game import CardGame
from tabletop.ui.boards.cards.hand import Hand, HiddenHand
from tabletop.ui.boards.cards.interaction import Interaction
from tabletop.ui.boards.cards.layout import Parts
from tabletop.ui.boards.cards.quiet import CHOOSING, HINTS, READING
from tabletop.ui.boards.cards.reader import Reading
from tabletop.ui.boards.cards.score import SideLook
from tabletop.ui.boards.cards.static_layer import StaticLayer
from tabletop.ui.boards.cards.table_widget import TableWidget
from tabletop.ui.boards.contract import Past
from tabletop.ui.boards.replies import Reply
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget


class CardTable(CardGame):
    """See the module, and `boards.contract.GameTable` for what the screen asks.

    Attributes:
        focused: the card that has the focus of the keyboard.
    """

    def __init__(self, view: Any) -> None:
        super().__init__(view)
        self.focused = ""
        self._static = StaticLayer(self.tableau)
        self.surface: Widget = self._static
        self._widget: TableWidget | None = None
        self._interaction = Interaction(self)
        self._readings: dict[str, Reading] = {}
        """What the reader says of cards as the table is composed now."""

    # --- who looks

    def seat(self, side: str) -> None:
        """Who looks from now on: everything that the one before had chosen, held or seen fly is gone."""
        self.viewer = side
        self.tableau.reset()
        self.selected, self.focused, self.noted = (), "", ()

    # --- what is shown

    def show(self, state: Any, past: Past = ()) -> None:
        """The view has changed without events to play."""
        self.tableau.animation.skip()
        self._take(state)

    def play(self, before: Any, events: Sequence[Fact], after: Any) -> None:
        """Show how one view became another."""
        self._take(after)
        self.tableau.begin(self.flights(before, events, after), self.strokes(before, events, after))

    def _take(self, view: Any) -> None:
        self.view = view
        hand = self.hand(self.own)
        self.selected = tuple(card for card in self.selected if card in hand)
        self.tableau.leave()
        self.tableau.cursor = self.tableau.cursor if self.tableau.cursor in hand else ""

    def skip(self) -> bool:
        """Come to the end of everything in the air."""
        return self.tableau.animation.skip()

    def panels(self) -> Sequence[Widget]:
        """The desk, and over it what is in the air."""
        self.tableau.held, self.tableau.over = None, ""
        self.focused = ""
        self._readings.clear()
        offer = self.offer()
        self.tableau.unready = Refused(offer.rule, offer.reason) if offer and offer.reason else None
        self._widget = TableWidget(self._parts(), self.tableau, self._static)
        return [self._widget, FlightLayer(self.tableau, self.look)]

    def _parts(self) -> Parts:
        own, other = self.side_look(self.own), self.side_look(self.other)
        covered = sum(card == HIDDEN for card in self.hand(self.own))
        hand = Hand(self.hand_cards(), self.tableau, covered=covered, back=self.deck_back())
        hidden = HiddenHand(len(self.hand(self.other)), self.deck_back(), self.tableau, whose=other.name)
        return Parts(
            own, other, self._across(own, other), hand, hidden, self.piles(), self.middle(), self.sheets(),
            self.sheets, self.aside(), self._read, self._reading,
        )  # fmt: skip

    def _across(self, own: SideLook, other: SideLook) -> tuple[SideLook, SideLook]:
        return (own, other) if own.id == self.across[0] else (other, own)

    def _read(self) -> str:
        """The card that is read; empty for none."""
        return self.tableau.read or self.focused or self.tableau.cursor or self._chosen()

    def _chosen(self) -> str:
        return next((card for card in self.selected[-1:] if card in self.hand(self.own)), "")

    def _reading(self, card: str) -> Reading:
        """What the reader says of it, or of none."""
        if card not in self._readings:
            self._readings[card] = self.reading(card) if card else self.idle_reading()
        return self._readings[card]

    def in_view(self) -> list[str]:
        """The cards that lie face up: those in the hand, then those between the hands."""
        hand = [card for card in self.hand(self.own) if card != HIDDEN]
        middle = self._widget.laid.middle.walk() if self._widget is not None else ()
        return list(dict.fromkeys([*hand, *(one.look.id for one in middle if isinstance(one, Card))]))

    def hints(self) -> Sequence[str]:
        """The keys of the card table."""
        return self.working(HINTS)

    def working(self, hints: Sequence[str]) -> Sequence[str]:
        """Those of some keys that do anything now."""
        offer = self.offer()
        idle = {
            **dict.fromkeys(CHOOSING, not self.choosing), **dict.fromkeys(READING, not self.in_view()),
            "confirm": offer is None or bool(offer.reason),
        }  # fmt: skip
        return tuple(hint for hint in hints if not idle.get(hint))

    # --- what the player does

    def act(self, action: Action) -> Reply:
        """Reports of cards, places and the brass button; a game deals with its own and leaves the rest to this."""
        return self._interaction.act(action)

    def focus(self, ident: str) -> None:
        """What has the focus is read; where that is a card, the arrows go on from there."""
        card = ident.removeprefix("card.")
        self.focused = card if card in self.in_view() and ident != card else ""
        if self.focused:
            self.tableau.cursor = ""

    def key(self, given: Input) -> Reply:
        """Arrows go through the hand and all that lies on the table, Enter chooses."""
        return self._interaction.key(given)

    def back(self) -> bool:
        """Esc: what is chosen, then the cursor."""
        if self.selected:
            self.selected = ()
            return True
        dropped, self.tableau.cursor = bool(self.tableau.cursor), ""
        return dropped

    # --- what the log speaks of

    def note(self, pieces: Sequence[str]) -> None:
        """Ring cards."""
        self.noted = tuple(pieces)

    def centre_on(self, pieces: Sequence[str], left: int) -> None:
        """Everything is in view."""
        self.note(pieces)

    def arrange(self, piece: str, overlay: str, zoom: int | None) -> None:
        """For a picture: choose a card of the hand; KeyError for an unknown one."""
        if overlay:
            raise KeyError(f"A card table has nothing to lay over it, and no '{overlay}'.")
        if piece and piece not in self.hand(self.own):
            raise KeyError(f"There is no {piece} in the hand.")
        self.selected = (piece,) if piece else ()
