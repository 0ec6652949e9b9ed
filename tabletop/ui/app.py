"""The window and its only loop: sleeps while nothing moves, draws what changed, stacks screens.

Only the screen in sight is laid out, once before it is drawn, however often window or scale have changed meanwhile.
Everything that a screen does goes through `_safely`: an error nobody foresaw becomes a dialog in plain words.
"""

import ctypes
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import pygame

from tabletop.ui import error_log, fonts, frame_budget, keys, rebinding, settings
from tabletop.ui.error_page import ErrorPage
from tabletop.ui.input import Input, InputState
from tabletop.ui.palettes import WEARS
from tabletop.ui.screen import FullScreen, Mute, Quit, ScaleTo, Screen, Transition
from tabletop.ui.screens.splash import TITLE, draw_splash, load_emblem
from tabletop.ui.sound.kinds import LOUDNESS, MUTE_MESSAGES
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.theme import LEAST, SCALES, Theme, fitting_scale, roomiest_scale
from tabletop.ui.widgets.overlay import Toast

P = ParamSpec("P")
T = TypeVar("T")

DESIGNED = (1280, 720)
"""The window for which everything is designed, pixels; on a larger desktop it opens larger."""
FRAMES = 60
NAP = 1000
"""Longest sleep while nothing moves, milliseconds, so that signals are heard."""
DOZES = range(10, 21)
"""Milliseconds between two looks for events while nothing happens: the longer that lasts the more, at most these."""
LONGEST_STEP = 50
"""What an animation sees of a longer pause, milliseconds."""
ENDING_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""What ends the program: a request, Ctrl+C, a terminal that closes, and Ctrl+Break or a closing console of Windows."""
UNSEEN = ("dummy", "offscreen")
"""Video drivers that draw and show nothing; SDL takes one by itself where there is no display."""
LARGE, GIVEN_BACK = -3, 2 << 20
"""The number by which glibc knows from how many bytes on memory is given back when it is let go, and these bytes."""


class App:
    """The window, and the screens in it; `scale` None follows the height of the window.

    Attributes:
        changed: told when the player has changed how the window is shown.
    """

    def __init__(
        self, size: tuple[int, int] = DESIGNED, scale: int | None = None, *, full_screen: bool = False
    ) -> None:
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # many times faster without a graphics card
        _give_back_large_pictures()
        pygame.display.init()
        pygame.font.init()
        pygame.key.set_repeat(350, 40)
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(load_emblem())
        self.screens: list[Screen] = []
        self.scale, self.full_screen = scale, full_screen
        self.changed: Callable[[], None] = lambda: None
        self.moving = False
        self._window = (max(size[0], LEAST[0]), max(size[1], LEAST[1]))
        self._laid: tuple[Screen, tuple[int, int], Theme] | None = None
        """What was laid out last: the screen, for which window, at which scale."""
        self._input = InputState()
        self._clock = pygame.time.Clock()
        self._open()

    # --- the window

    def _open(self) -> None:
        if self.full_screen:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = _windowed(self._window)
        self._laid = None

    @property
    def window(self) -> tuple[int, int]:
        """Its size while it does not fill the screen, pixels; once it is closed, as it was then."""
        open_now = pygame.display.get_init() and not self.full_screen
        return self.surface.get_size() if open_now else self._window

    @property
    def theme(self) -> Theme:
        """The scale in use, that of the player as far as the window has room for it, and the colours."""
        size = self.surface.get_size()
        return Theme(min(self.scale or fitting_scale(size[1]), roomiest_scale(size)), WEARS.name)

    def toggle_full_screen(self) -> None:
        """Change between window and full screen."""
        self._window = self.window
        self.full_screen = not self.full_screen
        self._open()
        self.changed()

    def rescale(self, scale: int) -> None:
        """Draw everything at another scale, per cent; 0 for the one that suits the window."""
        self.scale = scale or None
        self.changed()

    def mute(self) -> None:
        """Let nothing be heard, or all of it again."""
        LOUDNESS.muted = not LOUDNESS.muted
        SPEAKER.apply_loudness()
        self.changed()
        self._laid = None
        self._lay_out(self.screens[-1])
        self.screens[-1].say(Toast(*MUTE_MESSAGES[LOUDNESS.muted]))

    def _lay_out(self, screen: Screen) -> None:
        """Lay out the screen that is in sight, unless it is laid out so already."""
        rebinding.stand(screen.keyed, typing=screen.typing)
        wanted = screen, self.surface.get_size(), self.theme
        if wanted != self._laid:
            self._laid = wanted
            wanted[0].resize(*wanted[1:])

    def close(self) -> None:
        """Give the window back."""
        self._window = self.window
        pygame.display.quit()
        pygame.font.quit()
        fonts.forget()

    # --- screens

    def show(self, screen: Screen) -> None:
        """Make it the screen on top; one that cannot be laid out does not come to lie there."""
        self._lay_out(screen)
        self.screens.append(screen)

    def apply(self, transition: Transition | None) -> None:
        """Carry out what a screen asks for."""
        if transition is not None and self._leaves(transition):
            frame_budget.FRAME_BUDGET.note_closed_screen()

    def _leaves(self, transition: Transition) -> bool:
        """Carry out what a screen asks for; whether screens were left, which hear of it."""
        before = tuple(self.screens)
        transition.apply(self)
        left = [screen for screen in before if screen not in self.screens]
        for screen in left:
            screen.leave()
        return bool(left)

    def _safely(self, otherwise: T, doing: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something of a screen; if it fails, tell the player in plain words and go on."""
        try:
            return doing(*args, **kwargs)
        except Exception:  # noqa: BLE001 - whatever it is, the player must not lose the table; it is logged
            error_log.log_error()
            self.show(ErrorPage(self.surface.copy()))
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
        frame_budget.FRAME_BUDGET.begin_frame(at_rest=not events and not self.moving)
        for event in latest_motion(events):
            self.take(event)
            if not self.screens:
                return
        self._safely(None, self._lay_out, self.screens[-1])
        elapsed = min(self._clock.tick(FRAMES if self.moving else 0), max(pulse, LONGEST_STEP))
        self.moving = self._safely(False, self.screens[-1].update, elapsed)
        self.draw()
        self.moving |= frame_budget.FRAME_BUDGET.has_deferred_work
        frame_budget.FRAME_BUDGET.end_frame()

    def draw(self) -> bool:
        """Paint the window and show it if anything has changed. Return True if it was painted."""
        painted = self._safely(False, self.screens[-1].draw, self.surface)
        if painted:
            pygame.display.flip()
        return painted

    def take(self, event: pygame.Event) -> None:
        """One event of the window system."""
        if event.type == pygame.QUIT:
            self.apply(Quit())
        elif event.type == pygame.WINDOWEXPOSED:
            pygame.display.flip()
        elif event.type == pygame.AUDIODEVICEREMOVED and not event.iscapture:
            SPEAKER.reopen()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self.surface = pygame.display.get_surface() or self.surface
        elif (given := self._read(event)) is not None:
            self._safely(None, self._answer, given)

    def _read(self, event: pygame.Event) -> Input | None:
        """An event in the table's terms, as the screen in sight means its keys."""
        for screen in self.screens[-1:]:
            rebinding.stand(screen.keyed, typing=screen.typing)
        return self._input.translate(event)

    def _answer(self, given: Input) -> None:
        self.apply(self._own(given) or self.screens[-1].handle(given))

    def _own(self, given: Input) -> Transition | None:
        """Keys that mean the same on every screen."""
        if given.kind != "key" or not self.screens[-1].keyed:
            return None
        now = self.theme.scale
        larger = next((step for step in SCALES if step > now), now)
        smaller = next((step for step in reversed(SCALES) if step < now), now)
        own: dict[str, Transition] = {
            keys.key("full_screen"): FullScreen(), keys.key("larger"): ScaleTo(larger),
            keys.key("smaller"): ScaleTo(smaller), keys.key("usual_size"): ScaleTo(0),
            keys.key("mute"): Mute(),
        }  # fmt: skip
        return own.get(given.key)


