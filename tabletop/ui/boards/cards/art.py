"""Art that a game brings as files: a vignette for a card, tail-pieces for its suits, a back; without one it is plain.

Each is drawn for the very width that is asked for, and only once that is shown. One that cannot be drawn
is as none, and that is told once.
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
"""Folders of the sprites, by game; tail-pieces lie in one of the game's cards, by the words of the suit."""
LARGEST = 1 << 16
"""Bytes of such a file at most."""
BUDGET = 2 * 1024 * 1024
"""Bytes of pictures that are kept; a hand of eight fills 0.5 MB, in 3840×2160 at 200 % four times that."""
ABOVE = 0.38
"""Of what is left out of a scene where there is little room, the share that is above: heads stand higher than hulls."""
TALLEST = 9
"""Times its width that a picture may be high: it is drawn in as much room, and takes what it needs of it."""

_kept: PictureCache[pygame.Surface] = PictureCache(BUDGET, picture_bytes)
_damaged = set[str]()


def vignette(look: CardLook, wide: int) -> pygame.Surface | None:
    """The scene of a card in its frame's width; shared, so never draw on it. None for a card that has none."""
    return _cached_picture(f"{CARDS}/{look.art}", wide) if look.art else None


def tailpiece(look: CardLook, wide: int) -> pygame.Surface | None:
    """What fills the foot of a card with few words; shared. None where the game has none for this suit."""
    folder = look.art.rpartition("/")[0]
    return _cached_picture(f"{CARDS}/{folder}/{TAILS}/{to_slug(look.suit)}", wide) if folder else None


def back_art(look: Back, size: Size) -> pygame.Surface | None:
    """A whole card face down; None where the back is plain."""
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
