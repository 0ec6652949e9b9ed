"""What comes up for the first time is told once, beside what it means, and only to whom it is wanted by."""

import pygame
import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.rulebook.book import load_first_time_notes
from tabletop.ui import settings
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screens.table.callout import split_uncovered
from tabletop.ui.screens.table.newcomer_notes import NEVER, NOTICED, RULE, SEEN, reading_time
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.seats import NOBODY
from tabletop.ui.settings import Newcomer, Veteran
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.overlay import TOAST_WIDTH
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import LARGEST, WINDOWS, problems_now
from tests.ui.tables import begun


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))


def at_sea(newcomer, *more):
    """Two ships alongside, their broadsides fired at a stroke: the guns are empty, and more may come up."""
    ships = [ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90), ship("B2", 9, 0, 90), ship("F2", 9, 2.5, 90)]
    match = begun(battle(*ships, *more))
    screen = TableScreen(
        match, game_plugins.create_table("ships_of_the_line", match.view(NOBODY)), to_title=lambda _: None,
        to_reckoning=lambda _: None, newcomer=newcomer,
    )  # fmt: skip
    screen.resize((1920, 1080), Theme())
    return screen


def fire(screen):
    order = next(one for one in screen.match.game.choices(screen.match.state) if "Broadside" in type(one).__name__)
    screen.match.submit(order)
    screen.rebuild()
    while screen.playing:
        screen.update(50)


def shown(screen):
    return [one.title for one, _ in screen._notes._waiting] if screen.has("note") else []


def test_the_first_shot_is_explained_once_and_never_again():
    screen = at_sea(Newcomer())
    assert shown(screen) == []
    fire(screen)
    assert shown(screen)[0] == "Guns run empty"
    while screen.has("note"):
        screen.click(SEEN)
    assert "ships_of_the_line: Guns run empty" in settings.read().notes_seen
    fire(screen)
    assert "Guns run empty" not in shown(screen)
    again = at_sea(Newcomer())
    fire(again)
    assert "Guns run empty" not in shown(again)


def test_a_note_leads_to_its_rule_and_takes_neither_focus_nor_keys():
    screen = at_sea(Newcomer())
    fire(screen)
    assert screen.focus is None
    screen.click(RULE)
    assert screen.find("rulebook.rows").chosen.startswith("ships_of_the_line.")
    assert "ships_of_the_line: Guns run empty" in settings.read().notes_seen


def test_whoever_wants_no_more_notes_gets_none():
    screen = at_sea(Newcomer())
    fire(screen)
    screen.click(NEVER)
    assert not screen.has("note")
    assert settings.read().notes is False
    fire(screen)
    assert not screen.has("note")
    assert Newcomer().knows("anything")
    assert Veteran().knows("anything")


def test_a_note_keeps_clear_of_panels_and_of_the_ship_it_speaks_of():
    screen = at_sea(Newcomer())
    fire(screen)
    noted = 0
    usual = [window for window in WINDOWS if window[0] != LARGEST]
    for size, theme in sorted(usual, key=lambda one: one[0][1] / one[1].scale, reverse=True):  # the roomiest first
        screen.resize(size, theme)
        assert not problems_now(screen), (size, theme.scale)
        if screen.has("note"):
            assert screen.area.contains(screen.find("note").rect)
            noted += 1
    assert noted >= 6


def test_where_there_is_no_room_for_a_sheet_a_note_is_a_message_that_goes_by_itself():
    screen = at_sea(Newcomer())
    screen.resize((1280, 720), Theme(200))
    fire(screen)
    assert not screen.has("note")
    message = screen.toast
    assert message.title == "Guns run empty"
    screen.press("F1")
    assert screen.has("rulebook")
    screen.press("Esc")
    next_phase(screen)  # what else happens takes it away for no longer than it lasts
    assert screen.toast is message
    assert settings.read().notes_seen == ()
    pass_time(screen, reading_time(load_first_time_notes("ships_of_the_line")[1]) + 1_000)
    assert "ships_of_the_line: Guns run empty" in settings.read().notes_seen
    assert screen.toast is not message


def test_in_a_window_that_becomes_larger_the_message_is_a_sheet():
    screen = at_sea(Newcomer())
    screen.resize((1280, 720), Theme(200))
    fire(screen)
    assert screen.toast
    screen.resize((1920, 1080), Theme())
    assert screen.has("note")
    assert not screen.toast


def test_a_message_that_was_clicked_away_was_read():
    screen = at_sea(Newcomer())
    screen.resize((1280, 720), Theme(200))
    fire(screen)
    message = screen.toast
    screen.handle(Input("pressed", message.rect.topleft, "left", frozenset({"left"})))
    pass_time(screen, 1_000)
    assert "ships_of_the_line: Guns run empty" in settings.read().notes_seen
    assert screen.toast is not message


