"""The rulebook in the window: from the title, beside the table, and wherever an identifier is shown."""

import pygame
import pytest

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.model import Grapple
from tabletop.rulebook.blocks import Example, Figure, TextRun
from tabletop.rulebook.book import find_section, load_books, load_identifiers
from tabletop.ui.boards import game_plugins
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push
from tabletop.ui.screens.rulebook.linked_text import LinkedText
from tabletop.ui.screens.rulebook.page import RulebookPage
from tabletop.ui.screens.rulebook.pictures import format_data_url
from tabletop.ui.screens.rulebook.reader import Reader
from tabletop.ui.screens.title import TitlePage
from tabletop.ui.text import BODY
from tabletop.ui.theme import Theme
from tabletop.ui.widgets import list_entry
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.panel import Panel
from tabletop.ui.widgets.report import Pressed, Typed
from tabletop.ui.widgets.scroll import Scroll
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.backends import backend
from tests.ui.pupil import Pupil
from tests.ui.tables import Watch, begun

SIZE = (1280, 720)


def page(rule="SOTL-4.2.3-a"):
    reader = Reader("ships_of_the_line")
    assert reader.go_to(rule)
    made = RulebookPage(reader)
    made.resize(SIZE, Theme())
    return made


def at_sea():
    watch = Watch(begun(battle(ship("B1", 0, 0, 90), ship("F1", 0, 2.5, 90))))
    watch.click_ship("B1")
    return watch


def links(screen):
    """Where words lie in sight that lead elsewhere, and to what."""
    text = screen.find("rulebook.text").rect
    found = [
        link for one in screen.layers[-1].walk() if isinstance(one, LinkedText) for link in one._link_rects(Theme())
    ]
    return [(rect, target) for rect, target in found if text.contains(rect)]


def texts(screen):
    walked = list(screen.layers[-1].walk())
    return [str(getattr(one, "text", "")) for one in walked] + [
        r.text for one in walked for r in getattr(one, "runs", ())
    ]


def click_at(screen, at):
    screen.handle(Input("moved", at))
    screen.handle(Input("pressed", at, "left", frozenset({"left"})))
    screen.handle(Input("released", at, "left"))


def test_the_title_opens_the_book_and_esc_goes_back():
    title = TitlePage(backend())
    title.resize(SIZE, Theme())
    pushed = title.click("rulebook")
    assert isinstance(pushed, Push)
    pushed.screen.resize(SIZE, Theme())
    assert isinstance(pushed.screen.press("Esc"), Pop)


def test_what_is_read_stands_at_the_top_and_its_row_in_sight():
    screen = page("SOTL-4.2.1-l")
    text, at = screen.find("rulebook.text").rect, screen.find("section.the-magazine").rect
    assert text.y <= at.y < text.y + 20
    assert screen.find("rulebook.rows").chosen == "ships_of_the_line.the-magazine"


def test_a_click_on_a_link_leads_there_and_the_arrows_back_and_forward():
    screen = page("SOTL-4.2.1-g")
    rect, target = links(screen)[0]
    click_at(screen, rect.center)
    there = screen.reader.section
    assert there == load_identifiers()[target]
    screen.press("Alt+Left")
    assert screen.reader.section.title == "Clearing a side"
    assert screen.find("rulebook.forward").enabled
    screen.press("Alt+Right")
    assert screen.reader.section == there
    assert not screen.find("rulebook.forward").enabled


def test_words_are_looked_for_as_they_are_typed():
    screen = page()
    screen.press("/")
    for letter in "fog of":
        screen.type(letter)
    assert screen.find("rulebook.search").text == "fog of"
    assert screen.focus.id == "rulebook.search"
    rows = screen.find("rulebook.rows")
    assert isinstance(rows, ListBox)
    click_at(screen, rows.row_rect(0).center)
    assert (screen.reader.section.game, screen.reader.section.title) == ("volley", "Counter")
    assert screen.find("rulebook.search").text == "fog of"  # what else was found is still there, and the way back
    assert screen.find("rulebook.rows").chosen == "volley.counter"
    assert screen.press("Alt+Left") is None
    assert (screen.reader.section.title, screen.find("rulebook.search").text) == ("Raking", "fog of")


