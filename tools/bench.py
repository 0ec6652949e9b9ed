"""How long the table takes to draw, in units of one full-screen blit and flip of the same process.

Prints a line for each measurement with the most that is allowed; ends with 1 if any is exceeded.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, cycle
from statistics import quantiles

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")

import pygame

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.game import find
from tabletop.core.scenario import text_of
from tabletop.games.ships_of_the_line.state import State
from tabletop.ui.boards.ships_of_the_line import witnesses
from tabletop.ui.boards.ships_of_the_line.board import PLAIN, Board
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay, Selected
from tabletop.ui.boards.ships_of_the_line.presentation import Afloat, Presentation
from tabletop.ui.camera import Camera, stepped

GAME = "ships_of_the_line"
SIZE = (1920, 1080)
STEPS = (2, 4, 7)
"""Zooms at which a ship of the line is about 60, 100 and 190 pixels long."""
RUNS, TRIES = 25, 5
RECOMPOSE, WITH_ARCS, UNDER_WAY, HOVER, PAN, COLD_MS = 4.0, 10.0, 8.0, 0.5, 4.0, 60.0
"""The most that is allowed: five ratios to the limit, and milliseconds for a zoom that was never seen before."""


@dataclass(frozen=True)
class Figure:
    """One measurement."""

    name: str
    value: float
    allowed: float
    unit: str = "x"

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.allowed else "TOO SLOW"
        return f"{self.name:<34}{self.value:9.2f} {self.unit:<3} at most {self.allowed:g}  {verdict}"


class Bench:
    """A screen, the Trafalgar fleets drawn round their middle, and the unit of measurement."""

    def __init__(self) -> None:
        pygame.display.init()
        pygame.font.init()
        self.screen = pygame.display.set_mode(SIZE)
        path = resources.find_scenario(GAME, "trafalgar")
        game = find(GAME)
        self.state: State = game.open(game.read(text_of(path), str(path)), {})
        self.middle = _middle(self.state)
        self._ground = pygame.Surface(SIZE).convert()

    def figures(self) -> Iterator[Figure]:
        """All measurements."""
        for step in STEPS:
            yield from self._zoom(step)

    def _zoom(self, step: int) -> Iterator[Figure]:
        board, camera, at = Board(), Camera(self.middle, stepped(step), SIZE), f"at {stepped(step):.0f} pixels"
        for near in (-1, 1):
            board.draw(self.screen, self.state, camera.zoomed(near, (960, 540)))  # the files are read
        yield Figure(f"a zoom seen first {at}", 1e3 * _time(lambda: self._draw(board, camera), 1), COLD_MS, "ms")
        arcs, steps = self._arcs(), count()
        yield Figure(f"full recompose {at}", self._ratio(lambda: self._draw(board, camera)), RECOMPOSE)
        yield Figure(f"the same with arcs {at}", self._ratio(lambda: self._draw(board, camera, arcs)), WITH_ARCS)
        yield Figure(f"pan {at}", self._ratio(lambda: self._draw(board, camera.panned(next(steps), 0))), PAN)
        way = self._ratio(lambda: self._draw(board, camera, (), self._moving(next(steps))))
        yield Figure(f"a ship under way {at}", way, UNDER_WAY)
        yield Figure(f"hover {at}", self._hover(board, camera), HOVER)

    def _hover(self, board: Board, camera: Camera) -> float:
        self._draw(board, camera)
        keys = cycle([key for key in self.state.ships if _in_view(self.state, key, camera)])
        return self._ratio(
            lambda: pygame.display.update(board.draw(self.screen, self.state, camera, hovered=next(keys)))
        )

    def _ratio(self, doing: Callable[[], object]) -> float:
        """To the limit, which is measured beside it; the best of a few tries, for the machine may be busy."""
        return min(_time(doing) / self.limit() for _ in range(TRIES))

    def _draw(
        self, board: Board, camera: Camera, overlays: tuple[Overlay, ...] = (), shown: Presentation = PLAIN
    ) -> None:
        board.forget()
        pygame.display.update(board.draw(self.screen, self.state, camera, overlays, shown))

    def _arcs(self) -> tuple[Overlay, ...]:
        nearest = min(self.state.ships, key=lambda key: _distance(self.state, key, self.middle))
        return (*witnesses.fire_fields(self.state, nearest), Selected(nearest))

    def _moving(self, frame: int) -> Presentation:
        key, ship = next(iter(self.state.ships.items()))
        return Presentation(afloat=(Afloat(key, ship.pose.x + frame / 50, ship.pose.y, ship.pose.heading),))

    def limit(self) -> float:
        """One opaque blit of the whole screen and a flip, seconds; measured anew beside every figure."""

        def blit_and_flip() -> None:
            self.screen.blit(self._ground, (0, 0))
            pygame.display.flip()

        return _time(blit_and_flip)


def _time(doing: Callable[[], object], runs: int = RUNS) -> float:
    """The quicker quarter of several runs, seconds: what others do on the machine in between counts for little."""
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        doing()
        taken.append(time.perf_counter() - began)
    return quantiles(taken, n=4)[0] if runs > 1 else taken[0]


def _middle(state: State) -> tuple[float, float]:
    xs, ys = [ship.pose.x for ship in state.ships.values()], [ship.pose.y for ship in state.ships.values()]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _distance(state: State, key: str, place: tuple[float, float]) -> float:
    pose = state.ships[key].pose
    return (pose.x - place[0]) ** 2 + (pose.y - place[1]) ** 2


def _in_view(state: State, key: str, camera: Camera) -> bool:
    x, y = camera.to_screen(state.ships[key].pose.x, state.ships[key].pose.y)
    return 0 < x < camera.size[0] and 0 < y < camera.size[1]


def main() -> int:
    """Measure and print."""
    bench = Bench()
    print(f"limit: one blit and flip of {SIZE[0]}x{SIZE[1]} takes {1e3 * bench.limit():.2f} ms")
    figures = list(bench.figures())
    print("\n".join(str(figure) for figure in figures))
    return int(any(figure.value > figure.allowed for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
