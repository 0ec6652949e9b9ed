"""Corrections by agreement (C-9): exchange two cards, or set the troops of an army."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tabletop.cards import corrections
from tabletop.core import correction
from tabletop.core.command_context import CommandContext
from tabletop.core.commands import CommandHandler
from tabletop.core.errors import Refused
from tabletop.core.events import Event, EventHandler
from tabletop.games.volley.model import SIDES, Side, State, get_card_name, get_side_name


class CorrectTroops(correction.Correction, frozen=True):
    """Set the troops that an army has left, as both sides agree (C-9)."""

    of: Side
    """The side of the army."""
    troops: int


class TroopsCorrected(Event, frozen=True, kw_only=True):
    """The troops of an army have been set by agreement."""

    of: Side
    """The side of the army."""
    troops: int
    rule: str = correction.RULE


def _check_correct_troops(state: State, command: CorrectTroops) -> Refused | None:
    bounds = (1, state.strengths[command.of])
    return correction.check_agreement(command, SIDES) or correction.check_bounds("Troops", command.troops, *bounds)


def _execute_correct_troops(turn: CommandContext[State], command: CorrectTroops) -> None:
    turn.emit(TroopsCorrected(of=command.of, troops=command.troops))


def _describe_troops_corrected(state: State, event: TroopsCorrected) -> str:
    told = correction.describe_change("troops", state.troops[event.of], event.troops) or "nothing"
    return f"Both sides agree: {get_side_name(state, event.of)} corrected: {told}."


def list_correctables(state: State, side: str) -> Iterator[correction.Correctable]:
    """Yield what `side` may correct: an exchange of two cards, and the troops of either army."""
    yield from corrections.list_correctables(get_card_name, state, side)
    for of in SIDES:
        asked = {"troops": correction.CorrectableNumber("Troops", state.troops[of], 1, state.strengths[of], better=1)}
        yield correction.Correctable(of, get_side_name(state, of), asked, partial(_build_correction, side, of), of)


def _build_correction(side: str, of: Side, values: correction.Values, agreed: tuple[str, ...]) -> CorrectTroops:
    return CorrectTroops(side=side, agreed=agreed, of=of, troops=int(values["troops"]))


COMMAND_HANDLERS: tuple[CommandHandler[State], ...] = (
    corrections.build_exchange_command(SIDES),
    CommandHandler(CorrectTroops, _check_correct_troops, _execute_correct_troops),
)
EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    corrections.build_exchange_event(get_side_name, get_card_name),
    EventHandler(
        TroopsCorrected,
        apply=lambda state, event: replace(state, troops={**state.troops, event.of: event.troops}),
        describe=_describe_troops_corrected,
        reveals=correction.AGREED_REASON,
    ),
)
