"""Putting right a card that was discarded by mistake, as both sides agree (C-9)."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import TypeVar

from tabletop.cards.events import Name
from tabletop.cards.state import Dealt, changed
from tabletop.cards.zones import HIDDEN, Cards, Zones
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import CommandHandler
from tabletop.core.correction import NONE, RULE, SHOWN, Correctable, Correction, OneOf, Values, disagreed
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler

S = TypeVar("S", bound=Dealt)


class ExchangeCards(Correction, frozen=True):
    """A card of one's hand changes places with one of the discards, as both sides agree (C-9)."""

    held: str
    """Id of the card of the hand."""
    lying: str
    """Id of that among the discards."""


class CardsExchanged(Event, frozen=True, kw_only=True):
    """A card of a hand lies among the discards now, and one of those is in the hand; everybody has seen both."""

    side: str
    """Whose hand it is."""
    held: str
    """Id of the card that was in the hand."""
    lying: str
    """Id of the card that lay among the discards."""
    rule: str = RULE


def exchanging(sides: Collection[str]) -> CommandHandler[S]:
    """The command, for a game's table; `sides` are those that must agree."""
    return CommandHandler(ExchangeCards, partial(_check, sides), _exchange)


def exchanged(side: Name[S], card: Name[S]) -> EventHandler[S]:
    """What comes of it, for a game's table; `side` and `card` name them."""

    def words(state: S, event: CardsExchanged) -> str:
        back, away = card(state, event.lying), card(state, event.held)
        return f"Both sides agree: {side(state, event.side)} takes back {back} and lays down {away}."

    return EventHandler(CardsExchanged, _put_right, words, reveals=SHOWN)


def _check(sides: Collection[str], state: Dealt, command: ExchangeCards) -> Refused | None:
    if refusal := disagreed(command, sides):
        return refusal
    if getattr(state, "chosen", None):
        return Refused(RULE, "No card is put right while a choice lies face down.")
    if command.held not in state.cards.hands[command.side]:
        return Refused(RULE, "A card of this hand has to be laid down.")
    if command.lying not in state.cards.discards:
        return Refused(RULE, "One of the discards has to come back.")
    return None


def _exchange(turn: CommandContext[S], command: ExchangeCards) -> None:
    turn.emit(CardsExchanged(side=command.side, held=command.held, lying=command.lying))


def _put_right(state: S, event: CardsExchanged) -> S:
    cards, places = state.cards, {event.held: event.lying, event.lying: event.held}
    hand = _swapped(cards.hands[event.side], places)
    hands = {**cards.hands, event.side: hand}
    return changed(state, cards=Zones(cards.pile, hands, _swapped(cards.discards, places), cards.table))


def _swapped(cards: Cards, places: Mapping[str, str]) -> Cards:
    return tuple(places.get(card, card) for card in cards)


def correctables(card: Name[S], state: S, side: str) -> Iterator[Correctable]:
    """The exchange of two cards, for whoever knows the hand; none is chosen before, so that none is told unasked."""
    hand, lying = state.cards.hands.get(side, ()), state.cards.discards[::-1]
    if hand and lying and HIDDEN not in hand:
        asked = {
            "lying": OneOf("Comes back", NONE, {NONE: "none yet", **{one: card(state, one) for one in lying}}),
            "held": OneOf("Is laid down", NONE, {NONE: "none yet", **{one: card(state, one) for one in hand}}),
        }
        yield Correctable("cards", "A card", asked, partial(_made, side), side)


def _made(side: str, values: Values, agreed: tuple[str, ...]) -> ExchangeCards:
    return ExchangeCards(side=side, agreed=agreed, held=values["held"], lying=values["lying"])
