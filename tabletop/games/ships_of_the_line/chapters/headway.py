"""What keeps a ship from making way, and which ships lie stopped (5.2.5, AMB-72)."""

from collections.abc import Callable

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line.chapters.compass import in_the_winds_eye
from tabletop.games.ships_of_the_line.state import State, on_map

Test = Callable[[State, str], bool]


def grappled(state: State, key: str) -> bool:
    """Whether a grapple holds her; a tow is no grapple (AMB-142)."""
    return key in _held_fast(state)


@per_state
def _held_fast(state: State) -> frozenset[str]:
    return frozenset(key for grapple in state.grapples for key in (grapple.first, grapple.second))


def towed_by(state: State, tower: str) -> str:
    """The ship in tow of this one, or an empty key."""
    return next((tow.towed for tow in state.tows if tow.tower == tower), "")


def tower_of(state: State, towed: str) -> str:
    """The ship that tows this one, or an empty key."""
    return next((tow.tower for tow in state.tows if tow.towed == towed), "")


_HOLDS: tuple[tuple[Test, str, str], ...] = (
    (lambda state, key: not on_map(state, key), "SOTL-5-a", "She is no longer on the map."),
    (lambda state, key: state.ships[key].status == "struck", "SOTL-4.4.3-a", "She has struck; nobody moves her."),
    (lambda state, key: state.ships[key].anchored, "SOTL-5.2.5-d", "She lies at anchor."),
    (grappled, "SOTL-6-d", "Grappled ships do not move."),
    (
        lambda state, key: grappled(state, towed_by(state, key)),
        "SOTL-6-d",
        "The ship in tow is grappled, and grappled ships do not move.",
    ),
    (lambda state, key: bool(tower_of(state, key)), "SOTL-5.6-c", "She is in tow and follows her tower."),
    (lambda state, key: not state.ships[key].masts, "SOTL-5.2.1-a", "She is dismasted."),
    (lambda state, key: state.ships[key].rudder_lost, "SOTL-5.2.4-b", "Her rudder is lost."),
)
"""What holds a ship wholly, in the order in which a player is told (AMB-8, AMB-72)."""


@per_state
def held(state: State, key: str) -> Refused | None:
    """Why the ship cannot make way whatever the wind, or None."""
    return next((Refused(rule, reason, pieces=(key,)) for test, rule, reason in _HOLDS if test(state, key)), None)


def lies_stopped(state: State, key: str) -> bool:
    """Whether she has no way on her: marked so, held, or head to wind when her move starts (AMB-72, AMB-76)."""
    ship = state.ships[key]
    return ship.stopped or held(state, key) is not None or in_the_winds_eye(ship.pose.heading, state.wind)


def check_not_moved(state: State, key: str) -> Refused | None:
    """Each ship moves once in a phase (AMB-89)."""
    if state.ships[key].moved:
        return Refused("SOTL-3-e", "She has made her move this turn.", pieces=(key,))
    return None
