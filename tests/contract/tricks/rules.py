"""Prize Money: each side bids how many tricks it will win, then tricks of two cards are played with a trump.

A card of the suit that was led must be played, if one is held.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.cards import dealing, hands, standard
from tabletop.cards.events import CardPlayed, CardsCleared, SideAsked, build_event_handlers
from tabletop.cards.game import CardGame, Phase, build_one_deck_scenarios
from tabletop.cards.state import CardState
from tabletop.core import agreement
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, allow_always
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.game import Meta, Side

NAMES = {"north": "North", "south": "South"}
OTHER = {"north": "south", "south": "north"}
DECK = tuple(card for card, rank in standard.RANK_OF.items() if rank >= 5)
HAND, TRUMP = 8, "spade"


class Deal(Command, frozen=True):
    """Shuffle the deck and deal eight cards each (PM-1)."""


class Bid(Command, frozen=True):
    """Bid how many tricks the side will win (PM-2); winning as many or more scores the bid."""

    tricks: Literal[1, 2, 3, 4, 5, 6, 7, 8]
    """To be won."""


class Play(Command, frozen=True):
    """Play a card, of the suit that was led if one is held (PM-3)."""

    card: str
    """Of one's own hand."""


class BidMade(Event, frozen=True, kw_only=True):
    """A side has bid (PM-2)."""

    side: str
    """The side that has bid."""
    tricks: int
    """To be won."""
    rule: str = "PM-2"


class TrickWon(Event, frozen=True, kw_only=True):
    """The higher card of the suit that was led has won, or the higher trump (PM-4)."""

    side: str
    """The side that won the trick, and leads next."""
    rule: str = "PM-4"


class State(CardState, frozen=True, kw_only=True):
    """A game; the cards of the last trick lie on the table until the next one is led.

    Attributes:
        bids: tricks that each side has bid, once it has.
        won: tricks of each side.
    """

    bids: dict[str, int] = msgspec.field(default_factory=dict)
    won: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(NAMES, 0))


def card_name(state: State, card: str) -> str:
    return standard.card_name(card)


def led(state: State) -> str:
    """The card that was led and waits for an answer; empty if none does."""
    return state.cards.table[0] if len(state.cards.table) == 1 else ""


def check(state: State, command: Play) -> Refused | None:
    suit, hand = standard.SUIT_OF, state.cards.hands[command.side]
    refused = hands.check_hand(state, command.side, (command.card,), "PM-3", card_name)
    if refused or not led(state) or suit[command.card] == suit[led(state)]:
        return refused
    if any(suit[card] == suit[led(state)] for card in hand):
        return Refused("PM-3", f"A {suit[led(state)]} was led, and you hold one.", pieces=(command.card,))
    return None


def deal(turn: CommandContext[State], command: Deal) -> None:
    dealing.shuffle(turn)
    dealing.deal(turn, (*NAMES,) * HAND, "PM-1")
    turn.emit(SideAsked(phase="bid", side=OTHER[command.side], turn=1, rule="PM-2"))


def bid(turn: CommandContext[State], command: Bid) -> None:
    turn.emit(BidMade(side=command.side, tricks=command.tricks))
    phase = "play" if len(turn.state.bids) == len(NAMES) else "bid"
    turn.emit(SideAsked(phase=phase, side=OTHER[command.side], turn=1, rule="PM-2"))


def play(turn: CommandContext[State], command: Play) -> None:
    first = led(turn.state)
    if not first and turn.state.cards.table:
        turn.emit(CardsCleared(rule="PM-4"))
    turn.emit(CardPlayed(side=command.side, card=command.card, rule="PM-3"))
    side, number = OTHER[command.side], turn.state.turn
    if first:
        side = command.side if beats(command.card, first) else side
        turn.emit(TrickWon(side=side))
        number += 1
    if any(turn.state.cards.hands.values()):
        turn.emit(SideAsked(phase="play", side=side, turn=number, rule="PM-3"))
    else:
        end(turn)


def beats(card: str, first: str) -> bool:
    same = standard.SUIT_OF[card] == standard.SUIT_OF[first]
    return standard.RANK_OF[card] > standard.RANK_OF[first] if same else standard.SUIT_OF[card] == TRUMP


def end(turn: CommandContext[State]) -> None:
    bids, won = turn.state.bids, turn.state.won
    north, south = (bids[side] if won[side] >= bids[side] else 0 for side in NAMES)
    winner = None if north == south else "north" if north > south else "south"
    agreement.end_game(turn, winner, f"The bids score {north} for North and {south} for South", "PM-5")


def bid_made(state: State, event: BidMade) -> State:
    return replace(state, bids={**state.bids, event.side: event.tricks})


def bid_in_words(state: State, event: BidMade) -> str:
    return f"{NAMES[event.side]} bids {event.tricks}."


def trick_won(state: State, event: TrickWon) -> State:
    return replace(state, won={**state.won, event.side: state.won[event.side] + 1})


def trick_in_words(state: State, event: TrickWon) -> str:
    return f"{NAMES[event.side]} wins the trick."


SIDES = tuple(Side(side, name) for side, name in NAMES.items())
META = Meta("prize_money", "Prize Money", "Tricks of two", "2 players", "5 minutes", SIDES, secrets=True)
SETUP = Phase("setup", "Shuffle and deal", "PM-1", (Deal,), "Deal", either=True)
BID = Phase("bid", "Bid your tricks", "PM-2", (Bid,))
PLAY = Phase("play", "Play a card", "PM-3", (Play,))
GAME = CardGame(
    META,
    State,
    build_one_deck_scenarios(META, DECK, State, SETUP),
    (SETUP, BID, PLAY),
    (
        CommandHandler(Deal, allow_always, deal),
        CommandHandler(Bid, allow_always, bid),
        CommandHandler(Play, check, play),
    ),
    (
        EventHandler(BidMade, bid_made, bid_in_words),
        EventHandler(TrickWon, trick_won, trick_in_words),
        *build_event_handlers(NAMES, standard.card_name),
    ),
)
