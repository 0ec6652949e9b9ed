"""The public interface: its names, what importing it loads, and what its functions refuse."""

import doctest
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import tabletop
from tabletop import api

ROOT = Path(__file__).parents[1]
HEAVY = {"pygame", "shapely", "matplotlib", "numpy", "pydantic", "msgspec"}


def run_python(code: str, folder: Path = ROOT) -> str:
    """Run code in a fresh process, and return what it prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_the_public_names_are_those_that_were_promised() -> None:
    promised = (ROOT / "tests" / "public_names.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert sorted(tabletop.__all__) == sorted(promised)
    assert tabletop.__all__ == api.__all__


def test_every_public_name_is_documented_and_listed() -> None:
    assert [name for name in tabletop.__all__ if not getattr(tabletop, name).__doc__] == []
    assert set(tabletop.__all__) <= set(dir(tabletop))
    with pytest.raises(AttributeError, match="no attribute 'open_game'"):
        tabletop.open_game  # noqa: B018 - the access is the test


def test_importing_the_package_loads_no_heavy_library() -> None:
    loaded = run_python("import sys, tabletop; dir(tabletop); print(*sys.modules)").split()
    assert HEAVY & set(loaded) == set()
    assert "tabletop.api" not in loaded


def test_the_public_interface_loads_no_window() -> None:
    loaded = run_python("import sys; from tabletop import *; list_games(); print(*sys.modules)").split()
    assert {"pygame", "matplotlib"} & set(loaded) == set()
    assert [name for name in loaded if name.startswith("tabletop.ui")] == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tabletop.list_scenarios("voley"), "no game 'voley', did you mean 'volley'"),
        (
            lambda: tabletop.open_match("volley", "skirmich"),
            "no scenario of volley 'skirmich', did you mean 'skirmish'",
        ),
        (lambda: tabletop.make_player("volley", "green"), "no side in Volley 'green'; there are: "),
        (lambda: tabletop.make_player("volley", "red", "capitan"), "no player of Volley 'capitan', did you mean"),
        (lambda: tabletop.make_player("volley", "red", temper="bald"), "no temper 'bald', did you mean 'bold'"),
    ],
)
def test_a_wrong_name_is_answered_by_the_nearest(call, message) -> None:
    with pytest.raises(LookupError, match=message):
        call()


def test_wrong_files_are_answered_by_their_errors(tmp_path) -> None:
    with pytest.raises(tabletop.ScenarioError, match=r"missing\.yaml"):
        tabletop.open_match("volley", tmp_path / "missing.yaml")
    with pytest.raises(tabletop.ScenarioError, match=r"missing\.yaml"):
        tabletop.run_case_file(tmp_path / "missing.yaml")
    with pytest.raises(tabletop.RecordError, match=r"missing\.jsonl"):
        tabletop.load_match(tmp_path / "missing.jsonl")
    with pytest.raises(tabletop.RecordError, match="Type the name of a file"):
        tabletop.verify_record(" ")


def test_a_match_is_saved_loaded_and_verified(tmp_path) -> None:
    match = tabletop.open_match("volley", "skirmish", seed="7")
    for _ in range(3):
        match.submit(next(iter(match.choices())))
    tabletop.save_match(match, tmp_path / "match.jsonl")
    assert tabletop.load_match(tmp_path / "match.jsonl").state == match.state
    assert tabletop.verify_record(tmp_path / "match.jsonl") is None
    with pytest.raises(tabletop.RecordError, match="file exists"):
        tabletop.save_match(match, tmp_path / "match.jsonl")


def test_the_same_seed_gives_the_same_match_and_no_seed_another() -> None:
    first, second, other = (tabletop.open_match("volley", "skirmish", seed=seed) for seed in ("7", "7", ""))
    for match in (first, second, other):
        match.submit(next(iter(match.choices())))
    assert first.state == second.state
    assert other.header.seed != tabletop.open_match("volley", "skirmish").header.seed


def test_a_command_is_made_by_name_for_the_side_that_must_act() -> None:
    match = tabletop.open_match("ships_of_the_line", "duel_of_two_74s", seed="1")
    command = next(iter(match.choices()))
    fields = {name: getattr(command, name) for name in command.__struct_fields__ if name not in ("side", "by")}
    assert tabletop.make_command(match, command.__struct_config__.tag, **fields) == command
    with pytest.raises(LookupError, match="no command 'fire_brodside', did you mean 'fire_broadside'"):
        tabletop.make_command(match, "fire_brodside")
    with pytest.raises(ValueError, match="do not fit the command 'fire_broadside'"):
        tabletop.make_command(match, "fire_broadside", ship=3)


@pytest.mark.parametrize("game", ["volley", "ship_duel", "decks_of_glory"])
def test_computer_players_play_a_match_and_observe_every_event(game) -> None:
    scenario = tabletop.list_scenarios(game)[0]
    sides = [side.id for side in tabletop.list_games()[game].meta.sides]
    match = tabletop.open_match(game, scenario, seed="api")
    players = {side: tabletop.make_player(game, side, "midshipman", seed=side) for side in sides}
    assert tabletop.play_match(match, players, max_commands=30) == match.outcome
    assert 0 < len(match.moves) <= 30
    again = tabletop.open_match(game, scenario, seed="api")
    for move in match.moves:
        again.submit(move.command)
    side = match.moves[-1].command.side
    again.undo_by_agreement()
    fresh = tabletop.make_player(game, side, "midshipman", seed=side)
    assert tabletop.propose_command(fresh, again).command == match.moves[-1].command


def test_a_player_that_has_observed_undone_events_is_refused() -> None:
    match = tabletop.open_match("volley", "skirmish", seed="7")
    side = match.decision.side
    player = tabletop.make_player("volley", side, "midshipman")
    match.submit(tabletop.propose_command(player, match).command)
    while match.decision.side != side:
        match.submit(next(iter(match.choices())))
    tabletop.propose_command(player, match)
    match.undo_by_agreement()
    with pytest.raises(ValueError, match="has counted"):
        tabletop.propose_command(player, match)


def test_a_replay_shows_only_what_its_viewer_may_know() -> None:
    match = tabletop.open_match("volley", "skirmish", seed="7")
    match.submit(next(iter(match.choices())))
    with pytest.raises(LookupError, match="no viewer of this match 'all'"):
        tabletop.open_replay(match, "all")
    replay = tabletop.open_replay(match)
    assert replay.viewer == ""
    assert replay.step_forward()
    assert tabletop.describe_events(replay) == tabletop.describe_events(match)


@pytest.mark.parametrize("game", ["ships_of_the_line", "decks_of_glory", "trafalgar_cards", "ship_duel", "volley"])
def test_every_game_that_comes_along_has_a_survey(game) -> None:
    assert tabletop.load_survey(game).__doc__


def test_a_game_without_a_survey_is_named(monkeypatch) -> None:
    monkeypatch.setattr(api, "_find_game", lambda game: SimpleNamespace(meta=SimpleNamespace(id="whist")))
    with pytest.raises(LookupError, match="whist has no survey"):
        tabletop.load_survey("whist")


def test_a_case_file_is_run() -> None:
    files = sorted((ROOT / "tests" / "cases").glob("*.yaml"))
    assert tabletop.run_case_file(files[0]) == []


def test_the_examples_of_the_document_come_out_as_they_say(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```.*$", "", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, "api.md", "docs/api.md", 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    failed, tried = runner.run(test, out=said.append)
    assert failed == 0, "".join(said)
    assert tried > 50


def test_the_document_shows_every_public_name_in_an_example() -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    examples = "\n".join(line for line in text.splitlines() if line.startswith((">>>", "...")))
    assert [name for name in tabletop.__all__ if not re.search(rf"\btabletop\.{name}\b", examples)] == []
