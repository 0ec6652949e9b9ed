"""Samples of what is too much for every run: other games and moments each time, or all of them.

`TABLETOP_SAMPLE` decides: a seed, printed at the end of each run, repeats its samples; `all` leaves nothing out.
A game that is not in `games.SAMPLED` is never sampled, so a contributor sees every failure at once.
"""

import os
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar
from uuid import uuid4

from tests.games import is_new

ASKED = "TABLETOP_SAMPLE"
ALL = "all"
SEED = os.environ.setdefault(ASKED, uuid4().hex[:8])
"""Of this run; the workers of a run inherit it with the environment."""

whole_now = False
"""True while a test of a new game runs: `sample` then leaves nothing out."""

Sampled = TypeVar("Sampled")

taken: Counter[str] = Counter()
"""How many each sample of this process took, by its name."""
there: Counter[str] = Counter()
"""Of how many it took them."""


def sample(whole: Sequence[Sampled], few: int, name: str) -> list[Sampled]:
    """Return a few elements of `whole` in their order, and all elements about a new game.

    Returns all of `whole` if this run, or the test of a new game, leaves nothing out.

    Args:
        whole: everything there is: numbers of games, moments of a walk, scenarios.
        few: how many a run takes, at least one.
        name: the name of the sample, printed at the end of the run; with the seed it decides which are taken.
    """
    number = len(whole) if SEED == ALL or whole_now else min(max(few, 1), len(whole))
    drawn = Random(f"{SEED} {name}").sample(range(len(whole)), number)
    chosen = sorted({*drawn, *(index for index, one in enumerate(whole) if is_new(one))})
    taken[name] += len(chosen)
    there[name] += len(whole)
    return [whole[index] for index in chosen]


def forget() -> None:
    """Clear the counts of the samples taken so far."""
    taken.clear()
    there.clear()
