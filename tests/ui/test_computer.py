"""The computer holds a side: it moves by itself, nobody moves for it, and if it fails the battle goes on."""

import re
import sys
import time

import pytest

from tabletop.core import resources
from tabletop.core.game import find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.core.verify import verify
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.players import process
from tabletop.players.engine import LocalEngine
from tabletop.players.player import Player, Proposal
from tabletop.players.process import ProcessEngine
from tabletop.ui.app import App
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.replies import Submit
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table import computers
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tests.players.more_players import begun, join_in
from tests.systems import end_process


@pytest.fixture
def against():
    def begin(*computer):
        game = find_game("ships_of_the_line")
        path = resources.find_scenario(game.meta.id, "duel_of_two_74s")
        match = Match.new(MatchSetup(game, path.read_text(), path.name, "computer", seating=Seating(computer)))
        screen = TableScreen(
            match,
            game_plugins.create_table(game.meta.id, match.state),
            to_title=lambda _: Quit(),
            to_reckoning=show_result,
        )
        screen.resize((1280, 720), Theme())
        return match, screen

    return begin


def asked(match):
    decision = match.game.decision(match.state)
    return decision.side if decision else ""


def pass_time(screen, milliseconds, until):
    for _ in range(milliseconds // 50):
        screen.update(50)
        if until():
            return True
    return False


def test_two_computers_play_the_duel_by_themselves(against):
    match, screen = against("british", "allied")
    assert pass_time(screen, 60_000, lambda: len(match.moves) > 8)
    assert screen.pulse


@pytest.mark.parametrize(
    ("computer", "offered"),
    [
        ((), ["draw.british", "concede.british", "draw.allied", "concede.allied"]),
        (("allied",), ["draw.british", "concede.british"]),
        (("british", "allied"), []),
    ],
)
def test_c_9_a_person_gives_up_and_offers_for_no_side_but_the_own(against, computer, offered):
    _, screen = against(*computer)
    screen.press("F10")
    idents = [widget.id for widget in screen.layers[-1].walk()]
    assert [one for one in idents if one.startswith(("menu.draw", "menu.concede"))] == [
        f"menu.{one}" for one in offered
    ]


@pytest.mark.parametrize(("stands", "ends"), [(-1.0, True), (0.0, False)])
def test_c_9_the_computer_takes_a_draw_where_it_stands_worse_and_says_so_where_not(against, monkeypatch, stands, ends):
    match, screen = against("allied")
    monkeypatch.setattr(Player, "evaluate_position", lambda player, view: stands)
    screen.press("F10")
    screen.click("menu.draw.british")
    screen.update(50)
    screen.update(50)
    assert (match.state.outcome is not None) == ends
    assert match.moves[-1].command.side == ("allied" if ends else "british")
    if ends:
        assert match.state.outcome.winner is None
    else:
        assert screen.toast.title.endswith("does not accept the draw.")
        assert screen.toast.body


def test_the_computer_waits_for_the_person_and_takes_no_order_from_it(against):
    match, screen = against("allied")
    assert pass_time(screen, 60_000, lambda: asked(match) == "british")
    moves = len(match.moves)
    assert not pass_time(screen, 3_000, lambda: len(match.moves) > moves)
    while asked(match) == "british":
        match.submit(next(iter(match.game.choices(match.state))))
        screen.update(50)
    moves = len(match.moves)
    screen.press("E")
    assert (len(match.moves), screen.toast.title) == (moves, "It is the computer's turn.")
    assert pass_time(screen, 60_000, lambda: len(match.moves) > moves)


# --- players that think, fail and end


class Tables:
    """Red of a game of Volley is played by the computer, and by nobody else while that lasts."""

    def __init__(self, monkeypatch):
        join_in(monkeypatch)
        self.screens = []
        self.hired = []

    def begin(self, player, hire=LocalEngine, path=None):
        def hired(*asked):
            self.hired.append(hire(*asked))
            return self.hired[-1]

        match = begun("volley", "standard", path, red=player)
        while (waiting := match.game.decision(match.state)).either or waiting.side != "red":
            match.submit(next(iter(match.game.choices(match.state))))
        board = game_plugins.create_table("volley", match.view(""))
        screen = TableScreen(match, board, to_title=lambda _: Quit(), to_reckoning=show_result, hire=hired)
        screen.resize((1280, 720), Theme())
        self.screens.append(screen)
        return match, screen

    def wait(self, screen, until):
        """Let real time pass with that of the screen: another process has no other."""
        end = time.monotonic() + 60
        while not until():
            assert time.monotonic() < end
            screen.update(20)
            time.sleep(0.002)


@pytest.fixture
def tables(monkeypatch):
    made = Tables(monkeypatch)
    yield made
    for screen in made.screens:
        screen.leave()


def titles(screen):
    return [getattr(widget, "title", "") for widget in screen.layers[-1].walk()]


def test_a_player_in_a_process_of_its_own_plays_and_the_record_verifies(tables, tmp_path):
    match, screen = tables.begin("casual 7", ProcessEngine, tmp_path / "match.jsonl")
    while len([move for move in match.moves if move.command.side == "red"]) < 4:
        tables.wait(screen, lambda: not screen.seats.computer_to_move)
        match.submit(next(iter(match.game.choices(match.state))))
        screen.update(20)
    assert verify(tmp_path / "match.jsonl") is None


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_player_whose_process_is_killed_is_started_again_while_play_goes_on_and_in_the_end_a_person_plays(tables):
    match, screen = tables.begin("slow 7", ProcessEngine)
    (engine,) = tables.hired
    for _ in range(2):
        screen.hush()
        tables.wait(screen, lambda: engine.best)
        end_process(engine.pid)
        tables.wait(screen, lambda: screen.toast)
        assert screen.toast.title == "The computer player for Red stopped unexpectedly."
        assert len(screen.layers) == 1
    end_process(engine.pid)
    tables.wait(screen, lambda: len(screen.layers) > 1)
    screen.click("computer.person")
    assert screen.seats.persons == ("red", "blue")
    assert (len(screen.layers), engine.pid, screen.seats.waiting) == (1, 0, "red")
    assert screen.seats.can_cover
    screen.click("ready")
    orders = len(match.moves)
    screen.submit(Submit.single(next(iter(match.game.choices(match.state)))))
    assert [move.command.side for move in match.moves[orders:]] == ["red"]


def test_whoever_thinks_for_long_can_be_stopped_and_gives_the_best_order_so_far(tables):
    match, screen = tables.begin("slow 7", ProcessEngine)
    (engine,) = tables.hired
    assert not screen.has("primary")
    tables.wait(screen, lambda: screen.has("primary") and engine.best)
    assert screen.find("primary").text == "Decide now"
    before = len(match.moves)
    screen.click("primary")
    tables.wait(screen, lambda: len(match.moves) > before)
    assert match.moves[before].command.side == "red"
    assert not screen.has("primary") or screen.find("primary").text != "Decide now"


@pytest.mark.parametrize("again", ["Esc", "dialog.back"])
def test_where_the_computer_finds_no_order_it_is_told_and_may_try_again(tables, again):
    match, screen = tables.begin("mute 7")
    before = len(match.moves)
    assert pass_time(screen, 3_000, lambda: len(screen.layers) > 1)
    assert "The computer found no order." in titles(screen)
    screen.press(again) if again == "Esc" else screen.click(again)
    assert len(screen.layers) == 1
    assert pass_time(screen, 3_000, lambda: len(screen.layers) > 1)
    assert len(match.moves) == before


class Cheat(LocalEngine):
    """Gives an order that belongs to the other side."""

    def ask(self, view):
        super().ask(view)
        self.best = Proposal(type(self.best.command)(side="blue"))


def test_an_order_of_the_computer_that_the_rules_refuse_is_none(tables):
    match, screen = tables.begin("casual 7", Cheat)
    before = len(match.moves)
    assert pass_time(screen, 3_000, lambda: len(screen.layers) > 1)
    assert len(match.moves) == before


REFUSED = {
    "illegal": "the rules do not allow its order",
    "illegal and undecided": "the rules do not allow its order",
    "of the other side": "it gave an order for another player",
    "wrong shape": "its answer is not an order of this game",
    "no order": "its answer is not an order of this game",
    "unknown order": "its answer is not an order of this game",
    "long reason": "its answer is not an order of this game",
    "nothing": "it found no order",
    "answers to questions to come": "it found no order",
}
"""What a process may write, and what the table objects."""


def scribe(tables, monkeypatch, writes):
    """A table at which a process plays red that writes what it likes."""
    monkeypatch.setattr(process, "WORKER", "tests.players.scribe")
    monkeypatch.setenv("TABLETOP_SCRIBE", writes)
    return tables.begin("casual 7", ProcessEngine)


@pytest.mark.parametrize("writes", REFUSED)
def test_an_answer_that_is_no_order_is_told_asked_for_once_more_and_then_left_to_a_person(tables, monkeypatch, writes):
    match, screen = scribe(tables, monkeypatch, writes)
    before = len(match.moves)
    tables.wait(screen, lambda: screen.toast)
    assert screen.toast.title == f"No order for Red: {REFUSED[writes]}."
    assert (screen.toast.body, len(screen.layers)) == ("The computer will try again.", 1)
    tables.wait(screen, lambda: len(screen.layers) > 1)
    assert "The computer found no order." in titles(screen)
    said = [run.text for widget in screen.layers[-1].walk() for run in getattr(widget, "runs", ())]
    assert any(REFUSED[writes][1:] in one for one in said) == (REFUSED[writes] != "it found no order")
    screen.click("computer.person")
    assert (screen.seats.persons, len(match.moves)) == (("red", "blue"), before)


@pytest.mark.parametrize("writes", ["no json", "no text", "nested", "endless line"])
def test_a_process_that_writes_no_answers_is_started_again_and_then_left_to_a_person(tables, monkeypatch, writes):
    _, screen = scribe(tables, monkeypatch, writes)
    tables.wait(screen, lambda: screen.toast)
    assert screen.toast.title == "The computer player for Red stopped unexpectedly."
    tables.wait(screen, lambda: len(screen.layers) > 1)
    assert "The computer player stopped again." in titles(screen)


def test_of_a_flood_of_answers_the_last_is_looked_at_in_a_frame_and_it_can_be_cut_short(tables, monkeypatch):
    taken, take = [], ProcessEngine._accept
    monkeypatch.setattr(ProcessEngine, "_accept", lambda engine, better: taken.append(1) or take(engine, better))
    match, screen = scribe(tables, monkeypatch, "flood")
    (engine,) = tables.hired
    tables.wait(screen, lambda: engine.best)
    tables.wait(screen, lambda: screen.has("primary"))
    assert len(taken) < 1000
    before = len(match.moves)
    screen.click("primary")
    tables.wait(screen, lambda: len(match.moves) > before or screen.toast)


def test_who_thinks_without_end_and_has_nothing_is_cut_short_by_itself(tables, monkeypatch):
    monkeypatch.setattr(computers, "LONGEST", 2000)
    _, screen = tables.begin("deep 7", ProcessEngine)
    tables.wait(screen, lambda: screen.toast)
    assert screen.toast.title == "No order for Red: it found no order."
    tables.wait(screen, lambda: len(screen.layers) > 1)
    assert "The computer found no order." in titles(screen)


def test_where_nothing_is_hidden_the_reason_of_a_refusal_is_told(against, monkeypatch):
    _, screen = against("allied", "british")
    monkeypatch.setattr(computers.Computers, "_seat_of", lambda table, _order: table._asked)
    (engine := screen._computers._engines[screen.seats.computer_to_move]).best = Proposal(Done(side="nobody"))
    monkeypatch.setattr(type(engine), "ask", lambda *_: None)
    screen.update(50)
    screen.update(50)
    assert re.fullmatch(r"No order for \w+: the rules do not allow its order \(.+\)\.", screen.toast.title)


def test_after_a_taking_back_whoever_plays_for_the_computer_begins_anew(tables):
    class Diary(LocalEngine):
        def __init__(self, *asked):
            super().__init__(*asked)
            self.told = []

        def begin(self, events):
            self.told = []
            super().begin(events)

        def observe(self, events):
            events = list(events)
            self.told += events
            super().observe(events)

    match, screen = tables.begin("casual 7", Diary)
    (engine,) = tables.hired
    while len(match.moves) < 6:
        assert pass_time(screen, 20_000, lambda: not screen.seats.computer_to_move)
        match.submit(next(iter(match.game.choices(match.state))))
        screen.update(20)
    match.undo_by_agreement()
    assert engine.told == [event for move in match.moves for _, event in match.view_events(move, "red")]
    match.redo()
    assert engine.told == [event for move in match.moves for _, event in match.view_events(move, "red")]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_table_that_is_left_ends_the_processes_of_its_players(tables):
    app = App((1280, 720))
    _, screen = tables.begin("slow 7", ProcessEngine)
    (engine,) = tables.hired
    app.show(screen)
    assert engine.pid
    app.apply(Quit())
    assert engine.pid == 0
