"""Pictures that belong to ships: ensigns, fires, smoke, falling masts, grapnels, tows and cables."""

import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

import pygame

from tabletop.core.events import Event
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.events.combat import BroadsideFired
from tabletop.games.ships_of_the_line.model import State, list_flags
from tabletop.games.ships_of_the_line.ship import AFLOAT, Broadside
from tabletop.ui.assets import Sprite, SpriteLayer, anchors, file_size, icon
from tabletop.ui.boards.battle import strokes
from tabletop.ui.boards.battle.animation import unfolded
from tabletop.ui.boards.battle.presentation import Afloat, Fall, Fired, Lowered, Puff
from tabletop.ui.boards.battle.ship_sprites import Placed, flag
from tabletop.ui.boards.battle.sprite_batch import Placing
from tabletop.ui.boards.battle.strokes import Inked
from tabletop.ui.boards.contract import Past
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line import boarders
from tabletop.ui.boards.ships_of_the_line.scene import FAR, SeaScene, mast_over_side, model_of, place_ship, zoom_of
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS

FLAG_LEAST, FLAG_MOST = 0.26, 0.8
"""Limits of the magnification of ensigns."""
BADGES = 24
"""Length of a hull below which a badge replaces the ensign, pixels."""
BADGE = 9
FLAMES: tuple[tuple[float, float], ...] = ((0.08, 0.02), (-0.2, -0.04), (0.27, -0.02))
"""Places of fires: hull lengths ahead of the center, UM to starboard."""


HOLES_FROM, HOLES = 110, 9
"""Length of a hull from which shot holes are drawn, pixels; number of holes at no hull points."""


def place_ensigns(scene: SeaScene, ship: Placed) -> list[Placing]:
    """Return the ensigns: white if struck, the captor's above a prize's own (AMB-207); a badge from far."""
    state = scene.state
    if scene.length(ship) < BADGES and state.ships[ship.key].status != "struck":
        return [_place_badge(scene, ship)]
    upper, *lower = (f"ensign_{NATIONS[nation]}" for nation in list_flags(state, ship.key))
    zoom = max(FLAG_LEAST, min(FLAG_MOST, zoom_of(scene.card(ship), scene.length(ship)) * 0.9))
    hoist = scene.point(ship, -0.5)
    if state.ships[ship.key].status == "struck":
        return [_place_flag(scene, "ensign_white", hoist, zoom)]
    if not lower:
        return [_place_flag(scene, upper, hoist, zoom)]
    height = file_size(upper)[1] * zoom * 0.62
    return [
        *(_place_flag(scene, own, (hoist[0], hoist[1] + height / 2), zoom * 0.7) for own in lower),
        _place_flag(scene, upper, (hoist[0], hoist[1] - height / 2), zoom),
    ]


