"""What the events of a battle on the hexes come to in its chronicle: ships lost and hurt, how the cards fell."""

from collections.abc import Mapping
from itertools import pairwise

from tabletop.core.chronicle import Chronicler, Damage, Notice, Noticed, Piece, Shot, Throw
from tabletop.core.events import Event
from tabletop.games.decks_of_glory import victory
from tabletop.games.decks_of_glory.events import (
    BoardingFought,
    BroadsideFired,
    ColoursStruck,
    ShipDriftedOff,
    ShipSailed,
    ShipWithdrew,
)
from tabletop.games.decks_of_glory.state import State, clock
from tabletop.games.decks_of_glory.tables import GUNNERY

_MEAN = sum(GUNNERY.values()) / len(GUNNERY)
_SPREAD = sum((value - _MEAN) ** 2 for value in GUNNERY.values()) / len(GUNNERY)
"""Of the hits of a card: there are as many of each suit (DOG-18)."""


def _fired(state: State, event: BroadsideFired) -> Notice:
    cards = len(event.cards)
    threw = Throw(state.fleet[event.ship].side, cards, sum(event.values), cards * _MEAN, cards * _SPREAD)
    shot = Shot(event.ship, event.target, event.distance) if event.hits else None
    return Notice(harms=_harms(event.ship, event.shares), threw=threw, shot=shot)


def _harms(ship: str, shares: Mapping[str, int]) -> tuple[Damage, ...]:
    return tuple(Damage(ship, key, hits) for key, hits in shares.items() if hits)


def _boarded(state: State, event: BoardingFought) -> Notice:  # noqa: ARG001
    return Notice(mark="boarding", about=(event.ship, event.first), harms=_harms(event.ship, event.shares))


def _struck(state: State, event: ColoursStruck) -> Notice:  # noqa: ARG001
    return Notice(mark="sunk" if event.fate == "sunk" else "struck", about=(event.ship,), lost=(event.ship,))


def _sailed(state: State, event: ShipSailed) -> Notice:
    """Hexes that a ship came through; turns on the spot are none."""
    places = [state.ships[event.ship].at, *(leg.at for leg in event.path)]
    return Notice(sailed={event.ship: sum(one != two for one, two in pairwise(places))})


NOTICES: Mapping[type[Event], Noticed] = {
    BroadsideFired: _fired,
    BoardingFought: _boarded,
    ColoursStruck: _struck,
    ShipSailed: _sailed,
    ShipWithdrew: lambda state, event: Notice(mark="fled", about=(event.ship,)),  # noqa: ARG005
    ShipDriftedOff: lambda state, event: Notice(mark="fled", about=(event.ship,)),  # noqa: ARG005
}
CHRONICLER = Chronicler(
    notices=NOTICES,
    standing=victory.totals,
    pieces=lambda state: {key: Piece(one.name, one.side) for key, one in state.fleet.items()},
    clock=clock,
    harm="hits",
    chance=("cards", "hits"),
    measure="hexes",
    throws="broadsides",
    nobody="no ship",
)
