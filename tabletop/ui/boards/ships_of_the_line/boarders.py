"""Men on deck where ships board each other: they stand along the rails that meet, and surge over when it is fought."""

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
"""At one rail, and how wide one of them is drawn, UM."""
KINDS = {
    "british": ("british_sailor", "british_marine"),
    "french": ("french_sailor", "french_soldier"),
    "spanish": ("spanish_sailor", "spanish_sailor"),
}
"""Who fights for a nation: every third is of the second kind; one of each line leads."""
PLANKS, PLANK = (-0.22, 0.02, 0.24), 0.045
"""Where planks lie from rail to rail, hull lengths ahead of the middle; how wide one is, UM."""
LONGEST = 0.12
"""UM between two hulls that a plank reaches over."""
POWDER, FIRED = (0.26, 110), 0.16
"""How wide musket smoke hangs between the rails, UM, and how thick; and how large the fire of a musket is."""
NEAR = 80.0
"""Pixels to a UM below which men are too small to be drawn."""
DECKS = 200.0
"""Pixels of hull from which decks are shown on which men fight."""
SURGE = 700
"""Milliseconds in which boarders go over."""
RAIL, ABOARD, BACK = (0.86, 0.5), (0.84, 0.14), (-0.12, -0.8)
"""Half beams from the keel, towards the other ship, between which men stand: at the rail, boarders on a deck, and those
who still hold it."""
FRONT = 0.0
"""Where these meet."""


class DeckFight(NamedTuple):
    """A ship with which another fights on deck, or is about to.

    Attributes:
        other: her key.
        boards: it is her enemy's men, those of the ship asked about, who board.
        leads: the boarders have fought their way onto the deck (20.2-d).
    """

    other: str
    boards: bool
    leads: bool


def find_deck_fights(state: State, key: str) -> tuple[DeckFight, ...]:
    """With whom a ship fights on deck."""
    if not (state.boardings or state.melees):
        return ()
    pairs = {(one.ship, one.target) for one in state.boardings}
    pairs |= {(attacker, melee.target) for melee in state.melees for attacker in melee.attackers}
    here = [DeckFight(target, True, _has_foothold(state, key, target)) for ship, target in sorted(pairs) if ship == key]
    here += [DeckFight(ship, False, _has_foothold(state, ship, key)) for ship, target in sorted(pairs) if target == key]
    return tuple(one for one in here if is_on_map(state, one.other))


def shows_decks(scene: SeaScene, ship: Placed) -> bool:
    """Whether her rig would hide what is fought for."""
    return scene.length(ship) >= DECKS and bool(find_deck_fights(scene.state, ship.key))


def place_men(scene: SeaScene, ship: Placed) -> Iterator[Puff]:
    """Her men along the rail that is next to each ship she fights with; on deck where boarders have come so far."""
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
    """Which way men of a ship look who fight another."""
    return round(ship.heading + (90 if ship.seen(*other.at)[1] >= 0 else -90)) % 360


def _place_line(
    ship: Placed, other: Placed, between: tuple[float, float], nation: str, count: int, looks: int
) -> Iterator[Puff]:
    """So many men on a deck, strewn between two lines along the side that is next to another ship."""
    for number, at in enumerate(_find_rail_places(ship, other, between, count)):
        kind = KINDS[nation][number % 3 == 1]
        look = "man_officer" if number == count // 2 else f"man_{kind}"
        yield Puff(at, WIDE, 255, look, (looks + number * 37 % 50 - 25) % 360)


def _is_alongside(ship: Placed, other: Placed) -> bool:
    """Whether planks reach from one deck to the other."""
    ahead, abeam = ship.seen(*other.at)
    return abs(abeam) < (ship.beam + other.beam) / 2 + LONGEST and abs(ahead) < ship.length / 2


def _place_planks(ship: Placed, other: Placed) -> Iterator[Puff]:
    """Planks from rail to rail, and the fire and smoke of muskets over them."""
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
    """The lines on decks where boarders and those who hold them meet, pixels."""
    for melee in scene.state.melees:
        ship, other = ships.get(melee.target), ships.get(melee.attackers[0])
        if ship and other and melee.advantage and scene.length(ship) >= DECKS:
            places = _find_rail_places(ship, other, (FRONT + 0.06, FRONT - 0.06), 2 * MEN)
            yield [scene.camera.to_screen(*at) for at in places]


def _has_foothold(state: State, key: str, target: str) -> bool:
    """Whether the boarders of a ship have fought their way onto the deck of another (20.2-d)."""
    return any(key in one.attackers and one.target == target and bool(one.advantage) for one in state.melees)


def animate_boarding(state: State, event: BoardingFought) -> Animation:
    """The men of those who board go over the rail, as far as they come; others come to meet them."""
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
    """Men from one rail towards the other ship, `far` of her beam beyond the gap."""
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
    """Places along the side that is next to another ship, abreast of her, between two lines."""
    hand, (outer, inner) = 1 if ship.seen(*other.at)[1] >= 0 else -1, between
    for number in range(count):
        along = _find_meeting_point(ship, other) + 0.6 * (number / (count - 1) - 0.5)
        across = outer + (inner - outer) * (number * 7 % 5) / 4
        yield ship.along(along, hand * ship.beam / 2 * across)


def _find_meeting_point(ship: Placed, other: Placed) -> float:
    """Where she meets another, hull lengths ahead of her middle."""
    return max(-0.18, min(0.18, ship.seen(*other.at)[0] / ship.length / 2))


def _nation(state: State, key: str) -> str:
    return NATIONS[list_flags(state, key)[0]]
