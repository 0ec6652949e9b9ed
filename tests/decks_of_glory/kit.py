"""A small language for tests: put a few ships on the hexes, stack the deck, give a command, see what came."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from tabletop.cards.standard import DECK
from tabletop.cards.zones import Zones
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.model import Hexagon, Ship, State, Vessel
from tabletop.games.decks_of_glory.options import OPTION_NAMES
from tabletop.games.decks_of_glory.tables import POINTS, SIDE_OF
from tests import judging

_NATIONS = {"B": "britain", "F": "france", "S": "spain"}

RED, BLACK = "2H", "2S"


play = partial(judging.play, GAME)
refused = partial(judging.refused, GAME)


def ship(key: str, at: tuple[int, int], facing: int = 0, rate: int = 3, **marks: Any) -> tuple[Vessel, Ship]:
    """A ship of the nation that her key begins with; `marks` are fields of Ship."""
    nation = _NATIONS[key[0]]
    vessel = Vessel(key, key, nation, SIDE_OF[nation], rate, POINTS[rate])
    values = {"key": key, "at": at, "facing": facing, "strength": POINTS[rate]} | marks
    return vessel, Ship(**values)


def derelict(key: str, at: tuple[int, int], facing: int = 0, rate: int = 3, **marks: Any) -> tuple[Vessel, Ship]:
    """A ship that has struck."""
    return ship(key, at, facing, rate, strength=0, status="derelict", **marks)


def stacked(*top: str) -> Zones:
    """A deck with these cards on top of the pile, which the others lie below."""
    return Zones((*top, *(card for card in DECK if card not in top)), {})


def battle(
    *ships: tuple[Vessel, Ship], wind: int | None = 0, pile: Sequence[str] = (), on: Iterable[str] = (), **fields: Any
) -> State:
    """A state in the movement of the British, who have red and the initiative; `on` are options."""
    values: dict[str, Any] = {
        "title": "Test", "turns": 12, "sea": Hexagon(8), "sides": ("british", "allied"),
        "names": {"british": "British", "allied": "Combined Fleet"},
        "colours": {"british": "red", "allied": "black"}, "options": {name: name in on for name in OPTION_NAMES},
        "fleet": {vessel.key: vessel for vessel, _ in ships}, "ships": {one.key: one for _, one in ships},
        "cards": stacked(*pile), "wind": wind, "turn": 1, "phase": "movement", "asked": "british",
        "initiative": "british",
    } | fields  # fmt: skip
    assert len(values["ships"]) == len(ships), "of two ships with one key the first would be lost"
    return State(**values)


def gunfire(*ships: tuple[Vessel, Ship], **fields: Any) -> State:
    """A state in the gunnery of the British."""
    return battle(*ships, phase="gunnery", **fields)
