"""What a player has set is there the next time."""

import gc
import io
import logging
import signal
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tabletop.core import user_folders
from tabletop.ui import app as app_module
from tabletop.ui import error_log, settings
from tabletop.ui.app import App
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Mute
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.settings import Learnt, Settings
from tabletop.ui.sound.kinds import LOUDNESS, MUTE_MESSAGES
from tabletop.ui.widgets.page import Page
from tests.forbidden import forbid
from tests.systems import make_pipe


class Broken(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(user_folders.HOME, str(tmp_path / "home"))
    monkeypatch.delenv("TABLETOP_UI_SCALE", raising=False)
    monkeypatch.setattr(error_log.log, "handlers", [])
    monkeypatch.setattr(error_log.log, "propagate", True)
    monkeypatch.setattr(MOTION, "pace", "full")
    yield tmp_path / "home"
    for handler in error_log.log.handlers:
        handler.close()


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[App]]:
    """The windows that were opened by `run`; they stay open, for the other tests need the display."""
    found: list[App] = []
    monkeypatch.setattr(app_module, "NAP", 1)
    monkeypatch.setattr(gc, "freeze", lambda: None)  # of all the tests before
    thresholds = gc.get_threshold()
    monkeypatch.setattr(App, "close", lambda app: found.append(app))
    pygame.event.clear()
    numbers = [getattr(signal, name) for name in app_module.ENDING_SIGNALS if hasattr(signal, name)]
    ends = {number: signal.getsignal(number) for number in numbers}
    yield found
    for number, end in ends.items():
        signal.signal(number, end)
    gc.set_threshold(*thresholds)
    pygame.display.set_mode((1280, 720))


def run(*chords: tuple[int, int]) -> None:
    """Open the table, press these keys at the title, close the window."""
    for key, mod in chords:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    pygame.event.post(pygame.Event(pygame.QUIT))
    app_module.run()


def test_scale_and_full_screen_are_remembered(opened: list[App]) -> None:
    run((pygame.K_EQUALS, pygame.KMOD_LCTRL), (pygame.K_EQUALS, pygame.KMOD_LCTRL), (pygame.K_F11, 0))
    run()
    assert [(app.scale, app.full_screen) for app in opened] == [(150, True), (150, True)]
    run((pygame.K_0, pygame.KMOD_LCTRL), (pygame.K_F11, 0))
    run()
    assert (opened[-1].scale, opened[-1].full_screen) == (None, False)


def test_the_size_of_the_window_is_remembered_also_behind_a_full_screen(opened: list[App]) -> None:
    run()
    window = opened[-1]
    window.surface = pygame.display.set_mode((900, 600), pygame.RESIZABLE)
    window.toggle_full_screen()
    settings.keep(window)
    assert settings.read().window == (900, 600)
    run((pygame.K_F11, 0))
    assert opened[-1].surface.get_size() == (900, 600)


def test_the_pace_is_remembered(opened: list[App]) -> None:
    run()
    MOTION.pace = "off"
    settings.keep(opened[-1])
    MOTION.pace = "full"
    run()
    assert MOTION.pace == "off"


def test_nothing_is_heard_until_it_is_wanted_again_and_that_is_remembered(opened: list[App]) -> None:
    run((pygame.K_m, pygame.KMOD_LCTRL))
    assert settings.read().muted
    LOUDNESS.muted = False
    run()
    assert LOUDNESS.muted
    run((pygame.K_m, pygame.KMOD_LCTRL))
    assert (LOUDNESS.muted, settings.read().muted) == (False, False)


def test_the_key_that_mutes_says_so_on_every_screen() -> None:
    app = App((640, 480))
    screen = SettingsPage()
    app.show(screen)
    app.apply(Mute())
    assert screen.toast is not None
    assert screen.toast.title == MUTE_MESSAGES[True][0]
    app.apply(Mute())
    assert screen.toast.title == MUTE_MESSAGES[False][0]
    assert screen.layers


def test_what_the_environment_asks_for_holds_once(opened: list[App], monkeypatch: pytest.MonkeyPatch) -> None:
    run((pygame.K_EQUALS, pygame.KMOD_LCTRL))
    monkeypatch.setenv("TABLETOP_UI_SCALE", "200")
    run()
    assert opened[-1].scale == 200
    assert settings.read().scale == 125


