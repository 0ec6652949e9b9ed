"""Leaders: ships that a leader helps, his reach (9-d, AMB-150, AMB-151), and signals between players (14)."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import shapely

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import fleets, positions, rules
from tabletop.games.ships_of_the_line.chapters import grappling, orders
from tabletop.games.ships_of_the_line.chapters.optional import communications as module
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.communications import (
    MAX_LETTERS,
    MAX_WORDS,
    USUAL_TEXTS,
    SignalTo,
)
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours
from tabletop.games.ships_of_the_line.commands import BreakGrapple, ClearRigging, GrappleShip, Transfer
from tabletop.games.ships_of_the_line.fleets import players_of
from tabletop.games.ships_of_the_line.model import State, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.words import name_of, player_name


class HelpCircle(msgspec.Struct, frozen=True):
    """The water in which a leader helps.

    Attributes:
        name: name of the leader.
        rating: rating of the leader; the lower the better.
        reach: distance from the hull, UM.
        area: water within `reach`; every hull that touches it is in reach.
    """

    name: str
    rating: int
    reach: float
    area: shapely.Polygon


@cache_per_state
def find_help_circle(state: State, key: str) -> HelpCircle | None:
    """Return the circle of the leader aboard a ship; None without a leader who can act.

    None also if the ship has struck or the rule module is not in use. The rating does not matter.
    """
    one = fleets.leader_aboard(state, key) if leaders.MODULE in rules_of(state).modules else None
    if one is None or not fleets.can_act(state, one) or state.ships[key].status == "struck":
        return None
    printed, reach = fleets.leader_on_card(state, one), leaders.leader_reach(state, one)
    return HelpCircle(printed.name, printed.rating, reach, positions.hull_outline(state, key).buffer(reach))


class LeaderHelp(NamedTuple):
    """The help of a leader with a roll: the last part of his name, and his rating."""

    name: str
    rating: int


_ROLL_OF_ORDER: dict[type[Command], str] = {
    GrappleShip: "grapple",
    BreakGrapple: "break",
    ClearRigging: "unrig",
    Unfoul: "unfoul",
    Refloat: "refloat",
    NailColours: "nail",
}
"""Commands that a leader helps with unless he is left out, and the kind of their roll."""


def find_leader_help(state: State, order: Command) -> LeaderHelp | None:
    """Return the help with the roll of `order`; None if no leader helps or no die is rolled (AMB-150).

    Only a rating below 0 helps.
    """
    kind, key = _ROLL_OF_ORDER.get(type(order)), getattr(order, "ship", "")
    if kind is None or leaders.MODULE not in rules_of(state).modules or key not in state.ships:
        return None
    if isinstance(order, GrappleShip) and grappling.is_automatic(state, key, order.target):
        return None
    one = leaders.find_helper(state, key, kind)
    printed = fleets.leader_on_card(state, one) if one else None
    return LeaderHelp(printed.name.split()[-1], printed.rating) if printed and printed.rating < 0 else None


class ShipAid(NamedTuple):
    """The help of a leader for another ship.

    Attributes:
        rating: rating of the leader, below 0.
        distance: distance between the hulls, UM.
        is_in_reach: True if the distance is within the leader's reach.
    """

    rating: int
    distance: float
    is_in_reach: bool


@cache_per_state
def find_aided_ships(state: State, key: str) -> dict[str, ShipAid]:
    """Return by key the ships on the map that the leader aboard may help, in reach or not.

    {} if he cannot act or his rating does not help.
    """
    one = fleets.leader_aboard(state, key)
    if one is None or find_help_circle(state, key) is None or fleets.leader_on_card(state, one).rating >= 0:
        return {}
    rating, reach = fleets.leader_on_card(state, one).rating, leaders.leader_reach(state, one)
    others = (other for other in state.ships if other != key and is_on_map(state, other))
    away = {
        other: positions.distance_between(state, key, other) for other in others if leaders.can_help(state, one, other)
    }
    return {other: ShipAid(rating, far, far <= reach) for other, far in away.items()}


def build_transfer(state: State, key: str, to: str) -> Transfer:
    """Return the command that sends the leader aboard `key` to the ship `to` (9-f). Checks nothing."""
    return Transfer(side_of(state, key), key, to=to)


def can_transfer_leader(state: State, side: Side, key: str) -> bool:
    """Return True if a leader is aboard and his side is asked in the step for transfers.

    False while a question is open.
    """
    asked = state.question is None and "transfer" in phase_of(state).commands and side_of(state, key) == side
    return asked and fleets.leader_aboard(state, key) is not None


__all__ = [
    "MAX_LETTERS",
    "MAX_WORDS",
    "USUAL_TEXTS",
    "ReceivedSignal",
    "SignalSlip",
    "build_signal",
    "count_words",
    "find_signal_refusal",
    "list_received_signals",
    "list_signal_slips",
]

count_words = module.count_words


class SignalSlip(NamedTuple):
    """A leader who can signal now.

    Attributes:
        ship: key of the ship that he is aboard of.
        leader: name of the leader.
        readers: names of the players in his reach, by id.
    """

    ship: str
    leader: str
    readers: dict[str, str]


class ReceivedSignal(NamedTuple):
    """A signal of this turn: the sender, his ship and the text."""

    leader: str
    ship: str
    text: str


def is_signal_step(state: State) -> bool:
    """Return True in the step in which signals are made, unless the battle is over."""
    return state.outcome is None and phase_of(state).id == module.SIGNAL_PHASE.id


def list_signal_slips(state: State) -> Iterator[SignalSlip]:
    """Yield a slip for each leader who may still signal to a player now, with those players."""
    side = rules.side_to_choose(state)
    for one in fleets.leaders(state):
        others = {player.id: player_name(state, player.id) for player in players_of(state, side)}
        readers = {
            reader: words
            for reader, words in others.items()
            if find_signal_refusal(state, one.ship, reader, USUAL_TEXTS[0]) is None
        }
        if readers:
            yield SignalSlip(one.ship, fleets.leader_on_card(state, one).name, readers)


def build_signal(state: State, ship: str, to: str, text: str) -> SignalTo:
    """Return the command that makes a signal, for the side that is asked. Checks nothing."""
    return SignalTo(rules.side_to_choose(state), ship, to, text)


def find_signal_refusal(state: State, ship: str, to: str, text: str) -> Refused | None:
    """Return the refusal of a signal, or None if it may be made."""
    return rules.check(state, build_signal(state, ship, to, text))


def list_received_signals(state: State) -> list[ReceivedSignal]:
    """Return this turn's signals to the player who is asked, the most binding first (14-e).

    Empty outside the step for signals.
    """
    reader = orders.find_player_to_move(state) if is_signal_step(state) else ""
    found = module.list_received_signals(state, reader) if reader else []
    return [ReceivedSignal(module.sender_name(state, one), name_of(state, one.ship), one.text) for one in found]


def has_signalled(state: State, key: str) -> bool:
    """Return True if a signal was made from the ship in this turn. Signals are public."""
    return any(one.ship == key and one.turn == state.turn for one in state.signals or ())
