"""Corrections by agreement (C-9): exchange two cards, or set the points of a ship."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tabletop.cards import corrections
from tabletop.core import correction
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import CommandHandler
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.core.phrases import capitalize
from tabletop.games.ship_duel.model import SIDES, Side, State, card_name, ship_of
from tabletop.games.ship_duel.tables import Stat


class CorrectPoints(correction.Correction, frozen=True):
    """Set the points that a ship has left of a stat, as both sides agree (C-9)."""

    of: Side
    """The side of the ship."""
    stat: Stat
    points: int
    """Points left."""


class PointsCorrected(Event, frozen=True, kw_only=True):
    """The points of a ship have been set by agreement."""

    of: Side
    """The side of the ship."""
    stat: Stat
    points: int
    """Points left."""
    rule: str = correction.RULE


def _check_correct_points(state: State, command: CorrectPoints) -> Refused | None:
    whole = state.ships[command.of].whole[command.stat]
    return correction.check_agreement(command, SIDES) or correction.check_bounds(
        capitalize(command.stat), command.points, 1, whole
    )


def _execute_correct_points(turn: CommandContext[State], command: CorrectPoints) -> None:
    turn.emit(PointsCorrected(of=command.of, stat=command.stat, points=command.points))


def _apply_points_corrected(state: State, event: PointsCorrected) -> State:
    one = state.ships[event.of]
    fresh = replace(one, left={**one.left, event.stat: event.points})
    return replace(state, ships={**state.ships, event.of: fresh})


def _describe_points_corrected(state: State, event: PointsCorrected) -> str:
    one = state.ships[event.of]
    change = correction.describe_change(event.stat, one.left[event.stat], event.points)
    return f"Both sides agree: {one.name} is corrected: {change}."


def list_correctables(state: State, side: str) -> Iterator[correction.Correctable]:
    """Yield what `side` may correct: an exchange of two cards, and each stat of either ship."""
    yield from corrections.list_correctables(card_name, state, side)
    for of, one in state.ships.items():
        for stat, left in one.left.items():
            asked = {"points": correction.CorrectableNumber(capitalize(stat), left, 1, one.whole[stat], better=1)}
            yield correction.Correctable(
                f"{of}.{stat}", f"{one.name}: {stat}", asked, partial(_build_correction, side, of, stat), of
            )


def _build_correction(
    side: str, of: Side, stat: Stat, values: correction.Values, agreed: tuple[str, ...]
) -> CorrectPoints:
    return CorrectPoints(side=side, agreed=agreed, of=of, stat=stat, points=int(values["points"]))


COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    corrections.build_exchange_command(SIDES),
    CommandHandler(CorrectPoints, _check_correct_points, _execute_correct_points),
)
EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    corrections.build_exchange_event(lambda state, side: ship_of(state, side).name, card_name),
    EventHandler(
        PointsCorrected, _apply_points_corrected, _describe_points_corrected, reveals=correction.AGREED_REASON
    ),
)
