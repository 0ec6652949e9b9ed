"""Rows that mypy must refuse; if mypy accepted one, it would report an unused `ignore`."""

from msgspec import Struct

from tabletop.core.agreement import Concede, DrawLapsed, DrawOffered, OfferDraw
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import CommandHandler, allow_always
from tabletop.core.dispatch import KindHandler, build_handlers
from tabletop.core.errors import Refused
from tabletop.core.events import EventHandler, describe_nothing, keep_state
from tabletop.games.ships_of_the_line.commands import Reload, Sail
from tabletop.games.ships_of_the_line.hooks import CommandExtension
from tabletop.games.ships_of_the_line.model import State


class Position(Struct, frozen=True):
    """A state with nothing in it."""


def _offered(state: Position, event: DrawOffered) -> Position:
    return state


def _told(state: Position, event: DrawOffered) -> str:
    return event.side


def _concede(turn: CommandContext[Position], command: Concede) -> None:
    """Give up."""


def _check_sail(state: State, command: Sail) -> Refused | None:
    """Any sail will do."""


def _check_reload(state: State, command: Reload) -> Refused | None:
    """Any guns may be loaded."""


RIGHT: tuple[EventHandler[Position] | CommandHandler[Position], ...] = (
    EventHandler(DrawOffered, _offered, _told),
    CommandHandler(Concede, allow_always, _concede),
)
RIGHT_AMENDMENT = CommandExtension(Sail, check=_check_sail)
WRONG_FACTS: tuple[EventHandler[Position], ...] = (
    EventHandler(DrawLapsed, _offered, describe_nothing),  # type: ignore[arg-type]
    EventHandler(DrawLapsed, keep_state, _told),  # type: ignore[arg-type]
    EventHandler(DrawLapsed, keep_state, lambda state, event: event.side),  # type: ignore[attr-defined]
    EventHandler(DrawLapsed, keep_state),  # type: ignore[call-arg]
)
WRONG_DEEDS: tuple[CommandHandler[Position], ...] = (
    CommandHandler(OfferDraw, allow_always, _concede),  # type: ignore[arg-type]
    CommandHandler(Concede, _concede, allow_always),  # type: ignore[arg-type]
)
WRONG_AMENDMENTS: tuple[CommandExtension, ...] = (
    CommandExtension(Sail, check=_check_reload),  # type: ignore[arg-type]
    CommandExtension(Sail, events=_check_sail),  # type: ignore[arg-type]
)
build_handlers(KindHandler(DrawOffered, _told), KindHandler(DrawLapsed, _told))  # type: ignore[arg-type]
