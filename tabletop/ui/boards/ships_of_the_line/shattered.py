"""What flies about where shot falls: splinters from the ship that is hit, water where it missed her."""

import math
from collections.abc import Iterator

from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.survey.rolls import BatteryFired
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle.animation import Animation, SmokePuff, Voyage
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.ships_of_the_line.scene import placed
from tabletop.ui.camera import Xy

SPLASH, SPLINTERS, DUST = 500, 420, 520
"""Milliseconds that each is seen."""
FALLS, APART = 290, 45
"""When the first shot falls, and from shot to shot."""
SHUDDER, SHAKEN = 300, 0.025
"""Milliseconds for which a ship shudders, and how far she is shaken, UM."""
MOST = 5
"""So many fall at most: what a broadside hits is told by its figure."""
ALONG = (0.05, -0.22, 0.24, -0.06, 0.36, -0.36)
"""Where shot falls, hull lengths ahead of the middle."""


def splash(born: float, at: Xy) -> SmokePuff:
    """Water thrown up."""
    return SmokePuff(born, SPLASH, at, (0.0, 0.0), (0.12, 0.34), 220, look="splash", thins=0.8)


def splinters(born: float, at: Xy, number: int) -> SmokePuff:
    """A burst of wood; they are of two kinds."""
    look = f"splinters_{number % 2 + 1}"
    return SmokePuff(born, SPLINTERS, at, (0.0, 0.0), (0.4, 1.15), 255, look=look, thins=0.5)


def dust(born: float, at: Xy) -> SmokePuff:
    """What stands over a hole that shot has made."""
    return SmokePuff(born, DUST, at, (0.0, 0.0), (0.12, 0.42), 190)


def struck(state: State, event: BroadsideFired | BatteryFired, *, raked: bool = False) -> Iterator[SmokePuff]:
    """The shot of guns as it falls: hits along the side fired at, or from the end that is raked; the rest off it."""
    if event.target not in state.ships:
        return
    ship, (muzzles, _) = placed(state, event.target), event.sight
    ahead, abeam = ship.seen(muzzles.x, muzzles.y)
    side, end = 1 if abeam >= 0 else -1, 0.4 if ahead > 0 else -0.4
    thrown = max(1, len(event.rolls))
    fall = min(MOST, thrown)
    hits = math.ceil(fall * event.hits / thrown)
    for number in range(fall):
        born, along = float(FALLS + APART * number), ALONG[number]
        if number >= hits:
            yield splash(born, ship.along(along, side * (ship.beam / 2 + 0.22 + 0.09 * (number % 3))))
            continue
        at = ship.along(end - end * number / MOST, 0.0) if raked else ship.along(along, side * ship.beam / 2)
        yield dust(born, at)
        yield splinters(born, at, number)


def collided(state: State, key: str, other: str) -> Animation:
    """Wood flies where two hulls meet, and both shudder."""
    ship, met = placed(state, key), placed(state, other)
    at = min((at for at in _sides(ship)), key=lambda at: min(math.dist(at, there) for there in _sides(met)))
    bursts = tuple(splinters(60.0 * number, at, number) for number in range(3))
    return Animation(SHUDDER, apart=SHUDDER / 2, smoke=bursts, voyages=(shudder(state, key), shudder(state, other)))


def shudder(state: State, key: str) -> Voyage:
    """A ship that is shaken where she lies."""
    pose = state.ships[key].pose
    beam = math.radians(pose.heading + 90)
    stops = [(0.0, pose)]
    for number, far in enumerate((SHAKEN, -SHAKEN, SHAKEN / 2, 0.0), 1):
        point = Pose(pose.x + far * math.sin(beam), pose.y + far * math.cos(beam), pose.heading)
        stops.append((number * SHUDDER / 4, point))
    return Voyage(key, tuple(stops))


def _sides(ship: Placed) -> list[Xy]:
    return [ship.along(along / 8, side * ship.beam / 2) for along in range(-4, 5) for side in (-1, 1)]
