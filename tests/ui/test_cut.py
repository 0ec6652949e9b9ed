"""Pictures that are cut look like those that are not."""

import pygame
import pytest

from tabletop.ui.copying import LINE
from tabletop.ui.cut import Cut

GROUND = (40, 90, 120)


def disc(side: int) -> pygame.Surface:
    """Opaque in the middle, half clear at the rim, clear in the corners; with a lone mark in one of them."""
    made = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(made, (200, 180, 90, 120), (side / 2, side / 2), side / 2)
    pygame.draw.circle(made, (90, 40, 10, 255), (side / 2, side / 2), side / 2 - 6)
    made.fill((255, 255, 255, 255), (1, 1, 3, 3))
    return made.premul_alpha()


@pytest.mark.parametrize("x", range(30, 47, 3))
@pytest.mark.parametrize("side", [5, 31, 150])
def test_a_cut_picture_looks_like_the_whole_one_wherever_it_lies(x: int, side: int) -> None:
    picture, whole = disc(side), pygame.Surface((220, 200)).convert()
    whole.fill(GROUND)
    cut = whole.copy()
    whole.blit(picture, (x, 7), special_flags=pygame.BLEND_PREMULTIPLIED)
    Cut(picture, x).draw(cut, (x, 7))
    assert pygame.image.tobytes(cut, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_what_is_opaque_is_copied_in_whole_lines_and_what_is_clear_is_left_out() -> None:
    cut = Cut(disc(150), 37)
    assert cut._solid
    assert all((left + 37) % LINE == 0 and drawn.get_width() % LINE == 0 for drawn, (left, _) in cut._solid)
    covered = sum(drawn.get_width() * drawn.get_height() for drawn, _ in (*cut._solid, *cut._mixed))
    assert covered < 150 * 150
