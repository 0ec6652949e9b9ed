"""How each fact changes the state: the only thing that makes a new one."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.cards import events as cards
from tabletop.cards import unseen, zones
from tabletop.cards.events import PileShuffled
from tabletop.core import agreement
from tabletop.core.agreement import GameEnded
from tabletop.core.facts import Fact
from tabletop.games.ship_duel.events import (
    AdvantageGained,
    AttackMade,
    ChoiceMade,
    Event,
    FireHeld,
    PhaseBegan,
    ShipLost,
    TurnBegan,
    TurnEnded,
    WindsRevealed,
)
from tabletop.games.ship_duel.state import SIDES, Attack, State


def _unchanged(state: State, event: Event) -> State:  # noqa: ARG001
    """Told for the log; what follows from it has facts of its own."""
    return state


def _phase_began(state: State, event: PhaseBegan) -> State:
    attacks = {} if event.phase == "fire" else state.attacks
    return replace(state, phase=event.phase, asked=event.asked, chosen={}, attacks=attacks)


def _winds_revealed(state: State, event: WindsRevealed) -> State:
    lying = state.cards
    for side in SIDES:
        if event.winds[side]:
            lying = zones.discarded(lying, side, event.winds[side])
    winds = {side: tuple(state.deck[card] for card in cards) for side, cards in event.winds.items()}
    return replace(state, cards=lying, winds=winds)


def _attack_made(state: State, event: AttackMade) -> State:
    target = state.ships[event.target]
    hit = replace(target, left={**target.left, event.stat: event.after})
    attack = Attack(event.kind, len(event.cards), event.stat, event.damage, event.before, event.after)
    return replace(
        state,
        ships={**state.ships, event.target: hit},
        cards=zones.discarded(state.cards, event.side, event.cards),
        attacks={**state.attacks, event.side: attack},
    )


def _ended(state: State, event: GameEnded) -> State:
    """Nobody is asked any more; what was sealed stays unknown."""
    return replace(state, outcome=event.outcome, draw_offered=None, asked=(), chosen={})


APPLY: dict[type, Callable[[Any, Any], State]] = {
    **cards.APPLY,
    **agreement.APPLY,
    PileShuffled: unseen.shuffled,
    GameEnded: _ended,
    TurnBegan: lambda state, event: replace(state, turn=event.turn, phase="setup"),
    PhaseBegan: _phase_began,
    ChoiceMade: lambda state, event: replace(state, chosen={**state.chosen, event.side: event.cards}),
    WindsRevealed: _winds_revealed,
    AdvantageGained: _unchanged,
    AttackMade: _attack_made,
    FireHeld: _unchanged,
    ShipLost: _unchanged,
    TurnEnded: lambda state, event: replace(state, quiet=event.quiet),
}


def evolve(state: State, event: Fact) -> State:
    """The state after a fact."""
    return APPLY[type(event)](state, event)
