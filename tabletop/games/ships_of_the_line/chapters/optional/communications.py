"""Chapter 14: written signals among the players of a side (AMB-101, AMB-151, AMB-170)."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.commands import CommandHandler
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler
from tabletop.core.phrases import format_count
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import fleets, positions
from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.commands import ShipCommand
from tabletop.games.ships_of_the_line.fleets import commander, players_of
from tabletop.games.ships_of_the_line.hooks import Mark, Phase
from tabletop.games.ships_of_the_line.model import Context, ShipEvent, Signal, State, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import SIDES, Admiral, Side
from tabletop.games.ships_of_the_line.words import name_of, player_name

UNREAD = "?"
"""Stands for the text of a signal that a side must not read (C-6)."""


class SignalMade(ShipEvent, frozen=True, kw_only=True):
    """A leader signalled to a player of his own side; the enemy sees the flags but cannot read the text.

    `leader` is the key of the ship on whose card he is printed, and `ship` the one he is aboard.
    """

    leader: str
    side: Side
    to: str
    """Id of the player."""
    text: str
    rule: str = "AMB-170"


def redact_signal(signal: Signal, side: str) -> Signal:
    """Return the signal with its text replaced by `UNREAD` unless `side` made it."""
    return signal if side == signal.side else replace(signal, text=UNREAD)


def signals_of_turn(state: State) -> tuple[Signal, ...]:
    """Return the signals of the current turn; earlier signals are only in the log."""
    return tuple(one for one in state.signals or () if one.turn == state.turn)


def _apply_signal_made(state: State, event: SignalMade) -> State:
    """Add the signal to those of this turn; those of earlier turns are dropped."""
    signal = Signal(event.leader, event.ship, event.side, event.to, event.text, state.turn)
    return replace(state, signals=(*signals_of_turn(state), signal))


def _describe_signal_made(state: State, event: SignalMade) -> str:
    """Return the log sentence with leader, ship and player, and the text unless it is `UNREAD`."""
    leader = state.cards[event.leader].leader
    who = leader.name if leader else name_of(state, event.leader)
    signals = f"{who} signals from {name_of(state, event.ship)} to {player_name(state, event.to)}"
    return f"{signals}." if event.text == UNREAD else f"{signals}: “{event.text}”"


def redact_signals(state: State, side: str) -> State:
    """Return the state without the texts of other sides' signals; side "" reads none."""
    if state.signals is UNSET or all(one.side == side for one in state.signals):
        return state
    return replace(state, signals=tuple(redact_signal(one, side) for one in state.signals))


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        SignalMade,
        _apply_signal_made,
        _describe_signal_made,
        redact=lambda event, side: event if side == event.side else replace(event, text=UNREAD),
    ),
)

SIGNAL_PHASE = Phase(
    "signals",
    "Initiative",
    "initiative_first",
    ("signal",),
    "Make signals?",
    "AMB-170",
    after=("initiative", "wind"),
    sealed=True,
)

MAX_WORDS = 7
"""SOTL-14-d: highest number of words that count."""
MAX_LETTERS = 160
"""Highest number of letters of a text."""

UNCOUNTED_WORDS = frozenset(
    """
    aboard about above across after against ahead along alongside amid among around astern at before behind below
    beneath beside between beyond by despite down during except for from in inside into near of off on onto out
    outside over past since through throughout till to toward towards under until up upon via with within without
    although and as because but if lest nor or so than that though unless when whenever where whereas whether while
    yet
    """.split()  # noqa: SIM905 - one word a line would be 70 lines
)
"""SOTL-14-d: prepositions and conjunctions, which do not count. Articles count."""

USUAL_TEXTS = (
    "Engage the enemy more closely",
    "Form line of battle",
    "Break through the enemy line",
    "Come to my assistance",
    "Disengage and make for port",
)
"""Texts that are offered as commands; players may write any other."""


