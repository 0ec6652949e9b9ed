"""Chapter 5: the movement phase, from the first ship that lies stopped to the ships that nobody commanded."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import losses, towing, victory
from tabletop.games.ships_of_the_line.chapters.allowance import allowance
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, held, lies_stopped
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded, commanded
from tabletop.games.ships_of_the_line.chapters.plan import ADVANCE, trial
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.events.movement import ShipLeft, ShipSailed, ShipStopped
from tabletop.games.ships_of_the_line.sides import Side
from tabletop.games.ships_of_the_line.state import State, Unfolding, on_map


def check_sail(state: State, command: Sail) -> Refused | None:
    """Why a ship may not make this move, or None."""
    return (
        check_commanded(state, command.side, command.ship)
        or check_not_moved(state, command.ship)
        or trial(state, command.ship, command.plan).verdict
    )


def sail(turn: Unfolding, command: Sail) -> None:
    """She makes her whole move (AMB-89)."""
    make(turn, trial(turn.state, command.ship, command.plan))


def open_phase(turn: Unfolding) -> None:
    """Tows that no longer serve are let go; ships that cannot make way are marked as stopped (AMB-72).

    Such a ship pays for getting under way when she can move again.
    """
    towing.let_go(turn)
    for key, ship in turn.state.ships.items():
        if on_map(turn.state, key) and not ship.stopped and lies_stopped(turn.state, key):
            hold = held(turn.state, key)
            turn.emit(ShipStopped(ship=key, reason=hold.reason if hold else "She lies head to wind."))


def close_side(turn: Unfolding, side: Side) -> None:
    """Ships under way that were not commanded go straight ahead for their forced spend, in key order (AMB-89)."""
    for key in commanded(turn.state, side):
        ship = turn.state.ships[key]
        if not ship.moved and on_map(turn.state, key) and not lies_stopped(turn.state, key):
            carry_way(turn, key)


def carry_way(turn: Unfolding, key: str) -> None:
    """She runs on by her inertia and loses the rest of her way."""
    tried = trial(turn.state, key, (ADVANCE,) * allowance(turn.state, key).forced)
    if tried.legs or tried.stopped:
        make(turn, tried, ordered=False)


def make(turn: Unfolding, tried: Trial, *, ordered: bool = True) -> None:
    """What was tried is done; a ship whose middle crossed the edge is gone for good (AMB-12)."""
    turn.emit(sailed(tried, ordered=ordered))
    for key in tried.gone:
        leave(turn, key, by_own_side=True)


def sailed(tried: Trial, *, ordered: bool = True) -> ShipSailed:
    """A tried move as a fact."""
    return ShipSailed(
        ship=tried.ship,
        plan=tried.plan,
        legs=tried.legs,
        pose=tried.pose,
        allowance=tried.allowance.working,
        percentage=tried.allowance.percentage,
        forced=tried.allowance.forced,
        spent=tried.spent,
        slowed=tried.all_slowed,
        stopped=tried.stopped,
        allows_anchor=tried.slowed_to_a_stop and not tried.was_stopped,
        contact=tried.contact,
        ordered=ordered,
        towed=tried.towed if tried.towed_pose else "",
        towed_pose=tried.towed_pose,
    )


def leave(turn: Unfolding, key: str, *, by_own_side: bool) -> None:
    """A ship is gone from the map; only one that her own side took off has fled (8-e, AMB-12, AMB-138)."""
    fled = by_own_side and turn.state.ships[key].status == "in_service"
    turn.emit(ShipLeft(ship=key, fled=fled))
    losses.part_all(turn, key)
    if fled:
        victory.score_fled(turn, key)
