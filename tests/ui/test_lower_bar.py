"""The lower bar: log, dice and what is asked are seen in every window, and the buttons keep their places."""

from typing import Any

import pygame
import pytest

from tabletop.games.ships_of_the_line.model import State
from tabletop.ui.boards.contract import PieceLabel
from tabletop.ui.boards.replies import Ask, Submit
from tabletop.ui.screens.table.log_ticker import HERALDED, LogTicker
from tabletop.ui.screens.table.orders import build_question
from tabletop.ui.theme import SCALES, Theme
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Label
from tests.ships_of_the_line.kit import battle, ship
from tests.ui.fitting import layout_problems
from tests.ui.tables import Watch, begun, from_scenario

SIZES = ((1280, 720), (1600, 900), (1920, 1080), (1920, 1200), (2560, 1440), (3840, 2160))
NAMES = ("Nuestra Señora de la Santísima Trinidad", "Ajax")


def volley() -> State:
    """Two ships a side that bear on each other."""
    ours = [ship(f"B{n}", 3 * n, 0, 90, card_name=name, card_captain=name) for n, name in enumerate(NAMES, 1)]
    theirs = [ship(f"F{n}", 3 * n, 2.5, 90, card_captain=f"C{n}") for n in (1, 2)]
    return battle(*ours, *theirs)


def fired() -> Watch:
    watch = Watch(begun(volley()))
    watch.press("Shift+F", "Enter")
    watch.wait(6000)
    return watch


def ticker(watch: Watch) -> LogTicker:
    found = watch.screen.find("log")
    assert isinstance(found, LogTicker)
    return found


@pytest.mark.parametrize("scale", SCALES)
def test_a_throw_the_newest_entry_and_what_is_asked_are_seen_in_every_window(scale: int) -> None:
    watch = fired()
    for size in SIZES:
        watch.screen.resize(size, Theme(scale))
        window, tray, log = pygame.Rect((0, 0), size), watch.screen._feed.tray, ticker(watch)
        assert tray.thrown is not None
        for part in (tray, log):
            assert window.contains(part.rect), (size, scale)
            wide, high = part.measure(watch.screen.theme, part.rect.w)
            assert part.rect.w >= wide and part.rect.h >= high, (size, scale)
        assert log._rows[-1].line == log.lines[-1][1], (size, scale)
        assert log.now
        assert not log.rect.colliderect(tray.rect)


def test_many_broadsides_are_summed_up_in_a_line_that_opens_the_log_at_the_first() -> None:
    watch = fired()
    line = ticker(watch)._rows[-1].line
    shots = [event for move in watch.match.moves for event in move.events if type(event).__name__ == "BroadsideFired"]
    hits, dice = sum(shot.hits for shot in shots), sum(len(shot.rolls) for shot in shots)
    assert line.text.startswith(f"2 broadsides: {hits or 'no'} hit{'' if hits == 1 else 's'} of {dice}")
    first = next(one for one in watch.screen._log.current.lines if type(one.event).__name__ == "BroadsideFired")
    assert line.number == first.number
    watch.press("Ctrl+Z")
    assert "broadsides:" not in ticker(watch)._rows[-1].line.text or watch.screen.has("agree.british")


def test_sotl_3_b_who_has_the_initiative_is_read_in_full_in_a_small_window() -> None:
    watch = Watch(from_scenario("trafalgar", "3"), (1280, 720))
    watch.press("Space")
    watch.wait(3000)
    rows = [row.text for row in ticker(watch)._rows]
    assert rows[0].startswith("Initiative: ")
    assert " against " in rows[0]
    assert not any("…" in row for row in rows)


def test_lines_before_the_latest_are_told_in_full_or_not_at_all() -> None:
    ours = [ship(f"B{n}", 3 * n, 0, 90, card_name=f"Ajax {n}", card_captain=f"A{n}") for n in range(1, 6)]
    watch = Watch(begun(battle(*ours, ship("F1", 30, 30, 90, card_captain="C"), phase="movement")), (1280, 720))
    for plan in ("W", "W Ctrl+D W", "W S", "W"):
        watch.press("N", *plan.split(), "Enter")
        watch.wait(1500)
        rows = ticker(watch)._rows
        assert "sails" in rows[0].text and rows[0].time
        assert not any("…" in row.text for row in rows)
        assert rows[-1].line is watch.screen._log.current.lines[-1]


def test_one_broadside_is_not_summed_up() -> None:
    watch = Watch(begun(volley()))
    watch.press("N", "F")
    watch.wait(3000)
    assert ticker(watch)._rows[-1].line is watch.screen._log.current.lines[-1]


