"""A player at work for a table, wherever it thinks: it is told, asked, stopped and sent away."""

from collections.abc import Callable, Iterable
from typing import Protocol

from tabletop import players
from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.record import ComputerPlayer
from tabletop.players.player import AnyPlayer, Proposal


class Engine(Protocol):
    """Plays one side; nothing that is asked of it makes anybody wait."""

    @property
    def is_thinking(self) -> bool:
        """Whether it has been asked and has not decided yet."""

    @property
    def best(self) -> Proposal | None:
        """The best that it has come upon since it was asked; None for nothing so far."""

    @property
    def fault(self) -> str:
        """Why its last answer is no order, as a clause; "" if it is one, or there was none."""

    @property
    def has_crashed(self) -> bool:
        """Whether it has ended unforeseen, and does nothing until it begins again."""

    def begin(self, events: Iterable[Event]) -> None:
        """Begin, or begin again, and see what has happened up to now."""

    def observe(self, events: Iterable[Event]) -> None:
        """See what has happened since."""

    def ask(self, view: object) -> None:
        """Begin to think about what to order in a position, given as its side knows it."""

    def stop(self) -> None:
        """Think no more: the best order so far is the choice."""

    def close(self) -> None:
        """End for good."""


EngineFactory = Callable[[AnyGame, str, ComputerPlayer], Engine]
"""From a game, a side and who is to play it to somebody who does, and has not begun yet."""


class AbsentEngine:
    """Nobody: at a table that is only looked at."""

    is_thinking = True
    has_crashed = False
    fault = ""
    best: Proposal | None = None

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None: ...

    def begin(self, events: Iterable[Event]) -> None:
        """Nothing begins."""

    def observe(self, events: Iterable[Event]) -> None:
        """Nobody sees it."""

    def ask(self, view: object) -> None:
        """Nobody answers."""

    def stop(self) -> None:
        """There is nothing to stop."""

    def close(self) -> None:
        """There is nothing to end."""


class LocalEngine:
    """A player in this process, which decides while it is asked: for tests, and wherever nobody waits."""

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None:
        self._game, self._side, self._chosen = game, side, chosen
        self._player: AnyPlayer | None = None
        self.is_thinking = False
        self.has_crashed, self.fault = False, ""
        self.best: Proposal | None = None

    def begin(self, events: Iterable[Event]) -> None:
        """As every engine."""
        self._player = players.create_player(self._game, self._side, self._chosen)
        self.has_crashed = False
        self.observe(events)

    def observe(self, events: Iterable[Event]) -> None:
        """As every engine."""
        assert self._player
        for event in events:
            self._player.observe(event)

    def ask(self, view: object) -> None:
        """Decide at once."""
        assert self._player
        self.best = None
        for better in self._player.consider(view):
            self.best = better

    def stop(self) -> None:
        """It has decided already."""

    def close(self) -> None:
        """There is nothing to end."""
