"""What a player sets is kept as it is changed."""

import subprocess
from itertools import product
from types import SimpleNamespace

import pygame
import pytest
from msgspec.structs import replace

from tabletop.core.match import Match
from tabletop.ui import file_manager, keys, palettes, rebinding, settings
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import FullScreen, Mute, Pop, Push, ScaleTo
from tabletop.ui.screens import settings_sheets
from tabletop.ui.screens.settings_page import KEPT_ON_RESET, TABS, SettingsPage
from tabletop.ui.screens.settings_sheets import WISHES, KeyLine, fit_words
from tabletop.ui.screens.table.automatic import NEXT_ACTION, AutomaticOrders
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.settings import Settings
from tabletop.ui.sound.kinds import GROUPS, KINDS, LOUDNESS
from tabletop.ui.sound.speaker import SPEAKER
from tabletop.ui.theme import SCALES, Theme
from tests.records.test_archive import RECORDS
from tests.sampling import sample
from tests.ui.backends import backend
from tests.ui.fitting import layout_problems

WHOLE = (1920, 1080)


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))  # paths are as short as for most
    made = SettingsPage()
    made.resize((1280, 720), Theme())
    yield made
    settings.grant(Settings())


def shows(page, sheet):
    page.sheet = sheet
    page.rebuild()
    return page


def chosen(page, ident, chord="Right"):
    page.give_focus(page.find(ident))
    return page.press(chord)


def bind(page, name, chord):
    page.click(f"key.{name}")
    page.press(chord)


def test_the_title_leads_there_and_enter_back():
    title = TitlePage(backend())
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


def test_every_sheet_is_seen_whole_at_every_scale_or_scrolls_if_it_is_that_of_the_keys(page):
    settings.write(replace(Settings(), keys={"labels": "G"}, pace="fast", halts=True))
    settings.grant(settings.read())
    for size, scale in sample([*product(((1280, 720), WHOLE), SCALES)], 3, "windows of the settings"):
        page.resize(size, Theme(scale))
        for sheet in TABS:
            shows(page, sheet)
            assert layout_problems(page) == [], (size, scale, sheet)
            if page.has("settings.scroll") and sheet not in ("keys", "pacing", "files"):
                assert not page.find("settings.scroll").overflowing, (size, scale, sheet)
        assert page.has("settings.changed") != page.has("sheet")


def test_pace_and_the_computers_turn_are_kept_at_once(page):
    shows(page, "pacing")
    chosen(page, "pace")
    assert (MOTION.pace, settings.read().pace) == ("fast", "fast")
    chosen(page, "turns", "Left")
    assert MOTION.turns == settings.read().turns == "slow"


def test_every_wish_is_ticked_kept_and_holds_at_once(page):
    shows(page, "pacing")
    before = settings.read()
    for wish in WISHES:
        page.click(wish)
        assert getattr(settings.read(), wish) is not getattr(before, wish)
    assert (MOTION.follows, MOTION.halts, MOTION.asks) == (False, True, False)


def test_each_kind_of_sound_has_its_loudness_kept_and_heard_at_once(page, monkeypatch):
    asked = []
    monkeypatch.setattr(SPEAKER, "play", asked.append)
    shows(page, "sound")
    for group in GROUPS:
        chosen(page, f"loud.{group}")
    assert settings.read().loud == LOUDNESS.loud == dict.fromkeys(GROUPS, "full")
    assert [KINDS[kind].group for kind in asked if kind != "splash"] == [group for group in GROUPS if group != "sea"]


def test_all_is_muted_from_there(page, monkeypatch):
    shows(page, "sound")
    assert chosen(page, "muted", "Space") == Mute()
    monkeypatch.setattr(LOUDNESS, "muted", True)
    page.rebuild()
    assert page.find("muted").value


def test_notes_are_shown_all_again(page):
    assert not shows(page, "pacing").find("notes.again").enabled
    settings.write(replace(settings.read(), notes=False, notes_seen=("first_fire",)))
    page.rebuild()
    page.click("notes.again")
    assert (settings.read().notes, settings.read().notes_seen) == (True, ())


def test_colours_are_worn_at_once_and_it_says_how_well_sides_are_told_apart(page):
    shows(page, "colours").click("dress.blue")
    assert (settings.read().dress, palettes.WEARS.name) == ("blue", "blue")
    told = [one.text for one in page.layers[0].walk() if hasattr(one, "text")]
    assert "blue-blind" in told
    assert "30" in told


def test_a_key_is_changed_by_a_click_and_a_key_and_comes_back_with_delete(page):
    bind(shows(page, "keys"), "log", "Ctrl+G")
    assert settings.read().keys == {"log": "Ctrl+G"}
    assert rebinding.called("log") == "Ctrl G"
    page.give_focus(page.find("key.log"))
    page.press("Delete")
    assert settings.read().keys == {}


def test_while_a_key_is_awaited_every_key_is_taken_as_it_is_struck_and_esc_or_a_click_drops_it(page):
    shows(page, "keys").click("key.log")
    assert (page.awaited_line, page.keyed) == ("log", "")
    page.press("Esc")
    assert (page.awaited_line, page.keyed, settings.read().keys) == ("", "lists", {})
    bind(page, "log", "F11")
    bind(page, "back", "Esc")
    assert settings.read().keys == {"log": "F11"}
    page.click("key.mute")
    page.click("keys.first")
    assert (page.awaited_line, settings.read().keys) == ("", {})
    page.click("key.mute")
    page.handle(Input("key_up", (1, 1), key="M"))
    assert page.awaited_line == "mute"


