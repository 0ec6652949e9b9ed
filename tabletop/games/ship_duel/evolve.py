"""How each fact of the game's own changes the state; nothing is worked out here."""

from msgspec.structs import replace

from tabletop.cards import zones
from tabletop.core.agreement import GameEnded
from tabletop.games.ship_duel.events import AttackMade, ChoiceMade, PhaseBegan, TurnBegan, TurnEnded, WindsRevealed
from tabletop.games.ship_duel.state import SIDES, Attack, State


def turn_began(state: State, event: TurnBegan) -> State:
    """Hands are filled up next."""
    return replace(state, turn=event.turn, phase="setup")


def choice_made(state: State, event: ChoiceMade) -> State:
    """One side's choice is sealed."""
    return replace(state, chosen={**state.chosen, event.side: event.cards})


def turn_ended(state: State, event: TurnEnded) -> State:
    """So many turns were without damage."""
    return replace(state, quiet=event.quiet)


def phase_began(state: State, event: PhaseBegan) -> State:
    """Others are asked; those who had chosen are not bound any more."""
    attacks = {} if event.phase == "fire" else state.attacks
    return replace(state, phase=event.phase, asked=event.asked, chosen={}, attacks=attacks)


def winds_revealed(state: State, event: WindsRevealed) -> State:
    """The winds are on the discards, and remembered by side."""
    lying = state.cards
    for side in SIDES:
        if event.winds[side]:
            lying = zones.discarded(lying, side, event.winds[side])
    winds = {side: tuple(state.deck[card] for card in cards) for side, cards in event.winds.items()}
    return replace(state, cards=lying, winds=winds)


def attack_made(state: State, event: AttackMade) -> State:
    """The shot is on the discards, and the ship that was hit has less."""
    target = state.ships[event.target]
    hit = replace(target, left={**target.left, event.stat: event.after})
    attack = Attack(event.kind, len(event.cards), event.stat, event.damage, event.before, event.after)
    return replace(
        state,
        ships={**state.ships, event.target: hit},
        cards=zones.discarded(state.cards, event.side, event.cards),
        attacks={**state.attacks, event.side: attack},
    )


def ended(state: State, event: GameEnded) -> State:
    """Nobody is asked any more; what was sealed stays unknown."""
    return replace(state, outcome=event.outcome, draw_offered=None, asked=(), chosen={})
