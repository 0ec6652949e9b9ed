"""What every game promises, shown by random play."""

import os
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from tabletop.core import game as games
from tabletop.core import resources
from tabletop.core.errors import RecordError, Refused, ScenarioError
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import state_hash
from tabletop.core.verify import verify
from tabletop.players import casual
from tests.core.test_records import rechained

COMMANDS = 150
SEEDS = ("anson", "hawke")


def begun(arena, seed, path=None):
    game, text = arena
    return Match.new(MatchSetup(game, text, "scenario.yaml", seed), path)


def played(arena, seed, path=None, commands=COMMANDS):
    match = begun(arena, seed, path)
    for _ in casual.play(match, Random(seed), commands):
        pass
    return match


def hashes(match):
    return [state_hash(move.after) for move in match.moves]


def order(game, do, side):
    return msgspec.convert({"do": do, "side": side}, game.command_type)


@pytest.mark.parametrize("seed", SEEDS)
def test_c_1_the_same_seed_and_commands_give_the_same_game(arena, seed):
    first, second = played(arena, seed), begun(arena, seed)
    for move in first.moves:
        assert second.submit(move.command) == move.events
    assert hashes(first) == hashes(second)
    assert len(first.moves) >= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_c_3_every_offered_command_passes_the_check_and_no_other_changes_anything(arena, seed):
    match = begun(arena, seed)
    fancy, met = Random(seed), Counter()
    for _ in casual.play(match, fancy, COMMANDS):
        earlier = fancy.choice(match.moves).command
        met[type(earlier)] += 1
        before, moves = match.state, len(match.moves)
        if match.check(earlier) is None:
            continue
        with pytest.raises(Refused) as refusal:
            match.submit(earlier)
        assert refusal.value.rule
        assert refusal.value.reason.endswith(".")
        assert (match.state, len(match.moves)) == (before, moves)
    assert sum(met.values()) >= 3


@pytest.mark.parametrize("seed", SEEDS)
def test_c_5_there_is_no_dead_end(arena, seed):
    match = begun(arena, seed)
    for _ in casual.play(match, Random(seed), COMMANDS):
        over = match.game.outcome(match.state) is not None
        assert (match.game.decision(match.state) is None) == over
        assert (next(iter(match.game.choices(match.state)), None) is None) == over
        for command in list(match.game.choices(match.state))[:3]:
            assert match.check(command) is None


def test_states_commands_and_events_survive_json(arena):
    match = played(arena, "rodney")
    game = match.game
    for move in match.moves:
        for part, kind in ((move.command, game.command_type), (move.after, game.state_type)):
            assert msgspec.json.decode(msgspec.json.encode(part), type=kind) == part
        for event in move.events:
            assert msgspec.json.decode(msgspec.json.encode(event), type=game.event_type) == event


def test_views_encode_and_every_fact_can_be_told(arena):
    match = played(arena, "howe")
    game = match.game
    told = 0
    for move in match.moves:
        state = move.before
        for event in move.events:
            told += bool(game.describe(state, event))
            state = game.evolve(state, event)
        assert state == move.after
        for side in game.meta.sides:
            assert msgspec.json.encode(game.view(state, side.id))
        assert game.headline(state)
    assert told


def test_a_loaded_match_is_the_same_and_goes_on_the_same(arena, tmp_path):
    whole = played(arena, "duncan")
    match = begun(arena, "duncan", tmp_path / "record.jsonl")
    for number, move in enumerate(whole.moves):
        if number % 10 == 3:
            match = Match.load(match.path)
        match.submit(move.command)
    assert hashes(Match.load(match.path)) == hashes(whole)
    assert verify(match.path) is None


def test_undo_and_redo_restore_at_every_point(arena, tmp_path):
    match = begun(arena, "jervis", tmp_path / "record.jsonl")
    barred = 0
    for _ in casual.play(match, Random("jervis"), 60):
        move = match.moves[-1]
        barred += match.check_undo() is not None
        (match.undo_by_agreement if match.check_undo() else match.undo)()
        assert match.state == move.before
        match.redo()
        assert match.state == move.after
    assert barred
    again = Match.load(match.path)
    assert (hashes(again), again.draw_count) == (hashes(match), match.draw_count)
    assert verify(match.path) is None