def test_each_place_that_is_found_names_its_game_however_long_its_title():
    watch = at_sea()
    watch.press("F1")
    watch.press("/")
    for words in ("rake", "grap", "fire"):
        watch.screen.find("rulebook.search")
        watch.screen._rules._view._search(Typed("rulebook.search", words))
        rows = watch.screen.find("rulebook.rows")
        shown = [list_entry.fitting(Theme(), entry, rows.style, rows.rect.w) for entry in rows.entries]
        assert len(shown) > 5
        assert rows.row_rect(0).y >= rows.rect.y  # what was found first is in sight
        assert all(entry.aside for entry in shown)


def test_in_a_low_window_what_was_found_is_looked_through_before_and_after_one_of_it_is_read():
    screen = page()
    screen.resize((640, 500), Theme())
    screen.press("/")
    screen.type("fog of")
    click_at(screen, screen.find("rulebook.rows").row_rect(0).center)
    assert screen.has("section.counter")
    screen.press("/")
    assert screen.has("rulebook.rows")


def test_the_key_that_leads_to_the_search_is_not_looked_for():
    screen = page()
    screen.press("/")
    screen.type("/")  # as the window tells it, after the key
    screen.type("rake")
    assert screen.find("rulebook.search").text == "rake"


def test_esc_drops_what_is_looked_for_before_it_goes_back():
    screen = page()
    screen.press("/")
    screen.type("rake")
    assert screen.press("Esc") is None
    assert screen.find("rulebook.search").text == ""
    assert screen.reader.section.title == "Raking"
    assert isinstance(screen.press("Esc"), Pop)


def test_down_and_up_move_through_the_hits_and_enter_opens_the_marked_one():
    screen = page()
    screen.press("/")
    screen.type("can I fire twice?")
    hits = [f"{one.section.game}.{one.section.name}" for one in screen.reader.hits]
    assert screen.find("rulebook.rows").chosen == hits[0]
    for chord, marked in (("Down", 1), ("Down", 2), ("Up", 1), ("Up", 0), ("Up", 0), ("Down", 1)):
        screen.press(chord)
        assert screen.find("rulebook.rows").chosen == hits[marked]
        assert screen.find("rulebook.search").text == "can I fire twice?"
        assert screen.focus.id == "rulebook.search"
    assert screen.reader.section.title == "Raking"  # nothing is opened before Enter
    screen.press("Enter")
    assert f"ships_of_the_line.{screen.reader.section.name}" == hits[1]
    assert screen.find("rulebook.search").text == "can I fire twice?"
    screen.press("Down")
    screen.press("Enter")
    assert f"ships_of_the_line.{screen.reader.section.name}" == hits[2]


def test_the_last_hit_is_scrolled_into_sight():
    screen = page()
    screen.press("/")
    screen.type("boarding")
    for _ in range(60):
        screen.press("Down")
    rows = screen.find("rulebook.rows")
    assert rows.chosen == rows.entries[-1].id
    assert rows.sight.contains(rows.row_rect(len(rows.entries) - 1))


def test_what_is_found_in_another_book_stays_when_it_is_opened():
    screen = page()
    screen.press("/")
    screen.type("fog of war")
    before = screen.reader.hits
    screen.press("Enter")
    assert screen.reader.section.game == "volley"
    assert screen.reader.hits == before


def test_in_the_sheet_too_the_keys_move_through_the_hits_and_esc_ends_the_search():
    watch = at_sea()
    watch.press("F1")
    watch.press("/")
    watch.screen.type("how do I win?")
    hits = [entry.id for entry in watch.screen.find("rulebook.rows").entries]
    watch.press("Down")
    assert watch.screen.find("rulebook.rows").chosen == hits[1]
    assert watch.screen.find("rulebook.search").text == "how do I win?"
    watch.press("Enter")
    assert watch.screen.has(f"section.{hits[1].partition('.')[2]}")
    watch.press("Esc")
    assert watch.screen.find("rulebook.search").text == ""
    watch.press("Esc")
    assert not watch.screen.has("rulebook")


def test_every_hit_shows_its_excerpt():
    screen = page()
    screen.press("/")
    screen.type("what is a rake?")
    rows = screen.find("rulebook.rows")
    first = screen.reader.hits[0]
    assert rows.excerpt(rows.entries[0].id) == first.excerpt
    assert any(sought for _, sought in first.excerpt)


