"""Chapter 14: signals that were made; told and applied here, decided elsewhere."""

from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.events import EventHandler
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import ShipEvent, Signal, State
from tabletop.games.ships_of_the_line.words import name, player

UNREAD = "?"
"""In the place of a text that is not for who reads it (C-6)."""


class SignalMade(ShipEvent, frozen=True, kw_only=True):
    """A leader aboard a ship signals to a player of his side; the others see the flags, but not what they say."""

    leader: str
    side: Side
    to: str
    """Id of the player."""
    text: str
    rule: str = "AMB-170"


def unread(signal: Signal, side: str) -> Signal:
    """A signal as far as a side may know it."""
    return signal if side == signal.side else replace(signal, text=UNREAD)


def of_turn(state: State) -> tuple[Signal, ...]:
    """The signals of this turn; those of earlier ones are in the log alone."""
    return tuple(one for one in state.signals or () if one.turn == state.turn)


def _made(state: State, event: SignalMade) -> State:
    signal = Signal(event.leader, event.ship, event.side, event.to, event.text, state.turn)
    return replace(state, signals=(*of_turn(state), signal))


def _in_words(state: State, event: SignalMade) -> str:
    leader = state.cards[event.leader].leader
    who = leader.name if leader else name(state, event.leader)
    signals = f"{who} signals from {name(state, event.ship)} to {player(state, event.to)}"
    return f"{signals}." if event.text == UNREAD else f"{signals}: “{event.text}”"


def view(state: State, side: str) -> State:
    """The battle as far as a side may know it; of no side, as everybody may."""
    if state.signals is UNSET or all(one.side == side for one in state.signals):
        return state
    return replace(state, signals=tuple(unread(one, side) for one in state.signals))


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        SignalMade,
        _made,
        _in_words,
        redact=lambda event, side: event if side == event.side else replace(event, text=UNREAD),
    ),
)
