"""How two sides end a game between them: concession and agreed draw (C-9).

A game takes these commands, events and functions into its own tables. Its state has `draw_offered`, the side
whose offer stands, and `outcome`.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, allowed
from tabletop.core.correction import Correction
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.game import Outcome


class Concede(Command, frozen=True):
    """Give up the game (C-9)."""


class OfferDraw(Command, frozen=True):
    """Offer a draw; it stands until the other side accepts, or offers one too, or commands anything else (C-9)."""


class AcceptDraw(Command, frozen=True):
    """Accept the other side's offer (C-9)."""


ANY_TIME: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in (Concede, OfferDraw, AcceptDraw))
"""Tags of the commands for either side, whoever is asked (C-9)."""


def any_time(command: Command) -> bool:
    """Whether a command may be given by either side, whoever is asked (C-9)."""
    return isinstance(command, Correction) or command.__struct_config__.tag in ANY_TIME


class DrawOffered(Event, frozen=True, kw_only=True):
    """A draw is on offer (C-9)."""

    side: str
    """The side that offers it."""
    rule: str = "C-9"


class DrawLapsed(Event, frozen=True, kw_only=True):
    """The other side went on instead of accepting (C-9)."""

    rule: str = "C-9"


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over."""

    outcome: Outcome
    """How it ended."""
    rule: str = "C-9"


class Ending(Protocol):
    """What a state needs to be ended by agreement."""

    @property
    def draw_offered(self) -> str | None:
        """The side whose offer stands."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""


S = TypeVar("S", bound=Ending)
K = TypeVar("K", bound=str)
T = TypeVar("T", bound=msgspec.Struct)

End = Callable[[CommandContext[S], K | None, str, str], None]
"""Tells of the end of a game: winner, None for a draw; why, as a sentence without its full stop; by which rule."""


def ended(turn: CommandContext[S], winner: str | None, reason: str, rule: str) -> None:
    """The game is over, and there is no more to say of it."""
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule)))


class Agreement(Generic[S, K]):
    """C-9 for a game of two sides.

    Attributes:
        command_handlers: the three commands, for the game's table.
    """

    def __init__(self, sides: Sequence[K], name: Callable[[S, K], str], end: End[S, K] = ended) -> None:
        """`sides` are the ids of the two sides, `name` is how sentences begin with each, `end` tells of the end."""
        first, second = sides
        self._name, self._end = name, end
        self._own: dict[str, K] = {first: first, second: second}
        self._other: dict[str, K] = {first: second, second: first}
        self.command_handlers: tuple[CommandHandler[S], ...] = (
            CommandHandler(Concede, allowed, self._concede),
            CommandHandler(OfferDraw, self._check_offer, self._offer),
            CommandHandler(AcceptDraw, self._check_accept, self._accept),
        )

    def check_side(self, command: Command) -> Refused | None:
        """A command must come from one of the sides (C-3), which has one player."""
        if command.side not in self._other:
            return Refused("C-3", f"There is no side '{command.side}' here.")
        if command.by is not msgspec.UNSET:
            return Refused("C-3", f"There is no player '{command.by}' here; each side has one.")
        return None

    def check_open(self, state: S, command: Command) -> Refused | None:
        """A command must come from one of the sides, while the game goes on (C-3)."""
        if command.side in self._other and command.by is msgspec.UNSET and state.outcome is None:
            return None
        return self.check_side(command) or Refused("C-3", "The game is over.")

    def lapse(self, turn: CommandContext[S], command: Command) -> None:
        """A command of the side that was offered a draw, unless it is to agree to one, is a refusal (C-9)."""
        if turn.state.draw_offered is None or type(command) in (AcceptDraw, OfferDraw):
            return
        if not self._for_it(turn.state, command):
            turn.emit(DrawLapsed())

    def _for_it(self, state: S, command: Command) -> bool:
        """Whether who commands is for the draw that is on offer."""
        return state.draw_offered == command.side

    def _check_offer(self, state: S, command: OfferDraw) -> Refused | None:
        if state.draw_offered is not None and self._for_it(state, command):
            return Refused("C-9", "Your offer of a draw stands already.")
        return None

    def _check_accept(self, state: S, command: AcceptDraw) -> Refused | None:
        if state.draw_offered is None or self._for_it(state, command):
            return Refused("C-9", "The other side has not offered a draw.")
        return None

    def _concede(self, turn: CommandContext[S], command: Concede) -> None:
        self._end(turn, self._other[command.side], f"{self._name(turn.state, self._own[command.side])} conceded", "C-9")

    def _offer(self, turn: CommandContext[S], command: OfferDraw) -> None:
        """Whoever offers what he has been offered agrees."""
        if turn.state.draw_offered is not None:
            self._accept(turn, command)
        else:
            turn.emit(DrawOffered(side=command.side))

    def _accept(self, turn: CommandContext[S], command: AcceptDraw | OfferDraw) -> None:  # noqa: ARG002
        self._end(turn, None, "A draw was agreed", "C-9")


def accepting(state: Ending, side: str) -> tuple[str, ...]:
    """The tag of the command by which a side may accept the other's offer, while one stands (C-9)."""
    return ANY_TIME[-1:] if state.draw_offered not in (None, side) else ()


def event_handlers(
    offered: Callable[[T, DrawOffered], str], ended: Callable[[T, GameEnded], str]
) -> tuple[EventHandler[T], ...]:
    """The three events for the game's table: an offer and the end in the game's own words."""
    return (
        EventHandler(DrawOffered, lambda state, event: replace(state, draw_offered=event.side), offered),
        EventHandler(
            DrawLapsed,
            lambda state, event: replace(state, draw_offered=None),  # noqa: ARG005
            lambda state, event: "The offer of a draw lapses.",  # noqa: ARG005
        ),
        EventHandler(GameEnded, lambda state, event: replace(state, outcome=event.outcome, draw_offered=None), ended),
    )
