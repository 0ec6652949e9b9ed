"""Chapters 5.2.5 and 5.3: stopped, a ship anchors and weighs (AMB-77); head to wind, her boats pull her round."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import headway, movement, passage, tasks
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, towed_by
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import DropAnchor, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.events.movement import AnchorDropped, AnchorWeighed, ShipTurnedByBoats
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Context, State


def check_drop(state: State, command: DropAnchor) -> Refused | None:
    """Why she cannot anchor now, or None."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key):
        return refusal
    ship = state.ships[key]
    if ship.anchored:
        return Refused("SOTL-5.2.5-d", "She lies at anchor already.", pieces=(key,))
    if other := headway.tower_of(state, key) or towed_by(state, key):
        return Refused("SOTL-5.6-d", "Cast off the tow before anchoring.", pieces=(other,))
    if not (ship.move_allows_anchor if ship.moved else headway.lies_stopped(state, key)):
        return Refused("SOTL-5.2.5-d", "She has too much way on her; slow her to a stop first.", pieces=(key,))
    return tasks.check_effort(state, key)


def drop(turn: Context, command: DropAnchor) -> None:
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


def weigh(turn: Context, command: WeighAnchor) -> None:
    """Her anchor is up; she lies stopped until she gets under way."""
    turn.emit(AnchorWeighed(ship=command.ship))
    tasks.tire(turn, command.ship, "raising the anchor")


_DEGREES: dict[Broadside, int] = {"port": -90, "starboard": 90}
"""SOTL-5.3-a: never more, never less."""


def check_turn(state: State, command: TurnByBoats) -> Refused | None:
    """Why the boats cannot turn her, or None (AMB-76)."""
    key = command.ship
    if refusal := check_commanded(state, command.side, key) or check_not_moved(state, key) or headway.held(state, key):
        return refusal
    if not headway.in_the_winds_eye(state.ships[key].pose.heading, state.wind):
        return Refused("SOTL-5.3-a", "Boats pull round only a ship that lies head to wind.", pieces=(key,))
    if towed := towed_by(state, key):
        return Refused("SOTL-5.3-a", "The boats cannot turn two ships at once; cast off the tow.", pieces=(towed,))
    return tasks.check_effort(state, key) or _check_room(way_round(state, command))


def _check_room(swing: passage.PathStep) -> Refused | None:
    if not swing.blocker:
        return None
    by = f"{abs(swing.extent):g}°, the boats turn her 90°"
    return Refused("SOTL-5-f", "There is no room to swing her round.", by, (swing.blocker,))


def way_round(state: State, command: TurnByBoats) -> passage.PathStep:
    """How far the boats get her, for the ghost on the table too; a way that is cut is refused (AMB-126)."""
    room = passage.room(state, command.ship, reach=0)
    return passage.round_to(room, state.ships[command.ship].pose, _DEGREES[command.towards])


def turn_round(turn: Context, command: TurnByBoats) -> None:
    """She comes round on the spot and stays stopped; the crew is the more tired for it."""
    swing = way_round(turn.state, command)
    turn.emit(ShipTurnedByBoats(ship=command.ship, pose=swing.pose, towards=command.towards))
    tasks.tire(turn, command.ship, "pulling her round with the boats")
    for key in swing.gone:
        movement.leave(turn, key, by_own_side=True)
