"""Facts of the log opened up: their numbers line by line."""

from collections.abc import Callable, Iterable
from typing import Any

from tabletop.cards.events import CardsDiscarded
from tabletop.core.dispatch import Case, Handlers, by_kind
from tabletop.core.facts import Fact
from tabletop.games.ship_duel.events import AdvantageGained, AttackMade, FireHeld, ShipLost, TurnEnded, WindsRevealed
from tabletop.games.ship_duel.state import SIDES, Side, State
from tabletop.games.ship_duel.words import amounts
from tabletop.ui.boards.contract import Account

Lines = Iterable[tuple[str, str]]


def account(before: State, event: Fact) -> Account:
    """A fact opened up: its numbers, its rule."""
    lines = _LINES.get(type(event))
    return Account(tuple(lines(before, event)) if lines else (), rule=event.rule)


def ships(event: Fact) -> tuple[Side, ...]:
    """The sides whose ships a fact is about."""
    return tuple(_SHIPS[type(event)](event)) if type(event) in _SHIPS else ()


_SHIPS: dict[type, Callable[[Any], Iterable[Side]]] = {
    AttackMade: lambda event: (event.side, event.target),
    FireHeld: lambda event: (event.side,),
    ShipLost: lambda event: (event.side,),
    WindsRevealed: lambda event: event.winds,
    AdvantageGained: lambda event: [event.advantaged] if event.advantaged else event.counts,
}


def _winds(state: State, event: WindsRevealed) -> Lines:
    return [(state.ships[side].name, amounts(state, event.winds[side]) or "none") for side in SIDES]


def _advantage(state: State, event: AdvantageGained) -> Lines:
    return [(state.ships[side].name, str(event.counts[side])) for side in SIDES]


def _attack(state: State, event: AttackMade) -> Lines:
    return [
        ("Fired", amounts(state, event.cards)),
        (f"{event.stat.capitalize()} before", str(event.before)),
        ("Damage", str(event.damage)),
        (f"{event.stat.capitalize()} after", str(event.after)),
    ]


def _discarded(state: State, event: CardsDiscarded) -> Lines:
    return [("Discarded", amounts(state, event.cards) or "nothing")]


_LINES: Handlers[State, Lines] = by_kind(
    Case(WindsRevealed, _winds),
    Case(AdvantageGained, _advantage),
    Case(AttackMade, _attack),
    Case(CardsDiscarded, _discarded),
    Case(TurnEnded, lambda state, event: [("Turns in a row without damage", str(event.quiet))]),  # noqa: ARG005
)
