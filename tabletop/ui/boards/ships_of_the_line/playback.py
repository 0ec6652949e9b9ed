"""Plays what came of an order on the sea, with the times of the style guide, and lets fires burn."""

import math
from collections.abc import Callable

from tabletop.core.dispatch import KindHandler
from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.events import boarding, combat, movement
from tabletop.games.ships_of_the_line.model import State, is_on_map, list_flags
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.rolls import BatteryFired, CollisionRolled, GroundingRolled
from tabletop.geometry.pose import Pose
from tabletop.ui.boards.battle import animation
from tabletop.ui.boards.battle.animation import Animation, Flash, Lowering, SmokePuff, Voyage, beat, straight
from tabletop.ui.boards.battle.animation import Playback as Base
from tabletop.ui.boards.ships_of_the_line import boarders, gunsmoke, shattered
from tabletop.ui.boards.ships_of_the_line.scene import placed
from tabletop.ui.motion import MOTION, Motion

FLICKER = 166
"""Milliseconds between two pictures of a fire."""


class Playback(Base[State]):
    """What is being played, what waits, the smoke of what is over, and the fires."""

    def __init__(self, motion: Motion = MOTION) -> None:
        super().__init__(animated, GAME.evolve, motion)
        self._burns: tuple[State | None, bool] = (None, False)

    def tick(self, elapsed: int, shown: State) -> bool:
        """Let time pass over what the sea shows; whether anything moves, fires apart: see `pulse`."""
        moving = super().tick(elapsed, shown)
        state = self.state or shown
        if self._burns[0] is not state:
            self._burns = (state, any(ship.fires and is_on_map(state, key) for key, ship in state.ships.items()))
        return moving

    @property
    def pulse(self) -> int:
        """Milliseconds between two pictures of what is shown while only fires burn; 0 where none do."""
        return FLICKER if self._flickers else 0

    @property
    def _flickers(self) -> bool:
        return bool(self._motion.rate) and self._burns[1]

    @property
    def frame(self) -> int:
        """Which picture of the fires is shown."""
        return int(self._now / FLICKER) if self._flickers else 0


PER_UM = 110
BATTERY_GUNS = 4
BROADSIDE_TELLS = 420
MAST, MAST_APART = 500, 90
GOES_UP, COLOURS = 900, 530
"""Milliseconds that are of the sea alone, others are in `battle.animation`; and how many guns are seen."""


def _sailed(state: State, event: movement.ShipSailed) -> Animation:
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


def _turned(state: State, event: movement.ShipTurnedByBoats) -> Animation:
    course = straight(event.ship, state.ships[event.ship].pose, event.pose, animation.TURN)
    return Animation(animation.TURN, apart=70, voyages=(course,))


def _drifted(state: State, event: movement.ShipDrifted) -> Animation:
    moved = (straight(key, state.ships[key].pose, pose, animation.DRIFT) for key, pose in event.poses.items())
    return Animation(animation.DRIFT, apart=70, voyages=tuple(moved))


def _broadside(state: State, event: combat.BroadsideFired) -> Animation:
    """Gun after gun from the bow aft; the smoke rolls out from the side and goes down the wind."""
    ship, fired = placed(state, event.ship), (event.broadside,)
    smoke = [*gunsmoke.rolling(state, ship, *fired), *gunsmoke.tongues(state, ship, *fired)]
    smoke += shattered.struck(state, event, raked=event.rake is not None)
    flashes = tuple(gunsmoke.glows(state, ship, *fired))
    return Animation(
        animation.BROADSIDE, animation.BROADSIDE_APART, BROADSIDE_TELLS, smoke=tuple(smoke), flashes=flashes
    )


