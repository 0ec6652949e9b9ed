"""The type that every chapter's rules work on."""

from typing import TypeAlias

from tabletop.core.unfolding import Unfolding as _Unfolding
from tabletop.games.volley.events import Event
from tabletop.games.volley.state import State

Unfolding: TypeAlias = _Unfolding[State, Event]