def test_examples_are_those_of_what_is_read_or_of_its_chapter_and_none_leave_no_column():
    screen = page("SOTL-4.2.3-a")
    screen.resize((1920, 1080), Theme())

    def captions():
        return [one.caption for section in screen.reader.chapter for one in section.blocks if isinstance(one, Example)]

    def told():
        return " ".join(run.text for one in screen.layers[0].walk() if isinstance(one, LinkedText) for run in one.runs)

    assert sum(caption in told() for caption in captions()) == 1
    screen.press("Down")
    assert all(caption in told() for caption in captions())
    screen.reader.go_to("SOTL-1-a")
    screen.rebuild()
    assert not any(isinstance(one, Panel) and one.title == "Examples" for one in screen.layers[0].walk())


def test_what_is_in_no_book_is_said():
    screen = page()
    screen.click("rulebook.search")
    screen.type("battleship")
    assert not screen.has("rulebook.rows")


def test_down_and_up_go_from_rule_to_rule_and_stay_at_the_ends():
    screen = page("SOTL-4.2.1-l")
    screen.press("Down")
    assert screen.reader.section.title == "Explosions"
    screen.press("Up")
    assert screen.reader.section.title == "The magazine"
    reader = Reader("volley")
    reader.step(-1)
    assert reader.section == load_books()["volley"].sections[0]
    reader.step(100)
    assert reader.section == load_books()["volley"].sections[0]


@pytest.mark.registry
def test_every_book_is_among_those_to_choose():
    screen = page()
    rows = screen.find("rulebook.books")
    assert {entry.id for entry in rows.entries} == set(load_books())
    assert len({entry.text for entry in rows.entries}) == len(rows.entries)
    screen.hear(rows._choose("volley"))
    assert screen.reader.section.game == "volley"


@pytest.mark.parametrize("game", sorted(load_books()))
def test_every_page_of_every_book_can_be_shown(game):
    screen = page()
    for section in load_books()[game].chapters:
        screen.reader.open_section(section)
        screen.rebuild()
        assert screen.has(f"section.{section.name}")


def test_f1_at_the_table_opens_the_rule_of_a_refusal():
    watch = at_sea()
    watch.screen.refuse(Refused("SOTL-4.1-a", "No."))
    watch.press("F1")
    assert watch.screen.find("rulebook.rows").chosen == "ships_of_the_line.who-may-fire-at-whom"
    watch.press("Esc")
    watch.press("Esc")
    assert not watch.screen.has("rulebook")


def test_f1_at_a_refusal_shows_beside_its_rule_what_was_refused_and_by_how_much():
    watch = at_sea()
    watch.screen.refuse(Refused("SOTL-4.1-a", "No gun bears.", "8 degrees too far aft"))
    watch.press("F1")
    assert "At this table" in texts(watch.screen)
    assert "8 degrees too far aft" in " ".join(texts(watch.screen)).lower()
    watch.press("Esc")
    watch.press("F1")
    assert "At this table" not in texts(watch.screen)


def test_a_click_on_the_rule_of_a_refusal_opens_it_and_one_beside_it_takes_the_message_away():
    watch = at_sea()
    watch.screen.refuse(Refused("SOTL-4.1-a", "No gun bears."))
    link = watch.screen.toast._link(watch.screen.theme)
    click_at(watch.screen, (link.right + 8, link.centery))
    assert watch.screen.toast is None
    assert not watch.screen.has("rulebook")
    watch.screen.refuse(Refused("SOTL-4.1-a", "No gun bears."))
    click_at(watch.screen, watch.screen.toast._link(watch.screen.theme).center)
    assert watch.screen.find("rulebook.rows").chosen == "ships_of_the_line.who-may-fire-at-whom"
    assert "At this table" in texts(watch.screen)


def test_f1_still_opens_the_rule_of_what_was_refused_last_when_its_message_has_gone():
    watch = at_sea()
    watch.screen.refuse(Refused("SOTL-4.1-a", "No gun bears."))
    watch.screen.hush()
    watch.press("F1")
    assert watch.screen.find("rulebook.rows").chosen == "ships_of_the_line.who-may-fire-at-whom"


