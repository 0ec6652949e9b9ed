"""The window: its loop, its stack of screens, and what becomes of an error that nobody foresaw."""

import gc
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from tabletop.ui import app as app_module
from tabletop.ui import error_log
from tabletop.ui.app import App, latest_motion
from tabletop.ui.error_page import ErrorPage
from tabletop.ui.input import Input, InputState, chord
from tabletop.ui.screen import FullScreen, Pop, Push, Quit, Reset, ScaleTo, Transition
from tabletop.ui.screens.splash import EMBLEM
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.theme import LEAST, Theme
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.page import Page
from tests.ui.backends import backend


class Probe:
    """A screen that remembers what it was told, and answers as it was told to."""

    def __init__(self, answer: Transition | None = None, moving: bool = False) -> None:
        self.answer = answer
        self.moving = moving
        self.given: list[Input] = []
        self.sizes: list[tuple[int, int]] = []
        self.theme = Theme()
        self.pulse = 0
        self.keyed, self.typing = "lists", False
        self.elapsed: list[int] = []
        self.left = 0
        self.changed = True

    def resize(self, size: tuple[int, int], theme: Theme) -> None:
        self.sizes.append(size)
        self.theme = theme

    def handle(self, given: Input) -> Transition | None:
        self.given.append(given)
        return self.answer

    def update(self, elapsed: int) -> bool:
        self.elapsed.append(elapsed)
        return self.moving

    def draw(self, surface: pygame.Surface) -> bool:
        changed, self.changed = self.changed, False
        return changed

    def leave(self) -> None:
        self.left += 1


@pytest.fixture(autouse=True)
def log_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "logs" / "tabletop.log"
    monkeypatch.setattr(error_log, "log_file", lambda: path)
    monkeypatch.setattr(error_log.log, "handlers", [])
    monkeypatch.setattr(error_log.log, "propagate", True)
    yield path
    for handler in error_log.log.handlers:
        handler.close()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(app_module, "NAP", 1)
    app = App((1280, 720))
    pygame.event.clear()
    yield app
    pygame.display.set_mode((1280, 720))


def post(kind: int, **values: Any) -> None:
    pygame.event.post(pygame.Event(kind, values))


def press(key: int, mod: int = 0) -> None:
    post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)


def test_posted_events_reach_the_screen_on_top(window: App) -> None:
    screen = Probe()
    window.show(screen)
    post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=1, touch=False)
    window.step()
    assert [(one.kind, one.pos, one.button) for one in screen.given] == [("pressed", (30, 40), "left")]


def test_the_window_is_drawn_by_the_processor_unless_the_player_says_otherwise(window: App) -> None:
    assert os.environ["SDL_FRAMEBUFFER_ACCELERATION"] == "0"


def test_screens_stack_and_the_last_one_gone_ends_the_loop(window: App) -> None:
    first, second, third = Probe(), Probe(), Probe()
    window.show(first)
    window.apply(Push(second))
    assert window.screens == [first, second]
    window.apply(Pop())
    assert window.screens == [first]
    assert len(first.sizes) == 2
    window.apply(Reset(third))
    assert window.screens == [third]
    window.apply(Pop())
    assert window.screens == []
    assert [screen.left for screen in (first, second, third)] == [1, 1, 1]


def test_screens_that_were_left_take_no_memory(window: App) -> None:
    window.show(Probe())
    left = []
    gc.disable()  # the collector counts objects, not their bytes, and may come very late
    try:
        for _ in range(3):
            screen: Any = Probe()
            screen.widgets = [screen]
            left.append(weakref.ref(screen))
            window.apply(Push(screen))
            del screen
            window.apply(Pop())
    finally:
        gc.enable()
    assert [one() for one in left] == [None] * 3


