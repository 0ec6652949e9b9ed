"""The look of a broadside: fire from gun after gun, rolling smoke, and the smoke that hangs."""

import math
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from tabletop.games.ships_of_the_line.model import State, Strength
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.ui.boards.battle.animation import FLASH, GUN_APART, SMOKE_LIFE, Flash, SmokePuff, downwind
from tabletop.ui.boards.battle.presentation import Puff
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.camera import Xy

GUNS = {1: 7, 2: 10, 3: 12, 4: 13}
"""Number of gun decks to the number of guns drawn on a side."""
TONGUE, TONGUES = 0.86, 150
"""Size of a gun's fire in UM, half of it flame, and its duration in ms."""
GLOW = 0.95
"""Width of the light of two guns, UM."""
CARRIES: dict[Strength, float] = {"light": 0.4, "breeze": 1.0, "heavy": 1.8}
"""Distance by which a wind carries smoke, relative to a breeze; more also thins it."""
BANKS = ("smoke_bank_1", "smoke_bank_2")
ROLLS = 8
"""Clouds of a bank along the side, each with a billow on it."""
THICK, HANGS = 225, 135
"""Opacity of rolling smoke, and of smoke that hangs until the turn ends."""


class Cloud(NamedTuple):
    """A cloud of a bank: share of the side at which its gun stands, start, drift, width (UM), sprite."""

    share: float
    at: Xy
    drift: Xy
    width: float
    look: str


def side_sign(broadside: Broadside) -> int:
    """Return 1 for starboard and -1 for port."""
    return 1 if broadside == "starboard" else -1


def smoke_drift(state: State) -> Xy:
    """Return the vector by which the wind carries smoke, UM."""
    (x, y), far = downwind(state.wind.origin), CARRIES[state.wind.strength or "breeze"]
    return far * x, far * y


def count_guns(state: State, ship: Placed) -> int:
    """Return the number of guns drawn on a side."""
    return GUNS[min(max(GUNS), max(1, state.cards[ship.key].decks))]


def muzzle_position(share: float) -> float:
    """Return where a gun stands, hull lengths ahead of the center, by its share of the side."""
    return 0.38 - 0.8 * share


def build_gun_fire(state: State, ship: Placed, broadside: Broadside) -> Iterator[SmokePuff]:
    """Yield the fire of each gun of a side, from the bow aft."""
    hand, count = side_sign(broadside), count_guns(state, ship)
    turn = round(ship.heading + 90 * hand) % 360
    for gun in range(count):
        at = ship.along(muzzle_position(gun / (count - 1)), hand * (ship.beam / 2 + 0.01))
        size = TONGUE * (0.84 + 0.08 * (gun * 5 % 3))
        yield SmokePuff(float(gun * GUN_APART), TONGUES, at, (0.0, 0.0), (size, size), 255, "muzzle_flash", 0.3, turn)


def build_glows(state: State, ship: Placed, broadside: Broadside) -> Iterator[Flash]:
    """Yield the light of every second gun on side and sea."""
    count = count_guns(state, ship)
    for gun in range(0, count, 2):
        at = ship.along(muzzle_position(gun / (count - 1)), side_sign(broadside) * (ship.beam / 2 + 0.16))
        yield Flash(float(gun * GUN_APART), 1.8 * FLASH, at, GLOW)


def build_rolling_smoke(state: State, ship: Placed, broadside: Broadside) -> Iterator[SmokePuff]:
    """Yield the bank of smoke: thick along the side, then broader, thinner and downwind."""
    last = (count_guns(state, ship) - 1) * GUN_APART
    for number, cloud in enumerate(build_smoke_bank(state, ship, broadside)):
        born, life = 30 + cloud.share * last, SMOKE_LIFE * (0.9 + 0.05 * (number % 4))
        width = 0.42 * cloud.width, cloud.width
        yield SmokePuff(born, life, cloud.at, cloud.drift, width, THICK, look=cloud.look, thins=0.9)


def build_hanging_smoke(state: State, ship: Placed, broadside: Broadside) -> list[Puff]:
    """Return the smoke that remains; always the same for the same broadside."""
    thinned = round(HANGS / max(1.0, CARRIES[state.wind.strength or "breeze"]))
    return [
        Puff((cloud.at[0] + cloud.drift[0], cloud.at[1] + cloud.drift[1]), cloud.width, thinned, cloud.look)
        for cloud in build_smoke_bank(state, ship, broadside)
    ]


def build_smoke_bank(state: State, ship: Placed, broadside: Broadside) -> Iterator[Cloud]:
    """Yield wide clouds from the bow aft, then a billow on each; no two banks are alike."""
    hand, wind = side_sign(broadside), smoke_drift(state)
    abeam = math.radians(ship.heading + 90 * hand)
    noise = zlib.crc32(f"{ship.key}{broadside}{state.turn}".encode())
    for wide in (True, False):
        for number in range(ROLLS):
            mixed = noise >> (2 * number + 3 * wide)
            spread, far, size = (mixed % 7 / 6, mixed % 5 / 4, mixed % 11 / 10)
            share = number / (ROLLS - 1)
            reach = (0.3 + 0.26 * far) if wide else 0.16 + 0.42 * spread
            blown = (0.2 + 0.3 * spread) if wide else 0.1 + 0.34 * far
            drift = math.sin(abeam) * reach + wind[0] * blown, math.cos(abeam) * reach + wind[1] * blown
            at = ship.along(muzzle_position(share), hand * (ship.beam / 2 + 0.06))
            width = (0.62 + 0.34 * size) if wide else 0.36 + 0.22 * size
            yield Cloud(share, at, drift, width, BANKS[mixed % len(BANKS)])
