"""The distances at which the book sets up the ships of Trafalgar, measured where they lie (SOTL-T-SET)."""

from collections.abc import Iterator

import msgspec

from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.state import State, is_on_map
from tabletop.geometry.measure import Gap

RULE = "SOTL-T-SET"
TOUCHING = 0.15
"""Hulls that are nearer count as touching, UM."""
_NEAR, _FAR = 0.25, 1.0
"""What does not matter (SOTL-T-SET2): at 2, 5 and 6 UM, and at 16."""


class Wanted(msgspec.Struct, frozen=True):
    """A distance of the book: from one ship to the nearer of others, by their keys in the order of battle."""

    id: str
    first: str
    others: tuple[str, ...]
    distance: float
    slack: float = _NEAR


class Measured(msgspec.Struct, frozen=True):
    """The same on a position: between which two ships, how far it is, and whether that fits."""

    id: str
    first: str
    second: str
    gap: Gap
    wanted: float
    slack: float
    fits: bool
    rule: str = RULE


def _touching(*pairs: str) -> Iterator[Wanted]:
    for pair in pairs:
        first, second = pair.split("-")
        yield Wanted("SET-08", first, (second,), 0.0, TOUCHING)


WANTED: tuple[Wanted, ...] = (
    Wanted("SET-02", "B1", ("F12",), 6),
    Wanted("SET-03", "B13", ("S18",), 5),
    Wanted("SET-04", "B12", ("S1",), 2),
    Wanted("SET-04", "B12", ("B3",), 6),
    Wanted("SET-05", "S7", ("F8",), 2),
    Wanted("SET-06", "B9", ("B8", "B10"), 2),
    Wanted("SET-06", "B11", ("B8", "B10"), 2),
    *(Wanted("SET-07", ship, (enemy,), 16, _FAR) for ship in ("B23", "B24", "B25") for enemy in ("S33", "F32")),
    *_touching("F12-S11", "F32-S31", "S33-S31", "B26-B27", "B26-B24", "B27-B24", "B23-B24", "B25-B24", "B13-B14"),
)
"""Victory to Bucentaure, Royal Sovereign to Santa Ana, Africa to Neptuno and to Conqueror, and so on."""
_NAMES = {
    "B1": "Victory", "F12": "Bucentaure", "B13": "Royal Sovereign", "S18": "Santa Ana", "B12": "Africa",
    "S1": "Neptuno", "B3": "Conqueror", "S7": "San Francisco de Asís", "F8": "Mont-Blanc", "B9": "Minotaur",
    "B8": "Agamemnon", "B10": "Britannia", "B11": "Spartiate", "B23": "Defence", "B24": "Thunderer", "B25": "Defiance",
    "S33": "San Juan Nepomuceno", "F32": "Berwick", "S11": "Santísima Trinidad", "S31": "Príncipe de Asturias",
    "B26": "Prince", "B27": "Dreadnought", "B14": "Mars",
}  # fmt: skip
"""So the ships are known again, whatever else a battle calls B1."""


def find_wanted(state: State) -> tuple[Wanted, ...]:
    """Return the distances of the book of which both ends are on the map, without ships that are not."""
    there = {
        key
        for key, name in _NAMES.items()
        if key in state.cards and state.cards[key].name == name and is_on_map(state, key)
    }
    found = (
        msgspec.structs.replace(one, others=tuple(key for key in one.others if key in there))
        for one in WANTED
        if one.first in there
    )
    return tuple(one for one in found if one.others)


def distances(state: State) -> tuple[Measured, ...]:
    """Return the distances of `find_wanted`, measured as things lie."""
    return tuple(_measured(state, one) for one in find_wanted(state))


def _measured(state: State, wanted: Wanted) -> Measured:
    second = min(wanted.others, key=lambda other: positions.distance_between(state, wanted.first, other))
    gap = positions.gap_between(state, wanted.first, second)
    fits = abs(gap.distance - wanted.distance) <= wanted.slack
    return Measured(wanted.id, wanted.first, second, gap, wanted.distance, wanted.slack, fits)
