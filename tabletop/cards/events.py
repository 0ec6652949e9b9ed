"""What happens to cards in every card game; each game takes these facts into its own table."""

from typing import TypeVar

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.state import CardState, Dealt
from tabletop.cards.zones import HIDDEN, Cards, Zones, face_down
from tabletop.core.facts import Fact
from tabletop.core.game import AnyState

S = TypeVar("S", bound=Dealt)
C = TypeVar("C", bound=CardState)


class PileShuffled(Fact, frozen=True, kw_only=True):
    """The pile lies in a new order; the discards have become part of it (C-7)."""

    order: Cards
    """Ids of the cards of the pile from its top card."""
    rule: str = "C-7"


class CardsDealt(Fact, frozen=True, kw_only=True):
    """Cards came from the top of the pile into hands (C-8)."""

    to: tuple[tuple[str, str], ...]
    """Side and id of the card, in the order of the deal."""
    rule: str = "C-8"


class CardsDiscarded(Fact, frozen=True, kw_only=True):
    """Cards of a hand were laid face up on the discards (C-6)."""

    side: str
    """Whose hand it was."""
    cards: Cards
    """Their ids."""
    rule: str = "C-6"


class CardPlayed(Fact, frozen=True, kw_only=True):
    """A card of a hand was laid face up on the table."""

    side: str
    """Whose hand it was."""
    card: str
    """Its id."""


class CardsCleared(Fact, frozen=True, kw_only=True):
    """All cards on the table went to the discards."""


class SideAsked(Fact, frozen=True, kw_only=True):
    """A phase has begun or gone on, and a side is asked."""

    phase: str
    """Id of the phase."""
    side: str
    """That is asked."""
    turn: int
    """In which this is."""


def moved(state: S, cards: Zones) -> S:
    """The state with its cards in other places."""
    whole: AnyState = state
    after: S = replace(whole, cards=cards)
    return after


def dealt(state: S, event: CardsDealt) -> S:
    """The state after a deal."""
    return moved(state, zones.dealt(state.cards, event.to))


def discarded(state: S, event: CardsDiscarded) -> S:
    """The state after cards were laid down."""
    return moved(state, zones.discarded(state.cards, event.side, event.cards))


def played(state: S, event: CardPlayed) -> S:
    """The state with the card on the table."""
    return moved(state, zones.laid_out(state.cards, event.side, (event.card,)))


def cleared(state: S, event: CardsCleared) -> S:  # noqa: ARG001
    """The state with nothing on the table."""
    return moved(state, zones.cleared(state.cards))


def asked(state: C, event: SideAsked) -> C:
    """The state in which that side is asked."""
    return replace(state, phase=event.phase, asked=event.side, turn=event.turn)


def shuffled_unseen(event: PileShuffled, side: str) -> PileShuffled:  # noqa: ARG001 - hidden from everybody
    """A shuffle as everybody may know it: the order of the pile is hidden."""
    return replace(event, order=face_down(event.order))


def dealt_to(event: CardsDealt, side: str) -> CardsDealt:
    """A deal as a side may know it: of other hands only how many cards came."""
    return replace(event, to=tuple((taker, card if taker == side else HIDDEN) for taker, card in event.to))
