"""The log: every fact in a sentence, with its numbers."""

from collections.abc import Callable
from typing import Any

from tabletop.games.ships_of_the_line.events import Event
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.words import combat, turn

WORDS: dict[type, Callable[[State, Any], str]] = {**turn.WORDS, **combat.WORDS}


def narrate(state: State, event: Event) -> str:
    """The fact in words, `state` being the one before it; empty for bookkeeping."""
    words = WORDS.get(type(event))
    return words(state, event) if words else ""
