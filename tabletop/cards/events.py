"""Events of every card game: how each changes the state, what each side may know of it, and its description.

Each game puts the events that it uses into its own table.
"""

from collections.abc import Callable, Mapping
from itertools import compress
from typing import TypeVar

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.cards.state import CardState, HasCards, replace_fields
from tabletop.cards.zones import HIDDEN, Cards, hide_cards
from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.agreement import build_event_handlers as agreed
from tabletop.core.events import Event, EventHandler, describe_nothing
from tabletop.core.phrases import format_count, join_words

S = TypeVar("S", bound=HasCards)
C = TypeVar("C", bound=CardState)


class PileShuffled(Event, frozen=True, kw_only=True):
    """The pile was shuffled, and the discards with it if the pile had run out (C-7)."""

    order: Cards
    """Ids of the cards of the pile, from the top."""
    rule: str = "C-7"


class CardsDealt(Event, frozen=True, kw_only=True):
    """Cards were dealt from the top of the pile into hands (C-8)."""

    to: tuple[tuple[str, str], ...]
    """Side and id of each card, in the order of the deal."""
    rule: str = "C-8"


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """Cards of a hand were laid face up on the discards (C-6)."""

    side: str
    """The side of the hand."""
    cards: Cards
    """Ids of the cards."""
    rule: str = "C-6"


class CardPlayed(Event, frozen=True, kw_only=True):
    """A card of a hand was laid face up on the table."""

    side: str
    """The side of the hand."""
    card: str
    """Id of the card."""


class CardsCleared(Event, frozen=True, kw_only=True):
    """All cards on the table went to the discards."""


class SideAsked(Event, frozen=True, kw_only=True):
    """A phase has begun or continues, and a side must choose."""

    phase: str
    """Id of the phase."""
    side: str
    """The side that must choose."""
    turn: int
    """The number of the turn."""


def apply_shuffle(state: S, event: PileShuffled) -> S:
    """Return the state after a shuffle.

    `mixed` lists the shuffled cards in the order of the deck, so that the order of the pile stays secret.
    """
    gone, places = {*state.cards.pile, *state.cards.discards}, range(len(state.deck))
    mixed = tuple(places if len(gone) == len(places) else compress(places, map(gone.__contains__, state.deck)))
    return replace_fields(state, cards=zones.replace_pile(state.cards, event.order), mixed=mixed)


def apply_deal(state: S, event: CardsDealt) -> S:
    """Return the state after a deal."""
    return replace_fields(state, cards=zones.deal_cards(state.cards, event.to))


def apply_discard(state: S, event: CardsDiscarded) -> S:
    """Return the state after cards of a hand were discarded."""
    return replace_fields(state, cards=zones.discard_cards(state.cards, event.side, event.cards))


def apply_card_played(state: S, event: CardPlayed) -> S:
    """Return the state with the card on the table instead of in the hand."""
    return replace_fields(state, cards=zones.lay_out_cards(state.cards, event.side, (event.card,)))


def apply_table_cleared(state: S, event: Event) -> S:  # noqa: ARG001
    """Return the state with all cards of the table on the discards."""
    return replace_fields(state, cards=zones.clear_table(state.cards))


def apply_side_asked(state: C, event: SideAsked) -> C:
    """Return the state in which the side of the event must choose."""
    return replace(state, phase=event.phase, asked=event.side, turn=event.turn)


def redact_shuffle(event: PileShuffled, side: str) -> PileShuffled:  # noqa: ARG001 - hidden from everybody
    """Return the shuffle with every card hidden: no side may know the order of the pile."""
    return replace(event, order=hide_cards(event.order))


def redact_deal(event: CardsDealt, side: str) -> CardsDealt:
    """Return the deal as `side` may know it: cards of other hands are hidden, only their number is known."""
    return replace(event, to=tuple((taker, card if taker == side else HIDDEN) for taker, card in event.to))


NameLookup = Callable[[S, str], str]
"""Returns the name of a card or a side from the state and its id. The name of a side can begin a sentence."""


def describe_shuffle(state: HasCards, event: PileShuffled) -> str:  # noqa: ARG001
    """Return a sentence on the shuffle, before which the discards were shuffled in or not."""
    return "The discards are shuffled to make a new pile." if state.cards.discards else "The deck is shuffled."


def build_deal_description(side: NameLookup[S], card: NameLookup[S]) -> Callable[[S, CardsDealt], str]:
    """Return a function that describes a deal: the number of cards of each side, and the cards if known."""

    def words(state: S, event: CardsDealt) -> str:
        hands: dict[str, list[str]] = {one: [] for one in state.cards.hands}
        for taker, one in event.to:
            hands[taker].append(one)
        return " ".join(describe_hand(state, taker, cards) for taker, cards in hands.items() if cards)

    def describe_hand(state: S, taker: str, cards: list[str]) -> str:
        known = "" if HIDDEN in cards else f": {join_words(card(state, one) for one in cards)}"
        return f"{side(state, taker)}: dealt {format_count(len(cards), 'card')}{known}."

    return words


def build_discard_description(side: NameLookup[S], card: NameLookup[S]) -> Callable[[S, CardsDiscarded], str]:
    """Return a function that describes a discard: the side and its cards."""

    def words(state: S, event: CardsDiscarded) -> str:
        if not event.cards:
            return f"{side(state, event.side)}: nothing discarded."
        return f"{side(state, event.side)}: discarded {join_words(card(state, one) for one in event.cards)}."

    return words


def build_event_handlers(names: Mapping[str, str], card: Callable[[str], str]) -> tuple[EventHandler[C], ...]:
    """Return the event handlers of a card game, with those of draw offers and of the end.

    Args:
        names: names of the sides, as sentences begin with them.
        card: returns the name of a card from its id.
    """

    def side(state: C, one: str) -> str:  # noqa: ARG001
        return names[one]

    def name(state: C, one: str) -> str:  # noqa: ARG001
        return card(one)

    def describe_play(state: C, event: CardPlayed) -> str:  # noqa: ARG001
        return f"{names[event.side]}: {card(event.card)}."

    def describe_offer(state: C, event: DrawOffered) -> str:  # noqa: ARG001
        return f"{names[event.side]}: draw offered."

    def describe_end(state: C, event: GameEnded) -> str:  # noqa: ARG001
        winner, reason = event.outcome.winner, event.outcome.reason
        return f"{reason}. {f'{names[winner]} has won' if winner else 'The game is a draw'}."

    return (
        EventHandler(CardPlayed, apply_card_played, describe_play, reveals="A card was revealed."),
        EventHandler(
            CardsDiscarded, apply_discard, build_discard_description(side, name), reveals="Cards were revealed."
        ),
        EventHandler(CardsDealt, apply_deal, build_deal_description(side, name), redact_deal, "Cards were dealt."),
        EventHandler(PileShuffled, apply_shuffle, describe_shuffle, redact_shuffle, "The cards were shuffled."),
        EventHandler(CardsCleared, apply_table_cleared, describe_nothing),
        EventHandler(SideAsked, apply_side_asked, describe_nothing),
        *agreed(describe_offer, describe_end),
    )
