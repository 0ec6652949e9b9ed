"""What a card game says of its own table; `table.CardTable` does with it what all of them have in common.

A game says what its cards look like (`look`), who the sides are (`side_look`), what lies in the middle (`middle`),
what the top bar tells (`caption`) and what the brass button does (`offer`); everything else has a default that can be
overridden. States are views: a card that the viewer may not know is ``?`` in them, and nothing but a back is ever
drawn for it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tabletop.cards import zones
from tabletop.cards.events import PileShuffled
from tabletop.cards.zones import HIDDEN
from tabletop.core.errors import Refused
from tabletop.core.facts import Fact
from tabletop.ui.boards.cards import animation
from tabletop.ui.boards.cards.animation import Flight, Stroke
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.hand import KEYS
from tabletop.ui.boards.cards.look import BLUE, PLAIN, Back, CardLook, Standing
from tabletop.ui.boards.cards.narration import Weights, retold
from tabletop.ui.boards.cards.piles import Discards, Pile
from tabletop.ui.boards.cards.quiet import Quiet
from tabletop.ui.boards.cards.reader import Reading, reading_of
from tabletop.ui.boards.cards.score import SideLook
from tabletop.ui.boards.cards.tableau import Tableau
from tabletop.ui.boards.contract import Caption, Plate, Retold
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.widgets.base import Widget

FACE_DOWN = "A card face down"


class CardGame(Quiet, ABC):
    """The part of the table that differs from game to game.

    Attributes:
        view: the state as the viewer may know it.
        viewer: the side that looks, ``""`` for nobody.
        selected: ids of the chosen cards of one's own hand, in the order in which they were chosen.
        most: how many may be chosen; with 1, another choice takes the place of the first.
        noted: cards that the log or a refusal speaks of.
        tableau: where things lie and what flies.
    """

    sides: tuple[str, str] = ("", "")
    """Ids of the sides, the first one at the bottom while nobody looks."""
    weights: Weights = MappingProxyType({})
    """Which facts of the game's own matter to a side that looked away."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.viewer = ""
        self.selected: tuple[str, ...] = ()
        self.most = 1
        self.noted: tuple[str, ...] = ()
        self.tableau = Tableau()

    # --- who looks

    @property
    def own(self) -> str:
        """The side whose hand lies at the bottom."""
        return self.viewer or self.sides[0]

    @property
    def other(self) -> str:
        """The side at the top."""
        return next(side for side in self.sides if side != self.own)

    @property
    def across(self) -> tuple[str, str]:
        """The sides from left to right: one's own cards lie at the right of the rows."""
        return self.other, self.own

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

    @property
    def choosing(self) -> bool:
        """Whether cards can be chosen now."""
        return any(card != HIDDEN for card in self.hand(self.own))

    def standing(self, card: str) -> Standing:
        """How a card of one's own hand stands, besides being selected and noted; e.g. why it cannot be used."""
        return PLAIN

    def hand_cards(self) -> list[Card]:
        """One's own cards as widgets; none while they are hidden."""
        return [
            self.card(card, self._stands(card), key=KEYS[number] if number < len(KEYS) else "")
            for number, card in enumerate(self.hand(self.own))
            if card != HIDDEN
        ]

    def piles(self) -> Sequence[Pile]:
        """Draw pile and discards."""
        zones, back = self.view.cards, self.deck_back()
        looks = [self.look(card) for card in zones.discards]
        return [Pile(len(zones.pile), back, self.tableau), Discards(looks, back, self.tableau)]

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
        """Why a card of one's own cannot go to a place (``hand`` is one, the others are ids of a `DropTarget`)."""
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

    def toggle(self, card: str) -> Reply:
        """Choose a card of one's hand, or no longer; with `most` chosen the latest gives way."""
        if card in self.selected:
            self.selected = tuple(one for one in self.selected if one != card)
        else:
            self.selected = (*self.selected[: self.most - 1], card)
        return Recompose()

    def flights(self, before: Any, events: Sequence[Fact], after: Any) -> list[Flight]:
        """Cards that fly when this is played; the common facts of `tabletop.cards` are known."""
        return animation.flights(self, events, {})

    def strokes(self, before: Any, events: Sequence[Fact], after: Any) -> list[Stroke]:
        """Cards that are struck through, in order; `animation.struck` makes them of card ids."""
        return []

    # --- cards as widgets

    def card(
        self, card: str, standing: Standing = PLAIN, *, key: str = "", size: tuple[float, float] | None = None
    ) -> Card:
        """A card as a widget, for a hand or a `DropTarget`; only of cards that the viewer knows."""
        made = Card(self.look(card), self.tableau, standing, key=key)
        made.wanted = size or made.wanted
        return made

    def _stands(self, card: str) -> Standing:
        return replace(self.standing(card), selected=card in self.selected, noted=card in self.noted)

    # --- what the log speaks of

    def retold(self, event: Fact, side: str) -> Retold | None:
        """By the weights of the game; of shuffles only those that made the discards part of the pile."""
        whole = type(event) is PileShuffled and len(event.order) == len(zones.everywhere(self.view.cards))
        return None if whole else retold(self.weights, event, side)

    def pieces(self, event: Fact) -> tuple[str, ...]:
        """The cards that a fact names."""
        return tuple(card for card in animation.named(event) if card != HIDDEN)

    def plate(self, piece: str) -> Plate:
        """A card's name."""
        return Plate(FACE_DOWN if piece == HIDDEN else self.look(piece).title)
