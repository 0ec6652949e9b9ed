"""What a player sets is kept as it is changed."""

from itertools import product

import pytest
from msgspec.structs import replace

from tabletop.ui import settings
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import FullScreen, Mute, Pop, Push, ScaleTo
from tabletop.ui.screens.settings_page import SHEETS, SettingsPage
from tabletop.ui.screens.title import Title
from tabletop.ui.sound.kinds import KINDS
from tabletop.ui.sound.loudness import GROUPS, LOUDNESS
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.theme import SCALES, Theme
from tests.ui.backends import backend
from tests.ui.fitting import layout_problems


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))  # paths are as short as for most
    monkeypatch.setattr(MOTION, "pace", "full")
    made = SettingsPage()
    made.resize((1280, 720), Theme())
    return made


def chosen(page, ident, chord="Right"):
    page.give_focus(page.find(ident))
    return page.press(chord)


def test_the_title_leads_there_and_enter_back():
    title = Title(backend())
    title.resize((1280, 720), Theme())
    opened = title.press("S")
    assert isinstance(opened, Push)
    opened.screen.resize((1280, 720), Theme())
    assert isinstance(opened.screen.press("Enter"), Pop)
    assert isinstance(opened.screen.press("Esc"), Pop)


def test_size_and_window_are_asked_of_the_app(page):
    assert chosen(page, "scale") == ScaleTo(125)
    assert chosen(page, "fitting", "Space") == ScaleTo(100)
    assert chosen(page, "window") == FullScreen()
    settings.write(replace(settings.read(), full_screen=True, scale=150))
    page.rebuild()
    assert chosen(page, "fitting", "Space") == ScaleTo(0)
    assert chosen(page, "window", "Left") == FullScreen()


def test_every_sheet_is_seen_whole_at_every_scale(page):
    for size, scale in product(((1280, 720), (1920, 1080)), SCALES):
        page.resize(size, Theme(scale))
        for number in range(len(SHEETS)):
            if (tabs := page.has("sheet")) and number:
                chosen(page, "sheet")
            assert not page.find("settings.scroll").overflowing, (size, scale, number)
            assert layout_problems(page) == []
        assert page.has("notes") != tabs
        page.sheet = "sizes"


def test_the_pace_is_kept_at_once(page):
    chosen(page, "pace")
    assert (MOTION.pace, settings.read().pace) == ("fast", "fast")


def test_the_pace_of_the_computers_turn_is_kept_at_once(page, monkeypatch):
    monkeypatch.setattr(MOTION, "turns", "slow")
    page.rebuild()
    chosen(page, "turns", "Left")
    assert (MOTION.turns, settings.read().turns) == ("each", "each")


def test_each_kind_of_sound_has_its_loudness_kept_and_heard_at_once(page, monkeypatch):
    asked = []
    monkeypatch.setattr(LOUDNESS, "loud", {})
    monkeypatch.setattr(SPEAKER, "ask", asked.append)
    for group in GROUPS:
        chosen(page, f"loud.{group}")
    assert settings.read().loud == LOUDNESS.loud == dict.fromkeys(GROUPS, "full")
    assert [KINDS[kind].group for kind in asked if kind != "splash"] == [group for group in GROUPS if group != "sea"]


def test_all_is_muted_from_there(page, monkeypatch):
    assert chosen(page, "muted", "Space") == Mute()
    monkeypatch.setattr(LOUDNESS, "muted", True)
    page.rebuild()
    assert page.find("muted").value


def test_notes_are_switched_off_and_all_shown_again(page):
    assert not page.find("notes.again").enabled
    settings.write(replace(settings.read(), notes_seen=("first_fire",)))
    chosen(page, "notes", "Space")
    assert settings.read().notes is False
    page.click("notes.again")
    assert (settings.read().notes, settings.read().notes_seen) == (True, ())


def test_it_says_where_everything_lies(page, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/elsewhere")
    page.sheet = "files"
    page.rebuild()
    told = " ".join(run.text for one in page.layers[0].walk() for run in getattr(one, "runs", ()))
    assert str(tmp_path / "records") in told
    assert str(settings.path()) in told
    assert "0 matches, 0.0 MB" in told
