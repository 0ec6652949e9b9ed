"""Light on the water is stretched band by band: it looks as if it had been stretched at once, and takes less memory."""

from typing import Any

import numpy as np
import pygame
import pytest

from tabletop.ui.boards.battle import water
from tabletop.ui.camera import Camera
from tabletop.ui.widgets import backdrop, draw

SIZE = (700, 431)


def slopes() -> pygame.Surface:
    made = pygame.Surface((64, 36), pygame.SRCALPHA)
    for x in range(64):
        for y in range(36):
            made.set_at((x, y), (3 * x, 200, 6 * y, 40 + 5 * y))
    return made.premul_alpha()


@pytest.mark.parametrize("clip", [(0, 0, *SIZE), (30, 77, 200, 9)])
def test_a_picture_that_is_spread_looks_as_if_it_had_been_stretched_at_once(clip: tuple[int, int, int, int]) -> None:
    whole, spread = (pygame.Surface(SIZE) for _ in range(2))
    for target in (whole, spread):
        target.fill((40, 90, 120))
        target.set_clip(clip)
    whole.blit(pygame.transform.smoothscale(slopes(), SIZE), (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    draw.spread(spread, slopes(), pygame.BLEND_PREMULTIPLIED)
    one, other = (pygame.surfarray.array3d(target).astype(int) for target in (whole, spread))
    assert np.abs(one - other).max() <= 1
    assert (other != (40, 90, 120)).any()


def test_no_light_is_stretched_to_the_size_of_a_large_window(monkeypatch: pytest.MonkeyPatch) -> None:
    stretched, stretch = list[int](), pygame.transform.smoothscale

    def watched(picture: pygame.Surface, size: tuple[int, int]) -> Any:
        stretched.append(4 * size[0] * size[1])
        return stretch(picture, size)

    monkeypatch.setattr(pygame.transform, "smoothscale", watched)
    large = pygame.Surface((1920, 1080))
    water.paint(large, Camera((0.0, 0.0), 40.0, large.get_size()))
    backdrop.paint_sea(large, None)
    assert stretched and max(stretched) <= 2 << 20
