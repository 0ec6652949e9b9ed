"""Men on deck where ships board each other, and the animation of a fight."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.model import State, is_on_map, list_flags
from tabletop.ui.boards.battle.animation import Animation, SmokePuff
from tabletop.ui.boards.battle.presentation import Puff
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.gunsmoke import BANKS
from tabletop.ui.boards.ships_of_the_line.scene import SeaScene, place_ship
from tabletop.ui.camera import Xy

MEN, WIDE = 12, 0.085
"""Number of men at one rail, and width of a man, UM."""
KINDS = {
    "british": ("british_sailor", "british_marine"),
    "french": ("french_sailor", "french_soldier"),
    "spanish": ("spanish_sailor", "spanish_sailor"),
}
"""Nation to its two kinds of men; every third man is of the second kind."""
PLANKS, PLANK = (-0.22, 0.02, 0.24), 0.045
"""Places of planks, hull lengths ahead of the center, and width of a plank, UM."""
LONGEST = 0.12
"""Longest gap between two hulls that a plank spans, UM."""
POWDER, FIRED = (0.26, 110), 0.16
"""Width (UM) and opacity of musket smoke, and width of a muzzle flash, UM."""
NEAR = 80.0
"""Pixels to a UM below which men are too small to be drawn."""
DECKS = 200.0
"""Length of a hull from which decks with men are shown, pixels."""
SURGE = 700
"""Duration of the boarders' surge, ms."""
RAIL, ABOARD, BACK = (0.86, 0.5), (0.84, 0.14), (-0.12, -0.8)
"""Strips where men stand, half beams from the keel towards the other ship: rail, boarders, defenders."""
FRONT = 0.0
"""Half beams from the keel at which boarders and defenders meet."""


class DeckFight(NamedTuple):
    """A fight on deck of a ship with another ship.

    Attributes:
        other: the key of the other ship.
        boards: True if the ship that was asked about boards the other.
        leads: True if the boarders have a foothold on the deck (20.2-d).
    """

    other: str
    boards: bool
    leads: bool


def find_deck_fights(state: State, key: str) -> tuple[DeckFight, ...]:
    """Return the deck fights of a ship that go on or are about to begin."""
    if not (state.boardings or state.melees):
        return ()
    pairs = {(one.ship, one.target) for one in state.boardings}
    pairs |= {(attacker, melee.target) for melee in state.melees for attacker in melee.attackers}
    here = [DeckFight(target, True, _has_foothold(state, key, target)) for ship, target in sorted(pairs) if ship == key]
    here += [DeckFight(ship, False, _has_foothold(state, ship, key)) for ship, target in sorted(pairs) if target == key]
    return tuple(one for one in here if is_on_map(state, one.other))


def shows_decks(scene: SeaScene, ship: Placed) -> bool:
    """Return True if the rig of a ship would hide a fight on its deck."""
    return scene.length(ship) >= DECKS and bool(find_deck_fights(scene.state, ship.key))