@pytest.mark.parametrize(
    "text",
    [
        "{", "scale = 1000", 'pace = "slow"', "loud = 3", "\udcff", "a = " + "[" * 5_000, "#" * 100_000,
        "scale = " + "9" * 5_000,
    ],
)  # fmt: skip
def test_a_file_that_is_not_sound_is_as_none(text: str, home: Path) -> None:
    home.mkdir()
    settings.path().write_bytes(text.encode(errors="surrogateescape"))
    assert settings.read() == Settings()
    assert settings.path().with_suffix(".unreadable").read_bytes() == text.encode(errors="surrogateescape")
    assert "the settings cannot be read" in error_log.log_file().read_text(encoding="utf-8")


BROKEN = """
scale = 150
pace = fast
turns = "usual
asks = "no"
window = [900, 600]
pce = "off"

[loud]
guns = "low"
sea = "loudest"

[keys]
log = "ctrl+f5"
list = "Ctrll+G"
fire = "Foo"
nonsense = "G"

[rules]
"sea/one" = {a = true, b = "c"}
"sea/two" = 3
"""


def test_what_can_be_read_is_kept_and_the_rest_is_named_with_its_line(home: Path) -> None:
    home.mkdir()
    settings.path().write_text(BROKEN, encoding="utf-8")
    told: list[str] = []
    kept = settings.read(told.append)
    assert kept == Settings(
        150, window=(900, 600), loud={"guns": "low"}, keys={"log": "ctrl+f5"}, rules={"sea/one": {"a": True, "b": "c"}}
    )
    assert told == [
        "Some settings could not be read: line 3 (pace), line 4 (turns), line 5 (asks) and 6 more. The rest is kept. "
        "The damaged file was saved as settings.unreadable."
    ]
    assert settings.path().with_suffix(".unreadable").read_text(encoding="utf-8") == BROKEN
    assert settings.read(told.append) == kept and len(told) == 1


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('pace = "fsat"\nmuted = true', "line 1 (pace)"), ('muted = true\n[keys\nlog = "F8"', "line 2 (keys)"),
        ('muted = true\n[keys]\nlog = "Click"', "line 3 (keys.log)"), ("muted = true\nloud = 3", "line 2 (loud)"),
        ('muted = true\n[loud]\n"{place}" = 3', "line 3 (loud.{place})"), ("muted = true\n= 3", "line 2"),
        ("muted = true\n" + "x" * 9_999, f"line 2 ({'x' * 30})"),
    ],
)  # fmt: skip
def test_one_wrong_word_costs_its_own_setting_alone(text: str, wrong: str, home: Path) -> None:
    home.mkdir()
    settings.path().write_text(text, encoding="utf-8")
    told: list[str] = []
    assert settings.read(told.append).muted
    assert f"could not be read: {wrong}. " in told[0]


def test_all_that_can_be_set_comes_back_as_it_was_and_the_file_says_what_each_is() -> None:
    odd = 'a "b" = \\ \t\x7f\n🙂'
    kept = Settings(
        150, True, "fast", "each", False, True, False, False, True, {"guns": "low"}, (900, 600),
        {odd: {odd: True, "x": odd}}, False,
        (odd, "two"), {"a.b": {"c d": "admiral"}}, {"x: y": Learnt("r", (0, 3), True)}, False, "blue",
        {"log": "Ctrl+G"},
    )  # fmt: skip
    settings.write(kept)
    assert settings.read() == kept
    written = settings.path().read_text(encoding="utf-8")
    assert all(note in written for note in settings.NOTES.values())
    settings.write(Settings())
    assert settings.read() == Settings()


def test_what_former_versions_kept_is_taken_over() -> None:
    settings.path().parent.mkdir()
    settings.path().with_name(settings.FORMER).write_text('{"scale": 150, "notes": false}', encoding="utf-8")
    assert settings.read() == Settings(150, notes=False)
    settings.write(Settings(75))
    assert settings.read() == Settings(75)


