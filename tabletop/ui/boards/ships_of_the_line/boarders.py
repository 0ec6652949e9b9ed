"""Men on deck where ships board each other: they stand along the rails that meet, and surge over when it is fought."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from tabletop.games.ships_of_the_line.events.boarding import BoardingFought
from tabletop.games.ships_of_the_line.state import State, flown, on_map
from tabletop.ui.boards.battle.animation import Animation, SmokePuff
from tabletop.ui.boards.battle.presentation import Puff
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.scene import Scene, placed
from tabletop.ui.camera import Xy

MEN, WIDE = 7, 0.13
"""At one rail, and how wide one of them is drawn, UM."""
NEAR = 45.0
"""Pixels to a UM below which men are too small to be drawn."""
DECKS = 240.0
"""Pixels of hull from which decks are shown on which men fight."""
SURGE = 700
"""Milliseconds in which boarders go over."""
STAND, HELD, LEFT = 0.82, 0.4, -0.45
"""Half beams from the keel, towards the other ship: men at the rail, boarders on a deck, those who still hold it."""


class Fought(NamedTuple):
    """A ship with which another fights on deck, or is about to.

    Attributes:
        other: her key.
        boards: it is her enemy's men, those of the ship asked about, who board.
        leads: the boarders have fought their way onto the deck (20.2-d).
    """

    other: str
    boards: bool
    leads: bool


def fought(state: State, key: str) -> tuple[Fought, ...]:
    """With whom a ship fights on deck."""
    if not (state.boardings or state.melees):
        return ()
    pairs = {(one.ship, one.target) for one in state.boardings}
    pairs |= {(attacker, melee.target) for melee in state.melees for attacker in melee.attackers}
    here = [Fought(target, True, _leads(state, key, target)) for ship, target in sorted(pairs) if ship == key]
    here += [Fought(ship, False, _leads(state, ship, key)) for ship, target in sorted(pairs) if target == key]
    return tuple(one for one in here if on_map(state, one.other))


def shows_decks(scene: Scene, ship: Placed) -> bool:
    """Whether her rig would hide what is fought for."""
    return scene.length(ship) >= DECKS and bool(fought(scene.state, ship.key))


def standing(scene: Scene, ship: Placed) -> Iterator[Puff]:
    """Her men along the rail that is next to each ship she fights with; on deck where boarders have come so far."""
    if scene.camera.scale < NEAR:
        return
    for other, boards, leads in fought(scene.state, ship.key):
        far = scene.placed(other)
        places = _rail(far, ship, HELD) if leads and boards else _rail(ship, far, LEFT if leads else STAND)
        yield from (Puff(at, WIDE, 255, _man(scene.state, ship.key)) for at in places)


def _leads(state: State, key: str, target: str) -> bool:
    """Whether the boarders of a ship have fought their way onto the deck of another (20.2-d)."""
    return any(key in one.attackers and one.target == target and bool(one.advantage) for one in state.melees)


def surge(state: State, event: BoardingFought) -> Animation:
    """The men of those who board go over the rail, as far as they come; others come to meet them."""
    target, men = placed(state, event.target), list[SmokePuff]()
    for key in event.attacker.ships:
        ship = placed(state, key)
        far = 1.1 if event.attacker.success else 0.55
        men += _over(ship, target, _man(state, key), far)
    first = placed(state, event.attacker.ships[0])
    far = 0.7 if event.defender.success and event.willing else 0.1
    men += _over(target, first, _man(state, event.target), far)
    return Animation(SURGE, apart=SURGE / 2, smoke=tuple(men))


def _over(ship: Placed, other: Placed, look: str, far: float) -> Iterator[SmokePuff]:
    """Men from one rail towards the other ship, `far` of her beam beyond the gap."""
    x, y = other.at[0] - ship.at[0], other.at[1] - ship.at[1]
    gap = math.hypot(x, y) or 1.0
    reach = far * other.beam
    for number, at in enumerate(_rail(ship, other)):
        share = reach * (0.7 + 0.1 * (number * 5 % 4)) / gap
        yield SmokePuff(25.0 * number, SURGE, at, (x * share, y * share), (WIDE, WIDE), 255, look=look, thins=0.15)


def _rail(ship: Placed, other: Placed, across: float = STAND) -> Iterator[Xy]:
    """Where men stand along the side that is next to another ship, abreast of her."""
    ahead, abeam = ship.seen(*other.at)
    side, middle = (1 if abeam >= 0 else -1), max(-0.2, min(0.2, ahead / ship.length))
    for number in range(MEN):
        along = middle + 0.5 * (number / (MEN - 1) - 0.5)
        yield ship.along(along, side * ship.beam / 2 * (across - 0.12 * (number % 2)))


def _man(state: State, key: str) -> str:
    return f"man_{NATIONS[flown(state, key)[0]]}_sailor"
