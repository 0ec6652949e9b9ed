"""The deal and the toss (VOL-3). The order of chance: the shuffle, then the coin."""

from tabletop.cards import dealing
from tabletop.games.volley.chapters.unfolding import Unfolding
from tabletop.games.volley.commands import Deal
from tabletop.games.volley.events import CoinTossed, TurnBegan
from tabletop.games.volley.state import HAND


def deal(turn: Unfolding, command: Deal) -> None:  # noqa: ARG001 - either side may, and it makes no difference
    """Shuffle, deal seven each in turn (C-8), and toss: heads is for red."""
    first, second = turn.state.names
    dealing.shuffle(turn)
    dealing.deal(turn, {first: HAND, second: HAND}, "VOL-3")
    heads = turn.coin()
    begins = first if heads else second
    turn.emit(CoinTossed(heads=heads, first=begins))
    turn.emit(TurnBegan(turn=1, side=begins))