def test_a_note_lies_upon_no_ship_and_speaks_of_none_that_is_out_of_sight():
    screen = at_sea(Newcomer(), *(ship(f"B{number}", x, 0, 90) for number, x in enumerate((2.5, 4.5, 6.5), 3)))
    fire(screen)
    assert screen.find("note").rect.collidelist(screen.table.lesson_hooks().occupied_rects()) < 0
    spoken = screen._notes._find_targets(screen._notes._waiting[0][1])
    assert len(spoken) == 1
    screen.table.view.go(screen.table.view.camera.panned(0, 5000))
    for _ in range(40):
        screen.update(50)
    assert screen._notes._find_targets(screen._notes._waiting[0][1]) == []


def test_the_line_to_what_a_note_speaks_of_passes_under_sheets():
    sheets = [pygame.Rect(20, -10, 30, 20), pygame.Rect(40, -10, 20, 20), pygame.Rect(0, 30, 90, 9)]
    pieces = [(tuple(here), tuple(there)) for here, there in split_uncovered((0, 0), (100, 0), sheets)]
    assert [(round(here[0]), round(there[0])) for here, there in pieces] == [(0, 20), (59, 100)]
    assert list(split_uncovered((30, 0), (45, 0), sheets)) == []


def pass_time(screen, milliseconds):
    for _ in range(milliseconds // 500):
        screen.update(500)


def next_phase(screen):
    before = screen.table.build_caption().phase
    while screen.table.build_caption().phase == before:
        screen.match.submit(
            next(one for one in screen.match.game.choices(screen.match.state) if type(one).__name__ == "Done")
        )
        screen.rebuild()
    while screen.playing:
        screen.update(50)


def test_a_note_goes_once_it_could_be_read_and_its_phase_is_over_and_stays_in_reach():
    screen = at_sea(Newcomer())
    fire(screen)
    first, *others = shown(screen)
    pass_time(screen, 600_000)
    assert shown(screen)[0] == first  # its phase lasts
    next_phase(screen)
    pass_time(screen, 500)
    assert shown(screen) == others
    if others:  # what comes after it is read before it goes
        pass_time(screen, 2000)
        assert shown(screen) == others
    screen.press("F10")
    assert screen.has("menu.notes")
    screen.click("menu.notes")
    assert first in [one.runs[0].text for one in screen.find("notes-so-far").walk() if isinstance(one, Text)]


def test_a_note_whose_phase_passes_at_once_stays_until_it_could_be_read_or_while_it_is_pointed_at():
    screen = at_sea(Newcomer())
    fire(screen)
    note = shown(screen)[0]
    next_phase(screen)
    pass_time(screen, NOTICED)
    assert shown(screen)[0] == note
    screen.handle(Input("moved", screen.find("note").rect.center))
    pass_time(screen, 60_000)
    assert shown(screen)[0] == note
    screen.handle(Input("moved", (0, 0)))
    screen.update(50)
    assert note not in shown(screen)


def at_cards(game):
    """A hand was dealt, and something is explained."""
    file = resources.list_scenarios(game)[0]
    match = Match.new(MatchSetup(find_game(game), file.read_text(encoding="utf-8"), file.name, "1"))
    screen = TableScreen(
        match,
        game_plugins.create_table(game, match.view(NOBODY)),
        to_title=lambda _: None,
        to_reckoning=lambda _: None,
        newcomer=Newcomer(),
    )
    while not any(match.state.cards.hands.values()):
        match.submit(next(iter(match.game.choices(match.state))))
    screen.resize((1280, 720), Theme(75))
    screen.rebuild()
    if screen.seats.waiting:
        screen._take_screen()
    screen.hush()
    screen.table.skip_playback()
    screen._notes._waiting.append((load_first_time_notes(game)[1], ()))
    screen.rebuild()
    return screen


@pytest.mark.parametrize("game", ["ship_duel", "trafalgar_cards", "volley"])
def test_a_note_hides_neither_the_hand_nor_what_can_be_used_on_a_card_table(game):
    screen = at_cards(game)
    taught = screen.table.lesson_hooks()
    for size, theme in (((1280, 720), Theme(75)), ((1280, 720), Theme(100)), ((1920, 1080), Theme(150))):
        screen.resize(size, theme)
        note = screen.find("note") if screen.has("note") else screen.toast
        if note is screen.toast:
            assert note.width == TOAST_WIDTH  # no narrower, and so higher, than it must be
        hand = [one.rect for one in screen.find("hand").children]
        assert hand
        assert note.rect.collidelist(hand) < 0, (size, theme.scale)
        used = [one for one in taught.control_rects(screen.layers[0].children[1:3]) if one.w]
        assert note.rect.collidelist(used) < 0, (size, theme.scale)
