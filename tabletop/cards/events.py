"""What happens to cards in every card game, the state after it, who may know it, and its words.

Each game takes these events into its own table.
"""

from collections.abc import Callable, Mapping
from itertools import compress
from typing import TypeVar

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.state import CardState, Dealt, changed
from tabletop.cards.zones import HIDDEN, Cards, face_down
from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.agreement import event_handlers as agreed
from tabletop.core.events import Event, EventHandler, silent
from tabletop.core.phrases import count, listed

S = TypeVar("S", bound=Dealt)
C = TypeVar("C", bound=CardState)


class PileShuffled(Event, frozen=True, kw_only=True):
    """The pile lies in a new order; the discards have become part of it (C-7)."""

    order: Cards
    """Ids of the cards of the pile from its top card."""
    rule: str = "C-7"


class CardsDealt(Event, frozen=True, kw_only=True):
    """Cards came from the top of the pile into hands (C-8)."""

    to: tuple[tuple[str, str], ...]
    """Side and id of the card, in the order of the deal."""
    rule: str = "C-8"


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """Cards of a hand were laid face up on the discards (C-6)."""

    side: str
    """Whose hand it was."""
    cards: Cards
    """Their ids."""
    rule: str = "C-6"


class CardPlayed(Event, frozen=True, kw_only=True):
    """A card of a hand was laid face up on the table."""

    side: str
    """Whose hand it was."""
    card: str
    """Its id."""


class CardsCleared(Event, frozen=True, kw_only=True):
    """All cards on the table went to the discards."""


class SideAsked(Event, frozen=True, kw_only=True):
    """A phase has begun or gone on, and a side is asked."""

    phase: str
    """Id of the phase."""
    side: str
    """That is asked."""
    turn: int
    """In which this is."""


def shuffled(state: S, event: PileShuffled) -> S:
    """The state after a shuffle, with what was in it; the places tell nothing of the order."""
    gone, places = {*state.cards.pile, *state.cards.discards}, range(len(state.deck))
    mixed = tuple(places if len(gone) == len(places) else compress(places, map(gone.__contains__, state.deck)))
    return changed(state, cards=zones.shuffled(state.cards, event.order), mixed=mixed)


def dealt(state: S, event: CardsDealt) -> S:
    """The state after a deal."""
    return changed(state, cards=zones.dealt(state.cards, event.to))


def discarded(state: S, event: CardsDiscarded) -> S:
    """The state after cards were laid down."""
    return changed(state, cards=zones.discarded(state.cards, event.side, event.cards))


def played(state: S, event: CardPlayed) -> S:
    """The state with the card on the table."""
    return changed(state, cards=zones.laid_out(state.cards, event.side, (event.card,)))


def cleared(state: S, event: Event) -> S:  # noqa: ARG001
    """The state with nothing on the table."""
    return changed(state, cards=zones.cleared(state.cards))


def asked(state: C, event: SideAsked) -> C:
    """The state in which that side is asked."""
    return replace(state, phase=event.phase, asked=event.side, turn=event.turn)


def shuffled_unseen(event: PileShuffled, side: str) -> PileShuffled:  # noqa: ARG001 - hidden from everybody
    """A shuffle as everybody may know it: the order of the pile is hidden."""
    return replace(event, order=face_down(event.order))


def dealt_to(event: CardsDealt, side: str) -> CardsDealt:
    """A deal as a side may know it: of other hands only how many cards came."""
    return replace(event, to=tuple((taker, card if taker == side else HIDDEN) for taker, card in event.to))


Name = Callable[[S, str], str]
"""From a state and the id of a card or of a side to its name; that of a side as sentences begin with it."""


def tell_shuffled(state: Dealt, event: PileShuffled) -> str:  # noqa: ARG001
    """That the pile lies in a new order."""
    return "The discards are shuffled and become the pile." if state.cards.discards else "The deck is shuffled."


def tell_dealt(side: Name[S], card: Name[S]) -> Callable[[S, CardsDealt], str]:
    """To whom how many cards came, and which, as far as the reader knows them."""

    def words(state: S, event: CardsDealt) -> str:
        hands: dict[str, list[str]] = {one: [] for one in state.cards.hands}
        for taker, one in event.to:
            hands[taker].append(one)
        return " ".join(_dealt(state, taker, cards) for taker, cards in hands.items() if cards)

    def _dealt(state: S, taker: str, cards: list[str]) -> str:
        known = "" if HIDDEN in cards else f": {listed(card(state, one) for one in cards)}"
        return f"{side(state, taker)}: dealt {count(len(cards), 'card')}{known}."

    return words


def tell_discarded(side: Name[S], card: Name[S]) -> Callable[[S, CardsDiscarded], str]:
    """What was laid down by whom."""

    def words(state: S, event: CardsDiscarded) -> str:
        if not event.cards:
            return f"{side(state, event.side)}: nothing discarded."
        return f"{side(state, event.side)}: discarded {listed(card(state, one) for one in event.cards)}."

    return words


def event_handlers(names: Mapping[str, str], card: Callable[[str], str]) -> tuple[EventHandler[C], ...]:
    """The events of a game in which cards are played one at a time, and of its end, for the game's table.

    Args:
        names: of the sides, as sentences begin with them.
        card: from the id of a card to its name.
    """

    def side(state: C, one: str) -> str:  # noqa: ARG001
        return names[one]

    def name(state: C, one: str) -> str:  # noqa: ARG001
        return card(one)

    def tell_played(state: C, event: CardPlayed) -> str:  # noqa: ARG001
        return f"{names[event.side]}: {card(event.card)}."

    def offered(state: C, event: DrawOffered) -> str:  # noqa: ARG001
        return f"{names[event.side]}: a draw is offered."

    def ended(state: C, event: GameEnded) -> str:  # noqa: ARG001
        winner, reason = event.outcome.winner, event.outcome.reason
        return f"{reason}. {f'{names[winner]} has won' if winner else 'The game is drawn'}."

    return (
        EventHandler(CardPlayed, played, tell_played, reveals="A card was shown."),
        EventHandler(CardsDiscarded, discarded, tell_discarded(side, name), reveals="Cards were shown."),
        EventHandler(CardsDealt, dealt, tell_dealt(side, name), dealt_to, "Cards were dealt."),
        EventHandler(PileShuffled, shuffled, tell_shuffled, shuffled_unseen, "The cards were shuffled."),
        EventHandler(CardsCleared, cleared, silent),
        EventHandler(SideAsked, asked, silent),
        *agreed(offered, ended),
    )
