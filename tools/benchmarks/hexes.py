"""Drawing: frames of the hex table, in the same unit as those of the sea."""

from collections.abc import Callable, Iterator
from itertools import count, cycle
from random import Random

import pygame

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.model import State
from tabletop.games.decks_of_glory.positions import is_active
from tabletop.players import casual
from tabletop.ui.app import App
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.scene import Marks
from tabletop.ui.boards.decks_of_glory.surface import HexMap
from tabletop.ui.boards.decks_of_glory.table import HexTable
from tabletop.ui.camera import Camera, stepped
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.screen import TableScreen
from tools.benchmarks.figures import SIZE, Figure, measure_ratio

SCENARIO, COMMANDS = "trafalgar_in_miniature", 140
"""The largest battle, and after how many commands it is looked at: some ships lie in rows by then."""
STEP = 0
"""Step of zoom at which most of both fleets is seen and every ship has her plate."""
REST = 50


class HexStage:
    """The table screen of the battle: a ship selected, with both its fields and all panels in view."""

    def __init__(self) -> None:
        self.app = App(SIZE, 100)
        path = resources.find_scenario(GAME.meta.id, SCENARIO)
        match: Match = Match.new(MatchSetup(GAME, path.read_text(encoding="utf-8"), path.name, "1805"))
        for _ in casual.play(match, Random("1805"), COMMANDS):
            pass
        self.table = HexTable(match.view(""))
        self.screen = TableScreen(match, self.table, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.app.show(self.screen)
        self.state: State = match.state
        self.ship = next(key for key, ship in self.state.ships.items() if is_active(ship))
        self.table.viewer.choose(self.ship)
        self.table.viewer.guns = "selected"
        self.table.refresh()
        self.screen.rebuild()
        self.map: HexMap = self.table.map
        for _ in range(60):
            self.screen.update(REST)
        self.look_at_battle(STEP)
        self._ground = pygame.Surface(SIZE)

    def look_at_battle(self, step: int) -> None:
        """Move the camera to the middle of the battle, at a zoom step."""
        lying = self.map.places()
        middle = sum(x for x, _ in lying) / len(lying), sum(y for _, y in lying) / len(lying)
        self.map.view.pan(0, 0)  # whatever glided there
        self.map.view.camera = Camera(middle, stepped(step), SIZE)
        self.app.draw()

    def draw_unit(self) -> None:
        """Draw one opaque blit of the whole screen and a flip."""
        self.app.surface.blit(self._ground, (0, 0))
        pygame.display.flip()

    def find_visible_ships(self) -> list[tuple[int, int]]:
        """Return the pixels of ships that no panel covers."""
        left, top, right, bottom = self.map.view.insets
        room = pygame.Rect(left, top, SIZE[0] - left - right, SIZE[1] - top - bottom)
        pixels = (self.map.view.camera.to_screen(*place) for place in self.map.places())
        return [(round(x), round(y)) for x, y in pixels if room.collidepoint(x, y)]

    # --- frames

    def draw_everything(self) -> None:
        """Draw every pixel of the window from kept pictures."""
        self.map.surface.renderer.forget()
        self.screen.repaint()
        self.app.draw()

    def pan(self, by: int) -> None:
        """Drag the map and draw."""
        self.map.view.pan(by, by // 2)
        self.app.draw()

    def hover(self, at: tuple[int, int]) -> None:
        """Move the pointer onto a ship and draw."""
        self.screen.handle(Input("moved", at))
        self.app.draw()

    def move(self, frame: int) -> None:
        """Draw a ship under way, as it moves after an order."""
        x, y = self.map.places([self.ship])[0]
        shown = Presentation(afloat=(Afloat(self.ship, x + frame % 50 / 50, y, 120),), insets=self.map.view.insets)
        self.map.surface.look(self.state, (Marks(selected=self.ship),), shown, None)
        self.app.draw()

    def show_fields(self, key: str) -> None:
        """Draw the fields of another ship on the map."""
        self.map.mark(sights.gun_fields(self.state, key, {}), self.ship)
        self.app.draw()

    def draw_at_new_scale(self, view: int) -> None:
        """Draw at a scale of which no picture is kept."""
        self.map.view.pan(0, 0)
        self.map.view.camera = Camera(
            self.map.view.camera.centre, stepped(STEP) * (1 + view % 40 / 100 + view / 1e5), SIZE
        )
        self.app.draw()


def measure_hex_frames() -> Iterator[Figure]:
    """Yield all rows about the hex table."""
    stage = HexStage()
    for what, frame, reach in _list_frames(stage):
        stage.look_at_battle(STEP)
        frame()
        yield measure_ratio(f"{GAME.meta.title}, hex table: {what}", frame, stage.draw_unit, reach)
    stage.app.close()


def _list_frames(stage: HexStage) -> Iterator[tuple[str, Callable[[], None], float]]:
    yield "full recompose", stage.draw_everything, 2.5
    steps = cycle((4, 4, 4, 4, -4, -4, -4, -4))
    yield "pan frame", lambda: stage.pan(next(steps)), 1.5
    ships = cycle(stage.find_visible_ships())
    yield "hover", lambda: stage.hover(next(ships)), 0.4
    frames = count()
    yield "one ship moving", lambda: stage.move(next(frames)), 0.4
    keys = cycle([key for key, ship in stage.state.ships.items() if is_active(ship)])
    yield "fields of another ship", lambda: stage.show_fields(next(keys)), 12
    views = count()
    yield "a zoom step, cold crisp frame", lambda: stage.draw_at_new_scale(next(views)), 60