class SignalTo(ShipCommand, frozen=True, tag="signal"):
    """Signal with the leader aboard a ship to another player of his side."""

    to: str
    """Id of the player."""
    text: str


@lru_cache(maxsize=64)
def count_words(text: str) -> int:
    """Return the number of words of a text, prepositions and conjunctions not counted (14-d)."""
    return sum(word.lower() not in UNCOUNTED_WORDS for word in re.findall(r"[^\W_](?:[\w’'-]*\w)?", text))


def check_signal(state: State, command: SignalTo) -> Refused | None:
    """Refuse a leader's second signal in a turn, a reader out of reach, and a long text (AMB-170).

    Also refused: a ship that the side may not command or without a leader who can act. Returns None if legal.
    """
    return (
        orders.check_commanded(state, command.side, command.ship)
        or _check_signaller(state, command)
        or _check_reader(state, command)
        or _check_text(command.text)
    )


def _check_signaller(state: State, command: SignalTo) -> Refused | None:
    """Refuse a ship without a leader who can act, and a leader who has signalled in this turn."""
    key, one = command.ship, fleets.leader_aboard(state, command.ship)
    if one is None or not fleets.can_act(state, one):
        return Refused("AMB-170", f"No leader aboard {state.cards[key].name} can signal.", pieces=(key,))
    if any(signal.leader == one.home for signal in signals_of_turn(state)):
        return Refused(
            "AMB-170", (f"{_leader_name(state, one)} has already signalled this turn."), "one message a turn", (key,)
        )
    return None


def _check_reader(state: State, command: SignalTo) -> Refused | None:
    """Refuse a reader who is not another player of the side, or has no ship in the leader's reach."""
    others = [one.id for one in players_of(state, command.side) if one.id != commander(state, command.ship)]
    if command.to not in others:
        return Refused("AMB-170", "A signal must be for another player of your side.", pieces=(command.ship,))
    one = fleets.leader_aboard(state, command.ship)
    if one is None or command.to in _find_readers(state, command.ship):
        return None
    ships = _find_ships_of_reader(state, command.side, command.to)
    far = leaders.leader_reach(state, one)
    reach = f"the reach is {positions.format_um(far)}"
    nearest = min((positions.distance_between(state, one.ship, key) for key in ships), default=None)
    by = reach if nearest is None else f"{positions.format_um(nearest, far)}, {reach}"
    return Refused(
        "AMB-170", f"{player_name(state, command.to)} has no ship in range of the signal.", by, (command.ship,)
    )


def _check_text(text: str) -> Refused | None:
    """Refuse a text without a word that counts, with unprintable characters, or too long."""
    if not count_words(text) or not text.isprintable():
        return Refused("AMB-170", "Write a signal first.")
    if len(text) > MAX_LETTERS:
        return Refused("AMB-170", "The signal is too long.", f"{len(text)} letters, at most {MAX_LETTERS}")
    if (words := count_words(text)) > MAX_WORDS:
        return Refused("AMB-170", f"{format_count(words, 'word')} count; at most {MAX_WORDS} may be sent.")
    return None


def execute_signal(turn: Context, command: SignalTo) -> None:
    """Emit `SignalMade` for the leader aboard the ship. Raises ValueError if there is none."""
    one = fleets.leader_aboard(turn.state, command.ship)
    if one is None:
        raise ValueError("a signal that nobody makes")
    turn.emit(SignalMade(ship=command.ship, leader=one.home, side=command.side, to=command.to, text=command.text))


def list_received_signals(state: State, reader: str) -> list[Signal]:
    """Return the signals of this turn to a player, the most binding first: by rank, then by guns (14-e).

    The signal of the ship with more guns comes first.
    """
    mine = [one for one in signals_of_turn(state) if one.to == reader]
    return sorted(mine, key=lambda one: (*_signal_rank(state, one), -state.cards[one.ship].guns))


def _signal_rank(state: State, one: Signal) -> tuple[int, int]:
    """Return the sort key of the signalling leader: leaders with a rank first, then by rating."""
    leader = state.cards[one.leader].leader
    assert leader is not None
    return (0, leader.rank) if leader.rank is not None else (1, leader.rating)


