"""Cards are drawn one at a time and discarded (DOG-7, DOG-27); hits are dealt out in a hex (DOG-19, DOG-20, DOG-22)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from tabletop.cards.events import PileShuffled
from tabletop.cards.standard import COLOUR_OF, Colour
from tabletop.games.decks_of_glory.events.combat import ColoursStruck, HitsMarked
from tabletop.games.decks_of_glory.events.turn import CardDrawn, Purpose
from tabletop.games.decks_of_glory.positions import in_order, is_active, ships_at
from tabletop.games.decks_of_glory.state import Context, Side, State

Shares = dict[str, int]
"""Hits by ship."""


def dealt_out(hits: int, takers: Sequence[tuple[str, int]]) -> tuple[Shares, int]:
    """One hit to each in turn, round again until all are dealt; a ship without points left is skipped.

    Args:
        hits: to be dealt.
        takers: ships with their points, in the order in which they take.

    Returns:
        What each takes, and the hits that nobody can take.
    """
    shares: Shares = {}
    while hits and (standing := [key for key, points in takers if shares.get(key, 0) < points]):
        for key in standing[:hits]:
            shares[key] = shares.get(key, 0) + 1
        hits -= min(hits, len(standing))
    return shares, hits


def takers(state: State, shooter: str, target: str) -> list[tuple[str, int]]:
    """Who takes the hits of a broadside: the target, the other active enemies there, then friends (DOG-19)."""
    side = state.fleet[shooter].side
    lying = [key for key in ships_at(state, state.ships[target].at) if is_active(state.ships[key]) and key != target]
    enemies = [key for key in lying if state.fleet[key].side != side]
    friends = [key for key in lying if state.fleet[key].side == side]
    return [(key, state.ships[key].strength) for key in (target, *enemies, *friends)]


def mark(turn: Context, all_shares: Iterable[Shares], rule: str) -> None:
    """Mark all hits of a phase together; nobody loses more than she has."""
    totals: Shares = {}
    for shares in all_shares:
        for key, hits in shares.items():
            totals[key] = totals.get(key, 0) + hits
    if totals:
        losses = {key: min(totals[key], ship.strength) for key, ship in turn.state.ships.items() if key in totals}
        turn.emit(HitsMarked(losses=losses, rule=rule))


FATES: dict[Colour, Literal["sunk", "derelict"]] = {"red": "sunk", "black": "derelict"}


def strike(turn: Context) -> None:
    """Each of them draws: on red she sinks, on black she stays afloat as a derelict."""
    ships = turn.state.ships
    for key in in_order(turn.state):
        if ships[key].status == "sailing" and not ships[key].strength:
            card = draw(turn, "striking", ship=key)
            turn.emit(ColoursStruck(ship=key, card=card, fate=FATES[COLOUR_OF[card]]))


def draw(turn: Context, purpose: Purpose, ship: str = "", side: Side | None = None) -> str:
    """The next card; where the pile is empty, the discards are shuffled first (C-7)."""
    if not turn.state.cards.pile:
        turn.emit(PileShuffled(order=turn.shuffled(turn.state.cards.discards)))
    card = turn.state.cards.pile[0]
    turn.emit(CardDrawn(card=card, purpose=purpose, ship=ship, side=side))
    return card
