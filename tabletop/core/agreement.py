"""The end of a game by agreement of its two sides: concession and agreed draw (C-9).

A game takes these commands, events and functions into its own tables. The game's state needs `draw_offered`, the
side that offers a draw, and `outcome`.
"""

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from tabletop.core.command_context import CommandContext
from tabletop.core.commands import Command, CommandHandler, allow_always
from tabletop.core.correction import Correction
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.game import Outcome


class Concede(Command, frozen=True):
    """Give up the game (C-9)."""


class OfferDraw(Command, frozen=True):
    """Offer a draw (C-9). The offer lapses if the other side gives another command than to accept or offer a draw."""


class AcceptDraw(Command, frozen=True):
    """Accept the other side's offer of a draw (C-9)."""


ANY_TIME_TAGS: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in (Concede, OfferDraw, AcceptDraw))
"""Tags of the commands that either side may give at any time (C-9)."""


def is_allowed_any_time(command: Command) -> bool:
    """Return True if either side may give `command`, even if the game asks the other side (C-9)."""
    return isinstance(command, Correction) or command.__struct_config__.tag in ANY_TIME_TAGS


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


class EndableState(Protocol):
    """The attributes of a state that agreement needs."""

    @property
    def draw_offered(self) -> str | None:
        """Return the side that offers a draw, or None."""

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""


S = TypeVar("S", bound=EndableState)
K = TypeVar("K", bound=str)
T = TypeVar("T", bound=msgspec.Struct)

EndGame = Callable[[CommandContext[S], K | None, str, str], None]
"""Emits the end of a game; takes the context, the winner or None, a reason without full stop, and a rule id."""


def end_game(turn: CommandContext[S], winner: str | None, reason: str, rule: str) -> None:
    """Emit `GameEnded` with the outcome, without totals of points; the reason has no full stop."""
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule)))


class Agreement(Generic[S, K]):
    """Concession and agreed draw (C-9) for a game of two sides.

    Attributes:
        command_handlers: handlers of the three commands, for the game's table.
    """

    def __init__(self, sides: Sequence[K], name: Callable[[S, K], str], end: EndGame[S, K] = end_game) -> None:
        """Take the ids of the two sides, a function that names a side, and the function that ends the game."""
        first, second = sides
        self._name, self._end = name, end
        self._own: dict[str, K] = {first: first, second: second}
        self._other: dict[str, K] = {first: second, second: first}
        self.command_handlers: tuple[CommandHandler[S], ...] = (
            CommandHandler(Concede, allow_always, self._concede),
            CommandHandler(OfferDraw, self._check_offer, self._make_offer),
            CommandHandler(AcceptDraw, self._check_accept, self._end_in_draw),
        )

    def check_side(self, command: Command) -> Refused | None:
        """Return a refusal if the command's side does not exist or the command names a player (C-3), else None."""
        if command.side not in self._other:
            return Refused("C-3", f"There is no side '{command.side}' here.")
        if command.by is not msgspec.UNSET:
            return Refused("C-3", f"There is no player '{command.by}' here; each side has one.")
        return None

    def check_open(self, state: S, command: Command) -> Refused | None:
        """Return None while the game goes on and the side exists, else a refusal (C-3).

        A command that names a player is refused as in `check_side`.
        """
        if command.side in self._other and command.by is msgspec.UNSET and state.outcome is None:
            return None
        return self.check_side(command) or Refused("C-3", "The game is over.")

    def lapse_offer(self, turn: CommandContext[S], command: Command) -> None:
        """Emit `DrawLapsed` if a draw is on offer and `command` neither accepts nor offers a draw (C-9).

        A command of the side that offered the draw changes nothing.
        """
        if turn.state.draw_offered is None or type(command) in (AcceptDraw, OfferDraw):
            return
        if not self._wants_draw(turn.state, command):
            turn.emit(DrawLapsed())

    def _wants_draw(self, state: S, command: Command) -> bool:
        """Return True if the side that commands is the side that offers the draw."""
        return state.draw_offered == command.side

    def _check_offer(self, state: S, command: OfferDraw) -> Refused | None:
        """Return a refusal if the side that commands has a draw on offer already, else None."""
        if state.draw_offered is not None and self._wants_draw(state, command):
            return Refused("C-9", "You have already offered a draw.")
        return None

    def _check_accept(self, state: S, command: AcceptDraw) -> Refused | None:
        """Return a refusal unless the other side has a draw on offer, else None."""
        if state.draw_offered is None or self._wants_draw(state, command):
            return Refused("C-9", "The other side has not offered a draw.")
        return None

    def _concede(self, turn: CommandContext[S], command: Concede) -> None:
        """End the game with the other side as the winner."""
        self._end(turn, self._other[command.side], f"{self._name(turn.state, self._own[command.side])} conceded", "C-9")

    def _make_offer(self, turn: CommandContext[S], command: OfferDraw) -> None:
        """Emit an offer, or end the game in a draw if the other side has offered one already."""
        if turn.state.draw_offered is not None:
            self._end_in_draw(turn, command)
        else:
            turn.emit(DrawOffered(side=command.side))

    def _end_in_draw(self, turn: CommandContext[S], command: AcceptDraw | OfferDraw) -> None:  # noqa: ARG002
        """End the game without a winner; does not look at the offer."""
        self._end(turn, None, "A draw was agreed", "C-9")


def acceptance_tags(state: EndableState, side: str) -> tuple[str, ...]:
    """Return the tag of `AcceptDraw` if the other side offers a draw to `side`, else () (C-9)."""
    return ANY_TIME_TAGS[-1:] if state.draw_offered not in (None, side) else ()


def build_event_handlers(
    offered: Callable[[T, DrawOffered], str], ended: Callable[[T, GameEnded], str]
) -> tuple[EventHandler[T], ...]:
    """Build the handlers of the three events. The game gives the sentences for an offer and for the end."""
    return (
        EventHandler(DrawOffered, lambda state, event: replace(state, draw_offered=event.side), offered),
        EventHandler(
            DrawLapsed,
            lambda state, event: replace(state, draw_offered=None),  # noqa: ARG005
            lambda state, event: "The draw offer lapses.",  # noqa: ARG005
        ),
        EventHandler(GameEnded, lambda state, event: replace(state, outcome=event.outcome, draw_offered=None), ended),
    )
