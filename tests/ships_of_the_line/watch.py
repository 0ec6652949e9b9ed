"""For tests of the Crew Phase: a position in a given step, and the step, or the whole phase, left to itself."""

from collections.abc import Iterable
from typing import Any

from tabletop.core.chance import ScriptedChance
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.commands import Answer, Done
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Card, Ship
from tests.ships_of_the_line.kit import battle, ship

BRITISH, ALLIED = Done(side="british"), Done(side="allied")
CONSENT, RESIST = Answer(side="allied", accept=True), Answer(side="allied", accept=False)


def crew(*ships: tuple[Card, Ship], **fields: Any) -> State:
    """The Crew Phase of turn 2, in its first step unless `fields` say otherwise.

    Two sound ships lie far off, B9 and F9, so that the battle goes on whatever happens.
    """
    far = (ship("B9", -30, -30, 0), ship("F9", 30, 30, 0))
    return battle(*ships, *far, **({"phase": "reload", "turn": 2} | fields))


def to_the_end(state: State, dice: Iterable[int] = ()) -> tuple[State, list[Event]]:
    """Both sides are done with every step of this Crew Phase; all dice must be used."""
    chance, turn = ScriptedChance(dice), state.turn
    told: list[Event] = []
    while state.turn == turn and state.outcome is None:
        side = rules.side_to_choose(state)
        assert side is not None
        came = rules.decide(state, Done(side=side), chance)
        state = came.state
        told += came.events
    assert not chance.dice_left, f"dice left over: {chance.dice_left}"
    return state, told


def of(events: Iterable[Event], kind: type) -> list[Any]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]
