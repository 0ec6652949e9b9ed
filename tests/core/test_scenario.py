"""Reading scenario files: what the data becomes, and what every error says and where."""

from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from tabletop.core import scenario
from tabletop.core.document import Document
from tabletop.core.errors import ScenarioError


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Boat(Part):
    key: str
    heading: int = Field(ge=0, le=359)
    at: tuple[float, float] = (0.0, 0.0)
    rig: Literal["sloop", "cutter"] = "sloop"
    fast: bool = False


class Race(Part):
    title: str = Field(min_length=1)
    boats: list[Boat] = Field(min_length=1)
    wind: dict[str, int] = {}


GOOD = """\
title: Round the buoy
boats:
  - {key: B1, heading: 012, at: [1, 2.5], rig: cutter}
  - key: no
    heading: 359
wind: {1: 315}
"""


def said(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        scenario.read(text, "race.yaml", Race)
    return [str(problem) for problem in caught.value.problems]


def test_a_good_file_becomes_the_model_with_yaml_1_2_scalars():
    race, _ = scenario.read(GOOD, "race.yaml", Race)
    assert race.boats[0].heading == 12
    assert race.boats[0].at == (1.0, 2.5)
    assert race.boats[1].key == "no"
    assert race.wind == {"1": 315}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("on", "on"), ("12:30", "12:30"), ("2024-01-01", "2024-01-01"), ("0x10", "0x10"),
        ("012", 12), ("+3", 3), ("1_000", "1_000"), ("1e3", 1000.0), (".5", 0.5), (".inf", ".inf"), ("1e999", "1e999"),
        ("true", True), ("~", None), ("", None), ("'true'", "true"), ('"12"', "12"),
    ],
)  # fmt: skip
def test_scalars_are_read_as_yaml_1_2_means_them(text, value):
    found = Document(f"a: {text}", "x").data["a"]
    assert (found, type(found)) == (value, type(value))


def test_all_errors_come_at_once_in_the_order_of_the_lines():
    text = """\
titel: Round the buoy
boats:
  - key: B1
    heding: 5
    heading: 360
    rig: cuter
  - heading: north
    fast: 1
    at: [1]
"""
    assert said(text) == [
        "race.yaml:1:1: missing key 'title'",
        "race.yaml:1:1: unknown key 'titel', did you mean 'title'?",
        "race.yaml:4:5: unknown key 'heding', did you mean 'heading'?",
        "race.yaml:5:14: heading: 360 is out of range: at most 359",
        "race.yaml:6:10: rig: expected 'sloop' or 'cutter', not 'cuter', did you mean 'cutter'?",
        "race.yaml:7:5: missing key 'key'",
        "race.yaml:7:14: heading: expected a whole number, not 'north'",
        "race.yaml:8:11: fast: expected true or false, not 1",
        "race.yaml:9:9: too few values: number 2 is missing",
    ]


def test_duplicate_keys_are_found_at_the_second_and_do_not_hide_what_else_is_wrong():
    assert said("title: a\nboats: []\ntitle: b\n") == [
        "race.yaml:2:8: boats: too few entries: at least 1",
        "race.yaml:3:1: duplicate key 'title'",
    ]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("", "race.yaml:1:1: the file is empty"),
        ("title: [1, 2", "race.yaml:2:1: this is not YAML: while parsing a flow sequence"),
        ("a: 1\n\tb: 2", "race.yaml:2:1: this is not YAML"),
        ("title: a\n---\ntitle: b", "race.yaml:2:1: this is not YAML"),
        ("title: a\x07", "race.yaml:1:9: this is not YAML"),
        ("- 1", "race.yaml:1:1: expected a group of keys, not a list"),
        ("title: &t a\nboats: *t", "race.yaml:1:8: aliases (*name) are not used here"),
        ("&a [*a]", "race.yaml:1:1: aliases (*name) are not used here"),
        ("title: !thing a", "race.yaml:1:8: tags (!thing) are not used here"),
        ("title: !!python/name:os.system a", "race.yaml:1:8: tags"),
        ("? [a]\n: b", "race.yaml:1:3: a key must be a plain word"),
        ("[" * 5000, "race.yaml:"),
    ],
)
def test_what_is_not_plain_yaml_is_one_problem_with_its_place(text, start):
    assert said(text)[0].startswith(start)


