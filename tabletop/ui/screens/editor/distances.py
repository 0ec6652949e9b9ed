"""The distances that the book wants: which of them are shown, in what words, and what would make one fit."""

import math
from collections.abc import Sequence

from tabletop.authoring.changes import Change
from tabletop.authoring.kit import Gauge
from tabletop.authoring.moves import Move

FAR = 10
"""UM from which several ships share one distance of the book."""


def telling(gauges: Sequence[Gauge]) -> list[Gauge]:
    """Of every demand of the book the distance that is farthest off; of ships that touch as they should, none."""
    worst: dict[str, Gauge] = {}
    for one in sorted(gauges, key=lambda one: (one.fits, -abs(one.value - one.wanted))):
        if one.wanted or not one.fits:
            worst.setdefault(one.id if one.wanted > FAR else f"{one.id} {one.first} {one.second}", one)
    return list(worst.values())


def gauge_words(gauge: Gauge) -> str:
    """How far it is and should be."""
    if not gauge.wanted:
        return f"{gauge.value:.2f} UM, they touch in the book"
    if gauge.fits:
        return f"{gauge.value:.2f} of {gauge.wanted:g} UM"
    return f"{gauge.value:.2f} UM, the book wants {gauge.wanted:g}"


def fitted(gauge: Gauge, chosen: tuple[str, ...]) -> Change:
    """What is chosen at one of its ends moves along it, else the ship at the first end."""
    (x0, y0), (x1, y1) = gauge.start, gauge.end
    far = (gauge.value - gauge.wanted) / (math.dist(gauge.start, gauge.end) or 1.0)
    ids = chosen if gauge.first in chosen else (gauge.first,)
    if gauge.second in chosen and gauge.first not in chosen:
        far, ids = -far, chosen
    return Move(ids, (round((x1 - x0) * far, 2), round((y1 - y0) * far, 2)))
