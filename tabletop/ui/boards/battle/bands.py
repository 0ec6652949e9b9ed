"""Large pieces of a surface painted band by band, so that what is drawn upon the ground finds it in the cache."""

from collections.abc import Callable, Iterator, Sequence

import pygame

BAND = 128
"""Height of a band, pixels: a window's breadth of it is about what the processor's cache holds."""


class Bands:
    """Remembers how the pieces were cut, for they are mostly those of the frame before."""

    def __init__(self) -> None:
        self._pieces: list[pygame.Rect] = []
        self._cut: list[tuple[pygame.Rect, list[pygame.Rect]]] = []

    def paint(
        self, target: pygame.Surface, pieces: Sequence[pygame.Rect], draw: Callable[[Sequence[pygame.Rect]], None]
    ) -> None:
        """Have what lies in each band drawn by itself, the clip set to the band."""
        if len(pieces) == 1 and pieces[0].h <= BAND:
            draw(pieces)
            return
        if self._pieces != pieces:
            self._pieces, self._cut = list(pieces), list(_bands(pieces))
        clip = target.get_clip()
        for band, parts in self._cut:
            target.set_clip(band.clip(clip))
            draw(parts)
        target.set_clip(clip)


def _bands(pieces: Sequence[pygame.Rect]) -> Iterator[tuple[pygame.Rect, list[pygame.Rect]]]:
    """Each band, and what of the pieces lies in it."""
    whole = pieces[0].unionall(pieces[1:]) if pieces else pygame.Rect(0, 0, 0, 0)
    for top in range(whole.top, whole.bottom, BAND):
        band = pygame.Rect(whole.x, top, whole.w, min(BAND, whole.bottom - top))
        parts = [part for piece in pieces if (part := piece.clip(band))]
        if parts:
            yield band, parts
