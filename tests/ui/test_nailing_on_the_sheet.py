"""Nailing the colours at the table (13): who may, with what chance; the flag on her plate and whom she must board."""

from typing import Any

import pytest

from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Leader, Nailing
from tabletop.ui.boards.ships_of_the_line.overlays import GoalRing
from tabletop.ui.boards.ships_of_the_line.ship_names import list_plate_marks
from tabletop.ui.motion import MOTION
from tabletop.ui.widgets.button import Button
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems, problems
from tests.ui.tables import Watch, begun

ALAVA = Leader("Ignacio de Álava", -2)


@pytest.fixture(autouse=True)
def motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


def spaniards(**fields: Any) -> State:
    ana = ship("S1", 0, 0, 90, hull=9, card_name="Santa Ana", card_leader=ALAVA)
    juan = ship("S2", 3, 3, 90, hull=9, card_name="San Juan", card_division="rear")
    values: dict[str, Any] = {
        "phase": "nail", "asked": "allied", "initiative": "allied", "options": {"nailing": True, "leaders": True}
    } | fields  # fmt: skip
    return battle(ana, juan, ship("B1", 9, 9, 90), **values)


def buttons(watch: Watch) -> list[tuple[str, str]]:
    found = (one for one in watch.screen.find("crew").walk() if isinstance(one, Button))
    return [(one.text, one.note) for one in found if one.id[5:].isdigit()]


def test_sotl_13_b_the_ships_that_may_stand_in_a_list_with_the_odds_of_each() -> None:
    watch = Watch(begun(spaniards()))
    # at most 2: with Álava aboard up to 4
    assert buttons(watch) == [("Nail the colours of Santa Ana", "67 %"), ("Nail the colours of San Juan", "33 %")]
    assert layout_problems(watch.screen) == problems(watch.screen) == []
    watch.press("1")
    watch.wait(300)
    (given,) = [move.command for move in watch.match.moves]
    assert given == NailColours("allied", "S1")


def test_amb_169_nailed_colours_are_on_the_plate_and_a_target_rings_whom_she_must_board() -> None:
    nailed = Nailing("nailed", duty=True, mark="B1")
    on_duty = battle(
        ship("S1", 0, 0, 90, nailing=nailed), ship("B1", 4, 0, 90), phase="movement", asked="allied",
        initiative="british", options={"nailing": True},
    )  # fmt: skip
    assert "nailed" in [name for name, _ in list_plate_marks(on_duty, "S1")]
    watch = Watch(begun(on_duty))
    watch.click_ship("S1")
    shown = [one.ship for one in watch.table.surface.overlays if isinstance(one, GoalRing)]  # type: ignore[attr-defined]
    assert shown == ["B1"]
