"""A ship of the card game as a model from above: she loses planks, masts and people as her points fall."""

import math
from dataclasses import dataclass
from functools import cache, lru_cache

import pygame

from tabletop.games.ship_duel.state import Ship
from tabletop.ui.assets import Layer, Sprite, Sprites, anchors
from tabletop.ui.boards.nations import NATIONS
from tabletop.ui.boards.ship_duel import deck

FALLING = ("mizzen", "fore", "main")
"""The order in which masts go by the board."""
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
    sails = {mast: _sails(worn - number) for number, mast in enumerate(falling)}
    return {mast: sails[mast] for mast in stepped if sails[mast]}


def _sails(worn: float) -> str:
    """Of a mast that has lost such a share of its points; empty once it has fallen."""
    return next((name for below, name in WORN if worn < below), "")


@lru_cache(maxsize=24)
def drawn(seen: Look, zoom: float, heading: float, brace: str) -> Sprite:
    """The whole ship without her shadow; `zoom` magnifies the units of the files."""
    reach = math.ceil(length(seen.model) * zoom * 0.9)
    made = pygame.Surface((2 * reach, 2 * reach), pygame.SRCALPHA)
    aboard = deck.Deck(anchors().models[seen.model].hull, zoom, heading, reach)
    parts = [sprites().turned(_hull(seen), zoom, heading).at(reach, reach)]
    if seen.hull > 0:
        parts.append((aboard.painted(deck.holes, 1 - seen.hull), (0, 0)))
        parts += [sprites().turned(rig, zoom, heading).at(reach, reach) for rig in [_rig(seen, brace)] if rig]
        parts.append((aboard.painted(deck.people, seen.crew), (0, 0)))
    made.fblits(parts, pygame.BLEND_PREMULTIPLIED)
    box = made.get_bounding_rect()
    return Sprite(made.subsurface(box).copy(), (box.x - reach, box.y - reach))


def shadow(seen: Look, zoom: float, heading: float, brace: str) -> Sprite:
    """What she throws on the water."""
    return sprites().shadow((*_hull(seen), *_rig(seen, brace)), zoom, heading)


def length(model: str) -> float:
    """From stem to stern, units of the files."""
    return anchors().models[model].hull[0]


@cache
def sprites() -> Sprites:
    """The pictures of both ships."""
    return Sprites()


def _hull(seen: Look) -> tuple[Layer, ...]:
    if seen.hull <= 0:
        return (Layer(f"wreck_{seen.model}_{seen.nation}"),)
    standing = masts(seen)
    fallen = (mast for mast in anchors().models[seen.model].masts if mast not in standing)
    return (Layer(f"hull_{seen.model}_{seen.nation}"), *(Layer(f"mast_{seen.model}_{mast}_fallen") for mast in fallen))


def _rig(seen: Look, brace: str) -> tuple[Layer, ...]:
    standing = masts(seen)
    if seen.hull <= 0 or not standing:
        return ()
    names = [f"bowsprit_{seen.model}"]
    aftmost = list(anchors().models[seen.model].masts)[-1]
    names += [f"spanker_{seen.model}_{brace}"] if standing.get(aftmost) == "battle" else []
    names += [f"jibs_{seen.model}_{brace}"] if standing.get("fore") in ("battle", "torn") else []
    names += [f"mast_{seen.model}_{mast}_{sails}_{brace}" for mast, sails in standing.items()]
    return tuple(map(Layer, names))
