"""Ships that go together: in which order they move, and the way of each by an order to all of them.

The officers of the computer and a person's standing orders to squadrons both ask here. What comes of it are ordinary
orders, each found on the sea as those before it would leave it.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters import standing
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import held, lies_stopped
from tabletop.games.ships_of_the_line.chapters.movement import sailed
from tabletop.games.ships_of_the_line.chapters.orders import commanded, supposed, unwilling
from tabletop.games.ships_of_the_line.chapters.plan import trial
from tabletop.games.ships_of_the_line.chapters.trial import PlanEvaluation
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.compiled import evolve
from tabletop.games.ships_of_the_line.positions import centre
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.squadron_orders import STATIONED, Manner, SquadronOrder, Station
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.games.ships_of_the_line.survey import composing
from tabletop.players.ships_of_the_line import captaincy
from tabletop.players.ships_of_the_line.doctrine import CAPTAIN
from tabletop.players.ships_of_the_line.gunnery import alike
from tabletop.players.ships_of_the_line.situation import Situation, situation

_AHEAD = (0.3, 5.0)
"""UM ahead of a ship within which a friend is in her way."""
_ABREAST = 0.45
"""UM to either hand."""
_ASTRAY = 0.02
"""UM that each degree off the leader's heading counts beside the way to a station."""
_TRIED = 8
"""Ways to a station that are tried by the rules."""
_WAITS = 2
"""Points at most by which a leader slows for who is astern of her station."""
_COMPANY = 5.0
"""UM; a ship with no other so near her leads nobody."""
_AT_THE_NEAREST = replace(CAPTAIN, concentrates=False, foresees=False)
"""As a captain who takes enemies as they lie."""


def in_turn(now: Situation, keys: list[str]) -> list[str]:
    """Ships in the order in which they should move: whoever lies in a friend's way goes first."""
    left, found = [now.board.row[key] for key in keys], list[str]()
    while left:
        row, passed = left[0], set[int]()
        while row not in passed:
            passed.add(row)
            ahead = _in_the_way(now, row, left)
            row = row if ahead is None else ahead
        left.remove(row)
        found.append(now.board.keys[row])
    return found


def _in_the_way(now: Situation, row: int, others: list[int]) -> int | None:
    """The nearest of some ships right ahead of another."""
    board = now.board
    s, c = np.sin(np.radians(board.pose[row, 2])), np.cos(np.radians(board.pose[row, 2]))
    east, north = (board.middle[others] - board.middle[row]).T
    ahead, abeam = np.round(east * s + north * c, 6), np.abs(east * c - north * s)
    some = np.nonzero((ahead > _AHEAD[0]) & (ahead < _AHEAD[1]) & (abeam < _ABREAST))[0]
    return others[int(some[ahead[some].argmin()])] if len(some) else None


# --- orders to all of them


class SquadronMove(NamedTuple):
    """What a ship would do by an order to her squadron: her own order and what it comes to, or why there is none."""

    ship: str
    order: Sail | None
    trial: PlanEvaluation | None
    why: str = ""


class Lead(NamedTuple):
    """Whom a ship follows, or keeps station on, and the order to all; `planned` is made by hand for the first."""

    order: SquadronOrder
    leader: str
    before: str
    planned: Sail | None


def proposed(state: State, side: Side, ships: tuple[str, ...], manner: Manner) -> SquadronOrder:
    """An order to some ships as it would stand if it were given now."""
    return SquadronOrder(side, ships, manner, standing.stations(state, ships, manner))


def foremost(state: State, ships: tuple[str, ...]) -> str:
    """The ship that lies farthest ahead on the course that most of them steer, but for those who are far from all."""
    poses = np.array([(one.x, one.y, np.radians(one.heading)) for one in (state.ships[key].pose for key in ships)])
    ahead = np.round(poses[:, :2] @ [np.sin(poses[:, 2]).sum(), np.cos(poses[:, 2]).sum()], 6)
    near = np.hypot(*np.moveaxis(poses[:, None, :2] - poses[None, :, :2], -1, 0)) < _COMPANY
    alone = near.sum(axis=1) < 2
    return ships[int(np.argmax(np.where(alone & ~alone.all(), -np.inf, ahead)))]


def ways(state: State, order: SquadronOrder, planned: Sail | None = None) -> Iterator[SquadronMove]:
    """The way of each ship that has not moved, in the order in which they go.

    Args:
        state: the battle, as the side of the order knows it.
        order: what all are to do.
        planned: the move of the leader where she is ordered by hand; without one she holds her course.
    """
    mine = [key for key in order.ships if key in commanded(state, order.side)]
    before = ""
    for key in _sequence(state, order, mine) if mine else ():
        if not state.ships[key].moved:
            way = _way(state, key, Lead(order, mine[0], before, planned))
            yield way
            if way.order and way.trial:
                state = evolve(supposed(state, way.order), sailed(way.trial))
        before = key


def standing_ways(
    state: State, orders: tuple[SquadronOrder, ...], planned: Sail | None = None
) -> Iterator[SquadronMove]:
    """Those of several orders, one after the other."""
    for order in orders:
        lead = planned if planned and planned.ship in order.ships else None
        for way in ways(state, order, lead):
            yield way
            if way.order and way.trial:
                state = evolve(supposed(state, way.order), sailed(way.trial))


