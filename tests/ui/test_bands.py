"""What is painted in bands looks as if it had been painted at once."""

from collections.abc import Sequence

import pygame
import pytest

from tabletop.ui.boards.battle.bands import BAND, Bands

PIECES = [pygame.Rect(0, 10, 90, 20), pygame.Rect(30, 30, 60, 3 * BAND), pygame.Rect(0, 40, 20, BAND + 5)]
SIZE = (100, 4 * BAND)


@pytest.mark.parametrize("pieces", [PIECES, PIECES[1:2], PIECES[:1], []])
def test_every_pixel_of_the_pieces_is_drawn_once_and_none_beyond_the_clip(pieces: list[pygame.Rect]) -> None:
    surface = pygame.Surface(SIZE, pygame.SRCALPHA)
    bands, clip = Bands(), pygame.Rect(5, 0, 80, SIZE[1])

    def draw(parts: Sequence[pygame.Rect]) -> None:
        """As a translucent picture that reaches into many bands."""
        surface.fill((1, 1, 1, 1), special_flags=pygame.BLEND_RGBA_ADD)
        for part in parts:
            assert surface.get_clip().contains(part.clip(clip))

    surface.set_clip(clip)
    for count in (1, 2):
        bands.paint(surface, pieces, draw)
        assert surface.get_clip() == clip
        for x, y in ((60, 50), (60, 29 + 3 * BAND), (10, 20)):
            if any(piece.collidepoint(x, y) for piece in pieces):
                assert surface.get_at((x, y))[0] == count
    assert surface.get_at((2, 20))[0] == 0


def test_other_pieces_are_cut_anew() -> None:
    surface, seen, bands = pygame.Surface(SIZE), [], Bands()
    for piece in (pygame.Rect(0, 0, 50, 2 * BAND), pygame.Rect(20, 0, 30, 2 * BAND)):
        seen.clear()
        bands.paint(surface, [piece], seen.extend)
        assert seen[0].unionall(seen[1:]) == piece
        assert len(seen) == 2