def test_c_9_a_side_may_concede_and_both_may_agree_on_a_draw(arena):
    for before in (0, 3):
        first, second = (side.id for side in arena[0].meta.sides)
        match = played(arena, "keats", commands=before)
        match.submit(order(match.game, "concede", first))
        assert match.game.outcome(match.state).winner == second
        match = played(arena, "keats", commands=before)
        assert match.check(order(match.game, "accept_draw", second)) is not None
        match.submit(order(match.game, "offer_draw", first))
        match.submit(order(match.game, "accept_draw", second))
        assert match.game.outcome(match.state).winner is None
        assert match.game.decision(match.state) is None
        assert match.check(order(match.game, "concede", first)) is not None


def test_an_older_record_of_a_game_tells_its_opening_and_seed(arena, tmp_path):
    match = played(arena, "cornwallis", tmp_path / "record.jsonl", 5)
    again = Match.load(match.path)
    assert (again.opening, again.header.seed, again.header.scenario) == (match.opening, "cornwallis", arena[1])


def test_errors_of_a_scenario_name_their_line_and_the_schema_is_an_object(arena):
    game, text = arena
    with pytest.raises(ScenarioError) as caught:
        game.read(text + "\nnonsense: 1\n", "scenario.yaml")
    assert any("nonsense" in problem.message and problem.line > 1 for problem in caught.value.problems)
    assert game.schema()["type"] == "object"


def test_a_record_of_a_game_that_is_not_there_is_one_sentence(arena, tmp_path, monkeypatch):
    match = played(arena, "cochrane", tmp_path / "record.jsonl", 2)
    monkeypatch.delitem(games._games, arena[0].meta.id)
    with pytest.raises(RecordError, match="a game this program does not have"):
        Match.load(match.path)


def without(line, kind):
    """A change that takes the events of one kind out of a line of a record, and the hashes that would tell."""

    def change(lines):
        events = lines[line]["events"]
        lines[line]["events"] = [event for event in events if event.get("event") != kind]
        lines[-1]["hash"] = ""

    return change


def test_a_record_without_some_of_its_facts_opens_or_is_one_sentence(arena, tmp_path):
    match = played(arena, "hood", tmp_path / "record.jsonl", 12)
    whole = match.path.read_bytes()
    for line, move in enumerate(match.moves, 1):
        for kind in {msgspec.to_builtins(event).get("event") for event in move.events}:
            match.path.write_bytes(whole)
            rechained(match.path, without(line, kind))
            with suppress(RecordError):
                Match.load(match.path)
            assert verify(match.path).line == line + 1


def test_a_record_with_an_option_that_the_game_does_not_have_is_told_by_verify(arena, tmp_path):
    match = played(arena, "parker", tmp_path / "record.jsonl", 2)
    rechained(match.path, lambda lines: lines[0].update(options={"frobnicate": True}))
    assert "unknown option 'frobnicate'" in str(verify(match.path))


ELSEWHERE = """
import sys
from pathlib import Path
import tabletop.games
from tabletop.core.game import register_game
from tabletop.core.match import Match
from tabletop.core.record import state_hash
from tabletop.core.verify import verify
from tests.contract.tiny_game import TinyGame
from tests.contract.tricks.rules import GAME

register_game(TinyGame())
register_game(GAME)
for name in sys.argv[1:]:
    print(state_hash(Match.load(Path(name)).state), verify(Path(name)))
"""


@pytest.mark.usefixtures("examples")
def test_c_1_another_process_comes_to_the_same_positions(tmp_path):
    given = [(game, path) for name, game in games.games_by_id().items() for path in resources.list_scenarios(name)]
    matches = [
        played((game, path.read_text(encoding="utf-8")), "saumarez", tmp_path / f"{number}.jsonl", 60)
        for number, (game, path) in enumerate(given)
    ]
    other = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *(str(match.path) for match in matches)],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "PYTHONHASHSEED": "1805"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.splitlines() == [f"{state_hash(match.state)} None" for match in matches]