def test_a_turn_that_passes_to_the_other_side_stands_out_for_a_while() -> None:
    watch = fired()
    assert ticker(watch).pulse == 0
    watch.press("E")
    assert watch.table.viewer.side == "allied"
    assert ticker(watch).pulse > 0
    assert 0 < watch.screen.pulse <= HERALDED
    watch.screen.rebuild()
    assert ticker(watch).pulse > 0
    watch.wait(HERALDED + 100)
    assert ticker(watch).pulse == 0


@pytest.mark.parametrize("scale", [100, 125, 200])
def test_undo_redo_end_and_menu_keep_their_places_whatever_the_brass_button_says(scale: int) -> None:
    watch = Watch(begun(volley()), (1280, 720))
    watch.screen.resize((1280, 720), Theme(scale))
    seen: dict[str, set[tuple[int, ...]]] = {}
    for keys in ((), ("N",), ("1",), ("Esc",), ("N",), ("1",), ("Enter",)):
        watch.press(*keys)
        for ident in ("undo", "redo", "end", "menu", "primary"):
            if watch.screen.has(ident):
                seen.setdefault(ident, set()).add(tuple(watch.screen.find(ident).rect))
    words = {ident: len(places) for ident, places in seen.items()}
    assert words == {"undo": 1, "redo": 1, "end": 1, "menu": 1, "primary": 1}


def test_undo_stays_where_it_is_when_the_brass_button_ends_the_phase() -> None:
    watch = Watch(begun(volley()))
    before = watch.screen.find("undo").rect
    watch.press("Shift+F", "Enter")
    assert _brass(watch).text == "Cease fire"
    assert watch.screen.find("undo").rect == before
    assert not watch.screen.has("end")
    watch.press("E")
    assert watch.table.viewer.side == "allied"


def test_longer_words_are_fitted_into_the_brass_button() -> None:
    watch = Watch(begun(volley()), (1280, 720))
    button = _brass(watch)
    button.text = f"Sail: {NAMES[0]}"
    lines, style = button._written(Theme())
    assert len(lines) > 1
    assert " ".join(lines) == button.text
    assert style.size < button.style.size
    assert button.measure(Theme(), 0)[0] == button.rect.w


def test_c_3_undo_says_that_there_is_nothing_to_take_back_before_the_first_order() -> None:
    watch = Watch(begun(volley()))
    undo = watch.screen.find("undo")
    assert not undo.enabled and undo.reason == "There is nothing to undo."
    watch.press("Ctrl+Z")
    assert "nothing to undo" in watch.toast
    assert not watch.screen.has("agreement")
    watch.press("Shift+F", "Enter")
    assert watch.screen.find("undo").enabled


def _brass(watch: Watch) -> Button:
    found: Any = watch.screen.find("primary")
    assert isinstance(found, Button)
    return found


def test_ending_a_phase_names_every_ship_with_something_left_to_do() -> None:
    ours = [ship(f"B{n}", 3 * n, 0, 90, card_name=f"Ship {n}", card_captain=f"A{n}") for n in range(1, 27)]
    theirs = [ship(f"F{n}", 3 * n, 2.5, 90, card_captain=f"C{n}") for n in range(1, 27)]
    watch = Watch(begun(battle(*ours, *theirs)), (1280, 720))
    watch.press("E")
    named = {getattr(one, "text", "") for one in watch.screen.layers[-1].walk()}
    assert {f"Ship {n}" for n in range(1, 27)} <= named
    assert layout_problems(watch.screen) == []


def test_one_ship_and_all_ships_are_told_apart_in_words() -> None:
    watch = Watch(begun(volley()))
    watch.press("N")
    single, every = _brass(watch).tip, watch.screen.find("all").tip
    assert single is not None and every is not None
    assert "only" in single.body
    assert "Each of your broadsides" in every.body


def test_the_names_in_a_question_lie_clear_of_each_other() -> None:
    watch = Watch(from_scenario("trafalgar", "1"))
    names = [card.name for card in watch.state.cards.values()]
    asked = Ask("Hold course?", "All of them.", "Hold course", Submit(()))
    dialog = build_question(asked, [PieceLabel(name) for name in names])
    for size, scale in ((1280, 720), 100), ((1920, 1080), 100), ((1920, 1080), 150):
        theme = Theme(scale)
        dialog.place(theme, pygame.Rect((0, 0), size))
        labels = [one for one in dialog.walk() if isinstance(one, Label) and one.text in names]
        assert len(labels) == len(names)
        boxes = [pygame.Rect(one.rect.topleft, one.measure(theme, 9999)) for one in labels]
        sheet = next(one.rect for one in dialog.walk() if one.id == "dialog")
        for number, box in enumerate(boxes):
            assert box.collidelist(boxes[number + 1 :]) < 0, names[number]
            assert sheet.left < box.left and box.right < sheet.right, names[number]
