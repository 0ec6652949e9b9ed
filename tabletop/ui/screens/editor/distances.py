"""The distances that the book wants: which of them are shown, and in what words."""

from collections.abc import Sequence

from tabletop.authoring.kit import Gauge

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
