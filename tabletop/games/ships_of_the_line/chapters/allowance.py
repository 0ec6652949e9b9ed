"""The points a ship has for her move, as a sum that can be shown line by line (5.2, AMB-8)."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

import msgspec

from tabletop.core.memory import per_state
from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line.chapters import headway
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.modifiers import Modifier, ModifierRule, Sailing
from tabletop.games.ships_of_the_line.ship import MASTS, Mast
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.wind import Strength

MAST_POINTS: dict[Mast, int] = {"fore": 1, "main": 2, "mizzen": 1}
"""Points that a standing mast is worth under low sail (5.2.1-a)."""

RATINGS: dict[Strength | None, int] = {"light": -1, "breeze": 0, "heavy": 1, None: 0}
"""Inertia rating of the wind's strength (AMB-70)."""

_RELATION_WORDS: dict[headway.Relation, str] = {
    "bow": "Wind ahead",
    "tack": "Wind on the tack",
    "side": "Wind abeam",
    "quarter": "Wind on the quarter",
    "stern": "Wind astern",
}

_STRENGTH_WORDS: dict[Strength | None, str] = {"light": "Light breeze", "heavy": "Heavy breeze"}


class Allowance(msgspec.Struct, frozen=True):
    """What a ship may spend this move.

    Attributes:
        points: whole points.
        forced: points of them that she must spend on moving or pivoting before she may slow (5.2.3-c).
        percentage: the wind's part, in hundredths.
        working: the sum; the last value is `points`.
        resisted: she is stopped and pays the resistance in this sum (5.2.5-a).
        optional: points of them that lapse if she does not use them, instead of counting as slowed (AMB-171).
    """

    points: int
    forced: int
    percentage: int
    working: tuple[Modifier, ...]
    resisted: bool = False
    optional: int = 0


@per_state
def allowance(state: State, key: str) -> Allowance:
    """The points of a ship at the start of her move, fixed for the whole of it (AMB-6, AMB-8)."""
    return _reckoned(build_sailing(state, key))


@lru_cache(maxsize=1024)
def _reckoned(ship: Sailing) -> Allowance:
    """Remembered, because most ships lie as they lay, whatever befalls others."""
    sums = ship.sums
    lines = sums.allowance.lines(ship)
    working = tuple([line for _, line in lines])
    points = working[-1].value
    bound = sums.allowance.total(ship, optional=False) if any(term.optional for term, _ in lines) else points
    forced = min(bound, max(0, 1 + sums.inertia.total(ship)))
    return Allowance(points, forced, ship.percentage, working, ship.stopped and ship.makes_way, points - bound)


def build_sailing(state: State, key: str) -> Sailing:
    """A ship as her points are reckoned for."""
    ship, hold = state.ships[key], headway.held(state, key)
    percent = headway.wind_percentage(ship.pose.heading, state.wind)
    return Sailing(
        sums=rules_of(state).sums,
        profile=state.profile,
        wind=state.wind,
        card=state.cards[key],
        heading=ship.pose.heading,
        percentage=percent,
        masts=ship.masts,
        sail=ship.sail,
        prize=ship.status == "captured",
        towed=headway.towed_by(state, key),
        hold=hold.reason if hold else "",
        stopped=ship.stopped or hold is not None or percent == 0,
    )


def resistance(state: State, key: str) -> int:
    """Points that a stopped ship loses when she gets under way; a positive inertia offsets them (5.2.5-a)."""
    return rules_of(state).sums.resistance.total(build_sailing(state, key))


