"""Signals among the players of a side (14): what an admiral says, to whom, and how those heed it who read it."""

from functools import partial

import numpy as np
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters.optional import communications
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey import battle_lines
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.gunnery import Floats
from tabletop.players.ships_of_the_line.situation import Situation

ENGAGE, FORM, BREAK, ASSIST, DISENGAGE = communications.USUAL_TEXTS
"""What may be said without a word of one's own."""

_FAR = 8.0
"""UM to the nearest enemy above which there is time to form."""
_BESET = 2.5
"""UM within which two enemies and no more friends than one are too many for a leader."""
_WORTH = 0.5
"""Of a signal that has not been made before; there is nothing else to do with it."""
_CLOSER, _COOLER = 0.8, 1.0
"""What is left of a reader's care for himself who is told to engage, and the part of all strength below which he
withdraws who is told to."""


def weigh(now: Situation, order: communications.SignalTo) -> tuple[float, str]:
    """What a signal is worth, and why: the one that says what the plan is, if it was not the last one."""
    if order.text != fitting(now, order.ship) or _said(now.state, order):
        return 0.0, ""
    return _WORTH, f"{now.state.cards[order.ship].name} tells the others what is meant"


def _said(state: State, order: communications.SignalTo) -> bool:
    """Whether the latest signals that are remembered say it already."""
    return any((one.ship, one.to, one.text) == (order.ship, order.to, order.text) for one in state.signals or ())


def fitting(now: Situation, key: str) -> str:
    """What the leader aboard a ship has to say."""
    row, board = now.board.row[key], now.board
    far = partial(_away, now, row)
    enemies, friends = far(now.foes), far([one for one in board.friends() if one != row])
    if now.plan.withdraws:
        return DISENGAGE
    if board.in_zone[row] or ((enemies < _BESET).sum() > 1 and (friends < _BESET).sum() < 2):
        return ASSIST
    if not len(enemies) or enemies.min() > _FAR:
        return FORM
    return BREAK if battle_lines.has_battle_lines(now.state) and enemies.min() > _BESET else ENGAGE


def _away(now: Situation, row: int, others: list[int]) -> Floats:
    """From the middle of a ship to those of others, UM."""
    east, north = (now.board.middle[others] - now.board.middle[row]).T
    found: Floats = np.round(np.hypot(east, north), 6)
    return found


def heeded(doctrine: Doctrine, state: State, seat: str) -> Doctrine:
    """A doctrine as a player follows it who has been signalled; the first of several counts (14-e).

    A text of one's own is understood by the word that it has in common with a usual one.
    """
    first = next(iter(communications.list_received_signals(state, seat)), None) if state.players else None
    if first is None:
        return doctrine
    words = set(first.text.lower().split())
    if words & {"disengage", "withdraw", "retire"}:
        return replace(doctrine, withdraws=_COOLER)
    if words & {"assistance", "assist", "help", "support"}:
        return replace(doctrine, rallies=first.ship)
    return replace(doctrine, risk=doctrine.risk * _CLOSER) if words & {"engage", "attack", "closely"} else doctrine
