"""Chapter 21: windward and leeward, by how each ship heads to the wind (AMB-86 to AMB-88, AMB-191 to AMB-193).

It is read from her heading whenever it matters: as the guns are fired, as she begins her move, as she rams, as crews
fight.
"""

from collections.abc import Iterator
from typing import Literal

from tabletop.games.ships_of_the_line.chapters.aiming import plus as dice_added
from tabletop.games.ships_of_the_line.chapters.optional import no_wind
from tabletop.games.ships_of_the_line.chapters.sailing import plus
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import Broadside, ShipClass
from tabletop.games.ships_of_the_line.state import Relation, State, Wind, wind_relation
from tabletop.games.ships_of_the_line.tables import (
    Gunfire,
    Harm,
    Hits,
    Modifier,
    ModifierRule,
    ModifierTable,
    ModifierTables,
    Sailing,
    Throw,
)

Gauge = Literal["windward", "leeward", "neither"]

GAUGES: dict[Relation, Gauge] = {
    "bow": "leeward",
    "tack": "leeward",
    "side": "neither",
    "quarter": "windward",
    "stern": "windward",
}
"""AMB-86: the wind from behind, or from ahead."""

LOWER_BATTERY: frozenset[ShipClass] = frozenset({"I", "II", "III", "IV"})
"""SOTL-21-a: frigates and brigs have no lower battery that the sea could silence."""

_MEANINGS: dict[Gauge, str] = {
    "windward": "A point more, rams harder, boards better; in a heavy breeze her lower battery is silent.",
    "leeward": "Every broadside that hits her costs a hull point more.",
    "neither": "The wind abeam favours nobody.",
}
_EMBLEMS: dict[Gauge, str] = {"windward": "W", "leeward": "L", "neither": ""}


def gauge_of(state: State, key: str) -> Gauge:
    """Which a ship has on her heading; neither where no wind counts (AMB-173), nor has a battery any."""
    return _gauge_on(state.ships[key].pose.heading, state.wind) if key in state.ships else "neither"


def _gauge_on(heading: int, wind: Wind) -> Gauge:
    return GAUGES[wind_relation(heading, wind)] if wind.counts else "neither"


def is_windward(state: State, key: str) -> bool:
    """Whether the wind comes from behind her."""
    return gauge_of(state, key) == "windward"


def lee_side(state: State, key: str) -> Broadside | None:
    """Her side away from the wind; None where it blows exactly along her keel, or none counts (AMB-192)."""
    off = (state.wind.origin - state.ships[key].pose.heading) % 360
    if off % 180 == 0 or not state.wind.counts:
        return None
    return "port" if off < 180 else "starboard"


def _points_modifier(ship: Sailing, so_far: int) -> Modifier | None:
    return plus(so_far, "Windward", 1) if ship.makes_way and _gauge_on(ship.heading, ship.wind) == "windward" else None


def _lower_battery_modifier(fire: Gunfire, so_far: int) -> Modifier | None:
    """The sea stands to the lee ports (AMB-87, AMB-193); nothing is left to silence where no die is."""
    low = fire.state.cards[fire.ship].ship_class in LOWER_BATTERY and fire.state.wind.strength == "heavy"
    return dice_added(so_far, "lower battery", -1) if low and so_far and is_windward(fire.state, fire.ship) else None


def _leeward_modifier(shot: Hits, so_far: int) -> Modifier | None:
    """Once a broadside that hits at all, also if all hits were critical (AMB-25, AMB-88)."""
    state = shot.state
    strong = state.wind.strength == "heavy" or not state.profile.leeward_above_breeze
    hurt = shot.hits and strong and gauge_of(state, shot.target) == "leeward"
    return Modifier("leeward", "+1", so_far + 1) if hurt else None


def _ramming_modifier(harm: Harm, so_far: int) -> Modifier | None:
    """She runs down with the wind behind her; not who is rammed, not in a turn, not by drifting (AMB-87, AMB-157)."""
    hard = harm.cause == "collision" and harm.ahead and harm.by not in ("", harm.ship)
    return Modifier("windward", "+1", so_far + 1) if hard and is_windward(harm.state, harm.by) else None


def _boarding_modifier(throw: Throw, so_far: int) -> Modifier | None:
    """Once for all ships of a side (AMB-191)."""
    above = any(is_windward(throw.state, key) for key in throw.ships)
    return Modifier("windward", "−1", so_far - 1) if above else None


def _side_of_fall(state: State, key: str, named: Broadside) -> Broadside:
    return lee_side(state, key) or named


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    found = gauge_of(state, key)
    yield Mark("Gauge", found, _MEANINGS[found], "SOTL-21-b", _EMBLEMS[found])


MODULE = RuleModule(
    id="weather_gauge",
    rule="SOTL-21",
    words="Weather gauge",
    note="With the wind behind her a ship sails, rams and boards better, towards it she suffers; masts fall to lee.",
    group="Wind and sea",
    inert=no_wind.explain_no_wind,
    falls=_side_of_fall,
    marks=_list_marks,
    sums=ModifierTables(
        allowance=ModifierTable(
            (ModifierRule("windward", "SOTL-21-b", _points_modifier, after=("inertia", "full sail", "veteran crew")),)
        ),
        dice=ModifierTable((ModifierRule("lower battery", "AMB-193", _lower_battery_modifier, after=("tow",)),)),
        hull_loss=ModifierTable(
            (ModifierRule("leeward", "SOTL-21-c", _leeward_modifier, after=("rake", "British firepower")),)
        ),
        harm=ModifierTable((ModifierRule("windward", "AMB-157", _ramming_modifier, after=("points",)),)),
        throw=ModifierTable(
            (ModifierRule("windward", "SOTL-21-b", _boarding_modifier, after=("dice", "leader", "leaders")),)
        ),
    ),
)
