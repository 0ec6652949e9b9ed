"""What the computer would order and why: advice for a person who asks, and the reasons of its own orders in the log."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.core.agreement import Concede
from tabletop.core.events import Event
from tabletop.core.game import find_game
from tabletop.core.match import Match
from tabletop.core.match_history import MatchHistory
from tabletop.core.record import Seating
from tabletop.games.decks_of_glory.commands import Done, Sail
from tabletop.games.decks_of_glory.model import Berth
from tabletop.players.engine import LocalEngine
from tabletop.players.player import Proposal
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.cards.card import Card
from tabletop.ui.boards.decks_of_glory import table as hex_table
from tabletop.ui.boards.ships_of_the_line.overlays import PlannedMove
from tabletop.ui.boards.ships_of_the_line.panels.instruments import Compass
from tabletop.ui.screen import Quit
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.seating import HiddenInformation, build_seat_rows
from tabletop.ui.screens.table import advice
from tabletop.ui.screens.table.match_log import MatchLog
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.form_controls import Checkbox
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.panel import Panel
from tests.players.decks_of_glory.test_players import chosen, position
from tests.players.more_players import begun
from tests.ui.test_watching import Duel


class Slow(LocalEngine):
    """Thinks until it is let go on, and remembers what it was told."""

    def begin(self, events: Iterable[Event]) -> None:
        self.told = list(events)
        self.closed = False
        super().begin(self.told)

    def ask(self, view: object) -> None:
        self.view = view
        self.is_thinking = True

    def find(self) -> None:
        super().ask(self.view)
        self.is_thinking = False

    def close(self) -> None:
        self.closed = True


class Table:
    """A game of Volley, of which the computer plays Red, with somebody before it who is asked."""

    def __init__(self, game: str = "volley", scenario: str = "standard", advice: bool = True, **chosen: str) -> None:
        self.match = begun(game, scenario, None, **chosen)
        seating = msgspec.structs.replace(self.match.header.seating, advice=advice)
        self.match.header = msgspec.structs.replace(self.match.header, seating=seating)
        self.hired: list[Slow] = []
        board = game_plugins.create_table(game, self.match.view(""))
        self.screen: Any = TableScreen(
            self.match, board, to_title=lambda _: Quit(), to_reckoning=show_result, hire=self._hire
        )
        self.hired.clear()
        self.screen.resize((1280, 720), Theme())

    def _hire(self, *asked: Any) -> Slow:
        self.hired.append(Slow(*asked))
        return self.hired[-1]

    def until_blue(self) -> "Table":
        while (waiting := self.match.game.decision(self.match.state)).either or waiting.side != "blue":
            self.match.submit(next(iter(self.match.game.choices(self.match.state))), "a good reason")
        self.screen.update(20)
        self.screen.update(5000)
        return self

    @property
    def words(self) -> str:
        told = [one for one in self.screen.layers[-1].walk() if isinstance(one, Text)]
        return " ".join(run.text for one in told for run in one.runs)


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table(red="casual 7").until_blue()
    yield made
    made.screen.leave()


def test_an_order_is_proposed_with_its_reason_and_done_by_the_gate_as_the_person(table: Table) -> None:
    moves = len(table.match.moves)
    table.screen.press("I")
    (adviser,) = table.hired
    assert "thinking" in table.words
    assert table.screen.pulse
    assert adviser._chosen.player == "admiral"
    adviser.find()
    table.screen.update(20)
    assert isinstance(adviser.best, Proposal)
    assert adviser.best.why in table.words
    table.screen.click("advice.do")
    (made, *_) = table.match.moves[moves:]
    assert (made.command, made.why) == (adviser.best.command, "")
    assert len(table.screen.layers) == 1
    table.screen.leave()
    assert adviser.closed


@pytest.mark.parametrize(("game", "scenario"), [("volley", "standard"), ("ships_of_the_line", "duel_of_two_74s")])
def test_the_card_lies_on_no_panel_and_no_card(game: str, scenario: str) -> None:
    made = Table(red="casual 7").until_blue() if game == "volley" else Table(game, scenario)
    for size in ((1280, 720), (1920, 1080)):
        made.screen.resize(size, Theme())
        made.screen.hush()
        made.screen.press("I")
        made.hired[-1].find()
        made.screen.update(20)
        shown = [one for layer in made.screen.layers[0].children[1:] for one in layer.walk() if one.rect.w]
        taken = [one.rect for one in shown if isinstance(one, Button | Card | Panel | Compass)]
        assert len(taken) > 6
        assert made.screen.find("advice").rect.collidelist(taken) < 0, size
        made.screen.press("Esc")
    made.screen.leave()


def test_whoever_could_advise_is_there_before_he_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "LEAD", 1000)
    table = Table(red="casual 7").until_blue()
    (adviser,) = table.hired
    assert (adviser.told, adviser.is_thinking) == (table.match.events_known_to("blue"), False)
    table.screen.press("I")
    assert table.hired == [adviser]
    table.screen.leave()
    nobody = Table(advice=False, red="casual 7").until_blue()
    assert nobody.hired == []


def test_whoever_advises_knows_what_the_side_knows_and_no_more(table: Table) -> None:
    table.screen.press("I")
    (adviser,) = table.hired
    assert adviser.told == table.match.events_known_to("blue")
    assert adviser.view == table.match.view("blue")


@pytest.mark.parametrize("found", [False, True])
def test_esc_ends_the_thinking_or_thanks_and_nothing_is_ordered(table: Table, found: bool) -> None:
    moves = len(table.match.moves)
    table.screen.press("I")
    (adviser,) = table.hired
    if found:
        adviser.find()
        table.screen.update(20)
    table.screen.press("Esc")
    table.screen.update(20)
    assert (adviser.closed, len(table.screen.layers), len(table.match.moves)) == (not found, 1, moves)
    table.screen.press("I")
    assert (len(table.hired), table.screen.has("advice")) == (1 if found else 2, True)


def test_an_adviser_that_has_ended_is_told(table: Table) -> None:
    table.screen.press("I")
    table.hired[0].has_crashed = True
    table.screen.update(20)
    assert (len(table.screen.layers), table.screen.toast.title) == (1, "The adviser stopped unexpectedly.")


def test_nobody_advises_where_a_player_wanted_none() -> None:
    made = Table(advice=False, red="casual 7").until_blue()
    made.screen.press("F10")
    made.screen.click("menu.advice")
    assert (made.hired, made.screen.toast.title) == ([], "Advice is off in this match.")


def test_nobody_advises_the_computer() -> None:
    made = Table(red="casual 7", blue="casual 7")
    made.screen.press("I")
    assert made.hired == []
    assert made.screen.toast


def test_c_6_nobody_is_advised_behind_the_curtain() -> None:
    made = Table()
    while not made.screen.seats.waiting:
        made.match.submit(next(iter(made.match.game.choices(made.match.state))))
        made.screen.update(20)
    made.screen.press("I")
    assert made.hired == []


def test_the_page_of_a_new_match_has_a_box_for_it_and_an_old_record_says_yes() -> None:
    race = find_game("volley")
    seating = Seating(advice=False)
    opening = begun("volley", "standard").opening
    boxes = [
        one
        for one in build_seat_rows("volley", race.seats(opening), seating, {}, HiddenInformation(True))
        if one.id == "advice"
    ]
    assert [box.value for box in boxes if isinstance(box, Checkbox)] == [False]
    assert msgspec.json.decode(b'{"computer": ["blue"]}', type=Seating).advice


def test_a_way_that_is_advised_is_drawn_as_a_ghost_while_the_advice_stands() -> None:
    sea = Duel("allied")
    order: Any = None
    for _ in range(40):
        sea.until_person()
        sea.screen.press("I")
        order = sea.screen._aide._legal_order
        if order.__struct_config__.tag == "sail":
            break
        sea.screen.click("advice.do")
    (ghost,) = [one for one in sea.table._base_overlays if isinstance(one, PlannedMove)]
    assert (ghost.ship, ghost.legal) == (order.ship, True)
    view, beside = sea.table.view, sea.screen.find("advice").rect.right
    places = [*view.chart.extent([order.ship]), (ghost.ghost.x, ghost.ghost.y)]
    aside = (max(beside, view.insets[0]), *view.insets[1:])
    sea.wait(400)
    assert all(view._seen_within(place, aside) for place in places)
    before = view.camera
    sea.table.centre_on([order.ship], beside, order)
    assert (view.glide, view.camera) == (None, before)
    view.pan(3000, 0)
    sea.table.centre_on([order.ship], beside, order)
    sea.wait(400)
    assert all(view._seen_within(place, aside) for place in places)
    assert list(map(pygame.Rect, view.upon)) == [sea.screen.find("advice").rect]  # what is written keeps clear of it
    sea.screen.press("Esc")
    sea.wait(50)
    assert not view.upon
    assert not any(isinstance(one, PlannedMove) for one in sea.table._base_overlays)


def test_on_the_hexes_too_and_what_is_aimed_with_its_lines() -> None:
    state = position("gunnery", B1=Berth((4, 4), 0), F1=Berth((5, 4), 0))
    aimed = chosen("greedy", state).command
    lines = hex_table.overlay(state, aimed).lines
    assert [(one.ship, one.target) for one in lines if one.kind != "blocked"] == [("B1", "F1")]
    sailed = hex_table.overlay(position(), Sail("british", "B1", ("ahead",)))
    assert (sailed.ghost.ship, sailed.tints) == ("B1", ())
    assert hex_table.overlay(state, Done("british")) is None


# --- the reasons in the log


def test_c_6_a_reason_is_told_only_once_nothing_is_hidden(table: Table) -> None:
    log = MatchLog(table.match, "blue")
    assert not any(log.reason_for(line) for line in log.lines)
    table.match.submit(Concede("blue"))
    assert {log.reason_for(line) for line in log.lines} == {"", "a good reason"}


def test_reasons_are_in_the_log_on_request() -> None:
    match = begun("ships_of_the_line", "duel_of_two_74s", None, allied="casual 7")
    match = Match(MatchHistory(match.game, match.opening), match.header)
    match.submit(next(iter(match.game.choices(match.state))), "It begins.")
    board = game_plugins.create_table("ships_of_the_line", match.view(""))
    screen: Any = TableScreen(match, board, to_title=lambda _: Quit(), to_reckoning=show_result)
    screen.resize((1280, 720), Theme())
    screen.press("G")
    plain = [row.text for row in screen.find("log.row").sentences]
    screen.click("log.reasons")
    told = [row.text for row in screen.find("log.row").sentences]
    assert told == [f"{plain[0]} Why: It begins.", *plain[1:]]
    screen.click("log.reasons")
    assert [row.text for row in screen.find("log.row").sentences] == plain
