"""The screens with the games, scenarios and records of the installed program."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.core import library, resources
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError
from tabletop.core.game import find_game, games_by_id
from tabletop.core.library import RecordLock
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import ComputerPlayer, Seating
from tabletop.games.ships_of_the_line.rule_modules import load_rule_modules
from tabletop.ui import picture_cache, settings
from tabletop.ui.app import App
from tabletop.ui.boards import game_plugins
from tabletop.ui.picture_cache import PictureCache, picture_bytes
from tabletop.ui.screen import Push
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.result import ResultPage
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.settings import Settings
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.report import Chosen
from tests.card_games import CARD_GAMES
from tests.games import COMPLETE
from tests.systems import make_pipe
from tests.ui.fitting import layout_problems

GAME = "ships_of_the_line"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(library.HOME, str(tmp_path))
    yield tmp_path
    local_backend.RECORD_LOCK.release()


def shown(page: Any, size: tuple[int, int] = (1280, 720)) -> Any:
    page.resize(size, Theme())
    page.draw(pygame.Surface(size))
    return page


@pytest.fixture
def window() -> Iterator[App]:
    yield App((1280, 720))
    pygame.display.set_mode((1280, 720))


def duel() -> Any:
    return next(scenario for scenario in local_backend.list_scenarios(GAME) if scenario.id == "duel_of_two_74s")


def begun() -> Any:
    new_game = NewGamePage(local_backend.build_backend(), GAME)
    new_game.selected = new_game.scenarios.index(duel())
    transition = shown(new_game).click("begin")
    assert isinstance(transition, Push)
    return transition.screen


@pytest.mark.registry
def test_every_registered_game_has_a_table_and_pictures() -> None:
    for game in games_by_id():
        assert game_plugins.load_pictures(game).cover((64, 48)).get_size() == (64, 48)
        assert callable(game_plugins._load_part(game, "table").TABLE)


def test_a_larger_cover_is_drawn_only_when_nothing_else_is_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    class Pictures:
        def cover(self, size: tuple[int, int]) -> pygame.Surface:
            drawn.append(size[0])
            return pygame.Surface(size)

    monkeypatch.setattr(local_backend.game_plugins, "load_pictures", lambda _: Pictures())
    kept = PictureCache[Any](picture_cache.BUDGET, lambda one: picture_bytes(one.picture))
    monkeypatch.setattr(picture_cache, "_drawn", kept)
    five = {name: find_game(name) for name in COMPLETE}  # with more, the covers of this window are smaller
    page = TitlePage(replace(local_backend.build_backend(), games=lambda: five))
    surface = pygame.Surface((2560, 1900))  # covers half as large again find room in it
    page.resize(surface.get_size(), Theme(100))
    page.draw(surface)
    drawn.clear()
    page.resize(surface.get_size(), Theme(200))
    page.draw(surface)
    assert drawn == []
    while page.update(50):
        assert len(drawn) <= len(five)
    assert drawn == [672] * len(five)
    assert page.draw(surface)
    assert not page.update(1000)


def test_a_step_of_the_scale_draws_the_battle_larger_only_when_nothing_else_is_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pictures, drawn = game_plugins.load_pictures(GAME), list[int]()

    def position(state: Any, size: tuple[int, int]) -> pygame.Surface:
        drawn.append(size[0])
        return pictures.position(state, size)

    monkeypatch.setattr(local_backend.game_plugins, "load_pictures", lambda _: replace(pictures, position=position))
    page, surface = NewGamePage(local_backend.build_backend(), GAME), pygame.Surface((2240, 1260))
    page.selected = page.scenarios.index(duel())
    page.resize(surface.get_size(), Theme(100))
    page.draw(surface)
    first = drawn.pop()
    assert not page.update(1000)
    page.resize(surface.get_size(), Theme(125))
    page.draw(surface)
    coarse = surface.copy()
    assert page.update(50)
    assert drawn == []
    assert page.update(picture_cache.QUIET)
    assert len(drawn) == 1
    assert drawn[0] > first
    page.draw(surface)
    assert pygame.image.tobytes(coarse, "RGB") != pygame.image.tobytes(surface, "RGB")
    assert not page.update(1000)
    page.resize(surface.get_size(), Theme(100))
    page.draw(surface)
    assert not page.update(1000)
    assert len(drawn) == 1


def test_a_step_of_the_scale_reads_no_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown(NewGamePage(local_backend.build_backend(), GAME))
    read = list[str]()
    monkeypatch.setattr(find_game(GAME), "read", lambda _text, source: read.append(source))
    page.resize((1280, 720), Theme(125))
    assert read == []


def test_every_scenario_that_comes_with_the_program_can_be_begun() -> None:
    scenarios = local_backend.list_scenarios(GAME)
    assert scenarios[0].id == "trafalgar"
    assert [scenario.problem for scenario in scenarios] == [""] * len(scenarios)
    assert scenarios[0].sides == (("British", "27 ships"), ("Combined Fleet", "33 ships"))
    assert all(scenario.briefing and scenario.facts for scenario in scenarios)


@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_standard_game_of_a_card_game_heads_the_list_and_is_chosen(game: str) -> None:
    page = shown(NewGamePage(local_backend.build_backend(), game))
    names = [scenario.id for scenario in page.scenarios]
    assert names[0] == page.scenario.id == "standard"
    assert sorted(names[1:], key=lambda name: next(c.title for c in page.scenarios if c.id == name)) == names[1:]
    assert page.find("scenarios").chosen == "0"


@pytest.mark.parametrize(
    ("game", "scenario", "names"),
    [
        ("volley", "rearguard_at_the_bridge", ["Rearguard", "Vanguard"]),
        ("ship_duel", "the_long_fight", ["Queen Charlotte", "Montagne"]),
        ("trafalgar_cards", "standard", ["British", "Combined Fleet"]),
    ],
)
def test_the_seats_bear_the_names_of_the_scenario(game: str, scenario: str, names: list[str]) -> None:
    page = NewGamePage(local_backend.build_backend(), game)
    page.selected = [scenario.id for scenario in page.scenarios].index(scenario)
    texts = [getattr(widget, "text", "") for layer in shown(page).layers for widget in layer.walk()]
    assert [text for text in texts if text in names] == names


@pytest.mark.parametrize("game", games_by_id())
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_real_names_and_briefings_fit(size: tuple[int, int], game: str) -> None:
    new_game = NewGamePage(local_backend.build_backend(), game)
    for number in range(len(new_game.scenarios)):
        new_game.selected = number
        new_game.resize(size, Theme())
        assert layout_problems(new_game) == []


def test_a_match_that_was_begun_is_there_to_continue_and_to_load() -> None:
    assert not shown(local_backend.build_title_page()).has("continue")
    table = begun()
    title = shown(local_backend.build_title_page())
    assert duel().title in title.find("continue").note
    transition = title.press("Enter")
    assert isinstance(transition, Push)
    resumed: Any = transition.screen
    assert resumed.match.state == table.match.state
    load = shown(LoadPage(local_backend.build_backend()))
    assert [one.title for one in load.saved] == [duel().title]


def test_each_player_of_a_side_is_named_with_who_plays_for_him() -> None:
    file = resources.find_scenario(GAME, "three_admirals")
    seating = Seating(("alava", "british"), players={"alava": ComputerPlayer("captain"), "british": ComputerPlayer()})
    beginning = MatchSetup(find_game(GAME), file.read_text(encoding="utf-8"), file.name, "1", seating=seating)
    Match.new(beginning, library.home_folder() / "records" / "three.jsonl")
    Match.new(msgspec.structs.replace(beginning, seating=Seating()), library.home_folder() / "records" / "two.jsonl")
    load = shown(LoadPage(local_backend.build_backend()))
    assert {one.path.stem: one.seats for one in load.saved} == {
        "three": (("British", "the computer"), ("Álava", "the computer, Captain"), ("Magon", "a person")),
        "two": (("British", "a person"), ("Combined Fleet", "a person")),
    }
    load.press("/")
    for letter in "álava captain":
        load.type(letter)
    assert [one.path.stem for one in load.listed_matches] == ["three"]


def test_a_damaged_record_is_listed_with_its_reason(home: Path) -> None:
    (home / "records").mkdir()
    (home / "records" / "old.jsonl").write_text("{}\n", encoding="utf-8")
    assert not shown(local_backend.build_title_page()).has("continue")
    load = shown(LoadPage(local_backend.build_backend()))
    assert load.saved[0].problem
    assert not load.find("open").enabled


def test_a_match_that_is_over_is_reckoned_and_not_continued() -> None:
    match: Match = begun().match
    match.submit(Concede(side="allied"))
    transition = local_backend.show_result(match)
    assert isinstance(transition, Push)
    page: Any = transition.screen
    assert isinstance(page, ResultPage)
    shown(page)
    assert layout_problems(page) == []
    assert [heading for heading, _ in page.story.fates] == ["British", "French"]
    assert not shown(local_backend.build_title_page()).has("continue")
    assert shown(local_backend.build_title_page()).has("load")


def test_every_rule_that_is_built_and_the_strength_of_the_wind_can_be_switched() -> None:
    choices = local_backend.list_switches(GAME, duel())
    assert all(not choice.reason for choice in choices)
    assert {*load_rule_modules(), "wind_strength"} <= {choice.id for choice in choices}


def test_a_battle_is_told_and_shown_as_it_begins_with_the_rules_that_are_switched() -> None:
    page = shown(NewGamePage(local_backend.build_backend(), "volley"))
    assert page.scenario.opening.strengths == {"red": 100, "blue": 100}
    page.hear(Chosen("option.troops", "50"))
    assert page.scenario.opening.strengths == {"red": 50, "blue": 50}
    assert "50" in dict(page.scenario.sides)["Red"]
    page.hear(Chosen("option.troops", "150"))
    assert page.scenario.opening.strengths == {"red": 150, "blue": 150}
    page.click("scenarios")
    page.press("Down")
    assert page.scenario is page.scenarios[page.selected]


def test_how_many_command_a_fleet_is_chosen_and_what_each_of_them_has_is_told() -> None:
    page = shown(NewGamePage(local_backend.build_backend(), "ships_of_the_line"))
    page.hear(Chosen("option.british_players", "3"))
    assert [one.side for one in page.scenario.opening.players] == ["british"] * 3 + ["allied"]
    words = [
        run.text for layer in shown(page).layers for one in layer.walk() if isinstance(one, Text) for run in one.runs
    ]
    assert words[words.index("Nelson") + 1] == "Weather Column, 12 ships"
    assert layout_problems(page) == []
    table: Any = page.click("begin").screen
    assert table.match.state.players == page.scenario.opening.players


@pytest.mark.parametrize("game", sorted(games_by_id()))
def test_every_rule_can_be_switched_before_a_battle(game: str) -> None:
    for scenario in local_backend.list_scenarios(game):
        for choice in local_backend.list_switches(game, scenario):
            others = [not choice.value] if isinstance(choice.value, bool) else [key for key, _ in choice.values]
            for value in () if choice.reason else others:
                assert local_backend.scenario_with_options(game, scenario, {choice.id: value}).opening is not None


def test_small_pictures_of_a_position_are_kept() -> None:
    state = duel().opening
    assert local_backend.draw_position(GAME, state, (120, 80)) is local_backend.draw_position(GAME, state, (120, 80))
    assert local_backend.draw_position(GAME, None, (120, 80)).get_size() == (120, 80)


def test_enter_goes_on_with_the_match_that_was_left() -> None:
    assert isinstance(shown(local_backend.build_title_page()).press("Enter").screen, NewGamePage)
    scenario = duel()
    local_backend.start_match(scenario.title, MatchSetup(find_game(GAME), scenario.text, scenario.source, "seed"))
    assert isinstance(shown(local_backend.build_title_page()).press("Enter").screen, TableScreen)
    assert isinstance(shown(local_backend.build_title_page()).press("N").screen, NewGamePage)


def test_a_match_that_lies_on_another_table_stays_there() -> None:
    record = begun().match.path
    local_backend.RECORD_LOCK.release()
    other = RecordLock()
    other.acquire(record)
    for page in (shown(local_backend.build_title_page()), shown(LoadPage(local_backend.build_backend()))):
        assert page.press("Enter") is None
        assert "is open in another window; close it there first." in page.toast.body
    other.release()
    assert isinstance(shown(local_backend.build_title_page()).press("Enter"), Push)


def test_back_at_the_title_the_match_may_be_opened_elsewhere(window: App) -> None:
    table = begun()
    with pytest.raises(RecordError):
        RecordLock().acquire(table.match.path)
    window.show(table)
    window.apply(table.presses["menu.title"]())
    assert isinstance(window.screens[-1], TitlePage)
    other = RecordLock()
    other.acquire(table.match.path)
    other.release()


def test_scenarios_of_the_player_stand_beside_those_of_the_program(home: Path) -> None:
    folder = home / "scenarios" / "volley"
    folder.mkdir(parents=True)
    own = folder / "guards.yaml"
    own.write_text("game: volley\ntitle: Guards\nbriefing: Mine.\nsides: {red: Guard, blue: Line}\ncards: standard\n")
    (folder / "torn.yaml").write_text("game: volley\ntitle: Torn\nbriefing: Mine.\ncards: standerd\n")
    scenarios = {scenario.id: scenario for scenario in local_backend.list_scenarios("volley")}
    assert scenarios["guards"].title == "Guards"
    assert not scenarios["guards"].problem
    assert "torn.yaml:4:" in scenarios["torn"].problem
    own.unlink()
    assert "guards" not in {scenario.id for scenario in local_backend.list_scenarios("volley")}


HOSTILE = {
    "nul": 'title: "a\\0b"\n',
    "endless": f"title: {'x' * 240}\n",
    "huge": "title: x\nmargin: 1e300\n",
    "bomb": "title: x\nbriefing: [" + "a, " * 60_000 + "]\n",
}


def test_bad_scenarios_are_greyed_with_their_sentence_and_hide_no_other(home: Path) -> None:
    folder = home / "scenarios" / GAME
    folder.mkdir(parents=True)
    for name, text in HOSTILE.items():
        (folder / f"{name}.yaml").write_text(f"game: {GAME}\nwind: {{from: N}}\n{text}", encoding="utf-8")
    (folder / "far.yaml").write_text(duel().text.replace("at: [", "at: [-1e308, 3], heading: 1, x: [", 1))
    make_pipe(folder / "pipe.yaml")
    (folder / "loop.yaml").symlink_to(folder / "loop.yaml")
    page = shown(NewGamePage(local_backend.build_backend(), GAME))
    rows = {scenario.id: row for scenario, row in zip(page.scenarios, page.find("scenarios").entries, strict=True)}
    bad = {*HOSTILE, "far", "pipe", "loop"}
    assert {name for name, row in rows.items() if row.barred} == bad
    assert len(rows) - len(bad) == len(resources.list_scenarios(GAME))
    assert all(str(rows[name].tip.body).startswith(f"{name}.yaml:") or name in ("pipe", "loop") for name in bad)
    for number in range(len(rows)):
        page.hear(Chosen("scenarios", str(number)))
        shown(page)


def test_a_battle_with_the_longest_title_begins(home: Path) -> None:
    folder = home / "scenarios" / GAME
    folder.mkdir(parents=True)
    text = duel().text.replace(duel().title, "Ü" * 79 + "x")
    (folder / "long.yaml").write_text(text, encoding="utf-8")
    page = shown(NewGamePage(local_backend.build_backend(), GAME))
    page.selected = [scenario.id for scenario in page.scenarios].index("long")
    assert isinstance(page.presses["begin"](), Push)


def test_rules_are_remembered_by_scenario_beside_what_else_is_set_and_the_oldest_are_forgotten() -> None:
    settings.write(Settings(scale=150))
    one, other = local_backend.list_scenarios(GAME)[:2]
    local_backend.remember_options(GAME, one, {"veterans": True})
    local_backend.remember_options(GAME, other, {"wind_strength": "heavy"})
    assert local_backend.remembered_options(GAME, one) == {"veterans": True}
    assert (settings.read().scale, len(settings.read().rules)) == (150, 2)
    local_backend.remember_options(GAME, one, {})
    assert local_backend.remembered_options(GAME, one) == {}
    for number in range(local_backend.MOST_REMEMBERED):
        local_backend.remember_options(GAME, replace(one, id=f"battle{number}"), {"veterans": True})
    assert local_backend.remembered_options(GAME, other) == {}
    assert len(settings.read().rules) == local_backend.MOST_REMEMBERED


def test_amb_123_presets_switch_all_modules_and_the_scenarios_own_is_marked_at_first() -> None:
    page = shown(NewGamePage(local_backend.build_backend(), GAME))
    rules = page.find("presets")
    assert rules.chosen == "as_made"
    page.give_focus(rules)
    page.press("End")
    whole = {name for name, module in load_rule_modules().items() if module.is_in_book} - {"fast_game", "no_wind"}
    assert page.options == {name: name in whole for name in load_rule_modules()}
    page.press("Home")
    assert page.find("presets").chosen == "as_made"
    assert page.options == dict.fromkeys(load_rule_modules(), False)


def test_c_6_the_curtain_can_be_left_off_where_a_battle_at_sea_hides_something() -> None:
    page = shown(NewGamePage(local_backend.build_backend(), GAME))
    named = [one.id for one in page.scenarios]
    assert "only standing orders to squadrons are secret" in str([vars(one) for one in page.layers[0].walk()])
    page.hear(Chosen("scenarios", str(named.index("three_admirals"))))
    page.click("curtain")
    transition = page.click("begin")
    assert isinstance(transition, Push)
    seats = transition.screen.seats  # type: ignore[attr-defined]
    assert (seats.can_cover, seats.waiting) == (False, "")
