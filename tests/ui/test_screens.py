"""From the title to the table and back, by keyboard and by mouse."""

from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.core.game import Outcome, Preset, Score, Switch, find_game
from tabletop.core.game import games_by_id as installed
from tabletop.core.match import MatchSetup
from tabletop.core.record import Seating
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Quit, Transition
from tabletop.ui.screens.load import LoadPage
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.result import ResultPage, ResultStory
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.theme import SCALES, Theme
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.page import Page, focusable
from tests.ui.backends import META, SAVED, backend, reckoning
from tests.ui.fitting import layout_problems


def shown(page: Any) -> Any:
    page.resize((1280, 720), Theme())
    return page


def pushed(transition: Transition | None) -> Any:
    assert isinstance(transition, Push), transition
    return transition.screen


@pytest.mark.parametrize(("number", "words"), [(1, "A game of"), (5, "Five games of"), (12, "12 games of")])
def test_the_title_says_how_many_games_there_are_and_offers_each(number: int, words: str) -> None:
    games = {f"rowing{n}": SimpleNamespace(meta=msgspec.structs.replace(META, id=f"rowing{n}")) for n in range(number)}
    title = shown(TitlePage(replace(backend(), games=lambda: games)))
    told = [run.text for widget in title.layers[0].walk() if isinstance(widget, Text) for run in widget.runs]
    assert any(one.startswith(words) for one in told)
    assert all(title.find(f"play.{one}") for one in games)


def test_keyboard_alone_leads_from_the_title_to_a_match() -> None:
    title = shown(TitlePage(backend()))
    for _ in range(20):
        title.press("Tab")
        if title.focus and title.focus.id == "play.rowing":
            break
    new_game = shown(pushed(title.press("Enter")))
    assert isinstance(new_game, NewGamePage)
    new_game.press("Tab")
    new_game.press("Down")
    assert new_game.scenario.title == "Against the Tide"
    title, told = pushed(new_game.press("Enter")).told
    assert isinstance(told, MatchSetup)
    assert title == "Against the Tide"
    assert told.seed


def test_whoever_plays_for_the_computer_has_a_seed_of_its_own() -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    for side in ("a", "b"):
        new_game.give_focus(new_game.find(f"seat.{side}"))
        new_game.press("Right")
    _, told = pushed(new_game.click("begin")).told
    players = told.seating.players
    assert told.seating.computer == ("a", "b")
    assert [one.player for one in players.values()] == ["casual", "casual"]
    assert len({told.seed, *(one.seed for one in players.values())}) == 3
    new_game.give_focus(new_game.find("seat.a"))
    new_game.press("Left")
    _, told = pushed(new_game.click("begin")).told
    assert (told.seating.computer, list(told.seating.players)) == (("b",), ["b"])


@pytest.mark.parametrize("ident", ["seat.a", "option.fog", "option.oars", "option.stream", "seed", "scenarios"])
def test_enter_begins_the_battle_also_from_a_switch(ident: str) -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    new_game.give_focus(new_game.find(ident))
    _, told = pushed(new_game.press("Enter")).told
    assert told.options == {}
    assert told.seating == Seating()


def test_space_ticks_a_box_and_says_why_one_cannot_be_ticked() -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    new_game.give_focus(new_game.find("option.fog"))
    new_game.press("Space")
    assert new_game.options == {"fog": True}
    new_game.give_focus(new_game.find("option.oars"))
    new_game.press("Space")
    assert new_game.toast.title == "Not in this scenario."


def test_the_first_arrow_moves_in_the_list() -> None:
    new_game, load = shown(NewGamePage(backend(), "rowing")), shown(LoadPage(backend()))
    new_game.press("Down")
    load.press("Down")
    assert (new_game.selected, load.chosen) == (1, 1)
    new_game.press("Down")
    assert new_game.selected == 2


def test_the_mouse_alone_leads_from_the_title_to_a_match() -> None:
    new_game = shown(pushed(shown(TitlePage(backend())).click("play.rowing")))
    new_game.click("option.fog")
    _, told = pushed(new_game.click("begin")).told
    assert told.options == {"fog": True}


def test_a_rule_with_several_values_shows_them_side_by_side() -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    stream = new_game.find("option.stream")
    new_game.give_focus(stream)
    new_game.press("Right")
    _, told = pushed(new_game.click("begin")).told
    assert told.options == {"stream": "fast"}