def test_f1_over_words_that_name_a_rule_opens_it_and_else_that_of_what_is_asked():
    watch = at_sea()
    watch.press("F1")
    asked = watch.screen.match.game.decision(watch.screen.match.state).rule
    assert asked in find_section(asked, "ships_of_the_line").identifiers
    assert watch.screen.find("rulebook.rows").chosen.endswith(find_section(asked, "ships_of_the_line").name)
    watch.press("Esc")
    button = next(one for one in watch.screen.layers[0].walk() if isinstance(one, Button))
    button.tip = Tip("Fatigue", "Tired men. Rule SOTL-7-e.")
    watch.point(button.rect.center)
    watch.press("F1")
    assert watch.screen.find("rulebook.rows").chosen == "ships_of_the_line.exhausted"


def test_f1_over_a_barred_button_opens_the_rule_that_bars_it():
    watch = at_sea()
    button = next(one for one in watch.screen.layers[0].walk() if isinstance(one, Button))
    button.disable("Not now.", "SOTL-7-e")
    watch.point(button.rect.center)
    watch.press("F1")
    assert watch.screen.find("rulebook.rows").chosen == "ships_of_the_line.exhausted"


def read_at(watch, place):
    """The section that F1 opens with the pointer there."""
    watch.point(place)
    watch.press("F1")
    name = watch.screen.find("rulebook.rows").chosen
    watch.press("Esc")
    return name


def anchored(rule):
    return f"{load_identifiers()[rule].game}.{load_identifiers()[rule].name}"


def test_f1_over_a_part_of_the_odds_at_sea_opens_the_rule_of_that_part():
    watch = at_sea()
    watch.wait(400)
    (chip,) = watch.table.surface.renderer._chips
    told = {rule: chip.place.move(part.topleft).topleft for part, rule in chip.rules if rule}
    assert {"SOTL-2.4bis-b", "SOTL-4.2.1-a", "SOTL-4.2.1-c", "SOTL-4.2.1-d", "SOTL-2.4-a"} <= set(told)
    for rule, (x, y) in told.items():
        assert read_at(watch, (x + 4, y + 6)) == anchored(rule)


def test_f1_over_a_line_of_a_ships_points_opens_the_rule_of_its_term():
    watch = Watch(begun(battle(ship("B1", 0, 0, 90), ship("F1", 0, 9, 90), phase="movement")))
    watch.click_ship("B1")
    watch.screen.hear(Pressed("compass"))
    rows = [one for one in watch.screen.find("sum").walk() if one.rule]
    assert "SOTL-5-g" in [one.rule for one in rows]
    for row in rows:
        assert read_at(watch, row.rect.center) == anchored(row.rule)


def test_f1_over_what_a_fight_on_deck_may_bring_opens_the_rule_of_that_result():
    ships = ship("B1", 0, 0, 90), ship("F1", 0.1, 0.5, 85)
    watch = Watch(begun(battle(*ships, phase="board", grapples=(Grapple("B1", "F1", 1),))))
    rows = {one.rule: one for one in watch.screen.find("crew").walk() if one.rule}
    assert {"SOTL-4.3.1-e", "SOTL-4.3.1-f", "SOTL-4.3.1-b", "SOTL-2.2-f"} <= set(rows)
    for rule, row in rows.items():
        assert read_at(watch, row.rect.center) == anchored(rule)


def test_f1_over_a_number_of_the_log_opens_the_rule_of_its_term():
    watch = at_sea()
    watch.press("F")
    watch.wait(3000)
    watch.press("G")
    fired = next(line.number for line in watch.screen._log.current.lines if getattr(line.event, "dice", ()))
    watch.screen.hear(watch.screen.find("log.row")._choose(str(fired)))
    rules = {one.rule for one in watch.screen.find("log-book").walk() if one.rule}
    assert {"SOTL-2.4bis-b", "SOTL-4.2.1-a", "SOTL-2.4-a"} <= rules


