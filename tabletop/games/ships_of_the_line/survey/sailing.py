"""How a ship can sail: her points and what keeps her, her sails (16), and what she can do besides (5.2.5, 5.3, 5.6)."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from tabletop.core.errors import Refused
from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters import movement, sailing
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import MODULE, set_sail
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance, compute_resistance
from tabletop.games.ships_of_the_line.commands import CastOff, DropAnchor, SideCommand, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.hooks import Allowance
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, SAIL_STATES, SailState, Side
from tabletop.games.ships_of_the_line.state import State, Wind, is_head_to_wind, wind_percentage


class MoveOptions(msgspec.Struct, frozen=True):
    """What a ship has for her move, and what keeps her from making it.

    Attributes:
        allowance: her points, and how they come about.
        hold: why she cannot make way whatever the wind, or None.
        stopped: she has no way on her (AMB-72).
        resistance: points that getting under way costs her then (5.2.5-a).
        tows: the ship in tow of her, or an empty key.
        tower: the ship that she is in tow of, or an empty key.
    """

    allowance: Allowance
    hold: Refused | None
    stopped: bool
    resistance: int
    tows: str
    tower: str


@per_state
def way(state: State, key: str) -> MoveOptions:
    """How a ship could move now."""
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
        sailing.towed_by(state, key),
        sailing.tower_of(state, key),
    )


@lru_cache(maxsize=8)
def shares(wind: Wind) -> tuple[int, ...]:
    """The part of her points that the wind leaves any ship on each heading in degrees, in hundredths (5.2.3-a)."""
    return tuple(wind_percentage(heading, wind) for heading in range(360))


# --- sails


def sails(state: State, key: str) -> tuple[SailState, ...]:
    """Those that she may make or shorten to with her move now; none where no ship sets sail."""
    able = MODULE in rules_of(state).modules and not state.ships[key].moved and sailing.check_held(state, key) is None
    return SAIL_STATES if able else ()


def under(state: State, key: str, sail: SailState | None) -> State:
    """The battle as if a ship had set a sail; as it is where she leaves hers as they are."""
    return set_sail(state, key, sail) if sail else state


# --- besides sailing


class Special(msgspec.Struct, frozen=True):
    """An order that is a matter of a ship's situation.

    Attributes:
        refused: why it cannot be given, if it cannot.
        gone: the ships that would leave the map by it (AMB-12).
    """

    command: SideCommand
    refused: Refused | None
    gone: tuple[str, ...] = ()


def specials(state: State, side: Side, key: str) -> tuple[Special, ...]:
    """What she could be ordered besides sailing; what has nothing to do with how she lies is left out."""
    if state.phase != "movement":
        return ()
    orders = (*_boats(state, side, key), *_anchor(state, side, key), *_lines(state, side, key))
    gone = [movement.measure_boat_turn(state, order).gone if isinstance(order, TurnByBoats) else () for order in orders]
    return tuple(Special(order, rules.check(state, order), lost) for order, lost in zip(orders, gone, strict=True))


def _boats(state: State, side: Side, key: str) -> Iterator[SideCommand]:
    ship = state.ships[key]
    idle = not (ship.moved or ship.anchored or sailing.is_grappled(state, key))
    if idle and is_head_to_wind(ship.pose.heading, state.wind):
        yield from (TurnByBoats(side=side, ship=key, towards=towards) for towards in BROADSIDES)


def _anchor(state: State, side: Side, key: str) -> Iterator[SideCommand]:
    ship = state.ships[key]
    if ship.anchored and not ship.moved:
        yield WeighAnchor(side=side, ship=key)
    can_stop = ship.move_allows_anchor if ship.moved else sailing.is_stopped(state, key)
    if can_stop and not ship.anchored:
        yield DropAnchor(side=side, ship=key)


def _lines(state: State, side: Side, key: str) -> Iterator[SideCommand]:
    """Everything she is fast to, a tow or grapples."""
    if state.ships[key].moved:
        return
    fast = [one.other(key) for one in state.grapples if one.joins(key)]
    towed = [other for tow in state.tows for other in (tow.tower, tow.towed) if key in (tow.tower, tow.towed)]
    for other in dict.fromkeys(one for one in (*fast, *towed) if one != key):
        yield CastOff(side=side, ship=key, other=other)