def _place_badge(scene: SeaScene, ship: Placed) -> Placing:
    badge = icon(f"badge_{NATIONS[list_flags(scene.state, ship.key)[0]]}", BADGE)
    x, y = scene.point(ship, 0, 0)
    x, y = strokes.along((x, y), ship.heading + 180, scene.length(ship) / 2)
    return badge, (round(x) - badge.get_width() // 2, round(y) - badge.get_height() // 2)


def _place_flag(scene: SeaScene, name: str, hoist: Xy, zoom: float, alpha: int = 255) -> Placing:
    return flag(scene.sprites, name, hoist, zoom, (scene.state.wind.origin + 180) % 360, alpha)


def place_lowered_flag(scene: SeaScene, flag: Lowered) -> Placing:
    """Return an ensign that sinks to the deck and fades."""
    ship = scene.placed(flag.ship)
    zoom = max(FLAG_LEAST, min(FLAG_MOST, zoom_of(scene.card(ship), scene.length(ship)) * 0.9))
    hoist, size = scene.point(ship, -0.5 + 0.16 * flag.share), zoom * (1 - 0.45 * flag.share)
    alpha = round(255 * (1 - flag.share**2)) // 32 * 32
    return _place_flag(scene, f"ensign_{NATIONS[flag.nation]}", hoist, round(size * 16) / 16, alpha)


def place_flames(scene: SeaScene, ship: Placed) -> list[Placing]:
    """Return the fires of a ship, which flicker from frame to frame."""
    fires = min(len(FLAMES), scene.state.ships[ship.key].fires)
    zoom = max(0.25, scene.length(ship) / 190)
    found = []
    for number, (ahead, abeam) in enumerate(FLAMES[:fires]):
        size = zoom * (1 + 0.12 * ((scene.shown.frame + number) % 3 - 1))
        flame: Sprite = scene.sprites.turned((SpriteLayer("flame", bool((scene.shown.frame + number) % 2)),), size, 0)
        found.append(flame.at(*scene.point(ship, ahead, abeam)))
    return found


def place_shot_holes(scene: SeaScene, ship: Placed) -> list[Placing]:
    """Return the shot holes of a ship, more the more hull points are lost; none from far."""
    card, pixels = scene.card(ship), scene.length(ship)
    lost = 1 - max(0, scene.state.ships[ship.key].hull) / card.hull
    count = math.ceil(HOLES * lost) if pixels >= HOLES_FROM else 0
    noise = zlib.crc32(f"{ship.key} hit".encode())
    size, found = 8 + pixels / 34, list[Placing]()
    for number in range(count):
        mixed = noise >> number
        ahead, hand = 0.33 - 0.7 * ((number * 5 + mixed % 3) % HOLES) / HOLES, 1 if mixed % 2 else -1
        hole = SpriteLayer(f"shot_hole_{mixed % 3 + 1}")
        sprite = scene.sprites.turned((hole,), round(size / file_size(hole.name)[0], 1), ship.heading + 90 * hand)
        found.append(sprite.at(*scene.camera.to_screen(*ship.along(ahead, hand * 0.4 * ship.beam))))
    return found


def find_fire_smoke(scene: SeaScene, ship: Placed) -> list[Puff]:
    """Return the smoke over a burning ship."""
    burns = scene.shown.smoke and scene.state.ships[ship.key].fires
    return [Puff(ship.along(0.0, 0.0), 0.9, 90)] if burns else []


def list_fired_broadsides(scene: SeaScene) -> Iterator[tuple[Placed, Broadside]]:
    """Yield each broadside fired this turn, and the ship as it lay when it fired."""
    lay = {(one.ship, one.battery): one.pose for one in scene.shown.fired if one.turn == scene.state.turn}
    for key, ship in scene.state.ships.items():
        for broadside in ship.fired if scene.shown.smoke and ship.status in AFLOAT else ():
            pose = lay.get((key, broadside), ship.pose)
            yield place_ship(scene.state, key, {key: Afloat(key, pose.x, pose.y, pose.heading)}), broadside


TOPPLES = 0.2
"""Hull lengths over which a falling mast moves."""


def has_mast(scene: SeaScene, fall: Fall) -> bool:
    """Return True if the model of the ship has the mast that falls."""
    return fall.mast in anchors().models[model_of(scene.state.cards[fall.ship])].masts


def place_falling_mast(scene: SeaScene, fall: Fall) -> Placing:
    """Return a mast that falls from amidships outward."""
    ship, card = place_ship(scene.state, fall.ship, {one.ship: one for one in scene.shown.afloat}), scene.state.cards
    layer = mast_over_side(model_of(card[fall.ship]), fall.mast, fall.over)
    zoom = zoom_of(card[fall.ship], scene.length(ship))
    sprite = scene.sprites.faded((layer,), zoom, ship.heading, round(255 * min(1.0, 3 * fall.share)) // 32 * 32)
    inboard = (1 - fall.share) * TOPPLES * scene.length(ship)
    hand = -90 if fall.over == "starboard" else 90
    return sprite.at(*strokes.along(scene.camera.to_screen(*ship.at), ship.heading + hand, inboard))


ROPE = (214, 196, 150)
ROPE_ROOM = 12
"""Pixels that ropes may reach beyond their ends, both sides together."""


class Rope:
    """A grapnel line, a tow or a cable, drawn line by line."""

    def __init__(self, lines: Sequence[Inked]) -> None:
        self._lines = lines
        ends = [end for _, *line, _ in lines for end in line]
        xs = [round(x) for x, _ in ends]
        ys = [round(y) for _, y in ends]
        self.box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inflate(ROPE_ROOM, ROPE_ROOM)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rope if it reaches into the clip."""
        if self.box.colliderect(surface.get_clip()):
            for line in self._lines:
                pygame.draw.aaline(surface, *line)


def build_ropes(scene: SeaScene, ships: dict[str, Placed]) -> list[Rope]:
    """Return grapnel lines, tow ropes, fronts of deck fights and anchor cables."""
    width = 2 if scene.camera.scale >= FAR else 1
    pairs = [(ships.get(grapple.first), ships.get(grapple.second)) for grapple in scene.state.grapples]
    ties = [
        (scene.point(one, ahead), _find_nearest_rail(scene, one, other, ahead))
        for one, other in pairs
        if one and other
        for ahead in (-0.28, 0.0, 0.28)
    ]
    tows = [(ships.get(tow.tower), ships.get(tow.towed)) for tow in scene.state.tows]
    ties += [(scene.point(tower, -0.5), scene.point(towed, 0.5)) for tower, towed in tows if tower and towed]
    anchored = [one for one in ships.values() if scene.state.ships[one.key].anchored]
    held = (strokes.inked([tie], ROPE, width) for tie in ties)
    fronts = (
        strokes.inked(list(strokes.dashes(one, 9, 7)), INKS.target, 3) for one in boarders.find_fronts(scene, ships)
    )
    return [Rope(lines) for lines in (*held, *fronts, *(_ink_cable(scene, one, width) for one in anchored))]


def _find_nearest_rail(scene: SeaScene, one: Placed, other: Placed, ahead: float) -> Xy:
    """Return the nearest place on the other hull for a line from this one."""
    start = scene.point(one, ahead)
    return min((scene.point(other, along / 10) for along in range(-4, 5, 2)), key=lambda end: math.dist(start, end))


def _ink_cable(scene: SeaScene, ship: Placed, width: int) -> list[Inked]:
    """Return the lines of an anchor cable with its anchor."""
    bow, end = scene.point(ship, 0.5), scene.point(ship, 0.95, 0.1)
    size = max(5.0, scene.length(ship) / 14)
    foot, head = strokes.along(end, ship.heading, -size / 2), strokes.along(end, ship.heading, size)
    flukes = [strokes.along(head, ship.heading + turn, size) for turn in (130, 230)]
    return [
        *strokes.inked(list(strokes.dashes([bow, end], 6, 3)), ROPE, width),
        *strokes.inked([(foot, head)], INKS.cream, width),
        *strokes.inked([(flukes[0], head), (head, flukes[1])], INKS.cream, width),
    ]


class FiredBroadsides:
    """The broadsides of a turn with the pose at which each was fired, for their smoke.

    Attributes:
        fired: the broadsides of this turn and of the one before, which may still be played.
    """

    def __init__(self) -> None:
        self.fired: tuple[Fired, ...] = ()

    def recall(self, state: State, past: Past) -> None:
        """Read the broadsides of the turn of `state` from the moves that led to it, the latest first."""
        moves = takewhile(lambda move: not move or move[0][0].turn == state.turn, past)
        self.fired = tuple(_list_broadsides(event for move in moves for event in move))

    def note(self, before: State, events: Sequence[Event]) -> None:
        """Add the broadsides among new events, and drop those of earlier turns."""
        kept = [one for one in self.fired if one.turn >= before.turn - 1]
        if any(isinstance(event, BroadsideFired) for event in events):
            kept += _list_broadsides(unfolded(GAME.evolve, before, events))
        self.fired = tuple(kept)


def _list_broadsides(events: Iterable[tuple[State, Event]]) -> Iterable[Fired]:
    """Yield the broadsides among events, with the state before each."""
    for before, event in events:
        if isinstance(event, BroadsideFired):
            yield Fired(before.turn, event.ship, event.broadside, before.ships[event.ship].pose)