def _waited(nap: int) -> list[pygame.Event]:
    """Sleep until something happens; waking now and then costs a fifth of what SDL's own wait does."""
    until, dozes = pygame.time.get_ticks() + nap, iter(DOZES)
    while not (events := pygame.event.get()) and pygame.time.get_ticks() < until:
        pygame.time.wait(next(dozes, DOZES[-1]))
    return events


def latest_motion(events: list[pygame.Event]) -> list[pygame.Event]:
    """The events without motions of the pointer that another one follows at once."""
    following = [*events, None][1:]
    return [
        event
        for event, after in zip(events, following, strict=True)
        if not (event.type == pygame.MOUSEMOTION and after is not None and after.type == pygame.MOUSEMOTION)
    ]


def run() -> None:
    """Open the window with the title as the player has set it, and return when it is closed."""
    _heed_signals()  # before the window opens, which would hear of them between two events only
    notices: list[str] = []
    kept = settings.read(notices.append)
    _open_display()
    size = opening_size(pygame.display.get_desktop_sizes()[0], kept.window)
    app = App(size, settings.asked_scale(notices.append) or kept.scale, full_screen=kept.full_screen)
    settings.grant(kept)
    draw_splash(app.surface, app.theme)
    pygame.display.flip()
    from tabletop.ui.screens.local_backend import (
        build_title_page,  # only now: games and rules take longer than the window
    )

    app.changed = lambda: settings.keep(app)
    first = build_title_page()
    if notices:
        first.say(Toast("Settings", " ".join(notices)))
    SPEAKER.start()
    frame_budget.enable_budget()
    app.run(first)
    SPEAKER.close()
    settings.keep(app)