def test_a_game_adds_problems_by_path_and_fits_the_sound_parts():
    document = Document(GOOD.replace("heading: 359", "heading: 400"), "race.yaml")
    assert scenario.fit(document, Boat, ("boats", 0)) is not None
    assert scenario.fit(document, Boat, ("boats", 1)) is None
    document.add_problem(("boats", 0, "at"), "outside the sea")
    document.add_key_problem(("wind", "1"), "odd key")
    document.add_problem(("boats", 7, "key"), "nearest thing around it")
    with pytest.raises(ScenarioError) as caught:
        document.raise_problems()
    assert [str(problem) for problem in caught.value.problems] == [
        "race.yaml:3:3: nearest thing around it",
        "race.yaml:3:33: outside the sea",
        "race.yaml:5:14: heading: 400 is out of range: at most 359",
        "race.yaml:6:8: odd key",
    ]


def test_a_file_that_cannot_be_read_is_a_problem_too(tmp_path):
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("title: Été\r\ndate: été".encode() + b" \xe9")
    for path, words in ((latin, ":2:11: .* not UTF-8 text"), (tmp_path / "none.yaml", ":1:1: .* cannot be opened")):
        with pytest.raises(ScenarioError, match=words):
            scenario.load_text(path)


@pytest.mark.parametrize("depth", [60, 900, 1_001, 100_000])
@pytest.mark.parametrize(
    ("opening", "closing", "place"),
    [("[", "]", "1:53"), ("{a: ", "}", "1:200"), ("[\n", "]", "50:1"), ("? ", "", "2:101"), ("- ", "", "2:99")],
)
def test_c_14_what_is_nested_too_deeply_is_a_problem_at_its_place(opening, closing, place, depth):
    start = "a:\n" if opening in ("? ", "- ") else "a: "
    for end in ("", closing * depth):
        assert said(start + opening * depth + end) == [f"race.yaml:{place}: nested too deeply"]


def test_c_14_what_is_wrong_before_the_nesting_is_told_of_instead():
    assert said("a: b: c\n" + "[" * 2_000)[0].startswith("race.yaml:1:5: this is not YAML")


def test_a_file_that_nobody_wrote_is_not_read_whole(tmp_path):
    path = tmp_path / "zeros.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ScenarioError, match="is too large: more than 4 megabytes"):
        scenario.load_text(path)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("title: [" + "a, " * 60_000 + "]", "1:60000: the file is too big: more than 20,000 keys and values"),
        (f"title: {'a' * 5_001}", "1:8: the text is too long: 5,001 characters, at most 5,000"),
        (f"{'a' * 101}: 1", "1:1: the text is too long: 101 characters, at most 100"),
        ('title: a\nwind: {1: "a\\eb"}', "2:11: there is a control character (U+001B) in this text"),
        ('title: "\\0"', "1:8: there is a control character (U+0000) in this text"),
        ("title: a\u202eb", "1:8: there is a control character (U+202E) in this text"),
        ('"a\\tb": 1', "1:1: there is a control character (U+0009) in this text"),
        ("wind: {1: 1000001}", "1:11: 1000001 is out of range: numbers must be within ±1,000,000"),
        ("wind: {1: -1e308}", "1:11: -1e+308 is out of range: numbers must be within ±1,000,000"),
    ],
)
def test_what_is_beyond_the_bounds_is_one_problem_with_its_place(text, problem):
    assert said(text) == [f"race.yaml:{problem}"]


def test_lines_of_a_long_text_are_no_control_characters():
    race, _ = scenario.read("title: |\n  one\n  two\nboats: [{key: a, heading: 1}]\n", "race.yaml", Race)
    assert race.title == "one\ntwo\n"


def test_of_very_many_problems_the_first_are_told_and_the_others_counted():
    text = "title: a\nboats: [{key: a, heading: 1}]\n" + "a: 1\n" * 5_001
    told = said(text)
    assert len(told) == 101
    assert told[-1] == "race.yaml:5003:1: … and 4901 more places with errors"
    many = "\n".join(f"  - {{key: a, heading: 1, odd{n}: 1}}" for n in range(2_000))
    told = said(f"title: a\nboats:\n{many}\n")
    assert told[-1] == "race.yaml:2002:35: … and 1900 more places with errors"


def test_a_problem_quotes_no_pages():
    assert len(said(f"title: a\nboats: [{{key: a, heading: {'x' * 4_000}}}]")[0]) < 500
