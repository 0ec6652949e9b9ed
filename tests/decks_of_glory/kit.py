"""A small language for tests: put a few ships on the hexes, stack the deck, give a command, see what came."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from tabletop.cards.standard import DECK
from tabletop.cards.zones import Zones
from tabletop.core.chance import ScriptedChance
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory import rules
from tabletop.games.decks_of_glory.commands import Command
from tabletop.games.decks_of_glory.events import Event
from tabletop.games.decks_of_glory.evolve import evolve
from tabletop.games.decks_of_glory.options import NAMES
from tabletop.games.decks_of_glory.state import Hexagon, Ship, State, Vessel
from tabletop.games.decks_of_glory.tables import POINTS, SIDE_OF

_NATIONS = {"B": "britain", "F": "france", "S": "spain"}

RED, BLACK = "2H", "2S"


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
        "colours": {"british": "red", "allied": "black"}, "options": {name: name in on for name in NAMES},
        "fleet": {vessel.key: vessel for vessel, _ in ships}, "ships": {one.key: one for _, one in ships},
        "cards": stacked(*pile), "wind": wind, "turn": 1, "phase": "movement", "asked": "british",
        "initiative": "british",
    } | fields  # fmt: skip
    return State(**values)


def gunfire(*ships: tuple[Vessel, Ship], **fields: Any) -> State:
    """A state in the gunnery of the British."""
    return battle(*ships, phase="gunnery", **fields)


def play(state: State, *commands: Command, decks: Iterable[Sequence[str]] = ()) -> tuple[State, list[Event]]:
    """Give legal commands with scripted shuffles, all of which must come; the state and events that follow."""
    chance = ScriptedChance((), decks)
    events: list[Event] = []
    for command in commands:
        refusal = rules.check(state, command)
        assert refusal is None, f"{command} was refused: {refusal}"
        came = rules.decide(state, command, chance)
        for event in came:
            state = evolve(state, event)
        events += came
    assert not chance.decks_left, f"shuffles left over: {chance.decks_left}"
    return state, events


def refused(state: State, command: Command, rule: str) -> Refused:
    """The refusal of a command, which must name the rule."""
    refusal = rules.check(state, command)
    assert refusal is not None, f"{command} was allowed"
    assert refusal.rule == rule, str(refusal)
    return refusal


def only(events: Iterable[Event], kind: type) -> Any:
    """The one event of a kind."""
    found = every(events, kind)
    if len(found) != 1:
        pytest.fail(f"{len(found)} events of {kind.__name__}: {list(events)}")
    return found[0]


def every(events: Iterable[Event], kind: type) -> list[Any]:
    """All events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]
