"""A coast at the table: batteries fire from a sheet, are aimed at like ships, and the ghost tells what threatens."""

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.games.ships_of_the_line.coast import Battery, Coast
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey import perils
from tabletop.games.ships_of_the_line.survey.plans import Draft
from tabletop.geometry.pose import Point
from tabletop.ui.boards.ships_of_the_line.overlays import LegalTarget, OddsChip
from tabletop.ui.boards.ships_of_the_line.stations import ghost
from tabletop.ui.motion import MOTION
from tests.ships_of_the_line.helm import QUARTER, at_sea, tried
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.tables import Watch, begun

ON: dict[str, Any] = {"options": {"coastal": True, "collision": True}}


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def coast(x: float, side: Any = "allied") -> Coast:
    fort = Battery(key="W1", side=side, name="Fort San Luis", place=Point(x, 0), dice=4, hull=17)
    return Coast(batteries={"W1": fort}, rings=2.0)


def guarded(**fields: Any) -> State:
    return battle(ship("B1", 0, 0, 0), ship("F1", 20, 20, 0), coast=coast(0.9), **(ON | fields))


def chip(state: State, plan: str) -> str:
    return " ".join(ghost.account(state, Draft(tried(state, plan))).lines)


def test_sotl_22_e_batteries_fire_from_a_sheet() -> None:
    watch = Watch(begun(guarded(asked="allied", initiative="allied")))
    assert "crew.0" in watch.idents()
    watch.click("crew.0")
    watch.wait(200)
    assert [shot.attacker for shot in watch.state.shots] == ["W1"]
    watch.click("crew.0")
    watch.wait(200)
    assert "crew.0" not in watch.idents()


def test_amb_196_a_battery_is_aimed_at_and_fired_at_like_a_ship() -> None:
    watch = Watch(begun(guarded()))
    watch.click_ship("B1")
    watch.wait(400)
    overlays = watch.table.surface.overlays  # type: ignore[attr-defined]
    assert [one.title for one in overlays if isinstance(one, OddsChip)] == ["Fire at Fort San Luis"]
    assert [one.ship for one in overlays if isinstance(one, LegalTarget)] == ["W1"]
    watch.press("Space")
    watch.wait(200)
    assert [shot.target for shot in watch.state.shots] == ["W1"]


def test_amb_157_the_ghost_tells_whom_she_would_ram_and_what_it_costs() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 1.25, 0, 0), **ON)
    assert "B1 rams F1: 4/6, you −4, she −2" in chip(state, "a s s s")
    assert "rams" not in chip(replace(state, options={}), "a s s s")


def test_amb_197_the_ghost_tells_where_she_may_ground() -> None:
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, 0), coast=coast(5), **ON)
    assert "B1 grounds on the shoals off Fort San Luis with 33 %: hull −4" in chip(state, "a s s s")
    (found,) = perils.groundings(state, tried(state, "a s s s"))
    assert (found.ship, found.over, found.ring, found.loss) == ("B1", "W1", 2, 4)
    assert perils.groundings(replace(state, coast=Coast()), tried(state, "a s s s")) == ()


def test_amb_197_the_ghost_names_the_shore_and_a_battery_that_she_would_bear_on() -> None:
    land = (Point(1, -5), Point(3, -5), Point(3, 5), Point(1, 5))
    state = at_sea(ship("B1", 0, 0, QUARTER), ship("F1", 20, 20, 0), coast=Coast(land=(land,)), **ON)
    assert "Her move ends where she touches the shore" in chip(state, "a")
    near = at_sea(ship("B1", 0, 0, 0, hull=16), ship("F1", 20, 20, 0), coast=replace(coast(2.6), rings=0.0), **ON)
    assert "would bear on Fort San Luis (medium" in chip(near, "a")


def test_amb_197_the_log_opens_at_what_speaks_of_the_shore_and_of_a_battery() -> None:
    watch = Watch(begun(guarded()))
    watch.table.centre_on(("B1", "shore", "W1"), 400)
    watch.table.note(("shore", "W1", "B1"))
    watch.wait(100)
    assert watch.table.viewer.noted == ("B1",)