def test_a_click_anywhere_on_a_card_plays() -> None:
    title = shown(TitlePage(backend()))
    at = (title.find("play.rowing").rect.x - 60, title.find("play.rowing").rect.y)
    for kind in ("moved", "pressed"):
        title.handle(Input(kind, at, "left"))  # type: ignore[arg-type]
    assert isinstance(pushed(title.handle(Input("released", at, "left"))), NewGamePage)


def test_continue_takes_the_latest_match_that_is_not_over() -> None:
    assert pushed(shown(TitlePage(backend())).press("Enter")).told == SAVED[0].path


@pytest.mark.parametrize("saved", [(), SAVED[1:]])
def test_without_an_unfinished_match_there_is_no_continue(saved: Any) -> None:
    assert not shown(TitlePage(backend(saved))).has("continue")


def test_load_is_always_there_for_a_record_can_be_brought_in() -> None:
    assert isinstance(pushed(shown(TitlePage(backend(()))).click("load")), LoadPage)
    assert isinstance(pushed(shown(TitlePage(backend())).click("load")), LoadPage)


def test_esc_asks_once_on_the_title_and_goes_back_elsewhere() -> None:
    title = shown(TitlePage(backend()))
    for _ in range(2):  # struck again it goes back
        assert title.press("Esc") is None
    assert len(title.layers) == 1
    title.press("Esc")
    assert isinstance(title.press("Enter"), Quit)
    assert isinstance(shown(TitlePage(backend())).click("exit"), Quit)
    for page in (NewGamePage(backend(), "rowing"), LoadPage(backend()), reckoning()):
        assert isinstance(shown(page).press("Esc"), Pop)


def test_a_match_that_cannot_be_opened_says_why() -> None:
    load = shown(LoadPage(backend()))
    load.press("Tab")
    load.press("Down")
    assert load.press("Enter") is None
    assert load.toast is not None
    assert load.toast.body == "two.jsonl is from a later version."


def test_a_damaged_match_has_a_disabled_button_with_the_reason() -> None:
    load = shown(LoadPage(backend()))
    load.press("Tab")
    load.press("End")
    assert not load.find("open").enabled
    assert load.click("open") is None
    assert load.toast is not None
    assert load.toast.title == "bad.jsonl is damaged at line 4."


def test_a_damaged_match_tells_nothing_but_what_is_wrong_and_where_it_is_seen_at_once() -> None:
    load = shown(LoadPage(backend()))
    load.press("Down")
    load.press("End")
    words = {"".join(run.text for run in getattr(one, "runs", ())): one.rect for one in load.layers[0].walk()}
    assert load.area.contains(words[SAVED[2].problem])
    assert "At the beginning" not in words
    assert load.find("matches").entries[2].text == "bad (cannot be opened)"


def test_a_faulty_scenario_cannot_be_begun() -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    new_game.press("Tab")
    new_game.press("End")
    assert new_game.press("Enter") is None
    assert not new_game.find("begin").enabled


def test_the_seed_can_be_written_and_drawn_anew() -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    new_game.click("seed")
    new_game.press("End")
    for _ in range(24):
        new_game.press("Backspace")
    new_game.type("nile 1798!")
    assert new_game.seed == "nile1798"
    new_game.press("Esc")
    new_game.click("seed.fresh")
    assert new_game.seed not in ("", "nile1798")


def test_a_rule_that_cannot_be_switched_says_why() -> None:
    new_game = shown(NewGamePage(backend(), "rowing"))
    new_game.click("option.oars")
    assert new_game.toast is not None
    assert new_game.toast.title == "Not in this scenario."
    assert pushed(new_game.click("begin")).told[1].options == {}


def test_amb_123_switches_stand_under_the_headings_of_their_groups() -> None:
    switches = (
        Switch("fog", "Fog", "ROW-4"),
        *(Switch(name, name, "ROW-5", group="Oars") for name in ("long", "short")),
    )
    page = shown(NewGamePage(replace(backend(), list_switches=lambda _game, _scenario: switches), "rowing"))
    told = [getattr(widget, "text", "") for layer in page.layers for widget in layer.walk()]
    assert told.count("Oars") == 1
    order = [getattr(widget, "id", "") for layer in page.layers for widget in layer.walk()]
    assert order.index("option.fog") < told.index("Oars") < order.index("option.long") < order.index("option.short")


