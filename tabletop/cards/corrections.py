"""Correct a card that was discarded by mistake, by agreement of both sides (C-9)."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import TypeVar

from tabletop.cards.events import NameLookup
from tabletop.cards.state import HasCards, replace_fields
from tabletop.cards.zones import HIDDEN, Cards, Zones
from tabletop.core import correction
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import CommandHandler
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler

S = TypeVar("S", bound=HasCards)


class ExchangeCards(correction.Correction, frozen=True):
    """Exchange a card of the hand of `side` for one of the discards, as both sides agree (C-9)."""

    held: str
    """Id of the card in the hand."""
    lying: str
    """Id of the card among the discards."""


class CardsExchanged(Event, frozen=True, kw_only=True):
    """A card of a hand and one of the discards have changed places. Both sides have seen both cards."""

    side: str
    """The side of the hand."""
    held: str
    """Id of the card that was in the hand."""
    lying: str
    """Id of the card that lay among the discards."""
    rule: str = correction.RULE


def build_exchange_command(sides: Collection[str]) -> CommandHandler[S]:
    """Return the handler of `ExchangeCards` for the command table of a game.

    `sides` are the sides that must agree.
    """
    return CommandHandler(ExchangeCards, partial(_check_exchange, sides), _execute_exchange)


def build_exchange_event(side: NameLookup[S], card: NameLookup[S]) -> EventHandler[S]:
    """Return the handler of `CardsExchanged` for the event table of a game.

    `side` and `card` return names.
    """

    def words(state: S, event: CardsExchanged) -> str:
        back, away = card(state, event.lying), card(state, event.held)
        return f"Both sides agree: {side(state, event.side)} takes back {back} and discards {away}."

    return EventHandler(CardsExchanged, _apply_exchange, words, reveals=correction.AGREED_REASON)


def _check_exchange(sides: Collection[str], state: HasCards, command: ExchangeCards) -> Refused | None:
    """Return a refusal unless `held` is in the hand, `lying` is a discard, and no secret choice is open."""
    if refusal := correction.check_agreement(command, sides):
        return refusal
    if getattr(state, "chosen", None):
        return Refused(correction.RULE, "Corrections must wait while a choice is face down.")
    if command.held not in state.cards.hands[command.side]:
        return Refused(correction.RULE, "Choose a card of this hand to discard.")
    if command.lying not in state.cards.discards:
        return Refused(correction.RULE, "Choose a discarded card to take back.")
    return None


def _execute_exchange(turn: CommandContext[S], command: ExchangeCards) -> None:
    turn.emit(CardsExchanged(side=command.side, held=command.held, lying=command.lying))


def _apply_exchange(state: S, event: CardsExchanged) -> S:
    """Return the state with the two cards exchanged."""
    cards, places = state.cards, {event.held: event.lying, event.lying: event.held}
    hand = _swap_cards(cards.hands[event.side], places)
    hands = {**cards.hands, event.side: hand}
    return replace_fields(state, cards=Zones(cards.pile, hands, _swap_cards(cards.discards, places), cards.table))


def _swap_cards(cards: Cards, places: Mapping[str, str]) -> Cards:
    return tuple(places.get(card, card) for card in cards)


def list_correctables(card: NameLookup[S], state: S, side: str) -> Iterator[correction.Correctable]:
    """Yield the exchange of two cards, or nothing.

    Yields nothing if the hand of `side` is hidden, or the hand or the discards are empty.

    No card is selected at first, so that the form shows no card that was not asked for.
    """
    hand, lying = state.cards.hands.get(side, ()), state.cards.discards[::-1]
    if hand and lying and HIDDEN not in hand:
        asked = {
            "lying": correction.CorrectableChoice(
                "Take back", correction.NONE, {correction.NONE: "none yet", **{one: card(state, one) for one in lying}}
            ),
            "held": correction.CorrectableChoice(
                "Discard",
                correction.NONE,
                {correction.NONE: "none yet", **{one: card(state, one) for one in hand}},
            ),
        }
        yield correction.Correctable("cards", "A card", asked, partial(_build_exchange, side), side)


def _build_exchange(side: str, values: correction.Values, agreed: tuple[str, ...]) -> ExchangeCards:
    return ExchangeCards(side=side, agreed=agreed, held=values["held"], lying=values["lying"])
