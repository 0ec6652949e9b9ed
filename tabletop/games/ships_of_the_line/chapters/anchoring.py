"""Chapter 5.2.5: the anchor, lowered and raised in the movement phase (AMB-77)."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import tasks
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, lies_stopped, towed_by, tower_of
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import DropAnchor, WeighAnchor
from tabletop.games.ships_of_the_line.events.movement import AnchorDropped, AnchorWeighed
from tabletop.games.ships_of_the_line.state import State, Unfolding


def check_drop(state: State, command: DropAnchor) -> Refused | None:
    """Why she cannot anchor now, or None."""
    key = command.ship
    return (
        check_commanded(state, command.side, key)
        or _lowered(state, key)
        or _tow(state, key)
        or _way_off(state, key)
        or tasks.check_effort(state, key)
    )


def drop(turn: Unfolding, command: DropAnchor) -> None:
    """She lies at anchor."""
    turn.emit(AnchorDropped(ship=command.ship))
    tasks.tire(turn, command.ship, "lowering the anchor")


def check_weigh(state: State, command: WeighAnchor) -> Refused | None:
    """Why she cannot weigh now, or None."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key) or check_not_moved(state, key):
        return refusal
    if not state.ships[key].anchored:
        return Refused("SOTL-5.2.5-d", "She is not at anchor.", pieces=(key,))
    return tasks.check_effort(state, key)


def weigh(turn: Unfolding, command: WeighAnchor) -> None:
    """Her anchor is up; she lies stopped until she gets under way."""
    turn.emit(AnchorWeighed(ship=command.ship))
    tasks.tire(turn, command.ship, "raising the anchor")


def _lowered(state: State, key: str) -> Refused | None:
    if state.ships[key].anchored:
        return Refused("SOTL-5.2.5-d", "She lies at anchor already.", pieces=(key,))
    return None


def _tow(state: State, key: str) -> Refused | None:
    if other := tower_of(state, key) or towed_by(state, key):
        return Refused("SOTL-5.6-d", "Cast off the tow before anchoring.", pieces=(other,))
    return None


def _way_off(state: State, key: str) -> Refused | None:
    ship = state.ships[key]
    allowed = ship.move_allows_anchor if ship.moved else lies_stopped(state, key)
    if allowed:
        return None
    return Refused("SOTL-5.2.5-d", "She has too much way on her; slow her to a stop first.", pieces=(key,))
