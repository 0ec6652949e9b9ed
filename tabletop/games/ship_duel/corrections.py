"""Putting right a card, or the points of a ship, as both sides agree (C-9)."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tabletop.cards import corrections
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import CommandHandler
from tabletop.core.correction import (
    RULE,
    SHOWN,
    Correctable,
    Correction,
    Number,
    Values,
    disagreed,
    out_of_bounds,
    said,
)
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import capital
from tabletop.games.ship_duel.state import SIDES, Side, State, card_name, ship
from tabletop.games.ship_duel.tables import Stat


class CorrectPoints(Correction, frozen=True):
    """A ship has so many points of a stat left, as both sides agree (C-9)."""

    of: Side
    """Whose ship it is."""
    stat: Stat
    points: int
    """That are left."""


class PointsCorrected(Event, frozen=True, kw_only=True):
    """A ship has more or fewer points left."""

    of: Side
    """Whose ship it is."""
    stat: Stat
    points: int
    """That are left."""
    rule: str = RULE


def _check(state: State, command: CorrectPoints) -> Refused | None:
    whole = state.ships[command.of].whole[command.stat]
    return disagreed(command, SIDES) or out_of_bounds(capital(command.stat), command.points, 1, whole)


def _correct(turn: CommandContext[State], command: CorrectPoints) -> None:
    turn.emit(PointsCorrected(of=command.of, stat=command.stat, points=command.points))


def _put_right(state: State, event: PointsCorrected) -> State:
    one = state.ships[event.of]
    fresh = replace(one, left={**one.left, event.stat: event.points})
    return replace(state, ships={**state.ships, event.of: fresh})


def _words(state: State, event: PointsCorrected) -> str:
    one = state.ships[event.of]
    return f"Both sides agree: of {one.name} is put right {said(event.stat, one.left[event.stat], event.points)}."


def correctables(state: State, side: str) -> Iterator[Correctable]:
    """Two cards, and each stat of either ship."""
    yield from corrections.list_correctables(card_name, state, side)
    for of, one in state.ships.items():
        for stat, left in one.left.items():
            asked = {"points": Number(capital(stat), left, 1, one.whole[stat], better=1)}
            yield Correctable(f"{of}.{stat}", f"{one.name}: {stat}", asked, partial(_made, side, of, stat), of)


def _made(side: str, of: Side, stat: Stat, values: Values, agreed: tuple[str, ...]) -> CorrectPoints:
    return CorrectPoints(side=side, agreed=agreed, of=of, stat=stat, points=int(values["points"]))


COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    corrections.build_exchange_command(SIDES),
    CommandHandler(CorrectPoints, _check, _correct),
)
EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    corrections.build_exchange_event(lambda state, side: ship(state, side).name, card_name),
    EventHandler(PointsCorrected, _put_right, _words, reveals=SHOWN),
)
