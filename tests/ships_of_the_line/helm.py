"""Plans in shorthand for the tests of chapter 5."""

import re
from typing import Any

from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.model import State
from tests.ships_of_the_line.kit import battle, ship

# With the wind from NW (315) a ship that heads for these has so much of her points.
ASTERN, QUARTER, ABEAM, TACK, AHEAD = 135, 90, 45, 0, 315

_KINDS = {"a": "advance", "t": "turn", "p": "pivot", "s": "slow", "h": "stop", "k": "pitch"}


def steps(text: str) -> tuple[Step, ...]:
    """``a t44 p-45 s h k45``: advance, free turn to starboard, pivot to port, slow, heave to, pitch."""
    words = re.findall(r"([atpshk])(-?\d*)", text)
    return tuple(Step(_KINDS[kind], int(degrees or 0)) for kind, degrees in words)  # type: ignore[arg-type]


def sail(key: str, text: str) -> Sail:
    """The order to a ship of the British, or the allied by her key."""
    return Sail(side="british" if key.startswith("B") else "allied", ship=key, plan=steps(text))


def tried(state: State, text: str, key: str = "B1") -> PlanEvaluation:
    """A plan on trial."""
    return evaluate_plan(state, key, steps(text))


def at_sea(*ships: Any, **fields: Any) -> State:
    """A state in the Movement Phase with the British asked."""
    return battle(*ships, **{"phase": "movement", **fields})


def one(heading: int = QUARTER, strength: str = "breeze", **marks: Any) -> State:
    """B1 alone, in the middle of the sea."""
    return at_sea(ship("B1", 0, 0, heading, **marks), strength=strength)
