"""Plays the events of a command on the sea, with splashes and splinters, and lets fires burn."""

import math
from collections.abc import Callable, Iterator

from typing_extensions import override

from tabletop.core.dispatch import KindHandler
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.events import boarding, combat, movement
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.model import State, is_on_map, list_flags
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.rolls import BatteryFired, CollisionRolled, GroundingRolled
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle import animation
from tabletop.ui.boards.battle.animation import Animation, Flash, Lowering, SmokePuff, Voyage, beat, straight
from tabletop.ui.boards.battle.animation import Playback as Base
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.ships_of_the_line import boarders, gunsmoke
from tabletop.ui.boards.ships_of_the_line.scene import place_ship
from tabletop.ui.camera import Xy
from tabletop.ui.motion import MOTION, Motion

SPLASH, SPLINTERS, DUST = 500, 420, 520
"""Durations of a splash, of splinters and of dust, ms."""
FALLS, APART = 290, 45
"""Time until the first shot falls, and from shot to shot, ms."""
SHUDDER, SHAKEN = 300, 0.025
"""Duration of a shudder in ms, and its amplitude in UM."""
MOST = 5
"""Most shots that are shown falling; the figure at the ship tells the hits."""
ALONG = (0.05, -0.22, 0.24, -0.06, 0.36, -0.36)
"""Places where shot falls, hull lengths ahead of the center."""


def build_splash(born: float, at: Xy) -> SmokePuff:
    """Return water that is thrown up at a place (UM) at `born` ms."""
    return SmokePuff(born, SPLASH, at, (0.0, 0.0), (0.12, 0.34), 220, look="splash", thins=0.8)


def build_splinters(born: float, at: Xy, number: int) -> SmokePuff:
    """Return a burst of wood; there are two kinds, by `number`."""
    look = f"splinters_{number % 2 + 1}"
    return SmokePuff(born, SPLINTERS, at, (0.0, 0.0), (0.4, 1.15), 255, look=look, thins=0.5)


def build_dust(born: float, at: Xy) -> SmokePuff:
    """Return dust over a shot hole."""
    return SmokePuff(born, DUST, at, (0.0, 0.0), (0.12, 0.42), 190)


def build_hits(state: State, event: BroadsideFired | BatteryFired, *, raked: bool = False) -> Iterator[SmokePuff]:
    """Yield the falling shot: hits along the side or from the raked end, misses beside it."""
    if event.target not in state.ships:
        return
    ship, (muzzles, _) = place_ship(state, event.target), event.sight
    ahead, abeam = ship.seen(muzzles.x, muzzles.y)
    side, end = 1 if abeam >= 0 else -1, 0.4 if ahead > 0 else -0.4
    thrown = max(1, len(event.rolls))
    fall = min(MOST, thrown)
    hits = math.ceil(fall * event.hits / thrown)
    for number in range(fall):
        born, along = float(FALLS + APART * number), ALONG[number]
        if number >= hits:
            yield build_splash(born, ship.along(along, side * (ship.beam / 2 + 0.22 + 0.09 * (number % 3))))
            continue
        at = ship.along(end - end * number / MOST, 0.0) if raked else ship.along(along, side * ship.beam / 2)
        yield build_dust(born, at)
        yield build_splinters(born, at, number)


def animate_collision(state: State, key: str, other: str) -> Animation:
    """Return splinters where two hulls meet, and the shudder of both ships."""
    ship, met = place_ship(state, key), place_ship(state, other)
    at = min((at for at in _side_points(ship)), key=lambda at: min(math.dist(at, there) for there in _side_points(met)))
    bursts = tuple(build_splinters(60.0 * number, at, number) for number in range(3))
    return Animation(
        SHUDDER, apart=SHUDDER / 2, smoke=bursts, voyages=(build_shudder(state, key), build_shudder(state, other))
    )


def build_shudder(state: State, key: str) -> Voyage:
    """Return the movement of a ship that is shaken."""
    pose = state.ships[key].pose
    beam = math.radians(pose.heading + 90)
    stops = [(0.0, pose)]
    for number, far in enumerate((SHAKEN, -SHAKEN, SHAKEN / 2, 0.0), 1):
        point = Pose(pose.x + far * math.sin(beam), pose.y + far * math.cos(beam), pose.heading)
        stops.append((number * SHUDDER / 4, point))
    return Voyage(key, tuple(stops))


def _side_points(ship: Placed) -> list[Xy]:
    return [ship.along(along / 8, side * ship.beam / 2) for along in range(-4, 5) for side in (-1, 1)]


