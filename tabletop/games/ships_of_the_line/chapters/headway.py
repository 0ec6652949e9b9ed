"""How the wind meets a ship, what keeps her from making way, and which ships lie stopped (5.2.3, 5.2.5, AMB-72)."""

from typing import Literal

from tabletop.core.errors import Refused
from tabletop.core.memory import per_object, per_state
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.rule_modules import Hold
from tabletop.games.ships_of_the_line.state import Grapple, State, on_map
from tabletop.games.ships_of_the_line.wind import Wind
from tabletop.geometry.measure import heading_difference


def grappled(state: State, key: str) -> bool:
    """Whether a grapple holds her; a tow is no grapple (AMB-142)."""
    return bool(state.grapples) and key in _held_fast(state.grapples)


@per_object
def _held_fast(grapples: tuple[Grapple, ...]) -> frozenset[str]:
    return frozenset(key for grapple in grapples for key in (grapple.first, grapple.second))


def towed_by(state: State, tower: str) -> str:
    """The ship in tow of this one, or an empty key."""
    return next((tow.towed for tow in state.tows if tow.tower == tower), "") if state.tows else ""


def tower_of(state: State, towed: str) -> str:
    """The ship that tows this one, or an empty key."""
    return next((tow.tower for tow in state.tows if tow.towed == towed), "") if state.tows else ""


HOLDS: tuple[Hold, ...] = (
    Hold(lambda state, key: not on_map(state, key), "SOTL-5-a", "She is no longer on the map."),
    Hold(lambda state, key: state.ships[key].status == "struck", "SOTL-4.4.3-a", "She has struck; nobody moves her."),
    Hold(lambda state, key: state.ships[key].anchored, "SOTL-5.2.5-d", "She lies at anchor."),
    Hold(grappled, "SOTL-6-d", "Grappled ships do not move."),
    Hold(
        lambda state, key: grappled(state, towed_by(state, key)),
        "SOTL-6-d",
        "The ship in tow is grappled, and grappled ships do not move.",
    ),
    Hold(lambda state, key: bool(tower_of(state, key)), "SOTL-5.6-c", "She is in tow and follows her tower."),
    Hold(lambda state, key: not state.ships[key].masts, "SOTL-5.2.1-a", "She is dismasted."),
    Hold(lambda state, key: state.ships[key].rudder_lost, "SOTL-5.2.4-b", "Her rudder is lost."),
)
"""What holds a ship in the basic game."""


@per_state
def held(state: State, key: str) -> Refused | None:
    """Why the ship cannot make way whatever the wind, or None."""
    for hold in rules_of(state).holds:
        if hold.test(state, key):
            return Refused(hold.rule, hold.reason, pieces=(key,))
    return None


def lies_stopped(state: State, key: str) -> bool:
    """Whether she has no way on her: marked so, held, or head to wind when her move starts (AMB-72, AMB-76)."""
    ship = state.ships[key]
    return ship.stopped or held(state, key) is not None or in_the_winds_eye(ship.pose.heading, state.wind)


def check_not_moved(state: State, key: str) -> Refused | None:
    """Each ship moves once in a phase (AMB-89)."""
    if state.ships[key].moved:
        return Refused("SOTL-3-e", "She has made her move this turn.", pieces=(key,))
    return None


Relation = Literal["bow", "tack", "side", "quarter", "stern"]

_SECTORS: tuple[Relation, ...] = ("bow", "tack", "side", "quarter", "stern")
"""Relation by eighths of the circle between the heading and the wind's origin (AMB-5)."""

PERCENTAGES: dict[Relation, int] = {"bow": 0, "tack": 25, "side": 50, "quarter": 100, "stern": 75}
"""SOTL-5.2.3-a."""


_BLOWS: tuple[Relation, ...] = tuple(_SECTORS[round(heading_difference(off, 0) / 45)] for off in range(360))
"""The same by whole degrees, which never lie on a boundary."""


def wind_relation(heading: int, wind: Wind) -> Relation:
    """From which part of the ship the wind blows (AMB-5)."""
    return _BLOWS[(heading - wind.origin) % 360]


def wind_percentage(heading: int, wind: Wind) -> int:
    """The part of her points that the wind leaves a ship, in hundredths (5.2.3-a); all where none counts (AMB-79)."""
    return PERCENTAGES[wind_relation(heading, wind)] if wind.counts else 100


def in_the_winds_eye(heading: int, wind: Wind) -> bool:
    """Whether a ship on this heading can make no way at all (5.2.3-a, 5.2.5-d)."""
    return wind_percentage(heading, wind) == 0
