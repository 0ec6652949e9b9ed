"""The commands, as a player types them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import tabletop.games  # noqa: F401 - makes the games known
from tabletop import cli
from tabletop.core.agreement import Concede
from tabletop.core.game import SettledRule, find_game
from tabletop.core.match import Match, MatchSetup
from tabletop.core.record import encode_line
from tests.contract.tiny_game import SCENARIO, All

CASES = Path(__file__).parents[1] / "cases"
RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture
def told(monkeypatch, capsys):
    """Runs the command; its exit code, what it said, and what it complained of."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["tabletop", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
            raise SystemExit(0)
        said = capsys.readouterr()
        return ended.value.code or 0, said.out, said.err

    return run


@pytest.fixture
def race(tiny, tmp_path):
    folder = tmp_path / "scenarios" / "tiny"
    folder.mkdir(parents=True)
    path = folder / "race.yaml"
    path.write_text(SCENARIO)
    return path


def test_alone_it_opens_the_table(told, monkeypatch):
    opened = []
    monkeypatch.setattr(cli, "open_table", lambda: opened.append("title"))
    assert told() == (0, "", "")
    assert opened == ["title"]


def test_validate_passes_sound_files(told, race):
    assert told("validate", race) == (0, "1 file: no errors\n", "")


def test_validate_shows_every_error_of_every_file_and_fails(told, race):
    other = race.with_name("other.yaml")
    race.write_text("title: a\nlenght: 3\n")
    other.write_text("title: 3\nlength: far\n")
    code, said, complained = told("validate", race, other, race.with_name("none.yaml"))
    assert (code, said) == (1, "")
    assert complained.splitlines() == [
        f"{race}:1:1: missing key 'length'",
        f"{race}:2:1: unknown key 'lenght', did you mean 'length'?",
        f"{other}:1:8: title: expected text, not 3",
        f"{other}:2:9: length: expected a whole number, not 'far'",
        f"{race.with_name('none.yaml')}:1:1: the file cannot be opened: no such file or directory",
    ]


def test_validate_tells_when_the_game_is_unknown(told, race):
    race.write_text("title: a\ngame: tinny\n")
    assert told("validate", race)[2] == f"{race}:2:7: unknown game 'tinny', did you mean 'tiny'?\n"


def test_schema_is_json_for_an_editor(told, tiny):
    code, said, _ = told("schema", "tiny")
    assert code == 0
    assert set(json.loads(said)["properties"]) == {"title", "length"}


def test_schema_of_an_unknown_game_fails(told, tiny):
    assert told("schema", "tny") == (2, "", "unknown game 'tny', did you mean 'tiny'?; there is: tiny\n")


def test_replay_tells_the_game_in_words_and_verifies(told, match):
    for side in ("red", "blue"):
        match.submit(All(side))
    match.undo_by_agreement()
    match.redo()
    match.submit(Concede("red"))
    code, said, complained = told("replay", match.path, "--verify")
    assert (code, complained) == (0, "")
    lines = said.splitlines()
    assert lines[0].startswith("Round the buoy. Tiny race, begun")
    assert [line.split(":")[0] for line in lines[1:]] == [
        "red",
        "blue",
        "Taken back",
        "Done again",
        "Red conceded. Victory",
        "Verified",
    ]
    assert "Red conceded. Victory: Blue." in lines


@pytest.mark.parametrize("record", ["volley_won", "ship_duel_sunk", "trafalgar_cards_won", "duel_conceded"])
def test_c_6_replay_tells_the_seed_of_no_game_with_secrets_not_even_of_one_that_is_over(told, tmp_path, record):
    path = Path(shutil.copy(RECORDS / f"{record}.jsonl", tmp_path))
    match = Match.load(path)
    assert match.game.outcome(match.state) is not None
    for side in (one.id for one in match.game.meta.sides):
        heading = told("replay", path, "--as", side)[1].splitlines()[0]
        assert heading.endswith(f", seed {match.header.seed}") != match.game.meta.secrets
        assert ("seed" in heading) != match.game.meta.secrets


def test_replay_of_what_is_no_record_is_one_line(told, race):
    assert told("replay", race) == (1, "", "race.yaml is not a record of The Admiral's Table.\n")


def test_replay_tells_of_a_torn_line(told, match):
    match.path.write_bytes(match.path.read_bytes() + b"{")
    assert "was not finished and is left out" in told("replay", match.path)[2]


