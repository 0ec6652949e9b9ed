"""The card game outside its table: the cover, small pictures of positions, and what became of the armies."""

from tabletop.core.phrases import count
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import State
from tabletop.ui.boards.known import Fate, Pictures
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


PICTURES = Pictures(cover, position, sides, facts, fates, moment)
