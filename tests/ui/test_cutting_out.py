"""Cutting Out at Puerto Real by the mouse alone, to the reckoning: batteries fire, hot shot too; ships run aground."""

from collections.abc import Iterator
from typing import Any

import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line.events.crew import TaskRolled
from tabletop.games.ships_of_the_line.model import is_on_map
from tabletop.games.ships_of_the_line.survey.odds import list_battery_shots
from tabletop.games.ships_of_the_line.survey.rolls import BatteryFired, GroundingRolled
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Push
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.widgets.button import Button
from tests.sampling import ALL, SEED
from tests.ui.tables import Watch

HELD = frozenset({"left"})
PLACES = {"B5": (2.6, 1.4), "B3": (3.4, 6.2), "B4": (3.0, 2.0)}
"""Where ships are dragged: among the shoals on either side of the fairway."""
SHORT = 2
"""Turns after which the British give it up, where the whole is too much."""
STEPS = 2500


@pytest.fixture(autouse=True)
def _pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MOTION, "pace", "off")


class Raid(Watch):
    """Somebody who plays both sides with the mouse."""

    def spot(self, place: tuple[float, float]) -> tuple[int, int]:
        """A place on the table as a pixel."""
        x, y = self.table.surface.view.camera.to_screen(*place)
        return round(x), round(y)

    def told(self, kind: type) -> list[Any]:
        """All events of a kind so far."""
        return [event for move in self.match.moves for event in move.events if isinstance(event, kind)]

    def labelled(self, words: str) -> str:
        """The button of the sheet that says so, or nothing."""
        found = (one for one in self.screen.layers[-1].walk() if isinstance(one, Button) and words in one.text)
        return next((one.id for one in found if one.id.startswith("crew.") and one.visible), "")

    def see(self) -> None:
        """The whole battle, with the list folded."""
        if "order.close" in self.idents():
            self.click("order.close")
        self.click("zoom.fit")
        self.wait(300)

    def shell(self) -> None:
        """The next battery is chosen on the coast, aimed at a ship by a click and fired by another; then hot shot."""
        order = list_battery_shots(self.state, "allied")[0]
        battery = self.state.coast.batteries[order.battery]
        self.click_at(self.spot((battery.place.x, battery.place.y)))
        self.wait(50)
        assert self.table.viewer.selected_battery == battery.key
        if self.told(BatteryFired) and order.shot == "round":
            self.click_at(self.spot((battery.place.x, battery.place.y)))
        before = len(self.told(BatteryFired))
        for _ in range(2):
            self.click_at(self.where(order.target))
            self.wait(50)
        assert len(self.told(BatteryFired)) == before + 1
        self.wait(50)

    def sail(self, key: str) -> None:
        """A ship is dragged towards a place, and ordered there."""
        self.click_at(self.where(key))
        self.wait(50)
        self.point(at := self.where(key))
        self.screen.handle(Input("pressed", at, "left", HELD))
        for part in (0.5, 1.0):
            x, y = self.spot(PLACES[key])
            to = round(at[0] + part * (x - at[0])), round(at[1] + part * (y - at[1]))
            self.screen.handle(Input("moved", to, buttons=HELD))
        self.screen.handle(Input("released", to, "left"))
        self.wait(50)
        offer = self.table.primary_action()
        if offer and offer.label.startswith("Sail"):
            self.click("primary")
            self.wait(50)

    def deed(self) -> None:
        """What comes next."""
        state = self.state
        if len(self.screen.layers) > 1:
            self.click(next((one for one in ("ask.yes", "dialog.back") if one in self.idents()), self.idents()[-1]))
        elif state.question is not None:
            self.click(self.labelled(""))
        elif heave := self.labelled("Get "):
            self.click(heave)
        elif state.phase == "combat" and state.asked == "allied" and list_battery_shots(state, "allied"):
            if self.table.viewer.selected_battery is None:
                self.see()
            self.shell()
        elif state.phase == "combat" and "all" in self.idents():
            self.click("all")
        elif state.phase == "movement" and state.asked == "british" and self.left_to_sail():
            self.see()
            for key in list(self.left_to_sail()):
                self.sail(key)
            self.finish()
        else:
            self.finish()
        self.wait(50)

    def finish(self) -> None:
        """Done with this step, unless something is asked first."""
        if len(self.screen.layers) == 1:
            self.click("end" if "end" in self.idents() else "primary")

    def left_to_sail(self) -> Iterator[str]:
        """The ships with a place of their own that have not moved."""
        ships = self.state.ships
        return (key for key in PLACES if is_on_map(self.state, key) and not ships[key].moved and not ships[key].aground)


def begun(seed: str) -> Match:
    """The scenario without its leader, for where Louis helps hardly anybody runs aground."""
    file = resources.find_scenario("ships_of_the_line", "cutting_out_at_puerto_real")
    text = file.read_text(encoding="utf-8")
    return Match.new(MatchSetup(find_game("ships_of_the_line"), text, file.name, seed, {"leaders": False}))


def test_sotl_22_cutting_out_is_played_by_mouse_to_its_reckoning() -> None:
    raid = Raid(begun("hardy"))
    for _ in range(STEPS):
        if raid.state.outcome is not None:
            break
        if SEED != ALL and raid.state.turn > SHORT and len(raid.screen.layers) == 1:
            raid.click("menu")
            raid.click("menu.concede.british")
        raid.deed()
    assert raid.state.outcome is not None
    fired = raid.told(BatteryFired)
    assert {one.shot for one in fired} == {"round", "red"}
    assert any(one.aground for one in raid.told(GroundingRolled))
    assert any(one.task == "refloat" for one in raid.told(TaskRolled))
    while len(raid.screen.layers) > 1:
        raid.click("dialog.back")
    raid.wait(4000)
    raid.click("primary")
    assert isinstance(raid.left, Push)
    assert isinstance(raid.left.screen, ResultPage)
