"""What the fleets of a battle are called, by the nation whose ships they began with, and what is left of them.

These are words for readers; events call the sides always the same (`sides`).
"""

from tabletop.core.game import Piece
from tabletop.games.ships_of_the_line.ship import Ship
from tabletop.games.ships_of_the_line.sides import FLAGS, NATIONALITIES, SIDE_NAMES, Nation
from tabletop.games.ships_of_the_line.state import State


def nations(state: State, side: str) -> tuple[Nation, ...]:
    """The nations of a side; that of its flag if it has no ship."""
    flag = FLAGS["british" if side == "british" else "allied"]
    found = {card.nation for card in state.cards.values() if card.side == side} or {flag}
    return tuple(nation for nation in NATIONALITIES if nation in found)


def divisions(state: State) -> dict[str, str]:
    """Division id to its title, in list order; ships of a side that are in no division are called as their side."""
    named = state.divisions.items()
    return {key: title(state, key) if name == SIDE_NAMES.get(key) else name for key, name in named}


def title(state: State, side: str) -> str:
    """As a heading: ``French``, ``Combined Fleet``."""
    return _name_fleet(nations(state, side), "Combined Fleet")


def short(state: State, side: str) -> str:
    """Beside a number: ``French``, ``Combined``."""
    return _name_fleet(nations(state, side), "Combined")


def fleet(state: State, side: str) -> str:
    """Within a sentence: ``the French fleet``, ``the Combined Fleet``."""
    mine = nations(state, side)
    return "the Combined Fleet" if len(mine) > 1 else f"the {NATIONALITIES[mine[0]]} fleet"


def muster(state: State) -> tuple[Piece, ...]:
    """Every ship with the fleet that she sailed in, and why she fights for it no more."""
    return tuple(
        Piece(state.cards[key].side, key, _muster_status(ship), ship.status in ("fled", "left"))
        for key, ship in state.ships.items()
    )


def _muster_status(ship: Ship) -> str:
    return "" if ship.status == "in_service" else ship.status


def _name_fleet(mine: tuple[Nation, ...], combined: str) -> str:
    return combined if len(mine) > 1 else NATIONALITIES[mine[0]]