def test_where_nothing_can_be_written_the_game_goes_on(home: Path) -> None:
    home.write_text("a file where the folder should be", encoding="utf-8")
    settings.write(Settings(150))
    assert settings.read() == Settings()


def test_without_a_folder_of_its_own_it_lies_where_the_system_keeps_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(user_folders.HOME)
    assert settings.path().parent != user_folders.home_folder()
    assert "admirals-table" in settings.path().parts


@pytest.mark.parametrize("kind", ["pipe", "loop", "folder"])
def test_what_is_no_file_is_set_aside_and_told_at_the_title(kind: str, home: Path, opened: list[App]) -> None:
    home.mkdir()
    {
        "pipe": lambda: make_pipe(settings.path()),
        "loop": lambda: settings.path().symlink_to(settings.path()),
        "folder": lambda: settings.path().mkdir(),
    }[kind]()
    told: list[str] = []
    assert settings.read(told.append) == Settings()
    assert told == [
        "The settings could not be read; the defaults apply. The damaged file was saved as settings.unreadable."
    ]
    lies = settings.path().with_suffix(".unreadable")
    assert lies.is_symlink() or lies.exists()
    settings.write(Settings(150))
    assert settings.read() == Settings(150)


def test_a_folder_that_nobody_may_look_into_is_told_and_all_is_as_on_a_first_run(
    home: Path, opened: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    settings.write(Settings(150))
    told: list[str] = []
    with monkeypatch.context() as locked:
        forbid(home, locked)
        locked.setattr(Page, "say", lambda page, toast: told.append(str(toast.body)))
        run()
    assert "the defaults apply. The damaged file cannot be moved: permission denied." in " ".join(told)
    assert settings.read() == Settings(150)


def test_settings_that_cannot_be_set_aside_are_not_written_over(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    settings.path().write_text("pace = 'none'\nscale = 150\n", encoding="utf-8")

    def refused(source: Path, target: Path) -> None:
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(settings.guarded_file, "move_over", refused)
    told: list[str] = []
    assert settings.read(told.append).scale == 150
    assert told == [
        "Some settings could not be read: line 1 (pace). The rest is kept. "
        "The damaged file cannot be moved: access is denied."
    ]
    assert settings.path().read_text(encoding="utf-8").startswith("pace = 'none'")


@pytest.mark.trouble
def test_a_log_on_a_full_disk_says_nothing_on_the_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(error_log.log, "handlers", [])
    home.mkdir()
    error_log.log_error("a first line")
    (handler,) = error_log.log.handlers
    assert isinstance(handler, logging.StreamHandler)
    full = Path("/dev/full")
    old = handler.setStream(full.open("w") if full.exists() else Broken())
    assert old is not None
    old.close()
    for _ in range(3):
        error_log.log_error("nothing can be written")
    handler.close()
    assert capsys.readouterr().err == ""


def test_what_was_set_aside_is_told_on_the_first_screen(
    home: Path, opened: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    settings.path().write_text("{", encoding="utf-8")
    told: list[str] = []
    monkeypatch.setattr(Page, "say", lambda page, toast: told.append(str(toast.body)))
    run()
    assert "The damaged file was saved as settings.unreadable" in " ".join(told)


@pytest.mark.parametrize("odd", ["²", "9" * 5_000, "-1", "1e3", "125 "])
def test_a_scale_that_is_no_number_is_told_and_not_taken(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_UI_SCALE", odd)
    told: list[str] = []
    assert settings.asked_scale(told.append) is None
    assert [len(one) < 100 and "not a percentage" in one for one in told] == [True]


@pytest.mark.trouble
def test_a_log_that_is_no_file_keeps_nobody_waiting(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_log.log, "handlers", [])  # those of tests before
    home.mkdir()
    make_pipe(error_log.log_file())
    error_log.log_error("a screen failed")


def test_what_was_set_aside_before_stays_there(home: Path) -> None:
    home.mkdir()
    for text in ("first", "second"):
        settings.path().write_text(text)
        settings.read(lambda said: None)
    folder = settings.path().parent
    kept = {path.name: path.read_text() for path in folder.glob("*.unreadable")}
    assert kept == {"settings.unreadable": "first", "settings-2.unreadable": "second"}
