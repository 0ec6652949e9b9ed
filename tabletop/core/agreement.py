"""How two sides end a game between them: concession and agreed draw (C-9).

A game takes these commands, facts and functions into its own tables. Its state has `draw_offered`, the side
whose offer stands, and `outcome`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from tabletop.core.errors import Refused
from tabletop.core.game import Outcome
from tabletop.core.naming import tag
from tabletop.core.unfolding import Unfolding


class Order(msgspec.Struct, frozen=True, tag_field="do", tag=tag, forbid_unknown_fields=True):
    """Any command."""

    side: str
    """The side that gives it."""


class Concede(Order, frozen=True):
    """Give up the game (C-9)."""


class OfferDraw(Order, frozen=True):
    """Offer a draw; it stands until the other side accepts, or offers one too, or commands anything else (C-9)."""


class AcceptDraw(Order, frozen=True):
    """Accept the other side's offer (C-9)."""


ANY_TIME: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in (Concede, OfferDraw, AcceptDraw))
"""Tags of the commands for either side, whoever is asked (C-9)."""


class Fact(msgspec.Struct, frozen=True, tag_field="event", tag=tag, kw_only=True):
    """Any event."""

    rule: str = ""
    """Id of the rule that it follows from."""


class DrawOffered(Fact, frozen=True, kw_only=True):
    """A draw is on offer (C-9)."""

    side: str
    """The side that offers it."""
    rule: str = "C-9"


class DrawLapsed(Fact, frozen=True, kw_only=True):
    """The other side went on instead of accepting (C-9)."""

    rule: str = "C-9"


class GameEnded(Fact, frozen=True, kw_only=True):
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


Turn = Unfolding[Any, Any]


End = Callable[[Turn, Any, str, str], None]
"""Tells of the end of a game: winner, None for a draw; why, as a sentence without its full stop; by which rule."""


Name = Callable[[Any, str], str]
"""From a state and a side to its name, as sentences begin with it."""


def ended(turn: Turn, winner: str | None, reason: str, rule: str) -> None:
    """The game is over, and there is no more to say of it."""
    turn.emit(GameEnded(outcome=Outcome(winner, reason, rule)))


class Agreement:
    """C-9 for a game of two sides.

    Attributes:
        checks: why each of the three commands is refused, for the game's table of checks.
        decisions: what comes of each, for the game's table of decisions.
    """

    def __init__(self, sides: Sequence[str], name: Name, end: End = ended) -> None:
        """`sides` are the ids of the two sides, `name` tells how each is called, `end` tells of the end."""
        first, second = sides
        self._name, self._end = name, end
        self._other: dict[str, str] = {first: second, second: first}
        self.checks: dict[type, Callable[[Any, Any], Refused | None]] = {
            Concede: lambda state, command: None,  # noqa: ARG005
            OfferDraw: self._check_offer,
            AcceptDraw: self._check_accept,
        }
        self.decisions: dict[type, Callable[[Turn, Any], None]] = {
            Concede: self._concede,
            OfferDraw: self._offer,
            AcceptDraw: self._accept,
        }

    def check_side(self, command: Order) -> Refused | None:
        """A command must come from one of the sides (C-3)."""
        return None if command.side in self._other else Refused("C-3", f"There is no side '{command.side}' here.")

    def check_open(self, state: Ending, command: Order) -> Refused | None:
        """A command must come from one of the sides, while the game goes on (C-3)."""
        over = Refused("C-3", "The game is over.") if state.outcome is not None else None
        return self.check_side(command) or over

    def lapse(self, turn: Turn, command: Order) -> None:
        """Any command of the side that was offered a draw, but to agree to one, is a refusal (C-9)."""
        agrees = type(command) in (AcceptDraw, OfferDraw)
        if turn.state.draw_offered == self._other[command.side] and not agrees:
            turn.emit(DrawLapsed())

    def _check_offer(self, state: Ending, command: OfferDraw) -> Refused | None:
        if state.draw_offered == command.side:
            return Refused("C-9", "Your offer of a draw stands already.")
        return None

    def _check_accept(self, state: Ending, command: AcceptDraw) -> Refused | None:
        if state.draw_offered != self._other[command.side]:
            return Refused("C-9", "The other side has not offered a draw.")
        return None

    def _concede(self, turn: Turn, command: Concede) -> None:
        self._end(turn, self._other[command.side], f"{self._name(turn.state, command.side)} conceded", "C-9")

    def _offer(self, turn: Turn, command: OfferDraw) -> None:
        """Whoever offers what he has been offered agrees."""
        if turn.state.draw_offered == self._other[command.side]:
            self._accept(turn, command)
        else:
            turn.emit(DrawOffered(side=command.side))

    def _accept(self, turn: Turn, command: AcceptDraw | OfferDraw) -> None:  # noqa: ARG002
        self._end(turn, None, "A draw was agreed", "C-9")


def accepting(state: Ending, side: str) -> tuple[str, ...]:
    """The tag of the command by which a side may accept the other's offer, while one stands (C-9)."""
    return ANY_TIME[-1:] if state.draw_offered not in (None, side) else ()


APPLY: dict[type, Callable[[Any, Any], Any]] = {
    DrawOffered: lambda state, event: replace(state, draw_offered=event.side),
    DrawLapsed: lambda state, event: replace(state, draw_offered=None),  # noqa: ARG005
    GameEnded: lambda state, event: replace(state, outcome=event.outcome, draw_offered=None),
}
