"""Drawing: frames of the real table screen, in units of one opaque full-screen blit and a flip."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import count, cycle, islice
from random import Random
from typing import Any

import pygame

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.players import casual
from tabletop.players.engine import EngineFactory, LocalEngine
from tabletop.ui.app import App
from tabletop.ui.boards.battle.presentation import Afloat, Presentation
from tabletop.ui.boards.replies import Submit
from tabletop.ui.boards.ships_of_the_line.overlays import SelectedShip
from tabletop.ui.boards.ships_of_the_line.surface import SeaSurface
from tabletop.ui.boards.ships_of_the_line.table import SeaTable
from tabletop.ui.boards.ships_of_the_line.table_view import ARCS
from tabletop.ui.camera import Camera, stepped
from tabletop.ui.input import Input
from tabletop.ui.screens.table.screen import TableScreen
from tools.benchmarks.figures import NO_REACH, SIZE, Figure, measure_ratio
from tools.benchmarks.rules import GAME, SEED, game

STEP = 2
"""The zoom step at which a ship of the line is about 60 pixels long and most of both fleets is in view."""
SHIP = "B1"
BESIDES = {"trafalgar_everything": "Trafalgar with every switch", "cutting_out_at_puerto_real": "a coast"}
"""More scenarios with their switches on, of which only the first frames are measured, and their names."""

PERSONS = Seating()


class SeaStage:
    """The table screen of a battle at its opening, with a ship's fields of fire and all panels."""

    def __init__(
        self,
        size: tuple[int, int] = SIZE,
        scenario: str = "trafalgar",
        hire: EngineFactory = LocalEngine,
        seating: Seating = PERSONS,
    ) -> None:
        self.app = App(size, 100)
        path = resources.find_scenario(GAME, scenario)
        match = Match.new(MatchSetup(game(), path.read_text(encoding="utf-8"), path.name, SEED, seating=seating))
        self.table = SeaTable(match.state)
        self.screen = TableScreen(match, self.table, to_title=_nowhere, to_reckoning=_nowhere, hire=hire)
        self.app.show(self.screen)
        self.table.viewer.selected = SHIP
        self.table.viewer.arcs = "selected"
        self.table.refresh()
        self.screen.rebuild()
        self.sea: SeaSurface = self.table.surface
        self.look_at_battle(STEP)
        for _ in range(2):  # the panels tell the sea what they cover, and it is shown accordingly
            self.screen.update(0)

    @property
    def state(self) -> State:
        """The displayed state."""
        return self.table.viewer.state

    def look_at_battle(self, step: int) -> None:
        """Move the camera to the middle of the battle, at a zoom step."""
        poses = [ship.pose for ship in self.state.ships.values()]
        middle = sum(pose.x for pose in poses) / len(poses), sum(pose.y for pose in poses) / len(poses)
        self.sea.view.pan(0, 0)  # whatever glided there
        self.sea.view.camera = Camera(middle, stepped(step), self.app.surface.get_size())
        self.draw()

    def draw(self) -> None:
        """Draw one frame."""
        self.app.draw()

    def disturb(self, hand: Random) -> None:
        """Do one random thing that a restless player does."""
        doings: tuple[Callable[[], object], ...] = (
            lambda: self.sea.view.pan(hand.randint(-90, 90), hand.randint(-60, 60)),
            lambda: self.sea.view.zoom(hand.choice((-1, 1)), (hand.randrange(SIZE[0]), hand.randrange(SIZE[1]))),
            lambda: self.screen.handle(Input("moved", (hand.randrange(SIZE[0]), hand.randrange(SIZE[1])))),
            self.sea.view.fit,
            lambda: self._select(hand),
            lambda: self._play(hand),
            lambda: self._play(hand),
        )
        hand.choice(doings)()

    def _select(self, hand: Random) -> None:
        self.table.viewer.selected = hand.choice([key for key in self.state.ships if is_on_map(self.state, key)])
        self.table.viewer.arcs = hand.choice(ARCS)
        self.table.refresh()
        self.screen.rebuild()

    def _play(self, hand: Random) -> None:
        command = casual.choose(game(), self.screen.match.state, hand)
        if command is None:
            return
        self.screen.submit(Submit.single(command))
        if hand.random() < 0.9:
            self.table.skip_playback()

    @cached_property
    def _ground(self) -> pygame.Surface:
        """A picture of the whole window, made only if frames are measured."""
        return pygame.Surface(self.app.surface.get_size())

    def draw_unit(self) -> None:
        """Draw the unit of all frames: one opaque blit of the whole screen and a flip."""
        self.app.surface.blit(self._ground, (0, 0))
        pygame.display.flip()


