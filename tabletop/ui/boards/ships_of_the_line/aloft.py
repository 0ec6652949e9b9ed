"""Colours, fires and smoke: what moves with the wind above a ship."""

import math
import zlib
from collections.abc import Iterator

from tabletop.games.ships_of_the_line.ship import AFLOAT, Broadside
from tabletop.games.ships_of_the_line.state import flown
from tabletop.ui.assets import Layer, Sprite, anchors, file_size, icon
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.chart import Placing
from tabletop.ui.boards.battle.hulls import Placed
from tabletop.ui.boards.battle.presentation import Afloat, Fall, Puff
from tabletop.ui.boards.battle.weather import flag
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ships_of_the_line.models import fallen, model_of, placed, zoom_of
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Xy

FLAG_LEAST, FLAG_MOST = 0.26, 0.8
"""Limits of the magnification of ensigns."""
BADGES = 24
"""Pixels of hull below which a badge is shown in place of an ensign."""
BADGE = 9
FLAMES: tuple[tuple[float, float], ...] = ((0.08, 0.02), (-0.2, -0.04), (0.27, -0.02))
"""Where fires burn: hull lengths ahead of the middle, table units to starboard."""


def colours(scene: Scene, ship: Placed) -> list[Placing]:
    """Her ensign; a white flag when struck; a prize's captor's above her own (AMB-207); from very far a badge."""
    state = scene.state
    if scene.length(ship) < BADGES and state.ships[ship.key].status != "struck":
        return [_badge(scene, ship)]
    upper, *lower = (f"ensign_{NATIONS[nation]}" for nation in flown(state, ship.key))
    zoom = max(FLAG_LEAST, min(FLAG_MOST, zoom_of(scene.card(ship), scene.length(ship)) * 0.9))
    hoist = scene.point(ship, -0.5)
    if state.ships[ship.key].status == "struck":
        return [_flag(scene, "ensign_white", hoist, zoom)]
    if not lower:
        return [_flag(scene, upper, hoist, zoom)]
    height = file_size(upper)[1] * zoom * 0.62
    return [
        *(_flag(scene, own, (hoist[0], hoist[1] + height / 2), zoom * 0.7) for own in lower),
        _flag(scene, upper, (hoist[0], hoist[1] - height / 2), zoom),
    ]


def _badge(scene: Scene, ship: Placed) -> Placing:
    badge = icon(f"badge_{NATIONS[flown(scene.state, ship.key)[0]]}", BADGE)
    x, y = scene.point(ship, 0, 0)
    x, y = pens.along((x, y), ship.heading + 180, scene.length(ship) / 2)
    return badge, (round(x) - badge.get_width() // 2, round(y) - badge.get_height() // 2)


def _flag(scene: Scene, name: str, hoist: Xy, zoom: float) -> Placing:
    return flag(scene.sprites, name, hoist, zoom, (scene.state.wind.origin + 180) % 360)


def flames(scene: Scene, ship: Placed) -> list[Placing]:
    """Her fires, which flicker from frame to frame."""
    fires = min(len(FLAMES), scene.state.ships[ship.key].fires)
    zoom = max(0.25, scene.length(ship) / 190)
    found = []
    for number, (ahead, abeam) in enumerate(FLAMES[:fires]):
        size = zoom * (1 + 0.12 * ((scene.shown.frame + number) % 3 - 1))
        flame: Sprite = scene.sprites.turned((Layer("flame", bool((scene.shown.frame + number) % 2)),), size, 0)
        found.append(flame.at(*scene.point(ship, ahead, abeam)))
    return found


def lingering(scene: Scene, ship: Placed) -> list[Puff]:
    """The smoke of her fires."""
    burns = scene.shown.smoke and scene.state.ships[ship.key].fires
    return [Puff(ship.along(0.0, 0.0), 0.9, 90)] if burns else []


def firing(scene: Scene) -> Iterator[tuple[Placed, Broadside]]:
    """Each broadside of the turn whose smoke is seen, and its ship as she lay when she fired."""
    lay = {(one.ship, one.battery): one.pose for one in scene.shown.fired if one.turn == scene.state.turn}
    for key, ship in scene.state.ships.items():
        for broadside in ship.fired if scene.shown.smoke and ship.status in AFLOAT else ():
            pose = lay.get((key, broadside), ship.pose)
            yield placed(scene.state, key, {key: Afloat(key, pose.x, pose.y, pose.heading)}), broadside


def cloud(scene: Scene, ship: Placed, broadside: Broadside) -> list[Puff]:
    """The smoke of a broadside down-wind of her side; always the same for the same ship."""
    side = 1 if broadside == "starboard" else -1
    drift = math.radians(scene.state.wind.origin + 180)
    noise = zlib.crc32(f"{ship.key}{broadside}{scene.state.turn}".encode())
    puffs = []
    for number in range(6):
        spread, far, size = ((noise >> (5 * number + k)) % 8 / 7 for k in (0, 2, 4))
        x, y = ship.along(-0.42 + 0.17 * number, side * (0.5 + 0.3 * far))
        blown = 0.1 + 0.25 * spread
        at = (x + blown * math.sin(drift), y + blown * math.cos(drift))
        puffs.append(Puff(at, 0.6 + 0.5 * size, 110 + round(60 * (1 - far))))
    return puffs


def stepped(scene: Scene, fall: Fall) -> bool:
    """Whether the model of a ship has the mast that falls."""
    return fall.mast in anchors().models[model_of(scene.state.cards[fall.ship])].masts


def falling(scene: Scene, fall: Fall) -> Placing:
    """A mast that is on its way over the side comes into sight there."""
    ship, card = placed(scene.state, fall.ship, {one.ship: one for one in scene.shown.afloat}), scene.state.cards
    layer = fallen(model_of(card[fall.ship]), fall.mast, fall.over)
    zoom = zoom_of(card[fall.ship], scene.length(ship))
    sprite = scene.sprites.faded((layer,), zoom, ship.heading, round(255 * fall.share) // 32 * 32)
    return sprite.at(*scene.camera.to_screen(*ship.at))
