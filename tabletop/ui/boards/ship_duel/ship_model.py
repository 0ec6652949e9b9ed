"""A ship of the card game from above with wake and colours: she loses planks, masts and people as her points fall."""

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
"""Holes in a hull that has nothing left, and people on deck of a ship with all her crew."""
GOLDEN = 0.618034
"""Steps by this share of a length never crowd."""
FLOATING = 2
"""Every so manyeth hole leaves a plank in the water."""
DARK, SPLINTER, PITCH, FACE = colour("#120B06"), colour("#C98F4E"), colour("#2A1A0E"), colour("#E8C9A0")
COATS: tuple[Colour, ...] = (colour("#22406E"), colour("#F1E7CF"), colour("#8C2F26"))
MARKED = (0.5, 2.4)
"""How far marks lie from the middle, in hull lengths ahead and in half beams abeam; planks float beside her."""
_FINE = 3
BAND = 128
"""Lines that are drawn at once: in the largest window all of a ship would take fifty megabytes."""
LARGEST = 24
"""No mark is larger, units of the files: what begins so far above a band does not reach into it."""

Blit = tuple[pygame.Surface, tuple[int, int]]
"""A picture, and its upper left corner."""


@dataclass(frozen=True)
class Deck:
    """A ship on a picture.

    Attributes:
        hull: length and beam, units of the files.
        zoom: magnification of those units.
        heading: degrees clockwise.
        middle: of the ship, pixels.
    """

    hull: tuple[float, float]
    zoom: float
    heading: float
    middle: Xy

    def painted(self, paint: Callable[[pygame.Surface, "Deck", float], None], share: float) -> Blit:
        """Marks drawn fine and scaled down band by band, where there can be any; alpha multiplied in."""
        corners = [self.at(ahead, abeam) for ahead in (-MARKED[0], MARKED[0]) for abeam in (-MARKED[1], MARKED[1])]
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

    def at(self, ahead: float, abeam: float) -> Xy:
        """The pixel so many hull lengths ahead of the middle and half beams to starboard."""
        s, c = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        y, x = ahead * self.hull[0] * self.zoom, abeam * self.hull[1] / 2 * self.zoom
        return self.middle[0] + x * c + y * s, self.middle[1] + x * s - y * c


def holes(fine: pygame.Surface, deck: Deck, lost: float) -> None:
    """Shot holes in sides and deck, and planks that have come off, for a share of the hull that is lost."""
    for number, (ahead, abeam, vary) in enumerate(_scattered(round(HOLES * lost), (-0.78, 0.62, 0.8, -0.5, 0.1))):
        size = (4.2 + 3.2 * vary) * deck.zoom
        pygame.draw.polygon(fine, SPLINTER, _ragged(deck.at(ahead, abeam), size * 1.32, vary))
        pygame.draw.polygon(fine, DARK, _ragged(deck.at(ahead, abeam), size, vary + 0.4))
        if number % FLOATING == 0:
            _plank(fine, deck, ahead + 0.03, 1.5 * math.copysign(1, abeam) + 0.4 * vary, vary)


def people(fine: pygame.Surface, deck: Deck, left: float) -> None:
    """Those who are left, along both gangways, for a share of the crew."""
    for number, (ahead, abeam, _) in enumerate(_scattered(round(PEOPLE * left), (-0.55, 0.5, 0.0, 0.62, -0.4))):
        middle = deck.at(ahead, abeam)
        for shade, radius in ((INKS.ink, 3.5), (COATS[number % len(COATS)], 2.9), (FACE, 1.5)):
            pygame.draw.circle(fine, shade, middle, radius * deck.zoom)


