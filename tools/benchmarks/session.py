"""A scripted session of Trafalgar in a window: the processor time that each of its frames takes.

The machine may be busy with other things, so a frame is judged by the processor time of this process, its sound thread
included, and not by the clock. Between two frames, 16 ms pass for whatever moves.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import pygame

from tabletop.core.commands import Command
from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.model import State, is_on_map
from tabletop.players.process import ProcessEngine
from tabletop.ui import frame_budget
from tabletop.ui.app import App
from tabletop.ui.boards.replies import Submit
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.sound.speaker import SPEAKER
from tools import pictures
from tools.benchmarks.drawing import SeaStage
from tools.benchmarks.figures import Figure

FRAME = 16
"""Milliseconds that pass between two frames for whatever moves."""
LONG = 2000
"""Frames after which all motion has ended."""


def measure_cpu_seconds(doing: Callable[[], object]) -> float:
    """Return the processor seconds of this process for a call."""
    began = time.process_time()
    doing()
    return time.process_time() - began


class SteadyClock:
    """A clock by which every frame is in time."""

    def tick(self, _frames: int = 0) -> int:
        """Return the milliseconds since the last frame."""
        return FRAME


class ScriptedHand:
    """A player at the window's own loop, whose frames are timed.

    Attributes:
        frames: the milliseconds of the frames of each part of the session.
        doing: the last action.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.frames = dict[str, list[float]]()
        self.part = self.doing = ""
        app._clock = SteadyClock()  # type: ignore[assignment]

    def step(self) -> None:
        """Run one frame."""
        self.frames.setdefault(self.part, []).append(1e3 * measure_cpu_seconds(self.app.step))

    def rest(self, most: int = LONG) -> None:
        """Run the loop until nothing moves, `most` frames at most."""
        for _ in range(most):
            if not self.app.moving and not pygame.event.peek():
                return
            self.step()

    def _post(self, kind: int, **told: Any) -> None:
        at, key = told.get("pos", ""), told.get("key")
        self.doing = f"{pygame.event.event_name(kind)} {pygame.key.name(key) if key else at}"
        pygame.event.post(pygame.Event(kind, **told))

    def move(self, at: tuple[int, int], held: bool = False) -> None:
        """Move the pointer to `at`."""
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(int(held), 0, 0), touch=False)
        self.step()

    def press(self, at: tuple[int, int], down: bool = True) -> None:
        """Press the left button, or release it if `down` is False."""
        kind = pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP
        self._post(kind, pos=at, button=1, touch=False)
        self.step()

    def click(self, at: tuple[int, int]) -> None:
        """Click at `at` and run until nothing moves."""
        self.move(at)
        self.press(at)
        self.press(at, down=False)
        self.rest()

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 24) -> None:
        """Press at `start`, move to `end` in steps, and release."""
        self.move(start)
        self.press(start)
        for step in range(1, steps + 1):
            x, y = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            self.move((x, y), held=True)
        self.press(end, down=False)
        self.rest()

    def wheel(self, at: tuple[int, int], notches: int) -> None:
        """Turn the wheel at `at` and run until nothing moves."""
        self.move(at)
        self._post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)
        self.step()
        self.rest()

    def key(self, key: int, mod: int = 0) -> None:
        """Press a key and run until nothing moves."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self._post(kind, key=key, mod=mod, unicode="", scancode=0)
        self.step()
        self.rest()


SHARE = 99.9
"""Per cent of all frames that must be in time."""
WINDOWS = (((1920, 1080), 16.7), ((3840, 2160), 33.0))
"""Sizes of windows, and the milliseconds that a frame may take in each."""
FIRE = 8.0
"""The most milliseconds for the median frame of a mass fire."""
UNITS = 40
"""How often the unit, a blit of the whole window and a flip, is timed."""
TURN = 5
"""The turn in which both fleets fire."""


class ScriptedSession:
    """Trafalgar on the table, and the actions of a player.

    Args:
        size: the size of the window in pixels.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        SPEAKER.start()
        self.stage = SeaStage(size, hire=ProcessEngine)
        frame_budget.enable_budget()
        self.hand = ScriptedHand(self.stage.app)

    @property
    def _screen(self) -> TableScreen:
        return self.stage.screen

    @property
    def _free_rect(self) -> pygame.Rect:
        """The part of the window that no panel covers."""
        left, top, right, bottom = self.stage.sea.view.insets
        wide, high = self.stage.app.surface.get_size()
        return pygame.Rect(left, top, wide - left - right, high - top - bottom)

    def _find_visible_ships(self) -> list[tuple[int, int]]:
        """Return the pixels of ships that no panel covers."""
        state, camera = self.stage.state, self.stage.sea.view.camera
        poses = [ship.pose for key, ship in state.ships.items() if is_on_map(state, key)]
        places = [camera.to_screen(pose.x, pose.y) for pose in poses]
        return [(round(x), round(y)) for x, y in places if self._free_rect.collidepoint(x, y)]

    def list_parts(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield the parts of the session, in order, with their names."""
        yield "pan", self.pan
        yield "zoom", self.zoom
        yield "choose", self.choose
        yield "drag", self.drag
        yield "phases", partial(self.battle, TURN)
        yield "mass fire", self.fire
        yield "log", self.log
        yield "report", self.report
        yield "replay", self.replay

    def run(self) -> dict[str, list[float]]:
        """Run all parts; return the milliseconds of the frames of each part."""
        self.hand.rest()
        for part, doing in self.list_parts():
            self.hand.part = part
            frame_budget.FRAME_BUDGET.begin_frame(at_rest=True)
            doing()
        return self.hand.frames

    # --- looking

    def pan(self) -> None:
        """Drag the sea, and pan it by keys."""
        middle = self._free_rect.center
        for x, y in ((300, 100), (-400, -200), (250, 250), (-600, 120), (420, -260)):
            self.hand.drag(middle, (middle[0] + x, middle[1] + y))
        for key in (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN) * 4:
            self.hand.key(key)

    def zoom(self) -> None:
        """Zoom in and out at two places, and show the whole battle again."""
        for at in (self._free_rect.center, (self._free_rect.centerx - 200, self._free_rect.centery + 150)):
            for notch in (*[1] * 9, *[-1] * 15, *[1] * 9):
                self.hand.wheel(at, notch)
        for notch in (3, -4, 5, -6):
            self.hand.wheel(self._free_rect.center, notch)
        self.hand.key(pygame.K_HOME)

    def choose(self) -> None:
        """Ships by clicks, by the keys, with fields of fire and other names."""
        for at in self._find_visible_ships()[::6]:
            self.hand.click(at)
        for key in (pygame.K_n, pygame.K_n, pygame.K_b, pygame.K_b, pygame.K_b, pygame.K_l):
            self.hand.key(key)
        for _ in range(2):
            self.hand.key(pygame.K_l)
        self.hand.key(pygame.K_o)
        self.hand.key(pygame.K_o)

    # --- fighting

    def drag(self) -> None:
        """Drag the planned moves of three ships in the first Movement Phase."""
        self._play_until(lambda: self._match.state.phase == "movement")
        for _ in range(3):
            self.hand.key(pygame.K_n)
            if own := self.stage.table.viewer.own:
                pose = self._match.state.ships[own].pose
                x, y = map(round, self.stage.sea.view.camera.to_screen(pose.x, pose.y))
                self.hand.drag((x, y), (x + 120, y - 80))
                self.hand.key(pygame.K_ESCAPE)

    @property
    def _match(self) -> Match:
        return self._screen.match

    def _order_phase(self) -> None:
        """Submit all commands of the side to move in a phase at once."""
        self._screen.submit(
            Submit(tuple(partial(self._legal, one) for one in pictures.choose_phase_commands(self._match.state)))
        )
        self.hand.app.moving = True
        self.hand.rest()

    def _legal(self, command: Command, _state: State) -> Command | None:
        return command if self._match.check(command) is None else None

    def _play_until(self, reached: Callable[[], bool]) -> None:
        while not reached():
            self._order_phase()
            if self._screen.seats.waiting:
                self.hand.key(pygame.K_SPACE)

    def battle(self, turn: int) -> None:
        """Play up to the fire of a turn: both sides hold their course and fire every broadside that bears."""
        self._play_until(lambda: pictures.is_at_british_fire(self._match.state, turn))

    def fire(self) -> None:
        """Fire every broadside that bears, of both sides."""
        for _ in range(2):
            self.hand.key(pygame.K_HOME)
            self.hand.key(pygame.K_f, pygame.KMOD_SHIFT)
            self.hand.key(pygame.K_RETURN)
            self.hand.key(pygame.K_e)
            self.hand.key(pygame.K_RETURN)

    # --- reading

    def log(self) -> None:
        """Open the log, scroll it and close it."""
        self.hand.key(pygame.K_g)
        for key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) * 6:
            self.hand.key(key)
        self.hand.key(pygame.K_ESCAPE)

    def report(self) -> None:
        """Open the report of the battle so far, scroll it and close it."""
        self._show(local_backend.build_report_page(self._match, {}))
        for key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP, pygame.K_DOWN) * 4:
            self.hand.key(key)
        self.hand.key(pygame.K_ESCAPE)

    def _show(self, screen: Any) -> None:
        self.hand.app.show(screen)
        self.hand.app.moving = True
        self.hand.rest()

    def replay(self) -> None:
        """Run the replay at eight times the speed, and jump by turns."""
        self._show(local_backend.build_replay(self._match))
        for key in (pygame.K_RIGHT, pygame.K_LEFT) * 3:
            self.hand.key(key, pygame.KMOD_SHIFT)
        self.hand.key(pygame.K_4)
        self.hand.key(pygame.K_SPACE)
        for _ in range(600):
            self.hand.app.moving = True
            self.hand.step()
        self.hand.key(pygame.K_ESCAPE)


def measure_session(size: tuple[int, int], within: float) -> Iterator[Figure]:
    """Yield the rows of the session in a window of `size`, where a frame may take `within` milliseconds."""
    session = ScriptedSession(size)
    parts = session.run()
    frames = sorted(frame for part in parts.values() for frame in part)
    late = {part: sum(frame > within for frame in took) for part, took in parts.items()}
    told = ", ".join(f"{part} {count} of {len(parts[part])}" for part, count in late.items() if count)
    one = 1e3 * median(measure_cpu_seconds(session.stage.draw_unit) for _ in range(UNITS))
    most, what = frames[int(len(frames) * SHARE / 100)], f"a session of Trafalgar, {size[0]}×{size[1]}"
    note = f"{sum(late.values())} of {len(frames)} were later ({told}); {SHARE} % took {most:.1f} ms at most, "
    note += f"the longest {frames[-1]:.0f} ms, half of them {median(frames):.2f} ms; the unit is {one:.2f} ms"
    share = 100 - 100 * sum(late.values()) / len(frames)
    yield Figure(f"{what}: frames within {within} ms ({within / one:.0f} ×)", share, SHARE, "%", note, at_least=True)
    fire = sorted(parts["mass fire"])
    note = f"{fire[-1]:.1f} ms at most in {len(fire)} frames; {median(fire) / one:.1f} × the unit"
    yield Figure(f"{what}: half of the frames of a mass fire", median(fire), FIRE, "ms", note)
    session.stage.app.close()
