"""Men on deck where ships board each other: they stand along the rails that meet, and surge over when it is fought."""

import math
from collections.abc import Iterator

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
SURGE = 700
"""Milliseconds in which boarders go over."""
STAND = 0.82
"""Where men stand at the rail, half beams from the keel."""


def fought(state: State, key: str) -> tuple[tuple[str, bool], ...]:
    """Who fights on deck with a ship, or is about to, and whether it is her men who board."""
    if not (state.boardings or state.melees):
        return ()
    pairs = {(one.ship, one.target) for one in state.boardings}
    pairs |= {(attacker, melee.target) for melee in state.melees for attacker in melee.attackers}
    here = [(target, True) for ship, target in sorted(pairs) if ship == key]
    here += [(ship, False) for ship, target in sorted(pairs) if target == key]
    return tuple((other, boards) for other, boards in here if on_map(state, other))


def standing(scene: Scene, ship: Placed) -> Iterator[Puff]:
    """Her men along the rail that is next to each ship she fights with."""
    if scene.camera.scale < NEAR or not fought(scene.state, ship.key):
        return
    look = _man(scene.state, ship.key)
    for other, _ in fought(scene.state, ship.key):
        for at in _rail(ship, scene.placed(other)):
            yield Puff(at, WIDE, 255, look)


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


def _rail(ship: Placed, other: Placed) -> Iterator[Xy]:
    """Where men stand along the side that is next to another ship, abreast of her."""
    ahead, abeam = ship.seen(*other.at)
    side, middle = (1 if abeam >= 0 else -1), max(-0.2, min(0.2, ahead / ship.length))
    for number in range(MEN):
        along = middle + 0.5 * (number / (MEN - 1) - 0.5)
        yield ship.along(along, side * ship.beam / 2 * (STAND - 0.12 * (number % 2)))


def _man(state: State, key: str) -> str:
    return f"man_{NATIONS[flown(state, key)[0]]}_sailor"
