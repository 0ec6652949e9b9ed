"""How somebody of a temper leans where several choices of cards win about as often."""

from collections.abc import Iterable

import numpy as np

from tabletop.core.record import STEADY
from tabletop.players.sequential_halving import Results

LEANS = {"bold": 0.006, STEADY: 0.0, "cautious": -0.006}
"""How much likelier to win a choice seems for each card that it lays down: the bold press, the cautious hold."""


def liking(temper: str, cards: Iterable[int]) -> Results:
    """What choices of so many cards count besides what comes of them."""
    return LEANS[temper] * np.array([*cards], np.float64)