def test_memory_is_searched_only_when_a_screen_was_left(window: App, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[None] = []
    monkeypatch.setattr(gc, "collect", lambda: searched.append(None))
    window.show(Probe())
    for transition in (ScaleTo(125), Push(Probe()), FullScreen(), FullScreen(), ScaleTo(0)):
        window.apply(transition)
    assert not searched
    window.apply(Pop())
    assert len(searched) == 1


@pytest.mark.parametrize("leave", [lambda: post(pygame.QUIT), lambda: press(pygame.K_q)])
def test_closing_the_window_ends_the_loop(window: App, leave: Any) -> None:
    window.show(Probe(Quit()))
    leave()
    window.step()
    assert window.screens == []


def test_the_scale_follows_ctrl_plus_and_minus(window: App) -> None:
    screen = Probe()
    window.show(screen)
    seen = []
    for key in (pygame.K_EQUALS, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_0):
        press(key, pygame.KMOD_LCTRL)
        window.step()
        seen.append(screen.theme.scale)
    assert seen == [125, 150, 125, 100]


def test_the_scale_has_ends(window: App) -> None:
    window.show(Probe())
    for key, end in ((pygame.K_EQUALS, 200), (pygame.K_MINUS, 75)):
        for _ in range(8):
            press(key, pygame.KMOD_LCTRL)
            window.step()
        assert window.theme.scale == end


@pytest.mark.trouble
def test_a_failing_screen_shows_plain_words_and_writes_the_detail(window: App, log_file: Path) -> None:
    class Broken(Probe):
        def handle(self, given: Input) -> Transition | None:
            raise ZeroDivisionError("sail plan")

    broken = Broken()
    window.show(broken)
    press(pygame.K_a)
    window.step()
    shown = window.screens[-1]
    assert isinstance(shown, ErrorPage)
    words = " ".join(run.text for widget in shown.layers[0].walk() for run in getattr(widget, "runs", ()))
    assert "All your moves are saved" in words
    assert "ZeroDivisionError" not in words
    assert "ZeroDivisionError: sail plan" in log_file.read_text(encoding="utf-8")
    press(pygame.K_RETURN)
    window.step()
    assert window.screens == [broken]


@pytest.mark.trouble
@pytest.mark.parametrize("part", ["update", "draw"])
def test_a_screen_that_fails_while_it_is_drawn_does_not_fail_for_ever(
    window: App, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    broken = Probe()

    def fail(*_: Any) -> Any:
        raise RuntimeError(part)

    monkeypatch.setattr(broken, part, fail)
    window.show(broken)
    for _ in range(3):
        press(pygame.K_LSHIFT)
        window.step()
    assert [type(screen) for screen in window.screens] == [Probe, ErrorPage]


@pytest.mark.trouble
def test_without_a_writable_place_trouble_is_still_only_a_dialog(window: App, log_file: Path) -> None:
    log_file.parent.write_text("a file where the folder should be", encoding="utf-8")
    window.show(Probe())
    window._safely(0.0, lambda: 1 / 0)
    assert isinstance(window.screens[-1], ErrorPage)


def test_no_file_is_made_while_all_is_well(window: App, log_file: Path) -> None:
    window.show(Probe())
    window.step()
    assert not log_file.parent.exists()


def test_nothing_is_drawn_while_nothing_happens(window: App) -> None:
    window.show(TitlePage(backend()))
    assert window.draw()
    for _ in range(3):
        window.step()
        assert not window.moving
        assert not window.draw()


def test_what_only_flickers_wakes_the_loop_no_oftener_than_it_asks_for(
    window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "NAP", 1000)
    screen = Probe()
    screen.pulse = 120
    window.show(screen)
    for _ in range(3):
        window.step()
    assert screen.elapsed[1:] == [120, 120]
    assert not window.moving


def test_a_sound_device_that_goes_is_opened_anew_but_no_microphone(
    window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bool] = []
    monkeypatch.setattr(SPEAKER, "reopen", lambda: opened.append(True))
    for capture, times in ((1, 0), (0, 1)):
        window.take(pygame.Event(pygame.AUDIODEVICEREMOVED, which=0, iscapture=capture))
        assert len(opened) == times


def test_a_resized_window_is_laid_out_anew(window: App) -> None:
    screen = Probe()
    window.show(screen)
    window.surface = pygame.display.set_mode((1600, 900), pygame.RESIZABLE)
    post(pygame.VIDEORESIZE, size=(1600, 900), w=1600, h=900)
    window.step()
    assert screen.sizes[-1] == (1600, 900)


def test_many_steps_of_the_scale_at_once_lay_out_once_and_only_what_is_in_sight(window: App) -> None:
    beneath, above = Probe(), Probe()
    window.show(beneath)
    window.apply(Push(above))
    laid = len(beneath.sizes), len(above.sizes)
    for key in (pygame.K_EQUALS,) * 8 + (pygame.K_MINUS,) * 2:
        press(key, pygame.KMOD_LCTRL)
        post(pygame.KEYUP, key=key, mod=pygame.KMOD_LCTRL, unicode="", scancode=0)
    for _ in range(3):  # nor do the frames that follow
        window.step()
        assert (len(beneath.sizes), len(above.sizes)) == (laid[0], laid[1] + 1)
    assert above.theme.scale == 150
    window.apply(Pop())
    assert beneath.theme.scale == 150


def test_a_click_counts_where_the_player_saw_it_although_the_scale_changes_at_the_same_moment(window: App) -> None:
    screen = Probe()
    window.show(screen)
    press(pygame.K_EQUALS, pygame.KMOD_LCTRL)
    post(pygame.MOUSEBUTTONDOWN, pos=(30, 40), button=1, touch=False)
    seen: list[int] = []
    screen.handle = lambda given: seen.append(screen.theme.scale)  # type: ignore[method-assign]
    window.step()
    assert seen[-1] == 100
    assert screen.theme.scale == 125


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 200), (LEAST, 100), ((500, 300), 75), ((100, 100), 75)])
def test_a_small_window_is_drawn_at_a_scale_for_which_it_has_room(
    window: App, size: tuple[int, int], scale: int
) -> None:
    screen = Probe()
    window.show(screen)
    window.rescale(200)
    window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
    window.step()
    assert screen.theme.scale == scale
    press(pygame.K_EQUALS, pygame.KMOD_LCTRL)
    window.step()
    assert screen.theme.scale == scale


