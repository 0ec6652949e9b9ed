"""Chapter 4.3: the fights on deck, which ships make one, and how strong they are (AMB-41 to AMB-50, AMB-136)."""

from collections.abc import Iterable

import msgspec

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters import tasks, ties
from tabletop.games.ships_of_the_line.chapters.orders import by_initiative
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Aboard, Modifier, ModifierRule
from tabletop.games.ships_of_the_line.ship import FOUGHT
from tabletop.games.ships_of_the_line.state import Boarding, State, in_service, side_of


class Fight(msgspec.Struct, frozen=True):
    """A boarding combat about to be fought; all ships in key order.

    Attributes:
        attackers: the side that boards; where both do, the one with the initiative.
        defenders: the other side.
        boarders: the ships of both sides that chose to board.
        targets: the defenders that the attackers named.
        rounds: how many rounds were fought before.
        advantage: rounds by which the attackers lead, where it takes two to capture (20.2).
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    boarders: tuple[str, ...]
    targets: tuple[str, ...]
    rounds: int = 0
    advantage: int = 0

    @property
    def willing(self) -> bool:
        """Whether the defenders chose to board too (4.3.1-h)."""
        return any(key in self.boarders for key in self.defenders)


def next_fight(state: State) -> Fight | None:
    """The melees of earlier turns come first (AMB-46), then the new assaults, in order of their first attackers."""
    order = by_initiative(state, state.ships)
    return min(_going_on(state) or _assaults(state), key=lambda fight: order.index(fight.attackers[0]), default=None)


def fights(state: State) -> list[Fight]:
    """All that are still to be fought this turn."""
    return [*_going_on(state), *_assaults(state)]


def _going_on(state: State) -> list[Fight]:
    return [
        Fight(
            melee.attackers,
            melee.defenders,
            melee.boarders,
            melee.targets or (melee.target,),
            melee.rounds,
            melee.advantage or 0,
        )
        for melee in state.melees
        if not any(FOUGHT in state.ships[key].tried for key in (*melee.attackers, *melee.defenders))
    ]


def _assaults(state: State) -> list[Fight]:
    left = list(state.boardings)
    found = []
    while left:
        group = ties.reached(_links(state, left), left[0].ship)
        found.append(_assault(state, group, [one for one in left if one.ship in group]))
        left = [one for one in left if one.ship not in group]
    return found


def _links(state: State, boardings: Iterable[Boarding]) -> list[tuple[str, str]]:
    """What joins ships into one combat: an assault, or a grapple between two that fight."""
    pairs = [(one.ship, one.target) for one in boardings]
    fighting = {key for pair in pairs for key in pair}
    held = [(one.first, one.second) for one in state.grapples]
    return pairs + [pair for pair in held if fighting.issuperset(pair)]


def _assault(state: State, group: set[str], boardings: list[Boarding]) -> Fight:
    boarders = {one.ship for one in boardings}
    side = side_of(state, by_initiative(state, boarders)[0])
    attackers = tuple(key for key in state.ships if key in group and side_of(state, key) == side)
    targets = {one.target for one in boardings if one.ship in attackers}
    return Fight(
        attackers,
        tuple(key for key in state.ships if key in group and key not in attackers),
        tuple(key for key in state.ships if key in boarders),
        tuple(key for key in state.ships if key in targets),
    )


def strength(state: State, key: str) -> int:
    """Her boarding strength; 1 once struck or captured (2.2-f, 4.4.2-c)."""
    return rules_of(state).sums.boarding.total(Aboard(state, key))


def _printed(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    strength = crew.state.cards[crew.ship].boarding
    return Modifier("boarding crew", str(strength), strength)


def _beaten(crew: Aboard, so_far: int) -> Modifier | None:  # noqa: ARG001 - however strong she was
    left = tables.PRIZE_STRENGTH
    return None if in_service(crew.state, crew.ship) else Modifier("struck or a prize", str(left), left)


STRENGTH: tuple[ModifierRule[Aboard], ...] = (
    ModifierRule("crew", "SOTL-2.2-f", _printed),
    ModifierRule("beaten", "SOTL-4.4.2-c", _beaten),
)
"""Boarding strength of one ship."""


def total(state: State, keys: Iterable[str]) -> int:
    """The strength of a group (4.3.1-c)."""
    return sum(strength(state, key) for key in keys)


def can_capture(state: State, keys: Iterable[str], boarders: Iterable[str]) -> bool:
    """Whether one of a side's ships wants to board and is not exhausted (7-f, AMB-136)."""
    return any(not tasks.exhausted(state, key) for key in keys if key in set(boarders))


def captor(state: State, winners: Iterable[str], boarders: Iterable[str]) -> str:
    """The ship whose crew takes the prize: the strongest of the boarders, then the first in key order (AMB-120)."""
    able = [key for key in winners if key in set(boarders)]
    return min(able, key=lambda key: -strength(state, key))


def weakest_first(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """Ships that could be taken, the default first: lowest strength, then key order (AMB-45)."""
    return tuple(sorted(keys, key=lambda key: strength(state, key)))
