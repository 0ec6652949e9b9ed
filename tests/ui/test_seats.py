"""Who looks at the table, and when the curtain hangs (C-6)."""

from itertools import islice

import msgspec
import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import game as games
from tabletop.core import resources
from tabletop.core.agreement import Concede
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import Seating
from tabletop.ui.screens.table.seats import NOBODY, Seats
from tests.contract.tiny_game import SCENARIO, Plain, TinyGame


class SecretRace(TinyGame):
    """The tiny race, whose sails are set in secret."""

    meta = msgspec.structs.replace(TinyGame.meta, secrets=True)


def match(game=SecretRace, **seating):
    return Match.new(MatchSetup(game(), SCENARIO, "race.yaml", "seats", seating=Seating(**seating)))


def looks(seats):
    seats.settle()
    return seats.looking, seats.waiting


def test_c_6_the_curtain_hangs_from_the_moment_the_table_passes_on_until_the_next_is_ready():
    race = match()
    seats = Seats(race)
    assert looks(seats) == (NOBODY, "red")
    seats.uncover()
    assert looks(seats) == ("red", NOBODY)
    race.submit(Plain("red"))
    assert seats.settle()
    assert (seats.looking, seats.waiting) == (NOBODY, "blue")
    assert not seats.settle()
    seats.uncover()
    race.undo()
    assert looks(seats) == (NOBODY, "red")


def test_a_player_who_gets_up_hangs_the_curtain():
    seats = Seats(match())
    seats.settle()
    seats.uncover()
    seats.cover()
    assert looks(seats) == (NOBODY, "red")


def test_without_the_curtain_the_view_passes_at_once():
    race = match(curtain=False)
    seats = Seats(race)
    assert looks(seats) == ("red", NOBODY)
    seats.cover()
    assert looks(seats) == ("red", NOBODY)
    race.submit(Plain("red"))
    assert looks(seats) == ("blue", NOBODY)


def test_one_person_looks_for_the_own_side_whoever_is_asked():
    race = match(computer=("red",))
    seats = Seats(race)
    assert looks(seats) == ("blue", NOBODY)
    assert seats.computer_to_move == "red"
    race.submit(Plain("red"))
    assert looks(seats) == ("blue", NOBODY)
    assert seats.computer_to_move == ""


def test_two_computers_are_watched_by_nobody_in_particular():
    seats = Seats(match(computer=("red", "blue")))
    assert looks(seats) == (NOBODY, NOBODY)
    assert seats.computer_to_move == "red"


@pytest.mark.parametrize("over", [False, True])
def test_a_game_without_secrets_or_at_its_end_lies_open(over):
    race = match(SecretRace if over else TinyGame)
    if over:
        race.submit(Concede("red"))
    seats = Seats(race)
    assert looks(seats) == (NOBODY, NOBODY)
    assert not seats.computer_to_move
    assert seats.can_cover == over


def test_the_seating_is_in_the_record(tmp_path, monkeypatch):
    monkeypatch.setitem(games._games, "tiny", SecretRace())
    path = tmp_path / "race.jsonl"
    Match.new(MatchSetup(SecretRace(), SCENARIO, "race.yaml", "seats", seating=Seating(("blue",), curtain=False)), path)
    assert Match.load(path).header.seating == Seating(("blue",), curtain=False)


@pytest.mark.parametrize("game", sorted(games.games_by_id()))
def test_c_3_every_order_comes_from_a_seat_and_so_does_whoever_is_asked(game):
    found = games.find_game(game)
    path = resources.list_scenarios(game)[0]
    state = found.open(found.read(path.read_text(encoding="utf-8"), path.name), {})
    seats = {one.id: one.side for one in found.seats(state)}
    assert set(seats.values()) == {side.id for side in found.meta.sides}
    decision = found.decision(state)
    assert seats[decision.seat] == decision.side
    givers = {found.seat_of_command(state, order) for order in islice(found.choices(state), 20)}
    assert {seats[one] for one in givers} == {decision.side}
