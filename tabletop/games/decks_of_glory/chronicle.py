"""The chronicle of a battle on the hexes: ships lost and damaged, and the luck of the cards."""

from collections.abc import Mapping
from itertools import pairwise

from tabletop.core.chronicle import Chronicler, Damage, Notice, NoticeFunction, PieceInfo, Shot, Throw
from tabletop.core.events import Event
from tabletop.games.decks_of_glory import events, victory
from tabletop.games.decks_of_glory.model import State, time_of_day
from tabletop.games.decks_of_glory.tables import GUNNERY

_MEAN = sum(GUNNERY.values()) / len(GUNNERY)
_SPREAD = sum((value - _MEAN) ** 2 for value in GUNNERY.values()) / len(GUNNERY)
"""Variance of the hits of a card; there are as many cards of each suit (DOG-18)."""


def _notice_broadside(state: State, event: events.BroadsideFired) -> Notice:
    cards = len(event.cards)
    threw = Throw(state.fleet[event.ship].side, cards, sum(event.values), cards * _MEAN, cards * _SPREAD)
    shot = Shot(event.ship, event.target, event.distance) if event.hits else None
    return Notice(harms=_list_damage(event.ship, event.shares), threw=threw, shot=shot)


def _list_damage(ship: str, shares: Mapping[str, int]) -> tuple[Damage, ...]:
    return tuple(Damage(ship, key, hits) for key, hits in shares.items() if hits)


def _notice_boarding(state: State, event: events.BoardingFought) -> Notice:  # noqa: ARG001
    return Notice(mark="boarding", about=(event.ship, event.first), harms=_list_damage(event.ship, event.shares))


def _notice_strike(state: State, event: events.ColoursStruck) -> Notice:  # noqa: ARG001
    return Notice(mark="sunk" if event.fate == "sunk" else "struck", about=(event.ship,), lost=(event.ship,))


def _notice_move(state: State, event: events.ShipSailed) -> Notice:
    """Return the number of hexes that a ship has entered; turns on the spot do not count."""
    places = [state.ships[event.ship].at, *(leg.at for leg in event.path)]
    return Notice(sailed={event.ship: sum(one != two for one, two in pairwise(places))})


NOTICES: Mapping[type[Event], NoticeFunction] = {
    events.BroadsideFired: _notice_broadside,
    events.BoardingFought: _notice_boarding,
    events.ColoursStruck: _notice_strike,
    events.ShipSailed: _notice_move,
    events.ShipWithdrew: lambda state, event: Notice(mark="fled", about=(event.ship,)),  # noqa: ARG005
    events.ShipDriftedOff: lambda state, event: Notice(mark="fled", about=(event.ship,)),  # noqa: ARG005
}
CHRONICLER = Chronicler(
    notices=NOTICES,
    score=victory.compute_totals,
    pieces=lambda state: {key: PieceInfo(one.name, one.side) for key, one in state.fleet.items()},
    clock=time_of_day,
    harm="hits",
    chance=("cards", "hits"),
    measure="hexes",
    throws="broadsides",
    nobody="no ship",
)
