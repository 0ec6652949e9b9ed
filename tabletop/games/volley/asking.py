"""Who is asked what now, and what could be answered."""

from collections.abc import Callable

from tabletop.cards.holding import at, handfuls
from tabletop.cards.zones import Cards
from tabletop.core.deeds import Order
from tabletop.core.offers import Offers, offered
from tabletop.games.volley import melds
from tabletop.games.volley.commands import Attack, Counter, Deal, Defend, Discard, Pass
from tabletop.games.volley.phases import PHASES
from tabletop.games.volley.state import Side, Stage, State


def asked(state: State) -> Side:
    """The side that has to choose now; where either may, red."""
    if state.asked is not None:
        return state.asked
    return next(iter(state.names))


def choices(state: State, side: str) -> Offers[Order]:
    """All orders of a side in the phase that is on; of equal cards the first in the hand goes."""
    return _CHOICES[state.stage](state, side, state.cards.hands[side])


def _deal(state: State, side: str, hand: Cards) -> Offers[Order]:  # noqa: ARG001
    return offered(Deal(side))


def _discards(state: State, side: str, hand: Cards) -> Offers[Order]:
    ways = handfuls([state.deck[card].name for card in hand], len(hand))
    return Offers(len(ways), lambda place: (Discard(side, at(hand, ways[place])),))


def _attacks(state: State, side: str, hand: Cards) -> Offers[Order]:
    found = melds.possible(state.deck, hand)
    return Offers(len(found) + 1, lambda place: (Attack(side, found[place]) if place < len(found) else Pass(side),))


def _defences(state: State, side: str, hand: Cards) -> Offers[Order]:
    assert state.assault is not None
    found = melds.answers(state.deck, state.assault, _unlike(state, hand))
    return offered(*(Defend(side, card, target) for card, target in found), Pass(side))


def _counters(state: State, side: str, hand: Cards) -> Offers[Order]:
    return offered(*(Counter(side, card) for card in melds.counters(state.deck, _unlike(state, hand))), Pass(side))


def _unlike(state: State, hand: Cards) -> Cards:
    """The hand without those of its cards that equal an earlier one."""
    first: dict[str, str] = {}
    return tuple([card for card in hand if first.setdefault(state.deck[card].name, card) == card])


_CHOICES: dict[Stage, Callable[[State, str, Cards], Offers[Order]]] = {
    "setup": _deal,
    "manoeuvre": _discards,
    "attack": _attacks,
    "defence": _defences,
    "counter": _counters,
}


def headline(state: State) -> str:
    """The moment in a few words: ``Turn 3, defence``."""
    if state.outcome is not None:
        return f"Turn {state.turn}, over"
    return f"Turn {state.turn}, {PHASES[state.stage].id}" if state.turn else "Before the deal"
