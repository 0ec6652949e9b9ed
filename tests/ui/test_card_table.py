"""The card table by posted events: choosing, laying, dragging, looking things up, at every size and by keys alone."""

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest

from tabletop.ui import keys
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.cards.drop_target import Slot
from tabletop.ui.boards.cards.look import CardLook, describe_look
from tabletop.ui.boards.cards.reader import Reader, Reading, Scene, Section, build_reading, build_sheet
from tabletop.ui.boards.cards.table_widget import TableWidget
from tabletop.ui.boards.cards.tableau import PAUSE
from tabletop.ui.input import Input, InputState
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.overlay import tip_of
from tests.ui.card_game import IDS, Around, opened, seated
from tests.ui.fitting import layout_problems, problems_now, windows

CODES = {
    "Enter": pygame.K_RETURN, "Space": pygame.K_SPACE, "Esc": pygame.K_ESCAPE, "Tab": pygame.K_TAB,
    "Left": pygame.K_LEFT, "Right": pygame.K_RIGHT, "Up": pygame.K_UP, "Down": pygame.K_DOWN,
}  # fmt: skip


class Person:
    """Somebody with a mouse and a keyboard, whose events reach the screen as those of a window do."""

    def __init__(self, screen: Around) -> None:
        self.screen = screen
        self._input = InputState()
        self.surface = pygame.Surface(screen.size)
        self.wait(0)

    def wait(self, milliseconds: int) -> bool:
        """Let time pass and draw; whether anything moves."""
        moves = self.screen.update(milliseconds)
        self.screen.draw(self.surface)
        return moves

    def _post(self, kind: int, **what: object) -> None:
        pygame.event.clear()
        pygame.event.post(pygame.event.Event(kind, **what))
        for event in pygame.event.get(kind):
            given = self._input.translate(event)
            if given is not None:
                self.screen.handle(given)

    def press(self, *names: str) -> None:
        for name in names:
            code = CODES.get(name) or ord(name.lower())
            self._post(pygame.KEYDOWN, key=code, mod=0)
            self._post(pygame.KEYUP, key=code, mod=0)
            self.wait(0)

    def at(self, ident: str) -> tuple[int, int]:
        return self.screen.find(ident).rect.center

    def move(self, at: tuple[int, int]) -> None:
        self._post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0))

    def click(self, ident: str) -> None:
        at = self.at(ident)
        self.move(at)
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=1)
        self.wait(0)

    def take(self, ident: str, *ways: tuple[int, int]) -> None:
        """Press the button on a widget and drag; it is held until `let_go`."""
        at = self.at(ident)
        self.move(at)
        self._post(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        for way in ways:
            self.move(way)
            self.wait(16)

    def let_go(self, at: tuple[int, int]) -> None:
        self._post(pygame.MOUSEBUTTONUP, pos=at, button=1)
        self.wait(0)

    @property
    def toast(self) -> str:
        said = self.screen.toast
        return f"{said.title} {said.rule}" if said else ""

    @property
    def selected(self) -> tuple[str, ...]:
        return self.screen.table.tableau.selected


@pytest.fixture
def person() -> Person:
    return Person(seated())


def card(number: int) -> str:
    """The id of the widget of a card in one's hand, from 1."""
    return f"card.{IDS[number - 1]}"


# --- room


def _over_each_other(screen: Around) -> Iterator[str]:
    desk = screen.find("desk")
    assert isinstance(desk, TableWidget)
    parts = [*desk.shown(), screen.find("top"), screen.find("bottom")]
    for one, other in combinations(parts, 2):
        shared = one.rect.clip(other.rect)
        if shared.w > 1 and shared.h > 1:
            yield f"{type(one).__name__} {one.id} {one.rect} over {type(other).__name__} {other.id} {other.rect}"


SCENES: dict[str, tuple[str, ...]] = {
    "at first": (), "chosen": ("1", "2", "Right"), "laid": ("1", "Tab"), "discards": ("D",),
}  # fmt: skip


@pytest.mark.parametrize("scene", SCENES)
def test_no_text_of_a_card_table_is_clipped_or_covered_at_any_size(scene: str) -> None:
    for size, theme in windows():
        screen = seated(size=size)
        screen.resize(size, theme)
        for chord in SCENES[scene]:
            screen.press(chord)
        assert problems_now(screen) == []
        assert list(_over_each_other(screen)) == [], (size, theme)


def test_nobody_seated_shows_backs_and_finds_room() -> None:
    for size, _ in windows():
        screen = seated("", size=size)
        assert layout_problems(screen) == []
        assert not any(isinstance(one, Card) and one.look.id in IDS[:14] for one in screen.layers[0].walk())


def test_notes_open_as_a_dialog_where_the_window_is_too_slim_for_a_reader() -> None:
    screen = seated(size=(1280, 720))
    screen.resize((1280, 720), Theme(200))
    assert not screen.has("reader")
    screen.press("1")
    screen.press(keys.key("notes"))
    assert layout_problems(screen) == []
    assert any("Nelson Touch" in getattr(one, "title", "") for one in screen.layers[-1].walk())
    screen.press("Esc")
    assert len(screen.layers) == 1


def test_a_sheet_that_takes_the_whole_column_stays_there_while_the_notes_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = seated(size=(1280, 720))
    long = Reading("Odds", "", (Section("", tuple((f"Card {number}", "9 %") for number in range(12))),))
    monkeypatch.setattr(screen.table, "build_sheets", lambda: [build_sheet(long, "odds")])
    screen.rebuild()
    there = screen.find("odds").rect.copy()
    assert not screen.has("reader")
    screen.handle(Input("moved", screen.find(card(4)).rect.center))
    screen.press(keys.key("notes"))
    (odds,) = (one for one in screen.layers[0].walk() if one.id == "odds")
    assert odds.rect == there
    assert any(getattr(one, "title", "") == "Double-shotted Guns" for one in screen.layers[-1].walk())
    assert layout_problems(screen) == []


def test_notes_tell_the_games_sheets_whole_and_do_not_ask_to_point_at_a_card_there() -> None:
    screen = seated(size=(1280, 720))
    screen.resize((1280, 720), Theme(200))
    screen.press(keys.key("notes"))
    words = "\n".join(run.text for one in screen.layers[-1].walk() for run in getattr(one, "runs", ()))
    assert "A second Strategy card" in words
    assert "Point at a card" not in words


# --- choosing


def test_number_keys_choose_cards_and_choose_them_no_longer(person: Person) -> None:
    person.press("1", "3")
    assert person.selected == (IDS[0], IDS[2])
    person.press("1")
    assert person.selected == (IDS[2],)


def test_one_more_than_may_be_chosen_takes_the_place_of_the_latest(person: Person) -> None:
    person.press("1", "2", "3", "4")
    assert person.selected == (IDS[0], IDS[1], IDS[3])


def test_a_click_chooses_and_raises_a_card(person: Person) -> None:
    low = person.screen.find(card(2)).rect.y
    person.click(card(2))
    assert person.selected == (IDS[1],)
    assert person.screen.find(card(2)).rect.y < low
    person.click(card(2))
    assert person.screen.find(card(2)).rect.y == low


def test_a_click_beside_the_cards_drops_nothing_that_is_chosen(person: Person) -> None:
    person.press("1", "3")
    one, two = (person.screen.find(card(number)).rect for number in (1, 2))
    beside = ((one.right + two.left) // 2, two.centery)
    person.move(beside)
    person.take("desk", beside)
    person.let_go(beside)
    assert person.selected == (IDS[0], IDS[2])


def test_a_card_that_cannot_be_used_says_why(person: Person) -> None:
    person.click(card(8))
    assert person.selected == ()
    assert "It has no place in this turn." in person.toast
    tip = tip_of(person.screen.find(card(8)))
    assert tip is not None
    assert "It has no place in this turn." in tip.body


def test_arrows_and_enter_go_through_the_hand(person: Person) -> None:
    person.press("Right", "Right", "Enter")
    assert person.selected == (IDS[1],)
    person.press("Left", "Enter")
    assert person.selected == (IDS[1], IDS[0])
    person.press("Left", "Enter")
    assert "has been played" in person.toast
    person.press("Esc", "Esc", "Esc")
    assert person.selected == ()
    assert person.screen.table.tableau.cursor == ""


def test_space_on_a_card_with_the_focus_confirms_and_enter_chooses(person: Person) -> None:
    person.screen.give_focus(person.screen.find(card(1)))
    person.press("Enter")
    assert person.selected == (IDS[0],)
    person.press("Space")
    assert "Nothing is laid yet." in person.toast
    person.screen.table.draft = {IDS[2]: "morale"}
    person.screen.rebuild()
    person.press("Space")
    assert person.screen.submitted == [(IDS[2],)]


# --- laying


def test_by_keys_alone_cards_are_chosen_laid_and_played(person: Person) -> None:
    person.press("1")
    screen = person.screen
    for _ in range(40):
        if screen.focus is not None and screen.focus.id == "strategy":
            break
        person.press("Tab")
    person.press("Enter")
    assert screen.table.draft == {IDS[0]: "strategy"}
    person.press("Space")
    assert screen.submitted == [(IDS[0],)]


def test_a_click_on_a_place_lays_what_is_chosen(person: Person) -> None:
    person.click(card(3))
    person.click("morale")
    assert person.screen.table.draft == {IDS[2]: "morale"}
    assert person.selected == ()
    assert person.screen.find(card(3)).rect.colliderect(person.screen.find("morale").rect)


def test_a_card_is_dragged_to_its_place_and_back_into_the_hand(person: Person) -> None:
    there = person.at("fighting")
    person.take(card(4), (900, 600), there)
    tableau = person.screen.table.tableau
    assert tableau.dragged is not None
    assert (tableau.target_below, tableau.drop_refusal) == ("fighting", "")
    person.let_go(there)
    assert person.screen.table.draft == {IDS[3]: "fighting"}
    person.wait(1000)
    hand = person.at("hand")
    person.take(card(4), (900, 600), hand)
    person.let_go(hand)
    assert person.screen.table.draft == {}


def test_a_card_dropped_where_it_cannot_go_flies_back_and_says_why(person: Person) -> None:
    there = person.at("morale")
    person.take(card(1), (900, 600), there)
    assert "cannot go there, because" in person.screen.table.tableau.drop_refusal
    person.let_go(there)
    assert "Nelson Touch cannot go there, because it is a Strategy card. TINY-1" in person.toast
    assert person.screen.table.draft == {}
    assert person.screen.table.tableau.animation.is_busy
    person.wait(200)
    assert not person.screen.table.tableau.animation.is_busy


def test_a_free_slot_is_sunk_into_the_cloth_and_its_edge_is_dashed(person: Person) -> None:
    slot = next(one for one in person.screen.layers[0].walk() if isinstance(one, Slot) and not one.is_first)
    picture = pygame.Surface(person.screen.size)
    picture.fill(INKS.mist)
    slot.paint(picture, Theme())
    inside, outside = picture.get_at(slot.rect.center), picture.get_at((slot.rect.left - 1, slot.rect.centery))
    assert sum(inside[:3]) < sum(outside[:3])
    edge = {tuple(picture.get_at((x, slot.rect.top))) for x in range(slot.rect.left + 9, slot.rect.right - 9)}
    assert len(edge) == 2
    assert tuple(inside) in edge


def test_a_card_dropped_nowhere_flies_back_without_a_word(person: Person) -> None:
    person.take(card(1), (60, 500))
    person.let_go((60, 500))
    assert person.toast == ""
    assert person.screen.table.tableau.dragged is None


def test_a_small_slip_of_the_mouse_is_still_a_click(person: Person) -> None:
    x, y = person.at(card(1))
    person.take(card(1), (x + 2, y + 1))
    person.let_go((x + 2, y + 1))
    assert person.selected == (IDS[0],)


# --- reading


def test_the_reader_reads_what_the_pointer_is_on_then_what_is_chosen(person: Person) -> None:
    reader = person.screen.find("reader")
    person.move(person.at(card(5)))
    person.wait(2 * PAUSE)
    assert reader.reading.title == "Local Superiority"  # type: ignore[attr-defined]
    person.move((5, 500))
    person.wait(2 * PAUSE)
    assert reader.reading.title == ""  # type: ignore[attr-defined]
    person.press("2")
    assert person.screen.find("reader").reading.title == "Break the Line"  # type: ignore[attr-defined]


def test_cards_that_the_pointer_passes_over_are_not_read(person: Person) -> None:
    reader = person.screen.find("reader")
    person.move(person.at(card(5)))
    person.wait(2 * PAUSE)
    for passed in (4, 3, 2):
        person.move(person.at(card(passed)))
        person.wait(50)
        assert reader.reading.title == "Local Superiority"  # type: ignore[attr-defined]
        assert person.screen.table.surface.pulse == PAUSE - 50
    person.move((5, 500))
    person.wait(50)
    person.move(person.at(card(5)))
    person.wait(2 * PAUSE)
    assert reader.reading.title == "Local Superiority"  # type: ignore[attr-defined]
    assert person.screen.table.surface.pulse == 0


def test_every_card_face_up_is_a_widget_with_its_words_and_a_tooltip(person: Person) -> None:
    cards = {one.look.id: one for one in person.screen.layers[0].walk() if isinstance(one, Card)}
    lying = {one for _, _, one in opened().rows}
    assert set(cards) == {*IDS[:8], *lying}
    for one in cards.values():
        tip = tip_of(one)
        assert tip is not None
        assert one.look.title in one.text
        assert one.look.words in one.text
        assert (tip.title, describe_look(one.look) in tip.body) == (one.look.title, True)
    assert "Negated by Grape Shot" in cards[IDS[15]].text


def test_the_discards_open_and_are_gone_through_with_keys(person: Person) -> None:
    person.press("D")
    assert person.screen.has(f"leaf.{IDS[19]}")
    person.press("Right")
    person.press("Enter")
    assert len(person.screen.layers) == 1
    person.click("discards")
    assert person.screen.has("browser")
    person.press("Esc")
    assert len(person.screen.layers) == 1


def test_the_piles_and_the_hidden_hand_tell_their_counts_alone(person: Person) -> None:
    assert person.screen.find("pile").text == "Pile: 4 cards"  # type: ignore[attr-defined]
    assert person.screen.find("hand.other").text == "6 cards, face down"  # type: ignore[attr-defined]
    texts = " ".join(str(getattr(one, "text", "")) for one in person.screen.layers[0].walk())
    assert not [name for name in ("Raking", "Rapid") if name in texts and name.lower() not in " ".join(IDS[:8])]
    assert "Close the Gap" not in texts


def test_the_reader_shows_the_scene_of_a_card_where_its_words_leave_room() -> None:
    look = CardLook("x", "Chain Shot", words="Takes 1 point of rigging.", art="ship_duel/chain_shot")
    for high, scenes in ((400, 1), (110, 0)):
        reader = Reader(lambda: "x", lambda card: build_reading(look))
        reader.place(Theme(), pygame.Rect(0, 0, 252, high))
        shown = [one for one in reader.walk() if isinstance(one, Scene)]
        assert len(shown) == scenes
        assert all(reader.rect.contains(one.rect) and one.rect.h > 100 for one in shown)
