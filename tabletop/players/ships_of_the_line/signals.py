"""Signals among the players of one side (14): which text a leader sends, and its effect on a reader."""

from functools import partial

import numpy as np
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.chapters.optional import communications
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey import battle_lines
from tabletop.players.ships_of_the_line.bulk_gunnery import Floats
from tabletop.players.ships_of_the_line.doctrine import Doctrine
from tabletop.players.ships_of_the_line.situation import Situation

ENGAGE, FORM, BREAK, ASSIST, DISENGAGE = communications.USUAL_TEXTS
"""The usual texts of signals."""

_FORMING_DISTANCE = 8.0
"""Distance in UM to the nearest enemy above which there is time to form."""
_THREAT_RADIUS = 2.5
"""Distance in UM within which two enemies are too many for a leader with at most one friend."""
_SIGNAL_VALUE = 0.5
"""Value of a signal that has not been made before; nothing else can be done with signals."""
_ENGAGE_RISK_FACTOR = 0.8
"""Factor on `Doctrine.risk` of a reader whom the signal tells to engage."""
_WITHDRAW_BELOW = 1.0
"""`Doctrine.withdraws` of a reader whom the signal tells to disengage."""


def value_signal(situation: Situation, order: communications.SignalTo) -> tuple[float, str]:
    """Return the value of a signal and the reason: above 0 for a new signal that fits the plan."""
    if order.text != choose_text(situation, order.ship) or _is_repeated(situation.state, order):
        return 0.0, ""
    return _SIGNAL_VALUE, f"{situation.state.cards[order.ship].name} signals the plan to the others"


def _is_repeated(state: State, order: communications.SignalTo) -> bool:
    """Return True if the latest signals say the same already."""
    return any((one.ship, one.to, one.text) == (order.ship, order.to, order.text) for one in state.signals or ())


def choose_text(situation: Situation, key: str) -> str:
    """Return the signal that fits the situation of the ship with the leader."""
    row, board = situation.board.row[key], situation.board
    distances = partial(_distances_to, situation, row)
    enemies, friends = distances(situation.foes), distances([one for one in board.friends() if one != row])
    if situation.plan.withdraws:
        return DISENGAGE
    if board.is_in_zone[row] or ((enemies < _THREAT_RADIUS).sum() > 1 and (friends < _THREAT_RADIUS).sum() < 2):
        return ASSIST
    if not len(enemies) or enemies.min() > _FORMING_DISTANCE:
        return FORM
    return BREAK if battle_lines.has_battle_lines(situation.state) and enemies.min() > _THREAT_RADIUS else ENGAGE


def _distances_to(situation: Situation, row: int, others: list[int]) -> Floats:
    """Return the distances in UM from the center of the ship in `row` to those of `others`."""
    east, north = (situation.board.center[others] - situation.board.center[row]).T
    found: Floats = np.round(np.hypot(east, north), 6)
    return found


def follow_signal(doctrine: Doctrine, state: State, seat: str) -> Doctrine:
    """Return the doctrine as a player follows it after the first signal to `seat` (14-e).

    A text of the player's own is understood by a word that it shares with a usual text.
    """
    first = next(iter(communications.list_received_signals(state, seat)), None) if state.players else None
    if first is None:
        return doctrine
    words = set(first.text.lower().split())
    if words & {"disengage", "withdraw", "retire"}:
        return replace(doctrine, withdraws=_WITHDRAW_BELOW)
    if words & {"assistance", "assist", "help", "support"}:
        return replace(doctrine, rallies=first.ship)
    return (
        replace(doctrine, risk=doctrine.risk * _ENGAGE_RISK_FACTOR)
        if words & {"engage", "attack", "closely"}
        else doctrine
    )