def _battery(state: State, event: BatteryFired) -> Animation:
    """The guns that bear flash along the edge of the work, and its smoke goes down the wind."""
    middle = summaries.position_of(state, event.battery)
    end, wind = event.sight[1], gunsmoke.carried(state)
    towards, smoke, flashes = math.atan2(end.x - middle.x, end.y - middle.y), [], []
    for gun in range(BATTERY_GUNS):
        aside, born = towards + 0.5 * (gun - (BATTERY_GUNS - 1) / 2), float(gun * 2 * animation.GUN_APART)
        muzzle = middle.x + 0.2 * math.sin(aside), middle.y + 0.2 * math.cos(aside)
        drift = 0.5 * math.sin(aside) + wind[0] * 0.7, 0.5 * math.cos(aside) + wind[1] * 0.7
        flashes.append(Flash(born, animation.FLASH, muzzle, 0.42))
        smoke.append(SmokePuff(born + 30, animation.SMOKE_LIFE, muzzle, drift, (0.22, 0.9), 235))
    smoke += shattered.struck(state, event)
    return Animation(
        animation.BROADSIDE, animation.BROADSIDE_APART, BROADSIDE_TELLS, smoke=tuple(smoke), flashes=tuple(flashes)
    )


def _mast(state: State, event: combat.MastFell) -> Animation:
    """It goes over the side, and the sea splashes up where it falls."""
    ship, side = placed(state, event.ship), gunsmoke.side(event.over)
    ahead = {"fore": 0.25, "main": 0.0, "mizzen": -0.25}[event.mast]
    splashes = [shattered.splash(MAST * 0.8, ship.along(ahead, side * far)) for far in (0.25, 0.45)]
    broken = shattered.splinters(0.0, ship.along(ahead, 0.0), 0)
    fall = animation.Falling(event.ship, event.mast, event.over, MAST)
    return Animation(MAST, MAST_APART, tells=MAST, smoke=(*splashes, broken), falls=(fall,))


def _exploded(state: State, event: combat.ShipExploded) -> Animation:
    """A column of fire, and a cloud over everything near."""
    ship = placed(state, event.ship)
    wind = gunsmoke.carried(state)
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


def _caught_fire(state: State, event: combat.FireStarted) -> Animation:
    ship, wind = placed(state, event.ship), gunsmoke.carried(state)
    smoke = tuple(
        SmokePuff(90.0 * puff, 900, ship.along(0.1 - 0.1 * puff, 0.0), wind, (0.2, 0.7), 190) for puff in range(3)
    )
    return Animation(animation.BEAT, apart=60, smoke=smoke, flashes=(Flash(0, 200, ship.along(0.1, 0.0), 0.9),))


def _collided(state: State, event: CollisionRolled) -> Animation:
    return shattered.collided(state, event.ship, event.other) if event.collided else Animation()


def _grounded(state: State, event: GroundingRolled) -> Animation:
    """She is shaken where she runs aground."""
    shaken = shattered.shudder(state, event.ship)
    return Animation(shaken.length, voyages=(shaken,)) if event.aground else Animation()


def _colours(state: State, event: combat.ColoursStruck | boarding.ShipCaptured | boarding.ShipRestored) -> Animation:
    """What flew over her comes down, and what flies now is seen."""
    upper = list_flags(state, event.ship)[0]
    return Animation(COLOURS, apart=80, lowered=(Lowering(event.ship, upper, COLOURS),))


animated: Callable[[State, Event], Animation] = animation.staged(
    KindHandler(movement.ShipSailed, _sailed),
    KindHandler(movement.ShipTurnedByBoats, _turned),
    KindHandler(movement.ShipDrifted, _drifted),
    KindHandler(combat.BroadsideFired, _broadside),
    KindHandler(BatteryFired, _battery),
    KindHandler(combat.MastFell, _mast),
    KindHandler(combat.FireStarted, _caught_fire),
    KindHandler(combat.ShipSunk, lambda state, event: animation.going_down(event.ship, state.ships[event.ship].pose)),
    KindHandler(combat.ShipExploded, _exploded),
    KindHandler(combat.ColoursStruck, _colours),
    KindHandler(boarding.ShipCaptured, _colours),
    KindHandler(boarding.ShipRestored, _colours),
    KindHandler(boarding.BoardingFought, boarders.surge),
    KindHandler(CollisionRolled, _collided),
    KindHandler(GroundingRolled, _grounded),
    KindHandler(boarding.ShipsGrappled, beat),
    KindHandler(boarding.ShipsParted, beat),
)
