"""What is widened so that it is blended faster looks as before."""

import pygame
import pytest

from tabletop.ui.copying import LANES, cropped
from tabletop.ui.cut import Cut
from tabletop.ui.theme import Theme
from tabletop.ui.widgets import draw

SIZE = (240, 200)
GROUND = (40, 90, 120)


def ground() -> pygame.Surface:
    made = pygame.Surface(SIZE).convert()
    made.fill(GROUND)
    return made


def dapple() -> pygame.Surface:
    made = pygame.Surface((40, 30), pygame.SRCALPHA)
    for x in range(40):
        for y in range(30):
            made.set_at((x, y), (5 * x, 8 * y, 90, (37 * x + 11 * y) % 256))
    return made.premul_alpha()


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("wide", range(1, 18))
def test_a_part_that_is_cropped_looks_as_it_did_within_the_whole(wide: int) -> None:
    picture, box, cut, whole = dapple(), pygame.Rect(3, 4, wide, 20), ground(), ground()
    made = cropped(picture, box)
    assert made.get_width() % LANES == 0 and made.get_width() - wide < LANES and made.get_height() == box.h
    cut.blit(made, (9, 9), special_flags=pygame.BLEND_PREMULTIPLIED)
    whole.blit(picture, (9, 9), box, special_flags=pygame.BLEND_PREMULTIPLIED)
    assert pixels(cut) == pixels(whole)


@pytest.mark.parametrize("left", range(40, 49))
def test_a_shadow_looks_alike_wherever_its_sheet_lies(left: int) -> None:
    here, there, theme = ground(), ground(), Theme()
    draw.draw_shadow(here, theme, pygame.Rect(40, 50, 90, 80))
    draw.draw_shadow(there, theme, pygame.Rect(left, 50, 90, 80))
    room = pygame.Rect(20, 30, 130, 130)
    assert pixels(here) != pixels(ground())
    assert pixels(here.subsurface(room)) == pixels(there.subsurface(room.move(left - 40, 0)))


def test_a_cut_picture_follows_where_it_is_laid() -> None:
    picture, whole, moved = dapple(), ground(), ground()
    cut = Cut(picture, 0)
    cut.draw(ground(), (16, 16))
    for at in ((48, 20), (0, 0)):
        cut.draw(moved, at)
        whole.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    assert pixels(moved) == pixels(whole)
