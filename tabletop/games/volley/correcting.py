"""Putting right a card, or the troops of an army, as both sides agree (C-9)."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from tabletop.cards import correcting
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
from tabletop.core.deeds import Deed
from tabletop.core.errors import Refused
from tabletop.core.facts import Fact, Happening
from tabletop.core.unfolding import Unfolding
from tabletop.games.volley.state import SIDES, Side, State, called, card_name


class CorrectTroops(Correction, frozen=True):
    """An army has so many troops left, as both sides agree (C-9)."""

    of: Side
    """Whose army it is."""
    troops: int


class TroopsCorrected(Fact, frozen=True, kw_only=True):
    """An army has more or fewer troops left."""

    of: Side
    """Whose army it is."""
    troops: int
    rule: str = RULE


def _check(state: State, command: CorrectTroops) -> Refused | None:
    bounds = (1, state.strengths[command.of])
    return disagreed(command, SIDES) or out_of_bounds("Troops", command.troops, *bounds)


def _correct(turn: Unfolding[State], command: CorrectTroops) -> None:
    turn.emit(TroopsCorrected(of=command.of, troops=command.troops))


def _words(state: State, event: TroopsCorrected) -> str:
    told = said("troops", state.troops[event.of], event.troops) or "nothing"
    return f"Both sides agree: of {called(state, event.of)} are put right {told}."


def correctables(state: State, side: str) -> Iterator[Correctable]:
    """Two cards, and the troops of either army."""
    yield from correcting.correctables(card_name, state, side)
    for of in SIDES:
        asked = {"troops": Number("Troops", state.troops[of], 1, state.strengths[of], better=1)}
        yield Correctable(of, called(state, of), asked, partial(_made, side, of), of)


def _made(side: str, of: Side, values: Values, agreed: tuple[str, ...]) -> CorrectTroops:
    return CorrectTroops(side=side, agreed=agreed, of=of, troops=int(values["troops"]))


DEEDS: tuple[Deed[State], ...] = (correcting.exchanging(SIDES), Deed(CorrectTroops, _check, _correct))
FACTS: tuple[Happening[State], ...] = (
    correcting.exchanged(called, card_name),
    Happening(
        TroopsCorrected,
        apply=lambda state, event: replace(state, troops={**state.troops, event.of: event.troops}),
        words=_words,
        shows=SHOWN,
    ),
)
