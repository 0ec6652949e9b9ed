"""A ship's movement points, sails (16), special commands (5.2.5, 5.3, 5.6), and the wind (18, 21)."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

import msgspec

from tabletop.core.errors import Refused
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.chapters import movement, sailing
from tabletop.games.ships_of_the_line.chapters.optional import weather_gauge
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import MODULE, set_sail
from tabletop.games.ships_of_the_line.chapters.optional.wind_change import change_strength, next_wind_check, shift_wind
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance, compute_resistance
from tabletop.games.ships_of_the_line.commands import CastOff, DropAnchor, SideCommand, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.hooks import Allowance
from tabletop.games.ships_of_the_line.model import State, Strength, Wind, is_head_to_wind, wind_percentage
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, SAIL_STATES, Broadside, SailState, Side
from tabletop.games.ships_of_the_line.survey.odds import FACES
from tabletop.games.ships_of_the_line.tables import WIND_CHANGES_FROM
from tabletop.geometry import hull
from tabletop.geometry.pose import Point


class MoveOptions(msgspec.Struct, frozen=True):
    """A ship's points for a move, and anything that hinders the move.

    Attributes:
        allowance: points, with the sum that leads to them.
        hindrance: reason why the ship cannot make way whatever the wind, or None.
        is_stopped: True if the ship has no way on (AMB-72).
        resistance: points that getting under way costs a stopped ship (5.2.5-a).
        tows: the ship in tow, or "".
        towed_by: the ship that tows this one, or "".
    """

    allowance: Allowance
    hindrance: Refused | None
    is_stopped: bool
    resistance: int
    tows: str
    towed_by: str


@cache_per_state
def find_move_options(state: State, key: str) -> MoveOptions:
    """Return the points and hindrances of the ship's next move."""
    points, hold, stopped = (
        compute_allowance(state, key),
        sailing.check_held(state, key),
        sailing.is_stopped(state, key),
    )
    return MoveOptions(
        points,
        hold,
        stopped,
        compute_resistance(state, key),
        sailing.find_tow(state, key),
        sailing.tower_of(state, key),
    )


@lru_cache(maxsize=8)
def compute_wind_shares(wind: Wind) -> tuple[int, ...]:
    """Return the percentage of the points that remains on each heading, 0 to 359 degrees (5.2.3-a)."""
    return tuple(wind_percentage(heading, wind) for heading in range(360))


# --- sails


def list_sails(state: State, key: str) -> tuple[SailState, ...]:
    """Return all sails if the ship may set one with her move, else ().

    () also if sail states are not in use, and for a ship that has moved or is held.
    """
    able = MODULE in rules_of(state).modules and not state.ships[key].moved and sailing.check_held(state, key) is None
    return SAIL_STATES if able else ()


def with_sail_set(state: State, key: str, sail: SailState | None) -> State:
    """Return a copy of the state with `sail` set; the same state if `sail` is None."""
    return set_sail(state, key, sail) if sail else state


# --- besides sailing


class SpecialOrder(msgspec.Struct, frozen=True):
    """A command for a ship in a special situation, for example at anchor.

    Attributes:
        command: the command.
        refusal: reason why the command is illegal, or None.
        ships_leaving: ships that would leave the map by the command (AMB-12).
    """

    command: SideCommand
    refusal: Refused | None
    ships_leaving: tuple[str, ...] = ()


def list_special_orders(state: State, side: Side, key: str) -> tuple[SpecialOrder, ...]:
    """Return boat, anchor and cast-off commands that fit the ship's situation, legal or refused.

    Returns () outside the Movement Phase.
    """
    if state.phase != "movement":
        return ()
    orders = (
        *_list_boat_orders(state, side, key),
        *_list_anchor_orders(state, side, key),
        *_list_cast_off_orders(state, side, key),
    )
    gone = [movement.measure_boat_turn(state, order).gone if isinstance(order, TurnByBoats) else () for order in orders]
    return tuple(SpecialOrder(order, rules.check(state, order), lost) for order, lost in zip(orders, gone, strict=True))


