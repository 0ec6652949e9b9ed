"""Art from files: vignettes of cards, tail-pieces of suits, and backs. Without a file a card is plain.

 A picture is rendered at the very width that is asked for, when it is first shown. A file that cannot be rendered
counts as missing; that is reported once.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

import pygame

from tabletop.core import guarded_file, resources
from tabletop.core.guarded_file import UnreadableError
from tabletop.core.phrases import to_slug
from tabletop.ui import error_log
from tabletop.ui.assets import UNDRAWN
from tabletop.ui.boards.cards.look import Back, CardLook
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.widgets.base import Size

CARDS, BACKS, TAILS = "cards", "backs", "tailpieces"
"""Folders of the sprites, by game. Tail-pieces lie in the folder of the game's cards and are named after the suit."""
LARGEST = 1 << 16
"""Most bytes of such a file."""
BUDGET = 2 * 1024 * 1024
"""Bytes of pictures in the cache. A hand of eight fills 0.5 MB, in 3840×2160 at 200 % four times that."""
ABOVE = 0.38
"""Share of a cut that is taken from the top of a scene: heads stand higher than hulls."""
TALLEST = 9
"""Most height of a picture, in widths. The picture is rendered in that room and uses what it needs."""

_kept: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)
_damaged = set[str]()


def vignette(look: CardLook, wide: int) -> pygame.Surface | None:
    """Return the scene of a card at `wide` pixels, or None if the card has none. Shared: never draw on it."""
    return _cached_picture(f"{CARDS}/{look.art}", wide) if look.art else None


def tailpiece(look: CardLook, wide: int) -> pygame.Surface | None:
    """Return the ornament for the foot of a card with few words, or None if the suit has none. Shared."""
    folder = look.art.rpartition("/")[0]
    return _cached_picture(f"{CARDS}/{folder}/{TAILS}/{to_slug(look.suit)}", wide) if folder else None


def back_art(look: Back, size: Size) -> pygame.Surface | None:
    """Return a whole card face down, or None if the back is plain."""
    drawn = _cached_picture(f"{BACKS}/{look.art}", size[0]) if look.art else None
    if drawn is None:
        return None
    made = pygame.Surface(size, pygame.SRCALPHA)  # in the order of bytes that is blitted fastest, which files have not
    made.blit(pygame.transform.smoothscale(drawn, size), (0, 0))
    return made


@cache
def _find_file(name: str) -> Path | None:
    path = resources.sprite_folder() / f"{name}.svg"
    return path if path.is_file() else None


def _cached_picture(name: str, wide: int) -> pygame.Surface | None:
    file = _find_file(name)
    if file is None or wide < 1 or name in _damaged:
        return None
    try:
        return _kept.made((name, wide), lambda: _rasterize(file, wide))
    except (pygame.error, UnreadableError):
        error_log.log_error(f"{file} cannot be drawn")
        _damaged.add(name)
        UNDRAWN.append(file.name)
        return None


def _rasterize(file: Path, wide: int) -> pygame.Surface:
    text = guarded_file.load_text(file, LARGEST).encode()
    return pygame.image.load_sized_svg(BytesIO(text), (wide, TALLEST * wide))
