"""The points a ship has for her move, as a sum that can be shown line by line (5.2, AMB-8)."""

import msgspec

from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line.chapters.compass import Relation, percentage, relation
from tabletop.games.ships_of_the_line.chapters.headway import held, lies_stopped, towed_by
from tabletop.games.ships_of_the_line.events import Modifier
from tabletop.games.ships_of_the_line.ship import MASTS, Mast, Ship
from tabletop.games.ships_of_the_line.state import State, Strength

MAST_POINTS: dict[Mast, int] = {"fore": 1, "main": 2, "mizzen": 1}
"""Points that a standing mast is worth under low sail (5.2.1-a)."""

INERTIA: dict[Strength, int] = {"light": -1, "breeze": 0, "heavy": 1}
"""Inertia rating of the wind's strength (AMB-70)."""

_RELATION_WORDS: dict[Relation, str] = {
    "bow": "Wind ahead",
    "tack": "Wind on the tack",
    "side": "Wind abeam",
    "quarter": "Wind on the quarter",
    "stern": "Wind astern",
}

_STRENGTH_WORDS: dict[Strength, str] = {"light": "Light breeze", "breeze": "Breeze", "heavy": "Heavy breeze"}


class Allowance(msgspec.Struct, frozen=True):
    """What a ship may spend this move.

    Attributes:
        points: whole points.
        forced: points of them that she must spend on moving or pivoting before she may slow (5.2.3-c).
        percentage: the wind's part, in hundredths.
        working: the sum; the last value is `points`.
        resisted: she is stopped and pays the resistance in this sum (5.2.5-a).
    """

    points: int
    forced: int
    percentage: int
    working: tuple[Modifier, ...]
    resisted: bool = False


def rigging(ship: Ship, base: int) -> int:
    """Points by the masts that stand (5.2.1-a)."""
    return max(0, base - sum(MAST_POINTS[mast] for mast in MASTS if mast not in ship.masts))


def proportion(points: int, percent: int) -> int:
    """A percentage of some points, rounded up (5.2.3-b)."""
    return -(-points * percent // 100)


def halved(points: int) -> int:
    """What a tow leaves of an allowance, rounded up (5.6-c)."""
    return -(-points // 2)


def resistance(base: int, strength: Strength) -> int:
    """Points a stopped ship loses when she gets under way; a positive inertia offsets them (5.2.5-a)."""
    return max(0, base - max(0, INERTIA[strength]))


def forced_spend(strength: Strength) -> int:
    """Points a ship under way must spend before she may slow (AMB-70)."""
    return max(0, 1 + INERTIA[strength])


def allowance(state: State, key: str) -> Allowance:
    """The points of a ship at the start of her move, fixed for the whole of it (AMB-6, AMB-8)."""
    ship = state.ships[key]
    percent = percentage(ship.pose.heading, state.wind)
    working = [Modifier("Points of every ship", "", state.profile.base_points)]
    _add_masts(working, ship)
    blown = _RELATION_WORDS[relation(ship.pose.heading, state.wind)]
    _step(working, blown, f"{percent} %", proportion(working[-1].value, percent))
    hold = held(state, key)
    if hold is not None:
        _step(working, hold.reason.rstrip("."), "cannot move", 0)
    stopped = lies_stopped(state, key)
    if hold is None and percent:
        _add_inertia(working, state)
        _add_resistance(working, state, stopped)
        _add_tow(working, state, key)
    points = max(0, working[-1].value)
    if points != working[-1].value:
        _step(working, "Never below", "0", 0)
    forced = min(points, forced_spend(state.wind.strength))
    return Allowance(points, forced, percent, tuple(working), stopped and hold is None and percent > 0)


def _step(working: list[Modifier], source: str, change: str, value: int) -> None:
    working.append(Modifier(source, change, value))


def _add_masts(working: list[Modifier], ship: Ship) -> None:
    for mast in MASTS:
        if mast not in ship.masts:
            lost = MAST_POINTS[mast]
            _step(working, f"{mast.capitalize()}mast lost", f"−{lost}", max(0, working[-1].value - lost))


def _add_inertia(working: list[Modifier], state: State) -> None:
    rating = INERTIA[state.wind.strength]
    if rating:
        _step(working, _STRENGTH_WORDS[state.wind.strength], signed(rating), working[-1].value + rating)


def _add_resistance(working: list[Modifier], state: State, stopped: bool) -> None:
    lost = resistance(state.profile.resistance, state.wind.strength) if stopped else 0
    if lost:
        _step(working, "Resistance of a stopped ship", f"−{lost}", working[-1].value - lost)


def _add_tow(working: list[Modifier], state: State, key: str) -> None:
    if towed_by(state, key):
        _step(working, "A ship in tow", "half", halved(max(0, working[-1].value)))
