"""Pictures that are kept ready: drawn again as they are, and anew once anything about them has changed."""

import pygame

from tabletop.ui.boards.battle.sprite_batch import SpriteBatch

RED, BLUE = (255, 0, 0), (0, 0, 255)
WHOLE = pygame.Rect(0, 0, 100, 60)


def square(colour: tuple[int, int, int]) -> pygame.Surface:
    drawn = pygame.Surface((10, 10), pygame.SRCALPHA)
    drawn.fill(colour)
    return drawn


def seen(batch: SpriteBatch, pieces: list[pygame.Rect], shift: tuple[int, int] = (0, 0)) -> pygame.Surface:
    surface = pygame.Surface(WHOLE.size)
    batch.paint(surface, pieces, shift)
    return surface


def test_what_has_not_changed_is_drawn_again() -> None:
    batch = SpriteBatch([(square(RED), (5, 5))])
    assert seen(batch, [WHOLE]).get_at((9, 9))[:3] == RED
    assert seen(batch, [WHOLE]).get_at((9, 9))[:3] == RED


def test_another_picture_another_shift_and_other_pieces_are_heeded() -> None:
    batch = SpriteBatch([(square(RED), (5, 5)), (square(RED), (80, 5))])
    seen(batch, [WHOLE])
    batch.put(0, [(square(BLUE), (30, 5))])
    moved = seen(batch, [WHOLE])
    assert moved.get_at((9, 9))[:3] == (0, 0, 0)
    assert moved.get_at((34, 9))[:3] == BLUE
    assert seen(batch, [WHOLE], (0, 20)).get_at((34, 29))[:3] == BLUE
    part = seen(batch, [pygame.Rect(70, 0, 30, 60)])
    assert part.get_at((84, 9))[:3] == RED
    assert part.get_at((34, 9))[:3] == (0, 0, 0)


def test_what_goes_elsewhere_in_a_part_does_so_in_the_whole() -> None:
    lower, upper = SpriteBatch([(square(BLUE), (60, 5))]), SpriteBatch([(square(RED), (5, 5)), (square(RED), (80, 5))])
    whole = SpriteBatch.of([lower, upper])
    seen(whole, [WHOLE])
    assert upper.move(1, (30, 5)) == (pygame.Rect(80, 5, 10, 10), pygame.Rect(30, 5, 10, 10))
    upper.put(0, [(square(BLUE), (5, 40))])
    moved = seen(whole, [WHOLE])
    assert moved.get_at((84, 9))[:3] == moved.get_at((9, 9))[:3] == (0, 0, 0)
    assert (moved.get_at((34, 9))[:3], moved.get_at((9, 44))[:3], moved.get_at((64, 9))[:3]) == (RED, BLUE, BLUE)
