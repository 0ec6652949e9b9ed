"""The card game outside its table: the cover, small pictures of positions, and what became of the armies."""

from collections.abc import Callable
from typing import Any

from tabletop.core.game import Score
from tabletop.core.phrases import count
from tabletop.games.volley import GAME
from tabletop.games.volley.events import CasualtiesSuffered, CounterPlayed, DefencePlayed, MeldPlayed
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import State
from tabletop.ui.boards.course import course as turn_by_turn
from tabletop.ui.boards.course import free
from tabletop.ui.boards.known import Fate, Pictures, Told
from tabletop.ui.boards.volley.scenery import cover, position

_ANSWERS = {"1": "one answer to an attack", "any": "any number of answers to an attack"}


def sides(state: State) -> tuple[tuple[str, str], ...]:
    """The troops of each side."""
    return tuple((name, f"{state.strengths[side]} troops") for side, name in state.names.items())


def facts(state: State) -> tuple[str, ...]:
    """The size of the deck, and how many answers there may be."""
    return count(len(state.deck), "card"), _ANSWERS[state.defences]


def fates(state: State) -> tuple[tuple[str, tuple[Fate, ...]], ...]:
    """What is left of each army."""
    told = []
    for side, name in state.names.items():
        left, whole = state.troops[side], state.strengths[side]
        words = f"{left} of {whole} troops left" if left else f"none of {whole} troops left"
        told.append((name, (("Army", words, left == 0),)))
    return tuple(told)


def moment(state: State) -> str:
    """The turn and its phase."""
    return f"turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "before the deal"


COSTS: dict[type, Callable[[Any], int]] = {
    MeldPlayed: free, DefencePlayed: free, CounterPlayed: free,
    CasualtiesSuffered: lambda event: int(event.before - event.left),
}  # fmt: skip


def course(told: Told) -> tuple[tuple[str, tuple[Score, ...]], ...]:
    """Every attack with what was held against it, and what it cost."""
    return turn_by_turn(told, GAME.narrate, COSTS)


PICTURES = Pictures(cover, position, sides, facts, fates, moment, course)
