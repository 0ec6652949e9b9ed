"""The window while the computer thinks in another process: its frames, its reactions, and the stop."""

import time
from collections.abc import Iterator
from statistics import median

import pygame

from tabletop.core.game import find_game
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.players.process import ProcessEngine
from tabletop.ui import frame_budget
from tools.benchmarks.drawing import SeaStage
from tools.benchmarks.figures import SIZE, Figure
from tools.benchmarks.rules import GAME

FRAMES = 600
"""The number of measured frames, ten seconds of them."""
AT_60, ANSWERED = 1e3 / 60, 50.0
"""Milliseconds that a frame, and the answer to something done, may take of our own time."""
BOTH = Seating(("british", "allied"), players={side: ComputerPlayer("admiral", side) for side in ("british", "allied")})
PATIENCE = 60.0
"""The most seconds until an order is found."""


def measure_thinking() -> Iterator[Figure]:
    """Yield all rows: the sea is dragged while admirals play Trafalgar against each other.

    Then one is stopped.
    """
    stage = SeaStage(SIZE, hire=ProcessEngine, seating=BOTH)
    frame_budget.enable_budget()
    own, clock = _measure_drag(stage)
    stage.screen.leave()
    stage.app.close()
    late, slowest = sum(one > AT_60 for one in own), max(own)
    note = f"of {len(own)} frames, the longest {slowest:.1f} ms; by the clock {1e3 / median(clock):.0f} frames a second"
    yield Figure("while admirals think: frames of more than 1/60 s of our own time", late, 0.01 * FRAMES, "", note)
    yield Figure("while admirals think: the slowest answer to a drag", slowest, ANSWERED, "ms")
    yield _measure_stop()


def _measure_drag(stage: SeaStage) -> tuple[list[float], list[float]]:
    """Return the ms of each frame by processor time and by the clock, while the pointer drags the sea."""
    x, y = stage.sea.view.middle()
    own, clock = list[float](), list[float]()
    for kind, held in ((pygame.MOUSEMOTION, 0), (pygame.MOUSEBUTTONDOWN, 1)):
        pygame.event.post(pygame.Event(kind, pos=(x, y), rel=(0, 0), buttons=(held, 0, 0), button=1, touch=False))
        stage.app.step()
    for number in range(FRAMES):
        at = (x + 4 * abs(number % 60 - 30), y + abs(number % 40 - 20))
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=False))
        began, so_far = time.perf_counter(), time.process_time()
        stage.app.step()
        own.append(1e3 * (time.process_time() - so_far))
        clock.append(1e3 * (time.perf_counter() - began))
    return own, clock


def _measure_stop() -> Figure:
    """Ask an admiral for the moves of a fleet, and stop it after its first order."""
    stage = SeaStage()
    match, engine = stage.screen.match, ProcessEngine(find_game(GAME), "british", ComputerPlayer("admiral", "british"))
    began = time.monotonic()
    engine.begin(match.events_known_to("british"))
    engine.ask(match.view("british"))
    while engine.best is None and time.monotonic() - began < PATIENCE:
        time.sleep(0.001)
    first, so_far = time.monotonic() - began, engine.best
    stopped = time.perf_counter()
    engine.stop()
    taken = 1e3 * (time.perf_counter() - stopped)
    taken = taken if so_far and not engine.is_thinking and match.check(so_far.command) is None else float("nan")
    engine.close()
    stage.app.close()
    note = f"the best order so far stands, and is legal; the first of all came after {first:.2f} s with its process"
    return Figure("stop thinking: until an order stands", taken, ANSWERED, "ms", note)
