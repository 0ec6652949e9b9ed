"""Rings round ships look the same in whatever parts they are drawn."""

import numpy as np
import pygame
import pytest

from tabletop.ui.boards.battle import highlight
from tabletop.ui.boards.battle.highlight import ring_at
from tabletop.ui.boards.battle.ship_sprites import Placed
from tabletop.ui.camera import Camera
from tabletop.ui.theme import INKS

CAMERA = Camera((0.0, 0.0), 1.0, (0, 0))
HULL = 400.0
SEAMS = 0.01
"""Share of the pixels of a ring in which a line that is cut at a seam may lie otherwise, by half a pixel."""


def ring(heading: float) -> pygame.Surface:
    highlight._ring.cache_clear()
    drawn, (left, top) = ring_at(Placed("", (0.0, 0.0), heading, HULL, 0.0), CAMERA, INKS.brass, 3)
    assert abs(left + drawn.get_width() / 2) <= 2 and abs(top + drawn.get_height() / 2) <= 2
    return drawn


@pytest.mark.parametrize("heading", [0.0, 37.0, 90.0, 200.0])
def test_a_large_ring_has_no_seams(heading: float, monkeypatch: pytest.MonkeyPatch) -> None:
    in_bands = ring(heading)
    monkeypatch.setattr(highlight, "BAND", 2000)
    whole = ring(heading)
    highlight._ring.cache_clear()
    assert in_bands.get_size() == whole.get_size()
    one, other = (pygame.surfarray.array_alpha(drawn).astype(int) for drawn in (in_bands, whole))
    assert (np.abs(one - other) > 8).sum() <= SEAMS * (other > 0).sum()
    assert (other[one.shape[0] // 2, one.shape[1] // 2], other.max()) == (0, 255)
