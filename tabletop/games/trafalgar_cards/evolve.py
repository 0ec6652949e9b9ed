"""How each fact of the game's own changes the state; nothing is worked out here."""

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.core.game import Score
from tabletop.games.trafalgar_cards.events import (
    ChoiceMade,
    CommitRevealed,
    FightBegan,
    HandDrawn,
    HandWon,
    Note,
    TableCleared,
    TacticsBegan,
    TotalsReckoned,
    TurnBegan,
)
from tabletop.games.trafalgar_cards.state import Battle, State


def choice_made(state: State, event: ChoiceMade) -> State:
    """One side's choice is sealed."""
    return replace(state, chosen={**state.chosen, event.side: event.choice})


def commit_revealed(state: State, event: CommitRevealed) -> State:
    """The cards lie on the table; nothing is sealed any more."""
    cards = zones.laid_out(state.cards, event.side, tuple(play.card for play in event.plays))
    going_on = state.battle if state.battle and state.battle.turn == state.turn else Battle(state.turn, {})
    battle = replace(going_on, plays={**going_on.plays, event.side: event.plays})
    return replace(state, cards=cards, battle=battle, chosen={})


def noted(state: State, event: Note) -> State:
    """The note is kept with the battle."""
    assert state.battle
    return replace(state, battle=replace(state.battle, notes=(*state.battle.notes, event)))


def totals_reckoned(state: State, event: TotalsReckoned) -> State:
    """The totals are kept with the battle."""
    assert state.battle
    return replace(state, battle=replace(state.battle, totals=event.totals))


def hand_won(state: State, event: HandWon) -> State:
    """The hand is counted for its winner."""
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


def hand_drawn(state: State, event: HandDrawn) -> State:
    """Nobody has won."""
    return replace(state, drawn_in_a_row=event.in_a_row)


def tactics_began(state: State, event: TacticsBegan) -> State:  # noqa: ARG001
    """Both may discard."""
    return replace(state, phase="tactics")


def fight_began(state: State, event: FightBegan) -> State:  # noqa: ARG001
    """Both may commit."""
    return replace(state, phase="fight", chosen={})


def table_cleared(state: State, event: TableCleared) -> State:  # noqa: ARG001
    """Nothing lies on the table."""
    return replace(state, cards=zones.cleared(state.cards))


def turn_began(state: State, event: TurnBegan) -> State:
    """The deal may be called for."""
    return replace(state, turn=event.turn, phase="strategy")
