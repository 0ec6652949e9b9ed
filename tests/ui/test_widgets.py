"""Single widgets: what they report, and when they are drawn."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from tabletop.core.errors import Refused
from tabletop.ui import keys
from tabletop.ui.input import Input
from tabletop.ui.text import BODY, LEAST, NAME, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox, Passage, Segments, TextEntry, wrapped
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import BAR, ListEntry, shortened, width
from tabletop.ui.widgets.marks import Dice, Track, die_face, draw_bar
from tabletop.ui.widgets.overlay import TIP_DELAY, Toast, dialog
from tabletop.ui.widgets.page import Page
from tabletop.ui.widgets.report import Chosen, Folded, Pressed, Report, RowOpened, RowPointed, Ticked, Typed
from tabletop.ui.widgets.ribbon import PhaseRibbon
from tabletop.ui.widgets.scroll import Scroll
from tabletop.ui.widgets.stack import Stack
from tests.ui.contrast import contrast


class Board(Page):
    """Whatever widgets a test wants, and what they report."""

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        self.widgets = widgets
        self.told: list[Report] = []
        self.keys: list[str] = []
        self.surface = pygame.Surface((640, 480))
        self.resize((640, 480), Theme())
        self.draw(self.surface)

    def compose(self) -> Widget:
        return Stack([Column([*self.widgets, Spacer(grow=1)], gap=20, align="start")])

    def act(self, report: Report) -> None:
        self.told.append(report)

    def key_pressed(self, given: Input) -> None:
        self.keys.append(given.key)

    def drawn(self) -> bool:
        return self.draw(self.surface)


@pytest.mark.parametrize("steps", [0, -1, -50])
def test_a_list_shows_whole_rows_only(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[pygame.Rect] = []
    monkeypatch.setattr(ListBox, "paint_row", lambda self, surface, theme, entry, rect: painted.append(rect))
    rows = [ListEntry(str(number), str(number)) for number in range(20)]
    listed = ListBox("rows", rows)
    listed.place(Theme(), pygame.Rect(0, 0, 200, 101))
    listed.handle(Input("wheel", listed.rect.center, steps=steps), Theme())
    listed.paint(pygame.Surface((200, 101)), Theme())
    assert len(painted) == 3
    assert all(listed.rect.contains(rect) for rect in painted)
    assert listed.entry_at((listed.rect.x + 5, listed.rect.bottom - 3)) is None
    listed.reveal("19")
    assert listed.rect.contains(listed.row_rect(19))


def test_a_button_reports_when_it_is_let_go_over_it() -> None:
    board = Board(Button("fire", "Fire"))
    at = board.find("fire").rect.center
    board.handle(Input("pressed", at, "left"))
    assert board.told == []
    board.handle(Input("released", at, "left"))
    assert board.told == [Pressed("fire")]


def test_a_button_that_is_left_before_letting_go_does_nothing() -> None:
    board = Board(Button("fire", "Fire"))
    board.handle(Input("pressed", board.find("fire").rect.center, "left"))
    board.handle(Input("released", (600, 470), "left"))
    assert board.told == []


@pytest.mark.parametrize("chord", ["Enter", "Space"])
def test_a_focused_button_is_pressed_by_key(chord: str) -> None:
    board = Board(Button("fire", "Fire"), Button("end", "End", key="Space"))
    board.press("Tab")
    board.press(chord)
    assert board.told == [Pressed("fire")]


def test_a_key_presses_its_button_from_anywhere() -> None:
    board = Board(Button("fire", "Fire"), Button("end", "End", key="E"))
    board.press("E")
    assert board.told == [Pressed("end")]


def test_a_click_does_not_take_the_focus_so_that_space_stays_the_primary_key() -> None:
    board = Board(Button("other", "Other"), Button("fire", "Fire", key="Space"))
    board.click("other")
    board.press("Space")
    assert board.told == [Pressed("other"), Pressed("fire")]


@pytest.mark.parametrize(
    "use", [lambda b: b.click("fire"), lambda b: b.press("F"), lambda b: (b.press("Tab"), b.press("Enter"))]
)
def test_a_disabled_button_says_why(use: Callable[[Board], Any]) -> None:
    board = Board(Button("fire", "Fire", key="F").disable("The port broadside is empty."))
    use(board)
    assert board.told == []
    assert board.toast is not None
    assert board.toast.title == "The port broadside is empty."


def test_a_refusal_says_why_by_how_much_and_names_the_rule() -> None:
    board = Board()
    board.refuse(Refused("SOTL-4.1.2-c", "She is out of reach.", "6.2 UM, the reach is 5.0"))
    assert board.toast is not None
    assert (board.toast.title, board.toast.body, board.toast.rule) == (
        "She is out of reach.",
        "6.2 UM, the reach is 5.0",
        "SOTL-4.1.2-c",
    )
    assert board.drawn()
    board.press("Esc")
    assert board.toast is None


def test_a_dialog_takes_the_place_of_a_message() -> None:
    board = Board(Button("fire", "Fire"))
    board.say(Toast("The port broadside is empty."))
    board.open(dialog("Give up?", "All is lost.", [Button("yes", "Give up")]))
    assert board.toast is None


def test_a_toast_goes_away_by_itself_and_its_place_is_drawn_again() -> None:
    board = Board()
    board.refuse(Refused("C-1", "No."))
    assert board.update(16)
    assert board.drawn()
    assert not board.update(60_000)
    assert board.drawn()
    assert not board.drawn()


def test_a_tooltip_comes_after_a_while_with_the_key() -> None:
    board = Board(Button("fire", "Fire", key="F", tip=Tip("Fire", "All guns of one side.")))
    board.handle(Input("moved", board.find("fire").rect.center))
    assert board.update(TIP_DELAY - 1)
    assert board.tooltip is None
    board.update(1)
    assert board.tooltip is not None
    assert board.tooltip.says == Tip("Fire", "All guns of one side.", "F")
    assert not board.update(16)
    board.handle(Input("moved", (600, 470)))
    assert board.tooltip is None


def test_the_tooltip_of_a_disabled_button_gives_the_reason() -> None:
    board = Board(Button("fire", "Fire", tip=Tip("Fire", "All guns.")).disable("Not loaded."))
    board.handle(Input("moved", board.find("fire").rect.center))
    board.update(TIP_DELAY)
    assert board.tooltip is not None
    assert board.tooltip.says.body == "Not loaded."


def test_tab_goes_round_and_back() -> None:
    board = Board(Button("one", "One"), Button("two", "Two"))
    order = []
    for chord in ("Tab", "Tab", "Tab", "Shift+Tab"):
        board.press(chord)
        assert board.focus is not None
        order.append(board.focus.id)
    assert order == ["one", "two", "one", "two"]


def test_arrows_move_the_focus_to_what_lies_there() -> None:
    board = Board(Row([Button("a", "A"), Button("b", "B")]), Row([Button("c", "C"), Button("d", "D")]))
    seen = []
    for chord in ("Right", "Right", "Down", "Left", "Up"):
        board.press(chord)
        assert board.focus is not None
        seen.append(board.focus.id)
    assert seen == ["a", "b", "d", "c", "a"]


def test_arrows_pan_where_the_screen_wants_them() -> None:
    board = Board(Button("a", "A"))
    board.arrows_start_focus = False
    board.press("Left")
    assert board.keys == ["Left"]


ENTRIES = [ListEntry("head", "Van", heading=True), *(ListEntry(str(n), f"Ship {n}") for n in range(60))]


def rows() -> Board:
    return Board(Sized(ListBox("ships", ENTRIES, chosen="0", visible=8), 200))


def test_a_row_is_chosen_by_click_and_opened_by_the_second() -> None:
    board = rows()
    at = board.find("ships").row_rect(2).center  # type: ignore[attr-defined]
    board.handle(Input("pressed", at, "left"))
    board.handle(Input("pressed", at, "left", clicks=2))
    assert board.told == [Chosen("ships", "1"), RowOpened("ships", "1")]


def test_arrows_choose_rows_and_scroll_them_into_sight() -> None:
    board = rows()
    board.press("Tab")
    for _ in range(30):
        board.press("Down")
    assert board.told[-1] == Chosen("ships", "30")
    list_entry: Any = board.find("ships")
    assert list_entry.rect.contains(list_entry.row_rect(31))


@pytest.mark.parametrize("scale", [100, 150, 200])
def test_a_name_too_long_for_its_row_is_made_smaller_before_it_is_cut(scale: int) -> None:
    theme, style = Theme(scale), NAME
    for text in ("Bellona", "Santísima Trinidad", "Nuestra Señora de la Santísima Trinidad"):
        entry = ListEntry("x", text, "136")
        whole = width(theme, entry, style)
        assert shortened(theme, entry, style, whole) == (text, style)
        words, smaller = shortened(theme, entry, style, whole - theme.px(len(text) * 0.5))
        assert (words, smaller.size < style.size) == (text, True)
        words, smaller = shortened(theme, entry, style, whole // 2)
        assert words.endswith("…") and theme.px(smaller.size) == LEAST


def test_only_rows_in_sight_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []
    monkeypatch.setattr(ListBox, "paint_row", lambda self, surface, theme, entry, rect: painted.append(entry.id))
    rows()
    assert 0 < len(painted) <= 9


@pytest.mark.parametrize("chosen", ["", "x"])
@pytest.mark.parametrize("share", [0.3, 0.5, 1.0])
def test_what_is_left_stands_out_from_its_row_and_what_is_lost_does_not(share: float, chosen: str) -> None:
    theme, surface = Theme(), pygame.Surface((200, 28))
    surface.fill(INKS.paper)
    list_entry = ListBox("x", [ListEntry("x", "Bellona", bar=(share, 0.4))], chosen=chosen)
    list_entry.place(theme, surface.get_rect())
    list_entry.paint(surface, theme)
    first, last = 200 - 8 - BAR[0] + 2, 200 - 8 - 3
    left, lost, ground = (surface.get_at((x, 14))[:3] for x in (first, last, 195))
    assert ground == (INKS.ink if chosen else INKS.paper)
    assert contrast(left, ground) > 3
    assert share == 1 or contrast(lost, ground) < 2


def test_a_whole_hull_bar_is_of_one_colour_but_for_the_notch_where_the_sinking_zone_begins() -> None:
    theme, surface = Theme(), pygame.Surface((104, 10))
    draw_bar(surface, theme, surface.get_rect(), 1.0, 0.4)
    seen = [surface.get_at((x, 5))[:3] for x in range(1, 103)]
    assert [x for x, colour in enumerate(seen) if colour != INKS.ink] == [41, 42]
    draw_bar(surface, theme, surface.get_rect(), 0.4, 0.4)
    assert {surface.get_at((x, 5))[:3] for x in range(1, 42)} == {INKS.danger}


def test_a_heading_folds() -> None:
    board = rows()
    board.handle(Input("pressed", board.find("ships").row_rect(0).center, "left"))  # type: ignore[attr-defined]
    assert board.told == [Folded("ships", "head", True)]


def test_a_name_too_long_for_its_row_is_told_in_full_by_the_tooltip() -> None:
    board = Board(Sized(ListBox("ships", [ListEntry("x", "Nuestra Señora de la Santísima Trinidad")]), 150))
    board.handle(Input("moved", board.find("ships").rect.center))
    board.update(TIP_DELAY)
    assert board.tooltip is not None
    assert board.tooltip.says.title == "Nuestra Señora de la Santísima Trinidad"


@pytest.mark.parametrize(
    ("widget", "use", "report"),
    [
        (Segments("x", [("a", "A"), ("b", "B")], "a"), ["Tab", "Right"], Chosen("x", "b")),
        (Checkbox("x", "Fog", False), ["Tab", "Space"], Ticked("x", True)),
    ],
)
def test_choices_are_made_by_keyboard(widget: Widget, use: list[str], report: Report) -> None:
    board = Board(widget)
    for chord in use:
        board.press(chord)
    assert board.told == [report]


def test_text_is_typed_and_edited() -> None:
    board = Board(TextEntry("name", "Nelso"))
    board.click("name")
    board.press("End")
    board.type("nn")
    board.press("Backspace")
    board.press("Home")
    board.press("Delete")
    assert board.told[-1] == Typed("name", "elson")


def pull(board: Board, start: tuple[int, int], *way: tuple[int, int], clicks: int = 1, shift: bool = False) -> None:
    """Press, go on with the button held, let go."""
    held: frozenset[Any] = frozenset({"left"})
    board.handle(Input("moved", start))
    board.handle(Input("pressed", start, "left", held, clicks=clicks, shift=shift))
    for at in way:
        board.handle(Input("moved", at, "", held))
    board.handle(Input("released", (start, *way)[-1], "left"))


@pytest.mark.parametrize("kind", ["line", "passage"])
def test_what_is_marked_by_a_drag_two_clicks_or_shift_is_typed_over(kind: str) -> None:
    words = "Ship of the line"
    made = TextEntry("text", words) if kind == "line" else Passage("text", words, longest=99)
    board = Board(made)
    entry: Any = board.find("text")

    def letter(number: int) -> tuple[int, int]:
        return entry.rect.x + 10 + size_of(words[:number], BODY, 100)[0], entry.rect.y + 14

    pull(board, letter(5), letter(9), letter(12))
    assert entry.marked == (5, 12)
    board.drawn()
    x, y = letter(6)
    assert board.surface.get_at((x, y - 8)) == INKS.brass_light
    assert board.surface.get_at((letter(13)[0], y - 8)) != INKS.brass_light
    board.type("X")
    assert entry.text == "Ship Xline"
    entry.show(words)
    pull(board, letter(13), clicks=2)
    assert entry.text[slice(*entry.marked)] == "line"
    pull(board, letter(13), letter(13), clicks=2)
    assert entry.text[slice(*entry.marked)] == "line", "a hand that trembles changes nothing"
    board.press("Backspace")
    assert entry.text == "Ship of the "
    entry.show(words)
    board.press("Home")
    for _ in range(4):
        board.press("Shift+Right")
    assert entry.marked == (0, 4)
    pull(board, letter(7), shift=True)
    assert entry.marked == (0, 7)
    board.press("Left")
    assert (entry.caret, entry.marked) == (0, (0, 0))
    board.press("Shift+End")
    board.press("Delete")
    assert entry.text == ""
    entry.show(words)
    board.press("Ctrl+A")
    assert entry.marked == (0, len(words))
    board.type("Sloop")
    assert entry.text == "Sloop"


def test_in_a_passage_lines_are_marked_by_drag_and_by_shift_and_the_arrows() -> None:
    board = Board(Sized(Passage("briefing", "one\ntwo\nthree", longest=99), 200, 90))
    passage: Any = board.find("briefing")
    high = size_of("X", BODY, 100)[1]
    top = passage.rect.y + 5 + high // 2
    pull(board, (passage.rect.x + 10, top), (passage.rect.x + 10, top + high))
    assert passage.text[slice(*passage.marked)] == "one\n"
    board.press("Shift+Down")
    assert passage.text[slice(*passage.marked)] == "one\ntwo\n"
    board.press("Enter")
    assert passage.text == "\nthree"


def test_a_click_in_a_line_longer_than_its_box_hits_the_letter_that_is_seen_there() -> None:
    board = Board(TextEntry("name", "A very long name of a ship that nobody can read", longest=60, width=160))
    entry: Any = board.find("name")
    pull(board, (entry.rect.right - 12, entry.rect.centery))
    assert entry.caret >= len(entry.text) - 1


def test_a_passage_wraps_and_is_walked_through_by_lines() -> None:
    words = " ".join(["Nobody had seen the other fleet before noon."] * 12)
    passage = Passage("briefing", words, longest=2_000)
    board = Board(passage)
    lines = wrapped(words, 600, 100)
    assert 4 < len(lines) < 12
    assert " ".join(words[start:end] for start, end in lines) == words
    board.click("briefing")
    board.press("Home")
    at = passage.caret
    assert at in {start for start, _ in passage._spans(Theme(), passage.rect.w)}
    board.press("Down")
    board.press("Up")
    assert passage.caret == at
    for _ in lines:
        board.press("Up")
    assert passage.caret == 0
    for _ in range(len(lines) + 1):
        board.press("Down")
    assert passage.caret == len(words)
    board.press("Enter")
    board.type("October")
    assert board.told[-1] == Typed("briefing", f"{words}\nOctober")
    board.press("Ctrl+A")
    board.type("No")
    board.press("Enter")
    board.press("Backspace")
    assert board.told[-1] == Typed("briefing", "No")


def test_a_passage_of_more_lines_than_are_in_sight_scrolls_with_the_caret_and_the_wheel() -> None:
    passage = Passage("briefing", "\n".join(map(str, range(40))), longest=2_000)
    board = Board(passage)
    assert passage.rect.h < 400
    board.give_focus(passage)
    board.press("Down")
    assert passage._top == 40 - passage._shown(Theme())
    board.handle(Input("moved", passage.rect.center))
    for _ in range(50):
        board.handle(Input("wheel", passage.rect.center, steps=1))
    assert passage._top == 0
    board.press("Up")
    assert passage._top > 0, "what is typed in is in sight"


def test_keys_that_are_typed_do_not_press_buttons() -> None:
    board = Board(TextEntry("name"), Button("end", "End", key="E"))
    board.click("name")
    board.told.clear()
    board.press("E")
    assert board.told == []


def test_a_dialog_takes_all_input_until_esc() -> None:
    board = Board(Button("fire", "Fire", key="F"))
    board.open(dialog("Sure?", "Nothing can be taken back.", [Button("yes", "Yes", "primary")]))
    board.press("F")
    board.handle(Input("pressed", (5, 5), "left"))
    board.handle(Input("released", (5, 5), "left"))
    assert board.told == []
    board.press("Esc")
    assert board.told == []
    assert len(board.layers) == 1


def test_scrolling_moves_content_and_the_focus_stays_in_sight() -> None:
    many = Column([Button(str(n), f"Button {n}") for n in range(40)], gap=10)
    board = Board(Sized(Scroll(many, ident="scroll", height=200), 200, 200))
    view: Any = board.find("scroll")
    board.handle(Input("moved", view.rect.center))
    board.handle(Input("wheel", view.rect.center, steps=-1))
    assert view.offset > 0
    for _ in range(30):
        board.press("Tab")
    assert board.focus is not None
    assert view.rect.contains(board.focus.rect)


def test_what_is_scrolled_out_of_sight_cannot_be_clicked() -> None:
    many = Column([Button(str(n), f"Button {n}") for n in range(40)], gap=10)
    board = Board(Sized(Scroll(many, height=200), 200, 200))
    below = board.find("10").rect.center
    board.handle(Input("pressed", below, "left"))
    board.handle(Input("released", below, "left"))
    assert board.told == []


def test_a_line_at_the_edge_of_a_view_is_seen_whole_or_not_at_all_and_then_not_clicked_either() -> None:
    many = Column([Button(str(n), f"Button {n}") for n in range(40)], gap=10)
    board = Board(Sized(Scroll(many, ident="scroll", height=200), 200, 200))
    view: Any = board.find("scroll")
    for offset in (0, 13, 35, 60, 77):
        view.move(offset)
        lines = [one.rect for one in board.find("scroll").walk() if isinstance(one, Button)]
        cut = [rect for rect in lines if rect.colliderect(view.rect) and not view.rect.contains(rect)]
        assert cut
        assert not any(rect.colliderect(view.sight) for rect in cut)
        assert all(view.sight.contains(rect) for rect in lines if view.rect.contains(rect))
        surface = pygame.Surface(board.size, pygame.SRCALPHA)
        view.paint_tree(surface, board.theme)
        assert not any(surface.subsurface(rect.clip(view.rect)).get_bounding_rect().w for rect in cut)
        assert all(board.find("scroll").path_to(rect.clip(view.rect).center) == [view] for rect in cut)
    words = Scroll(Text("One word after the other, " * 40), height=200)
    words.place(Theme(), pygame.Rect(0, 0, 200, 200))
    words.move(30)
    high = size_of("X", BODY, 100)[1]
    assert (words.sight.y + 30) % high == 0
    assert (words.sight.bottom + 30) % high == 0


def test_nothing_is_painted_again_for_what_is_scrolled_out_of_sight() -> None:
    many = Column([Button(str(n), f"Button {n}") for n in range(40)], gap=10)
    board = Board(Sized(Scroll(many, ident="scroll", height=200), 200, 200))
    board.drawn()
    assert board.find("30").dirty
    assert not board.drawn()


def test_composing_anew_keeps_focus_and_scrolling() -> None:
    board = Board(
        Sized(Scroll(Column([Button(str(n), "Button") for n in range(40)]), ident="scroll", height=200), 200, 200)
    )
    board.press("Shift+Tab")
    offset = board.find("scroll").offset  # type: ignore[attr-defined]
    board.rebuild()
    assert board.focus is board.find("39")
    assert board.find("scroll").offset == offset  # type: ignore[attr-defined]


def test_the_window_is_painted_once_after_each_change() -> None:
    label = Label("12:30", ident="clock")
    board = Board(label, Spacer(100), Label("still"))
    board.drawn()
    label.text = "12:45"
    label.touch()
    assert board.drawn()
    assert not board.drawn()


def test_a_button_under_the_pointer_is_painted_at_once() -> None:
    board = Board(Button("fire", "Fire"))
    board.drawn()
    board.handle(Input("moved", board.find("fire").rect.center))
    assert board.drawn()
    assert not board.drawn()


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_shows_its_pips(number: int) -> None:
    shown = die_face(number, 60, True)
    dark = pygame.mask.from_threshold(shown, (27, 36, 39), (40, 40, 40, 255))
    assert len(dark.connected_components(minimum=8)) == number


def test_marks_are_drawn_at_every_scale() -> None:
    for scale in (75, 100, 200):
        theme = Theme(scale)
        for widget in (Track(20, 16, 5), Dice([(6, "hit"), (2, "")], 26, 8), PhaseRibbon(["Combat", "Crew"], "Crew")):
            surface = pygame.Surface((1200, 200))
            widget.place(theme, pygame.Rect((10, 10), widget.measure(theme, 1000)))
            widget.paint_tree(surface, theme)
            inked = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255))
            inked.invert()
            assert widget.reach(theme).contains(inked.get_bounding_rects()[0])


def test_key_caps_show_the_real_bindings() -> None:
    assert keys.shown("Ctrl++") == "Ctrl +"
    assert keys.shown("Ctrl+-") == "Ctrl −"
    assert keys.shown("Shift+Tab") == "Shift Tab"
    assert keys.shown("E") == "E"


@pytest.mark.parametrize("scale", (75, 100, 200))
def test_words_too_long_for_a_button_of_fixed_width_stand_in_two_lines_where_it_is_tall(scale: int) -> None:
    theme, words = Theme(scale), "Keep the whole of the hand"
    tall, low = (Button("keep", words, "primary", key="Space", height=high, size=18) for high in (80, 34))
    for button in (tall, low):
        button.fitted = 216
    lines, style = tall._written(theme)
    assert " ".join(lines) == words
    assert len(lines) == 2
    assert all(size_of(line, style, scale)[0] <= theme.px(216 - 24) - tall._right(theme) for line in lines)
    assert tall.measure(theme, 0) == (theme.px(216), theme.px(80))
    assert low.measure(theme, 0)[1] == theme.px(34)
    assert len(low._written(theme)[0]) == 1


@pytest.mark.parametrize("scrolled", [False, True])
def test_after_the_wheel_row_and_tooltip_are_those_under_the_pointer(scrolled: bool) -> None:
    rows = ListBox("ships", [ListEntry(str(n), f"Ship {n}", tip=Tip(f"Ship {n}")) for n in range(60)], visible=12)
    board = Board(Sized(Scroll(rows, height=200), height=200) if scrolled else rows)
    board.handle(Input("moved", (rows.rect.x + 20, rows.rect.y + 50)))
    board.update(TIP_DELAY + 50)
    before = rows.under
    assert board.tooltip is not None
    board.handle(Input("wheel", (rows.rect.x + 20, 50), steps=-2))
    board.update(TIP_DELAY + 50)
    under = rows.entry_at(board._pointer)
    assert under is not None
    assert under.id == rows.under != before
    assert board.told[-1] == RowPointed("ships", under.id)
    assert board.tooltip is not None
    assert board.tooltip.says.title == under.text
