"""Nobody at the screen gives the orders of a side that another plays: no key, button, drag, dialog or held key."""

import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pygame
import pytest

from tabletop.core import resources
from tabletop.core.agreement import Concede
from tabletop.core.errors import Refused
from tabletop.core.game import Seat, find_game, games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import Move
from tabletop.core.record import Seating
from tabletop.games.ships_of_the_line.commands import Done
from tabletop.players import casual
from tabletop.ui import keys
from tabletop.ui.boards import game_plugins
from tabletop.ui.boards.replies import Submit
from tabletop.ui.input import REPEATED, Input
from tabletop.ui.screen import Quit
from tabletop.ui.screens import new_game
from tabletop.ui.screens.local_backend import show_result
from tabletop.ui.screens.table.order_gate import OrderGate
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.screens.table.seats import NOBODY, Seats
from tabletop.ui.screens.table.undo_actions import UndoActions
from tabletop.ui.theme import Theme
from tests.contract.tiny_game import SCENARIO, All, Plain, TinyGame

SIZE = (1280, 720)
SCENARIOS = {"ships_of_the_line": "duel_of_two_74s", "decks_of_glory": "two_against_two"}
TURNS, INPUTS = 5, 14
"""How often the computer is disturbed, and by how many inputs each time."""
CHORDS = sorted(
    {binding.chord for binding in keys.KEYS.values() if len(binding.chord.split("–")) == 1} | set("123456789")
)
SPARED = ("menu.full", "menu.scale", "menu.motion")
"""What would change what other tests see."""
HELD = frozenset({"left"})


class Monkey:
    """Somebody who tries everything while the computer is to move."""

    def __init__(self, game: str, computer: str, seed: int) -> None:
        self.game, self.computer, self.fancy = find_game(game), computer, Random(seed)
        self.given: list[Move] = []
        """What has come of the passing of time."""
        self.begin()

    def begin(self) -> None:
        path = resources.find_scenario(self.game.meta.id, SCENARIOS.get(self.game.meta.id, "standard"))
        text, seed = path.read_text(encoding="utf-8"), str(self.fancy.random())
        self.match = Match.new(MatchSetup(self.game, text, path.name, seed, seating=Seating((self.computer,))))
        board = game_plugins.create_table(self.game.meta.id, self.match.view(""))
        self.screen: Any = TableScreen(self.match, board, to_title=lambda _: Quit(), to_reckoning=show_result)
        self.screen.resize(SIZE, Theme())

    @property
    def asked(self) -> bool:
        """Whether the computer is."""
        decision = self.game.decision(self.match.state)
        return decision is not None and decision.side == self.computer and not decision.either

    def pass_time(self) -> None:
        self.screen.update(200)
        self.given += self.match.moves

    def until_asked(self) -> None:
        """Somebody sensible plays on, by the match itself, until the computer is to move."""
        while not self.asked:
            if self.match.game.outcome(self.match.state) is not None:
                self.begin()
                continue
            command = casual.choose(self.game, self.match.state, self.fancy)
            self.match.submit(command)
            self.screen.update(0)
        self.given += self.match.moves

    def disturb(self) -> None:
        for _ in range(INPUTS):
            if not self.asked:
                return
            self.fancy.choice((self.key, self.key, self.click, self.point, self.drag))()
            self.check()

    def check(self) -> None:
        mine = [move.command for move in self.match.moves if not any(move is one for one in self.given)]
        assert [command for command in mine if command.side == self.computer] == []

    def key(self) -> None:
        chord = self.fancy.choice(CHORDS)
        for _ in range(3 if chord in REPEATED else 1):
            self.screen.press(chord)
        self.screen.handle(Input("key_up", key=chord))

    def somewhere(self) -> tuple[int, int]:
        return self.fancy.randrange(SIZE[0]), self.fancy.randrange(SIZE[1])

    def click(self) -> None:
        found = [one for one in self.screen.layers[-1].walk() if one.interactive and not one.id.startswith(SPARED)]
        self._click(self.fancy.choice(found).rect.center if found else self.somewhere())

    def point(self) -> None:
        self._click(self.somewhere())

    def _click(self, at: tuple[int, int]) -> None:
        self.screen.handle(Input("moved", at))
        self.screen.handle(Input("pressed", at, "left", HELD))
        self.screen.handle(Input("released", at, "left"))

    def drag(self) -> None:
        self.screen.handle(Input("moved", at := self.somewhere()))
        self.screen.handle(Input("pressed", at, "left", HELD))
        for _ in range(3):
            self.screen.handle(Input("moved", at := self.somewhere(), buttons=HELD))
        self.screen.handle(Input("released", at, "left"))


