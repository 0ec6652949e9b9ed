"""Chapters 3-h and 8: how a battle ends, and who has won."""

from tabletop.core.agreement import GameEnded
from tabletop.core.game import Outcome
from tabletop.core.phrases import capital
from tabletop.games.ships_of_the_line.chapters.unfolding import Unfolding
from tabletop.games.ships_of_the_line.chapters.victory import totals
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.phases import FIRST
from tabletop.games.ships_of_the_line.sides import FLEETS, SIDES, Side
from tabletop.games.ships_of_the_line.state import silenced


def at_end_of_phase(turn: Unfolding) -> None:
    """A side without fighting ships, or the last turn over, ends the battle (3-h, AMB-115, AMB-140)."""
    if silent := silenced(turn.state):
        fleets = " and ".join(FLEETS[side] for side in silent)
        _by_points(turn, f"{capital(fleets)} has no fighting ships left", "AMB-140")
    elif rules_of(turn.state).next_phase(turn.state.phase) == FIRST and turn.state.turn >= turn.state.turns:
        _by_points(turn, f"Turn {turn.state.turn} was the last", "SOTL-3-h")


def _by_points(turn: Unfolding, reason: str, rule: str) -> None:
    """Most points win; equal points are a draw (8-a, AMB-115)."""
    points = totals(turn.state)
    leaders = [side for side in SIDES if points[side] == max(points.values())]
    end(turn, leaders[0] if len(leaders) == 1 else None, reason, rule)


def end(turn: Unfolding, winner: Side | None, reason: str, rule: str) -> None:
    """The battle is over, and reckoned (8-a)."""
    outcome = Outcome(winner, reason, rule, totals(turn.state), turn.state.scores)
    turn.emit(GameEnded(outcome=outcome, rule="SOTL-8-a"))
