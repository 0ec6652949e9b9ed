"""Chapter 3: turns, phases and who is asked."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tabletop.games.ships_of_the_line.events import InitiativeRolled, PhaseBegan, PhaseEnded, SideAsked, TurnBegan
from tabletop.games.ships_of_the_line.ship import Ship
from tabletop.games.ships_of_the_line.state import State


def initiative_rolled(state: State, event: InitiativeRolled) -> State:
    """The winner holds the initiative for this turn; fires that burn now are old in it, in turn 1 too (AMB-32)."""
    ships = {key: replace(ship, old_fires=ship.fires) for key, ship in state.ships.items()}
    return replace(state, initiative=event.winner, ships=ships)


def turn_began(state: State, event: TurnBegan) -> State:
    """A new turn: the marks that count within one turn are wiped."""
    ships = {key: _fresh(ship) for key, ship in state.ships.items()}
    return replace(state, turn=event.turn, phase="initiative", ships=ships)


def _fresh(ship: Ship) -> Ship:
    return replace(
        ship,
        moved=False,
        move_allows_anchor=False,
        attacked=False,
        hit=False,
        fired=(),
        exerted=False,
        reloaded=False,
        grapple_used=False,
        tried=(),
    )


def phase_began(state: State, event: PhaseBegan) -> State:
    """A step begins; nobody is asked yet."""
    return replace(state, phase=event.phase, asked=None)


def side_asked(state: State, event: SideAsked) -> State:
    """A side is asked."""
    return replace(state, asked=event.side)


def phase_ended(state: State, event: PhaseEnded) -> State:  # noqa: ARG001
    """Nobody is asked any more."""
    return replace(state, asked=None)


APPLY: dict[type, Callable[[State, Any], State]] = {
    InitiativeRolled: initiative_rolled,
    TurnBegan: turn_began,
    PhaseBegan: phase_began,
    SideAsked: side_asked,
    PhaseEnded: phase_ended,
}