def place_men(scene: SeaScene, ship: Placed) -> Iterator[Puff]:
    """Yield the men of a ship along its rails or on deck, and planks to the other ship."""
    if scene.camera.scale < NEAR:
        return
    for other, boards, leads in find_deck_fights(scene.state, ship.key):
        far, nation = scene.placed(other), _nation(scene.state, ship.key)
        if boards and _is_alongside(ship, far):
            yield from _place_planks(ship, far)
        if boards and leads:
            yield from _place_line(far, ship, ABOARD, nation, MEN, bearing(ship, far))
            yield from _place_line(ship, far, RAIL, nation, MEN // 2, bearing(ship, far))
        else:
            yield from _place_line(ship, far, BACK if leads else RAIL, nation, MEN, bearing(ship, far))


def bearing(ship: Placed, other: Placed) -> int:
    """Return the direction in which men face the other ship, degrees."""
    return round(ship.heading + (90 if ship.seen(*other.at)[1] >= 0 else -90)) % 360


def _place_line(
    ship: Placed, other: Placed, between: tuple[float, float], nation: str, count: int, looks: int
) -> Iterator[Puff]:
    """Yield `count` men on a deck between two lines on the side towards another ship."""
    for number, at in enumerate(_find_rail_places(ship, other, between, count)):
        kind = KINDS[nation][number % 3 == 1]
        look = "man_officer" if number == count // 2 else f"man_{kind}"
        yield Puff(at, WIDE, 255, look, (looks + number * 37 % 50 - 25) % 360)


def _is_alongside(ship: Placed, other: Placed) -> bool:
    """Return True if planks reach from one deck to the other."""
    ahead, abeam = ship.seen(*other.at)
    return abs(abeam) < (ship.beam + other.beam) / 2 + LONGEST and abs(ahead) < ship.length / 2


def _place_planks(ship: Placed, other: Placed) -> Iterator[Puff]:
    """Yield planks from rail to rail, with fire and smoke of muskets."""
    looks, hand = bearing(ship, other), 1 if ship.seen(*other.at)[1] >= 0 else -1
    for number, ahead in enumerate(PLANKS):
        at = ship.along(ahead + _find_meeting_point(ship, other), hand * ship.beam / 2)
        yield Puff(at, PLANK, 255, "plank", looks)
        fired = ship.along(ahead + 0.09 + _find_meeting_point(ship, other), hand * 0.4 * ship.beam)
        yield Puff(fired, FIRED, 255, "muzzle_flash", (looks + 14 * number - 10) % 360)
        wide, thick = POWDER
        drifted = ship.along(ahead + 0.12 + _find_meeting_point(ship, other), hand * 0.62 * ship.beam)
        yield Puff(drifted, wide, thick, BANKS[number % 2])


def find_fronts(scene: SeaScene, ships: dict[str, Placed]) -> Iterator[list[Xy]]:
    """Yield the lines on decks where boarders and defenders meet, screen pixels."""
    for melee in scene.state.melees:
        ship, other = ships.get(melee.target), ships.get(melee.attackers[0])
        if ship and other and melee.advantage and scene.length(ship) >= DECKS:
            places = _find_rail_places(ship, other, (FRONT + 0.06, FRONT - 0.06), 2 * MEN)
            yield [scene.camera.to_screen(*at) for at in places]


def _has_foothold(state: State, key: str, target: str) -> bool:
    """Return True if the boarders of `key` have a foothold on `target` (20.2-d)."""
    return any(key in one.attackers and one.target == target and bool(one.advantage) for one in state.melees)


def animate_boarding(state: State, event: BoardingFought) -> Animation:
    """Return the animation of a fight: boarders surge over the rail as far as they get."""
    target, men = place_ship(state, event.target), list[SmokePuff]()
    for key in event.attacker.ships:
        ship = place_ship(state, key)
        far = 1.1 if event.attacker.success else 0.55
        men += _surge_men(ship, target, _nation(state, key), far)
    first = place_ship(state, event.attacker.ships[0])
    far = 0.7 if event.defender.success and event.willing else 0.1
    men += _surge_men(target, first, _nation(state, event.target), far)
    return Animation(SURGE, apart=SURGE / 2, smoke=tuple(men))


def _surge_men(ship: Placed, other: Placed, nation: str, far: float) -> Iterator[SmokePuff]:
    """Yield men who move from a rail towards the other ship, `far` beams beyond the gap."""
    x, y = other.at[0] - ship.at[0], other.at[1] - ship.at[1]
    gap = math.hypot(x, y) or 1.0
    reach = far * other.beam
    for number, at in enumerate(_find_rail_places(ship, other)):
        look = f"man_{KINDS[nation][number % 3 == 1]}"
        share = reach * (0.7 + 0.1 * (number * 5 % 4)) / gap
        drift, turn = (x * share, y * share), bearing(ship, other)
        yield SmokePuff(15.0 * number, SURGE, at, drift, (WIDE, WIDE), 255, look, 0.15, turn)


def _find_rail_places(
    ship: Placed, other: Placed, between: tuple[float, float] = RAIL, count: int = MEN
) -> Iterator[Xy]:
    """Yield places along the side towards another ship, between two lines."""
    hand, (outer, inner) = 1 if ship.seen(*other.at)[1] >= 0 else -1, between
    for number in range(count):
        along = _find_meeting_point(ship, other) + 0.6 * (number / (count - 1) - 0.5)
        across = outer + (inner - outer) * (number * 7 % 5) / 4
        yield ship.along(along, hand * ship.beam / 2 * across)


def _find_meeting_point(ship: Placed, other: Placed) -> float:
    """Return where two ships meet, hull lengths ahead of the center."""
    return max(-0.18, min(0.18, ship.seen(*other.at)[0] / ship.length / 2))


def _nation(state: State, key: str) -> str:
    return NATIONS[list_flags(state, key)[0]]
