"""The type that every chapter's rules work on."""

from typing import TypeAlias

from tabletop.core.unfolding import Unfolding as _Unfolding
from tabletop.games.ships_of_the_line.state import State

Unfolding: TypeAlias = _Unfolding[State]