def test_a_difference_fails_the_verification(told, match, monkeypatch):
    match.submit(All("red"))
    monkeypatch.setattr(type(match.game), "check", lambda game, state, command: game.reveals)
    code, _, complained = told("replay", match.path, "--verify")
    assert code == 1
    assert "line 2" in complained


def test_a_difference_that_a_settled_rule_makes_fails_nothing_and_is_told(told, match, monkeypatch):
    match.submit(All("red"))
    longer = SettledRule("TINY-2", "the course is longer", ("opening.length",))
    monkeypatch.setattr(type(match.game), "revisions", {2: (longer,)})
    monkeypatch.setattr(type(match.game), "open", lambda game, scenario, options: replace(match.opening, length=13))
    code, said, complained = told("replay", match.path, "--verify")
    assert (code, complained) == (0, "")
    assert said.splitlines()[-1].startswith(
        "Verified: 1 lines come out the same but for what was settled since; first line 1: the opening position "
        "differs in length (12, now 13) (TINY-2, the course is longer: record of revision 1, rules of revision 2)"
    )


def test_a_record_that_cannot_be_told_is_one_line(told, match, monkeypatch):
    match.submit(All("red"))
    monkeypatch.setattr(type(match.game), "describe", lambda game, state, event: {}[event.side])
    code, _, complained = told("replay", match.path)
    assert (code, complained) == (1, "Line 2 of the record cannot be described.\n")


def test_a_terminal_without_the_letters_shows_what_it_can(tmp_path):
    strange = tmp_path / "anchor\u2693.yaml"
    strange.write_bytes((CASES / "tv_01_initiative.yaml").read_bytes())
    words = [sys.executable, "-m", "tabletop", "cases", str(strange)]
    done = subprocess.run(words, env={**os.environ, "PYTHONIOENCODING": "latin-1"}, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"anchor\\u2693.yaml" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", "99999x99999"), "99999x99999 is out of range: from 1280x720 to 7680x4320."),
        (("--size", "1279x720"), "1279x720 is out of range"),
        (("--at", "3"), "--at counts the lines of a record"),
        (("--ui-scale", "0"), "75"),
        (("--zoom", "12"), "11"),
    ],
)
def test_a_shot_out_of_range_is_refused(told, tmp_path, words, said):
    code, _, complained = told("shot", "--out", tmp_path / "x.png", "--scenario", "duel_of_two_74s", *words)
    assert code == 2
    assert said in complained
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [("x.xyz", "must end in .png, .jpg"), ("away/x.png", "or its folder does not exist"), ("full.png", "a folder")],
)
def test_a_shot_that_could_not_be_written_is_refused_before_it_is_drawn(told, tmp_path, name, said):
    (tmp_path / "full.png").mkdir()
    code, _, complained = told("shot", "--out", tmp_path / name, "--scenario", "duel_of_two_74s")
    assert code == 2
    assert said in complained


ESCAPES = "\x1b]0;mine\x07 \x00 \x9b31m \u202e \r\n:"


def test_nothing_that_a_file_says_steers_the_terminal(told, tiny, tmp_path):
    odd = tmp_path / "a\x1b[31m\nb.yaml"
    odd.write_text("title: 3\nlength: far\n")
    quoted = tmp_path / "quoted.yaml"
    quoted.write_text(json.dumps({"title": "x", "length": ESCAPES}))
    cased = tmp_path / "case.yaml"
    cased.write_text(json.dumps({"game": "tiny", "title": "x", "setup": {"scenario": ESCAPES}, "cases": []}))
    match = Match.new(
        MatchSetup(find_game("tiny"), "title: x\nlength: 3\n", "x.yaml", "seed"), tmp_path / "a\x1b[31m.jsonl"
    )
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(encode_line(replace(match.header, title=ESCAPES), "")[0])
    for words in (
        ("validate", odd, quoted),
        ("cases", cased, odd),
        ("replay", odd),
        ("replay", forged),
        ("replay", match.path),
        ("replay", forged, "--json"),
        ("schema", ESCAPES),
        ("shot", "--out", f"{ESCAPES}.png"),
    ):
        _, said, complained = told(*words)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", said + complained), words
    _, _, complained = told("validate", odd, quoted)
    assert all(re.match(r".*\.yaml:[0-9]+:[0-9]+: ", one) for one in complained.splitlines())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("words", [("schema", "volley"), ("--help",), ("replay", str(RECORDS / "volley_won.jsonl"))])
def test_a_full_disk_is_told_in_a_line(words):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "tabletop", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.stderr == "The program cannot continue: the output: no space left on device.\n"
    assert ended.returncode == 1
