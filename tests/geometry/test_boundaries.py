"""Where exactly a limit lies: on it, and one quantum to either side of it (AMB-131)."""

import pytest

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.chapters.aiming import band_at, compute_sighting
from tabletop.games.ships_of_the_line.commands import GrappleShip
from tabletop.games.ships_of_the_line.model import State, load_standard_profile
from tabletop.geometry.field import find_sight, flare
from tabletop.geometry.hull import outline
from tabletop.geometry.measure import gap
from tabletop.geometry.pose import Pose
from tests.geometry.hulls import advanced
from tests.ships_of_the_line.kit import battle, refused, ship


def abeam(apart: float, phase: str = "grapple") -> State:
    """B1, and F1 whose side lies so far from hers."""
    return battle(ship("B1", 0, 0, 0), ship("F1", 0.3 + apart, 0, 0), phase=phase)


@pytest.mark.parametrize(
    ("apart", "band"),
    [
        (0.999, "point_blank"), (1.0, "point_blank"), (1.0004, "point_blank"), (1.0006, "medium"), (1.001, "medium"),
        (2.999, "medium"), (3.0, "medium"), (3.0004, "medium"), (3.0006, "long"), (3.001, "long"),
        (4.999, "long"), (5.0, "long"), (5.0004, "long"), (5.0006, None), (5.001, None),
    ],
)  # fmt: skip
def test_amb_131_bands_to_the_thousandth(apart: float, band: str | None) -> None:
    there = outline(Pose(0.3 + apart, -0.5, 0), 1.0, 0.3)
    found = find_sight(Pose(0, -0.5, 0), 1.0, 0.3, "starboard", 22.5, there)
    assert found is not None
    assert band_at(load_standard_profile(), found.distance) == band


@pytest.mark.parametrize(("apart", "seen"), [(4.999, True), (5.0, True), (5.001, False)])
def test_sotl_2_4bis_c_reach_to_the_thousandth(apart: float, seen: bool) -> None:
    state = abeam(apart, phase="combat")
    assert compute_sighting(state, "B1", "starboard").targets == (("F1",) if seen else ())
    assert compute_sighting(state, "F1", "port").targets == (("B1",) if seen else ())


@pytest.mark.parametrize(("apart", "reaches"), [(0.499, True), (0.5, True), (0.501, False)])
def test_sotl_4_3_d_grapples_to_the_thousandth(apart: float, reaches: bool) -> None:
    throw = GrappleShip(side="british", ship="B1", target="F1")
    if reaches:
        assert rules.check(abeam(apart), throw) is None
    else:
        refused(abeam(apart), throw, "SOTL-4.3-d")


@pytest.mark.parametrize(("apart", "told"), [(0.5004, 0.5), (0.5006, 0.501), (0.0504, 0.05), (0.0506, 0.051)])
def test_amb_131_distances_are_compared_after_rounding(apart: float, told: float) -> None:
    one, other = outline(Pose(0, 0, 0), 1.0, 0.3), outline(Pose(0.3 + apart, 0, 0), 1.0, 0.3)
    assert gap(one, other).distance == told


@pytest.mark.parametrize(("clear", "seen"), [(-0.001, True), (0.0, True), (0.001, False)])
def test_amb_13_a_hull_that_touches_the_flare_is_in_the_field(clear: float, seen: bool) -> None:
    """A ship across the bow: of her only the stern's lower corner comes near the flare, 2 UM out from the side."""
    corner_x, corner_y = 0.15 + 2.0, 0.5 + 2.0 * flare(22.5) + clear
    across = Pose(corner_x, corner_y + 0.15, 270)
    found = find_sight(Pose(0, -0.5, 0), 1.0, 0.3, "starboard", 22.5, outline(across, 1.0, 0.3))
    assert (found is not None) == seen


@pytest.mark.parametrize(("clear", "way"), [(1.049, 0.999), (1.05, 1.0), (1.051, 1.0)])
def test_amb_126_the_gap_to_the_thousandth(clear: float, way: float) -> None:
    ahead = {"F1": outline(Pose(0, 1.0 + clear, 0), 1.0, 0.3)}
    assert advanced(Pose(0, 0, 0), 1.0, ahead, 0.05).distance == way