def _leader_name(state: State, one: Admiral) -> str:
    """Return the name that is printed for the leader."""
    return fleets.leader_on_card(state, one).name


@cache_per_state
def _find_readers(state: State, key: str) -> tuple[str, ...]:
    """Return the other players of the side who have a ship in reach of the leader aboard `key`.

    Cached by state. Returns () without a leader aboard, or if each side has one player.
    """
    one, side = fleets.leader_aboard(state, key) if state.players else None, side_of(state, key)
    if one is None:
        return ()
    others = [other.id for other in players_of(state, side) if other.id != commander(state, key)]
    ships = {other: _find_ships_of_reader(state, side, other) for other in others}
    return tuple(other for other in others if any(leaders.is_in_reach(state, one, ship) for ship in ships[other]))


@cache_per_state
def _find_ships_of_reader(state: State, side: Side, reader: str) -> list[str]:
    """Return the ships of a side that the player `reader` commands, in key order."""
    return [key for key in orders.list_commanded_ships(state, side) if commander(state, key) == reader]


def _list_signals(state: State, side: Side, key: str) -> Iterator[SignalTo]:
    """Yield each of the usual texts to each player who can read it; none without a leader aboard."""
    readers = _find_readers(state, key) if fleets.leader_aboard(state, key) else ()
    return (SignalTo(side, key, reader, text) for reader in readers for text in USUAL_TEXTS)


def sender_name(state: State, signal: Signal) -> str:
    """Return the name of the leader who made a signal, or the key of his ship if none is printed."""
    leader = state.cards[signal.leader].leader
    return leader.name if leader else signal.leader


def _find_ships_of_readers(state: State, side: Side) -> Iterator[str]:
    """Yield one ship of each player who was signalled to this turn and has not ended the step.

    So the player is asked and can read (14-c).
    """
    for reader in dict.fromkeys(one.to for one in signals_of_turn(state) if one.side == side):
        yield from filter(partial(orders.is_awaiting_orders, state), _find_ships_of_reader(state, side, reader)[:1])


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield this turn's signals of the ship `key`, and those to her player that are not redacted.

    Yields nothing if each side has one player or the ship is off the map.
    """
    if not state.players or not is_on_map(state, key):
        return
    for signal in signals_of_turn(state):
        if signal.ship == key:
            told = "Only that player's side can read it." if signal.text == UNREAD else signal.text
            yield Mark("Signals", f"to {player_name(state, signal.to)}", told, "AMB-170")
    for signal in list_received_signals(state, commander(state, key)):
        if signal.text != UNREAD:
            yield Mark("Signal", signal.text, f"From {sender_name(state, signal)}, this turn.", "AMB-170")


def _explain_no_effect(state: State) -> str:
    """Return a sentence if no side has several players, else ""."""
    several = any(len(players_of(state, side)) > 1 for side in SIDES)
    return "" if several else "No side has several players."


MODULE = RuleModule(
    id="communications",
    rule="SOTL-14",
    title="Communications",
    note="Leaders may signal to other players of their side, in up to seven words the enemy cannot read.",
    group="People",
    inert=_explain_no_effect,
    phases=(SIGNAL_PHASE,),
    command_handlers=(CommandHandler(SignalTo, check_signal, execute_signal),),
    labels=build_handlers(
        KindHandler(
            SignalTo,
            lambda state, order: (
                f"To {player_name(state, order.to)}: {order.text}",
                "The enemy sees only the flags.",
            ),
        ),
    ),
    choices={SIGNAL_PHASE.id: orders.offer_for_each_ship(_list_signals)},
    other_actors={SIGNAL_PHASE.id: _find_ships_of_readers},
    event_handlers=EVENT_HANDLERS,
    marks=_list_marks,
    view=redact_signals,
    has_secrets=lambda state: not _explain_no_effect(state),
)
