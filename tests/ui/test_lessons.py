"""The guided battles, played by mouse and keys as their cards say, left, gone on with, stepped back and skipped."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from msgspec.structs import replace as replace_struct

from tabletop.core import library
from tabletop.core.match import Match
from tabletop.games.ships_of_the_line.commands import Board
from tabletop.ui import screenshot, settings
from tabletop.ui.boards.replies import Submit
from tabletop.ui.boards.window_layout import WindowLayout
from tabletop.ui.motion import MOTION
from tabletop.ui.screen import Pop
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.backend import LessonEntry
from tabletop.ui.screens.lessons import catalogue, next_lesson
from tabletop.ui.screens.lessons.lesson_pages import LearnPage, LessonOverPage
from tabletop.ui.screens.lessons.spotlight import RING_DISTANCE, Spotlight
from tabletop.ui.screens.lessons.table import LessonTable
from tabletop.ui.screens.new_game import NewGamePage
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.table.spot import Spot
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.overlay import tip_of
from tabletop.ui.widgets.report import RuleAsked
from tests.sampling import sample
from tests.ui.fitting import problems_now, windows
from tests.ui.pupil import CLICKS, SIZE, Pupil

IDENTS = tuple(CLICKS)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(library.HOME, str(tmp_path))
    monkeypatch.setattr(MOTION, "pace", "off")
    yield


@pytest.mark.parametrize("ident", IDENTS)
def test_a_lesson_is_played_to_its_end_by_what_its_cards_say(ident: str) -> None:
    pupil = Pupil(ident)
    for number, deeds in enumerate(CLICKS[ident]):
        step = pupil.progress.step
        assert pupil.progress.step_number == number, (step.title, pupil.screen._answer)
        pupil.screen.draw(pygame.Surface(pupil.screen.size))
        greyed = {f"part {one.id}" for one in pupil.screen.layers[0].walk() if one.id and not one.enabled}
        assert all(pupil.screen._find_spot(ring) for ring in {*step.ring} - greyed), (step.title, step.ring)
        pupil.do(*deeds)
    assert pupil.progress.is_over
    assert pupil.left
    assert settings.read().lessons[ident].done


@pytest.fixture(scope="module")
def sea() -> Pupil:
    """At the sea, asked many things: each test steps where it needs to be."""
    return Pupil("ships_of_the_line/crossing_the_t")


def at(pupil: Pupil, number: int) -> None:
    """Bring a pupil to the beginning of a step."""
    while pupil.progress.step_number > number or (
        pupil.progress.has_begun and pupil.progress.step_number == number == 0
    ):
        pupil.do("button lesson.back")
    while pupil.progress.step_number < number:
        pupil.do("button lesson.skip")


def test_what_a_step_does_not_allow_is_answered_in_the_card(sea: Pupil) -> None:
    at(sea, 0)
    sea.do("press Space", "press Space")
    assert sea.progress.step_number == 0
    assert sea.screen.toast is None
    assert sea.screen.has("lesson.answer")
    assert sea.progress.step.answer in sea.screen._answer


def test_what_a_step_does_not_allow_is_not_asked_about(sea: Pupil) -> None:
    at(sea, 0)
    sea.do("press E")
    assert len(sea.screen.layers) == 1
    assert sea.progress.step.answer in sea.screen._answer


def test_nothing_can_be_proposed_that_a_lesson_would_not_let_in_and_it_says_why(sea: Pupil) -> None:
    at(sea, 0)
    sea.do("button menu", "button menu.correct", "button correct.heading.1")
    propose = sea.screen.find("correct.propose")
    assert not propose.enabled
    assert sea.progress.step.answer in propose.reason
    sea.do("press Esc")
    assert len(sea.screen.layers) == 1


def test_what_waits_for_the_next_step_is_greyed_and_its_tip_and_its_key_say_so(sea: Pupil) -> None:
    at(sea, 2)  # aim: the broadside is fired in the step after it
    brass, end = sea.screen.find("primary"), sea.screen.find("end")
    for button, key in ((brass, "Space"), (end, "E")):
        assert not button.enabled
        told = tip_of(button).body
        assert told.startswith("After this step.")
        sea.do(f"press {key}")
        assert sea.screen._answer == told
    assert sea.progress.step_number == 2
    sea.do("click ship F1")
    assert sea.screen.find("primary").enabled
    assert not sea.screen.find("end").enabled


def test_a_card_that_is_to_be_read_stays_until_the_player_goes_on() -> None:
    pupil = Pupil("trafalgar_cards/the_first_two_hands")
    at(pupil, 1)
    assert not pupil.screen.has("lesson.on")
    pupil.do("point card reserve")
    assert (pupil.progress.step_number, pupil.screen.has("lesson.on")) == (1, True)
    pupil.do("button lesson.on")
    assert pupil.progress.step_number == 2


def test_while_the_computer_is_to_move_a_lesson_says_that_it_waits_and_offers_no_other_way_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(MOTION, "turns", "usual")
    pupil = Pupil("volley/at_the_mill")
    at(pupil, 5)
    assert pupil.screen.seats.computer_to_move
    assert pupil.screen.find("log").now == "Picket: the lesson is waiting for you."
    assert pupil.screen.has("lesson.on")
    assert not pupil.screen.has("primary")
    pupil.do("button lesson.on")
    assert pupil.progress.step_number == 6


def test_the_brass_button_of_cards_is_greyed_and_not_ringed_until_those_lie_chosen_that_the_step_wants() -> None:
    pupil = Pupil("ship_duel/two_broadsides")
    at(pupil, 3)
    for card in ("chain_shot_8", "grape_shot_2"):
        assert not pupil.screen.find("primary").enabled
        assert pupil.screen._find_spot("part primary") is None
        pupil.do("press Space")
        assert pupil.screen._answer == pupil.progress.step.answer
        pupil.do(f"click card {card}")
    assert pupil.screen.find("primary").enabled
    assert pupil.screen._find_spot("part primary")


def test_on_hexes_a_ship_is_ringed_along_her_keel_and_comes_into_view_where_she_lies_chosen() -> None:
    pupil = Pupil("decks_of_glory/under_her_stern", (1280, 720))
    at(pupil, 1)
    view = pupil.screen.table.view
    view.zoom(2)
    view.pan(9, 9)
    at(pupil, 4)
    ring, taught = pupil.screen._find_spot("ship B1"), pupil.screen.table.lesson_hooks()
    corners = [view.camera.to_screen(*place)[1] for place in taught.places("ship B1")]
    assert ring.size[1] < max(corners) - min(corners)
    assert taught.free_rect().collidepoint(ring.centre)


def test_in_a_low_window_the_card_leaves_free_what_is_ringed_and_that_is_scrolled_into_sight() -> None:
    pupil = Pupil("volley/at_the_mill", (1280, 720))
    pupil.screen.resize((1280, 720), Theme(150))
    for number in (1, 4):
        at(pupil, number)
        pupil.do("point part lesson.open")
        step, card = pupil.progress.step, pupil.screen.find("lesson.card").rect
        rings = [pupil.screen._find_spot(ring) for ring in step.ring if ring.startswith("card")]
        assert all(rings), step.title
        assert not any(card.colliderect(ring.rect) for ring in rings), step.title


def test_the_card_of_a_lesson_keeps_off_the_ship_that_lies_chosen() -> None:
    pupil = Pupil("decks_of_glory/under_her_stern", (1920, 1080))
    for number in (4, 10):
        at(pupil, number)
        assert not pupil.screen.find("lesson.card").rect.colliderect(pupil.screen._find_spot("ship B1").rect)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_odds_lie_beside_her_who_is_fired_at_and_her_who_fires_and_are_ringed(size: tuple[int, int]) -> None:
    pupil = Pupil(IDENTS[0], size)
    pupil.do("wheel ship B1", "click ship B1", "press Space", "click ship F1")
    for _ in range(2):
        pupil.screen.draw(pygame.Surface(size))
        pupil.settle()
    (odds,) = pupil.screen.table.surface.renderer._chips
    assert odds.place.collidelist([pupil.screen._find_spot(ship).rect for ship in ("ship F1", "ship B1")]) < 0
    assert odds.place.collidelist([pygame.Rect(one) for one in pupil.screen.table.view.gauges]) < 0
    assert odds.place.contains(pupil.screen._find_spot("odds F1").rect)
    assert pupil.screen._find_spot("odds F1") in pupil.screen.find("spotlight").spots


def test_a_card_that_reaches_into_the_hole_about_a_ship_stays_bright() -> None:
    """At 720 the odds lie close to her who is fired at: neither scrim nor ring takes their words."""
    card, ship = pygame.Rect(40, 20, 400, 90), Spot((200, 150), (180, 100), 30)
    light = Spotlight(lambda: [ship], lambda: [card])
    light.place(Theme(), pygame.Rect(0, 0, 500, 400))
    surface = pygame.Surface((500, 400))
    surface.fill("white")
    light.paint(surface, Theme())
    hole = ship.inflate(Theme().px(RING_DISTANCE))
    assert hole.rect.colliderect(card)
    pixels = [(x, y) for x in range(card.left, card.right) for y in range(card.top, card.bottom)]
    assert {tuple(surface.get_at(at))[:3] for at in pixels} == {(255, 255, 255)}
    assert tuple(surface.get_at((hole.rect.left + 2, hole.rect.bottom - 2)))[:3] != (255, 255, 255)


def test_an_order_of_the_crew_is_greyed_where_its_step_waits_for_something_else(
    sea: Pupil, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(sea, 9)
    assert sea.screen.find("crew.0").enabled
    taught = sea.progress.lesson
    read = [replace_struct(step, allow=(), answer="Read.") if n == 9 else step for n, step in enumerate(taught.steps)]
    monkeypatch.setattr(sea.progress, "lesson", replace_struct(taught, steps=read))
    sea.screen.rebuild()
    grapple = sea.screen.find("crew.0")
    assert (grapple.enabled, tip_of(grapple).body) == (False, "After this step. Read.")
    sea.do("press 1")
    assert sea.screen._answer == "After this step. Read."
    monkeypatch.undo()
    sea.screen.rebuild()


def test_an_answer_is_gone_once_something_else_is_composed(sea: Pupil) -> None:
    at(sea, 8)
    sea.do("press Space")
    assert sea.screen._answer
    sea.do("drag ship B1 to at 0.35 0.6")
    assert (sea.screen._answer, sea.screen.has("lesson.answer")) == ("", False)
    assert sea.progress.step_number == 8


def test_a_step_whose_deed_is_done_already_is_read_before_it_goes_on(sea: Pupil) -> None:
    at(sea, 5)
    sea.do("point part compass", "press Enter")
    assert (sea.progress.step_number, sea.screen.has("lesson.on")) == (6, True)
    sea.do("press Enter")
    assert sea.progress.step_number == 7


def test_what_the_rules_refuse_is_answered_in_the_card_too(sea: Pupil) -> None:
    at(sea, 9)
    sea.screen.submit(Submit.single(Board("british", "B1", "F1")))
    assert "another part of the turn" in sea.screen._answer
    assert sea.screen.toast is None


def test_undo_steps_back_and_the_shot_falls_as_it_fell(sea: Pupil) -> None:
    at(sea, 3)
    sea.do("press Space")
    fired = sea.progress.match.moves[-1].events
    assert sea.progress.step_number == 4
    sea.do("press Ctrl+Z")
    assert (sea.progress.step_number, len(sea.progress.match.moves)) == (3, sea.progress.step_starts[-1])
    assert sea.screen._feed.tray.thrown is None
    sea.do("press Space")
    assert sea.progress.match.moves[-1].events == fired
    assert sea.screen._feed.tray.thrown


@pytest.mark.parametrize(
    ("ident", "fired", "drawn"),
    [(IDENTS[0], 4, "Aimed at the stern of Hercule"), ("decks_of_glory/under_her_stern", 7, "hits expected")],
)
def test_a_step_back_finds_the_guns_aimed_as_they_were(ident: str, fired: int, drawn: str) -> None:
    pupil = Pupil(ident, (1280, 720))
    at(pupil, fired)
    pupil.do("button lesson.back")
    assert "aim F1" in pupil.screen._list_looks()
    table = pupil.screen.table
    assert drawn in str(table._laid if ident.startswith("decks") else table._base_overlays)
    pupil.do("press Space")
    assert pupil.progress.step_number == fired
    pupil.do("button lesson.back", "button lesson.back")
    assert "aim F1" not in pupil.screen._list_looks()


def test_a_key_that_does_nothing_says_so_and_what_is_to_be_done(sea: Pupil) -> None:
    at(sea, 8)
    sea.do("press F")
    assert sea.screen._answer == 'F does nothing here. Drag Mars into the ring, then press "Sail: Mars".'
    for key in ("Home", "B", "R", "Left"):
        sea.screen.relent()
        sea.do(f"press {key}")
        assert "does nothing" not in sea.screen._answer


def test_the_end_of_a_lesson_tells_what_was_learned_and_leads_to_the_next_and_to_its_battle() -> None:
    ident = "volley/at_the_mill"
    table = local_backend.open_lesson(ident)
    assert isinstance(table, LessonTable)
    table.resize(SIZE, Theme())
    while not (ended := table._skip_step()):
        pass
    shown: list[Any] = []
    ended.apply(SimpleNamespace(screens=shown, show=shown.append))  # type: ignore[arg-type]
    title, over = shown
    assert isinstance(title, TitlePage)
    assert isinstance(over, LessonOverPage)
    over.resize((1280, 720), Theme())
    taught = catalogue.load_lesson(ident)
    told = [run.text for one in over.layers[0].walk() for run in getattr(one, "runs", ())]
    assert all(any(one.say in words for words in told) for one in taught.learned_points)
    assert isinstance(over.hear(RuleAsked(taught.learned_points[0].rule)).screen, RulebookPage)  # type: ignore[union-attr]
    following = over.press("Enter").screen  # type: ignore[union-attr]
    assert following.progress.lesson.heading == over.find("over.next").text == "Learn the sea"  # type: ignore[attr-defined]
    played = over.click("over.battle").screen  # type: ignore[union-attr]
    assert (played.match.path, isinstance(played, LessonTable)) == (table.match.path, False)
    assert isinstance(over.click("over.play").screen, NewGamePage)  # type: ignore[union-attr]
    assert isinstance(over.press("Esc"), Pop)
    local_backend.RECORD_LOCK.release()


def test_the_rule_of_a_step_opens_beside_it(sea: Pupil) -> None:
    at(sea, 2)
    sea.screen.hear(RuleAsked(sea.progress.step.rule))
    assert sea.screen.has("rulebook")
    sea.do("press Esc")
    assert sea.progress.step_number == 2


def test_a_lesson_that_is_left_goes_on_where_it_was(tmp_path: Path) -> None:
    ident = "ships_of_the_line/crossing_the_t"
    pupil = Pupil(ident, match=catalogue.start_lesson(ident))
    at(pupil, 3)
    pupil.do("press Esc", "press Esc", "press Esc")  # the aim, the ship, the lesson
    pupil.do("button lesson.left")
    assert pupil.left
    (entry,) = [one for one in local_backend.list_lessons() if one.id == ident]
    assert (entry.number, entry.done) == (3, False)
    again = local_backend.open_lesson(ident)
    local_backend.RECORD_LOCK.release()
    assert isinstance(again, LessonTable)
    assert again.progress.step_number == 3
    assert next_lesson.lesson_of_record(again.match.path) == ident  # type: ignore[arg-type]


def test_a_lesson_is_offered_until_one_was_done_or_the_player_wants_none() -> None:
    page = TitlePage(local_backend.build_backend())
    page.resize((1280, 720), Theme())
    assert page.has("learn.decline")
    page.click("learn.decline")
    assert not page.has("learn.decline")
    assert page.has("learn")


def test_the_title_tells_how_long_the_next_lesson_takes_and_how_much_is_of_ones_own(tmp_path: Path) -> None:
    def told() -> list[str]:
        page = TitlePage(local_backend.build_backend())
        page.resize((1280, 720), Theme())
        return [page.find(ident).aside for ident in ("learn", "set_up")]  # type: ignore[attr-defined]

    sea, hexes = (catalogue.load_lesson(ident).minutes for ident in list(next_lesson.list_lesson_paths())[:2])
    assert told() == [f"{sea} min", ""]
    before = settings.read()
    settings.write(replace_struct(before, lessons={IDENTS[0]: settings.Learnt("", (), True)}))
    own = tmp_path / "scenarios" / "volley"
    own.mkdir(parents=True)
    for name in ("one", "two"):
        (own / f"{name}.yaml").write_text("game: volley\n")
    assert told() == [f"{hexes} min", "2 yours"]


def test_the_list_tells_how_far_each_lesson_has_come_and_enter_goes_on_with_it() -> None:
    entries = [LessonEntry(f"g{n}", "Rowing", f"Row {n}", "Row.", 9, 12, 3 * (n == 1), n == 0) for n in range(3)]
    taught: list[str] = []
    page = LearnPage(replace(local_backend.build_backend(), list_lessons=lambda: entries, open_lesson=taught.append))
    page.resize((1280, 720), Theme())
    words = [page.find(f"learn.g{n}").text for n in range(3)]  # type: ignore[attr-defined]
    assert words == ["Play again", "Continue", "Begin"]
    page.press("Enter")
    assert taught == ["g1"]


def test_a_ship_under_a_sheet_is_not_ringed(sea: Pupil) -> None:
    at(sea, 10)
    assert sea.screen._find_spot("ship F1")
    view, sheet = sea.screen.table.view, sea.screen.find("crew").rect
    x, y = sea.where("ship F1")
    view.pan(sheet.centerx - x, sheet.centery - y)
    sea.screen.update(50)
    assert sea.screen._find_spot("ship F1") is None
    assert [spot.box for spot in sea.screen.find("spotlight").spots] == [True]


def test_no_button_of_the_card_moves_for_an_answer(sea: Pupil) -> None:
    at(sea, 4)
    for size in ((1920, 1080), (1280, 720)):
        sea.screen.resize(size, Theme())
        sea.settle()
        assert not sea.screen.has("lesson.answer")
        before = [sea.screen.find(ident).rect.copy() for ident in ("lesson.on", "lesson.back", "lesson.skip")]
        sea.do("press Space")
        assert sea.screen.has("lesson.answer")
        assert [sea.screen.find(ident).rect for ident in ("lesson.on", "lesson.back", "lesson.skip")] == before
        sea.screen.relent()
        sea.screen.rebuild()
    sea.screen.resize(SIZE, Theme())


def test_once_the_battle_is_decided_its_reckoning_may_be_seen_and_ends_the_lesson() -> None:
    pupil = Pupil(IDENTS[0])
    at(pupil, 11)
    assert pupil.screen.find("primary").enabled
    pupil.do("press Space")
    assert pupil.left
    assert pupil.progress.is_over
    assert settings.read().lessons[IDENTS[0]].done
    pupil.screen.rebuild()
    assert not pupil.screen.has("lesson.card")


def test_a_picture_of_a_step_keeps_nothing() -> None:
    match = Match.new(catalogue.load_lesson(IDENTS[0]).setup)
    shown = screenshot.SCREENS["lesson"](match, screenshot.PictureRequest("lesson", select="3"))
    assert isinstance(shown, LessonTable)
    assert shown.progress.step_number == 2
    assert not settings.path().exists()
    with pytest.raises(KeyError):
        screenshot.SCREENS["lesson"](match, screenshot.PictureRequest("lesson", select="99"))


@pytest.mark.parametrize("ident", IDENTS)
def test_the_head_of_a_card_has_room_for_a_disc_for_each_step_and_the_way_to_all_of_them(ident: str) -> None:
    pupil = Pupil(ident)
    at(pupil, min(9, len(CLICKS[ident]) - 1))
    card, button = pupil.screen.find("lesson.card").rect, pupil.screen.find("lesson.open").rect
    assert card.inflate(-16, -16).contains(button)
    assert pupil.screen.find("lesson.discs").rect.right <= button.x


@pytest.mark.parametrize(
    ("ident", "number", "deeds", "button"),
    [
        ("volley/at_the_mill", 3, (), "pass"),
        ("decks_of_glory/under_her_stern", 6, ("click ship F1",), "hold"),
        ("decks_of_glory/under_her_stern", 4, (), "stay"),
    ],
)
def test_an_order_that_a_button_gives_in_any_case_is_greyed_where_the_step_does_not_allow_it(
    ident: str, number: int, deeds: tuple[str, ...], button: str
) -> None:
    pupil = Pupil(ident)
    at(pupil, number)
    pupil.do(*deeds)
    greyed = pupil.screen.find(button)
    assert not greyed.enabled
    pupil.do(f"press {greyed.key}")
    assert pupil.screen._answer == tip_of(greyed).body


@pytest.mark.parametrize("ident", IDENTS)
def test_no_word_of_a_lesson_is_clipped_or_covered(ident: str) -> None:
    pupil, steps = Pupil(ident), len(CLICKS[ident])
    for number in sample(range(steps), 1, f"steps of {ident}"):
        at(pupil, number)
        for size, theme in windows():
            pupil.screen.resize(size, theme)
            if WindowLayout(theme, size).is_low:
                pupil.screen._is_folded = True
                pupil.screen.rebuild()
            for _ in range(30):  # nothing is drawn at its new size before it is drawn
                pupil.screen.update(50)
            assert problems_now(pupil.screen) == []
            pupil.screen._is_folded = False
        pupil.screen.resize(SIZE, Theme())
