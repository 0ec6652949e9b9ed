"""The scenario editor at sea, driven by events as a person would cause them."""

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from typer.testing import CliRunner

from tabletop.authoring.draft import Draft, create_blank
from tabletop.authoring.draft_files import AutoSaver
from tabletop.authoring.piece_changes import measure_formation
from tabletop.cli.commands import app
from tabletop.core import library, resources, user_folders
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError
from tabletop.core.game import find_game
from tabletop.core.library import RecordLock
from tabletop.core.match import Match, MatchSetup
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line.commands import RollInitiative
from tabletop.players.engine import AbsentEngine
from tabletop.ui.input import Input
from tabletop.ui.screen import Pop, Push, Screen
from tabletop.ui.screens import local_backend
from tabletop.ui.screens.editor import zones
from tabletop.ui.screens.editor.dock import EditorDock
from tabletop.ui.screens.editor.marks import Handle, ZoneArea
from tabletop.ui.screens.editor.open_page import GAMES, ROWS, OpenPage
from tabletop.ui.screens.editor.screen import EditorScreen
from tabletop.ui.screens.editor.trial_game import PopTwo
from tabletop.ui.screens.local_backend import build_editor, start_trial
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.marks import Chip
from tabletop.ui.widgets.panel import Panel
from tests.card_games import CARD_GAMES
from tests.example import GAME as EXAMPLE
from tests.ui.backends import Placeholder
from tests.ui.fitting import layout_problems

SEA = "ships_of_the_line"
LEFT = frozenset({"left"})
Xy = tuple[int, int]
SIZE, SMALL = (1600, 900), (1280, 720)
"""Of windows: those of the shared tables stay to the end of this file, and each takes some 25 MB in 1920×1080."""


class Hand:
    """A person at the editor: says where things are by their names, and does what the mouse does."""

    def __init__(self, scenario: str, home: Path, game: str = SEA, size: Xy = SIZE) -> None:
        path = resources.find_scenario(game, scenario)
        self._begin(Draft(game, path.read_text(encoding="utf-8"), path.name), home, size)

    @classmethod
    def at_something_new(cls, home: Path, game: str = SEA) -> "Hand":
        """Return a person at a new scenario with nothing in it yet, e.g. a sea without a ship."""
        hand = cls.__new__(cls)
        hand._begin(create_blank(game), home)
        return hand

    def _begin(self, draft: Draft, home: Path, size: Xy = SIZE) -> None:
        self.text = draft.text
        self.tried: list[MatchSetup] = []
        self.screen = EditorScreen(draft, AutoSaver(draft, home / "kept.draft"), self._try)
        self.screen.resize(size, Theme())
        self.settle()

    def _try(self, told: MatchSetup) -> Screen:
        self.tried.append(told)
        return Placeholder(told)

    @property
    def draft(self) -> Draft:
        return self.screen.draft

    def settle(self) -> None:
        """Let the camera come to rest."""
        for _ in range(6):
            self.screen.update(50)
        self.screen.draw(pygame.Surface(self.screen.size))

    def at(self, piece: str) -> Xy:
        """Where a piece is on the screen."""
        return self.pixel(*self.screen.workplace.center_of(piece))

    def pixel(self, x: float, y: float) -> Xy:
        """A place of the sea on the screen."""
        x, y = self.screen.workplace.view.camera.to_screen(x, y)
        return round(x), round(y)

    def grip(self, ident: str) -> Xy:
        """Where a handle is on the screen."""
        marks = self.screen.workplace.markings
        grip = next(one for one in marks.marks if isinstance(one, Handle) and one.id == ident)
        x, y = marks._handle_center(grip, Theme())
        return round(x), round(y)

    def click(self, at: Xy, *, shift: bool = False, clicks: int = 1) -> None:
        self.drag(at, shift=shift, clicks=clicks)

    def drag(self, *way: Xy, shift: bool = False, ctrl: bool = False, alt: bool = False, clicks: int = 1) -> None:
        """Press at the first place, move over the others, let go at the last."""
        given = Input("moved", way[0], shift=shift, ctrl=ctrl, alt=alt)
        self.screen.handle(given)
        self.screen.handle(given._replace(kind="pressed", button="left", buttons=LEFT, clicks=clicks))
        for to in way[1:]:
            self.screen.handle(given._replace(pos=to, buttons=LEFT))
        self.screen.handle(given._replace(kind="released", pos=way[-1], button="left", clicks=clicks))

    def zoom_to(self, *pieces: str) -> None:
        """Look at pieces from near by."""
        self.screen.workplace.view.approach(pieces)
        self.settle()

    def undo_all(self) -> None:
        """Take back all that was done, and lay down all tools."""
        while len(self.screen.layers) > 1:
            self.screen.close()
        self.screen.give_focus(None)
        while self.draft.can_undo:
            self.screen.press("Ctrl+Z")
        self.screen.workplace.session.select(())
        self.screen.press("1")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    return Hand("trafalgar", tmp_path_factory.mktemp("editor"))


