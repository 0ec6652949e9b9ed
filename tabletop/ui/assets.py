"""The drawn pieces: vector files to surfaces, turned, scaled and kept within a budget of memory.

Every surface that leaves this module has its alpha multiplied in: blit it with `BLEND_PREMULTIPLIED`.
"""

import math
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import NamedTuple

import msgspec
import pygame
import yaml

from tabletop.core import resources
from tabletop.ui.frame_budget import SHORT_MS, Steps, run_to_end
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.theme import WORN, Colour, colour, worn

LEVELS: tuple[float, ...] = (0.25, 0.5, 1.0, 2.0)
"""Magnifications at which files are drawn; a sprite is scaled down from the next larger one."""
ANGLE_STEP = 2
"""Sprites are turned in steps of so many degrees."""
MEGABYTE = 1024 * 1024
BUDGET = 8 * MEGABYTE
"""Bytes of turned sprites that are kept; what the fleet is drawn from is kept besides, ship by ship."""
UPRIGHT_BUDGET, FILE_BUDGET = 8 * MEGABYTE, 6 * MEGABYTE
"""Bytes of composed sprites before they are turned, and of the files that they are composed of."""
BADGE = "badge_"
"""With which the names of drawings begin that are in the colours of the sides."""
CLEAR = 2
"""Pixels of empty margin that are left round a sprite before it is turned, for its edges to fade into."""
SHADOW = 77
"""Opacity of a shadow out of 255."""
UNDRAWN: list[str] = []
"""Files that could not be drawn, of which the player has not heard yet."""
_CODE = re.compile("#[0-9A-Fa-f]{6}")
_SIZE = re.compile(r'<svg\b[^>]*? width="(\d+)" height="(\d+)"')


class Model(msgspec.Struct, frozen=True):
    """How one ship model is anchored; file units, and hull lengths from the bow for the masts."""

    hull: tuple[float, float]
    masts: dict[str, float]


class Wake(msgspec.Struct, frozen=True):
    """The hull length for which the wake is drawn, file units."""

    hull: float


class Ensign(msgspec.Struct, frozen=True):
    """Where the hoist is in the file of an ensign."""

    hoist: tuple[float, float]


