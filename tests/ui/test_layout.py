"""Nothing is clipped and nothing overlaps, at any size of window and interface."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pygame
import pytest

from tabletop.authoring.draft import Draft
from tabletop.authoring.draft_files import AutoSaver
from tabletop.core import resources
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import MatchHistory
from tabletop.core.scenario import load_text
from tabletop.rulebook.book import find_identifier
from tabletop.ui.assets import anchors
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.portraits import Portrait
from tabletop.ui.error_page import ErrorPage
from tabletop.ui.input import Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens import local_backend, title_art
from tabletop.ui.screens.backend import Backend, LessonEntry
from tabletop.ui.screens.editor.open_page import OpenPage
from tabletop.ui.screens.editor.screen import EditorScreen
from tabletop.ui.screens.file_dialog import OpenFile, SaveFile
from tabletop.ui.screens.lessons import catalogue
from tabletop.ui.screens.lessons.lesson_pages import LearnPage, LessonOverPage
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.local_backend import build_editor
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.settings_page import SettingsPage
from tabletop.ui.screens.table.menu import build_menu
from tabletop.ui.screens.table.points import PointsSheet
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.seats import Seats
from tabletop.ui.screens.title import GameCard, TitlePage
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column
from tabletop.ui.widgets.overlay import Toast, Tooltip, named_by, question
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Chosen
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack
from tests.sampling import sample
from tests.ui.backends import backend, reckoning
from tests.ui.fitting import WINDOWS, bears_text, layout_problems, problems, problems_now, windows


def _broken_scenario() -> Page:
    page = NewGamePage(backend(), "rowing")
    page.selected = 3
    return page


def _with_question() -> Page:
    page = TitlePage(backend())
    page.resize((1280, 720), Theme())
    page.open(
        question(
            "End the combat phase?", "Two ships have not fired, and will not fire this turn.", ("yes", "End phase")
        )
    )
    return page


def _with_menu() -> Page:
    page = TitlePage(backend())
    page.resize((1280, 720), Theme())
    page.open(build_menu(page.theme, [("a", "The British"), ("b", "The Combined Fleet")], "b", noted=True))
    return page


def _settings(sheet: str) -> Page:
    page = SettingsPage()
    page.sheet = sheet
    return page


def _with_points() -> Page:
    file = next(one for one in resources.list_scenarios("ships_of_the_line") if one.stem == "trafalgar")
    match = Match.new(MatchSetup(games_by_id()["ships_of_the_line"], load_text(file), file.name, "1"))
    page = TitlePage(backend())
    page.resize((1280, 720), Theme())
    PointsSheet(page, match, Seats(match)).open()
    return page


def _reading(rule: str, typed: str = "") -> Page:
    reader = Reader("ships_of_the_line")
    assert reader.go_to(rule)
    reader.query = typed
    return RulebookPage(reader)


def _setting_up(game: str, scenario: str, *, group: str = "", form: tuple[str | int, ...] | None = None) -> Page:
    path = resources.find_scenario(game, scenario)
    draft = Draft(game, path.read_text(encoding="utf-8"), path.name)
    screen = EditorScreen(draft, AutoSaver(draft), lambda _: ErrorPage(pygame.Surface((64, 48))))
    screen.session.select(next((one.pieces for one in draft.groups if one.id == group), ()))
    screen.session.open_form(form)
    screen.session.nation = "spain"
    return screen


LESSONS = tuple(
    LessonEntry(f"g{n}", "Rowing", f"Learn to row on the river {n}", "Pull the oars, steer " * n, 15, 20, n, n > 2)
    for n in range(5)
)


def _lesson_over() -> Page:
    lesson = catalogue.load_lesson("ships_of_the_line/crossing_the_t")
    return LessonOverPage(replace(backend(), list_lessons=lambda: LESSONS), lesson, ("The reckoning", reckoning))


SCREENS: dict[str, Callable[[], Page]] = {
    "title": lambda: TitlePage(backend()),
    "title at first": lambda: TitlePage(backend(())),
    "title that offers a lesson": lambda: TitlePage(replace(backend(()), are_lessons_offered=lambda: True)),
    "learn": lambda: LearnPage(replace(backend(), list_lessons=lambda: LESSONS)),
    "the end of a lesson": _lesson_over,
    "new game": lambda: NewGamePage(backend(), "rowing"),
    "broken scenario": _broken_scenario,
    "no scenario": lambda: NewGamePage(backend(scenarios=()), "rowing"),
    "load": lambda: LoadPage(backend()),
    "nothing to load": lambda: LoadPage(backend(())),
    "settings": SettingsPage,
    **{f"settings: {sheet}": partial(_settings, sheet) for sheet in ("pacing", "colours", "keys")},
    "victory and points": _with_points,
    "a file to open": lambda: OpenFile(Path(__file__).parent, (".py",), lambda _: None),
    "a file to save": lambda: SaveFile(Path(__file__).parent, "x" * 100, (".py",), lambda _: None),
    "reckoning": reckoning,
    "trouble": lambda: ErrorPage(pygame.Surface((64, 48))),
    "question": _with_question,
    "menu": _with_menu,
    "rulebook": lambda: _reading("VOL-2"),
    "rulebook, words looked for": lambda: _reading("SLC-7", "the wind"),
    "setting up the sea": lambda: _setting_up("ships_of_the_line", "trafalgar"),
    "setting up a column": lambda: _setting_up("ships_of_the_line", "trafalgar", group="lee"),
    "setting up a ship": lambda: _setting_up("ships_of_the_line", "trafalgar", form=("ships", 10)),
    "setting up hexes": lambda: _setting_up("decks_of_glory", "squadron_action", group="british"),
    "setting up a deck": lambda: _setting_up("trafalgar_cards", "standard", form=("cards", 0)),
    "setting up kinds of cards": lambda: _setting_up("ship_duel", "standard"),
    "what can be set up": lambda: OpenPage(build_editor),
}


@pytest.mark.parametrize("name", SCREENS)
def test_no_text_is_clipped_or_covered(name: str) -> None:
    assert problems(SCREENS[name]()) == []


def test_no_ship_of_the_title_lies_behind_what_is_before_her(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[pygame.Surface, pygame.Rect]] = []

    def painted(target: pygame.Surface, _: object, ship: Portrait, origin: tuple[float, float], factor: float) -> None:
        long = anchors().models[ship.model].hull[0] * ship.zoom * factor
        middle = [at + place * factor for at, place in zip(origin, ship.at, strict=True)]
        seen.append((target, pygame.Rect(0, 0, 0.8 * long, 0.5 * long).move_to(center=middle)))

    monkeypatch.setattr(title_art, "paint_portrait", painted)
    for size, theme in windows():
        seen.clear()
        page = TitlePage(
            replace(local_backend.build_backend(), draw_cover=backend().draw_cover, list_saved=backend().list_saved)
        )
        page.resize(size, theme)
        found = [one for one in page.layers[0].walk() if bears_text(one) or isinstance(one, GameCard)]
        for target, ship in seen:
            at = (0, 0) if target.get_size() == size else page.find("squadron").rect.topleft
            behind = ship.move(at).collideobjects(found, key=lambda one: one.rect)
            assert behind is None, (size, theme.scale, ship, behind)


def _unpictured() -> Backend:
    """The backend of the program without its pictures, in which words are only drawn, not told."""
    return replace(
        local_backend.build_backend(), draw_cover=backend().draw_cover, draw_position=backend().draw_position
    )


def _against_an_admiral() -> Page:
    page = NewGamePage(_unpictured(), "ship_duel")
    page.resize((1280, 720), Theme())
    page.act(Chosen("seat.starboard", "captain"))
    page.act(Chosen("level.starboard", "admiral"))
    return page


INSTALLED: dict[str, Callable[[], Page]] = {
    "title of the program": lambda: TitlePage(_unpictured()),
    **{f"new {game}": lambda game=game: NewGamePage(_unpictured(), game) for game in games_by_id()},
    "against an Admiral": _against_an_admiral,
}


@pytest.mark.parametrize("name", INSTALLED)
def test_nothing_of_the_installed_screens_is_clipped_or_covered(name: str) -> None:
    assert problems(INSTALLED[name]()) == []


RECORDS = [one for one in (Path(__file__).parents[1] / "records").glob("*.jsonl") if not one.stem.startswith("tiny")]
MOMENTS, SEEN = 8, 8
"""Of each recorded match, and of all of them in a run."""
LAID_OVER: dict[str, tuple[str, ...]] = {"table": (), "log": ("G",), "menu": ("Esc", "Esc", "Esc"), "rules": ("F1",)}
MATCHES = [(path, part, over) for path in sorted(RECORDS) for part in range(MOMENTS) for over in LAID_OVER]


def _moment(record: Path, part: int) -> TableScreen:
    """The table when so many parts of a recorded match had been played, seen by whoever is asked."""
    kept = Match.load(record)
    state = kept.moves[part * (len(kept.moves) - 1) // (MOMENTS - 1)].after
    match = Match(MatchHistory(kept.game, state), kept.header)
    table = game_plugins.create_table(kept.game.meta.id, match.view(""))
    screen = TableScreen(match, table, to_title=lambda _: Quit(), to_reckoning=lambda _: Quit())
    screen.look_as(None)
    return screen


@pytest.mark.parametrize(("record", "part", "over"), sample(MATCHES, SEEN, "moments of recorded matches"))
def test_nothing_of_a_table_is_clipped_or_covered_at_any_moment(record: Path, part: int, over: str) -> None:
    screen = _moment(record, part)
    for size, theme in windows():
        screen.resize(size, theme)
        for chord in LAID_OVER[over]:
            screen.press(chord)
        assert problems_now(screen) == []
        while len(screen.layers) > 1:
            screen.close()


@pytest.mark.parametrize(
    ("record", "part"), sample(sorted({(path, part) for path, part, _ in MATCHES}), 4, "moments with identifiers")
)
def test_f1_over_whatever_names_a_rule_opens_it(record: Path, part: int) -> None:
    screen = _moment(record, part)
    screen.resize((1920, 1080), Theme())
    game, at = screen.match.game.meta.id, (-1, -1)
    told = [one for one in screen.layers[0].walk() if find_identifier(named_by(one, at), game)]
    seen = [one for one in told if one in screen.layers[0].path_to(one.rect.center)]
    for widget in seen:
        screen.handle(Input("moved", widget.rect.center))
        assert any(find_identifier(words, game) for words in screen.pointed), widget
    if seen:
        screen.handle(Input("key", key="F1"))
        assert screen.has("rulebook.text")


def test_the_orders_of_a_crew_sheet_that_scrolls_leave_room_for_its_bar() -> None:
    (record,) = (one for one in RECORDS if one.stem == "four_frigates_last_turn")
    screen = _moment(record, 4)
    screen.resize((1280, 720), Theme())
    assert any(isinstance(one, Scroll) and one.overflowing for one in screen.find("crew").walk())
    assert problems_now(screen) == []


class _Bare(Page):
    """Nothing but what is laid over it: no sea need be painted for it."""

    def compose(self) -> Stack:
        return Stack([])


def test_the_longest_tooltips_and_messages_find_room() -> None:
    page = _Bare()
    words = (
        "Nuestra Señora de la Santísima Trinidad cannot fire at her, for she lies 11° aft of the field of fire. " * 4
    )
    for size, theme in WINDOWS:
        page.resize(size, theme)
        page.say(Toast("Not in this scenario.", words))
        tooltip = Tooltip(Tip("Points for her move", words, "Ctrl Z"))
        tooltip.beside(theme, (size[0] - 3, size[1] - 3), page.area)
        for one in (page.toast, tooltip):
            assert one is not None
            assert page.area.contains(one.rect), (size, theme.scale)


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_drawn_while_nothing_changes(name: str) -> None:
    page = SCREENS[name]()
    page.resize((1280, 720), Theme())
    surface = pygame.Surface((1280, 720))
    assert page.draw(surface)
    assert not page.update(16)
    assert not page.draw(surface)


class _Crowded(Page):
    def compose(self) -> Column:
        return Column(
            [Stack([Label("one"), Label("other")]), Label("far too long for a narrow window " * 3, ident="long")]
        )


def test_a_screen_that_does_not_fit_is_told_of() -> None:
    page = _Crowded()
    page.resize((200, 100), Theme())
    told = "\n".join(layout_problems(page))
    assert "Label 'one' and Label 'other' overlap" in told
    assert "Label long needs" in told