def test_the_window_bears_the_emblem_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[pygame.Surface] = []
    monkeypatch.setattr(pygame.display, "set_icon", given.append)
    App((1280, 720))
    (icon,) = given
    assert icon.get_size() == (EMBLEM, EMBLEM)
    assert icon.get_bounding_rect().w > EMBLEM // 2


def test_the_window_manager_is_told_how_small_the_window_may_become(window: App) -> None:
    with pytest.warns(DeprecationWarning):
        assert pygame.Window.from_display_module().minimum_size == LEAST


def test_back_from_the_full_screen_the_window_has_its_size_where_nobody_gives_it_that(
    window: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = pygame.display.set_mode

    def kept_large(size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        return real((1920, 1080), flags & ~pygame.FULLSCREEN)

    monkeypatch.setattr(pygame.display, "set_mode", kept_large)
    for sizes in ((1920, 1080), (1280, 720)):
        window.toggle_full_screen()
        for event in pygame.event.get():
            window.take(event)
        assert window.surface.get_size() == sizes
        assert window.window == (1280, 720)


@pytest.mark.parametrize(
    ("desktop", "kept", "size"),
    [
        ((3840, 2160), None, (3072, 1728)), ((1920, 1080), None, (1536, 864)), ((1366, 768), None, (1280, 720)),
        ((1024, 600), None, (1024, 600)), ((3840, 2160), (1400, 900), (1400, 900)),
        ((1920, 1080), (3000, 1000), (1920, 1000)),
    ],
)  # fmt: skip
def test_the_window_opens_as_large_as_the_desktop_allows(
    desktop: tuple[int, int], kept: tuple[int, int] | None, size: tuple[int, int]
) -> None:
    assert app_module.opening_size(desktop, kept) == size


ENDLESS = """
import sys
from pathlib import Path
from tabletop.ui import app
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.title import TitlePage
def busy(self):
    local_backend.RECORD_LOCK.acquire(Path(sys.argv[1]))
    print("busy", flush=True)
    while True:
        pass
TitlePage.compose = busy
app.run()
"""
"""The program, which for ever lays out its first screen."""


@pytest.mark.skipif(sys.platform == "win32", reason="there a program cannot be asked to end like that")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_the_program_ends_when_it_is_told_to_whatever_it_does(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    world = {**os.environ, "TABLETOP_HOME": str(tmp_path)}
    record = tmp_path / "match.jsonl"
    words = [sys.executable, "-c", ENDLESS, str(record)]
    pipe = subprocess.PIPE

    def heed() -> None:
        """Undo what a parent such as nohup has set: the program would inherit that the signal is ignored."""
        signal.signal(number, signal.SIG_DFL if number != signal.SIGINT else signal.default_int_handler)

    with subprocess.Popen(words, env=world, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed) as program:
        assert program.stdout
        assert program.stderr
        assert "busy\n" in iter(program.stdout.readline, "")
        held = list(tmp_path.glob("*.lock"))
        program.send_signal(number)
        try:
            assert program.wait(timeout=20) == 128 + number
            assert "Traceback" not in program.stderr.read()
        finally:
            program.kill()
    assert held
    assert not list(tmp_path.glob("*.lock"))


def test_signals_of_other_systems_are_heeded_and_ignored_ones_stay_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    heeded: dict[int, object] = {}
    windows = SimpleNamespace(
        SIGTERM=15, SIGINT=2, SIGBREAK=21, SIG_IGN=signal.SIG_IGN, signal=heeded.__setitem__,
        getsignal=lambda number: signal.SIG_IGN if number == 2 else signal.SIG_DFL,
    )  # fmt: skip
    monkeypatch.setattr(app_module, "signal", windows)
    app_module._heed_signals()
    assert heeded == {15: app_module._end, 21: app_module._end}


def test_of_many_motions_only_the_last_counts() -> None:
    moved = [pygame.Event(pygame.MOUSEMOTION, pos=(n, n), rel=(1, 1), buttons=(0, 0, 0)) for n in range(5)]
    press = pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(9, 9), button=1)
    assert latest_motion([*moved, press, moved[0]]) == [moved[4], press, moved[0]]


@pytest.mark.parametrize(
    ("key", "mod", "name"),
    [
        (pygame.K_z, pygame.KMOD_LCTRL, "Ctrl+Z"), (pygame.K_TAB, pygame.KMOD_SHIFT, "Shift+Tab"),
        (pygame.K_RETURN, 0, "Enter"), (pygame.K_KP_ENTER, 0, "Enter"), (pygame.K_F11, 0, "F11"),
        (pygame.K_EQUALS, pygame.KMOD_CTRL | pygame.KMOD_SHIFT, "Ctrl++"), (pygame.K_n, pygame.KMOD_SHIFT, "Shift+N"),
        (pygame.K_LEFT, 0, "Left"), (pygame.K_HOME, 0, "Home"), (pygame.K_LSHIFT, pygame.KMOD_SHIFT, ""),
    ],
)  # fmt: skip
def test_keys_have_names(key: int, mod: int, name: str) -> None:
    assert chord(key, mod) == name


def test_a_key_that_is_held_gives_an_order_once_and_moves_the_view_on_and_on() -> None:
    state = InputState()

    def strokes(key: int) -> int:
        given = [state.translate(pygame.Event(pygame.KEYDOWN, key=key, mod=0)) for _ in range(3)]
        state.translate(pygame.Event(pygame.KEYUP, key=key, mod=0))
        return sum(one is not None for one in given)

    assert [strokes(key) for key in (pygame.K_e, pygame.K_f, pygame.K_SPACE, pygame.K_RETURN)] == [1, 1, 1, 1]
    assert [strokes(key) for key in (pygame.K_LEFT, pygame.K_BACKSPACE, pygame.K_a)] == [3, 3, 3]
    assert strokes(pygame.K_e) == 1


def test_a_stroke_that_follows_the_same_key_at_once_is_told_as_such() -> None:
    now = [0]
    state = InputState(lambda: now[0])

    def clicks(key: int, at: int) -> int:
        now[0] = at
        given = state.translate(pygame.Event(pygame.KEYDOWN, key=key, mod=0))
        state.translate(pygame.Event(pygame.KEYUP, key=key, mod=0))
        assert given is not None
        return given.clicks

    space, enter = pygame.K_SPACE, pygame.K_RETURN
    strokes = [(space, 0), (space, 150), (space, 300), (enter, 350), (space, 400), (space, 900)]
    assert [clicks(*stroke) for stroke in strokes] == [1, 2, 2, 1, 1, 1]


def test_buttons_modifiers_and_double_clicks_come_from_events_alone() -> None:
    now = [0]
    state = InputState(lambda: now[0])

    def give(kind: int, **values: Any) -> Input:
        given = state.translate(pygame.Event(kind, values))
        assert given is not None
        return given

    assert give(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=1).clicks == 1
    assert give(pygame.MOUSEMOTION, pos=(7, 8), rel=(0, 0), buttons=(0, 0, 0)).buttons == {"left"}
    assert give(pygame.MOUSEBUTTONUP, pos=(7, 8), button=1).buttons == frozenset()
    now[0] = 300
    assert give(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=1).clicks == 2
    now[0] = 1000
    assert give(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=1).clicks == 1
    assert give(pygame.MOUSEBUTTONDOWN, pos=(5, 26), button=1).clicks == 1
    assert give(pygame.MOUSEBUTTONDOWN, pos=(7, 24), button=1).clicks == 2
    state.translate(pygame.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=pygame.KMOD_LSHIFT))
    assert give(pygame.MOUSEWHEEL, x=0, y=-1).shift
    state.translate(pygame.Event(pygame.KEYUP, key=pygame.K_LSHIFT, mod=0))
    assert not give(pygame.MOUSEWHEEL, x=0, y=-1).shift
    assert give(pygame.WINDOWLEAVE).pos == (-1, -1)
    assert state.translate(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=4)) is None


