"""The only way to a new state: each fact changes what it tells, nothing is worked out here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import unseen, zones
from tabletop.core import agreement
from tabletop.core.facts import Fact
from tabletop.games.volley.events import (
    CasualtiesSuffered,
    CoinTossed,
    CounterPlayed,
    DefencePlayed,
    MeldPlayed,
    Passed,
    PhaseBegan,
    PileShuffled,
    TableCleared,
    TurnBegan,
    TurnEnded,
)
from tabletop.games.volley.state import Answer, Assault, State, Toll


def evolve(state: State, event: Fact) -> State:
    """The state after a fact."""
    changed: State = APPLY[type(event)](state, event)
    return changed


def _shuffled(state: State, event: PileShuffled) -> State:
    mixed: State = unseen.shuffled(state, event)
    return replace(mixed, last=None)


def _turn_began(state: State, event: TurnBegan) -> State:
    return replace(state, turn=event.turn, active=event.side, asked=event.side, stage="manoeuvre")


def _meld_played(state: State, event: MeldPlayed) -> State:
    laid = zones.laid_out(state.cards, event.side, event.cards)
    return replace(state, cards=laid, assault=Assault(event.side, event.cards))


def _defence_played(state: State, event: DefencePlayed) -> State:
    return _answered(state, event, lambda answers: (*answers, Answer(event.card, event.target)))


def _counter_played(state: State, event: CounterPlayed) -> State:
    def countered(answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        return (*answers[:-1], replace(answers[-1], counters=(*answers[-1].counters, event.card)))

    return _answered(state, event, countered)


def _answered(
    state: State,
    event: DefencePlayed | CounterPlayed,
    change: Callable[[tuple[Answer, ...]], tuple[Answer, ...]],
) -> State:
    assert state.assault is not None
    assault = replace(state.assault, answers=change(state.assault.answers))
    return replace(state, cards=zones.laid_out(state.cards, event.side, (event.card,)), assault=assault)


def _suffered(state: State, event: CasualtiesSuffered) -> State:
    toll = Toll(event.side, event.shares, event.total)
    return replace(state, troops={**state.troops, event.side: event.left}, last=toll)


def _cleared(state: State, event: TableCleared) -> State:  # noqa: ARG001
    return replace(state, cards=zones.cleared(state.cards), assault=None)


def _unchanged(state: State, event: Passed) -> State:  # noqa: ARG001
    return state


APPLY: dict[type, Callable[[Any, Any], Any]] = {
    **cards.APPLY,
    **agreement.APPLY,
    PileShuffled: _shuffled,
    CoinTossed: lambda state, event: replace(state, first=event.first),
    TurnBegan: _turn_began,
    PhaseBegan: lambda state, event: replace(state, stage=event.stage, asked=event.side),
    MeldPlayed: _meld_played,
    Passed: _unchanged,
    DefencePlayed: _defence_played,
    CounterPlayed: _counter_played,
    CasualtiesSuffered: _suffered,
    TableCleared: _cleared,
    TurnEnded: lambda state, event: replace(state, quiet=event.quiet),
}
