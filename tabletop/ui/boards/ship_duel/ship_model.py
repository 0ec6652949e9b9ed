"""A ship from above with wake and colours. It loses planks, masts and people as its points fall."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import pygame

from tabletop.games.ship_duel.model import Ship
from tabletop.ui import picture_cache
from tabletop.ui.assets import Sprite, SpriteLayer, Sprites, anchors, file_size
from tabletop.ui.boards.battle.strokes import along
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.camera import Xy
from tabletop.ui.theme import INKS, Colour, colour
from tabletop.ui.widgets.base import Size

HOLES, PEOPLE = 16, 24
"""Holes in a hull without points, and people on deck of a ship with its whole crew."""
GOLDEN = 0.618034
"""A step by this share of a length never crowds."""
FLOATING = 2
"""One of this many holes leaves a plank in the water."""
DARK, SPLINTER, PITCH, FACE = colour("#120B06"), colour("#C98F4E"), colour("#2A1A0E"), colour("#E8C9A0")
COATS: tuple[Colour, ...] = (colour("#22406E"), colour("#F1E7CF"), colour("#8C2F26"))
MARKED = (0.5, 2.4)
"""Farthest marks from the middle, in hull lengths ahead and half beams abeam; planks float beside the hull."""
_FINE = 3
BAND = 128
"""Lines that are drawn at once. In the largest window a whole ship would take fifty megabytes."""
LARGEST = 24
"""Largest mark in units of the files: a mark that begins farther above a band does not reach into it."""

Blit = tuple[pygame.Surface, tuple[int, int]]
"""A picture and its upper left corner, screen pixels."""


@dataclass(frozen=True)
class Deck:
    """The place of a ship on a picture.

    Attributes:
       hull: length and beam, units of the files.
       zoom: magnification of these units.
       heading: degrees clockwise from north.
       middle: the middle of the ship, pixels.
    """

    hull: tuple[float, float]
    zoom: float
    heading: float
    middle: Xy

    def draw_marks(self, paint: Callable[[pygame.Surface, "Deck", float], None], share: float) -> Blit:
        """Draw marks with `paint` and return the picture with its corner; alpha is multiplied in.

        The marks are drawn larger and scaled down, band by band.
        """
        corners = [
            self.pixel_at(ahead, abeam) for ahead in (-MARKED[0], MARKED[0]) for abeam in (-MARKED[1], MARKED[1])
        ]
        left, top = (math.floor(min(values)) for values in zip(*corners, strict=True))
        wide, high = (math.ceil(max(values)) for values in zip(*corners, strict=True))
        made, over = pygame.Surface((wide - left, high - top), pygame.SRCALPHA), math.ceil(LARGEST * self.zoom)
        for upper in range(0, high - top, BAND):
            band = pygame.Rect(0, upper, wide - left, min(BAND, high - top - upper))
            fine = pygame.Surface((band.w * _FINE, (over + band.h) * _FINE), pygame.SRCALPHA)
            middle = (self.middle[0] - left) * _FINE, (self.middle[1] - top - upper + over) * _FINE
            paint(fine, Deck(self.hull, self.zoom * _FINE, self.heading, middle), share)
            seen = fine.subsurface((0, over * _FINE, band.w * _FINE, band.h * _FINE))
            pygame.transform.smoothscale(seen, band.size, made.subsurface(band))
        return made.premul_alpha(), (left, top)

    def pixel_at(self, ahead: float, abeam: float) -> Xy:
        """Return the pixel `ahead` hull lengths ahead of the middle and `abeam` half beams to starboard."""
        s, c = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        y, x = ahead * self.hull[0] * self.zoom, abeam * self.hull[1] / 2 * self.zoom
        return self.middle[0] + x * c + y * s, self.middle[1] + x * s - y * c


def draw_holes(fine: pygame.Surface, deck: Deck, lost: float) -> None:
    """Draw shot holes in sides and deck, and loose planks; `lost` is the lost share of the hull."""
    for number, (ahead, abeam, vary) in enumerate(_scatter(round(HOLES * lost), (-0.78, 0.62, 0.8, -0.5, 0.1))):
        size = (4.2 + 3.2 * vary) * deck.zoom
        pygame.draw.polygon(fine, SPLINTER, _ragged_outline(deck.pixel_at(ahead, abeam), size * 1.32, vary))
        pygame.draw.polygon(fine, DARK, _ragged_outline(deck.pixel_at(ahead, abeam), size, vary + 0.4))
        if number % FLOATING == 0:
            _draw_plank(fine, deck, ahead + 0.03, 1.5 * math.copysign(1, abeam) + 0.4 * vary, vary)


def draw_people(fine: pygame.Surface, deck: Deck, left: float) -> None:
    """Draw the people along both gangways; `left` is the share of the crew that is left."""
    for number, (ahead, abeam, _) in enumerate(_scatter(round(PEOPLE * left), (-0.55, 0.5, 0.0, 0.62, -0.4))):
        middle = deck.pixel_at(ahead, abeam)
        for shade, radius in ((INKS.ink, 3.5), (COATS[number % len(COATS)], 2.9), (FACE, 1.5)):
            pygame.draw.circle(fine, shade, middle, radius * deck.zoom)


def _scatter(count: int, abeam: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    """Yield `count` places (ahead, abeam) with a number from 0 to 1 that varies the mark. Always the same ones."""
    for number in range(count):
        yield -0.38 + 0.74 * ((number * GOLDEN + 0.21) % 1), abeam[number % len(abeam)], (number * 0.377) % 1


def _ragged_outline(middle: Xy, size: float, vary: float) -> list[Xy]:
    points = []
    for corner in range(9):
        reach = size * (0.62 if corner % 2 else 1.0) * (0.85 + 0.3 * ((corner * GOLDEN + vary) % 1))
        angle = math.radians(40 * corner + 360 * vary)
        points.append((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    return points


def _draw_plank(fine: pygame.Surface, deck: Deck, ahead: float, abeam: float, vary: float) -> None:
    long, wide = 0.03 * math.cos(6 * vary), 0.22 * math.sin(6 * vary)
    start, end = deck.pixel_at(ahead - long, abeam - wide), deck.pixel_at(ahead + long, abeam + wide)
    pygame.draw.line(fine, PITCH, start, end, max(1, round(3.4 * deck.zoom)))
    pygame.draw.line(fine, SPLINTER, start, end, max(1, round(1.8 * deck.zoom)))


FALLING = ("mizzen", "fore", "main")
"""The order in which masts fall."""
REACH, AHEAD, ASTERN = 0.6, 0.72, 1.2
"""How far the picture reaches from the middle of the ship: abeam, ahead, astern; in hull lengths."""
ENSIGN = 0.7
"""Size of the ensign relative to the ship."""
SAIL_DAMAGE = ((0.01, "battle"), (0.55, "torn"), (1.0, "bare"))
"""Sails of a mast by the lost share of its points, upper limit first. At 1.0 the mast has fallen."""


@dataclass(frozen=True)
class ShipLook:
    """Everything that the picture of a ship depends on. Shares run from 0 (nothing left) to 1."""

    model: str
    nation: str
    hull: float
    rigging: float
    crew: float


def ship_look(ship: Ship) -> ShipLook:
    """Return the look of a ship with the points that it has left."""
    shares = {stat: ship.left[stat] / ship.whole[stat] for stat in ship.whole}
    return ShipLook(ship.model, NATIONS[ship.nation], shares["hull"], shares["rigging"], shares["crew"])


def standing_masts(seen: ShipLook) -> dict[str, str]:
    """Return the sails of each mast that stands, from the bow."""
    stepped = anchors().models[seen.model].masts
    falling = [mast for mast in FALLING if mast in stepped]
    worn = (1 - seen.rigging) * len(falling)
    lost = {mast: worn - number for number, mast in enumerate(falling)}
    sails = {mast: next((name for below, name in SAIL_DAMAGE if share < below), "") for mast, share in lost.items()}
    return {mast: sails[mast] for mast in stepped if sails[mast]}


def draw_ship(seen: ShipLook, zoom: float, heading: float, brace: str) -> Sprite:
    """Draw the whole ship on the water with wake, shadow and ensign; `zoom` magnifies the units of the files."""
    size, offset = _picture_frame(seen, zoom)
    return Sprite(_draw_picture(seen, zoom, heading, brace, size), offset)


def cached_ship(seen: ShipLook, zoom: float, heading: float, brace: str) -> Sprite:
    """Return the picture of `draw_ship` from the cache.

    While a new size is not drawn yet, a picture of another size is scaled.
    """
    size, offset = _picture_frame(seen, zoom)
    whole = picture_cache.shown(
        (seen, heading, brace), size, lambda to: _draw_picture(seen, zoom * to[0] / size[0], heading, brace, to)
    )
    return Sprite(whole, offset)


def _picture_frame(seen: ShipLook, zoom: float) -> tuple[Size, Size]:
    """Return the size of the picture, and its upper left corner from the middle of the ship; pixels."""
    abeam, ahead, astern = (math.ceil(hull_length(seen.model) * zoom * reach) for reach in (REACH, AHEAD, ASTERN))
    return (2 * abeam, ahead + astern), (-abeam, -ahead)


def _draw_picture(seen: ShipLook, zoom: float, heading: float, brace: str, size: Size) -> pygame.Surface:
    """Draw the ship on a picture of `size`; alpha is multiplied in."""
    made, (x, y) = pygame.Surface(size, pygame.SRCALPHA), (size[0] // 2, round(size[1] * AHEAD / (AHEAD + ASTERN)))
    aboard, parts = Deck(anchors().models[seen.model].hull, zoom, heading, (x, y)), []
    hull, rig = _hull_layers(seen), _rig_layers(seen, brace)
    if seen.hull > 0:
        if seen.rigging > 0:
            wake = hull_length(seen.model) * zoom / anchors().wake.hull
            parts.append(sprites().turned((SpriteLayer("wake"),), wake, heading).at(x, y))
        parts.append(sprites().shadow((*hull, *rig), zoom, heading).at(x + 7 * zoom, y + 13 * zoom))
    parts.append(sprites().turned(hull, zoom, heading).at(x, y))
    if seen.hull > 0:
        parts.append(aboard.draw_marks(draw_holes, 1 - seen.hull))
        parts += [sprites().turned(rig, zoom, heading).at(x, y)] if rig else []
        parts += [aboard.draw_marks(draw_people, seen.crew), _draw_ensign(seen, aboard)]
    made.fblits(parts, pygame.BLEND_PREMULTIPLIED)
    return made


def _draw_ensign(seen: ShipLook, aboard: Deck) -> Blit:
    """Return the ensign at the stern. It is white once the ship is beaten."""
    name = "ensign_white" if seen.rigging <= 0 or seen.crew <= 0 else f"ensign_{seen.nation}"
    zoom = aboard.zoom * ENSIGN
    fly = (file_size(name)[0] / 2 - anchors().ensign.hoist[0]) * zoom
    down_wind = 118 if aboard.heading < 180 else 242
    return (
        sprites()
        .turned((SpriteLayer(name),), zoom, down_wind - 90)
        .at(*along(aboard.pixel_at(-0.5, 0), down_wind, fly))
    )


def hull_length(model: str) -> float:
    """Return the length of a model from stem to stern, units of the files."""
    return anchors().models[model].hull[0]


@cache
def sprites() -> Sprites:
    """Return the sprites of both ships; made once."""
    return Sprites()


def _hull_layers(seen: ShipLook) -> tuple[SpriteLayer, ...]:
    if seen.hull <= 0:
        return (SpriteLayer(f"wreck_{seen.model}_{seen.nation}"),)
    standing = standing_masts(seen)
    fallen = (mast for mast in anchors().models[seen.model].masts if mast not in standing)
    return (
        SpriteLayer(f"hull_{seen.model}_{seen.nation}"),
        *(SpriteLayer(f"mast_{seen.model}_{mast}_fallen") for mast in fallen),
    )


def _rig_layers(seen: ShipLook, brace: str) -> tuple[SpriteLayer, ...]:
    standing = standing_masts(seen)
    if seen.hull <= 0 or not standing:
        return ()
    names = [f"bowsprit_{seen.model}"]
    aftmost = list(anchors().models[seen.model].masts)[-1]
    names += [f"spanker_{seen.model}_{brace}"] if standing.get(aftmost) == "battle" else []
    names += [f"jibs_{seen.model}_{brace}"] if standing.get("fore") in ("battle", "torn") else []
    names += [f"mast_{seen.model}_{mast}_{sails}_{brace}" for mast, sails in standing.items()]
    return tuple(map(SpriteLayer, names))
