"""Every record in this folder opens, and the rules of today still lead to it. To add one, drop it in."""

import shutil
from pathlib import Path
from random import Random

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import game as games
from tabletop.core import reading
from tabletop.core.agreement import DrawLapsed, DrawOffered
from tabletop.core.match import Match
from tabletop.core.record import RedoEntry, UndoEntry
from tabletop.core.verify import find_differences, verify
from tabletop.players import casual
from tests.contract.tiny_game import TinyGame

RECORDS = sorted(Path(__file__).parent.glob("*.jsonl"))


def test_there_are_records():
    assert RECORDS


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_archived_record_opens_and_verifies(path, tmp_path, monkeypatch):
    monkeypatch.setitem(games._games, "tiny", TinyGame())
    copy = Path(shutil.copy(path, tmp_path))
    match = Match.load(copy)
    assert match.moves
    assert match.torn == 0
    told = reading.read_summary(copy)
    assert told.over == (match.game.outcome(match.state) is not None)
    assert told.now
    assert verify(copy) is None


@pytest.mark.parametrize(("name", "rules"), [("prizes_on_both_sides", ["AMB-204", "AMB-207"])])
def test_amb_204_amb_207_a_record_that_a_rule_settled_since_changes_opens_plays_on_and_is_no_damage(
    name, rules, tmp_path
):
    copy = Path(shutil.copy(Path(__file__).parent / "settled" / f"{name}.jsonl", tmp_path))
    match = Match.load(copy)
    assert match.header.rules == 1
    assert [[one.rule for one in found.settled] for found in find_differences(copy)] == [[rule] for rule in rules]
    told = verify(copy)
    assert (told.line, told.revisions) == (1, (1, match.game.revision))
    before = len(match.trace)
    for _ in casual.play(match, Random(3), 40):
        pass
    assert len(Match.load(copy).trace) > before
    assert verify(copy) == told


WAYS = {
    "ships_of_the_line": {"SOTL-3-h", "AMB-140", "C-9"},  # the last turn, no fighting ships, given up or drawn
    "decks_of_glory": {"DOG-23"},  # one rule for all its ways, see below
    "trafalgar_cards": {"TRA-1", "TRA-13"},  # hands won, hands drawn
    "ship_duel": {"SLC-2", "SLC-10"},  # a ship lost, no damage
    "volley": {"VOL-1", "VOL-12"},  # no troops left, no casualties
}
"""The rules by which a game ends."""


@pytest.mark.parametrize("game", WAYS)
def test_the_archive_holds_a_game_for_each_way_to_end(game, tmp_path):
    mine = [path for path in RECORDS if reading.read_summary(path).game == game]
    matches = [Match.load(Path(shutil.copy(path, tmp_path))) for path in mine]
    outcomes = [outcome for match in matches if (outcome := match.game.outcome(match.state))]
    assert {outcome.rule for outcome in outcomes} == WAYS[game]
    winners = {outcome.winner for outcome in outcomes}
    assert None in winners
    assert len(winners) >= 2


def test_dog_23_the_archive_holds_battles_that_ended_in_the_last_turn_by_withdrawal_and_by_loss(tmp_path):
    mine = [path for path in RECORDS if reading.read_summary(path).game == "decks_of_glory"]
    reasons = {Match.load(Path(shutil.copy(path, tmp_path))).state.outcome.reason for path in mine}
    assert reasons == {
        "Turn 12 was the last", "Turn 14 was the last", "French: no ship left that can fight",
        "A side that has withdrawn has no ship left that can fight",
    }  # fmt: skip


@pytest.mark.parametrize("game", ["decks_of_glory", "trafalgar_cards", "ship_duel", "volley"])
def test_the_archive_holds_games_drawn_from_a_deck_with_choices_taken_back_and_draws_declined(game, tmp_path):
    mine = [path for path in RECORDS if reading.read_summary(path).game == game]
    matches = [Match.load(Path(shutil.copy(path, tmp_path))) for path in mine]
    entries = {type(entry) for match in matches for entry, _ in match.trace}
    events = {type(event) for match in matches for move in match.moves for event in move.events}
    assert {UndoEntry, RedoEntry} <= entries
    assert {DrawOffered, DrawLapsed} <= events
