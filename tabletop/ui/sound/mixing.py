"""How much of what is asked for is heard, how loud, and from which side: an ear parts no more than a few sounds."""

import heapq
import math
from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from tabletop.ui.camera import Camera, Xy
from tabletop.ui.sound.kinds import KINDS, LOUDNESS, Loudness, SoundKind

EAR_HEIGHT = 0.45
"""Of the ear above the table, in parts of what is seen from top to bottom."""
WIDEST_PAN = 0.8
"""How far to a side something is heard at most: what lies beyond the edge is not in one ear alone."""


class SoundPosition(NamedTuple):
    """How far off, table units, and how far to the left (to -1) or to the right (to 1)."""

    distance: float = 0.0
    pan: float = 0.0


CENTER = SoundPosition()


def position_on_map(camera: Camera, place: Xy) -> SoundPosition:
    """A place on a table that is looked at so."""
    (x, _), (wide, high) = camera.to_screen(*place), camera.size
    east, north = place[0] - camera.centre[0], place[1] - camera.centre[1]
    return SoundPosition(math.hypot(east, north, EAR_HEIGHT * high / camera.scale), _pan(x, wide))


def position_in_window(x: float, wide: int) -> SoundPosition:
    """A pixel from the left of a window that shows all there is."""
    return SoundPosition(0.0, _pan(x, wide))


def _pan(x: float, wide: int) -> float:
    return WIDEST_PAN * max(-1.0, min(1.0, 2 * x / max(1, wide) - 1))


MOST_SOUNDS = 8
"""Sounds at a time."""
MERGE_COUNT, MERGE_WINDOW = 3, 1200
"""So many that were kept back within so many milliseconds are too many: something else is heard for all of them."""
FILE_DISTANCES = (12.0, 32.0)
"""Table units from which a thing is heard as some way off, and as on the horizon."""
DELAY_PER_UNIT, MOST_DELAY = 6.0, 300.0
"""Milliseconds that sound takes for a table unit, and at most."""


class SoundRequest(NamedTuple):
    """Something that is asked for; `after` so many milliseconds."""

    kind: str
    where: SoundPosition = CENTER
    after: float = 0.0


class Voice(NamedTuple):
    """A sound to begin now: its file, and how loud left and right."""

    file: str
    left: float
    right: float


class Mixer:
    """What waits for its moment, and what is being heard; times are milliseconds of any clock.

    Args:
        variants: the files of each name.
        hand: chooses among them; it has no part in any game.
    """

    def __init__(self, variants: Mapping[str, Sequence[str]], hand: Random, wishes: Loudness = LOUDNESS) -> None:
        self._variants, self._hand, self._wishes = variants, hand, wishes
        self._waiting: list[tuple[float, int, SoundRequest]] = []
        self._numbers = count()
        self._begun: dict[str, list[float]] = {}
        self._kept_back: dict[str, list[float]] = {}
        self._last: dict[str, str] = {}

    # --- what waits

    def request(self, noise: SoundRequest, now: float) -> None:
        """Something is to be heard, the later the farther off it is."""
        due = now + noise.after + min(MOST_DELAY, DELAY_PER_UNIT * noise.where.distance)
        heapq.heappush(self._waiting, (due, next(self._numbers), noise))

    def clear(self) -> None:
        """Nothing that waits is heard."""
        self._waiting.clear()

    @property
    def next_due(self) -> float | None:
        """When something is due; None if nothing waits."""
        return self._waiting[0][0] if self._waiting else None

    def take_due(self, now: float) -> list[Voice]:
        """What begins now."""
        found: list[Voice] = []
        while self._waiting and self._waiting[0][0] <= now:
            noise = heapq.heappop(self._waiting)[2]
            voice = self._admit(noise.kind, noise.where, now)
            found += [voice] if voice else []
        return found

    # --- how much of it is heard

    def _admit(self, name: str, where: SoundPosition, now: float) -> Voice | None:
        kind = KINDS[name]
        loud = self._volume(kind, where, now)
        if not loud:
            return None
        begun = self._drop_old_times(self._begun, name, now, max(kind.attention_ms, kind.least_gap))
        crowd = self._count_audible(now, name) >= kind.most_at_once or self._count_audible(now) >= MOST_SOUNDS
        if crowd or (begun and now - begun[-1] < kind.least_gap):
            return self._merge_excess(name, kind, where, now)
        begun.append(now)
        angle = (where.pan + 1) * math.pi / 4
        return Voice(self._choose_file(kind, where), loud * math.cos(angle), loud * math.sin(angle))

    def _merge_excess(self, name: str, kind: SoundKind, where: SoundPosition, now: float) -> Voice | None:
        """What is kept back is not heard; where it is much, all of it as one."""
        kept = self._drop_old_times(self._kept_back, name, now, MERGE_WINDOW)
        kept.append(now)
        if not kind.merges_into or len(kept) < MERGE_COUNT:
            return None
        kept.clear()
        return self._admit(kind.merges_into, where, now)

    def _volume(self, kind: SoundKind, where: SoundPosition, now: float) -> float:
        """Softer far off, and the more of its kind are heard besides."""
        others = sum(self._count_audible(now, name) for name, other in KINDS.items() if other.group == kind.group)
        share = self._wishes.share(kind.group) * kind.volume / math.sqrt(1 + others)
        return share / (1 + where.distance / kind.half_distance)

    def _count_audible(self, now: float, name: str = "") -> int:
        """How many of a name, or of all, have the ear's heed."""
        names = [name] if name else list(self._begun)
        return sum(now - at < KINDS[one].attention_ms for one in names for at in self._begun.get(one, ()))

    def _drop_old_times(self, times: dict[str, list[float]], name: str, now: float, within: float) -> list[float]:
        times[name] = [at for at in times.get(name, ()) if now - at < within]
        return times[name]

    def _choose_file(self, kind: SoundKind, where: SoundPosition) -> str:
        """One for that distance, never the same twice running where there are others."""
        stem = kind.files[min(len(kind.files) - 1, sum(where.distance >= limit for limit in FILE_DISTANCES))]
        several = self._variants[stem]
        others = [file for file in several if file != self._last.get(stem)] or several
        self._last[stem] = self._hand.choice(others)
        return self._last[stem]
