"""The computer holds a side: it moves by itself, and nobody moves for it."""

import pytest

from tabletop.core import resources
from tabletop.core.game import find
from tabletop.core.match import Match
from tabletop.core.record import Seating
from tabletop.ui.boards import known
from tabletop.ui.screen import Quit
from tabletop.ui.screens.home_port import reckoned
from tabletop.ui.screens.table.screen import TableScreen
from tabletop.ui.theme import Theme


@pytest.fixture
def against():
    def begin(*computer):
        game = find("ships_of_the_line")
        path = resources.find_scenario(game.meta.id, "duel_of_two_74s")
        match = Match.new(game, path.read_text(), path.name, {}, "computer", seating=Seating(computer))
        screen = TableScreen(
            match, known.table(game.meta.id, match.state), to_title=lambda _: Quit(), to_reckoning=reckoned
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
        (("allied",), ["concede.british"]),
        (("british", "allied"), []),
    ],
)
def test_c_9_a_person_gives_up_for_no_side_but_the_own(against, computer, offered):
    _, screen = against(*computer)
    screen.press("F10")
    idents = [widget.id for widget in screen.layers[-1].walk()]
    assert [one for one in idents if one.startswith(("menu.draw", "menu.concede"))] == [
        f"menu.{one}" for one in offered
    ]


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
    assert (len(match.moves), screen.toast.title) == (moves, "The computer is to move.")
    assert pass_time(screen, 60_000, lambda: len(match.moves) > moves)
