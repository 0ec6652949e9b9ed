"""The places of ships on a picture, the ring around a ship, and the smoke of its broadside."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from tabletop.games.ship_duel.model import SIDES, Side, State
from tabletop.ui.assets import SpriteLayer, anchors, drawn
from tabletop.ui.boards.battle.highlight import ring_at
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.boards.ship_duel import ship_model
from tabletop.ui.boards.ship_duel.ship_model import ShipLook
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import sea

HEADINGS: dict[Side, int] = {"port": 14, "starboard": 346}
"""Headings of the ships in degrees: broadside to broadside, port on the left."""
BRACES: dict[Side, str] = {"port": "port_quarter", "starboard": "stbd_quarter"}
COMMON = 230
"""Length of a ship that is drawn at full size, units of the files."""
ROOM = (0.52, 1.36)
"""Width and height of a ship with yards and bowsprit, in hull lengths."""
EVENED = 0.35
"""Exponent by which small models are drawn larger than they are."""


@dataclass(frozen=True)
class Berth:
    """The place of a ship on a picture and its size."""

    at: Xy
    zoom: float
    heading: int
    brace: str


def find_berth(side: Side, room: pygame.Rect, model: str) -> Berth:
    """Return the place of a ship in the middle of `room`."""
    longest = min(room.w / ROOM[0], room.h / ROOM[1])
    zoom = longest / COMMON * (COMMON / ship_model.hull_length(model)) ** EVENED
    lower = room.centery + 0.06 * ship_model.hull_length(model) * zoom  # the bowsprit reaches farther than the colours
    return Berth((room.centerx, lower), zoom, HEADINGS[side], BRACES[side])


FADE_TIME, STAGGER = 1400, 70
"""Milliseconds for a puff to fade, and between two puffs."""
PER_SHOT, MOST = 3, 14
"""Puffs for each fired card, and at most."""
SIZE, DRIFT = 0.6, 52
"""Magnification of a puff, and how far it drifts, units of the files."""
OPAQUE = 225
FLASH, BRIGHT = 0.1, 11
"""Share of its time for which a gun flashes before the smoke, and the radius of the flash, units of the files."""


@dataclass
class Gunsmoke:
    """The smoke over the water.

    Attributes:
       shots: cards fired by each side.
       age: milliseconds since they were fired.
    """

    shots: Mapping[Side, int] = field(default_factory=dict)
    age: float = 0.0

    @property
    def is_drifting(self) -> bool:
        """Return True while any smoke is left."""
        return bool(self.shots) and self.age < FADE_TIME + MOST * STAGGER

    def begin(self, shots: Mapping[Side, int]) -> None:
        """Start the smoke of `shots`. Without animation there is none."""
        self.shots, self.age = (shots if MOTION.rate else {}), 0.0

    def skip(self) -> None:
        """Remove the smoke."""
        self.shots = {}

    def tick(self, elapsed: int) -> bool:
        """Let `elapsed` milliseconds pass. Return True if the smoke moved."""
        if not self.is_drifting:
            return False
        self.age += elapsed * MOTION.rate
        return True

    def paint(self, target: pygame.Surface, side: Side, model: str, lies: Berth) -> None:
        """Draw the puffs of one side."""
        if self.is_drifting:
            draw_puffs(target, model, lies, min(MOST, PER_SHOT * self.shots.get(side, 0)), self.age)


def draw_puffs(target: pygame.Surface, model: str, lies: Berth, count: int, age: float) -> None:
    """Draw `count` puffs, `age` milliseconds after the first."""
    long, beam = anchors().models[model].hull
    abeam = lies.heading + (90 if lies.heading < 180 else -90)
    for number in range(count):
        share = (age - number * STAGGER) / FADE_TIME
        if not 0 <= share < 1:
            continue
        ahead = (0.32 - 0.6 * (number * 0.618 % 1)) * long * lies.zoom
        out = (beam * 0.7 + DRIFT * share) * lies.zoom
        at = along(along(lies.at, lies.heading, ahead), abeam, out)
        if share < FLASH:
            _draw_flash(target, at, BRIGHT * lies.zoom)
        zoom = lies.zoom * SIZE * (0.6 + 0.9 * share)
        puff = ship_model.sprites().faded(
            (SpriteLayer("smoke_puff"),), round(zoom, 2), 0, round(OPAQUE * (1 - share)) // 16 * 16
        )
        target.fblits([puff.at(*at)], pygame.BLEND_PREMULTIPLIED)


def _draw_flash(target: pygame.Surface, at: Xy, radius: float) -> None:
    """Draw the flash at a muzzle."""
    for shade, share in ((INKS.point_blank, 1.0), (INKS.medium, 0.7), (INKS.cream, 0.4)):
        pygame.draw.circle(target, shade, at, max(1, radius * share))


PUFFS, SMOKY = 7, 620
"""Puffs of each ship on the cover, and their age in milliseconds."""
COVER: dict[Side, ShipLook] = {
    "port": ShipLook("two_decker_74", "british", 0.8, 0.95, 0.9),
    "starboard": ShipLook("two_decker_74", "french", 0.6, 0.45, 0.7),
}


def draw_ring(target: pygame.Surface, seen: ShipLook, lies: Berth) -> None:
    """Draw the ring around a ship that the log or a refusal speaks of."""
    ship = Placed("", (0.0, 0.0), lies.heading, ship_model.hull_length(seen.model) * lies.zoom, 0.0)
    picture, (left, top) = ring_at(ship, Camera((0.0, 0.0), 1.0, (0, 0)), INKS.cream, 2)
    place = (round(lies.at[0]) + left, round(lies.at[1]) + top)
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_cover(size: tuple[int, int]) -> pygame.Surface:
    """Draw two ships at close quarters with the smoke of their broadsides."""
    made = _draw_picture(size, COVER)
    for side, room in _split_picture(made).items():
        draw_puffs(made, COVER[side].model, find_berth(side, room, COVER[side].model), PUFFS, SMOKY)
    return made


def draw_position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """Draw both ships as they are now. Nothing of a hand is shown."""
    return _draw_picture(size, {side: ship_model.ship_look(state.ships[side]) for side in SIDES})


def _draw_picture(size: tuple[int, int], ships: dict[Side, ShipLook]) -> pygame.Surface:
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    for side, room in _split_picture(made).items():
        lies = find_berth(side, room, ships[side].model)
        placing = ship_model.draw_ship(ships[side], lies.zoom, lies.heading, lies.brace).at(*lies.at)
        made.blit(*placing, special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def _split_picture(made: pygame.Surface) -> dict[Side, pygame.Rect]:
    """Return the room of each ship. In a wide picture the ships stand closer together."""
    wide, high = made.get_size()
    inner = min(wide // 2, round(high * 0.6))
    return {
        "port": pygame.Rect(wide // 2 - inner, 0, inner, high),
        "starboard": pygame.Rect(wide // 2, 0, inner, high),
    }
