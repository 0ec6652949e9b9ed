"""The log of a duel: each fact in words that whoever reads it may know."""

from tabletop.cards.events import CardsDealt, CardsDiscarded
from tabletop.cards.zones import HIDDEN
from tabletop.core.agreement import DrawOffered, GameEnded
from tabletop.core.phrases import count
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
from tabletop.games.ship_duel.phases import PHASES
from tabletop.games.ship_duel.state import SIDES, State, amounts, ship
from tabletop.games.ship_duel.tables import FATES


def headline(state: State) -> str:
    """The moment in a few words."""
    if state.outcome is not None:
        return "Ended"
    return f"Turn {state.turn}, {PHASES[state.phase].ribbon.lower()}" if state.turn else "Before the first turn"


def dealt(state: State, event: CardsDealt) -> str:
    """To whom how many cards came, and which, as far as the reader knows them."""
    told = []
    for side in SIDES:
        cards = tuple(card for taker, card in event.to if taker == side)
        known = "" if HIDDEN in cards else f": {amounts(state, cards)}"
        told += [f"{state.ships[side].name} is dealt {count(len(cards), 'card')}{known}."] if cards else []
    return " ".join(told)


def discarded(state: State, event: CardsDiscarded) -> str:
    """What was laid down by whom."""
    return f"{ship(state, event.side).name} discards {amounts(state, event.cards) or 'nothing'}."


def choice(state: State, event: ChoiceMade) -> str:
    """That a side has chosen, and to itself what."""
    name = state.ships[event.side].name
    if event.cards is None:
        return f"{name} has chosen."
    return f"{name} has chosen: {amounts(state, event.cards) or 'no cards'}."


def winds(state: State, event: WindsRevealed) -> str:
    """What both have shown."""
    shown = (f"{state.ships[side].name} shows {amounts(state, event.winds[side]) or 'no winds'}" for side in SIDES)
    return f"{'; '.join(shown)}."


def advantage(state: State, event: AdvantageGained) -> str:
    """Who may fire."""
    numbers = " to ".join(str(event.counts[side]) for side in SIDES)
    if event.advantaged is None:
        return f"{numbers}: equals, both may fire."
    return f"{numbers}: {state.ships[event.advantaged].name} has the advantage and alone may fire."


def attack(state: State, event: AttackMade) -> str:
    """What was fired, and what it took."""
    name, target = state.ships[event.side].name, state.ships[event.target].name
    return f"{name} fires {amounts(state, event.cards)}: {event.stat} of {target} {event.before} to {event.after}."


def held(state: State, event: FireHeld) -> str:
    """Who did not fire."""
    return f"{state.ships[event.side].name} holds her fire."


def lost(state: State, event: ShipLost) -> str:  # noqa: ARG001
    """What became of a ship."""
    return f"{FATES[event.stat].format(ship=event.ship)}."


def turn_began(state: State, event: TurnBegan) -> str:  # noqa: ARG001
    """Which turn begins."""
    return f"Turn {event.turn}."


def turn_ended(state: State, event: TurnEnded) -> str:  # noqa: ARG001
    """Worth a word where nothing has happened for more than a turn."""
    return f"{event.quiet} turns in a row without damage." if event.quiet > 1 else ""


def offered(state: State, event: DrawOffered) -> str:
    """Who offers a draw."""
    return f"{ship(state, event.side).name} offers a draw."


def ended(state: State, event: GameEnded) -> str:
    """Why the duel is over, and who has won."""
    won = [f"{state.ships[side].name} has won." for side in SIDES if side == event.outcome.winner]
    verdict = won[0] if won else "The duel is a draw."
    return verdict if event.rule == "SLC-2" else f"{event.outcome.reason}. {verdict}"
