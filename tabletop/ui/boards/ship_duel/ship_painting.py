"""Where ships lie on a picture, the ring round one, and the smoke of her broadside."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from tabletop.games.ship_duel.model import SIDES, Side, State
from tabletop.ui.assets import SpriteLayer, anchors, drawn
from tabletop.ui.boards.battle.highlight import ring_at
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.boards.ship_duel import ship_model
from tabletop.ui.boards.ship_duel.ship_model import Look
from tabletop.ui.camera import Camera, Xy
from tabletop.ui.motion import MOTION
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.backdrop import sea

HEADINGS: dict[Side, int] = {"port": 14, "starboard": 346}
"""The ships lie broadside to broadside, port on the left."""
BRACES: dict[Side, str] = {"port": "port_quarter", "starboard": "stbd_quarter"}
COMMON = 230
"""A ship of this length, in units of the files, is drawn at full size."""
ROOM = (0.52, 1.36)
"""Width and height that a ship takes with yards and bowsprit, in her lengths."""
EVENED = 0.35
"""How far small models are drawn larger than they are, as an exponent."""


@dataclass(frozen=True)
class Berth:
    """Where a ship lies on a picture, and how large."""

    at: Xy
    zoom: float
    heading: int
    brace: str


def berth(side: Side, room: pygame.Rect, model: str) -> Berth:
    """A ship in the middle of her room."""
    longest = min(room.w / ROOM[0], room.h / ROOM[1])
    zoom = longest / COMMON * (COMMON / ship_model.length(model)) ** EVENED
    lower = room.centery + 0.06 * ship_model.length(model) * zoom  # the bowsprit reaches farther than the colours
    return Berth((room.centerx, lower), zoom, HEADINGS[side], BRACES[side])


FADES, STAGGER = 1400, 70
"""Milliseconds for a puff to fade, and between one puff and the next."""
PER_SHOT, MOST = 3, 14
"""Puffs for each card that is fired, and at most."""
SIZE, DRIFT = 0.6, 52
"""Magnification of a puff, and how far it drifts, units of the files."""
OPAQUE = 225
FLASH, BRIGHT = 0.1, 11
"""The share of its time for which a gun flashes before its smoke, and the radius of that, units of the files."""


@dataclass
class Gunsmoke:
    """What still hangs over the water.

    Attributes:
        shots: cards fired by each side.
        age: milliseconds since.
    """

    shots: Mapping[Side, int] = field(default_factory=dict)
    age: float = 0.0

    @property
    def busy(self) -> bool:
        """Whether any is left."""
        return bool(self.shots) and self.age < FADES + MOST * STAGGER

    def begin(self, shots: Mapping[Side, int]) -> None:
        """Fire."""
        self.shots, self.age = (shots if MOTION.rate else {}), 0.0

    def skip(self) -> None:
        """Let it blow away."""
        self.shots = {}

    def tick(self, elapsed: int) -> bool:
        """Let time pass; whether anything moved."""
        if not self.busy:
            return False
        self.age += elapsed * MOTION.rate
        return True

    def paint(self, target: pygame.Surface, side: Side, model: str, lies: Berth) -> None:
        """The puffs of one side."""
        if self.busy:
            puffs(target, model, lies, min(MOST, PER_SHOT * self.shots.get(side, 0)), self.age)


def puffs(target: pygame.Surface, model: str, lies: Berth, count: int, age: float) -> None:
    """So many puffs, so many milliseconds after the first."""
    long, beam = anchors().models[model].hull
    abeam = lies.heading + (90 if lies.heading < 180 else -90)
    for number in range(count):
        share = (age - number * STAGGER) / FADES
        if not 0 <= share < 1:
            continue
        ahead = (0.32 - 0.6 * (number * 0.618 % 1)) * long * lies.zoom
        out = (beam * 0.7 + DRIFT * share) * lies.zoom
        at = along(along(lies.at, lies.heading, ahead), abeam, out)
        if share < FLASH:
            _flash(target, at, BRIGHT * lies.zoom)
        zoom = lies.zoom * SIZE * (0.6 + 0.9 * share)
        puff = ship_model.sprites().faded(
            (SpriteLayer("smoke_puff"),), round(zoom, 2), 0, round(OPAQUE * (1 - share)) // 16 * 16
        )
        target.fblits([puff.at(*at)], pygame.BLEND_PREMULTIPLIED)


def _flash(target: pygame.Surface, at: Xy, radius: float) -> None:
    """Fire at a muzzle."""
    for shade, share in ((INKS.point_blank, 1.0), (INKS.medium, 0.7), (INKS.cream, 0.4)):
        pygame.draw.circle(target, shade, at, max(1, radius * share))


PUFFS, SMOKY = 7, 620
"""Puffs of smoke of each ship on the cover, and their age in milliseconds."""
COVER: dict[Side, Look] = {
    "port": Look("two_decker_74", "british", 0.8, 0.95, 0.9),
    "starboard": Look("two_decker_74", "french", 0.6, 0.45, 0.7),
}


def ring(target: pygame.Surface, seen: Look, lies: Berth) -> None:
    """The ring round a ship that is spoken of."""
    ship = Placed("", (0.0, 0.0), lies.heading, ship_model.length(seen.model) * lies.zoom, 0.0)
    picture, (left, top) = ring_at(ship, Camera((0.0, 0.0), 1.0, (0, 0)), INKS.cream, 2)
    place = (round(lies.at[0]) + left, round(lies.at[1]) + top)
    target.blit(picture, place, special_flags=pygame.BLEND_PREMULTIPLIED)


def cover(size: tuple[int, int]) -> pygame.Surface:
    """Two ships at close quarters, the smoke of their broadsides between them."""
    made = _picture(size, COVER)
    for side, room in _halves(made).items():
        puffs(made, COVER[side].model, berth(side, room, COVER[side].model), PUFFS, SMOKY)
    return made


def position(state: State, size: tuple[int, int]) -> pygame.Surface:
    """The two ships as they are now; nothing of any hand."""
    return _picture(size, {side: ship_model.look(state.ships[side]) for side in SIDES})


def _picture(size: tuple[int, int], ships: dict[Side, Look]) -> pygame.Surface:
    made = sea(size, drawn("sea_tile_640", 1.0)).copy()
    for side, room in _halves(made).items():
        lies = berth(side, room, ships[side].model)
        placing = ship_model.drawn(ships[side], lies.zoom, lies.heading, lies.brace).at(*lies.at)
        made.blit(*placing, special_flags=pygame.BLEND_PREMULTIPLIED)
    return made


def _halves(made: pygame.Surface) -> dict[Side, pygame.Rect]:
    """The rooms of the ships, near each other where the picture is wide."""
    wide, high = made.get_size()
    inner = min(wide // 2, round(high * 0.6))
    return {
        "port": pygame.Rect(wide // 2 - inner, 0, inner, high),
        "starboard": pygame.Rect(wide // 2, 0, inner, high),
    }