PRESETS = (
    Preset("made", "As made", "As the river is.", {"fog": False, "oars": False}),
    Preset("calm", "Calm", "Nothing but rowing.", {"fog": False, "oars": False}),
    Preset("wild", "Wild", "Everything.", {"fog": True, "oars": True}),
)


def marked(page: Page) -> str:
    """Which set of rules is shown as the one that holds."""
    (found,) = [one.chosen for layer in page.layers for one in layer.walk() if getattr(one, "id", "") == "presets"]
    return found


def test_a_set_of_rules_switches_them_all_and_is_marked_while_it_holds() -> None:
    switches = (Switch("fog", "Fog", "ROW-4"), Switch("oars", "Oars may break", "ROW-5"))
    world = replace(
        backend(), list_switches=lambda _game, _scenario: switches, list_presets=lambda _game, _scenario: PRESETS
    )
    page = shown(NewGamePage(world, "rowing"))
    assert marked(page) == "made"
    page.give_focus(page.find("presets"))
    page.press("Down")
    page.press("Down")
    assert (page.options, marked(page)) == ({"fog": True, "oars": True}, "wild")
    page.click("option.fog")
    assert (page.options["fog"], marked(page)) == (False, "")
    page.give_focus(page.find("presets"))
    page.press("Home")
    page.press("Down")
    assert (page.options, marked(page)) == ({"fog": False, "oars": False}, "calm")


def test_rules_are_switched_as_they_were_when_the_scenario_was_begun_last() -> None:
    kept: dict[str, dict[str, str | bool]] = {"against": {"fog": True, "stream": "torrent", "sails": True}}
    world = replace(
        backend(),
        remembered_options=lambda _game, scenario: kept.get(scenario.id, {}),
        remember_options=lambda _game, scenario, options: kept.update({scenario.id: dict(options)}),
    )
    page = shown(NewGamePage(world, "rowing"))
    assert page.options == {}
    page.click("option.fog")
    page.click("begin")
    assert kept["under the bridge"] == {"fog": True}
    kept["against the tide"] = kept.pop("against")
    again = shown(NewGamePage(world, "rowing"))
    assert again.options == {"fog": True}
    again.give_focus(again.find("scenarios"))
    again.press("Down")
    assert again.options == {"fog": True}, "what is no rule any more, or no value of one, is forgotten"


def test_the_reckoning_tells_every_point_with_its_rule() -> None:
    page: Page = shown(reckoning())
    words = [getattr(widget, "text", "") for layer in page.layers for widget in layer.walk()]
    rules = [getattr(widget, "targets", ()) for layer in page.layers for widget in layer.walk()]
    assert words.count("turn 4") == 1
    assert [("ROW-3.1-b", "ROW-3.1-b")] in rules
    assert "54 points" in words


@pytest.mark.parametrize(
    ("way", "rule"), [("click", "SOTL-4.4.2-a"), ("F1", "SOTL-4.4.2-a"), ("F1 elsewhere", "SOTL-3-h")]
)
def test_the_rules_of_the_reckoning_lead_into_the_rulebook(way: str, rule: str) -> None:
    scores = (Score("british", 1, "Struck", "SOTL-4.4.2-a, AMB-12"),)
    outcome = Outcome("british", "Nobody is left", "SOTL-3-h", {"british": 1}, scores)
    page = shown(ResultPage(find_game("ships_of_the_line").meta, outcome, ResultStory("Trafalgar", "turn 8", [])))
    on = next(one for one in page.layers[0].walk() if one.rule.startswith("SOTL-4.4.2")).rect.move(4, 4).topleft
    page.handle(Input("moved", (2, 2) if way == "F1 elsewhere" else on))
    given = Input("pressed", on, "left") if way == "click" else Input("key", key="F1")
    opened = pushed(page.handle(given))
    assert isinstance(opened, RulebookPage)
    assert rule in opened.reader.section.rules


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((), []),
        ((Score("a", 1, "Overtook", "ROW-3"),), ["1 point", "0 points"]),
    ],
)
def test_points_are_told_only_where_points_are_counted(scores: tuple[Score, ...], told: list[str]) -> None:
    outcome = Outcome("a", "The Cam has no boat left", "ROW-9-a", {"a": 71, "b": 0}, scores)
    page = shown(ResultPage(META, outcome, ResultStory("Under the Bridge", "turn 8", [])))
    texts = [getattr(widget, "text", "") for layer in page.layers for widget in layer.walk()]
    assert "71" in texts
    assert [text for text in texts if text.endswith((" point", " points"))] == told


