"""Every key can be changed: what is struck then means what was wanted, and every place that names a key names that."""

from collections.abc import Iterator

import pygame
import pytest

from tabletop.ui import keys, rebinding
from tabletop.ui.boards.contract import GameTable
from tabletop.ui.input import InputState
from tabletop.ui.motion import MOTION
from tabletop.ui.rebinding import EVERYWHERE, GESTURES
from tabletop.ui.screens.lessons.lesson_card import TaskBox
from tabletop.ui.screens.settings_sheets import build_key_lines
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.base import Tip
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.overlay import Toast, Tooltip


@pytest.fixture(autouse=True)
def as_they_come() -> Iterator[None]:
    rebinding.stand("sea", typing=False)
    yield
    rebinding.bind({})
    rebinding.stand("", typing=False)


def struck(key: int, mod: int = 0) -> str:
    """What the table hears when a key is struck for the first time."""
    given = InputState().translate(pygame.Event(pygame.KEYDOWN, key=key, mod=mod))
    return given.key if given else ""


def test_every_action_that_has_a_key_has_a_line_in_which_it_can_be_changed() -> None:
    lined = {name for row in rebinding.rows() for name in row.names}
    keyless = {name for name, one in keys.KEYS.items() if one.chord in {*GESTURES, "Arrows"}}
    assert lined == set(keys.KEYS) - keyless
    assert {keys.KEYS[name].chord for name in rebinding.ARROWS} == {"Left", "Right", "Up", "Down"}
    assert all(set(row.where) <= set(EVERYWHERE) for row in rebinding.rows())


def test_what_the_mouse_does_is_told_below_the_keys_and_is_no_key() -> None:
    told = {row.code: row for row in rebinding.gestures()}
    assert set(told) == GESTURES
    assert {row.words for row in told.values()} >= {("select",), ("zoom",), ("measure",)}
    lines = {one.id: one for grid in build_key_lines("") for one in grid.walk() if one.id.startswith("key.")}
    assert set(lines) == {f"key.{row.name}" for row in (*rebinding.rows(), *rebinding.gestures())}
    assert [lines[f"key.{name}"].enabled for name in ("wheel", "log")] == [False, True]
    rebinding.bind({"wheel": "F8"})
    assert rebinding.BOUND.changed == {}


def test_as_they_come_no_two_keys_clash_and_all_mean_what_they_are() -> None:
    assert rebinding.clashes() == {}
    rebinding.bind({"log": keys.key("log"), "nonsense": "Q"})
    assert rebinding.BOUND.changed == {}
    assert rebinding.meant("G") == "G"


def test_a_key_that_was_changed_means_what_it_shall_and_the_old_one_nothing() -> None:
    rebinding.bind({"log": "F8", "ahead": "Shift+W", "accept": "F2"})
    assert [struck(pygame.K_F8), struck(pygame.K_g), struck(pygame.K_F2), struck(pygame.K_RETURN)] == [
        "G",
        "",
        "Enter",
        "",
    ]
    assert struck(pygame.K_w, pygame.KMOD_LSHIFT) == "W"
    assert rebinding.cap("G") == rebinding.called("log") == "F8"
    assert rebinding.called("begin") == "F2"


def test_a_key_is_changed_only_where_it_is_heard() -> None:
    rebinding.bind({"settings": "F8"})
    assert rebinding.meant("S") == "S"
    rebinding.stand("title", typing=False)
    assert (rebinding.meant("F8"), rebinding.meant("S")) == ("S", "")


def test_two_keys_may_change_places() -> None:
    rebinding.bind({"log": "M", "motion": "G"})
    assert rebinding.clashes() == {}
    assert (rebinding.meant("M"), rebinding.meant("G")) == ("G", "M")


