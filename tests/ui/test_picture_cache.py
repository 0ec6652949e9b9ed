"""Pictures that are kept within bytes."""

import pygame

from tabletop.ui import fonts, text
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.widgets import draw
from tests import kept_pictures


def picture(side: int) -> pygame.Surface:
    return pygame.Surface((side, side), pygame.SRCALPHA)


def test_a_cache_keeps_within_its_bytes_and_drops_what_was_not_used_for_longest() -> None:
    cache: PictureCache[pygame.Surface] = PictureCache(3 * 400, picture_bytes)
    first, second, _ = (cache.made(name, lambda: picture(10)) for name in "abc")
    assert cache.made("a", lambda: picture(10)) is first
    cache.made("d", lambda: picture(10))
    assert cache.currsize == 3 * 400
    assert cache.made("a", lambda: picture(10)) is first
    assert cache.made("b", lambda: picture(10)) is not second


def test_a_cleared_hoard_holds_nothing() -> None:
    cache: PictureCache[pygame.Surface] = PictureCache(1000, picture_bytes)
    first = cache.made("a", lambda: picture(10))
    cache.clear()
    assert cache.currsize == 0
    assert cache.made("a", lambda: picture(10)) is not first


def test_lines_of_text_are_kept_within_their_budget() -> None:
    text.forget()
    for number in range(1500):
        text.rendered(f"{number} lines of a long and quiet watch", text.NAME, 200)
        assert text._lines_kept.currsize <= text.BUDGET
    assert text._lines_kept.currsize > 0.9 * text.BUDGET
    assert text.rendered("Victory", text.NAME, 100) is text.rendered("Victory", text.NAME, 100)


def test_what_a_function_draws_is_kept_under_its_arguments_within_the_bytes() -> None:
    cache: PictureCache[pygame.Surface] = PictureCache(2 * 400, picture_bytes)
    kept, other = cache.keeping(picture), cache.keeping(lambda side: picture(side))
    first = kept(10)
    assert kept(10) is first is not other(10)
    other(9)
    assert cache.currsize <= 2 * 400
    assert kept(10) is not first


def test_shapes_in_many_sizes_keep_within_their_budget() -> None:
    for side in range(200, 300):
        draw.boxed((side, side), 4, (1, 2, 3), (4, 5, 6))
        assert draw.shapes.currsize <= draw.BUDGET
    assert draw.boxed((299, 299), 4, (1, 2, 3), (4, 5, 6)) is draw.boxed((299, 299), 4, (1, 2, 3), (4, 5, 6))


def test_fonts_of_many_sizes_are_given_back_with_the_pictures() -> None:
    fonts.forget()
    for pixels in range(10, 11 + kept_pictures.FONTS):
        fonts.font("body", pixels)
    assert kept_pictures.relieve()
    assert fonts.font.cache_info().currsize == 0
