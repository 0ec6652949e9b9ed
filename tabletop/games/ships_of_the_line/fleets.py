"""How the fleets of a battle are called: by the nation whose ships they began with, or as the Combined Fleet."""

from collections.abc import Iterable

from tabletop.games.ships_of_the_line.ship import Card
from tabletop.games.ships_of_the_line.sides import FLAGS, NATIONALITIES, Nation
from tabletop.games.ships_of_the_line.state import State


def nations(state: State, side: str) -> tuple[Nation, ...]:
    """The nations of a side; that of its flag if it has no ship."""
    return _of(state.cards.values(), side)


def division(cards: Iterable[Card], side: str) -> str:
    """What ships of a side that are in no division are called together."""
    return _called(_of(cards, side), "Combined Fleet")


def _of(cards: Iterable[Card], side: str) -> tuple[Nation, ...]:
    flag = FLAGS["british" if side == "british" else "allied"]
    found = {card.nation for card in cards if card.side == side} or {flag}
    return tuple(nation for nation in NATIONALITIES if nation in found)


def title(state: State, side: str) -> str:
    """As a heading: ``French``, ``Combined Fleet``."""
    return division(state.cards.values(), side)


def short(state: State, side: str) -> str:
    """Beside a number: ``French``, ``Combined``."""
    return _called(nations(state, side), "Combined")


def fleet(state: State, side: str) -> str:
    """Within a sentence: ``the French fleet``, ``the Combined Fleet``."""
    mine = nations(state, side)
    return "the Combined Fleet" if len(mine) > 1 else f"the {NATIONALITIES[mine[0]]} fleet"


def _called(mine: tuple[Nation, ...], combined: str) -> str:
    return combined if len(mine) > 1 else NATIONALITIES[mine[0]]
