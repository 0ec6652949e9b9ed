"""The figures of plans and rulers lie on nothing else, and chips keep clear of what is planned."""

from typing import Any

import pygame
import pytest

from tabletop.ui.boards.battle.label_places import Crowd, crosses, leader, placed_label
from tabletop.ui.boards.battle.sprite_batch import charted, origin
from tabletop.ui.boards.ships_of_the_line import annotations
from tabletop.ui.boards.ships_of_the_line.overlays import RulerLine
from tabletop.ui.camera import Camera
from tabletop.ui.input import Input
from tabletop.ui.theme import Theme
from tests.ui.trafalgar import Hand

WINDOWS = [(100, (1280, 720)), (100, (1920, 1080)), (150, (1920, 1080))]
PLANS = ["W", "W D W", "W D W Shift+A", "W D D D D D D D D W A A A A W", "W W W W"]
SHIPS = [("B13", 4), ("B1", 2), ("B20", -1), ("B12", 5)]


@pytest.fixture(params=WINDOWS, ids=str, scope="module")
def hand(request: pytest.FixtureRequest, display: None) -> Hand:
    scale, size = request.param
    return Hand("movement", size=size, scale=scale)


def look(hand: Hand, key: str, step: int) -> None:
    hand.table.viewer.choose(key)
    hand.table.refresh()
    hand.look_from(step, key)
    drawn(hand)


def drawn(hand: Hand) -> Any:
    surface = pygame.Surface(hand.screen.size)
    for _ in range(2):
        hand.screen.update(400)
        hand.screen.draw(surface)
    return hand.sea.renderer


def lettered(hand: Hand) -> list[pygame.Rect]:
    """Where figures and names of bands are on the screen."""
    x, y = origin(hand.sea.view.camera)
    return [box.move(x, y) for box in hand.sea.renderer._names.batch.boxes]


@pytest.mark.sampled(20)
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("ship", SHIPS, ids=str)
def test_figures_lie_on_no_plate_no_chip_no_ship_no_ghost_and_not_on_each_other(
    hand: Hand, ship: tuple[str, int], plan: str
) -> None:
    key, step = ship
    look(hand, key, step)
    hand.keys(plan)
    board = drawn(hand)
    plates, found = board.plates.crowd(board._scene), lettered(hand)
    marks = annotations.find_covered_rects(board._scene, board._shown[2])
    chips = [chip.place for chip in board._chips]
    hand.keys("Esc")
    assert marks
    for number, box in enumerate(found):
        others = [*plates.labels, *plates.ships, *marks, *chips, *found[number + 1 :]]
        assert box.collidelist(others) < 0
    if step > 1:
        assert found
        assert all(chip.collidelist(marks[:5]) < 0 for chip in chips), "a chip lies on the ghost"


def test_the_figures_of_a_ruler_lie_on_no_plate_and_no_chip(hand: Hand) -> None:
    look(hand, "B1", 0)
    wide, high = hand.screen.size
    start, end = (wide // 3, high // 5), (wide * 3 // 5, high * 3 // 5)
    hand.screen.handle(Input("moved", start))
    hand.screen.handle(Input("pressed", start, "right", frozenset({"right"})))
    hand.screen.handle(Input("moved", end, "", frozenset({"right"})))
    board = drawn(hand)
    plates, found = board.plates.crowd(board._scene), lettered(hand)
    chips = [chip.place for chip in board._chips]
    hand.screen.handle(Input("released", end, "right"))
    assert found
    for box in found:
        assert box.collidelist([*plates.labels, *plates.ships, *chips]) < 0


def test_a_number_stands_at_every_second_tick_of_a_ruler() -> None:
    ruler = RulerLine(((0.0, 0.0), (12.0, 0.0), (12.0, 12.0)))
    asked = annotations.build_figures([ruler], charted(Camera((0, 0), 20, (1280, 720))), Theme())
    assert [key[0] for key in asked] == [10.0, 20.0]
    above, below = asked[10.0, ("measured", 0)].places[:2]
    assert above.bottom < 0 < below.top
    assert above.centerx == below.centerx == 200


def test_a_label_goes_where_its_line_runs_under_no_other() -> None:
    at, size = (500, 300), (80, 20)
    right, below = pygame.Rect((560, 290), size), pygame.Rect((460, 360), size)
    crowd = Crowd([pygame.Rect(520, 295, 20, 10)], [])
    assert placed_label([right, below], crowd) == right
    assert crosses(leader(at, right), crowd.labels)
    assert placed_label([right, below], crowd, at) == below