def measure_sea_frames() -> Iterator[Figure]:
    """Yield all rows about drawing the sea table."""
    yield from _measure_stage(SeaStage())
    for scenario, words in BESIDES.items():
        for figure in _measure_stage(SeaStage(scenario=scenario), 4):
            yield replace(figure, what=f"{words}: {figure.what}", reach=NO_REACH)


def _measure_stage(stage: SeaStage, rows: int | None = None) -> Iterator[Figure]:
    """Yield the first `rows` rows, or all of them if `rows` is None."""
    for what, frame, reach in islice(_list_frames(stage), rows):
        stage.look_at_battle(STEP)
        frame()
        yield measure_ratio(what, frame, stage.draw_unit, reach)
    stage.app.close()


def _nowhere(_match: Match) -> Any:
    return None


def _list_frames(stage: SeaStage) -> Iterator[tuple[str, Callable[[], None], float]]:
    yield "full recompose", lambda: _draw_everything(stage), 2.5
    steps = cycle((4, 4, 4, 4, -4, -4, -4, -4))
    yield "pan frame", lambda: _pan(stage, next(steps)), 1.5
    ships = cycle(_find_visible_ships(stage))
    yield "hover", lambda: _hover(stage, next(ships)), 0.4
    frames = count()
    yield "one ship moving", lambda: _move(stage, next(frames)), 0.4
    yield "a zoom step, live frame", lambda: _glide(stage), 12
    views = count()
    yield "a zoom step, cold crisp frame", lambda: _draw_at_new_scale(stage, next(views)), 60


def _draw_everything(stage: SeaStage) -> None:
    """Draw every pixel of the window from kept pictures: the sea, each panel and each bar."""
    stage.sea.renderer.forget()
    stage.screen.repaint()
    stage.draw()


def _pan(stage: SeaStage, by: int) -> None:
    stage.sea.view.pan(by, by // 2)
    stage.draw()


def _find_visible_ships(stage: SeaStage) -> list[tuple[int, int]]:
    """Return the pixels of ships that no panel covers."""
    left, top, right, bottom = stage.sea.view.insets
    room = pygame.Rect(left, top, SIZE[0] - left - right, SIZE[1] - top - bottom)
    places = [stage.sea.view.camera.to_screen(ship.pose.x, ship.pose.y) for ship in stage.state.ships.values()]
    return [(round(x), round(y)) for x, y in places if room.collidepoint(x, y)]


def _hover(stage: SeaStage, at: tuple[int, int]) -> None:
    """Move the pointer onto a ship and draw."""
    stage.screen.handle(Input("moved", at))
    stage.draw()


def _move(stage: SeaStage, frame: int) -> None:
    """Draw a ship under way, as it moves after an order."""
    ship = stage.state.ships[SHIP]
    afloat = Afloat(SHIP, ship.pose.x + frame % 50 / 50, ship.pose.y, ship.pose.heading)
    shown = Presentation(afloat=(afloat,), insets=stage.sea.view.insets)
    stage.sea.look(stage.state, (SelectedShip(SHIP),), shown, None)
    stage.draw()


def _glide(stage: SeaStage) -> None:
    """Draw a frame while the wheel turns, with the camera between two steps."""
    if not stage.sea.tick(16):
        stage.sea.view.zoom(1 if stage.sea.view.camera.scale < stepped(STEP + 1) else -1)
        stage.sea.tick(16)
    stage.draw()


def _draw_at_new_scale(stage: SeaStage, view: int) -> None:
    """Draw at a scale of which no picture is kept."""
    stage.sea.view.pan(0, 0)
    stage.sea.view.camera = Camera(
        stage.sea.view.camera.centre, stepped(STEP) * (1 + view % 40 / 100 + view / 1e5), SIZE
    )
    stage.draw()