def test_all_numbers_go_together_and_nothing_else_takes_their_place(page):
    name = next(row.name for row in rebinding.rows() if row.code == rebinding.NUMBERS)
    bind(shows(page, "keys"), name, "G")
    assert (settings.read().keys, page.toast.title) == ({}, "All number keys change together")
    bind(page, name, "Alt+4")
    assert settings.read().keys == {name: "Alt+1–9"}


def test_a_clash_is_said_shown_in_red_and_on_the_tab_and_all_come_back(page):
    bind(shows(page, "keys"), "labels", keys.key("log"))
    assert page.toast.title == "Key already in use"
    assert page.find("key.labels").clash.name == "log"
    assert page.find("key.log").clash is None
    assert ("colours", "Colours, keys, mouse (1)") in page.find("sheet").options
    page.click("keys.first")
    assert rebinding.clashes() == {}


def test_what_was_changed_is_listed_and_set_back_one_by_one(page):
    settings.write(replace(Settings(), keys={"log": "F8"}, pace="fast", dress="blue", loud={"guns": "off"}, scale=100))
    settings.grant(settings.read())
    page.resize(WHOLE, Theme())
    assert page.click("undo.scale") == ScaleTo(0)
    for name in ("pace", "dress", "loud", "key.log"):
        page.click(f"undo.{name}")
        assert not page.has(f"undo.{name}")
    assert settings.read() == Settings(scale=100)
    assert (MOTION.pace, palettes.WEARS.name, LOUDNESS.loud, rebinding.BOUND.changed) == ("full", "printed", {}, {})


def test_all_as_at_first_asks_and_leaves_what_is_no_wish(page):
    kept = replace(
        Settings(), keys={"log": "F8"}, halts=True, notes_seen=("x",), rules={"a": {"b": True}}, window=(9, 9)
    )
    settings.write(kept)
    shows(page, "files").click("all.first")
    page.press("Esc")
    assert settings.read() == kept
    page.click("all.first")
    assert page.click("first.yes") == ScaleTo(0)
    assert settings.read() == replace(Settings(), **{name: getattr(kept, name) for name in KEPT_ON_RESET})


def test_it_says_where_everything_lies(page, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", "/elsewhere")
    shows(page, "files")
    told = " ".join(run.text for one in page.layers[0].walk() for run in getattr(one, "runs", ()))
    assert str(tmp_path / "records") in told
    assert str(settings.path()) in told
    assert "no matches, 0.0 MB" in told


def test_the_folder_is_opened_by_the_desktop_or_it_says_that_nothing_there_shows_folders(page, tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(subprocess, "Popen", lambda asked, **_: started.append(asked))
    monkeypatch.setattr(file_manager.sys, "platform", "linux")
    monkeypatch.setattr(file_manager.shutil, "which", lambda name: f"/usr/bin/{name}" if name == "gio" else None)
    monkeypatch.setenv("DISPLAY", ":9")
    shows(page, "files").click("files.open")
    assert started == [["/usr/bin/gio", "open", str(tmp_path / "records")]]
    assert page.toast is None
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    page.click("files.open")
    assert page.toast.body == f"No file manager was found. The folder is {tmp_path / 'records'}."
    (tmp_path / "records").rmdir()
    (tmp_path / "records").write_text("a file")
    assert file_manager.open_folder(tmp_path / "records").endswith("does not exist and cannot be created.")


def test_a_palette_that_was_chosen_is_drawn(page):
    surface = pygame.Surface((1280, 720))
    shows(page, "colours").draw(surface)
    for name in palettes.DRESSES:
        page.click(f"dress.{name}")
        page.resize((1280, 720), Theme(100, name))
        page.draw(surface)
        assert surface.get_at((640, 2))[:3] == palettes.palette(name).bar


def test_the_computers_turn_stands_where_a_ship_was_lost_if_that_is_wished(monkeypatch):
    match = Match.load(next(path for path in RECORDS if path.stem == "duel_no_fighting_ship_left"))
    notice = game_plugins.load_pictures(match.game.meta.id).chronicler.notice
    losses = {any(notice(*told).lost for told in match.view_events(move, "")): move for move in match.moves}
    assert set(losses) == {True, False}
    monkeypatch.setattr(MOTION, "turns", "fast")
    seats = SimpleNamespace(computer_to_move="allied", looking="", computers=("allied",))
    table = SimpleNamespace(dice_of_event=lambda *_: None, pieces_of=lambda _: (), squadron_of=lambda _: "")
    for lost, halts in product(losses, (True, False)):
        monkeypatch.setattr(MOTION, "halts", halts)
        shown = SimpleNamespace(moves=[losses[lost]], game=match.game, view_events=match.view_events)
        waits = AutomaticOrders(shown, table, seats, SimpleNamespace(wait_action=None, decision=None, agreement=None))
        assert (waits.wait_action is NEXT_ACTION, waits.pulse == 0) == (lost and halts, lost and halts)
        waits.skip_pause()
        assert waits.wait_action is None


@pytest.mark.parametrize(("size", "scale"), [(WHOLE, 100), ((1280, 720), 75), ((1280, 720), 100), (WHOLE, 150)])
def test_what_a_key_does_is_told_in_whole_words(page, size, scale, monkeypatch):
    told = []
    monkeypatch.setattr(settings_sheets, "fit_words", lambda *of: told.append(fit_words(*of)) or told[-1])
    page.resize(size, Theme(scale))
    lines = [one for one in shows(page, "keys").layers[0].walk() if isinstance(one, KeyLine)]
    for line in lines:
        line.paint(pygame.Surface(size), Theme(scale))
    assert len(told) == len(lines) > 60
    assert [words for words, _ in told if "…" in words.removesuffix(" …")] == []
