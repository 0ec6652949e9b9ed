"""Who can signal to whom, in how many words, and what a player has been signalled (14)."""

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.chapters.optional import communications as module
from tabletop.games.ships_of_the_line.chapters.optional.communications import (
    MAX_LETTERS,
    MAX_WORDS,
    USUAL_TEXTS,
    SignalTo,
)
from tabletop.games.ships_of_the_line.fleets import players_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import name_of, player_name

__all__ = ["MAX_LETTERS", "MAX_WORDS", "USUAL_TEXTS", "Message", "Slip", "counted", "inbox", "made", "refusal", "slips"]

counted = module.count_words


class Slip(NamedTuple):
    """A leader who can signal now.

    Attributes:
        ship: that he is aboard of.
        leader: his name.
        readers: those in his reach, by the ids of players.
    """

    ship: str
    leader: str
    readers: dict[str, str]


class Message(NamedTuple):
    """What a player has been signalled this turn: by whom, from which ship."""

    leader: str
    ship: str
    text: str


def asked(state: State) -> bool:
    """Whether signals are made now."""
    return state.outcome is None and phase_of(state).id == module.SIGNAL_PHASE.id


def slips(state: State) -> Iterator[Slip]:
    """A slip for each leader who may still signal this turn to somebody."""
    side = rules.side_to_choose(state)
    for one in fleets.leaders(state):
        others = {to.id: player_name(state, to.id) for to in players_of(state, side)}
        readers = {to: words for to, words in others.items() if refusal(state, one.ship, to, USUAL_TEXTS[0]) is None}
        if readers:
            yield Slip(one.ship, fleets.printed_leader(state, one).name, readers)


def made(state: State, ship: str, to: str, text: str) -> SignalTo:
    """The order that makes a signal."""
    return SignalTo(rules.side_to_choose(state), ship, to, text)


def refusal(state: State, ship: str, to: str, text: str) -> Refused | None:
    """Why a signal cannot be made, or None."""
    return rules.check(state, made(state, ship, to, text))


def inbox(state: State) -> list[Message]:
    """What the player who is asked has been signalled, what he must heed first on top."""
    reader = orders.asked_player(state) if asked(state) else ""
    found = module.list_received_signals(state, reader) if reader else []
    return [Message(module.sender_name(state, one), name_of(state, one.ship), one.text) for one in found]


def flying(state: State, key: str) -> bool:
    """Whether a ship has made a signal this turn, which everybody sees."""
    return any(one.ship == key and one.turn == state.turn for one in state.signals or ())
