"""Dice tumble, and lie down on the faces that were rolled."""

import pygame

from tabletop.ui.boards.contract import Thrown
from tabletop.ui.screens.table.tray import LINE_UP, QUEUE, Tray
from tabletop.ui.screens.table.tumble import TUMBLE, tumbled
from tabletop.ui.theme import Theme

FIVE = Thrown("Victory", "2 hits of 5", tuple((die, "hit" if die > 4 else "") for die in (6, 1, 5, 2, 3)))


def placed() -> Tray:
    tray = Tray()
    tray.place(Theme(), pygame.Rect(0, 0, 444, 96))
    return tray


def painted(tray: Tray) -> bytes:
    surface = pygame.Surface((444, 96)).convert()
    tray.paint(surface, Theme())
    return pygame.image.tobytes(surface, "RGB")


def test_dice_roll_and_come_to_rest() -> None:
    tray = placed()
    tray.throw(FIVE)
    assert tray.rolling
    assert tray.tick(TUMBLE) is True
    tray.tick(LINE_UP)
    assert not tray.rolling
    assert tray.tick(50) is False


def test_the_same_dice_roll_the_same_way_and_stay_on_the_felt() -> None:
    frames = tumbled(12, 30, (300, 96), "seed")
    assert frames == tumbled(12, 30, (300, 96), "seed")
    assert frames != tumbled(12, 30, (300, 96), "another")
    assert all(-15 <= die.x <= 315 and -15 <= die.y <= 111 for die in frames[-1])


def test_dice_that_roll_look_different_from_those_that_lie() -> None:
    tray = placed()
    tray.throw(FIVE)
    rolling = painted(tray)
    tray.settle()
    assert painted(tray) != rolling


def test_throws_wait_for_each_other_and_the_last_is_never_lost() -> None:
    tray = placed()
    throws = [Thrown(str(number), "", ((1, ""),)) for number in range(2 * QUEUE)]
    for one in throws:
        tray.throw(one)
    shown = set()
    while tray.tick(100):
        shown.add(tray.thrown)
    assert tray.thrown == throws[-1]
    assert len(shown) == QUEUE + 1


def test_settling_shows_the_last_throw() -> None:
    tray = placed()
    for number in range(3):
        tray.throw(Thrown(str(number), "", ((1, ""),)))
    tray.settle()
    assert tray.thrown == Thrown("2", "", ((1, ""),))
    assert not tray.rolling


def test_without_motion_dice_lie_at_once() -> None:
    tray = placed()
    tray.still(True)
    tray.throw(FIVE)
    assert not tray.rolling
    assert tray.thrown == FIVE


def test_many_dice_fit_on_the_felt() -> None:
    tray = placed()
    tray.throw(Thrown("Santísima Trinidad", "", tuple((1, "") for _ in range(14))))
    tray.settle()
    felt = tray._felt(Theme(), tray.rect)
    side = tray._side(felt, 14)
    assert tray._row_place(felt, 13, side)[0] + side / 2 <= felt.right
