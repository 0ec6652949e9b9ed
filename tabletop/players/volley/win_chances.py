"""The chance of a side to break the other first, by the troops that both sides have left.

Each attack costs a random number of casualties, independent of the others. The cards in the hands are not considered.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

MAX_TROOPS = 160
"""Highest number of troops in the table of chances; larger numbers of both sides are scaled down."""
CASUALTY_COUNTS = np.array(
    (2398, 2, 8, 26, 74, 200, 322, 594, 734, 968, 1098, 1068, 1128, 922, 798, 596, 430, 322, 244, 148, 52, 30, 16, 2)
)
"""Number of attacks that cost 0, 1, 2, … casualties, in 600 matches with the printed deck."""

Troops = npt.NDArray[np.float64]
Odds = npt.NDArray[np.float64]


@cache
def _build_chance_table() -> Odds:
    """Return the chance of the side that attacks next, indexed by own and enemy troops.

    Entries are computed in the order of the sum of both troops, because each depends on smaller sums. An attack without
    casualties leads back to the same troops; solving that equation gives the divisor.
    """
    share = CASUALTY_COUNTS / CASUALTY_COUNTS.sum()
    chances = np.zeros((MAX_TROOPS + 1, MAX_TROOPS + 1))
    chances[:, 0] = 1.0
    for total in range(2, 2 * MAX_TROOPS + 1):
        own = np.arange(max(1, total - MAX_TROOPS), min(total, MAX_TROOPS + 1))
        enemy = total - own
        hit = np.zeros(len(own))
        for casualties, chance in enumerate(share[1:], 1):
            hit += chance * (1 - chances[np.maximum(enemy - casualties, 0), own] * (enemy > casualties))
        chances[own, enemy] = (hit + share[0] * (1 - share[0] - hit[::-1])) / (1 - share[0] ** 2)
    return chances


def chance_to_win(own: Troops | float, enemy: Troops | float) -> Odds:
    """Return the chance of the side that attacks next to win, interpolated between whole numbers of troops."""
    scale = np.maximum(np.maximum(own, enemy) / MAX_TROOPS, 1)
    lines, columns = np.clip(own / scale, 0, MAX_TROOPS), np.clip(enemy / scale, 0, MAX_TROOPS)
    line, column = (np.minimum(np.floor(one), MAX_TROOPS - 1).astype(np.intp) for one in (lines, columns))
    down, right = lines - line, columns - column
    table = _build_chance_table()
    near = table[line, column] * (1 - right) + table[line, column + 1] * right
    far = table[line + 1, column] * (1 - right) + table[line + 1, column + 1] * right
    return np.asarray(near * (1 - down) + far * down)
