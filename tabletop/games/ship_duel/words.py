"""The log of a duel: each fact in words that whoever reads it may know."""

from collections.abc import Callable
from typing import Any

from tabletop.cards.events import CardsDealt, CardsDiscarded, PileShuffled
from tabletop.cards.words import narrators
from tabletop.cards.zones import HIDDEN, Cards
from tabletop.core.agreement import DrawLapsed, DrawOffered, GameEnded
from tabletop.core.facts import Fact
from tabletop.core.phrases import count, listed
from tabletop.games.ship_duel.events import (
    AdvantageGained,
    AttackMade,
    ChoiceMade,
    FireHeld,
    ShipLost,
    TurnBegan,
    TurnEnded,
    WindsRevealed,
)
from tabletop.games.ship_duel.odds import counted
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import SIDES, State, ship
from tabletop.games.ship_duel.tables import FATES, KINDS


def headline(state: State) -> str:
    """The moment in a few words."""
    if state.outcome is not None:
        return "Ended"
    return f"Turn {state.turn}, {PHASES[state.phase].title.lower()}" if state.turn else "Before the first turn"


def narrate(state: State, event: Fact) -> str:
    """A fact in words, `state` being the one before it; empty for bookkeeping."""
    words = WORDS.get(type(event))
    return words(state, event) if words else ""


def amounts(state: State, cards: Cards) -> str:
    """Cards by number and kind: ``2 north winds and 1 chain shot``."""
    found = counted(state, cards)
    return listed(f"{number} {KINDS[kind].one if number == 1 else KINDS[kind].many}" for kind, number in found.items())


def _dealt(state: State, event: CardsDealt) -> str:
    told = []
    for side in SIDES:
        cards = tuple(card for taker, card in event.to if taker == side)
        known = "" if HIDDEN in cards else f": {amounts(state, cards)}"
        told += [f"{state.ships[side].name} is dealt {count(len(cards), 'card')}{known}."] if cards else []
    return " ".join(told)


def _discarded(state: State, event: CardsDiscarded) -> str:
    return f"{ship(state, event.side).name} discards {amounts(state, event.cards) or 'nothing'}."


def _choice(state: State, event: ChoiceMade) -> str:
    name = state.ships[event.side].name
    if event.cards is None:
        return f"{name} has chosen."
    return f"{name} has chosen: {amounts(state, event.cards) or 'no cards'}."


def _winds(state: State, event: WindsRevealed) -> str:
    shown = (f"{state.ships[side].name} shows {amounts(state, event.winds[side]) or 'no winds'}" for side in SIDES)
    return f"{'; '.join(shown)}."


def _advantage(state: State, event: AdvantageGained) -> str:
    numbers = " to ".join(str(event.counts[side]) for side in SIDES)
    if event.advantaged is None:
        return f"{numbers}: equals, both may fire."
    return f"{numbers}: {state.ships[event.advantaged].name} has the advantage and alone may fire."


def _attack(state: State, event: AttackMade) -> str:
    name, target = state.ships[event.side].name, state.ships[event.target].name
    return f"{name} fires {amounts(state, event.cards)}: {event.stat} of {target} {event.before} to {event.after}."


def _offered(state: State, event: DrawOffered) -> str:
    return f"{ship(state, event.side).name} offers a draw."


def _ended(state: State, event: GameEnded) -> str:
    won = [f"{state.ships[side].name} has won." for side in SIDES if side == event.outcome.winner]
    verdict = won[0] if won else "The duel is a draw."
    return verdict if event.rule == "SLC-2" else f"{event.outcome.reason}. {verdict}"


WORDS: dict[type, Callable[[Any, Any], str]] = {
    PileShuffled: narrators({}, lambda state, card: card)[PileShuffled],  # noqa: ARG005
    CardsDealt: _dealt,
    CardsDiscarded: _discarded,
    TurnBegan: lambda state, event: f"Turn {event.turn}.",  # noqa: ARG005
    ChoiceMade: _choice,
    WindsRevealed: _winds,
    AdvantageGained: _advantage,
    AttackMade: _attack,
    FireHeld: lambda state, event: f"{state.ships[event.side].name} holds her fire.",
    ShipLost: lambda state, event: f"{FATES[event.stat].format(ship=event.ship)}.",  # noqa: ARG005
    TurnEnded: lambda state, event: f"{event.quiet} turns in a row without damage." if event.quiet > 1 else "",  # noqa: ARG005
    DrawOffered: _offered,
    DrawLapsed: lambda state, event: "The offer of a draw has lapsed.",  # noqa: ARG005
    GameEnded: _ended,
}
