"""What `make balance` says of scenarios, and which match it plays next; and that players order what is allowed."""

import pytest
from msgspec.structs import replace

from tabletop.tournaments.match_play import Loss, Result, Thought
from tests.sampling import sample
from tools import orders_of_players
from tools.balance import choose_fixtures, format_row, list_arenas


@pytest.fixture
def duels(tmp_path):
    return list_arenas(tmp_path, ["ship_duel/"])


def result(fixture, winner, seconds=1.0, **more):
    return Result(fixture, winner, "Over", {}, (), "", 1, {"x": Thought("x", 1, seconds)}, **more)


def test_the_next_match_is_of_what_has_been_thought_about_least(duels):
    dear, *others = duels
    dear.file.results.append(result(dear.fixtures[0], "port", 3.5))
    for one in others:
        one.file.results.append(result(one.fixtures[0], "port", 1.0))
    played = [one.scenario for one in choose_fixtures(duels, 2 * len(others))]
    assert played == 2 * [one.fixtures[0].scenario for one in others]


def test_what_was_played_is_not_played_again(duels):
    (duel,) = [one for one in duels if one.name == "ship_duel/standard"]
    duel.file.results += [result(one, "port") for one in duel.fixtures[:-1]]
    assert list(choose_fixtures([duel], -1)) == duel.fixtures[-1:]


def test_scenarios_of_more_than_thirty_ships_are_played_less_often(tmp_path):
    assert {one.name: len(one.fixtures) for one in list_arenas(tmp_path, ["trafalgar_before"])} == {
        "ships_of_the_line/trafalgar_before_wearing": 24
    }


@pytest.mark.parametrize(
    ("wins", "told"), [(60, "even."), (70, "port has the better of it."), (0, "starboard has the better of it.")]
)
def test_a_side_has_the_better_of_it_that_wins_more_than_sixty_per_cent(duels, wins, told):
    duels[0].file.results += [result(duels[0].fixtures[0], "port" if n < wins else "starboard") for n in range(100)]
    assert format_row(duels[0]).endswith(f"| {told} |  |")


def test_of_a_few_matches_it_says_perhaps_and_what_withdrew_stands_apart(duels):
    lost = (Loss("port", "a", 3, "sunk"), Loss("port", "b", 4, "fled", away=True))
    one = result(duels[0].fixtures[0], "starboard", turns=5, pieces={"port": 4, "starboard": 2}, lost=lost)
    duels[0].file.results += [one, replace(one, lost=(), winner=None, turns=6)]
    told = format_row(duels[0])
    assert "| 2 of 200 | port 0, starboard 1 | 1 | 25 (3 to 80) | 5.5 |" in told
    assert "port 0.5 + 0.5 of 4; starboard 0.0 of 2 | starboard has the better of it, perhaps. |" in told
    duels[0].file.path.with_suffix(".commit").write_text("0c9a4700 d5c9f2f4", encoding="utf-8")
    assert format_row(duels[0]).endswith("| 0c9a4700, d5c9f2f4 |")


def test_no_order_of_a_player_is_refused_whatever_rules_are_switched():
    for number in sample(range(100), 1, "matches of players under any rules"):
        fixture = orders_of_players.build_fixture(number)
        assert orders_of_players.find_faults(orders_of_players.play_fixture(fixture, longest=12)) == [], fixture
