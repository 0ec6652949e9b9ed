"""The distances that the book wants: which of them are shown, and in what words."""

from collections.abc import Sequence

from tabletop.authoring.kit import DistanceGauge

FAR = 10
"""UM from which several ships share one distance of the book."""


def telling(gauges: Sequence[DistanceGauge]) -> list[DistanceGauge]:
    """Of every demand of the book the distance that is farthest off; of ships that touch as they should, none."""
    worst: dict[str, DistanceGauge] = {}
    for one in sorted(gauges, key=lambda one: (one.is_met, -abs(one.value - one.target))):
        if one.target or not one.is_met:
            worst.setdefault(one.id if one.target > FAR else f"{one.id} {one.first} {one.second}", one)
    return list(worst.values())


def gauge_words(gauge: DistanceGauge) -> str:
    """How far it is and should be."""
    if not gauge.target:
        return f"{gauge.value:.2f} UM (rulebook: touching)"
    if gauge.is_met:
        return f"{gauge.value:.2f} of {gauge.target:g} UM"
    return f"{gauge.value:.2f} UM (rulebook: {gauge.target:g})"
