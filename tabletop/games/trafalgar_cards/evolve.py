"""The only thing that makes a new state: one small function an event."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.cards import events as common
from tabletop.cards import unseen, zones
from tabletop.cards.events import PileShuffled
from tabletop.core import agreement
from tabletop.core.facts import Fact
from tabletop.core.game import Score
from tabletop.games.trafalgar_cards.events import (
    BonusGained,
    CardNegated,
    ChoiceMade,
    CommitRevealed,
    FightBegan,
    HandDrawn,
    HandWon,
    Note,
    NoteIdle,
    TableCleared,
    TacticsBegan,
    TotalsReckoned,
    TurnBegan,
)
from tabletop.games.trafalgar_cards.state import Battle, State


def _choice_made(state: State, event: ChoiceMade) -> State:
    return replace(state, chosen={**state.chosen, event.side: event.choice})


def _revealed(state: State, event: CommitRevealed) -> State:
    cards = zones.laid_out(state.cards, event.side, tuple(play.card for play in event.plays))
    going_on = state.battle if state.battle and state.battle.turn == state.turn else Battle(state.turn, {})
    battle = replace(going_on, plays={**going_on.plays, event.side: event.plays})
    return replace(state, cards=cards, battle=battle, chosen={})


def _noted(state: State, event: Note) -> State:
    assert state.battle
    return replace(state, battle=replace(state.battle, notes=(*state.battle.notes, event)))


def _reckoned(state: State, event: TotalsReckoned) -> State:
    assert state.battle
    return replace(state, battle=replace(state.battle, totals=event.totals))


def _won(state: State, event: HandWon) -> State:
    assert state.battle
    totals = state.battle.totals
    reason = f"{max(totals.values())} points to {min(totals.values())}"
    score = Score(event.side, 1, reason, event.rule, state.turn)
    return replace(
        state,
        won={**state.won, event.side: event.hands},
        drawn_in_a_row=0,
        battle=replace(state.battle, winner=event.side),
        scores=(*state.scores, score),
    )


APPLY: dict[type, Callable[[State, Any], State]] = {
    **common.APPLY,
    **agreement.APPLY,
    PileShuffled: unseen.shuffled,
    ChoiceMade: _choice_made,
    TacticsBegan: lambda state, event: replace(state, phase="tactics"),  # noqa: ARG005
    FightBegan: lambda state, event: replace(state, phase="fight", chosen={}),  # noqa: ARG005
    CommitRevealed: _revealed,
    CardNegated: _noted,
    BonusGained: _noted,
    NoteIdle: _noted,
    TotalsReckoned: _reckoned,
    HandWon: _won,
    HandDrawn: lambda state, event: replace(state, drawn_in_a_row=event.in_a_row),
    TableCleared: lambda state, event: replace(state, cards=zones.cleared(state.cards)),  # noqa: ARG005
    TurnBegan: lambda state, event: replace(state, turn=event.turn, phase="strategy"),
}


def evolve(state: State, event: Fact) -> State:
    """The state after a fact."""
    return APPLY[type(event)](state, event)
