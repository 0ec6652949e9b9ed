"""Pictures that are kept within bytes."""

import pygame

from tabletop.ui import text
from tabletop.ui.hoard import Hoard, weight
from tabletop.ui.widgets import draw


def picture(side: int) -> pygame.Surface:
    return pygame.Surface((side, side), pygame.SRCALPHA)


def test_a_hoard_keeps_within_its_bytes_and_drops_what_was_not_used_for_longest() -> None:
    hoard: Hoard[pygame.Surface] = Hoard(3 * 400, weight)
    first, second, _ = (hoard.get(name, lambda: picture(10)) for name in "abc")
    assert hoard.get("a", lambda: picture(10)) is first
    hoard.get("d", lambda: picture(10))
    assert hoard.bytes == 3 * 400
    assert hoard.get("a", lambda: picture(10)) is first
    assert hoard.get("b", lambda: picture(10)) is not second


def test_a_cleared_hoard_holds_nothing() -> None:
    hoard: Hoard[pygame.Surface] = Hoard(1000, weight)
    first = hoard.get("a", lambda: picture(10))
    hoard.clear()
    assert hoard.bytes == 0
    assert hoard.get("a", lambda: picture(10)) is not first


def test_lines_of_text_are_kept_within_their_budget() -> None:
    text.forget()
    for number in range(1500):
        text.rendered(f"{number} lines of a long and quiet watch", text.NAME, 200)
        assert text._lines_kept.bytes <= text.BUDGET
    assert text._lines_kept.bytes > 0.9 * text.BUDGET
    assert text.rendered("Victory", text.NAME, 100) is text.rendered("Victory", text.NAME, 100)


def test_what_a_function_draws_is_kept_under_its_arguments_within_the_bytes() -> None:
    hoard: Hoard[pygame.Surface] = Hoard(2 * 400, weight)
    kept, other = hoard.keeping(picture), hoard.keeping(lambda side: picture(side))
    first = kept(10)
    assert kept(10) is first is not other(10)
    other(9)
    assert hoard.bytes <= 2 * 400
    assert kept(10) is not first


def test_shapes_in_many_sizes_keep_within_their_budget() -> None:
    for side in range(200, 300):
        draw.boxed((side, side), 4, (1, 2, 3), (4, 5, 6))
        assert draw.shapes.bytes <= draw.BUDGET
    assert draw.boxed((299, 299), 4, (1, 2, 3), (4, 5, 6)) is draw.boxed((299, 299), 4, (1, 2, 3), (4, 5, 6))