def every_side() -> list[tuple[str, str]]:
    return [(game, side.id) for game, one in games_by_id().items() for side in one.meta.sides]


@pytest.mark.parametrize(("game", "computer"), every_side())
def test_a_monkey_gives_no_order_of_the_computers(game: str, computer: str) -> None:
    monkey = Monkey(game, computer, 3)
    for _ in range(TURNS):
        monkey.until_asked()
        monkey.disturb()
        while len(monkey.screen.layers) > 1:
            monkey.screen.close()
        monkey.pass_time()
        pygame.event.clear()


def test_of_several_orders_at_one_stroke_none_is_the_computers() -> None:
    monkey = Monkey("ships_of_the_line", "allied", 3)
    while (monkey.match.state.phase, monkey.match.state.asked) != ("combat", "british"):
        monkey.match.submit(casual.choose(monkey.game, monkey.match.state, monkey.fancy))
    monkey.screen.update(0)
    before = len(monkey.match.moves)
    monkey.screen.submit(Submit((lambda _: Done(side="british"), lambda _: Done(side="allied"))))
    assert monkey.asked
    assert [move.command.side for move in monkey.match.moves[before:]] == ["british"]
    assert monkey.screen.toast.title == "It is the computer's turn."


# --- the gate


class OpenRace(TinyGame):
    """The tiny race with nothing to hide: its sails are set in sight of both."""


class SecretRace(TinyGame):
    """The tiny race, whose sails are set in secret."""

    meta = msgspec.structs.replace(TinyGame.meta, secrets=True)


def gate(game: type[TinyGame], **seating: Any) -> tuple[Match, Seats, OrderGate]:
    race = Match.new(MatchSetup(game(), SCENARIO, "race.yaml", "doors", seating=Seating(**seating)))
    seats = Seats(race)
    seats.settle()
    return race, seats, OrderGate(race, seats)


def sit_down(seats: Seats) -> None:
    seats.settle()
    seats.uncover()


def test_an_order_comes_from_the_seat_that_the_person_holds() -> None:
    race, seats, way = gate(SecretRace)
    assert way.check_seat("red").reason == "It is not Red's turn at the screen."
    sit_down(seats)
    way.submit(Plain("red"))
    with pytest.raises(Refused, match="It is not Blue's turn at the screen"):
        way.submit(Plain("blue"))
    sit_down(seats)
    with pytest.raises(Refused, match="It is not Red's turn at the screen"):
        way.submit(Concede("red"))
    way.submit(Plain("blue"))
    assert [move.command.side for move in race.moves] == ["red", "blue"]


@pytest.mark.parametrize(("asked", "why"), [("red", "It is the computer's turn."), ("blue", "The computer plays Red.")])
def test_no_order_for_the_computers_side_comes_from_the_screen(asked: str, why: str) -> None:
    race, _, way = gate(OpenRace, computer=("red",))
    if asked == "blue":
        way.submit_automatic(Plain("red"))
    for command in (Plain("red"), Concede("red")):
        with pytest.raises(Refused, match=why):
            way.submit(command)
    assert len(race.moves) == (asked == "blue")
    assert (way.idle_refusal is None) == (asked == "blue")


