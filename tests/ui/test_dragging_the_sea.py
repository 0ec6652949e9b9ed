"""The sea follows the pointer that drags it."""

from collections.abc import Iterable

from tabletop.ui.boards.battle.camera_view import CameraView
from tabletop.ui.boards.battle.gestures import STRIDE, Gesture, Ground, Pointing
from tabletop.ui.camera import Xy
from tabletop.ui.input import Input

START = (100, 80)


class Nothing:
    """Open sea."""

    shown = False

    def places(self, keys: Iterable[str] | None = None) -> list[Xy]:
        return []

    def extent(self, keys: Iterable[str]) -> list[Xy]:
        return []


def test_the_sea_is_dragged_in_strides_across_and_never_more_than_half_of_one_beside_the_pointer() -> None:
    moved = [0, 0]

    def pan(dx: float, dy: float) -> None:
        assert dx % STRIDE == 0
        moved[0] += round(dx)
        moved[1] += round(dy)

    view = CameraView(Nothing())
    view.pan = pan  # type: ignore[method-assign]
    pointing = Pointing(Ground(lambda _: False, lambda _: None), view)
    pointing.pressed(Input("pressed", START, "left", buttons=frozenset({"left"})))
    steps = [(1, 0)] * 23 + [(3, 2)] * 7 + [(-5, -1)] * 19 + [(-1, 1)] * 11
    x, y = START
    for dx, dy in steps:
        x, y = x + dx, y + dy
        pointing.moved(Input("moved", (x, y), buttons=frozenset({"left"})))
        if moved != [0, 0]:
            assert abs(x - START[0] - moved[0]) <= STRIDE / 2
            assert y - START[1] == moved[1]
    assert moved[0] < 0
    pressed = pointing.pressed(Input("pressed", (x, y), "left", buttons=frozenset({"left"})))
    assert isinstance(pressed, Gesture) and pressed.pixel == (x, y)
