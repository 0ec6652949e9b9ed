"""Chapter 22-c, -d: ships that fire at batteries, and what becomes of those (AMB-108, AMB-196)."""

from collections.abc import Iterator

from tabletop.core.errors import Refused
from tabletop.core.game import Score
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming, fire
from tabletop.games.ships_of_the_line.chapters.aiming import Seen, sighting
from tabletop.games.ships_of_the_line.chapters.lines_of_fire import band_at
from tabletop.games.ships_of_the_line.chapters.optional.coastal import waters
from tabletop.games.ships_of_the_line.chapters.optional.coastal.events import (
    BatteryDestroyed,
    BatteryHurt,
    HarbourSilenced,
)
from tabletop.games.ships_of_the_line.chapters.orders import check_fighting
from tabletop.games.ships_of_the_line.chapters.visibility import dimness
from tabletop.games.ships_of_the_line.coast import Battery, standing
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.events.turn import PointsScored
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.shots import Shot
from tabletop.games.ships_of_the_line.sides import enemy_of
from tabletop.games.ships_of_the_line.state import Context, State, side_of
from tabletop.geometry import field
from tabletop.geometry.field import Sight

POINTS = 10
"""AMB-196: victory points for a battery that is destroyed."""


def seen(state: State, key: str, broadside: Broadside) -> Iterator[Seen]:
    """The enemy's batteries before a broadside: targets like ships, by the ship's own bands (AMB-15, AMB-196)."""
    for battery in standing(state.coast, enemy_of(side_of(state, key))):
        sight = _line(state, key, broadside, battery)
        band = band_at(state.profile, sight.distance) if sight else None
        if sight and band:
            yield Seen(battery.key, sight, band, enemy=True)


def _line(state: State, key: str, broadside: Broadside, battery: Battery) -> Sight | None:
    """Return the line of fire of a broadside at a battery, at any range; None outside its field."""
    pose, size, traverse = state.ships[key].pose, positions.size(state, key), state.profile.gun_traverse
    return field.sight(pose, *size, broadside, traverse, waters.work(battery.place))


def check(state: State, command: FireBroadside) -> Refused | None:
    """Why a broadside may not be fired at a ship, or at a battery, or None."""
    battery = state.coast.batteries.get(command.target) if state.coast else None
    if battery is None:
        return fire.check(state, command)
    shot = (state, command.ship, command.broadside)
    return check_fighting(state, command.side, command.ship) or fire.unable(*shot) or _check_work(*shot, battery)


def _check_work(state: State, key: str, broadside: Broadside, battery: Battery) -> Refused | None:
    if battery.side == side_of(state, key):
        return Refused("SOTL-4.1.2-c", f"{battery.name} is no enemy.", pieces=(battery.key,))
    if battery.hull <= 0:
        return Refused("AMB-196", f"{battery.name} is destroyed.", pieces=(battery.key,))
    view = sighting(state, key, broadside)
    if battery.key in view.targets:
        return None
    if found := view.find(battery.key):
        return fire.no_target(state, view, found)
    line = _line(state, key, broadside, battery)
    if line and (dim := dimness(state, key, battery.key, line.distance)):
        return fire.hidden(state, dim, key, battery.key, line.distance)
    away, reach = waters.from_edge(positions.outline(state, key), battery.place), aiming.reach(state, key)
    by = f"{positions.in_um(away, reach)}, the reach is {positions.in_um(reach)}"
    return Refused("SOTL-4.1-a", f"{battery.name} is not in the field of these guns.", by, (battery.key,))


def hurt(turn: Context, shot: Shot) -> None:
    """A battery loses what was noted as the damage takes effect (AMB-196)."""
    battery = turn.state.coast.batteries.get(shot.target) if turn.state.coast else None
    if battery is None or not shot.hull or battery.hull <= 0:
        return
    left = max(0, battery.hull - shot.hull)
    turn.emit(BatteryHurt(battery=battery.key, points=shot.hull, left=left))
    if not left:
        _destroy(turn, battery)


def _destroy(turn: Context, battery: Battery) -> None:
    """It is worth points to the enemy; the last of a side is told, and ends nothing by itself (AMB-199)."""
    turn.emit(BatteryDestroyed(battery=battery.key))
    score = Score(
        side=enemy_of(battery.side),
        points=POINTS,
        reason=f"{battery.name} destroyed",
        rule="AMB-196",
        turn=turn.state.turn,
        about=battery.key,
    )
    turn.emit(PointsScored(score=score, ship="", rule="AMB-196"))
    if not standing(turn.state.coast, battery.side):
        turn.emit(HarbourSilenced(side=battery.side))
