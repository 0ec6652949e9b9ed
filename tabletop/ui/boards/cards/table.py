"""The base of every card game's table: it keeps who looks and what is chosen, and puts the parts on the desk.

A game derives from `CardTable` and says what its cards look like (`look`), who the sides are (`side_look`), what
lies in the middle (`middle`), what the top bar tells (`caption`) and what the brass button does (`offer`);
everything else has a default that can be overridden. States are views: a card that the viewer may not know is
``?`` in them, and nothing but a back is ever drawn for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from tabletop.cards.zones import HIDDEN
from tabletop.core.errors import Refused
from tabletop.ui.boards.cards import playing
from tabletop.ui.boards.cards.aloft import Aloft
from tabletop.ui.boards.cards.baize import Baize
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.desk import Desk, Parts
from tabletop.ui.boards.cards.felt import Felt, Flight, Stroke
from tabletop.ui.boards.cards.hand import KEYS, Hand, HiddenHand
from tabletop.ui.boards.cards.handling import Handling
from tabletop.ui.boards.cards.look import BLUE, PLAIN, Back, CardLook, Standing
from tabletop.ui.boards.cards.piles import Discards, Pile
from tabletop.ui.boards.cards.quiet import CHOOSING, HINTS, READING, Quiet
from tabletop.ui.boards.cards.reader import Reading, reading_of
from tabletop.ui.boards.cards.retelling import Weights, retold
from tabletop.ui.boards.cards.score import SideLook
from tabletop.ui.boards.contract import (
    Caption,
    Past,
    Plate,
    Recompose,
    Refuse,
    Reply,
    Retold,
)
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget

FACE_DOWN = CardLook(HIDDEN, "A card face down")


class CardTable(Quiet, ABC):
    """See the module, and `boards.contract.GameTable` for what the screen asks.

    Attributes:
        view: the state as the viewer may know it.
        viewer: the side that looks, ``""`` for nobody.
        selected: ids of the chosen cards of one's own hand, in the order in which they were chosen.
        most: how many may be chosen; with 1, another choice takes the place of the first.
        hovered: the card under the pointer.
        focused: the card that has the focus of the keyboard.
        noted: cards that the log or a refusal speaks of.
        felt: where things lie and what flies.
    """

    sides: tuple[str, str] = ("", "")
    """Ids of the sides, the first one at the bottom while nobody looks."""
    weights: ClassVar[Weights] = {}
    """Which facts of the game's own matter to a side that looked away."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.viewer = ""
        self.selected: tuple[str, ...] = ()
        self.most = 1
        self.hovered = self.focused = ""
        self.noted: tuple[str, ...] = ()
        self.felt = Felt()
        self._baize = Baize(self.felt)
        self.surface: Widget = self._baize
        self._desk: Desk | None = None
        self._handling = Handling(self)
        self._readings: dict[str, Reading] = {}
        """What the reader says of cards as the table is composed now."""

    # --- what a game must say

    @abstractmethod
    def look(self, card: str) -> CardLook:
        """What a card that the viewer knows looks like; never asked for ``?``."""

    @abstractmethod
    def side_look(self, side: str) -> SideLook:
        """Who a side is and how it stands."""

    @abstractmethod
    def middle(self) -> Widget:
        """What lies between the two hands; it is placed in all the room there is, and scrolls if it needs more."""

    @abstractmethod
    def caption(self) -> Caption:
        """What the top bar tells."""

    # --- what a game may say

    def hand(self, side: str) -> Sequence[str]:
        """The cards of a hand, ``?`` for those that are hidden; without those that lie elsewhere for now."""
        cards: Sequence[str] = self.view.cards.hands[side]
        return cards

    def in_view(self) -> list[str]:
        """The cards that lie face up: those in the hand, then those between the hands."""
        hand = [card for card in self.hand(self.own) if card != HIDDEN]
        middle = self._desk.laid.middle.walk() if self._desk is not None else ()
        return list(dict.fromkeys([*hand, *(one.look.id for one in middle if isinstance(one, Card))]))

    @property
    def choosing(self) -> bool:
        """Whether cards can be chosen now."""
        return any(card != HIDDEN for card in self.hand(self.own))

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

    def standing(self, card: str) -> Standing:
        """How a card of one's own hand stands, besides being selected and noted; e.g. why it cannot be used."""
        return PLAIN

    def piles(self) -> Sequence[Pile]:
        """Draw pile and discards."""
        zones, back = self.view.cards, self.deck_back()
        looks = [self.look(card) for card in zones.discards]
        return [Pile(len(zones.pile), back, self.felt), Discards(looks, back, self.felt)]

    def deck_back(self) -> Back:
        """The back of the cards of a shared deck."""
        return BLUE

    def sheets(self) -> Sequence[Widget]:
        """Sheets of the game at the right, over the reader, e.g. odds (see `reader.sheet`)."""
        return ()

    def aside(self) -> Widget | None:
        """What stands at the right of the hand where there is room for it."""
        return None

    def reading(self, card: str) -> Reading:
        """What the reader says of a card."""
        return reading_of(self.look(card))

    def idle_reading(self) -> Reading:
        """What the reader says while no card is looked at."""
        return Reading("", "Point at a card, or choose one, to read it here.")

    def refusal(self, card: str, place: str) -> Refused | None:
        """Why a card of one's own cannot go to a place (``hand`` is one, the others are the game's `Place` ids)."""
        return Refused("", "Cards cannot be laid there.")

    def laid(self, card: str, place: str) -> Reply:
        """A card was dropped on, or chosen for, a place to which `refusal` had nothing to say."""
        return Recompose()

    def choose(self, card: str) -> Reply:
        """A card was clicked, or its key pressed: by default a card of one's own hand is chosen, or no longer."""
        if card not in self.hand(self.own):
            return Recompose()
        if reason := self.standing(card).disabled:
            return Refuse(Refused("", reason))
        return self.toggle(card)

    def flights(self, before: Any, events: Sequence[Any], after: Any) -> list[Flight]:
        """Cards that fly when this is played; the common facts of `tabletop.cards` are known."""
        return playing.flights(self, events)

    def strokes(self, before: Any, events: Sequence[Any], after: Any) -> list[Stroke]:
        """Cards that are struck through, in order; `playing.struck` makes them of card ids."""
        return []

    # --- who looks

    @property
    def own(self) -> str:
        """The side whose hand lies at the bottom."""
        return self.viewer or self.sides[0]

    @property
    def other(self) -> str:
        """The side at the top."""
        return next(side for side in self.sides if side != self.own)

    def seat(self, side: str) -> None:
        """Who looks from now on: everything that the one before had chosen, held or seen fly is gone."""
        self.viewer = side
        self.felt.reset()
        self._baize.forget()
        self.selected, self.hovered, self.focused, self.noted = (), "", "", ()

    @property
    def across(self) -> tuple[str, str]:
        """The sides from left to right: one's own cards lie at the right of the rows."""
        return self.other, self.own

    # --- what is shown

    def show(self, state: Any, past: Past = ()) -> None:
        """The view has changed without events to play."""
        self.felt.air.skip()
        self._take(state)

    def play(self, before: Any, events: Sequence[Any], after: Any) -> None:
        """Show how one view became another."""
        self._take(after)
        self.felt.begin(self.flights(before, events, after), self.strokes(before, events, after))

    def _take(self, view: Any) -> None:
        self.view = view
        hand = self.hand(self.own)
        self.selected = tuple(card for card in self.selected if card in hand)
        self.hovered = ""
        self.felt.cursor = self.felt.cursor if self.felt.cursor in hand else ""

    def skip(self) -> bool:
        """Come to the end of everything in the air."""
        return self.felt.air.skip()

    def panels(self) -> Sequence[Widget]:
        """The desk, and over it what is in the air."""
        self.felt.held, self.felt.over = None, ""
        self.focused = ""
        self._readings.clear()
        offer = self.offer()
        self.felt.unready = offer.reason if offer else ""
        self._desk = Desk(self._parts(), self.felt, self._baize)
        return [self._desk, Aloft(self.felt, self.look)]

    def _parts(self) -> Parts:
        own, other = self.side_look(self.own), self.side_look(self.other)
        covered = sum(card == HIDDEN for card in self.hand(self.own))
        hand = Hand(self.hand_cards(), self.felt, covered=covered, back=self.deck_back())
        hidden = HiddenHand(len(self.hand(self.other)), self.deck_back(), self.felt, whose=other.name)
        return Parts(
            own, other, self._across(own, other), hand, hidden, self.piles(), self.middle(), self.sheets(),
            self.aside(), self._reading(),
        )  # fmt: skip

    def _across(self, own: SideLook, other: SideLook) -> tuple[SideLook, SideLook]:
        return (own, other) if own.id == self.across[0] else (other, own)

    def hand_cards(self) -> list[Card]:
        """One's own cards as widgets; none while they are hidden."""
        return [
            self.card(card, self._stands(card), key=KEYS[number] if number < len(KEYS) else "")
            for number, card in enumerate(self.hand(self.own))
            if card != HIDDEN
        ]

    def card(
        self, card: str, standing: Standing = PLAIN, *, key: str = "", size: tuple[float, float] | None = None
    ) -> Card:
        """A card as a widget, for a hand or a `Place`; only of cards that the viewer knows."""
        made = Card(self.look(card), self.felt, standing, key=key)
        made.wanted = size or made.wanted
        return made

    def _stands(self, card: str) -> Standing:
        return replace(self.standing(card), selected=card in self.selected, noted=card in self.noted)

    def _reading(self) -> Reading:
        chosen = [card for card in self.selected[-1:] if card in self.hand(self.own)]
        read = next(filter(None, (self.hovered, self.focused, self.felt.cursor, *chosen)), "")
        if read not in self._readings:
            self._readings[read] = self.reading(read) if read else self.idle_reading()
        return self._readings[read]

    def reread(self) -> None:
        """The reader shows what is looked at now."""
        if self._desk is not None:
            self._desk.read(self._reading())

    # --- what the player does

    def act(self, action: Action) -> Reply:
        """Reports of cards, places and the brass button; a game deals with its own and leaves the rest to this."""
        return self._handling.act(action)

    def toggle(self, card: str) -> Reply:
        """Choose a card of one's hand, or no longer; with `most` chosen the latest gives way."""
        if card in self.selected:
            self.selected = tuple(one for one in self.selected if one != card)
        else:
            self.selected = (*self.selected[: self.most - 1], card)
        return Recompose()

    def focus(self, ident: str) -> None:
        """What has the focus is read."""
        card = ident.removeprefix("card.")
        self.focused = card if card in self.in_view() and ident != card else ""
        self.reread()

    def key(self, given: Input) -> Reply:
        """Arrows go through the hand and all that lies on the table, Enter chooses."""
        return self._handling.key(given)

    def back(self) -> bool:
        """Esc: what is chosen, then the cursor."""
        if self.selected:
            self.selected = ()
            return True
        dropped, self.felt.cursor = bool(self.felt.cursor), ""
        return dropped

    # --- what the log speaks of

    def retold(self, event: Any, side: str) -> Retold | None:
        """By the weights of the game."""
        return retold(self.weights, event, side)

    def pieces(self, event: Any) -> tuple[str, ...]:
        """The cards that a fact names."""
        return tuple(card for card in playing.named(event) if card != HIDDEN)

    def plate(self, piece: str) -> Plate:
        """A card's name."""
        return Plate(FACE_DOWN.title if piece == HIDDEN else self.look(piece).title)

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