class Anchors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `sprites/anchors.yaml` says."""

    models: dict[str, Model]
    fallen: dict[str, str]
    classes: dict[str, str]
    four_decker: str
    wake: Wake
    ensign: Ensign


class SpriteLayer(NamedTuple):
    """One file of a composed sprite; a tuple, for such are hashed for every ship of every new scale."""

    name: str
    mirrored: bool = False


@dataclass(frozen=True)
class Sprite:
    """A turned picture and where its upper left corner lies, seen from the pivot."""

    surface: pygame.Surface
    offset: tuple[int, int]

    def at(self, x: float, y: float) -> tuple[pygame.Surface, tuple[int, int]]:
        """What `Surface.fblits` wants for the pivot at a place."""
        return self.surface, (round(x) + self.offset[0], round(y) + self.offset[1])


@cache
def anchors() -> Anchors:
    """The anchors of all models."""
    return msgspec.convert(
        yaml.safe_load((resources.sprite_folder() / "anchors.yaml").read_text(encoding="utf-8")), Anchors
    )


@cache
def file_size(name: str) -> tuple[int, int]:
    """Width and height of a file at 100 %: what it says of itself, for to draw it takes a hundred times as long."""
    said = _SIZE.match((resources.sprite_folder() / f"{name}.svg").read_text(encoding="utf-8"))
    return (
        (int(said[1]), int(said[2]))
        if said
        else pygame.image.load(resources.sprite_folder() / f"{name}.svg").get_size()
    )


_files: PictureCache[pygame.Surface] = PictureCache(FILE_BUDGET, picture_bytes)


def drawn(name: str, magnification: float) -> pygame.Surface:
    """One file at a magnification, upright; shared, so never draw on it."""
    return _files.made((name, magnification), lambda: _load(name, magnification))


def _load(name: str, magnification: float) -> pygame.Surface:
    width, height = file_size(name)
    size = (max(1, round(width * magnification)), max(1, round(height * magnification)))
    source = _worn(name) if WORN and name.startswith(BADGE) else resources.sprite_folder() / f"{name}.svg"
    return pygame.image.load_sized_svg(source, size).premul_alpha()


def _worn(name: str) -> BytesIO:
    """A drawing in the colours that are worn."""
    printed = (resources.sprite_folder() / f"{name}.svg").read_text(encoding="utf-8")
    return BytesIO(_CODE.sub(lambda code: "#{:02X}{:02X}{:02X}".format(*worn(colour(code[0]))), printed).encode())


@lru_cache(maxsize=256)
def icon(name: str, pixels: int) -> pygame.Surface:
    """A badge, marker or ensign that fits a square of so many pixels."""
    return drawn(name, pixels / max(file_size(name)))


@dataclass(frozen=True)
class _Upright:
    """A composed picture, the part of it that is turned, and the box seen from the middle that it does not exceed."""

    whole: pygame.Surface
    trimmed: pygame.Surface
    box: pygame.Rect

    def turned(self, angle: int, factor: float) -> pygame.Rect:
        """What the box covers when it is turned clockwise and scaled, seen from the middle."""
        s, c = factor * math.sin(math.radians(angle)), factor * math.cos(math.radians(angle))
        corners = [(x, y) for x in (self.box.left, self.box.right) for y in (self.box.top, self.box.bottom)]
        xs, ys = [x * c - y * s for x, y in corners], [x * s + y * c for x, y in corners]
        left, top = math.floor(min(xs)) - CLEAR, math.floor(min(ys)) - CLEAR
        return pygame.Rect(left, top, math.ceil(max(xs)) + CLEAR - left, math.ceil(max(ys)) + CLEAR - top)


WHITE: Colour = (255, 255, 255)
LOADED, TURNED = 20e3, 60e3
"""Pixels of a file that are drawn in a millisecond, and of a picture that are turned."""
GLOWING = {"flame", "muzzle_flash"}
"""Files that light themselves."""


def _sprites_within(budget: int) -> PictureCache[Sprite]:
    return PictureCache(budget, lambda sprite: picture_bytes(sprite.surface))


_turned = _sprites_within(BUDGET)
_uprights: PictureCache[_Upright] = PictureCache(UPRIGHT_BUDGET, lambda upright: picture_bytes(upright.whole))


class Sprites:
    """Composed, scaled and turned sprites; the least recently used are dropped when the budget is spent.

    Attributes:
        light: that of the hour, by which all but fire is multiplied.
    """

    def __init__(self, budget: int | None = None) -> None:
        """`budget` is in bytes, of its own; all others have one in common."""
        self.light = WHITE
        self._kept = _turned if budget is None else _sprites_within(budget)

    def turned(self, layers: tuple[SpriteLayer, ...], zoom: float, heading: float) -> Sprite:
        """Layers laid over each other, with the bow at a heading.

        Args:
            layers: files from the lowest to the topmost.
            zoom: magnification of the file units.
            heading: degrees clockwise; rounded to the step of angles.
        """
        angle, zoom = _stepped(heading), round(zoom, 4)
        unlit = self._kept.made((layers, zoom, angle, WHITE), lambda: self._turn(layers, zoom, angle))
        light = self._light_on(layers)
        return unlit if light == WHITE else self._kept.made((layers, zoom, angle, light), lambda: _lit(unlit, light))

    def drawing(self, layers: tuple[SpriteLayer, ...], zoom: float, heading: float) -> Steps[None]:
        """What `turned` gives file by file, unless it is kept: at a new scale that takes longer than a frame."""
        zoom, of = round(zoom, 4), (layers, _level(zoom))
        if (layers, zoom, _stepped(heading), WHITE) in self._kept:
            return
        if of not in _uprights:
            _uprights[of] = _upright((yield from _composing(*of)))
        within = _uprights[of].turned(_stepped(heading), zoom / of[1])
        yield SHORT_MS + within.w * within.h / TURNED
        self.turned(layers, zoom, heading)
        yield SHORT_MS

    def shadow(self, layers: tuple[SpriteLayer, ...], zoom: float, heading: float) -> Sprite:
        """The silhouette of what `turned` gives."""
        key = (layers, round(zoom, 4), _stepped(heading), self.light, "shadow")
        return self._kept.made(key, lambda: _shade(self.turned(layers, zoom, heading)))

    def faded(self, layers: tuple[SpriteLayer, ...], zoom: float, heading: float, alpha: int) -> Sprite:
        """What `turned` gives, at an opacity from 0 to 255."""
        key = (layers, round(zoom, 4), _stepped(heading), self.light, alpha)
        return self._kept.made(key, lambda: _faded(self.turned(layers, zoom, heading), alpha))

    def _light_on(self, layers: tuple[SpriteLayer, ...]) -> Colour:
        """What shines by itself is lit by nothing."""
        return WHITE if layers[0].name in GLOWING else self.light

    def _turn(self, layers: tuple[SpriteLayer, ...], zoom: float, angle: int) -> Sprite:
        level = _level(zoom)
        upright = _uprights.made((layers, level), lambda: _upright(run_to_end(_composing(layers, level))))
        # one that is only scaled lies by its size, so that it keeps its margin
        turned = pygame.transform.rotozoom(upright.trimmed if angle else upright.whole, -angle, zoom / level)
        return _cropped(turned, upright.turned(angle, zoom / level))


def _level(zoom: float) -> float:
    return next((level for level in LEVELS if level >= round(zoom, 4)), LEVELS[-1])


def _stepped(heading: float) -> int:
    return round(heading / ANGLE_STEP) * ANGLE_STEP % 360


def _upright(whole: pygame.Surface) -> _Upright:
    width, height = whole.get_size()
    return _Upright(whole, _trimmed(whole), whole.get_bounding_rect().move(-width // 2, -height // 2).inflate(2, 2))


def _composing(layers: tuple[SpriteLayer, ...], level: float) -> Steps[pygame.Surface]:
    parts = list[pygame.Surface]()
    for layer in layers:
        if (layer.name, level) not in _files:
            width, height = file_size(layer.name)
            yield SHORT_MS + width * height * level**2 / LOADED
        parts.append(drawn(layer.name, level))
    yield SHORT_MS
    whole = pygame.Surface((max(p.get_width() for p in parts), max(p.get_height() for p in parts)), pygame.SRCALPHA)
    for layer, part in zip(layers, parts, strict=True):
        seen = pygame.transform.flip(part, True, False) if layer.mirrored else part
        whole.blit(seen, seen.get_rect(center=whole.get_rect().center), special_flags=pygame.BLEND_PREMULTIPLIED)
        yield SHORT_MS
    return whole


def _trimmed(whole: pygame.Surface) -> pygame.Surface:
    """Without so much of the empty margin as leaves the middle where it is, so that there is less to turn."""
    box, (width, height) = whole.get_bounding_rect(), whole.get_size()
    across = max(0, min(box.left, width - box.right) - CLEAR)
    down = max(0, min(box.top, height - box.bottom) - CLEAR)
    return whole.subsurface((across, down, width - 2 * across, height - 2 * down))


def _cropped(turned: pygame.Surface, within: pygame.Rect) -> Sprite:
    """Without its empty margin; `within` is a box about the middle that holds all, for to look for it is slow."""
    width, height = turned.get_size()
    room = within.move(width // 2, height // 2).clip(turned.get_rect())
    box = turned.subsurface(room).get_bounding_rect().move(room.topleft)
    if not box.width:
        box = pygame.Rect(0, 0, 1, 1)
    return Sprite(turned.subsurface(box).copy(), (box.x - width // 2, box.y - height // 2))


def shade(picture: pygame.Surface) -> None:
    """Turn a picture into the shadow that it throws."""
    picture.fill((0, 0, 0, SHADOW), special_flags=pygame.BLEND_RGBA_MULT)


def _lit(sprite: Sprite, light: Colour) -> Sprite:
    lit = sprite.surface.copy()
    lit.fill(light, special_flags=pygame.BLEND_RGB_MULT)
    return Sprite(lit, sprite.offset)


def _shade(sprite: Sprite) -> Sprite:
    shadow = sprite.surface.copy()
    shade(shadow)
    return Sprite(shadow, sprite.offset)


def _faded(sprite: Sprite, alpha: int) -> Sprite:
    faded = sprite.surface.copy()
    faded.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return Sprite(faded, sprite.offset)
