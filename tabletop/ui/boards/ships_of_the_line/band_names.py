"""The names of the bands of fire: each stands where it hides nothing and nothing hides it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.games.ships_of_the_line.state import Band
from tabletop.geometry.pose import cosine, sine
from tabletop.ui import text
from tabletop.ui.boards.battle import pens
from tabletop.ui.boards.battle.chart import Placing, charted, origin
from tabletop.ui.boards.battle.clearing import BACK, View, viewed
from tabletop.ui.boards.battle.placing import Crowd, covered
from tabletop.ui.boards.battle.sheaf import Sheaf
from tabletop.ui.boards.ships_of_the_line.fields import BAND_COLOURS, MASKED_COLOUR
from tabletop.ui.boards.ships_of_the_line.overlays import FireBand, FireField, Overlay, Spot
from tabletop.ui.boards.ships_of_the_line.scene import Scene
from tabletop.ui.camera import Camera
from tabletop.ui.text import Style
from tabletop.ui.theme import INKS, Colour, Theme

LABEL = Style("bold", 15, INKS.cream, INKS.outline)
LABELLED = 64
"""Pixels to a UM below which the bands are too narrow for their names."""
LIFT = 8
"""Design pixels from a line to the name beside it, and by which the two lines of a name overlap."""

Key = tuple[int, Band]
"""Which of the fields that are shown, and which of its bands."""
Chosen = dict[Key, int | None]
"""The number of the place that each name took; None if it found none."""


@dataclass(frozen=True)
class Name:
    """The name of a band as a picture, and where it may lie, the best place first; chart pixels."""

    drawn: pygame.Surface
    places: tuple[pygame.Rect, ...]


Names = dict[Key, Name]


class BandNames:
    """Keeps the names where they are while they are clear there."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._chosen: Chosen = {}
        self.sheaf = Sheaf()
        """The names that found a place."""

    def lay(self, scene: Scene, overlays: Sequence[Overlay], crowd: Crowd) -> None:
        """Find the places of the names, clear of what is crowded on the screen."""
        shown, scale = fields(overlays), (scene.camera.scale, scene.shown.scale)
        if (shown, scale) != self._of:
            self._of, self._chosen = (shown, scale), {}
        asked = names(shown, charted(scene.camera), Theme(scene.shown.scale))
        (x, y), view = origin(scene.camera), viewed(scene.camera, scene.shown)
        here = Crowd([one.move(-x, -y) for one in crowd.labels], [one.move(-x, -y) for one in crowd.ships])
        self._chosen = chosen(asked, view, here, self._chosen)
        self.sheaf = Sheaf(placings(asked, self._chosen))


def fields(overlays: Sequence[Overlay]) -> tuple[FireField, ...]:
    """Those of the overlays whose bands have names."""
    return tuple(one for one in overlays if isinstance(one, FireField) and one.bands[0].spots)


def names(shown: Sequence[FireField], chart: Camera, theme: Theme) -> Names:
    """The names of all bands, unless these are too narrow."""
    if chart.scale < LABELLED:
        return {}
    bands = [(number, field, band) for number, field in enumerate(shown) for band in field.bands]
    return {(number, band.band): _name(field, band, chart, theme) for number, field, band in bands}


def placings(asked: Names, chosen: Chosen) -> list[Placing]:
    """Those that found a place."""
    taken = [(name, chosen[key]) for key, name in asked.items()]
    return [(name.drawn, name.places[number].topleft) for name, number in taken if number is not None]


def chosen(asked: Names, view: View, crowd: Crowd, before: Chosen) -> Chosen:
    """Where the names go in a view.

    Each takes the first of its places that is clear. Where that leaves a band without a name on either side, the
    name goes where it lies on ships least.

    Args:
        asked: The names.
        view: What is seen of the sea.
        crowd: Plates and ships.
        before: The places in the view before, which are kept while they are clear.
    """
    found: Chosen = {}
    crowd = Crowd(list(crowd.labels), crowd.ships)
    for key, name in asked.items():
        found[key] = _clear(name, view, crowd, before.get(key, 0))
        _take(name, found[key], crowd)
    for key, name in asked.items():
        if not any(_seen(asked[other], number, view) for other, number in found.items() if other[1] == key[1]):
            found[key] = _least(name, view, crowd, before.get(key, 0))
            _take(name, found[key], crowd)
    return found


def _take(name: Name, number: int | None, crowd: Crowd) -> None:
    crowd.labels.extend([] if number is None else [name.places[number]])


def _seen(name: Name, number: int | None, view: View) -> bool:
    return number is not None and not view.unseen(name.places[number])


def _clear(name: Name, view: View, crowd: Crowd, held: int | None) -> int | None:
    """The first place that is clear; one better than that which is held only if it is clear by some more."""
    for number, place in enumerate(name.places):
        spare = BACK if held is None or number < held else 0
        if view.whole(place, spare) and place.collidelist(crowd.labels) < 0 and place.collidelist(crowd.ships) < 0:
            return number
    return 0 if view.unseen(name.places[0]) else None


def _least(name: Name, view: View, crowd: Crowd, held: int | None) -> int | None:
    """The place among those that are seen where the name lies on ships least."""
    open_ = [
        number for number, place in enumerate(name.places)
        if view.whole(place) and place.collidelist(crowd.labels) < 0
    ]  # fmt: skip
    if held in open_ and held:
        return held
    return min(open_, key=lambda number: covered(name.places[number], crowd.ships), default=None)


def _name(field: FireField, band: FireBand, chart: Camera, theme: Theme) -> Name:
    colour = MASKED_COLOUR if field.masked else BAND_COLOURS[band.band]
    drawn = _drawn(band.label, band.reach, colour, theme)
    return Name(drawn, tuple(_at(spot, drawn, chart, theme) for spot in band.spots))


def _at(spot: Spot, drawn: pygame.Surface, chart: Camera, theme: Theme) -> pygame.Rect:
    """Beside the spot, just clear of the line on which it lies."""
    wide, high = drawn.get_size()
    aside = abs(sine(spot.towards)) * wide / 2 + abs(cosine(spot.towards)) * high / 2 + theme.px(LIFT)
    x, y = pens.along(chart.to_screen(*spot.at), spot.towards, aside)
    return drawn.get_rect(center=(round(x), round(y)))


@lru_cache(maxsize=64)
def _drawn(label: str, reach: str, colour: Colour, theme: Theme) -> pygame.Surface:
    """The name above and the range below."""
    above, below = text.rendered(label, LABEL, theme.scale), text.rendered(reach, LABEL.tinted(colour), theme.scale)
    wide = max(above.get_width(), below.get_width())
    drawn = pygame.Surface((wide, above.get_height() + below.get_height() - theme.px(LIFT)), pygame.SRCALPHA)
    drawn.blit(above, above.get_rect(midtop=(wide // 2, 0)))
    drawn.blit(below, below.get_rect(midbottom=(wide // 2, drawn.get_height())))
    return drawn.premul_alpha()
