"""A broadside as it is seen: fire from gun after gun, the bank of smoke that rolls from her side, and what hangs on."""

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
"""How many guns of a side are seen, by gun decks."""
TONGUE, TONGUES = 0.86, 150
"""How large the fire of a gun is drawn, UM, half of it flame; and for how many milliseconds it is seen."""
GLOW = 0.95
"""How wide the light of two guns is, UM."""
CARRIES: dict[Strength, float] = {"light": 0.4, "breeze": 1.0, "heavy": 1.8}
"""How far a wind carries smoke, against a breeze; what carries it farther thins it as much."""
BANKS = ("smoke_bank_1", "smoke_bank_2")
ROLLS = 8
"""Clouds of a bank along her side, each with a billow upon it."""
THICK, HANGS = 225, 135
"""Greatest opacity of the smoke as it rolls, and of what hangs until the turn is over."""


class Cloud(NamedTuple):
    """One of a bank: from which gun, by its share of the side, where it begins and how far it comes, and how wide."""

    share: float
    at: Xy
    drift: Xy
    width: float
    look: str


def side_sign(broadside: Broadside) -> int:
    """To which hand: 1 for starboard."""
    return 1 if broadside == "starboard" else -1


def smoke_drift(state: State) -> Xy:
    """How far smoke is carried, and where to, by the strength of the wind."""
    (x, y), far = downwind(state.wind.origin), CARRIES[state.wind.strength or "breeze"]
    return far * x, far * y


def count_guns(state: State, ship: Placed) -> int:
    """How many of a side are seen."""
    return GUNS[min(max(GUNS), max(1, state.cards[ship.key].decks))]


def muzzle_position(share: float) -> float:
    """Where a gun stands by its share of the side, hull lengths ahead of the middle."""
    return 0.38 - 0.8 * share


def build_gun_fire(state: State, ship: Placed, broadside: Broadside) -> Iterator[SmokePuff]:
    """Fire from each gun of a side, from the bow aft."""
    hand, count = side_sign(broadside), count_guns(state, ship)
    turn = round(ship.heading + 90 * hand) % 360
    for gun in range(count):
        at = ship.along(muzzle_position(gun / (count - 1)), hand * (ship.beam / 2 + 0.01))
        size = TONGUE * (0.84 + 0.08 * (gun * 5 % 3))
        yield SmokePuff(float(gun * GUN_APART), TONGUES, at, (0.0, 0.0), (size, size), 255, "muzzle_flash", 0.3, turn)


def build_glows(state: State, ship: Placed, broadside: Broadside) -> Iterator[Flash]:
    """The light of the guns on side and sea, of every two as one."""
    count = count_guns(state, ship)
    for gun in range(0, count, 2):
        at = ship.along(muzzle_position(gun / (count - 1)), side_sign(broadside) * (ship.beam / 2 + 0.16))
        yield Flash(float(gun * GUN_APART), 1.8 * FLASH, at, GLOW)


def build_rolling_smoke(state: State, ship: Placed, broadside: Broadside) -> Iterator[SmokePuff]:
    """The bank, gun by gun: thick along her side at first, then broader, thinner and down the wind."""
    last = (count_guns(state, ship) - 1) * GUN_APART
    for number, cloud in enumerate(build_smoke_bank(state, ship, broadside)):
        born, life = 30 + cloud.share * last, SMOKE_LIFE * (0.9 + 0.05 * (number % 4))
        width = 0.42 * cloud.width, cloud.width
        yield SmokePuff(born, life, cloud.at, cloud.drift, width, THICK, look=cloud.look, thins=0.9)


def build_hanging_smoke(state: State, ship: Placed, broadside: Broadside) -> list[Puff]:
    """What is left of it where it came to; always the same for the same ship."""
    thinned = round(HANGS / max(1.0, CARRIES[state.wind.strength or "breeze"]))
    return [
        Puff((cloud.at[0] + cloud.drift[0], cloud.at[1] + cloud.drift[1]), cloud.width, thinned, cloud.look)
        for cloud in build_smoke_bank(state, ship, broadside)
    ]


def build_smoke_bank(state: State, ship: Placed, broadside: Broadside) -> Iterator[Cloud]:
    """Wide clouds from the bow aft, then a billow upon each; no two banks are alike."""
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