FLICKER = 166
"""Time between two pictures of a fire, ms."""


class SeaPlayback(Base[State]):
    """The events that are played or wait, the smoke of past ones, and the fires."""

    def __init__(self, motion: Motion = MOTION) -> None:
        super().__init__(animate_event, GAME.evolve, motion)
        self._burns: tuple[State | None, bool] = (None, False)

    @override
    def tick(self, elapsed: int, shown: State) -> bool:
        """Advance by `elapsed` ms; return True if anything moves, fires apart (see `pulse`)."""
        moving = super().tick(elapsed, shown)
        state = self.state or shown
        if self._burns[0] is not state:
            self._burns = (state, any(ship.fires and is_on_map(state, key) for key, ship in state.ships.items()))
        return moving

    @property
    def pulse(self) -> int:
        """Return the ms between two pictures while only fires burn; 0 if none burn."""
        return FLICKER if self._flickers else 0

    @property
    def _flickers(self) -> bool:
        return bool(self._motion.rate) and self._burns[1]

    @property
    def frame(self) -> int:
        """Return the number of the present picture of the fires."""
        return int(self._now / FLICKER) if self._flickers else 0


PER_UM = 110
BATTERY_GUNS = 4
BROADSIDE_TELLS = 420
MAST, MAST_APART = 500, 90
GOES_UP, COLOURS = 900, 530
"""Durations in ms for the sea alone (see `battle.animation`), and guns of a battery that are drawn."""


def _animate_sailing(state: State, event: movement.ShipSailed) -> Animation:
    stops: list[tuple[float, Pose]] = [(0.0, state.ships[event.ship].pose)]
    for leg in event.legs:
        far = math.hypot(leg.end.x - leg.start.x, leg.end.y - leg.start.y)
        turns = leg.start.heading != leg.end.heading
        stops.append((stops[-1][0] + (animation.TURN if turns else PER_UM * far), leg.end))
    course = Voyage(event.ship, animation.shortened(stops))
    voyages = [course]
    if event.towed and event.towed_pose is not None:
        voyages.append(straight(event.towed, state.ships[event.towed].pose, event.towed_pose, course.length))
    return Animation(course.length, apart=70, voyages=tuple(voyages))


def _animate_boat_turn(state: State, event: movement.ShipTurnedByBoats) -> Animation:
    course = straight(event.ship, state.ships[event.ship].pose, event.pose, animation.TURN)
    return Animation(animation.TURN, apart=70, voyages=(course,))


def _animate_drift(state: State, event: movement.ShipDrifted) -> Animation:
    moved = (straight(key, state.ships[key].pose, pose, animation.DRIFT) for key, pose in event.poses.items())
    return Animation(animation.DRIFT, apart=70, voyages=tuple(moved))


def _animate_broadside(state: State, event: combat.BroadsideFired) -> Animation:
    """Return gun after gun from the bow aft, with smoke that rolls out and drifts downwind."""
    ship, fired = place_ship(state, event.ship), (event.broadside,)
    smoke = [*gunsmoke.build_rolling_smoke(state, ship, *fired), *gunsmoke.build_gun_fire(state, ship, *fired)]
    smoke += build_hits(state, event, raked=event.rake is not None)
    flashes = tuple(gunsmoke.build_glows(state, ship, *fired))
    return Animation(
        animation.BROADSIDE, animation.BROADSIDE_APART, BROADSIDE_TELLS, smoke=tuple(smoke), flashes=flashes
    )


def _animate_battery(state: State, event: BatteryFired) -> Animation:
    """Return flashes along the edge of the battery, and smoke that drifts downwind."""
    middle = summaries.position_of(state, event.battery)
    end, wind = event.sight[1], gunsmoke.smoke_drift(state)
    towards, smoke, flashes = math.atan2(end.x - middle.x, end.y - middle.y), [], []
    for gun in range(BATTERY_GUNS):
        aside, born = towards + 0.5 * (gun - (BATTERY_GUNS - 1) / 2), float(gun * 2 * animation.GUN_APART)
        muzzle = middle.x + 0.2 * math.sin(aside), middle.y + 0.2 * math.cos(aside)
        drift = 0.5 * math.sin(aside) + wind[0] * 0.7, 0.5 * math.cos(aside) + wind[1] * 0.7
        flashes.append(Flash(born, animation.FLASH, muzzle, 0.42))
        smoke.append(SmokePuff(born + 30, animation.SMOKE_LIFE, muzzle, drift, (0.22, 0.9), 235))
    smoke += build_hits(state, event)
    return Animation(
        animation.BROADSIDE, animation.BROADSIDE_APART, BROADSIDE_TELLS, smoke=tuple(smoke), flashes=tuple(flashes)
    )