def _heed_signals() -> None:
    """End the program in order at every signal that asks for it; one that is ignored, e.g. by nohup, stays ignored."""
    for name in ENDING_SIGNALS:
        number = getattr(signal, name, None)  # each system has others
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def _open_display() -> None:
    """Open the display; end the program in a sentence if there is none, where SDL would draw for nobody to see."""
    try:
        pygame.display.init()
    except pygame.error as error:
        sys.exit(f"The display cannot be opened: {error}. To find out more, run: tabletop doctor")
    if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
        sys.exit("No display found: start the game on a desktop. To find out more, run: tabletop doctor")


def _end(number: int, _frame: object) -> None:
    """Leave at once, whatever is being done: the match is on disk, and the record is let go on the way out."""
    sys.exit(128 + number)


def opening_size(desktop: tuple[int, int], kept: tuple[int, int] | None) -> tuple[int, int]:
    """The window as it was left, at first four fifths of the desktop; never larger than that."""
    wide, high = kept or (max(side * 4 // 5, least) for side, least in zip(desktop, DESIGNED, strict=True))
    return min(wide, desktop[0]), min(high, desktop[1])


def _give_back_large_pictures() -> None:
    """Else glibc comes to lay them among small things and keeps the room they leave there, 20 MB in ten minutes."""
    if sys.platform == "linux" and (tell := getattr(ctypes.CDLL(None), "mallopt", None)):
        tell(LARGE, GIVEN_BACK)


def _windowed(size: tuple[int, int]) -> pygame.Surface:
    """Open the window, or lead it back from the full screen, which it would keep where no window manager is about.

    The manager, if there is one, is told how small it may become.
    """
    with warnings.catch_warnings():  # of another size, which is seen to, and of what alone leads to the window
        warnings.simplefilter("ignore")
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        window = pygame.Window.from_display_module()
        window.minimum_size = LEAST
        if surface.get_size() != size:
            window.size = size
    return pygame.display.get_surface() or surface
