"""Chapter 4.1.2: what one broadside has before its guns, and which of it may be fired at."""

from functools import lru_cache

import msgspec

from tabletop.core.memory import per_state
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.chapters import aiming
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import Band, State, side_of
from tabletop.geometry import field
from tabletop.geometry.field import Sight
from tabletop.geometry.pose import Pose


class Seen(msgspec.Struct, frozen=True):
    """A ship in the field and within the template, with the line to her nearest part that bears."""

    ship: str
    sight: Sight
    band: Band
    enemy: bool
    """She may be fired at, were she the nearest; else she only blocks."""


class Sighting(msgspec.Struct, frozen=True):
    """What a broadside sees.

    Attributes:
        seen: all ships in the field, nearest first, equals in key order.
        targets: those that may be fired at now: nearest, hostile, and not too far for the guns.
        blockers: the nearest ships, where they are none to fire at and so block the field.
    """

    ship: str
    broadside: Broadside
    seen: tuple[Seen, ...]
    targets: tuple[str, ...]
    blockers: tuple[str, ...]

    def find(self, key: str) -> Seen | None:
        """A ship of those seen."""
        return next((seen for seen in self.seen if seen.ship == key), None)

    @property
    def nearest(self) -> tuple[Seen, ...]:
        """The nearest ship, or those equally near after rounding (AMB-15, AMB-131)."""
        return tuple(seen for seen in self.seen if seen.sight.distance == self.seen[0].sight.distance)


@per_state
def sighting(state: State, key: str, broadside: Broadside) -> Sighting:
    """What lies before a broadside, loaded or not, and what it may be fired at (AMB-13 to AMB-15, AMB-66)."""
    found = (_seen(state, key, broadside, other) for other in positions.within(state, key, state.profile.long))
    seen = tuple(sorted((one for one in found if one), key=lambda one: one.sight.distance))
    nearest = [one for one in seen if one.sight.distance == seen[0].sight.distance]
    enemies = [one for one in nearest if one.enemy]
    reach = aiming.reach(state, key) if enemies else 0.0
    return Sighting(
        ship=key,
        broadside=broadside,
        seen=seen,
        targets=tuple(one.ship for one in enemies if one.sight.distance <= reach),
        blockers=() if enemies else tuple(one.ship for one in nearest),
    )


def line_of_fire(state: State, key: str, broadside: Broadside, target: str) -> Sight | None:
    """The shortest way from a broadside to the part of a hull in its field, at any range; None outside it."""
    one, other = positions.size(state, key), positions.size(state, target)
    poses = state.ships[key].pose, state.ships[target].pose
    return _line(poses, (one, other), broadside, state.profile.gun_traverse)


def may_be_fired_at(state: State, key: str, target: str) -> bool:
    """Whether a ship is fair game for another.

    Enemies are, prizes in enemy hands too; a struck ship only for her former side (4.4.2-b, AMB-66).
    """
    if state.ships[target].status == "struck":
        return state.cards[target].side == side_of(state, key)
    return side_of(state, target) != side_of(state, key)


def _seen(state: State, key: str, broadside: Broadside, other: str) -> Seen | None:
    sight = line_of_fire(state, key, broadside, other)
    band = aiming.band_at(state.profile, sight.distance) if sight else None
    if sight is None or band is None:
        return None
    return Seen(other, sight, band, may_be_fired_at(state, key, other))


@lru_cache(maxsize=16384)
def _line(
    poses: tuple[Pose, Pose],
    sizes: tuple[tuple[float, float], tuple[float, float]],
    broadside: Broadside,
    traverse: float,
) -> Sight | None:
    """Remembered, because a fleet looks at the same positions after every shot."""
    hull = positions.shape(poses[1], sizes[1])
    return field.sight(poses[0], *sizes[0], broadside, traverse, hull)
