"""Chapter 21: the windward and the leeward gauge of a ship, by her heading (AMB-86 to AMB-88, AMB-191 to AMB-193).

The gauge is computed from the heading whenever a rule needs it: for fire, movement, ramming and boarding.
"""

from collections.abc import Iterator
from typing import Literal

from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters.aiming import add_dice as dice_added
from tabletop.games.ships_of_the_line.chapters.optional import no_wind
from tabletop.games.ships_of_the_line.chapters.sailing import add_points
from tabletop.games.ships_of_the_line.hooks import Mark
from tabletop.games.ships_of_the_line.model import Relation, State, Wind, wind_relation
from tabletop.games.ships_of_the_line.rule_modules import RuleModule
from tabletop.games.ships_of_the_line.ship import Broadside, ShipClass

Gauge = Literal["windward", "leeward", "neither"]

GAUGES: dict[Relation, Gauge] = {
    "bow": "leeward",
    "tack": "leeward",
    "side": "neither",
    "quarter": "windward",
    "stern": "windward",
}
"""AMB-86: the gauge by how the wind meets the ship."""

LOWER_BATTERY: frozenset[ShipClass] = frozenset({"I", "II", "III", "IV"})
"""SOTL-21-a: classes with a lower battery that a heavy sea silences."""

_MEANINGS: dict[Gauge, str] = {
    "windward": "One more point, rams harder, boards better. In a heavy breeze her lower battery cannot fire.",
    "leeward": "Every broadside that hits her takes one more hull point.",
    "neither": "With the wind abeam she has no advantage.",
}
_EMBLEMS: dict[Gauge, str] = {"windward": "W", "leeward": "L", "neither": ""}


def gauge_of(state: State, key: str) -> Gauge:
    """Return the gauge of a ship; `neither` for a battery, or if no wind counts (AMB-173)."""
    return _gauge_on(state.ships[key].pose.heading, state.wind) if key in state.ships else "neither"


def _gauge_on(heading: int, wind: Wind) -> Gauge:
    """Return the gauge on a heading in degrees; `neither` if no wind counts."""
    return GAUGES[wind_relation(heading, wind)] if wind.counts else "neither"


def is_windward(state: State, key: str) -> bool:
    """Return True if the ship has the windward gauge: the wind comes from astern or the quarter."""
    return gauge_of(state, key) == "windward"


def lee_side(state: State, key: str) -> Broadside | None:
    """Return the side of a ship away from the wind (AMB-192).

    None if the wind blows along the keel or does not count.
    """
    off = (state.wind.origin - state.ships[key].pose.heading) % 360
    if off % 180 == 0 or not state.wind.counts:
        return None
    return "port" if off < 180 else "starboard"


def _points_modifier(ship: tables.Sailing, so_far: int) -> tables.Modifier | None:
    """Add one movement point for a ship to windward that makes way, else None (21-b)."""
    return (
        add_points(so_far, "Windward", 1)
        if ship.makes_way and _gauge_on(ship.heading, ship.wind) == "windward"
        else None
    )


def _lower_battery_modifier(fire: tables.Gunfire, so_far: int) -> tables.Modifier | None:
    """Subtract a die for a lower battery silent to windward in a heavy breeze (AMB-87, AMB-193).

    None for classes without a lower battery, and if no die is left.
    """
    low = fire.state.cards[fire.ship].ship_class in LOWER_BATTERY and fire.state.wind.strength == "heavy"
    return dice_added(so_far, "lower battery", -1) if low and so_far and is_windward(fire.state, fire.ship) else None


def _leeward_modifier(shot: tables.Hits, so_far: int) -> tables.Modifier | None:
    """Add a hull point to a broadside that hits a ship to leeward (AMB-25, AMB-88).

    None without a hit, or below a heavy breeze if the profile has `leeward_above_breeze`.
    """
    state = shot.state
    strong = state.wind.strength == "heavy" or not state.profile.leeward_above_breeze
    hurt = shot.hits and strong and gauge_of(state, shot.target) == "leeward"
    return tables.Modifier("leeward", "+1", so_far + 1) if hurt else None


def _ramming_modifier(harm: tables.Harm, so_far: int) -> tables.Modifier | None:
    """Add a hull point if the ramming ship advanced last and is to windward (AMB-87, AMB-157).

    Only the ship that is rammed loses it; None for the ship that moved.
    """
    hard = harm.cause == "collision" and harm.ahead and harm.by not in ("", harm.ship)
    return tables.Modifier("windward", "+1", so_far + 1) if hard and is_windward(harm.state, harm.by) else None


def _boarding_modifier(throw: tables.Throw, so_far: int) -> tables.Modifier | None:
    """Subtract 1 once from the throw of a side that has a ship to windward in the fight (AMB-191)."""
    above = any(is_windward(throw.state, key) for key in throw.ships)
    return tables.Modifier("windward", "−1", so_far - 1) if above else None


def _side_of_fall(state: State, key: str, named: Broadside) -> Broadside:
    """Return the side to which a mast falls: to leeward, else the side `named` by the dice."""
    return lee_side(state, key) or named


def _list_marks(state: State, key: str) -> Iterator[Mark]:
    """Yield one mark with the gauge of the ship."""
    found = gauge_of(state, key)
    yield Mark("Gauge", found, _MEANINGS[found], "SOTL-21-b", _EMBLEMS[found])


MODULE = RuleModule(
    id="weather_gauge",
    rule="SOTL-21",
    title="Weather gauge",
    note="With the wind behind her a ship sails, rams and boards better; facing it she takes more damage.",
    group="Wind and sea",
    inert=no_wind.explain_no_wind,
    mast_side=_side_of_fall,
    marks=_list_marks,
    modifiers=tables.ModifierTables(
        allowance=tables.ModifierTable(
            (
                tables.ModifierRule(
                    "windward", "SOTL-21-b", _points_modifier, after=("inertia", "full sail", "veteran crew")
                ),
            )
        ),
        dice=tables.ModifierTable(
            (tables.ModifierRule("lower battery", "AMB-193", _lower_battery_modifier, after=("tow",)),)
        ),
        hull_loss=tables.ModifierTable(
            (tables.ModifierRule("leeward", "SOTL-21-c", _leeward_modifier, after=("rake", "British firepower")),)
        ),
        harm=tables.ModifierTable((tables.ModifierRule("windward", "AMB-157", _ramming_modifier, after=("points",)),)),
        throw=tables.ModifierTable(
            (tables.ModifierRule("windward", "SOTL-21-b", _boarding_modifier, after=("dice", "leader", "leaders")),)
        ),
    ),
)
