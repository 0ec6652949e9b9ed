"""The window and its only loop: sleeps while nothing moves, draws what changed, stacks screens.

Everything that a screen does goes through `_safely`: an error nobody foresaw becomes a dialog in plain words.
"""

import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pygame

from tabletop.ui import fonts, keys, settings
from tabletop.ui.input import Input, InputState
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import FullScreen, Quit, ScaleTo, Screen, Transition
from tabletop.ui.screens.dialog import Trouble
from tabletop.ui.screens.splash import TITLE, splash
from tabletop.ui.theme import SCALES, Theme, fitting_scale
from tabletop.ui.trouble import report

P = ParamSpec("P")
T = TypeVar("T")

SMALLEST = (1280, 720)
FRAMES = 60
NAP = 1000
"""Longest sleep while nothing moves, milliseconds, so that signals are heard."""
DOZE = 10
"""How often it looks for input meanwhile, milliseconds."""
LONGEST_STEP = 50
"""What an animation sees of a longer pause, milliseconds."""


class App:
    """The window, and the screens in it; `scale` None follows the height of the window.

    Attributes:
        changed: told when the player has changed how the window is shown.
    """

    def __init__(
        self, size: tuple[int, int] = SMALLEST, scale: int | None = None, *, full_screen: bool = False
    ) -> None:
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # many times faster without a graphics card
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(350, 40)
        pygame.display.set_caption(TITLE)
        self.screens: list[Screen] = []
        self.scale = scale
        self.full_screen = full_screen
        self.changed: Callable[[], None] = lambda: None
        self.moving = False
        self._window = (max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1]))
        self._input = InputState()
        self._clock = pygame.time.Clock()
        self._open()
        self._laid = self.surface.get_size()

    # --- the window

    def _open(self) -> None:
        if self.full_screen:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = pygame.display.set_mode(self._window, pygame.RESIZABLE)

    @property
    def theme(self) -> Theme:
        """The scale in use."""
        return Theme(self.scale or fitting_scale(self.surface.get_height()))

    def toggle_full_screen(self) -> None:
        """Change between window and full screen."""
        if not self.full_screen:
            self._window = self.surface.get_size()
        self.full_screen = not self.full_screen
        self._open()
        self._lay_out()
        self.changed()

    def rescale(self, scale: int) -> None:
        """Draw everything at another scale, per cent; 0 for the one that suits the window."""
        self.scale = scale or None
        self._lay_out()
        self.changed()

    def _resized(self) -> None:
        """One change of size is told of by several events: lay out once."""
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != self._laid:
            self.surface = surface
            self._safely(None, self._lay_out)

    def _lay_out(self) -> None:
        self._laid = self.surface.get_size()
        for screen in self.screens:
            screen.resize(self._laid, self.theme)

    def close(self) -> None:
        """Give the window back."""
        pygame.display.quit()
        pygame.font.quit()
        fonts.forget()

    # --- screens

    def show(self, screen: Screen) -> None:
        """Make it the screen on top."""
        self.screens.append(screen)
        screen.resize(self.surface.get_size(), self.theme)

    def apply(self, transition: Transition | None) -> None:
        """Carry out what a screen asks for."""
        if transition is not None:
            transition.apply(self)

    def _safely(self, otherwise: T, doing: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something of a screen; if it fails, tell the player in plain words and go on."""
        try:
            return doing(*args, **kwargs)
        except Exception:  # noqa: BLE001 - whatever it is, the player must not lose the table; it is logged
            report()
            self.show(Trouble(self.surface.copy()))
            return otherwise

    # --- the loop

    def run(self, first: Screen) -> None:
        """Show a screen and go on until the last one is closed."""
        self._safely(None, self.show, first)
        while self.screens:
            self.step()
        self.close()

    def step(self) -> None:
        """One turn of the loop: wait or tick, take the input, let time pass, draw."""
        pulse = 0 if self.moving else self.screens[-1].pulse
        events = pygame.event.get() if self.moving else _waited(min(pulse or NAP, NAP))
        for event in latest_motion(events):
            self.take(event)
            if not self.screens:
                return
        elapsed = min(self._clock.tick(FRAMES if self.moving else 0), max(pulse, LONGEST_STEP))
        self.moving = self._safely(False, self.screens[-1].update, elapsed)
        self.draw()

    def draw(self) -> list[pygame.Rect]:
        """Draw what has changed and show it."""
        nothing: list[pygame.Rect] = []
        damaged = self._safely(nothing, self.screens[-1].draw, self.surface)
        if damaged:
            pygame.display.update(damaged)
        return damaged

    def take(self, event: pygame.Event) -> None:
        """One event of the window system."""
        if event.type == pygame.QUIT:
            self.apply(Quit())
        elif event.type == pygame.WINDOWEXPOSED:
            pygame.display.flip()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resized()
        elif (given := self._input.translate(event)) is not None:
            self._safely(None, self._answer, given)

    def _answer(self, given: Input) -> None:
        self.apply(self._own(given) or self.screens[-1].handle(given))

    def _own(self, given: Input) -> Transition | None:
        """Keys that mean the same on every screen."""
        if given.kind != "key":
            return None
        now = self.theme.scale
        larger = next((step for step in SCALES if step > now), now)
        smaller = next((step for step in reversed(SCALES) if step < now), now)
        own: dict[str, Transition] = {
            keys.key("full_screen"): FullScreen(),
            keys.key("larger"): ScaleTo(larger),
            keys.key("smaller"): ScaleTo(smaller),
            keys.key("usual_size"): ScaleTo(0),
        }
        return own.get(given.key)


def _waited(nap: int) -> list[pygame.Event]:
    """Sleep until something happens; waking now and then costs a fifth of what SDL's own wait does."""
    until = pygame.time.get_ticks() + nap
    while not (events := pygame.event.get()) and pygame.time.get_ticks() < until:
        pygame.time.wait(DOZE)
    return events


def latest_motion(events: list[pygame.Event]) -> list[pygame.Event]:
    """The events without motions of the pointer that another one follows at once."""
    following = [*events, None][1:]
    return [
        event
        for event, after in zip(events, following, strict=True)
        if not (event.type == pygame.MOUSEMOTION and after is not None and after.type == pygame.MOUSEMOTION)
    ]


def run(size: tuple[int, int] = SMALLEST) -> None:
    """Open the window with the title as the player has set it, and return when it is closed."""
    kept = settings.read()
    app = App(size, _asked_scale() or kept.scale, full_screen=kept.full_screen)
    MOTION.pace = kept.pace
    splash(app.surface, app.theme)
    pygame.display.flip()
    from tabletop.ui.screens.home_port import title  # only now: the games and their rules take longer than the window

    app.changed = lambda: _keep(app)
    app.run(title())
    _keep(app)


def _keep(app: App) -> None:
    """Write down what the player has set, for the next run; what the environment asked for holds in this one only."""
    asked = _asked_scale()
    scale = settings.read().scale if asked and app.scale == asked else app.scale
    settings.write(settings.Settings(scale, app.full_screen, MOTION.pace))


def _asked_scale() -> int | None:
    """The scale that the environment asks for with `TABLETOP_UI_SCALE`, per cent."""
    asked = os.environ.get("TABLETOP_UI_SCALE", "")
    return max(SCALES[0], min(SCALES[-1], int(asked))) if asked.isdigit() else None
