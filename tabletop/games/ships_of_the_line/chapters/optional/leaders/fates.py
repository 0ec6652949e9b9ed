"""Chapters 8-d and 9: what becomes of a leader who is hit, or whose ship is lost, and the points (AMB-116, 155)."""

from tabletop.core.command_context import FollowUp
from tabletop.games.ships_of_the_line import roster
from tabletop.games.ships_of_the_line.chapters import victory
from tabletop.games.ships_of_the_line.chapters.optional.leaders.events import LeaderLost, LeaderTransferred
from tabletop.games.ships_of_the_line.compiled import rules_of
from tabletop.games.ships_of_the_line.events.boarding import ShipCaptured, ShipRestored
from tabletop.games.ships_of_the_line.events.combat import OfficerHit
from tabletop.games.ships_of_the_line.events.losses import ShipExploded, ShipSunk
from tabletop.games.ships_of_the_line.ship import Admiral
from tabletop.games.ships_of_the_line.sides import enemy_of
from tabletop.games.ships_of_the_line.state import Context, State, side_of

EACH = 3
"""SOTL-8-d: points for each step of a rating; ratings of 0 and +1 count as 1."""


def points(state: State, one: Admiral) -> int:
    """What his death is worth (AMB-116)."""
    return EACH * max(1, abs(roster.printed(state, one).rating))


def hit(turn: Context, event: OfficerHit) -> None:
    """The leader's wounds are those of the officer's track of his ship (AMB-28)."""
    one = roster.aboard(turn.state, event.ship)
    if one and event.condition == "dead":
        _die(turn, one)


def go_down(turn: Context, event: ShipSunk | ShipExploded) -> None:
    """Everybody aboard goes down with her, prisoners of a white flag too (AMB-139)."""
    for one in roster.living(turn.state, event.ship):
        _die(turn, one)


def taken(turn: Context, event: ShipCaptured) -> None:
    """Taken by boarding he dies (AMB-49); in hand after she struck, he is a prisoner (AMB-139).

    Where a ship is taken in two rounds, the leader who fought for her captor commands her now (20.2-g, AMB-213).
    """
    for one in _beaten(turn.state, event.ship):
        if event.cause == "boarding":
            _die(turn, one)
        else:
            turn.emit(LeaderLost(ship=event.ship, leader=one.home, fate="gone", rule="AMB-139"))
    winner = roster.aboard(turn.state, event.by)
    if winner and winner.fights == turn.state.turn and rules_of(turn.state).fights.columns:
        turn.emit(LeaderTransferred(ship=event.by, to=event.ship, leader=winner.home, rule="SOTL-20.2-g"))


def retaken(turn: Context, event: ShipRestored) -> None:
    """A leader who commanded a prize dies when she is boarded and taken back."""
    for one in _beaten(turn.state, event.ship):
        _die(turn, one)


def _beaten(state: State, key: str) -> list[Admiral]:
    return [one for one in roster.living(state, key) if roster.side(state, one) != side_of(state, key)]


def _die(turn: Context, one: Admiral) -> None:
    """To the enemy, and as many off his own side (8-d)."""
    turn.emit(LeaderLost(ship=one.ship, leader=one.home, fate="dead"))
    own, worth = roster.side(turn.state, one), points(turn.state, one)
    reason = f"{roster.printed(turn.state, one).name} dead"
    victory.score(turn, enemy_of(own), worth, one.ship, reason, "SOTL-8-d")
    victory.score(turn, own, -worth, one.ship, reason, "SOTL-8-d")


SEQUELS: tuple[FollowUp[State], ...] = (
    FollowUp(OfficerHit, hit),
    FollowUp(ShipSunk, go_down),
    FollowUp(ShipExploded, go_down),
    FollowUp(ShipCaptured, taken),
    FollowUp(ShipRestored, retaken),
)