@pytest.mark.parametrize(
    ("ident", "number", "rules"),
    [("ship_duel/two_broadsides", 4, {"SLC-7"}), ("volley/at_the_mill", 3, {"VOL-5", "VOL-6"})],
)
def test_f1_over_the_odds_of_cards_opens_the_rule_that_they_follow_from(ident, number, rules):
    pupil = Pupil(ident)
    for _ in range(number):
        pupil.do("button lesson.skip")
    rows = {one.rule: one for one in pupil.screen.layers[0].walk() if one.rule in rules}
    assert set(rows) == rules
    views = [one for one in pupil.screen.layers[0].walk() if isinstance(one, Scroll)]
    for rule, row in rows.items():
        for view in (one for one in views if any(inner is row for inner in one.walk())):
            view.reveal(row.rect)
        pupil.screen.handle(Input("moved", row.rect.move(4, 4).topleft))
        pupil.do("press F1")
        assert pupil.screen.find("rulebook.rows").chosen == anchored(rule)
        pupil.do("press Esc")


def test_f1_twice_lays_one_sheet_and_a_press_beside_it_closes_it():
    watch = at_sea()
    watch.press("F1")
    watch.press("F1")
    assert len(watch.screen.layers) == 2
    sheet = watch.screen.find("rulebook").rect
    click_at(watch.screen, (sheet.x - 40, sheet.centery))
    assert not watch.screen.has("rulebook")


def test_the_rule_of_an_entry_of_the_log_leads_into_the_book():
    watch = at_sea()
    watch.press("F")
    watch.wait(3000)
    watch.press("G")
    (link,) = [one for one in watch.screen.layers[-1].walk() if isinstance(one, LinkedText)]
    watch.screen._reveal(link)
    click_at(watch.screen, next(iter(link._link_rects(Theme())))[0].center)
    assert watch.screen.has("rulebook.text")


def test_the_sheet_gives_no_order_and_the_table_is_as_it_was():
    watch = at_sea()
    before = len(watch.match.moves)
    for chord in ("F1", "Space", "E", "F", "Down", "Enter", "/", "Esc"):
        watch.press(chord)
    assert len(watch.match.moves) == before
    assert watch.table.viewer.selected == "B1"


def test_the_whole_page_is_a_screen_over_the_table_at_the_same_place():
    watch = at_sea()
    watch.screen.hear(watch.screen._rules.open("SOTL-7-e"))
    pushed = watch.screen.click("rulebook.page")
    assert isinstance(pushed, Push)
    assert pushed.screen.reader.section.title == "Exhausted"
    assert not watch.screen.has("rulebook")


def test_a_link_that_is_broken_into_lines_leads_there_from_both():
    text = LinkedText(
        (TextRun("See "), TextRun("a long way to go", link="C-1"), TextRun(" and "), TextRun("here", link="C-2")), BODY
    )
    text.place(Theme(), pygame.Rect(0, 0, 90, 400))
    found = [target for _, target in text._link_rects(Theme())]
    assert found == sorted(found)
    assert set(found) == {"C-1", "C-2"}
    assert found.count("C-1") > 1


SECTIONS = [section for book in load_books().values() for section in book.sections]
FIGURES = [(s.game, block) for s in SECTIONS for block in s.blocks if isinstance(block, Figure)]


@pytest.mark.parametrize(("game", "figure"), FIGURES, ids=[figure.name for _, figure in FIGURES])
def test_every_figure_of_a_book_is_drawn_and_none_else(game, figure):
    drawn = game_plugins.load_pictures(game).rulebook_figure(figure.name, (320, 200))
    assert drawn.get_size() == (320, 200)
    assert len({tuple(drawn.get_at((x, y))) for x in range(0, 320, 7) for y in range(0, 200, 7)}) > 20
    with pytest.raises(KeyError):
        game_plugins.load_pictures(game).rulebook_figure("nothing", (320, 200))


EXAMPLES = [(s.game, block) for s in SECTIONS for block in s.blocks if isinstance(block, Example)]


@pytest.mark.parametrize(("game", "example"), EXAMPLES, ids=[example.file for _, example in EXAMPLES])
def test_the_position_of_every_example_is_drawn(game, example):
    assert format_data_url(game, example).startswith("data:image/png;base64,")


def test_the_sheet_holds_the_contents_of_the_whole_book():
    watch = at_sea()
    watch.press("F1")
    rows = watch.screen.find("rulebook.rows")
    assert [entry.id for entry in rows.entries] == [
        f"{s.game}.{s.name}" for s in load_books()["ships_of_the_line"].sections
    ]
