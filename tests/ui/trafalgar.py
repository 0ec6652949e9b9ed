"""The battle of Trafalgar on a table screen, and a hand that moves the mouse over it."""

from functools import cache
from pathlib import Path

import tabletop.games  # noqa: F401 - the games make themselves known
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.games.ships_of_the_line import positions
from tabletop.games.ships_of_the_line.commands import Done, RollInitiative
from tabletop.games.ships_of_the_line.model import State
from tabletop.geometry.pose import Point
from tabletop.ui.boards.battle.surface import BattleSurface
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.table import SeaTable
from tabletop.ui.camera import Camera, stepped
from tabletop.ui.input import Button, Input
from tabletop.ui.screen import FullScreen
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme

SCENARIO = Path(__file__).parents[2] / "scenarios" / "ships_of_the_line" / "trafalgar.yaml"
SIZE = 1280, 720


@cache
def _written() -> str:
    return SCENARIO.read_text(encoding="utf-8")


class Hand:
    """A player at the screen: `table` and `sea` are what lies before them."""

    def __init__(
        self, phase: str = "movement", side: str = "british", *, size: tuple[int, int] = SIZE, scale: int = 100
    ) -> None:
        self.match = Match.new(MatchSetup(find_game("ships_of_the_line"), _written(), "trafalgar.yaml", "7"))
        self.match.submit(RollInitiative(side="british"))
        while (self.state.phase, self.state.asked) != (phase, side):
            self.match.submit(Done(side=self.state.asked))  # type: ignore[arg-type]
        self.table = SeaTable(self.state)
        self.screen = TableScreen(
            self.match, self.table, to_title=lambda _: FullScreen(), to_reckoning=lambda _: FullScreen()
        )
        self.screen.resize(size, Theme(scale))
        self.held: frozenset[Button] = frozenset()

    @property
    def state(self) -> State:
        """The battle as it stands."""
        found: State = self.match.state
        return found

    @property
    def sea(self) -> SeaSurface:
        """The playing surface."""
        surface = self.table.surface
        assert isinstance(surface, BattleSurface)
        return surface

    def middle(self, key: str) -> Point:
        """Where a ship is."""
        return positions.hull_center(self.state, key)

    def look_at(self, key: str, steps: int = 4) -> None:
        """Bring a ship to the middle of the window, larger."""
        place = self.middle(key)
        self.sea.view.camera = self.sea.view.camera.zoomed(steps, (0, 0)).centred(place.x, place.y)

    def look_from(self, step: int, key: str) -> None:
        """Bring a ship to the middle of what is seen of the sea, at a step of zoom."""
        self.sea.view.camera = Camera(self.sea.view.camera.centre, stepped(step), self.screen.size)
        place = self.middle(key)
        self.sea.view.look_at((place.x, place.y))

    def select(self, *keys: str) -> None:
        """Choose a ship, and others with her."""
        self.look_at(keys[0])
        for number, key in enumerate(keys):
            self.click(self.middle(key), shift=number > 0)

    def move(self, to: Point) -> None:
        """Move the pointer, whatever is held."""
        self.screen.handle(Input("moved", self._pixel(to), buttons=self.held))

    def press(self, at: Point, button: Button = "left", *, shift: bool = False) -> None:
        """Go there and press a button."""
        self.move(at)
        self.held |= {button}
        self.screen.handle(Input("pressed", self._pixel(at), button, self.held, shift=shift))

    def release(self, at: Point, button: Button = "left", *, shift: bool = False) -> None:
        """Go there and let a button go."""
        self.move(at)
        self.held -= {button}
        self.screen.handle(Input("released", self._pixel(at), button, self.held, shift=shift))

    def click(self, at: Point, button: Button = "left", *, shift: bool = False) -> None:
        """Press and let go."""
        self.press(at, button, shift=shift)
        self.release(at, button, shift=shift)

    def drag(self, start: Point, *stops: Point, button: Button = "left") -> None:
        """Press at the start, pass the stops, and let go at the last."""
        self.press(start, button)
        for stop in stops:
            self.move(stop)
        self.release(stops[-1], button)

    def keys(self, chords: str) -> None:
        """Press keys, one after the other."""
        for chord in chords.split():
            self.screen.press(chord)

    def toast(self) -> str:
        """The words of the message on the screen."""
        toast = self.screen.toast
        return "" if toast is None else f"{toast.title} {toast.body} [{toast.rule}]"

    def _pixel(self, place: Point) -> tuple[int, int]:
        x, y = self.sea.view.camera.to_screen(place.x, place.y)
        return round(x), round(y)
