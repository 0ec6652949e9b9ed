"""A step of the interface scale in a large window: every text and picture changes its size."""

from collections.abc import Iterator
from itertools import chain, cycle
from random import Random
from statistics import mean

import pygame

from tabletop.core import resources
from tabletop.core.match import Match, MatchSetup
from tabletop.players import casual
from tabletop.ui.app import App
from tabletop.ui.screens.local_backend import build_backend, build_result_page, build_title_page
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.theme import SCALES
from tools.benchmarks import drawing, tables
from tools.benchmarks.figures import Figure, time_alternately, time_once
from tools.benchmarks.rules import GAME, SEED, game

SIZE = (3840, 2160)
REACH = 40
"""In units of a blit of the whole window and a flip; 150 ms where the unit takes 4 ms."""
UP, DOWN = pygame.K_EQUALS, pygame.K_MINUS
LONGEST = 10_000
"""The most orders of a battle."""
STEPS = len(SCALES) - 2
"""The number of steps from 100 per cent to the largest scale."""


def measure_scale_steps() -> Iterator[Figure]:
    """Yield a row for each of the fullest screens and tables; the notes give the time of a new scale."""
    for what, screen in (
        ("title", build_title_page()),
        ("new game of the sea", NewGamePage(build_backend(), GAME)),
        ("reckoning of Trafalgar", build_result_page(_play_trafalgar())),
    ):
        app = App(SIZE, 100)
        app.show(screen)
        app.draw()
        yield _measure_screen(what, app)
        app.close()
    stage = drawing.SeaStage(SIZE)
    yield _measure_screen("table of Trafalgar", stage.app)
    stage.app.close()
    yield _measure_screen("card table of the duel", tables.CardStage("ship_duel", 12, SIZE).app)


def _play_trafalgar() -> Match:
    """Return Trafalgar after random play to its end, some two thousand orders."""
    path = resources.find_scenario(GAME, "trafalgar")
    match = Match.new(MatchSetup(game(), path.read_text(encoding="utf-8"), path.name, SEED))
    for _ in casual.play(match, Random(SEED), LONGEST):
        pass
    return match


def _measure_screen(what: str, app: App) -> Figure:
    first = [time_once(lambda: _press_and_draw(app, UP)) for _ in range(STEPS)]
    keys = cycle(chain([DOWN] * STEPS, [UP] * STEPS))
    ground = app.surface.copy()

    def unit() -> None:
        app.surface.blit(ground, (0, 0))
        pygame.display.flip()

    taken, one = time_alternately(lambda: _press_and_draw(app, next(keys)), unit, 2 * STEPS)
    note = f"{1e3 * taken:.0f} ms, at first {1e3 * mean(first):.0f} ms; the unit is {1e3 * one:.2f} ms"
    return Figure(f"{what}, 3840×2160: a step of the scale", taken / one, REACH, note=note)


def _press_and_draw(app: App, key: int) -> None:
    """Press Ctrl + or Ctrl −, up to the next picture."""
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_CTRL, unicode="", scancode=0))
    app.step()
