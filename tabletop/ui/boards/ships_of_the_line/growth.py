"""Marks that come into being on the sea: a link lights up, a broken one parts with a spark, an arrow grows."""

from collections.abc import Sequence
from dataclasses import replace

from tabletop.ui.boards.ships_of_the_line.overlays import EscapeRoute, Line, Overlay
from tabletop.ui.camera import Xy
from tabletop.ui.motion import MOTION, Motion

LIGHTS, PARTS, GROWS = 120, 500, 220
"""Milliseconds in which a link lights up and parts, and in which an arrow grows."""
STEP = 40
"""Milliseconds between two pictures of it."""


class Growth:
    """Knows since when each mark lies on the sea; where nothing moves all stand there whole at once."""

    def __init__(self, motion: Motion = MOTION) -> None:
        self._motion = motion
        self._ages: dict[Overlay, float] = {}
        self._links: set[tuple[Xy, Xy]] = set()
        """Those that were whole when they were seen last."""

    def forget(self) -> None:
        """What lies there has not come about before anybody's eyes."""
        self._links.clear()

    def of(self, overlays: Sequence[Overlay]) -> tuple[Overlay, ...]:
        """The same overlays, each as far as it has come."""
        before, self._ages = self._ages, {}
        return tuple(self._grown(one, before) if isinstance(one, Line | EscapeRoute) else one for one in overlays)

    def tick(self, elapsed: int) -> bool:
        """Let time pass; whether anything looks otherwise than before."""
        rate, changed = self._motion.rate, False
        for one, age in self._ages.items():
            if age < (time := self._time(one)):
                now = min(time, age + elapsed * rate) if rate else time
                changed |= now // STEP != age // STEP or now == time
                self._ages[one] = now
        return changed

    @property
    def grows(self) -> bool:
        """Whether anything is still coming into being."""
        return any(age < self._time(one) for one, age in self._ages.items())

    def _grown(self, one: Line | EscapeRoute, before: dict[Overlay, float]) -> Overlay:
        age = before.get(one, 0.0 if self._motion.rate else float(PARTS))
        self._ages[one] = age
        time = self._time(one)
        if isinstance(one, Line) and one.condition != "broken":
            self._links.add((one.ahead, one.astern))
        return one if age >= time else replace(one, share=age // STEP * STEP / time)

    def _time(self, one: Overlay) -> float:
        if isinstance(one, EscapeRoute):
            return GROWS
        if isinstance(one, Line) and one.condition == "broken":
            return PARTS if (one.ahead, one.astern) in self._links else 0
        return LIGHTS
