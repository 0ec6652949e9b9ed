"""Ships that are lost, or give up (4.2.1-m, 4.4.1)."""

from typing import Literal

from tabletop.core.events import EventHandler
from tabletop.games.ships_of_the_line.state import ShipEvent, State, with_ship
from tabletop.games.ships_of_the_line.words import describe_by, name_of

Grave = Literal["hull", "flooding", "fire", "collision", "grounding"]
"""What sinks a ship."""


class ShipExploded(ShipEvent, frozen=True, kw_only=True):
    """The magazine went up (4.2.1-m)."""

    rule: str = "SOTL-4.2.1-m"


class ShipSunk(ShipEvent, frozen=True, kw_only=True):
    """A ship went down with everyone aboard (2.2-h, 4.4.1-d)."""

    cause: Grave
    rule: str = "SOTL-2.2-h"


class ColoursStruck(ShipEvent, frozen=True, kw_only=True):
    """A ship surrendered and hoisted the white flag (4.4.1)."""

    cause: Literal["sinking_zone", "officer", "dismasted", "no_crew"]
    rule: str = "SOTL-4.4.1-b"


_GRAVES: dict[Grave, str] = {
    "hull": "{ship} is shot to pieces and goes down.",
    "flooding": "The sea wins: {ship} fills and sinks with all hands.",
    "fire": "{ship} burns to the waterline and sinks.",
    "collision": "Her side stove in, {ship} goes down.",
    "grounding": "Her bottom torn open, {ship} fills and goes down.",
}

_STRIKES: dict[Literal["sinking_zone", "officer", "dismasted", "no_crew"], str] = {
    "sinking_zone": "{ship}, sinking under her people, strikes her colours.",
    "officer": "With her captain dead {ship} strikes her colours.",
    "dismasted": "Dismasted and alone, {ship} strikes her colours.",
    "no_crew": "Nobody is left aboard {ship}: her colours come down.",
}


EVENT_HANDLERS: tuple[EventHandler[State], ...] = (
    EventHandler(
        ShipExploded,
        lambda state, event: with_ship(state, event.ship, status="exploded", hull=0, sunk_turn=state.turn),
        describe_by("The fire reaches the magazine: {ship} blows up!"),
    ),
    EventHandler(
        ShipSunk,
        apply=lambda state, event: with_ship(state, event.ship, status="sunk", sunk_turn=state.turn, wreck=True),
        describe=lambda state, event: _GRAVES[event.cause].format(ship=name_of(state, event.ship)),
    ),
    EventHandler(
        ColoursStruck,
        apply=lambda state, event: with_ship(state, event.ship, status="struck", struck_turn=state.turn),
        describe=lambda state, event: _STRIKES[event.cause].format(ship=name_of(state, event.ship)),
    ),
)