def test_of_two_that_want_a_key_the_upper_has_it_and_the_other_names_none() -> None:
    rebinding.bind({"labels": "G"})
    assert [row.name for row in rebinding.clashes().values()] == ["log"]
    assert list(rebinding.clashes()) == ["labels"]
    assert (rebinding.meant("G"), rebinding.cap("L"), rebinding.called("labels")) == ("G", "", "")
    assert rebinding.told("Press {labels}.") == "Press its button."


def test_all_numbers_are_changed_together() -> None:
    rebinding.bind({"orders": "Alt+1–9"})
    assert (struck(pygame.K_3, pygame.KMOD_LALT), struck(pygame.K_3)) == ("3", "")
    assert (rebinding.cap("1–9"), rebinding.cap("1–4"), rebinding.called("aim")) == ("Alt 1–9", "Alt 1–4", "Alt 1–4")
    assert [rebinding.numbered(one) for one in ("Alt+7", "F3", "G", "Ctrl+0")] == ["Alt+1–9", "F1–9", "", "Ctrl+1–9"]


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        ("orders", "X"), ("orders", "X1–9"), ("primary", "1–9"), ("primary", "\0"), ("primary", "Click"),
        ("primary", "X" * 99),
    ],
)  # fmt: skip
def test_what_can_be_no_key_of_a_line_leaves_it_as_it_came(line: str, odd: str) -> None:
    rebinding.bind({line: odd, "fire": "F4"})
    assert (struck(pygame.K_SPACE), struck(pygame.K_3), struck(pygame.K_F4)) == ("Space", "3", "F")
    assert rebinding.called(line) == keys.shown(keys.key(line)) and not rebinding.clashes()


def test_a_key_is_the_same_however_it_is_written() -> None:
    rebinding.bind({"log": "f8", "fire": "shift+ctrl+g", "zoom_in": "ctrl++"})
    assert (struck(pygame.K_F8), rebinding.called("log")) == ("G", "F8")
    assert struck(pygame.K_g, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT) == "F"
    assert all(rebinding.proper(row.code) == row.code for row in rebinding.rows())


def test_what_is_typed_writes_whatever_it_means_elsewhere() -> None:
    rebinding.bind({"accept": "J", "back": "F4"})
    rebinding.stand("sea", typing=True)
    assert (rebinding.meant("J"), rebinding.meant("F4")) == ("J", "Esc")


def test_a_key_that_goes_on_while_it_is_held_does_so_wherever_it_lies() -> None:
    rebinding.bind({"next_ship": "F8", "log": "N"})
    hears = InputState()
    press = [pygame.Event(pygame.KEYDOWN, key=key, mod=0) for key in (pygame.K_F8, pygame.K_n)]
    assert [[given.key if given else "" for given in map(hears.translate, [one, one])] for one in press] == [
        ["N", "N"], ["G", ""],
    ]  # fmt: skip


def test_the_ruler_is_taken_up_when_its_key_is_let_go_also_after_its_modifier() -> None:
    rebinding.bind({"ruler": "Shift+F8"})
    given = InputState().translate(pygame.Event(pygame.KEYUP, key=pygame.K_F8, mod=0))
    assert given is not None
    assert given.key == keys.key("ruler")


def test_buttons_tooltips_messages_and_lessons_name_the_key_as_it_is() -> None:
    rebinding.bind({"primary": "F8", "log": "F9"})
    assert Button("log", "Log", key=keys.key("log"))._cap() == "F9"
    assert Tooltip(Tip("Motion", "{primary} skips.")).says.body == "F8 skips."
    assert Toast(*MOTION.turn()).body.startswith(("F8 or a click", "What came"))
    assert TaskBox("Then press {confirm}", "Space").text == "Then press F8"
    wide, usual = (Tooltip(Tip("Log", key=key)).measure(Theme(), 0)[0] for key in (keys.key("log"), "G+G"))
    assert wide != usual


def test_a_table_says_whose_keys_are_heard_at_it() -> None:
    assert GameTable.keyed in EVERYWHERE
