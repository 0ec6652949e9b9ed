"""Whatever a file of results holds, it is refused in sentences with line and column, or counted, and soon."""

import json
import subprocess
import sys

import msgspec
import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app
from tabletop.tournaments.match_play import Loss, build_forfeit
from tabletop.tournaments.report import build_page
from tabletop.tournaments.results_file import MOST_FATES, MOST_PROBLEMS, DamagedResultsError, ResultsFile
from tabletop.tournaments.standings import build_standings, compare_losses, find_effects
from tests.tournaments.test_match_play import duel
from tests.tournaments.test_standings import PLAIN

FIRST = msgspec.structs.replace(PLAIN[0], lost=PLAIN[0].lost[:2] + PLAIN[0].lost[3:])
LINE = json.loads(msgspec.json.encode(FIRST))
"""A sound line."""


def changed(*path, to):
    """Return a line of results in which the value at a path is another one."""
    line = json.loads(json.dumps(LINE))
    inner = line
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return json.dumps(line)


def without(*path):
    line = json.loads(json.dumps(LINE))
    inner = line
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return json.dumps(line)


def nested(depth):
    return changed("fixture", "options", to={"crews": 0}).replace('"crews": 0', f'"crews": {"[" * depth}{"]" * depth}')


LOSS = LINE["lost"][0]
HOSTILE = {
    "nothing": ("", "input data was truncated"),
    "no json": ("turn 9", "JSON is malformed"),
    "a list": ("[]", "expected `object`, got `array`"),
    "a number": ("1e999", "number out of range"),
    "null": ("null", "expected `object`, got `null`"),
    "half a line": (json.dumps(LINE)[:200], "input data was truncated"),
    "two lines in one": (json.dumps(LINE) * 2, "JSON is malformed"),
    "no fixture": (without("fixture"), "object missing required field `fixture`"),
    "no winner": (without("winner"), "object missing required field `winner`"),
    "no thought": (without("thought"), "object missing required field `thought`"),
    "no entrants": (without("fixture", "entrants"), "object missing required field `entrants`"),
    "no side": (changed("fixture", "entrants", to={}), "the sides of ships_of_the_line are british and allied"),
    "one side": (without("fixture", "entrants", "allied"), "the sides of ships_of_the_line are british and allied"),
    "sides the other way round": (
        changed("fixture", "entrants", to=dict(reversed(LINE["fixture"]["entrants"].items()))),
        "the sides of ships_of_the_line are british and allied, in this order",
    ),
    "three sides": (
        changed("fixture", "entrants", "dutch", to={"player": "captain"}),
        "the sides of ships_of_the_line are british",
    ),
    "no such game": (changed("fixture", "game", to="whist"), "there is no game 'whist'"),
    "game is no text": (changed("fixture", "game", to=7), "expected `str`, got `int`"),
    "number below 0": (changed("fixture", "number", to=-1), "expected `int` >= 0"),
    "number of 30 digits": (changed("fixture", "number", to=10**30), "expected `int`"),
    "number that is true": (changed("fixture", "number", to=True), "expected `int`, got `bool`"),
    "no such temper": (changed("fixture", "entrants", "allied", "temper", to="brave"), "there is no temper 'brave'"),
    "player is null": (changed("fixture", "entrants", "allied", "player", to=None), "expected `str`, got `null`"),
    "player of a megabyte": (changed("fixture", "entrants", "allied", "player", to="x" * 900_000), "length <= 500"),
    "scenario of a megabyte": (changed("fixture", "scenario", to="x" * 900_000), "length <= 5000"),
    "line of a megabyte": (changed("moment", to="x" * 2_000_000), "the line has more than 1,000,000 bytes"),
    "option is a list": (changed("fixture", "options", to={"crews": []}), "got `array`"),
    "option is called as a side": (changed("fixture", "options", to={"allied": True}), "no rule is called 'allied'"),
    "option is called scenario": (changed("fixture", "options", to={"scenario": "x"}), "no rule is called 'scenario'"),
    "options nested": (nested(100), "got `array`"),
    "options nested deeply": (nested(100_000), "got `array`"),
    "unknown field nested deeply": (
        json.dumps(LINE).replace('"moment"', '"later": ' + "[" * 100_000 + "]" * 100_000 + ', "moment"'),
        "",
    ),
    "winner of no side": (changed("winner", to="dutch"), "there is no side 'dutch'"),
    "winner is a number": (changed("winner", to=1), "expected `str | null`, got `int`"),
    "points of no side": (changed("totals", to={"dutch": 3}), "there is no side 'dutch'"),
    "points without end": (changed("totals", to={"british": 10**18}), "expected `int` <= 1000000000"),
    "points in halves": (changed("totals", to={"british": 0.5}), "expected `int`, got `float`"),
    "orders below 0": (changed("orders", to=-5), "expected `int` >= 0"),
    "turn of a billion": (changed("turns", to=10**9), "expected `int` <= 1000000"),
    "lost in turn of a billion": (changed("lost", 0, "turn", to=10**9), "expected `int` <= 1000000"),
    "lost after the end": (changed("lost", 0, "turn", to=10_000), "there were 9 turns"),
    "lost before the beginning": (changed("lost", 0, "turn", to=-1), "expected `int` >= 0"),
    "lost of no side": (changed("lost", 0, "side", to="dutch"), "there is no side 'dutch'"),
    "lost twice": (changed("lost", to=[LOSS, LOSS]), "'allied-4' is lost twice"),
    "lost without a fate": (without("lost", 0, "fate"), "object missing required field `fate`"),
    "a fate of a page": (changed("lost", 0, "fate", to="x" * 4000), "length <= 60"),
    "three thousand fates": (
        changed("lost", to=[{**LOSS, "piece": str(n), "fate": f"fate {n}"} for n in range(3000)]),
        "there are more than 50 words for what became of pieces",
    ),
    "very many losses": (
        changed("lost", to=[{**LOSS, "piece": str(n)} for n in range(10_001)]),
        "length <= 10000",
    ),
    "pieces of no side": (changed("pieces", "dutch", to=3), "there is no side 'dutch'"),
    "pieces below 0": (changed("pieces", "british", to=-3), "expected `int` >= 0"),
    "thought of no side": (changed("thought", "british", "side", to=""), "there is no side ''"),
    "seconds below 0": (changed("thought", "british", "seconds", to=-1), ">= 0.0"),
    "seconds without end": (
        changed("thought", "british", "seconds", to=0).replace('"seconds": 0', '"seconds": 1e999'),
        "",
    ),
    "very many faults": (changed("thought", "british", "faults", to=["x"] * 5000), "length <= 20"),
    "forfeit of no side": (changed("forfeit", to="dutch"), "there is no side 'dutch'"),
    "a byte that is no text": (json.dumps(LINE).replace("Over", "O\udcffver"), ""),
    "a control character": (json.dumps(LINE).replace("Over", "O\0ver"), "invalid character"),
    "the same match again": (f"{json.dumps(LINE)}\n{json.dumps(LINE)}", "match 0 is already in line 1"),
    "of another game": (
        f"{json.dumps(LINE)}\n{msgspec.json.encode(build_forfeit(duel(), 'port', 'x')).decode()}",
        "the first line is of ships_of_the_line",
    ),
    "with other rules": (
        f"{json.dumps(LINE)}\n{changed('fixture', 'options', to={'fog': True})}",
        "the first line has the rules crews",
    ),
}