def test_c_3_a_sealed_choice_is_taken_back_by_its_own_side_alone_or_by_both() -> None:
    race, seats, way = gate(SecretRace)
    sit_down(seats)
    way.submit(Plain("red"))
    assert way.check_undo() is None  # red has not handed over yet
    sit_down(seats)
    assert way.check_undo() is not None
    assert way.check_undo().reason == "Red gave that order. Only both sides together can undo it."
    way.take_back_agreed()
    seats.settle()
    assert (len(race.moves), seats.waiting) == (0, "red")
    seats.looking, seats.waiting = "blue", NOBODY
    assert way.check_redo().reason == "Red gave that order; only they can redo it."


def test_c_3_undo_against_the_computer_goes_back_to_ones_own_last_order_and_redo_forth_again() -> None:
    race, _, way = gate(OpenRace, computer=("red",))
    way.submit_automatic(Plain("red"))
    assert way.check_undo().reason == "You have no order to undo."
    way.submit(All("blue"))
    way.submit_automatic(Plain("red"))
    made = list(race.moves)
    assert way.check_undo().reason.startswith("Dice were rolled. You can undo your order")
    assert not way.can_agree_undo
    assert way.can_reconsider
    way.reconsider()
    assert list(race.moves) == made[:1]
    way.redo()
    assert list(race.moves) == made


def test_c_3_what_the_computer_hid_and_has_shown_is_not_taken_back() -> None:
    race, _, way = gate(SecretRace, computer=("red",))
    way.submit_automatic(Plain("red"))
    way.submit(Plain("blue"))
    assert (
        way.check_undo().reason == "Both sails are set. This has revealed hidden information, so it cannot be undone."
    )
    assert not (way.can_agree_undo or way.can_reconsider)
    way.reconsider()
    assert len(race.moves) == 2


def test_who_watches_two_computers_orders_and_takes_back_nothing() -> None:
    _, _, way = gate(OpenRace, computer=("red", "blue"))
    way.submit_automatic(Plain("red"))
    assert way.check_undo() is not None
    assert way.idle_refusal is not None
    assert way.check_seat("blue") is not None


def test_nothing_else_in_the_window_changes_the_match() -> None:
    """Every call by which a match goes back or forth stands in the gate."""
    deed = re.compile(r"match\.(submit|undo|redo|take_back_agreed)\b")
    folder = Path(game_plugins.__file__).parents[1]
    found = {path.name for path in folder.rglob("*.py") if deed.search(path.read_text(encoding="utf-8"))}
    assert found == {"order_gate.py"}


@pytest.mark.parametrize(("game", "unseen"), [(OpenRace, False), (SecretRace, True)])
def test_against_the_computer_it_is_told_what_one_does_not_see_only_where_there_is_such_a_thing(
    game: type[TinyGame], unseen: bool
) -> None:
    among = [Seat("red", "Red", "red"), Seat("blue", "Blue", "blue")]
    *_, told = new_game.build_seat_rows(
        "tiny", among, Seating(("red",)), {}, new_game.HiddenInformation(game.meta.secrets)
    )
    words = "".join(run.text for run in told.runs)
    assert ("secret choices stay hidden" in words) == unseen
    assert "own side only" not in words


def test_somebody_alone_is_not_asked_whether_the_computer_agrees() -> None:
    race = Match.new(MatchSetup(OpenRace(), SCENARIO, "race.yaml", "alone", seating=Seating(("red",))))
    for command in (Plain("red"), All("blue"), Plain("red")):
        race.submit(command)
    opened: list[Any] = []
    page: Any = SimpleNamespace(open=opened.append, close=lambda: None, refuse=opened.append)
    back = UndoActions(page, OrderGate(race, Seats(race)), lambda deed: deed(), lambda: None)
    back.presses["undo"]()
    words = [getattr(one, "text", "") for one in opened[0].walk()]
    assert "Undo" in words
    assert not any("agree" in word for word in words)
    back.presses["reconsider"]()
    assert len(race.moves) == 1
