"""The palette is readable, and sizes follow the scale."""

import pytest

from tabletop.ui.theme import INKS, Colour, Theme, fitting_scale
from tests.ui.contrast import contrast

TEXT: dict[str, tuple[Colour, Colour]] = {
    "ink on paper": (INKS.ink, INKS.paper),
    "ink on hovered row": (INKS.ink, INKS.paper_2),
    "second ink": (INKS.ink_2, INKS.paper),
    "muted": (INKS.muted, INKS.paper),
    "cream on bar": (INKS.cream, INKS.bar),
    "mist on bar": (INKS.mist, INKS.bar),
    "dim on bar": (INKS.dim, INKS.bar),
    "ink on brass": (INKS.ink, INKS.brass_bottom),
    "loss": (INKS.danger, INKS.paper),
    "brass on the sea": (INKS.brass_light, INKS.sea),
    "cream on the sea": (INKS.cream, INKS.sea_light),
    "brass on paper": (INKS.brass_dark, INKS.paper),
    "tooltip": (INKS.mist, INKS.tooltip),
    "chosen row": (INKS.cream, INKS.ink),
}


@pytest.mark.parametrize("name", TEXT)
def test_text_stands_out_from_its_ground(name: str) -> None:
    assert contrast(*TEXT[name]) >= 4.5


@pytest.mark.parametrize("ground", [INKS.paper, INKS.sea, INKS.bar])
def test_the_edges_of_controls_stand_out(ground: Colour) -> None:
    edge = {INKS.paper: INKS.edge, INKS.sea: INKS.paper, INKS.bar: INKS.focus}[ground]
    assert contrast(edge, ground) >= 3


def test_contrast_is_that_of_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


def test_sizes_follow_the_scale_and_no_line_vanishes() -> None:
    assert Theme(200).px(18) == 36
    assert Theme(75).px(16) == 12
    assert Theme(75).px(0.4) == 1
    assert Theme(75).px(0) == 0


@pytest.mark.parametrize(("height", "scale"), [(720, 100), (1080, 100), (1440, 125), (2160, 200), (4320, 200)])
def test_the_scale_suits_the_window(height: int, scale: int) -> None:
    assert fitting_scale(height) == scale
