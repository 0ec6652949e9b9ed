"""A fixture is played to its end, the same again, and whoever fails loses nothing but its order."""

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core.game import find_game
from tabletop.core.match import Match
from tabletop.core.verify import verify
from tabletop.players.casual import Casual
from tabletop.tournaments.fixture import Entrant, Fixture, UnknownPlayerError, build_pairs, parse_entrant
from tabletop.tournaments.match_play import play_fixture
from tabletop.tournaments.standings import estimate_mean, share_interval
from tabletop.tournaments.tournament import Tournament

CASUAL = Entrant("casual")


def duel(one="casual", other="casual"):
    return Fixture(0, "ship_duel", "standard", "1805", {"port": parse_entrant(one), "starboard": parse_entrant(other)})


def duels(games):
    return list(
        Tournament(
            "ship_duel", ("standard",), dict.fromkeys(("port", "starboard"), (CASUAL,)), {}, games, "7"
        ).list_fixtures()
    )


def without_clock(result):
    return [(seat, one.decisions, one.refused) for seat, one in result.thought.items()], result.totals, result.orders


def test_the_same_fixture_comes_out_the_same_and_its_record_verifies(tmp_path):
    result = play_fixture(duel(), tmp_path / "match.jsonl")
    assert result.reason
    assert without_clock(result) == without_clock(play_fixture(duel()))
    assert verify(tmp_path / "match.jsonl") is None
    assert len(Match.load(tmp_path / "match.jsonl").moves) == result.orders


def test_in_a_pair_the_chance_is_the_same_and_the_sides_are_swapped():
    bold = Entrant("casual", "bold")
    first, second = build_pairs(find_game("volley"), "standard", (CASUAL, bold), 1, "hood", {})
    assert (first.seed, first.entrants["red"]) == (second.seed, second.entrants["blue"])
    assert (first.number, second.number) == (0, 1)


def test_a_match_that_does_not_end_is_given_up():
    result = play_fixture(duel(), longest=3)
    assert (result.orders, result.winner, result.reason) == (3, None, "")


def test_of_the_pieces_those_lost_are_told_with_their_turn_and_fate(tmp_path):
    hexes = Fixture(0, "decks_of_glory", "two_against_two", "3", dict.fromkeys(("british", "allied"), CASUAL))
    result = play_fixture(hexes, tmp_path / "match.jsonl")
    match = Match.load(tmp_path / "match.jsonl")
    gone = {one.id: one.fate for one in match.game.starting_pieces(match.state) if one.fate}
    assert result.pieces == {"british": 2, "allied": 2}
    assert {one.piece: one.fate for one in result.lost} == gone
    for loss in result.lost:
        fell = [move for move in match.moves if _fate(match, move.before, loss) != _fate(match, move.after, loss)]
        assert loss.turn in {match.game.turn_of(move.after) for move in fell}
    assert result.turns == match.game.turn_of(match.state)


def _fate(match, state, loss):
    return next(one.fate for one in match.game.starting_pieces(state) if one.id == loss.piece)


def test_whoever_raises_or_finds_nothing_is_played_on_for_and_that_is_counted():
    result = play_fixture(duel("tests.players.more.faulty:Faulty", "tests.players.more.mute:Mute"), longest=6)
    port, starboard = (result.thought[side] for side in ("port", "starboard"))
    assert port.faults == ["ArithmeticError: two and two are five"]
    assert (port.refused, starboard.refused) == (port.decisions, starboard.decisions)
    assert not starboard.faults


def test_whoever_raises_as_it_hears_plays_on(monkeypatch):
    monkeypatch.setattr(Casual, "observe", lambda *_: 1 / 0)
    result = play_fixture(duel(), longest=3)
    assert result.thought["port"].faults == ["ZeroDivisionError: division by zero"]
    assert result.orders == 3


def test_whoever_raises_as_it_begins_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr(Casual, "__init__", lambda *_: 1 / 0)
    with pytest.raises(UnknownPlayerError, match=r"'casual' cannot begin: ZeroDivisionError: division by zero\."):
        play_fixture(duel())


def test_a_module_that_cannot_be_read_is_told_in_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "torn.py").write_text("class Broken(", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UnknownPlayerError, match="The module 'torn' cannot be read: SyntaxError: "):
        play_fixture(duel("torn:Broken"))


@pytest.mark.parametrize(
    ("told", "what"),
    [
        ("casual:brave", "There is no temper 'brave'; there are steady, bold and cautious."),
        ("drake", "has no player 'drake'; it has"),
        ("nowhere.at_all:Drake", "There is no player 'nowhere.at_all:Drake': No module named 'nowhere'."),
        ("tabletop.core.match:Match", "is no tabletop.players.player.Player"),
    ],
)
def test_an_unknown_player_is_told_in_a_sentence(told, what):
    with pytest.raises(UnknownPlayerError) as raised:
        play_fixture(duel(told))
    assert what in str(raised.value)


def test_an_entrant_is_written_as_it_is_told():
    for told in ("captain", "captain:bold", "my.players:Nelson", "my.players:Nelson:cautious"):
        assert str(parse_entrant(told)) == told


def test_intervals_hold_what_is_known_of_them():
    assert share_interval(0, 0) == (0.0, 1.0)
    low, high = share_interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert share_interval(100, 100)[1] == 1.0
    told = estimate_mean([1.0, 0.0, 1.0, 0.0])
    assert (told.mean, round(told.half, 4)) == (0.5, 0.5658)
    assert estimate_mean([1.0]).half == float("inf")