def test_the_line_that_all_others_are_made_of_is_sound(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text(f"{json.dumps(LINE)}\n", encoding="utf-8")
    assert ResultsFile(path).results == [FIRST]


def told(path):
    with pytest.raises(DamagedResultsError) as caught:
        ResultsFile(path)
    return str(caught.value).splitlines()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_is_refused_with_its_place(name, tmp_path):
    line, words = HOSTILE[name]
    path = tmp_path / "results.jsonl"
    path.write_bytes(f"{line}\n".encode(errors="surrogateescape"))
    number = line.count("\n") + 1
    (problem,) = told(path)
    assert problem.startswith(f"{path}:{number}:")
    assert int(problem.removeprefix(f"{path}:{number}:").partition(":")[0]) > 0
    assert words in problem
    assert len(problem) < len(str(path)) + 400


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("fixture", "number"), -1),
        (("lost", 2, "turn"), 10_000),
        (("totals", "british"), "many"),
        (("fixture", "entrants", "allied", "temper"), "brave"),
    ],
)
def test_the_column_is_that_of_the_value_or_of_what_holds_it(path, to, tmp_path):
    line, file = changed(*path, to=to), tmp_path / "results.jsonl"
    file.write_text(f"{line}\n", encoding="utf-8")
    column = int(told(file)[0].removeprefix(f"{file}:1:").partition(":")[0])
    assert line[column - 1 :].startswith((json.dumps(to), json.dumps(LINE["totals"])[:1]))


def test_all_damaged_lines_are_told_at_once_and_of_very_many_the_first(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text(f"[]\n{json.dumps(LINE)}\n{{}}\n", encoding="utf-8")
    assert [line.removeprefix(f"{path}:").partition(":")[0] for line in told(path)] == ["1", "3"]
    path.write_bytes(b"\n" * 50_000_000)
    assert len(told(path)) == MOST_PROBLEMS + 1


def test_every_problem_is_told_by_the_command_which_plays_nothing(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text("[]\n{}\n", encoding="utf-8")
    answer = CliRunner().invoke(app, ["tournament", "ship_duel/standard", "--games", "1", "--results", str(path)])
    assert (answer.exit_code, len(answer.output.splitlines()), path.read_text(encoding="utf-8")) == (2, 2, "[]\n{}\n")


def large(sets, lost):
    """Return as many sets of one match each, in each of which so many pieces are lost."""
    fates = [f"fate {number}" for number in range(MOST_FATES)]
    gone = tuple(Loss("allied" if n % 2 else "british", str(n), n % 9, fates[n % MOST_FATES]) for n in range(lost))
    fixture = PLAIN[0].fixture
    return [
        msgspec.structs.replace(
            PLAIN[0], fixture=msgspec.structs.replace(fixture, number=n, scenario=f"battle {n}", seed="1"), lost=gone
        )
        for n in range(sets)
    ]


def test_the_largest_that_is_let_in_is_counted(tmp_path):
    assert len(build_standings(large(3000, 10))) == 3000
    assert len(find_effects(large(3000, 10))) == 2999
    assert len(compare_losses(large(2, 10_000), "allied", "british")) == 5000
    assert "3000 matches" in build_page("Many", large(3000, 10), b"")


def test_a_figure_of_very_many_sets_says_how_many_it_leaves_out(tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in large(400, 60)))
    drawn = "import sys, pathlib; from tabletop.tournaments import report, results_file as r; "
    drawn += "report.write_report(pathlib.Path(sys.argv[2]), 'Many', r.ResultsFile(pathlib.Path(sys.argv[1])).results)"
    subprocess.run([sys.executable, "-c", drawn, path, tmp_path / "report.html"], check=True)
    assert "the first 40 of 400 sets" in (tmp_path / "report.html").read_text(encoding="utf-8")
