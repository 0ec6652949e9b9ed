"""What the chapters share: the type that their rules work on, and how the next phase begins (VOL-3)."""

from typing import TypeAlias

from tabletop.core.unfolding import Unfolding as _Unfolding
from tabletop.games.volley.events import PhaseBegan
from tabletop.games.volley.phases import NEXT
from tabletop.games.volley.state import Side, State

Unfolding: TypeAlias = _Unfolding[State]


def begin_next(turn: Unfolding, side: Side, rule: str) -> None:
    """Ask a side for what the next phase asks."""
    turn.emit(PhaseBegan(stage=NEXT[turn.state.stage], side=side, rule=rule))
