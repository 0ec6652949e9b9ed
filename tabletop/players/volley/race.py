"""How likely a side is to break the other first, by the troops that both have left and by nothing else.

Attacks count as chances of so many casualties, each turn anew: what is in the hands is the caller's matter.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

LONGEST = 160
"""Troops of a side up to which chances are reckoned; of more only the proportion counts."""
SUFFERED = np.array(
    (2398, 2, 8, 26, 74, 200, 322, 594, 734, 968, 1098, 1068, 1128, 922, 798, 596, 430, 322, 244, 148, 52, 30, 16, 2)
)
"""How often an attack cost none, one, two … casualties, in 600 matches of the printed deck."""

Troops = npt.NDArray[np.float64]
Odds = npt.NDArray[np.float64]


@cache
def _races() -> Odds:
    """The chance of the side that attacks next, by its own troops and the enemy's; those of no troops are decided.

    Filled by the sum of both: it hangs on smaller sums, and on the same two after an attack that cost nothing.
    """
    share = SUFFERED / SUFFERED.sum()
    found = np.zeros((LONGEST + 1, LONGEST + 1))
    found[:, 0] = 1.0
    for both in range(2, 2 * LONGEST + 1):
        own = np.arange(max(1, both - LONGEST), min(both, LONGEST + 1))
        enemy = both - own
        hit = np.zeros(len(own))
        for casualties, chance in enumerate(share[1:], 1):
            hit += chance * (1 - found[np.maximum(enemy - casualties, 0), own] * (enemy > casualties))
        found[own, enemy] = (hit + share[0] * (1 - share[0] - hit[::-1])) / (1 - share[0] ** 2)
    return found


def wins(own: Troops | float, enemy: Troops | float) -> Odds:
    """The chance of the side that attacks next to win; between whole numbers of troops in proportion."""
    most = np.maximum(np.maximum(own, enemy) / LONGEST, 1)
    lines, columns = np.clip(own / most, 0, LONGEST), np.clip(enemy / most, 0, LONGEST)
    line, column = (np.minimum(np.floor(one), LONGEST - 1).astype(np.intp) for one in (lines, columns))
    down, right = lines - line, columns - column
    table = _races()
    near = table[line, column] * (1 - right) + table[line, column + 1] * right
    far = table[line + 1, column] * (1 - right) + table[line + 1, column + 1] * right
    return np.asarray(near * (1 - down) + far * down)