def _animate_mast(state: State, event: combat.MastFell) -> Animation:
    """Return a mast that falls over the side with a splash."""
    ship, side = place_ship(state, event.ship), gunsmoke.side_sign(event.over)
    ahead = {"fore": 0.25, "main": 0.0, "mizzen": -0.25}[event.mast]
    splashes = [build_splash(MAST * 0.8, ship.along(ahead, side * far)) for far in (0.25, 0.45)]
    broken = build_splinters(0.0, ship.along(ahead, 0.0), 0)
    fall = animation.Falling(event.ship, event.mast, event.over, MAST)
    return Animation(MAST, MAST_APART, tells=MAST, smoke=(*splashes, broken), falls=(fall,))


def _animate_explosion(state: State, event: combat.ShipExploded) -> Animation:
    """Return a column of fire, and a cloud over everything near."""
    ship = place_ship(state, event.ship)
    wind = gunsmoke.smoke_drift(state)
    flashes = tuple(
        Flash(born, 260, ship.along(ahead, 0.0), wide)
        for born, ahead, wide in ((0, 0.0, 2.6), (60, 0.3, 1.4), (90, -0.3, 1.6), (180, 0.1, 2.0))
    )
    smoke = []
    for puff in range(22):
        bearing = math.radians(puff * 137.5)
        far = 0.25 + 0.95 * (puff % 7) / 6
        drift = (far * math.sin(bearing) + wind[0], far * math.cos(bearing) + wind[1])
        smoke.append(SmokePuff(40 + 14 * puff, 2200, ship.along(0.0, 0.0), drift, (0.5, 1.5), 245))
    return Animation(GOES_UP, GOES_UP / 2, tells=180, smoke=tuple(smoke), flashes=flashes)


def _animate_fire(state: State, event: combat.FireStarted) -> Animation:
    ship, wind = place_ship(state, event.ship), gunsmoke.smoke_drift(state)
    smoke = tuple(
        SmokePuff(90.0 * puff, 900, ship.along(0.1 - 0.1 * puff, 0.0), wind, (0.2, 0.7), 190) for puff in range(3)
    )
    return Animation(animation.BEAT, apart=60, smoke=smoke, flashes=(Flash(0, 200, ship.along(0.1, 0.0), 0.9),))


def _animate_collision(state: State, event: CollisionRolled) -> Animation:
    return animate_collision(state, event.ship, event.other) if event.collided else Animation()


def _animate_grounding(state: State, event: GroundingRolled) -> Animation:
    """Return the shudder of a ship that runs aground; nothing if it does not."""
    shaken = build_shudder(state, event.ship)
    return Animation(shaken.length, voyages=(shaken,)) if event.aground else Animation()


def _animate_flag(
    state: State, event: combat.ColoursStruck | boarding.ShipCaptured | boarding.ShipRestored
) -> Animation:
    """Return the ensign that comes down, so that the new one shows."""
    upper = list_flags(state, event.ship)[0]
    return Animation(COLOURS, apart=80, lowered=(Lowering(event.ship, upper, COLOURS),))


animate_event: Callable[[State, Event], Animation] = animation.staged(
    KindHandler(movement.ShipSailed, _animate_sailing),
    KindHandler(movement.ShipTurnedByBoats, _animate_boat_turn),
    KindHandler(movement.ShipDrifted, _animate_drift),
    KindHandler(combat.BroadsideFired, _animate_broadside),
    KindHandler(BatteryFired, _animate_battery),
    KindHandler(combat.MastFell, _animate_mast),
    KindHandler(combat.FireStarted, _animate_fire),
    KindHandler(combat.ShipSunk, lambda state, event: animation.going_down(event.ship, state.ships[event.ship].pose)),
    KindHandler(combat.ShipExploded, _animate_explosion),
    KindHandler(combat.ColoursStruck, _animate_flag),
    KindHandler(boarding.ShipCaptured, _animate_flag),
    KindHandler(boarding.ShipRestored, _animate_flag),
    KindHandler(boarding.BoardingFought, boarders.animate_boarding),
    KindHandler(CollisionRolled, _animate_collision),
    KindHandler(GroundingRolled, _animate_grounding),
    KindHandler(boarding.ShipsGrappled, beat),
    KindHandler(boarding.ShipsParted, beat),
)