def _scattered(count: int, abeam: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    """Places ahead and abeam, and for each a number from 0 to 1 that varies it; always the same ones."""
    for number in range(count):
        yield -0.38 + 0.74 * ((number * GOLDEN + 0.21) % 1), abeam[number % len(abeam)], (number * 0.377) % 1


def _ragged(middle: Xy, size: float, vary: float) -> list[Xy]:
    points = []
    for corner in range(9):
        reach = size * (0.62 if corner % 2 else 1.0) * (0.85 + 0.3 * ((corner * GOLDEN + vary) % 1))
        angle = math.radians(40 * corner + 360 * vary)
        points.append((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    return points


def _plank(fine: pygame.Surface, deck: Deck, ahead: float, abeam: float, vary: float) -> None:
    long, wide = 0.03 * math.cos(6 * vary), 0.22 * math.sin(6 * vary)
    start, end = deck.at(ahead - long, abeam - wide), deck.at(ahead + long, abeam + wide)
    pygame.draw.line(fine, PITCH, start, end, max(1, round(3.4 * deck.zoom)))
    pygame.draw.line(fine, SPLINTER, start, end, max(1, round(1.8 * deck.zoom)))


FALLING = ("mizzen", "fore", "main")
"""The order in which masts go by the board."""
REACH, AHEAD, ASTERN = 0.6, 0.72, 1.2
"""How far she and her wake reach from her middle, abeam and else, in her lengths, broadside to broadside."""
ENSIGN = 0.7
"""How large her colours are beside her."""
WORN = ((0.01, "battle"), (0.55, "torn"), (1.0, "bare"))
"""Below which share of a mast's points lost its sails look so; with all of them lost it has fallen."""


@dataclass(frozen=True)
class Look:
    """All that the looks of a ship depend on; shares are from 0, nothing left, to 1."""

    model: str
    nation: str
    hull: float
    rigging: float
    crew: float


def look(ship: Ship) -> Look:
    """How a ship looks with the points that she has left."""
    shares = {stat: ship.left[stat] / ship.whole[stat] for stat in ship.whole}
    return Look(ship.model, NATIONS[ship.nation], shares["hull"], shares["rigging"], shares["crew"])


def masts(seen: Look) -> dict[str, str]:
    """The sails of each mast that still stands, from the bow."""
    stepped = anchors().models[seen.model].masts
    falling = [mast for mast in FALLING if mast in stepped]
    worn = (1 - seen.rigging) * len(falling)
    lost = {mast: worn - number for number, mast in enumerate(falling)}
    sails = {mast: next((name for below, name in WORN if share < below), "") for mast, share in lost.items()}
    return {mast: sails[mast] for mast in stepped if sails[mast]}


def drawn(seen: Look, zoom: float, heading: float, brace: str) -> Sprite:
    """The whole ship on the water, with wake, shadow and colours; `zoom` magnifies the units of the files."""
    size, offset = _room(seen, zoom)
    return Sprite(_whole(seen, zoom, heading, brace, size), offset)


def shown(seen: Look, zoom: float, heading: float, brace: str) -> Sprite:
    """As `drawn`, but where she was drawn in another size before, scaled until there is time to draw her anew."""
    size, offset = _room(seen, zoom)
    whole = picture_cache.shown(
        (seen, heading, brace), size, lambda to: _whole(seen, zoom * to[0] / size[0], heading, brace, to)
    )
    return Sprite(whole, offset)


def _room(seen: Look, zoom: float) -> tuple[Size, Size]:
    """Size of her picture, and where its upper left corner lies, seen from her middle; pixels."""
    abeam, ahead, astern = (math.ceil(length(seen.model) * zoom * reach) for reach in (REACH, AHEAD, ASTERN))
    return (2 * abeam, ahead + astern), (-abeam, -ahead)


def _whole(seen: Look, zoom: float, heading: float, brace: str, size: Size) -> pygame.Surface:
    """On a picture of this size; alpha multiplied in."""
    made, (x, y) = pygame.Surface(size, pygame.SRCALPHA), (size[0] // 2, round(size[1] * AHEAD / (AHEAD + ASTERN)))
    aboard, parts = Deck(anchors().models[seen.model].hull, zoom, heading, (x, y)), []
    hull, rig = _hull(seen), _rig(seen, brace)
    if seen.hull > 0:
        if seen.rigging > 0:
            wake = length(seen.model) * zoom / anchors().wake.hull
            parts.append(sprites().turned((SpriteLayer("wake"),), wake, heading).at(x, y))
        parts.append(sprites().shadow((*hull, *rig), zoom, heading).at(x + 7 * zoom, y + 13 * zoom))
    parts.append(sprites().turned(hull, zoom, heading).at(x, y))
    if seen.hull > 0:
        parts.append(aboard.painted(holes, 1 - seen.hull))
        parts += [sprites().turned(rig, zoom, heading).at(x, y)] if rig else []
        parts += [aboard.painted(people, seen.crew), _ensign(seen, aboard)]
    made.fblits(parts, pygame.BLEND_PREMULTIPLIED)
    return made


def _ensign(seen: Look, aboard: Deck) -> Blit:
    """Her colours at the stern; white once she is beaten."""
    name = "ensign_white" if seen.rigging <= 0 or seen.crew <= 0 else f"ensign_{seen.nation}"
    zoom = aboard.zoom * ENSIGN
    fly = (file_size(name)[0] / 2 - anchors().ensign.hoist[0]) * zoom
    down_wind = 118 if aboard.heading < 180 else 242
    return sprites().turned((SpriteLayer(name),), zoom, down_wind - 90).at(*along(aboard.at(-0.5, 0), down_wind, fly))


def length(model: str) -> float:
    """From stem to stern, units of the files."""
    return anchors().models[model].hull[0]


@cache
def sprites() -> Sprites:
    """The pictures of both ships."""
    return Sprites()


def _hull(seen: Look) -> tuple[SpriteLayer, ...]:
    if seen.hull <= 0:
        return (SpriteLayer(f"wreck_{seen.model}_{seen.nation}"),)
    standing = masts(seen)
    fallen = (mast for mast in anchors().models[seen.model].masts if mast not in standing)
    return (
        SpriteLayer(f"hull_{seen.model}_{seen.nation}"),
        *(SpriteLayer(f"mast_{seen.model}_{mast}_fallen") for mast in fallen),
    )


def _rig(seen: Look, brace: str) -> tuple[SpriteLayer, ...]:
    standing = masts(seen)
    if seen.hull <= 0 or not standing:
        return ()
    names = [f"bowsprit_{seen.model}"]
    aftmost = list(anchors().models[seen.model].masts)[-1]
    names += [f"spanker_{seen.model}_{brace}"] if standing.get(aftmost) == "battle" else []
    names += [f"jibs_{seen.model}_{brace}"] if standing.get("fore") in ("battle", "torn") else []
    names += [f"mast_{seen.model}_{mast}_{sails}_{brace}" for mast, sails in standing.items()]
    return tuple(map(SpriteLayer, names))
