"""`tabletop validate` and `tabletop cases`, as a person calls them."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabletop.cli.commands import app
from tabletop.core import resources

BAD = sorted((Path(__file__).parent / "bad").glob("*.yaml"))
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*.yaml"))
BATTLES = [path for path in CASES if path.stem.startswith("tv_")]


def call(*arguments: object) -> tuple[int, str]:
    found = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return found.exit_code, found.output


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_validate_shows_every_error_and_fails(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    code, said = call("validate", path.name)
    assert code == 1
    shown = path.with_suffix(".txt").read_text(encoding="utf-8")
    if path.stem not in ("another_game", "a_list"):  # here it is asked which game they are for
        assert said == shown


def test_validate_accepts_all_scenarios_at_once():
    given = resources.list_scenarios("ships_of_the_line")
    code, said = call("validate", *given)
    assert (code, said) == (0, f"{len(given)} files: no errors\n")


def test_validate_shows_the_errors_of_all_files_at_once():
    code, said = call("validate", *BAD)
    assert code == 1
    assert all(f"{path}:" in said for path in BAD)


def test_cases_as_expected():
    code, said = call("cases", *CASES)
    assert code == 0
    assert said.count("as expected") == len(CASES)


def test_cases_explains_a_difference_and_fails(tmp_path):
    text = BATTLES[0].read_text(encoding="utf-8").replace("winner: british", "winner: allied")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(text, encoding="utf-8")
    code, said = call("cases", wrong, BATTLES[1])
    assert code == 1
    assert "expected allied, got british" in said
    assert f"{BATTLES[1]}: " in said


def test_cases_refuses_a_faulty_file(tmp_path):
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("game: ships_of_the_line\n", encoding="utf-8")
    code, said = call("cases", wrong)
    assert code == 1
    assert f"{wrong}:1:1: missing key 'title'" in said


def test_schema_prints_json():
    import json

    code, said = call("schema", "ships_of_the_line")
    assert code == 0
    assert json.loads(said)["properties"]["game"]["const"] == "ships_of_the_line"
