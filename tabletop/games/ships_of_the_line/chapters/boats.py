"""Chapter 5.3: head to wind and stopped, a ship's boats pull her round."""

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import movement, passage, tasks
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, held, in_the_winds_eye, towed_by
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.commands import TurnByBoats
from tabletop.games.ships_of_the_line.events.movement import ShipTurnedByBoats
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State, Unfolding

_DEGREES: dict[Broadside, int] = {"port": -90, "starboard": 90}
"""SOTL-5.3-a: never more, never less."""


def check(state: State, command: TurnByBoats) -> Refused | None:
    """Why the boats cannot turn her, or None (AMB-76)."""
    key = command.ship
    return (
        check_commanded(state, command.side, key)
        or check_not_moved(state, key)
        or held(state, key)
        or _head_to_wind(state, key)
        or _tow(state, key)
        or tasks.check_effort(state, key)
        or _clear(state, command)
    )


def turn_round(turn: Unfolding, command: TurnByBoats) -> None:
    """She comes round on the spot and stays stopped; the crew is the more tired for it."""
    swing = way(turn.state, command)
    turn.emit(ShipTurnedByBoats(ship=command.ship, pose=swing.pose, towards=command.towards))
    tasks.tire(turn, command.ship, "pulling her round with the boats")
    for key in swing.gone:
        movement.leave(turn, key, by_own_side=True)


def _head_to_wind(state: State, key: str) -> Refused | None:
    if in_the_winds_eye(state.ships[key].pose.heading, state.wind):
        return None
    return Refused("SOTL-5.3-a", "Boats pull round only a ship that lies head to wind.", pieces=(key,))


def _tow(state: State, key: str) -> Refused | None:
    if towed := towed_by(state, key):
        return Refused("SOTL-5.3-a", "The boats cannot turn two ships at once; cast off the tow.", pieces=(towed,))
    return None


def _clear(state: State, command: TurnByBoats) -> Refused | None:
    swing = way(state, command)
    if not swing.blocker:
        return None
    by = f"{abs(swing.extent):g}°, the boats turn her 90°"
    return Refused("SOTL-5-f", "There is no room to swing her round.", by, (swing.blocker,))


def way(state: State, command: TurnByBoats) -> passage.Way:
    """How far the boats get her, for the ghost on the table too; a way that is cut is refused (AMB-126)."""
    room = passage.room(state, command.ship, reach=0)
    return passage.round_to(room, state.ships[command.ship].pose, _DEGREES[command.towards])
