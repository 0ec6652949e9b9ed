"""The interface by which a table runs a computer player without waiting for it."""

from collections.abc import Callable, Iterable
from typing import Protocol

from tabletop import players
from tabletop.core.events import Event
from tabletop.core.game import AnyGame
from tabletop.core.record import ComputerPlayer
from tabletop.players.player import AnyPlayer, Proposal


class Engine(Protocol):
    """A computer player of one side, in any process. No method waits for the player to think."""

    @property
    def is_thinking(self) -> bool:
        """True from a question until its decision."""

    @property
    def best(self) -> Proposal | None:
        """The best proposal since the last question; None until there is one."""

    @property
    def fault(self) -> str:
        """The reason why the last answer is no command, as a clause; "" for a command or no answer."""

    @property
    def has_crashed(self) -> bool:
        """True if the player has ended unexpectedly. It does nothing until it begins again."""

    def begin(self, events: Iterable[Event]) -> None:
        """Start, or start again, and let the player observe all events up to now."""

    def observe(self, events: Iterable[Event]) -> None:
        """Let the player observe the events since then."""

    def ask(self, view: object) -> None:
        """Start to think about a position, given as the side knows it."""

    def stop(self) -> None:
        """Stop thinking: the best proposal so far is the choice."""

    def close(self) -> None:
        """End the player for good."""


EngineFactory = Callable[[AnyGame, str, ComputerPlayer], Engine]
"""Function from (game, side, chosen player) to an engine that has not begun."""


class AbsentEngine:
    """An engine without a player, for a table that is only looked at. It never answers."""

    is_thinking = True
    has_crashed = False
    fault = ""
    best: Proposal | None = None

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None: ...

    def begin(self, events: Iterable[Event]) -> None:
        """Do nothing."""

    def observe(self, events: Iterable[Event]) -> None:
        """Do nothing."""

    def ask(self, view: object) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class LocalEngine:
    """An engine in this process, which decides within `ask`: for tests, and where waiting does no harm."""

    def __init__(self, game: AnyGame, side: str, chosen: ComputerPlayer) -> None:
        self._game = game
        self._side = side
        self._chosen = chosen
        self._player: AnyPlayer | None = None
        self.is_thinking = False
        self.has_crashed = False
        self.fault = ""
        self.best: Proposal | None = None

    def begin(self, events: Iterable[Event]) -> None:
        """Create the player, and let it observe all events up to now."""
        self._player = players.create_player(self._game, self._side, self._chosen)
        self.has_crashed = False
        self.observe(events)

    def observe(self, events: Iterable[Event]) -> None:
        """Let the player observe events."""
        assert self._player
        for event in events:
            self._player.observe(event)

    def ask(self, view: object) -> None:
        """Decide at once, so that `best` is the choice when this returns."""
        assert self._player
        self.best = None
        for better in self._player.consider(view):
            self.best = better

    def stop(self) -> None:
        """Do nothing, because the player has decided already."""

    def close(self) -> None:
        """Do nothing."""
