"""What a captain does by habit, in one duel or in many at once.

Cards are numbers of each kind: the first axis of an array is the kind in the order of the rules, or the stat in the
order of `STATS`; what other axes an array has is the caller's matter.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from tabletop.games.ship_duel.tables import KINDS, OPPOSITES, RELOADED, RETIRED, SHOT, STATS

Numbers = npt.NDArray[np.int16]

_PLACE = {kind: place for place, kind in enumerate(KINDS)}
SHOTS = np.array([_PLACE[SHOT[stat]] for stat in STATS])
"""The kind of shot for each stat."""
WIND_PAIRS = tuple((_PLACE[one], _PLACE[other]) for one, other in OPPOSITES)
_DECIDED = 100
"""What it is worth to have shot enough for the last point: more than anything else can be."""


class Habits(msgspec.Struct, frozen=True):
    """How somebody plays who does not look ahead.

    Attributes:
        thrift: how much each point counts that would be left of the stat that is shot at, beside one that is taken.
        sorts: when retiring, he also throws away the shot that he does not mean to fire.
    """

    thrift: int = 0
    sorts: bool = False


GREEDY = Habits()
"""Fires the most shot of one kind, and changes his mind with every hand."""
SEASONED = Habits(thrift=2, sorts=True)
"""Goes on hammering at what is nearest to giving way."""


def aimed(habits: Habits, hands: Numbers, left: Numbers) -> npt.NDArray[np.intp]:
    """The stat at which to shoot, by number; `left` are the enemy's points."""
    shots = hands[SHOTS]
    hits = np.minimum(shots, left)
    worth = hits - habits.thrift * (left - hits) + _DECIDED * (shots >= left)
    return np.asarray(np.argmax(worth, axis=0))


def exchanged(habits: Habits, hands: Numbers, left: Numbers) -> Numbers:
    """Cards to lay down when reloading: the fewer of two opposite winds, and shot that is not to be fired."""
    return _laid_down(hands, RELOADED, aimed(habits, hands, left))


def thrown(habits: Habits, hands: Numbers, left: Numbers) -> Numbers:
    """Cards to lay down when retiring."""
    return _laid_down(hands, RETIRED, aimed(habits, hands, left) if habits.sorts else None)


def shown(hands: Numbers) -> Numbers:
    """The most winds that can blow together."""
    chosen = np.zeros_like(hands)
    for one, other in WIND_PAIRS:
        chosen[one] = np.where(hands[one] >= hands[other], hands[one], 0)
        chosen[other] = np.where(hands[one] >= hands[other], 0, hands[other])
    return chosen


def fired(habits: Habits, hands: Numbers, left: Numbers) -> Numbers:
    """Shot of the kind aimed with, no more than there are points to take."""
    chosen, target = np.zeros_like(hands), aimed(habits, hands, left)
    for stat, kind in enumerate(SHOTS):
        chosen[kind] = np.where(target == stat, np.minimum(hands[kind], left[stat]), 0)
    return chosen


def _laid_down(hands: Numbers, most: int, target: npt.NDArray[np.intp] | None) -> Numbers:
    chosen = np.zeros_like(hands)
    room = np.full_like(hands[0], most)
    for one, other in WIND_PAIRS:
        gone = np.minimum(np.minimum(hands[one], hands[other]), room)
        chosen[one] = np.where(hands[one] < hands[other], gone, 0)
        chosen[other] = gone - chosen[one]
        room = room - gone
    if target is not None:
        _sort_out(chosen, hands, room, target)
    return chosen


def _sort_out(chosen: Numbers, hands: Numbers, room: Numbers, target: npt.NDArray[np.intp]) -> None:
    """Throw also the two kinds of shot that are not to be fired, the one of which there are fewer first."""
    shots = np.where(target == np.arange(len(SHOTS)).reshape(-1, *[1] * target.ndim), 0, hands[SHOTS])
    most = shots.max(axis=0)
    fewer = shots.sum(axis=0) - most
    more_gone = np.minimum(most, np.maximum(room - fewer, 0))
    first = np.argmax(shots, axis=0)
    for stat, kind in enumerate(SHOTS):
        chosen[kind] = np.where(first == stat, more_gone, np.minimum(shots[stat], room))