class Wreck(Page):
    def compose(self) -> Widget:
        raise ValueError("it cannot be composed")

    def back(self) -> Transition | None:
        return Pop()


@pytest.mark.parametrize("key", ["Esc", "Tab", "Enter", "Up", "a"])
def test_a_page_that_could_not_be_composed_hears_esc_alone(key: str) -> None:
    page = Wreck()
    with pytest.raises(ValueError, match="composed"):
        page.resize((1280, 720), Theme())
    assert page.press(key) == (Pop() if key == "Esc" else None)


@pytest.mark.trouble
def test_after_a_screen_that_cannot_be_composed_the_one_before_goes_on(window: App) -> None:
    first = Probe(Push(Wreck()))
    window.show(first)
    window.take(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=False))
    assert [type(screen) for screen in window.screens] == [Probe, ErrorPage]
    window.take(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    assert window.screens == [first]


CLOSED_AT_ONCE = """
import pygame
pygame.display.init()
pygame.event.post(pygame.Event(pygame.QUIT))
from tabletop.ui.app import run
run()
"""


def test_a_window_that_is_closed_ends_without_a_word_and_what_is_set_is_kept(tmp_path: Path) -> None:
    home = {"TABLETOP_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    ended = subprocess.run(
        [sys.executable, "-c", CLOSED_AT_ONCE], env=os.environ | home, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "window = " in (tmp_path / "settings.toml").read_text(encoding="utf-8")