def _sequence(state: State, order: SquadronOrder, mine: list[str]) -> list[str]:
    if order.manner in ("follow", "line_ahead"):
        return composing.in_line(state, mine)
    now = situation(state, order.side, CAPTAIN)
    return [mine[0], *in_turn(now, mine[1:])] if order.manner in STATIONED else in_turn(now, mine)


def _way(state: State, key: str, lead: Lead) -> SquadronMove:
    """By the manner of the order; what no rule allows, and what would leave the map, is none."""
    name = state.cards[key].name
    if hindered := held(state, key) or unwilling(state, key, Sail):
        return SquadronMove(key, None, None, hindered.reason)
    if composing.duty(state, key):
        return SquadronMove(key, None, None, f"{name} has a duty of her own.")
    order = _sail(state, key, lead)
    if order is None:
        lies = "lies stopped" if lies_stopped(state, key) else "has no points for it"
        return SquadronMove(key, None, None, f"{name} {lies}.")
    tried = trial(supposed(state, order), key, order.plan)
    if tried.verdict:
        return SquadronMove(key, None, tried, tried.verdict.reason)
    return (
        SquadronMove(key, None, tried, f"{name} would leave the map.")
        if tried.gone
        else SquadronMove(key, order, tried)
    )


def _sail(state: State, key: str, lead: Lead) -> Sail | None:
    if key == lead.leader and lead.order.manner not in ("hold", "engage"):
        return _leading(state, lead)
    return _MANNERS[lead.order.manner](state, key, lead)


def _leading(state: State, lead: Lead) -> Sail:
    """As planned; else straight on, no faster than the slowest who keep with her, and slower for who is astern."""
    if lead.planned and lead.planned.ship == lead.leader:
        return lead.planned
    others = [key for key in lead.order.ships if key != lead.leader and key in commanded(state, lead.order.side)]
    able = [key for key in others if not state.ships[key].moved and held(state, key) is None]
    slowest = min((allowance(state, key).points for key in able), default=None)
    most = None if slowest is None else max(1, slowest - round(min(_WAITS, _lag(state, lead, able))))
    return _ordered(state, composing.straight(state, lead.leader, most).made)


def _lag(state: State, lead: Lead, ships: list[str]) -> float:
    """How far the last of some ships is astern of her station, UM."""
    if not lead.order.stations:
        return 0.0
    found = (_station(lead, key).ahead - standing.off(state, lead.leader, centre(state, key)).ahead for key in ships)
    return max(0.0, max(found, default=0.0))


def _station(lead: Lead, key: str) -> Station:
    """Hers off who leads now, though another led when it was given."""
    mine, hers = lead.order.stations[key], lead.order.stations[lead.leader]
    return Station(mine.ahead - hers.ahead, mine.abeam - hers.abeam)


def _ordered(state: State, tried: PlanEvaluation) -> Sail:
    return Sail(side=side_of(state, tried.ship), ship=tried.ship, plan=tried.plan)


def _in_wake(state: State, key: str, lead: Lead) -> Sail | None:
    tried = composing.in_wake(state, key, lead.before) or composing.straight(state, key).made
    return _ordered(state, tried)


def _straight_on(state: State, key: str, lead: Lead) -> Sail | None:  # noqa: ARG001
    """With all she has; who lies stopped stays so."""
    return None if lies_stopped(state, key) else _ordered(state, composing.straight(state, key).made)


def _at_the_nearest(state: State, key: str, lead: Lead) -> Sail | None:
    """The course that a captain would choose who has the nearest enemy for his target."""
    now = situation(state, lead.order.side, _AT_THE_NEAREST)
    return next((course.order(now) for course in captaincy.under_best_sail(now, key)), None)


def _to_station(state: State, key: str, lead: Lead) -> Sail | None:
    """The way that ends nearest to her station and to the leader's heading."""
    now = situation(state, lead.order.side, CAPTAIN)
    ends, row = captaincy.ends_of(now, key), now.board.row[key]
    if not ends.plans:
        return _ordered(state, composing.straight(state, key).made)
    place = standing.at(state, lead.leader, _station(lead, key))
    east, north = (alike(ends.poses, now.board.hulls.length[row], now.board.hulls.beam[row]).middles()).T
    turn = np.abs((ends.poses[:, 2] - state.ships[lead.leader].pose.heading + 180) % 360 - 180)
    miss = np.round(np.hypot(east - place.x, north - place.y) + _ASTRAY * turn + ends.cut, 6)
    tries = (trial(state, key, ends.plans[n]) for n in np.argsort(miss, kind="stable")[:_TRIED])
    clear = next((tried for tried in tries if tried.verdict is None and not tried.end), None)
    return _ordered(state, clear or composing.straight(state, key).made)


_MANNERS: dict[Manner, Callable[[State, str, Lead], Sail | None]] = {
    "follow": _in_wake, "line_ahead": _in_wake, "line_abreast": _to_station, "formation": _to_station,
    "hold": _straight_on, "engage": _at_the_nearest,
}  # fmt: skip
