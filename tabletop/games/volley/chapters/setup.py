"""The deal and the toss (VOL-3). The order of chance: the shuffle, then the coin."""

from tabletop.cards import dealing
from tabletop.core.errors import Refused
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Deal
from tabletop.games.volley.events import CoinTossed, TurnBegan
from tabletop.games.volley.state import HAND, State


def check(state: State, command: Deal) -> Refused | None:  # noqa: ARG001 - nothing but the phase forbids it
    """The deck may always be dealt while it waits for it."""
    return None


def deal(turn: Unfolding, command: Deal) -> None:  # noqa: ARG001 - either side may, and it makes no difference
    """Shuffle, deal seven each in turn (C-8), and toss: heads is for red."""
    first, second = turn.state.names
    dealing.shuffle(turn)
    dealing.deal(turn, {first: HAND, second: HAND}, "VOL-3")
    heads = turn.coin()
    begins = first if heads else second
    turn.emit(CoinTossed(heads=heads, first=begins))
    turn.emit(TurnBegan(turn=1, side=begins))