@pytest.fixture
def hand(kept: Hand) -> Iterator[Hand]:
    """Trafalgar, which the next test finds as it was, seen as it was."""
    view = kept.screen.workplace.view
    seen = view.camera
    yield kept
    kept.undo_all()
    view.pan(0, 0)  # whatever glides there
    view.camera = seen
    kept.settle()
    assert kept.draft.text == kept.text


@pytest.fixture(scope="module")
def frigates(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    return Hand("four_frigates", tmp_path_factory.mktemp("frigates"))


def test_a_ship_is_dragged_and_only_her_line_changes(hand: Hand) -> None:
    hand.zoom_to("B12")
    (x, y), before = hand.at("B12"), hand.draft.find_piece("B12").at
    hand.drag((x, y), (x + 30, y), (x + 60, y - 20))
    after = hand.draft.find_piece("B12").at
    scale = hand.screen.workplace.view.camera.scale
    assert after == pytest.approx((before[0] + 60 / scale, before[1] + 20 / scale), abs=0.011)
    assert hand.screen.session.selection == ("B12",)
    assert hand.draft.line_changes.count == 1


def test_a_whole_column_is_carried_by_its_handle_and_one_undo_puts_it_back(hand: Hand) -> None:
    hand.screen.press("Home")
    hand.settle()
    hand.screen.press("3")
    hand.click(hand.at("B20"))
    assert len(hand.screen.session.selection) == 15
    x, y = hand.grip("move")
    before = {key: hand.draft.find_piece(key).at for key in hand.screen.session.selection}
    hand.drag((x, y), (x + 10, y), (x + 40, y + 16))
    east, north = (hand.draft.find_piece("B13").at[part] - before["B13"][part] for part in (0, 1))
    assert east > 0 > north
    for key, at in before.items():
        assert hand.draft.find_piece(key).at == pytest.approx((at[0] + east, at[1] + north), abs=0.002)
    assert hand.draft.last_step
    assert hand.draft.last_step.title.startswith("Lee Column")
    hand.screen.press("Ctrl+Z")
    assert hand.draft.text == hand.text


def test_alt_and_drag_widen_the_line_that_a_ship_lies_in(hand: Hand, hexes: Hand) -> None:
    assert "spread" in hand.screen.workplace.hints
    hand.screen.press("Home")
    hand.settle()
    hand.screen.press("3")
    hand.click(hand.at("B20"))
    hand.screen.press("J")
    hand.screen.press("1")
    head, far = (hand.at(key) for key in ("B13", "B20"))
    out = far[0] + (far[0] - head[0]) // 4, far[1] + (far[1] - head[1]) // 4
    was = hand.draft.find_piece("B13").at
    hand.drag(far, out, out, alt=True)
    line = measure_formation(hand.draft, hand.screen.session.selection)
    assert len(hand.screen.session.selection) == 15
    assert (hand.draft.find_piece("B13").at, line.shape) == (was, "ahead")
    assert math.dist(hand.at("B20"), out) < 20, "the ship that is held follows the pointer"
    ships = [piece.id for piece in hexes.draft.pieces if piece.id.startswith("B")]
    hexes.screen.session.select(ships)
    hexes.screen.press("J")
    before = measure_formation(hexes.draft, tuple(ships)).interval
    (x, y), (x0, y0) = hexes.at(ships[1]), hexes.at(ships[0])
    hexes.drag((x, y), (x, y), (2 * x - x0, 2 * y - y0), alt=True)
    assert measure_formation(hexes.draft, tuple(ships)).interval == 2 * before + 1
    hexes.undo_all()


def test_a_number_of_a_column_that_is_typed_letter_by_letter_comes_out_as_it_was_typed(hand: Hand) -> None:
    ships = [piece.id for piece in hand.draft.pieces if piece.id in {"B13", "B14", "B15", "B16"}]
    hand.screen.session.select(ships)
    hand.screen.press("J")
    before = measure_formation(hand.draft, tuple(ships))
    for name, text in (("heading", "135"), ("interval", "0.75")):
        hand.screen.click(f"column.{name}")
        hand.screen.press("Ctrl+A")
        for letter in text:
            hand.screen.type(letter)
        hand.screen.give_focus(None)
    line = measure_formation(hand.draft, tuple(ships))
    assert (line.heading, line.bearing) == (135, (before.bearing + 135 - before.heading) % 360)
    assert line.interval == pytest.approx(0.75, abs=0.01)
    hand.undo_all()


def test_a_distance_of_the_book_turns_while_the_column_is_held(hand: Hand) -> None:
    hand.screen.press("Home")
    hand.settle()
    hand.screen.press("3")
    hand.click(hand.at("B20"))

    def told() -> dict[str, bool]:
        return {f"{one.first} {one.second}": one.is_met for one in hand.screen.workplace.measure_distances()}

    assert told()["B13 S18"]
    x, y = hand.grip("move")
    hand.screen.handle(Input("moved", (x, y)))
    hand.screen.handle(Input("pressed", (x, y), "left", LEFT))
    hand.screen.handle(Input("moved", (x - 60, y), buttons=LEFT))
    assert not told()["B13 S18"]
    assert hand.draft.text == hand.text, "nothing is written while it is held"
    hand.screen.handle(Input("moved", (x, y), buttons=LEFT))
    hand.screen.handle(Input("released", (x, y), "left"))


def test_numbers_are_typed_and_stepped_and_what_is_typed_is_one_step(hand: Hand) -> None:
    hand.click(hand.at("B12"))
    ident = next(one.id for one in hand.screen.layers[0].walk() if one.id.endswith(".heading") and one.takes_text)
    hand.screen.click(f"more.{ident}")
    first = hand.draft.find_piece("B12").heading
    hand.screen.click(ident)
    for _ in range(3):
        hand.screen.press("Backspace")
    hand.screen.type("1")
    hand.screen.type("8")
    hand.screen.type("0")
    assert hand.draft.find_piece("B12").heading == 180
    hand.screen.press("Ctrl+Z")
    assert hand.draft.find_piece("B12").heading == first


def test_an_emptied_number_is_the_old_one_again_or_left_out_and_the_field_shows_it(hand: Hand) -> None:
    hand.click(hand.at("B12"))
    hand.screen.press("]")
    ship, before = hand.draft.find_piece("B12").path, hand.draft.text
    for key in ("heading", "at.0"):
        ident = ".".join(map(str, ("field", *ship, key)))
        said = hand.screen.find(ident).text
        hand.screen.click(ident)
        hand.screen.press("End")
        for _ in said:
            hand.screen.press("Backspace")
        assert hand.draft.text == before
        hand.screen.press("Tab")
        assert hand.screen.find(ident).text == said
    dice = ".".join(map(str, ("field", *ship, "dice")))
    hand.screen.click(dice)
    hand.screen.press("Backspace")
    assert "dice" not in hand.draft.find_field(ship).value
    hand.screen.type("3")
    hand.screen.type("0")
    hand.screen.press("Ctrl+Z")
    assert hand.draft.text == before, "what was typed is a step of its own"


def test_a_click_on_a_distance_brings_both_its_ends_into_view(hand: Hand) -> None:
    hand.zoom_to("S1")
    hand.screen.click("gauge.0")
    hand.settle()
    area = pygame.Rect(400, 60, 1100, 870)
    assert all(area.collidepoint(hand.at(end)) for end in ("B1", "F12"))


def test_a_cartouche_tells_what_the_chart_shows_where_there_is_room_and_no_ship_lies(hand: Hand) -> None:
    hand.screen.resize((1920, 1080), Theme())
    hand.settle()
    desk = next(one for one in hand.screen.layers[0].walk() if isinstance(one, EditorDock))
    shown = desk.cartouche
    words = " ".join(run.text for one in shown.walk() if isinstance(one, Text) for run in one.runs)
    assert "21 October 1805" in words and "70 × 80 UM, no land" in words and "24 turns from 11:45" in words
    assert next(one for one in shown.walk() if isinstance(one, Panel)).title == "Trafalgar"
    for under in (False, True):
        (x, y), view = hand.at("B13"), hand.screen.workplace.view
        view.pan(shown.rect.centerx - x, shown.rect.centery - y if under else 4_000)
        desk.tick(16)
        near = shown.rect.inflate(2 * desk.gap, 2 * desk.gap)
        covered = any(near.collidepoint(view.camera.to_screen(*place)) for place in view.chart.places())
        assert covered is under is not shown.visible
        assert desk.gauges[-1].visible is covered
    hand.screen.resize(SMALL, Theme())
    hand.settle()
    assert not next(one for one in hand.screen.layers[0].walk() if isinstance(one, EditorDock)).cartouche.visible
    hand.screen.resize(SIZE, Theme())
    hand.settle()


def test_a_frame_chooses_what_lies_in_it(hand: Hand) -> None:
    hand.screen.press("Home")
    hand.settle()
    x, y = hand.at("B12")
    hand.drag((x - 30, y - 30), (x, y), (x + 30, y + 30), shift=True)
    assert "B12" in hand.screen.session.selection


def test_a_class_is_dragged_off_the_list_onto_the_sea(hand: Hand) -> None:
    hand.screen.press("Home")
    hand.settle()
    row = hand.screen.find("kinds.nation")
    kind = next(one for one in hand.screen.layers[0].walk() if one.id.startswith("kind.") and one.rect.y > row.rect.y)
    to = hand.pixel(-14, -9)
    hand.drag(kind.rect.center, (kind.rect.right + 60, kind.rect.y), to)
    (key,) = hand.screen.session.selection
    assert hand.draft.find_piece(key).at == pytest.approx((-14, -9), abs=0.02)
    assert hand.draft.find_piece(key).nation == "britain"
    hand.screen.press("Delete")
    assert key not in {piece.id for piece in hand.draft.pieces}


def test_two_ships_in_one_place_are_a_problem_a_click_from_its_place(frigates: Hand) -> None:
    frigates.click(frigates.at("B1"))
    frigates.screen.press("Ctrl+D")
    for chord in ("Shift+Left", "Shift+Up") * 6:
        frigates.screen.press(chord)
    assert frigates.draft.problems
    frigates.screen.workplace.session.select(())
    frigates.screen.rebuild()
    frigates.screen.click("problem.0")
    assert frigates.screen.session.selection == (frigates.draft.problems[0].piece_id,)
    assert frigates.screen.press("F5") is None
    assert not frigates.tried, "what is wrong cannot be tried"
    frigates.undo_all()


def test_what_does_not_fit_the_book_is_counted_and_notes_stand_below_a_click_from_their_ships(hand: Hand) -> None:
    def listed() -> list[str]:
        return [one.text for one in hand.screen.layers[0].walk() if one.id.startswith("problem.")]

    def told() -> str:
        return next(one.text for one in hand.screen.layers[0].walk() if isinstance(one, Chip))

    hand.screen.session.select(())
    hand.screen.rebuild()
    assert (listed(), told()) == (["Africa stands alone"], "1 note")
    hand.screen.click("problem.0")
    assert hand.screen.session.selection == ("B12",)
    hand.screen.session.select(hand.screen.session.division_of("B13"))
    for _ in range(3):
        hand.screen.press("Shift+Left")
    assert (listed(), told()) == (["Royal Sovereign to Santa Ana", "Africa stands alone"], "1 error, 1 note")
    hand.screen.click("problem.0")
    assert len(hand.screen.session.selection) == 15, "the column that has to move stays chosen"
    hand.screen.press("X")
    assert hand.screen.session.selection == ("B12",), "X goes on to the notes"
    hand.screen.press("X")
    assert hand.screen.session.selection == ("B13",), "and round"
    hand.screen.session.select(hand.screen.session.division_of("B13"))
    hand.screen.press("B")
    assert told() == "1 note"


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("game", [*CARD_GAMES, EXAMPLE.meta.id])
def test_something_new_of_a_card_game_is_played_from_the_editor_at_once(tmp_path: Path, game: str) -> None:
    hand = Hand.at_something_new(tmp_path, game)
    assert hand.draft.problems == ()
    assert hand.screen.press("F5")
    assert [told.game.meta.id for told in hand.tried] == [game]
    if hand.screen.has("deck.write"):
        hand.screen.click("deck.write")
    else:
        assert "cards" not in {field.key for field in hand.draft.list_fields()}
    assert hand.draft.problems == ()


def test_on_an_empty_sea_a_first_ship_does_not_move_what_is_looked_at(tmp_path: Path) -> None:
    hand = Hand.at_something_new(tmp_path)
    camera = hand.screen.workplace.view.camera
    hand.screen.press("2")
    hand.click(hand.pixel(2, 1))
    hand.settle()
    assert hand.draft.pieces[0].at == pytest.approx((2, 1), abs=0.02)
    assert hand.screen.workplace.view.camera == camera


def test_trying_plays_the_draft_as_it_is(hand: Hand) -> None:
    pushed = hand.screen.press("F5")
    assert isinstance(pushed, Push)
    assert hand.tried.pop().scenario == hand.draft.text


def test_a_battle_that_is_tried_leads_back_to_setting_up(frigates: Hand) -> None:
    table = start_trial(frigates.draft.build_setup("1805"))
    table.resize(SMALL, Theme())
    table.press("F10")
    assert not table.has("menu.title")
    assert table.find("menu.editor").text == "Back to the editor"
    assert isinstance(table.click("menu.editor"), Pop)


def test_a_tried_battle_is_kept_as_a_match_like_any_other(
    frigates: Hand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(library.HOME, str(tmp_path))
    table = start_trial(frigates.draft.build_setup("1805"))
    for order in (RollInitiative("british"), Concede("british")):
        table.match.submit(order)
    table.match.undo_by_agreement()
    table.resize(SMALL, Theme())
    table.press("F10")
    assert layout_problems(table) == []
    table.click("menu.keep")
    assert table.toast and table.toast.title == "Saved"
    table.match.submit(Concede("allied"))
    (path,) = library.list_records()
    with pytest.raises(RecordError, match="open in another window"):
        RecordLock().acquire(path)
    assert verify(path) is None
    again = Match.load(path)
    assert (again.state, len(again.trace)) == (table.match.state, 4)
    table.press("F10")
    assert not table.has("menu.keep")
    assert isinstance(table.click("menu.editor"), Pop)
    table.leave()
    other = RecordLock()
    other.acquire(path)
    other.release()


def test_a_tried_battle_that_is_over_leads_back_to_setting_up(frigates: Hand) -> None:
    table = start_trial(frigates.draft.build_setup("1805"))
    table.match.submit(Concede("british"))
    table.resize(SMALL, Theme())
    pushed = table.press("Space")
    assert isinstance(pushed, Push)
    pushed.screen.resize(SMALL, Theme())
    assert pushed.screen.find("home").text == "Back to the editor"
    assert isinstance(pushed.screen.press("Enter"), PopTwo)


def test_leaving_asks_only_where_something_would_be_missed(hand: Hand) -> None:
    assert isinstance(hand.screen.back(), Pop)
    hand.click(hand.at("B12"))
    hand.screen.press("]")
    hand.screen.workplace.session.select(())
    assert hand.screen.press("Esc") is None
    assert hand.screen.has("leave.drop")
    told = [one.text for one in hand.screen.layers[-1].walk() if isinstance(one, Button)]
    assert told == ["Cancel", "Discard", "Keep draft and leave"]


def test_the_wind_is_set_by_a_click(hand: Hand) -> None:
    hand.screen.press("Home")
    hand.settle()
    hand.screen.press("5")
    hand.click(hand.pixel(-12, -12))
    assert hand.draft.data["wind"]["from"] == "SW"


def test_trafalgar_is_laid_out_anew_before_wearing_saved_validated_and_played(
    hand: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SOTL-T-VA: the Combined Fleet in one line that heads south-east, ship 33 leading."""
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    hand.screen.press("Home")
    hand.settle()
    hand.screen.press("3")
    for number, ship in enumerate(("S1", "F12", "S18", "F23", "S33")):
        hand.click(hand.at(ship), shift=number > 0)
    assert len(hand.screen.session.selection) == 33
    hand.screen.click("column.reverse")
    assert hand.screen.session.selection[0] == "S33"
    for name, text in (("heading", "135"), ("east", "24"), ("north", "-14")):
        hand.screen.click(f"column.{name}")
        hand.screen.press("End")
        for _ in range(8):
            hand.screen.press("Backspace")
        hand.screen.type(text)
        if name == "heading":
            hand.screen.give_focus(None)
            hand.screen.press("J")
    line = [hand.draft.find_piece(key) for key in hand.screen.session.selection]
    assert {ship.heading for ship in line} == {135}
    assert line[0].at == (24, -14)
    assert all(ahead.at[0] > astern.at[0] and ahead.at[1] < astern.at[1] for ahead, astern in pairwise(line))
    assert not hand.draft.problems
    assert any(not one.is_met for one in hand.screen.workplace.measure_distances()), (
        "distances of the book are those after wearing"
    )
    hand.screen.press("Ctrl+S")
    hand.screen.press("Enter")
    (path,) = user_folders.list_user_scenarios(SEA)
    assert CliRunner().invoke(app, ["validate", str(path)]).exit_code == 0
    written, before = path.read_text(encoding="utf-8").splitlines(), hand.text.splitlines()
    assert sum(one != other for one, other in zip(before, written, strict=True)) == 33
    assert not hand.draft.has_unsaved_changes
    match = Match.new(MatchSetup(find_game(SEA), path.read_text(encoding="utf-8"), path.name, "1805"))
    assert match.state.ships["S33"].pose.heading == 135
    hand.screen.press("F5")
    assert hand.tried.pop().scenario == path.read_text(encoding="utf-8")
    hand.draft.saved, hand.draft.save_path = hand.text, None


def test_no_key_at_any_moment_does_harm(frigates: Hand) -> None:
    moments: list[tuple[str, ...]] = [(), ("B1",), ("B1", "B2", "B3"), ("B1", "F2")]
    chords = (
        "P", "C", "B", "X", "A", "L", "N", "Shift+N", "J", "Shift+J", "[", "]", "Ctrl+D", "Delete", "Ctrl+Y", "Ctrl+Z",
        "R", "Enter", "Tab", "Up", "Shift+Up", "Home", "+", "-", "2", "3", "4", "5", "6", "1", "Space", "O", "Q", "F10",
        "Esc",
    )  # fmt: skip
    for chosen in moments:
        frigates.screen.session.select(chosen)
        frigates.screen.rebuild()
        for chord in chords:
            frigates.screen.press(chord)
            while len(frigates.screen.layers) > 1:
                frigates.screen.close()
        frigates.undo_all()


def test_what_lies_on_a_table_is_set_up_from_there_and_the_table_waits_beneath() -> None:
    text = resources.find_scenario(SEA, "four_frigates").read_text(encoding="utf-8")
    table = local_backend.build_table(
        Match.new(MatchSetup(find_game(SEA), text, "four_frigates.yaml", "1805")), AbsentEngine
    )
    table.resize(SMALL, Theme())
    table.press("F10")
    pushed = table.click("menu.set_up")
    assert isinstance(pushed, Push)
    assert isinstance(pushed.screen, EditorScreen)
    assert pushed.screen.draft.text == text
    assert len(table.layers) == 1, "the menu does not lie open when the player comes back"


# --- the other games


@pytest.fixture(scope="module")
def hexes(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    return Hand("squadron_action", tmp_path_factory.mktemp("hexes"), "decks_of_glory", SMALL)


def test_a_ship_is_dragged_from_hex_to_hex_and_turned_by_her_handle(hexes: Hand) -> None:
    (q, r), board = hexes.draft.find_piece("B1").at, hexes.screen.workplace
    hexes.click(hexes.at("B1"))
    to = hexes.pixel(*board.to_table_point((q + 1, r + 1)))
    hexes.drag(hexes.at("B1"), to, to)
    assert hexes.draft.find_piece("B1").at == (q + 1, r + 1)
    facing = hexes.draft.find_piece("B1").heading
    (x, y), scale = board.center_of("B1"), 1.7
    hexes.drag(hexes.grip("turn"), hexes.pixel(x, y - scale), hexes.pixel(x, y - scale))
    assert hexes.draft.find_piece("B1").heading == 3 != facing
    assert hexes.draft.line_changes.count == 1
    hexes.undo_all()
    assert hexes.draft.text == hexes.text


def test_a_zone_is_painted_hex_by_hex_and_wiped_off(hexes: Hand) -> None:
    board, screen = hexes.screen.workplace, hexes.screen
    screen.press("Home")
    hexes.settle()
    screen.press("7")
    q, r = hexes.draft.find_piece("B1").at
    at = [hexes.pixel(*board.to_table_point((q + step, r))) for step in range(3)]
    hexes.drag(at[0], at[1], at[2])
    (zone,) = hexes.draft.data["deploy"]["zones"]
    assert zone == {"side": "british", "hexes": [[q, r], [q + 1, r], [q + 2, r]]}
    assert screen.session.form_path == ("deploy", "zones", 0)
    before = hexes.draft.text
    hexes.click(hexes.pixel(*board.to_table_point((q + 1, r + 1))))
    assert [q + 1, r + 1] in hexes.draft.data["deploy"]["zones"][0]["hexes"]
    assert len(_differing(before, hexes.draft.text)) == 1, "one line"
    hexes.drag(at[2], at[1], at[1])
    assert hexes.draft.data["deploy"]["zones"][0]["hexes"] == [[q, r], [q + 1, r + 1]]
    screen.click("zone.new")
    far = [hexes.pixel(*board.to_table_point((q + 1, r - step))) for step in (2, 3)]
    hexes.drag(*far)
    assert [one["hexes"] for one in hexes.draft.data["deploy"]["zones"][1:]] == [[[q + 1, r - 3], [q + 1, r - 2]]]
    screen.press("Delete")
    hexes.click(at[0])
    screen.press("Delete")
    assert "deploy" not in hexes.draft.data
    hexes.undo_all()
    assert hexes.draft.text == hexes.text


def test_two_ships_in_one_hex_are_a_problem(hexes: Hand) -> None:
    hexes.click(hexes.at("B1"))
    hexes.drag(hexes.at("B1"), hexes.at("B2"), hexes.at("B2"))
    assert [fault.piece_id for fault in hexes.draft.problems] == ["B2"]
    hexes.undo_all()


def test_a_card_is_changed_in_the_deck_and_a_named_deck_is_written_out(tmp_path: Path) -> None:
    deck = Hand("pell_mell", tmp_path, "trafalgar_cards", SMALL)
    assert deck.draft.data["cards"] == "standard"
    deck.screen.click("deck.write")
    assert len(deck.draft.data["cards"]) == 46
    deck.screen.click("card.cards.3")
    field = deck.screen.find("field.cards.3.points")
    before = deck.draft.data["cards"][3]["points"]
    deck.screen.click(f"more.{field.id}")
    assert deck.draft.data["cards"][3]["points"] == before + 1
    deck.screen.press("Ctrl+Z")
    deck.screen.press("Ctrl+Z")
    assert deck.draft.text == deck.text


def test_limits_are_added_changed_and_taken_out_by_their_fields(tmp_path: Path) -> None:
    deck = Hand("pell_mell", tmp_path, "trafalgar_cards", SMALL)
    deck.screen.click("open.field.limits")
    deck.screen.click("form.add")
    assert len(deck.draft.data["limits"]) == 2
    deck.screen.click("open.field.limits.1")
    deck.screen.click("more.field.limits.1.from_turn")
    assert deck.draft.data["limits"][1]["from_turn"] == 2
    deck.screen.click("form.drop")
    assert len(deck.draft.data["limits"]) == 1


def test_a_division_is_made_of_what_is_chosen(hand: Hand) -> None:
    hand.screen.press("Home")
    hand.settle()
    hand.click(hand.at("B12"))
    hand.screen.click("division.new")
    assert hand.draft.find_piece("B12").group in {
        group.id for group in hand.draft.groups if group.title.startswith("Division")
    }


def test_a_briefing_is_written_in_lines_and_only_those_that_change_are_changed(frigates: Hand) -> None:
    screen = frigates.screen
    screen.session.select(())
    screen.rebuild()
    before = frigates.draft.data["briefing"]
    assert len(before) > 200
    line = screen.find("field.briefing")
    screen._reveal(line)
    frigates.click((line.rect.right - 14, line.rect.bottom - 10))
    for _ in range(30):
        screen.press("Down")
    screen.type("!")
    assert frigates.draft.line_changes.count == 1
    screen.press("Backspace")
    assert frigates.draft.text == frigates.text, "what is as it was is written as it was"
    screen.press("Enter")
    screen.type("G")
    assert frigates.draft.data["briefing"] == f"{before}\nG"
    assert [one.text.strip() for one in frigates.draft.line_changes.lines if one.sign == "+"] == ["", "G"]
    screen.press("Esc")
    assert screen.focus is None, "Esc leaves the line first"
    assert len(screen.layers) == 1
    frigates.undo_all()


def test_the_hole_of_a_painted_zone_is_not_tinted_and_no_part_of_it(hexes: Hand) -> None:
    board, screen = hexes.screen.workplace, hexes.screen
    screen.press("Home")
    hexes.settle()
    screen.press("7")
    q, r = hexes.draft.find_piece("B1").at
    around = [
        hexes.pixel(*board.to_table_point((q + x, r + y)))
        for x, y in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    ]
    hexes.drag(*around)
    (zone,) = hexes.draft.data["deploy"]["zones"]
    assert len(zone["hexes"]) == 6
    (mark,) = (one for one in board.markings.marks if isinstance(one, ZoneArea))
    assert [len(hole) for hole in mark.holes] == [6]
    tinted = pygame.Surface(screen.size, pygame.SRCALPHA)
    board.markings.paint(tinted, screen.theme)
    x, y = hexes.pixel(*board.to_table_point((q, r)))
    assert tinted.get_at((x + 9, y + 9)).a == 0
    assert tinted.get_at((around[0][0] + 9, around[0][1] + 9)).a > 0
    assert board.zone_at(board.to_table_point((q, r))) is None
    hexes.undo_all()


def test_the_tool_for_zones_brings_all_of_them_into_view(hexes: Hand) -> None:
    board, screen = hexes.screen.workplace, hexes.screen
    q, r = hexes.draft.find_piece("B1").at
    listed = {"side": "british", "hexes": [[q, r], [q, r + 1]]}
    screen.session.apply(zones.build_added_zone(hexes.draft, listed))
    screen.press("1")
    hexes.zoom_to("F1")
    board.view.zoom(3)
    hexes.settle()
    board.view.pan(900, 0)
    screen.press("7")
    hexes.settle()
    marked = [one for one in board.markings.marks if isinstance(one, ZoneArea)]
    left, top, right, bottom = board.view.insets
    seen = pygame.Rect(left, top, screen.size[0] - left - right, screen.size[1] - top - bottom)
    assert marked
    assert all(seen.collidepoint(hexes.pixel(*point)) for one in marked for point in one.points)
    screen.press("1")
    hexes.undo_all()


def test_a_distance_is_written_beside_names_and_fields_and_not_over_them(hand: Hand) -> None:
    board = hand.screen.workplace
    hand.zoom_to("B12")
    hand.drag(hand.at("B12"), hand.at("B12"))
    for steps in (0, 1, 1):
        board.view.zoom(steps)
        hand.settle()
        chips, words = board.markings._place_chips(Theme()), board.surface.renderer.words(board.view.camera)
        assert chips
        assert words
        assert [place for _, place in chips if place.collidelist(words) >= 0] == []


def test_a_zone_is_drawn_over_the_sea_and_shaped_by_its_handles(frigates: Hand) -> None:
    screen, pixel = frigates.screen, frigates.pixel
    screen.press("Home")
    frigates.settle()
    screen.press("7")
    for end in ("right", "left"):
        screen._reveal(screen.find("zone.side"))
        sides = screen.find("zone.side").rect
        frigates.click((getattr(sides, end) + (9 if end == "left" else -9), sides.centery))
    ships = [one.at for one in frigates.draft.pieces if one.nation == "britain"]
    west, south = (min(part) - 1 for part in zip(*ships, strict=True))
    east, north = (max(part) + 1 for part in zip(*ships, strict=True))
    frigates.drag(pixel(west, south), pixel(west + 1, south + 1), pixel(east, north))
    (zone,) = frigates.draft.data["deploy"]["zones"]
    assert zone["side"] == "british"
    assert zone["area"][2] == pytest.approx([east, north], abs=0.11)
    assert frigates.draft.data["options"]["deployment"] is True
    assert frigates.draft.problems == ()
    first = frigates.draft.text
    assert screen.session.form_path == ("deploy", "zones", 0), "what was drawn is chosen"
    screen.click("zone.new")
    frigates.click(pixel((west + east) / 2, (south + north) / 2))
    assert screen.session.form_path == ("deploy", "zones", 0)
    x, y = frigates.grip("point.deploy:zones:0:area:0")
    frigates.drag((x, y), (x - 20, y), (x - 30, y + 10))
    assert len(_differing(first, frigates.draft.text)) == 1, "one line"
    x, y = frigates.grip("split.deploy:zones:0:area:0")
    frigates.drag((x, y), (x, y + 20), (x, y + 30))
    assert len(frigates.draft.data["deploy"]["zones"][0]["area"]) == 5
    screen.press("Ctrl+Z")
    screen.press("Ctrl+Z")
    assert frigates.draft.text == first
    screen.press("Delete")
    assert "deploy" not in frigates.draft.data
    frigates.undo_all()
    assert frigates.draft.text == frigates.text


def _differing(one: str, other: str) -> list[str]:
    return [b for a, b in zip(one.splitlines(), other.splitlines(), strict=True) if a != b]


def test_in_a_small_window_the_foot_is_one_line_and_its_lines_are_a_click_away(frigates: Hand) -> None:
    screen, whole = frigates.screen, frigates.screen.size
    frigates.click(frigates.at("B1"))
    screen.press("]")
    assert screen.has("lines")
    screen.resize(SMALL, Theme())
    assert screen.find("foot").rect.h <= 56
    assert screen.workplace.view.insets[3] <= 56 + 28, "the sea has what the foot leaves"
    assert not screen.has("lines")
    screen.click("changes")
    assert any(line.sign == "+" for line in screen.find("all_lines").lines)
    screen.close()
    screen.click("order.open")
    assert screen.find("tree").rect.h > 60, "the list of kinds leaves room for the ships"
    assert screen.find("pieces").rect.contains(screen.find("division.new").rect)
    screen.click("order.close")
    frigates.undo_all()
    screen.resize(whole, Theme())
    frigates.settle()


def test_what_can_be_set_up_is_listed_by_its_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    own = tmp_path / "scenarios" / SEA
    own.mkdir(parents=True)
    for name, title in (("a", "Second thoughts"), ("c", "first light"), ("b", "First light"), ("z", "First light")):
        (own / f"{name}.yaml").write_text(f"title: {title}\n", encoding="utf-8")
    page = OpenPage(build_editor)
    page.game = SEA
    page.resize(SMALL, Theme())
    rows = page.find(ROWS).entries
    assert [Path(one.id).stem for one in rows[:4]] == ["b", "c", "z", "a"]
    titles = [one.text.casefold() for one in rows[4:]]
    assert titles == sorted(titles)


def test_a_name_that_is_taken_is_written_over_only_when_it_is_said_so(
    frigates: Hand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    there = tmp_path / "scenarios" / SEA / "mine.yaml"
    there.parent.mkdir(parents=True)
    there.write_text("title: Another\n", encoding="utf-8")
    screen = frigates.screen
    screen.press("Ctrl+S")
    screen.press("Ctrl+A")
    for letter in "mine":
        screen.type(letter)
    screen.press("Enter")
    assert screen.has("save.over")
    screen.type("s")
    assert screen.has("save.do"), "another name is another file"
    assert not screen.has("save.over")
    screen.press("Backspace")
    screen.press("Enter")
    assert there.read_text(encoding="utf-8") == "title: Another\n"
    screen.press("Enter")
    assert there.read_text(encoding="utf-8") == frigates.draft.text
    frigates.draft.save_path = None
    frigates.undo_all()


def test_what_can_be_set_up_has_its_own_title_and_games_alike_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLETOP_HOME", str(tmp_path))
    own = tmp_path / "scenarios" / SEA
    own.mkdir(parents=True)
    for name, text in (("said", 'title: "Nelson: \\"England\\""\n'), ("unsaid", "turns: 3\n"), ("odd", "title: [\n")):
        (own / f"{name}.yaml").write_text(text, encoding="utf-8")
    page = OpenPage(build_editor)
    page.game = SEA
    page.resize((1920, 1080), Theme())
    titles = {Path(one.id).stem: one.text for one in page.find(ROWS).entries}
    assert titles["dumanoirs_choice"] == "Dumanoir's Choice"
    assert (titles["said"], titles["unsaid"], titles["odd"]) == ('Nelson: "England"', "Unsaid", "Odd")
    games = [one.text for one in page.find(GAMES).entries]
    assert len(games) == len(set(games))


def test_the_coast_is_laid_out_by_its_points_and_the_sea_by_its_edges(tmp_path: Path) -> None:
    coast = Hand("cutting_out_at_puerto_real", tmp_path, size=SMALL)
    coast.screen.press("6")
    lands = sum(piece.kind == "land" for piece in coast.draft.pieces)
    coast.screen.click("coast.land")
    assert sum(piece.kind == "land" for piece in coast.draft.pieces) == lands + 1
    new = [piece for piece in coast.draft.pieces if piece.kind == "land"][-1]
    x, y = coast.grip(f"point.{new.id}:0")
    coast.drag((x, y), (x - 20, y), (x - 40, y + 10))
    assert coast.draft.find_piece(new.id).points[0][0] < new.points[0][0]
    assert coast.draft.find_piece(new.id).points[1:] == new.points[1:]
