"""Work is spread over frames, and what comes of it is the same."""

import gc
from collections.abc import Iterator

import pygame
import pytest

from tabletop.ui.frame_budget import (
    FRAME_BUDGET,
    MAX_NEW_OBJECTS,
    NEW_OBJECTS,
    SHORT_MS,
    FrameBudget,
    IncrementalTask,
    Steps,
    run_to_end,
)
from tests.ui import hexes
from tests.ui.tables import Watch, from_scenario

SIZE = (960, 600)
LONG = 10.0
"""Milliseconds that a step takes."""
FRAMES = 400
"""Within which everything has come to rest."""


def spare(milliseconds: float) -> FrameBudget:
    """A frame that begins, and can spare so much."""
    made = FrameBudget(milliseconds)
    made.begin_frame(at_rest=False)
    return made


def steps(done: list[int]) -> Steps[None]:
    for number in range(3):
        done.append(number)
        yield SHORT_MS


def test_a_frame_that_can_spare_nothing_takes_a_step_and_where_nothing_is_spread_all_are_taken() -> None:
    done: list[int] = []
    work = steps(done)
    assert not spare(0.0).advance(work)
    assert done == [0]
    assert FrameBudget().advance(work)
    assert done == [0, 1, 2]


def test_a_step_that_takes_long_has_a_frame_of_its_own() -> None:
    def work() -> Steps[str]:
        yield LONG
        done.append("long")
        yield SHORT_MS
        return "whole"

    done: list[str] = []
    under_way = work()
    assert not spare(LONG - 1).advance(under_way)
    assert not done
    assert spare(1000.0).advance(under_way)
    assert run_to_end(work()) == "whole"


def test_a_frame_that_has_time_looks_through_what_is_new_for_circles() -> None:
    one, young = spare(9.0), gc.get_threshold()[0]
    gc.set_threshold(MAX_NEW_OBJECTS)
    try:
        kept = [[number] for number in range(2 * NEW_OBJECTS)]
        FrameBudget().end_frame()
        one.frame_start -= 1.0
        one.end_frame()
        assert gc.get_count()[0] > NEW_OBJECTS
        one.begin_frame(at_rest=False)
        one.end_frame()
        assert gc.get_count()[0] < NEW_OBJECTS < len(kept)
    finally:
        gc.set_threshold(young)


def doubled(state: object, number: int) -> Steps[int]:
    for _ in range(3):
        yield SHORT_MS
    return 2 * number


def test_an_answer_comes_over_frames_and_until_then_there_is_the_one_before() -> None:
    state, answer = object(), IncrementalTask(doubled)
    assert answer.request(state, 1) == [2]
    FRAME_BUDGET.milliseconds = 0.0
    assert answer.request(state, 2) == [2]
    assert answer.is_pending
    frames = next(number for number in range(FRAMES) if answer.advance())
    assert (frames, answer.request(state, 2), answer.is_pending) == (3, [4], False)
    answer.cancel()
    assert answer.request(state, 3) == []


@pytest.fixture(scope="module")
def watch() -> Iterator[Watch]:
    yield Watch(from_scenario("four_frigates", "1"), SIZE)


def frame(watch: Watch | hexes.HexPlayer) -> bool:
    """A frame; whether anything still moves, or is left to the next."""
    moves = watch.screen.update(16)
    watch.screen.draw(watch.surface)
    return moves


def looks_as_if_drawn_at_once(watch: Watch | hexes.HexPlayer) -> bool:
    """Whether nothing looks otherwise when all is drawn anew."""
    seen, spared, FRAME_BUDGET.milliseconds = (
        pygame.image.tobytes(watch.surface, "RGB"),
        FRAME_BUDGET.milliseconds,
        None,
    )
    watch.table.surface.renderer.forget()
    watch.screen.repaint()
    watch.screen.draw(watch.surface)
    FRAME_BUDGET.milliseconds = spared
    return seen == pygame.image.tobytes(watch.surface, "RGB")


def frames_of_a_step(watch: Watch | hexes.HexPlayer) -> int:
    """How many it takes from a turn of the wheel until all has come to rest."""
    watch.table.view.zoom(1)
    return next(number for number in range(FRAMES) if not frame(watch))


def test_another_scale_is_made_ready_step_by_step_and_looks_the_same_in_the_end(watch: Watch) -> None:
    at_once = frames_of_a_step(watch)
    FRAME_BUDGET.milliseconds = 0.0
    assert frames_of_a_step(watch) > at_once
    assert looks_as_if_drawn_at_once(watch)


def test_so_it_is_on_the_hexes() -> None:
    player = hexes.HexPlayer(hexes.from_scenario("two_against_two", "3"), SIZE)
    at_once = frames_of_a_step(player)
    FRAME_BUDGET.milliseconds = 0.0
    assert frames_of_a_step(player) > at_once
    assert looks_as_if_drawn_at_once(player)


def test_whoever_looks_elsewhere_meanwhile_sees_that_at_once(watch: Watch) -> None:
    FRAME_BUDGET.milliseconds = 0.0
    watch.table.view.zoom(-1)
    for _ in range(3):
        frame(watch)
    watch.table.view.pan(40, 30)
    frame(watch)
    while frame(watch):
        pass
    assert looks_as_if_drawn_at_once(watch)


def test_what_lies_about_a_view_at_rest_is_made_ready_and_then_all_rests(watch: Watch) -> None:
    layer, renderer = watch.table.surface.renderer._water._layer, watch.table.surface.renderer
    FRAME_BUDGET.milliseconds = 0.0
    watch.table.view.zoom(2)
    while frame(watch):
        pass
    whole, seen = layer._surface.get_rect(), pygame.Rect(layer._painted)
    ships = renderer._fleet._seen
    assert seen != whole
    for _ in range(FRAMES):
        FRAME_BUDGET.begin_frame(at_rest=False)
        if not frame(watch) and not FRAME_BUDGET.has_deferred_work:
            break
    assert layer._painted == whole and renderer._fleet._seen is not ships
    assert looks_as_if_drawn_at_once(watch)
    watch.table.view.pan(40, 30)
    while frame(watch):
        pass
    assert looks_as_if_drawn_at_once(watch)