def _list_boat_orders(state: State, side: Side, key: str) -> Iterator[SideCommand]:
    """Yield a turn by boats to each hand for a ship head to wind that has not moved and is not held."""
    ship = state.ships[key]
    idle = not (ship.moved or ship.anchored or sailing.is_grappled(state, key))
    if idle and is_head_to_wind(ship.pose.heading, state.wind):
        yield from (TurnByBoats(side=side, ship=key, towards=towards) for towards in BROADSIDES)


def _list_anchor_orders(state: State, side: Side, key: str) -> Iterator[SideCommand]:
    """Yield weighing for an anchored ship that has not moved, or anchoring for one that has stopped."""
    ship = state.ships[key]
    if ship.anchored and not ship.moved:
        yield WeighAnchor(side=side, ship=key)
    can_stop = ship.move_allows_anchor if ship.moved else sailing.is_stopped(state, key)
    if can_stop and not ship.anchored:
        yield DropAnchor(side=side, ship=key)


def _list_cast_off_orders(state: State, side: Side, key: str) -> Iterator[SideCommand]:
    """Yield a command to cast off each ship that is grappled or in a tow with her; none once she moved."""
    if state.ships[key].moved:
        return
    fast = [one.other_ship(key) for one in state.grapples if one.joins(key)]
    towed = [other for tow in state.tows for other in (tow.tower, tow.towed) if key in (tow.tower, tow.towed)]
    for other in dict.fromkeys(one for one in (*fast, *towed) if one != key):
        yield CastOff(side=side, ship=key, other=other)


class WindGauge(msgspec.Struct, frozen=True):
    """The position of a ship towards the wind (21).

    Attributes:
        letter: ``W`` to windward, ``L`` to leeward, "" for neither.
        lee: outline of the half of the hull away from the wind, over which masts fall; () for none.
    """

    letter: str
    lee: tuple[Point, ...]


def find_wind_gauge(state: State, key: str) -> WindGauge | None:
    """Return the gauge of a ship; None if the rule module is not in use or the wind does not count.

    None also for a key that is no ship.
    """
    if weather_gauge.MODULE not in rules_of(state).modules or key not in state.ships or not state.wind.counts:
        return None
    lee, letter = weather_gauge.lee_side(state, key), weather_gauge.gauge_of(state, key)[0].upper()
    return WindGauge(letter if letter in "WL" else "", _outline_hull_half(state, key, lee) if lee else ())


def _outline_hull_half(state: State, key: str, side: Broadside) -> tuple[Point, ...]:
    """Return the outline of one half of a hull: along the keel to the bow, back along the side."""
    pose, (length, beam) = state.ships[key].pose, positions.hull_size(state, key)
    abeam = beam / 2 if side == "starboard" else -beam / 2
    return tuple(hull.offset(pose, *at) for at in ((0.0, 0.0), (length, 0.0), (length, abeam), (0.0, abeam)))


class WindForecast(msgspec.Struct, frozen=True):
    """The chances of the next wind check.

    Attributes:
        turn: turn in which the check is made, after the initiative.
        origins: chance of each direction from which the wind may blow then, degrees.
        strengths: chance of each strength.
    """

    turn: int
    origins: dict[int, Fraction]
    strengths: dict[Strength, Fraction]


def forecast_wind(state: State) -> WindForecast | None:
    """Return the chances of the next wind check; None if no check comes or the wind is unknown."""
    turn, strength = next_wind_check(state), state.wind.strength
    if turn is None or strength is None or state.wind.unknown:
        return None
    origins: dict[int, Fraction] = defaultdict(Fraction)
    strengths: dict[Strength, Fraction] = defaultdict(Fraction)
    for die, second in product(FACES, repeat=2):
        changes, chance = die >= WIND_CHANGES_FROM, Fraction(1, len(FACES) ** 2)
        origins[shift_wind(state.wind.origin, second) if changes else state.wind.origin] += chance
        strengths[change_strength(strength, second) if changes else strength] += chance
    return WindForecast(turn, dict(origins), dict(strengths))
