"""Plays what came of an order on the sea of this game, and lets fires burn."""

from tabletop.games.ships_of_the_line.evolve import evolve
from tabletop.games.ships_of_the_line.state import State, on_map
from tabletop.ui.boards.battle.playback import Playback as Base
from tabletop.ui.boards.battle.presentation import Fired, Gauges, Insets, Labels, Presentation
from tabletop.ui.boards.ships_of_the_line.playback.staging import staged
from tabletop.ui.motion import MOTION, Motion

FLICKER = 166
"""Milliseconds between two pictures of a fire."""


class Playback(Base[State]):
    """What is being played, what waits, the smoke of what is over, and the fires."""

    def __init__(self, motion: Motion = MOTION) -> None:
        super().__init__(staged, evolve, motion)
        self._burns: tuple[State | None, bool] = (None, False)

    def tick(self, elapsed: int, shown: State) -> bool:
        """Let time pass over what the sea shows; whether anything moves, fires apart: see `pulse`."""
        moving = super().tick(elapsed, shown)
        self._look_for_fires(self.state or shown)
        return moving

    @property
    def pulse(self) -> int:
        """Milliseconds between two pictures of what is shown while only fires burn; 0 where none do."""
        return FLICKER if self._flickers else 0

    @property
    def _flickers(self) -> bool:
        return bool(self._motion.rate) and self._burns[1]

    def _look_for_fires(self, state: State) -> None:
        if self._burns[0] is not state:
            self._burns = (state, any(ship.fires and on_map(state, key) for key, ship in state.ships.items()))

    def presentation(
        self, labels: Labels, insets: Insets, scale: int, gauges: Gauges = (), sheets: Gauges = (),
        fired: tuple[Fired, ...] = (),
    ) -> Presentation:  # fmt: skip
        """How the state is shown at this moment."""
        frame = int(self._now / FLICKER) if self._flickers else 0
        shown = Presentation(
            scale=scale, labels=labels, insets=insets, gauges=gauges, sheets=sheets, frame=frame, fired=fired
        )
        return self.moment(shown)
