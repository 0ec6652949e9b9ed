"""Which ships a side has, by divisions, and what became of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.ship import Card, Ship, Status
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, in_service, side_of

FATES: dict[Status, str] = {
    "struck": "struck", "captured": "taken", "sunk": "sunk", "exploded": "blew up", "fled": "fled", "left": "gone",
}  # fmt: skip
"""What a list says of a ship that no longer fights."""
PRIZES = "prizes"
"""Id of the heading over ships that were taken from the enemy."""


@dataclass(frozen=True)
class Roll:
    """A division and its ships in key order."""

    id: str
    name: str
    chief: str
    ships: tuple[str, ...]

    @property
    def command(self) -> str:
        """Who commands how many, e.g. ``Nelson, 12``."""
        return ", ".join([*([self.chief] if self.chief else []), str(len(self.ships))])


def rolls(state: State, side: Side) -> Iterator[Roll]:
    """The divisions of a side, the ships in none, and at last its prizes."""
    mine = [key for key, card in state.cards.items() if card.side == side]
    for division, title in fleets.divisions(state).items():
        ships = tuple(key for key in mine if state.cards[key].division == division)
        if ships:
            name, _, chief = title.rstrip(")").partition(" (")
            yield Roll(division, name, chief or _flag(state, ships), ships)
    rest = tuple(key for key in mine if state.cards[key].division not in state.divisions)
    if rest:
        yield Roll("", "Ships", _flag(state, rest), rest)
    taken = tuple(key for key in state.ships if state.cards[key].side != side and side_of(state, key) == side)
    if taken:
        yield Roll(PRIZES, "Prizes", "", taken)


def _flag(state: State, ships: tuple[str, ...]) -> str:
    leaders = (leader.name.split()[-1] for key in ships if (leader := state.cards[key].leader))
    return next(leaders, "")


def fighting(state: State, side: Side) -> int:
    """How many of a side's ships are still in the fight."""
    return sum(card.side == side and in_service(state, key) for key, card in state.cards.items())


def pencilled(state: State, key: str) -> int:
    """Hull points that the shots of this phase cost a ship once they are inked, at most what she has (3-c)."""
    return min(max(0, state.ships[key].hull), sum(shot.hull for shot in state.shots if shot.target == key))


def hull_share(state: State, ships: tuple[str, ...]) -> Fraction:
    """What part of their printed hull points some ships still have for their own side."""
    printed = sum(state.cards[key].hull for key in ships)
    left = sum(max(0, state.ships[key].hull) for key in ships if in_service(state, key))
    return Fraction(left, printed) if printed else Fraction(0)


def fate(card: Card, ship: Ship) -> str:
    """What a list says of a ship: her guns, or what became of her."""
    return FATES.get(ship.status) or str(card.guns)
