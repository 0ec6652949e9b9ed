"""Chapter 7: what hard work does to a crew, and what an exhausted crew cannot do."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.compiled import fatigue_limit
from tabletop.games.ships_of_the_line.events.crew import FatigueFell, FatigueRose
from tabletop.games.ships_of_the_line.ship import AFLOAT, Ship
from tabletop.games.ships_of_the_line.state import State, Unfolding
from tabletop.games.ships_of_the_line.sums import Aboard, Modifier, Term


def _printed(crew: Aboard, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    most = crew.state.profile.max_fatigue
    return Modifier("every crew", str(most), most)


LIMIT: tuple[Term[Aboard], ...] = (Term("crew", "SOTL-7-a", _printed),)
"""The level at which a crew can do no more."""


def exhausted(state: State, key: str) -> bool:
    """Whether her crew is at its limit (7-e)."""
    return state.ships[key].fatigue >= fatigue_limit(state, key)


def check_effort(state: State, key: str) -> Refused | None:
    """Why her crew cannot take on tiring work now, or None (7-e)."""
    if not exhausted(state, key):
        return None
    by = f"fatigue {state.ships[key].fatigue}, the limit is {fatigue_limit(state, key)}"
    return Refused("SOTL-7-e", f"The crew of {state.cards[key].name} is exhausted and must rest.", by, (key,))


def tire(turn: Unfolding, key: str, cause: str) -> None:
    """One more fatigue, never above the limit; the ship cannot recover this turn (7-a, 7-b).

    Args:
        turn: the command on its way.
        key: the ship that worked.
        cause: the work in a player's words, e.g. ``boarding``.
    """
    now = turn.state.ships[key].fatigue
    level = max(now, min(now + 1, fatigue_limit(turn.state, key)))
    turn.emit(FatigueRose(ship=key, level=level, cause=cause))


def recover(turn: Unfolding) -> None:
    """Every crew that rested the whole turn loses one fatigue (AMB-35)."""
    rested = [key for key, ship in turn.state.ships.items() if _rested(ship)]
    for key in rested:
        turn.emit(FatigueFell(ship=key, level=turn.state.ships[key].fatigue - 1))


def _rested(ship: Ship) -> bool:
    # a struck ship obeys nobody, so nobody lets her crew rest (AMB-129)
    at_work = ship.fired or ship.exerted or ship.status == "struck"
    return ship.status in AFLOAT and ship.fatigue > 0 and not at_work