def proportion(points: int, percent: int) -> int:
    """A percentage of some points, rounded up (5.2.3-b)."""
    return -(-points * percent // 100)


def halved(points: int) -> int:
    """What a tow leaves of an allowance, rounded up (5.6-c)."""
    return -(-points // 2)


def _wind(ship: Sailing, so_far: int) -> Modifier | None:
    strength = ship.wind.strength
    return plus(so_far, _STRENGTH_WORDS[strength], RATINGS[strength]) if RATINGS[strength] else None


INERTIA: tuple[ModifierRule[Sailing], ...] = (ModifierRule("wind", "AMB-70", _wind),)
"""The inertia rating; 1 more is what she must spend before she may slow."""


def _resistance(ship: Sailing, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    lost = ship.profile.resistance
    return Modifier("Resistance of a stopped ship", str(lost), lost)


def _offset(ship: Sailing, so_far: int) -> Modifier | None:
    rating = ship.sums.inertia.total(ship)
    return Modifier("Inertia", f"−{rating}", max(0, so_far - rating)) if rating > 0 else None


RESISTANCE: tuple[ModifierRule[Sailing], ...] = (
    ModifierRule("resistance", "SOTL-5.2.5-a", _resistance),
    ModifierRule("inertia", "SOTL-5.2.5-b", _offset),
)
"""What getting under way costs a stopped ship."""


def _base(ship: Sailing, so_far: int) -> Modifier:  # noqa: ARG001 - where the sum begins
    return Modifier("Points of every ship", "", ship.profile.base_points)


Worth = Callable[[Sailing], Mapping[Mast, int]]
"""What each mast adds to the points of a ship."""


def _mast_lost(worth: Worth, mast: Mast, ship: Sailing, so_far: int) -> Modifier | None:
    """A line that takes off what a mast that is down was `worth`."""
    if mast in ship.masts:
        return None
    lost = worth(ship)[mast]
    return Modifier(f"{mast.capitalize()}mast lost", f"−{lost}", max(0, so_far - lost))


def mast_terms(worth: Worth) -> tuple[ModifierRule[Sailing], ...]:
    """A term for each mast."""
    return tuple(ModifierRule(f"{mast}mast", "SOTL-5.2.1-a", partial(_mast_lost, worth, mast)) for mast in MASTS)


def _blown(ship: Sailing, so_far: int) -> Modifier:
    relation = headway.wind_relation(ship.heading, ship.wind)
    words = _RELATION_WORDS[relation] if ship.wind.counts else "No wind counts"
    return Modifier(words, f"{ship.percentage} %", proportion(so_far, ship.percentage))


def _held(ship: Sailing, so_far: int) -> Modifier | None:  # noqa: ARG001 - it leaves her nothing
    return Modifier(ship.hold.rstrip("."), "cannot move", 0) if ship.hold else None


def _driven(ship: Sailing, so_far: int) -> Modifier | None:
    return _wind(ship, so_far) if ship.makes_way else None


def _resisted(ship: Sailing, so_far: int) -> Modifier | None:
    if not (ship.stopped and ship.makes_way):
        return None
    lost = ship.sums.resistance.total(ship)
    return Modifier("Resistance of a stopped ship", f"−{lost}", so_far - lost) if lost else None


def _towing(ship: Sailing, so_far: int) -> Modifier | None:
    tows = ship.makes_way and ship.towed
    return Modifier("A ship in tow", "half", halved(max(0, so_far))) if tows else None


def _floor(ship: Sailing, so_far: int) -> Modifier | None:  # noqa: ARG001 - whatever ship she is
    return Modifier("Never below", "0", 0) if so_far < 0 else None


def plus(so_far: int, source: str, change: int) -> Modifier:
    """A line that adds points or takes some away."""
    return Modifier(source, signed(change), so_far + change)


ALLOWANCE: tuple[ModifierRule[Sailing], ...] = (
    ModifierRule("base", "SOTL-5-g", _base),
    *mast_terms(lambda ship: MAST_POINTS),  # noqa: ARG005 - under low sail every ship's masts are worth the same
    ModifierRule("wind's part", "SOTL-5.2.3-a", _blown),
    ModifierRule("held", "SOTL-5.2.5-d", _held),
    ModifierRule("inertia", "AMB-70", _driven),
    ModifierRule("resistance", "SOTL-5.2.5-a", _resisted),
    ModifierRule("tow", "SOTL-5.6-c", _towing),
    ModifierRule("floor", "AMB-8", _floor),
)
"""The points of a move (AMB-8)."""