def test_every_control_is_reached_by_tab() -> None:
    title = shown(TitlePage(backend()))
    seen = set()
    for _ in range(10):
        title.press("Tab")
        seen.add(title.focus.id)
    assert seen == {"continue", "learn", "load", "rulebook", "settings", "set_up", "exit", "play.rowing"}


def of_games(number: int) -> Any:
    """A backend with so many games."""
    games = {f"g{n}": SimpleNamespace(meta=msgspec.structs.replace(META, id=f"g{n}")) for n in range(number)}
    return lambda saved: replace(backend(saved), games=lambda: games)


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 150)])
@pytest.mark.parametrize("saved", [(), tuple(replace(one, game="g1") for one in SAVED[:2])])
@pytest.mark.parametrize("number", [5, 6, 8])
def test_the_title_shows_every_game_whole_without_scrolling(
    number: int, saved: Any, size: tuple[int, int], scale: int
) -> None:
    title: Any = TitlePage(of_games(number)(saved))
    title.resize(size, Theme(scale))
    cards = [one for one in title.layers[0].walk() if getattr(one, "button_id", "").startswith("play.")]
    assert len(cards) == number
    assert not title.find("title.scroll").overflowing
    window = pygame.Rect((0, 0), size)
    assert all(window.contains(part.rect) for card in cards for part in card.walk())
    assert layout_problems(title) == []


@pytest.mark.parametrize("saved", [(), tuple(replace(one, game="g1") for one in SAVED[:2])])
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1280, 720), 200), ((1920, 1080), 100)])
@pytest.mark.parametrize("games", [5, 8])
def test_the_title_has_one_thing_in_brass_and_arrows_reach_everything(
    games: int, saved: Any, size: tuple[int, int], scale: int
) -> None:
    title: Any = TitlePage(of_games(games)(saved))
    title.resize(size, Theme(scale))
    brass = [one.id for one in title.layers[0].walk() if getattr(one, "kind", "") == "primary"]
    assert brass == ["continue" if saved else "play.g0"]
    everything = {one.id for one in focusable(title.layers[0])}
    reached = list(brass)
    for ident in reached:
        for chord in ("Right", "Down", "Left", "Up"):
            title.give_focus(title.find(ident))
            title.press(chord)
            assert title.focus.id != ident, chord
            reached += [] if title.focus.id in reached else [title.focus.id]
    assert set(reached) == everything


@pytest.mark.parametrize("saved", [(), tuple(replace(one, game="g1") for one in SAVED[:2])])
@pytest.mark.parametrize("offers", [False, True])
def test_all_that_can_be_done_and_the_games_are_in_sight_at_once_at_every_scale(saved: Any, offers: bool) -> None:
    title: Any = TitlePage(replace(of_games(5)(saved), are_lessons_offered=lambda: offers))
    for size, scale in product(((1280, 720), (1920, 1080)), SCALES):
        title.resize(size, Theme(scale))
        room = title.find("title.scroll").rect
        for ident in ("learn", "load", "rulebook", "settings", "exit", *(f"play.g{n}" for n in range(5))):
            assert room.contains(title.find(ident).rect), (ident, size, scale)


def test_the_picture_behind_the_title_is_not_made_again_for_another_scale() -> None:
    title: Any = TitlePage(backend())
    title.resize((1920, 1080), Theme())
    made = title.find("backdrop")._made
    title.resize((1920, 1080), Theme(75))
    assert title.find("backdrop")._made is made
    title.resize((1600, 1000), Theme(75))
    assert title.find("backdrop")._made.get_size() == (1600, 1000)


@pytest.mark.registry
def test_the_names_of_all_games_are_written_alike() -> None:
    for game in installed().values():
        assert game.meta.subtitle[:1].isupper(), game.meta.id


def test_pictures_are_drawn(tmp_path: Any) -> None:
    page = shown(TitlePage(backend()))
    surface = pygame.Surface((1280, 720))
    page.draw(surface)
    assert pygame.transform.average_color(surface)[:3] != (0, 0, 0)
