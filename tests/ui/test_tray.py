"""Dice tumble, and lie down on the faces that were rolled."""

import pygame
import pytest

from tabletop.ui.boards.contract import DiceThrow
from tabletop.ui.screens.table.dice_layout import DiceLayout, Die, layout_dice
from tabletop.ui.screens.table.dice_tray import LINE_UP, QUEUE, TUMBLE, DiceTray, simulate_throw
from tabletop.ui.theme import Theme

FIVE = DiceThrow("Victory", "2 hits of 5", tuple((die, "hit" if die > 4 else "") for die in (6, 1, 5, 2, 3)))


def placed() -> DiceTray:
    tray = DiceTray()
    tray.place(Theme(), pygame.Rect(0, 0, 444, 96))
    return tray


def painted(tray: DiceTray) -> bytes:
    surface = pygame.Surface((444, 96))
    tray.paint(surface, Theme())
    return pygame.image.tobytes(surface, "RGB")


def test_dice_roll_and_come_to_rest() -> None:
    tray = placed()
    tray.throw(FIVE)
    assert tray.is_rolling
    assert tray.tick(TUMBLE) is True
    tray.tick(LINE_UP)
    assert not tray.is_rolling
    assert tray.tick(50) is False


def test_the_same_dice_roll_the_same_way_and_stay_on_the_felt() -> None:
    frames = simulate_throw(12, 30, (300, 96), "seed")
    assert frames == simulate_throw(12, 30, (300, 96), "seed")
    assert frames != simulate_throw(12, 30, (300, 96), "another")
    assert all(-15 <= die.x <= 315 and -15 <= die.y <= 111 for die in frames[-1])


def test_dice_that_roll_look_different_from_those_that_lie() -> None:
    tray = placed()
    tray.throw(FIVE)
    rolling = painted(tray)
    tray.settle()
    assert painted(tray) != rolling


def test_throws_wait_for_each_other_and_the_last_is_never_lost() -> None:
    tray = placed()
    throws = [DiceThrow(str(number), "", ((1, ""),)) for number in range(2 * QUEUE)]
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
        tray.throw(DiceThrow(str(number), "", ((1, ""),)))
    tray.settle()
    assert tray.thrown == DiceThrow("2", "", ((1, ""),))
    assert not tray.is_rolling


def test_without_motion_dice_lie_at_once() -> None:
    tray = placed()
    tray.set_still(True)
    tray.throw(FIVE)
    assert not tray.is_rolling
    assert tray.thrown == FIVE


TRAYS = ((444, 96), (290, 98), (208, 98), (420, 44), (226, 44))
SHOT = DiceThrow(
    "Santísima Trinidad",
    "6 hits of 14",
    tuple((6, "hit") for _ in range(14)),
    "4 hull, 2 criticals",
    (
        DiceThrow(
            "Damage", "4 hull", tuple((pips, "critical" if pips == 6 else "hull") for pips in (6, 6, 1, 2, 3, 4))
        ),
        DiceThrow("Criticals", "", ((1, "mast"), (4, "rudder"))),
    ),
)


@pytest.mark.parametrize("size", TRAYS)
def test_all_dice_of_a_shot_lie_in_the_tray_in_order(size: tuple[int, int]) -> None:
    for scale in (75, 100, 200):
        rect = pygame.Rect(10, 20, size[0] * scale // 100, size[1] * scale // 100)
        laid = layout_dice(Theme(scale), rect, SHOT)
        assert [die.pips for die in laid.dice] == [6] * 14
        assert [die.pips for die in laid.followers] == [6, 6, 1, 2, 3, 4, 1, 4]
        boxes = [pygame.Rect(round(d.x - d.side / 2), round(d.y - d.side / 2), d.side, d.side) for d in _all(laid)]
        assert all(rect.inflate(2, 2).contains(box) for box in boxes), (size, scale)
        assert all(one.inflate(-2, -2).collidelist(boxes[n + 1 :]) < 0 for n, one in enumerate(boxes))


def test_damage_and_criticals_are_labelled_and_say_what_they_did() -> None:
    laid = layout_dice(Theme(), pygame.Rect(0, 0, 444, 96), SHOT)
    told = [words.text for words in laid.words]
    assert told[-4:] == ["Damage", "Criticals", "mast", "rudder"]


def test_what_followed_is_not_told_while_the_dice_roll() -> None:
    tray = placed()
    plain = DiceThrow(SHOT.title, "", SHOT.dice, "", (DiceThrow("Damage", "", ()),))
    rolling = []
    for one in (SHOT, plain):
        tray.throw(one)
        tray.tick(TUMBLE // 2)
        rolling.append(painted(tray))
        tray.clear()
    assert rolling[0] == rolling[1]


def test_a_narrow_tray_gives_up_the_note_before_the_result() -> None:
    narrow, wide = (layout_dice(Theme(), pygame.Rect(0, 0, width, 44), SHOT) for width in (200, 420))
    assert wide.words[1].text == "6 hits of 14, 4 hull, 2 criticals"
    assert narrow.words[1].text == "6 hits of 14"


def _all(laid: DiceLayout) -> list[Die]:
    return [*laid.dice, *laid.followers]


@pytest.mark.parametrize("scale", [100, 125])
@pytest.mark.parametrize("size", TRAYS[:2])
def test_the_name_of_a_ship_takes_the_room_that_the_dice_leave(size: tuple[int, int], scale: int) -> None:
    fought = DiceThrow(
        "Aboard San Francisco de Asís", "7 against 9", tuple((3, "holds") for _ in range(4)), "8 or less"
    )
    rect = pygame.Rect(0, 0, size[0] * scale // 100, size[1] * scale // 100)
    laid = layout_dice(Theme(scale), rect, fought)
    assert laid.words[0].text == fought.title
    assert all(die.x + die.side / 2 <= rect.right for die in laid.dice)
