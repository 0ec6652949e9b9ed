"""What guns are loaded with where kinds of shot are in use (19): round, unless the moment wants another."""

import numpy as np
from msgspec import UNSET

from tabletop.games.ships_of_the_line.chapters.optional.ammo import Load
from tabletop.games.ships_of_the_line.commands import Reload
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import Broadside, ShotKind, loaded_with
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.games.ships_of_the_line.tables import Check
from tabletop.players.ships_of_the_line import boarders
from tabletop.players.ships_of_the_line.gunnery import sight_ends
from tabletop.players.ships_of_the_line.situation import Situation

_CLOSE = 1.2
"""UM between middles within which an enemy alongside will hardly be out of point-blank range next turn."""
_IN_HAND = 3.0
"""UM between middles within which an enemy will be before these guns at medium range."""
_STRONGER = 0.65
"""Part of all strength from which one's enemy is likelier to run than to fight."""
_WEAKER = 0.35
"""The same from which one runs oneself."""
_SURE = 0.8
"""That hot shot goes off without harm, at least, for it to be heated."""
_WANTED = 0.3
"""What the right kind of shot is worth above another, victory points."""


def suited(now: Situation, order: Reload) -> float:
    """What it is worth that guns are loaded with what an order says."""
    given = {one: getattr(order, one) for one in order.broadsides}
    ship = now.state.ships[order.ship]
    kinds = {one: loaded_with(ship, one) if kind is UNSET else kind for one, kind in given.items()}
    return sum(_WANTED * (kind == wanted(now, order.ship, one)) for one, kind in kinds.items())


def wanted(now: Situation, key: str, broadside: Broadside) -> ShotKind:
    """What suits the enemy who is nearest on that side.

    Double shot keeps the guns silent afterwards, so it is for the last broadside of a battle, or one that may finish
    her; grape comes before boarders that could win; chain is for those who run, or whom one runs from.
    """
    row, foe = now.board.row[key], nearest(now, key, broadside)
    if foe is None:
        return "round"
    gap = float(np.hypot(*(now.board.middle[foe] - now.board.middle[row])))
    if gap < _CLOSE and (_last(now) or _falls(now, row, foe)):
        return "double"
    if gap < _CLOSE and _worth_boarding(now, key, now.board.keys[foe]):
        return "grape"
    chased = now.plan.odds > _STRONGER or now.plan.odds < _WEAKER or now.plan.withdraws
    return "chain" if chased and gap < _IN_HAND and now.board.rig[foe] > 0 else "round"


def nearest(now: Situation, key: str, broadside: Broadside) -> int | None:
    """The enemy in service who is nearest on one side of a ship; None for nobody within gunshot."""
    board, row = now.board, now.board.row[key]
    s, c = board.hulls.ahead_east[row], board.hulls.ahead_north[row]
    found: list[tuple[float, int]] = []
    for foe in now.foes:
        east, north = board.middle[foe] - board.middle[row]
        away = float(np.hypot(east, north))
        far = min(board.profile.long, float(sight_ends(board.dim, board.middle[foe], board.middle[row])))
        if (float(east * c - north * s) > 0) == (broadside == "starboard") and away < far:
            found.append((round(away, 6), foe))
    return min(found, default=(0.0, None))[1]


def _last(now: Situation) -> bool:
    """Whether what is loaded now is fired in the last turn, if at all."""
    return now.state.turn >= now.state.turns - 1


def _falls(now: Situation, row: int, foe: int) -> bool:
    """Whether one broadside of double shot would probably shatter a ship, and one of round shot would not."""
    board = now.board
    hits = float(board.power[row, 0])
    return hits < float(board.hull[foe]) <= 2 * hits


def _worth_boarding(now: Situation, key: str, target: str) -> bool:
    return boarders.edge(now.state, key, target) > 0


def before_the_battle(now: Situation, order: Load) -> float:
    """What it is worth to load a kind of shot before the first shot: hot shot under a leader whom crews obey."""
    if order.shot != "red":
        return 0.0
    shot = rules_of(now.state).ammunition["red"]
    sure = float(odds.chance_to_pass(Check(now.state, order.ship, shot.check, 1), shot.needed(now.state)))
    return _WANTED * (sure >= _SURE)
