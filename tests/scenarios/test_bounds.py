"""The bounds of scenario files: told at their place, seen in the schema, named in the document, and wide enough."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import document, resources, scenario
from tabletop.core.errors import ScenarioError
from tabletop.core.game import find_game, games_by_id
from tabletop.games.ships_of_the_line.schema import FARTHEST, MOST_SHIPS
from tests.games import COMPLETE

DOCS = Path(__file__).parents[2] / "docs" / "scenario-files.md"
DUEL = resources.find_scenario("ships_of_the_line", "duel_of_two_74s").read_text(encoding="utf-8")
SHIP = "  - {{key: B{0}, nation: britain, number: {0}, name: x, class: III, guns: 74, at: [{0}, 0], heading: 0}}\n"
ON_A_HEX = "  - {{key: B{0}, nation: britain, name: x, rate: 3, at: [{0}, 0], facing: 0}}\n"
BOUNDS = {
    "minimum": "from", "exclusiveMinimum": "above", "maximum": "to", "exclusiveMaximum": "below",
    "minLength": "letters from", "maxLength": "letters to", "minItems": "entries from", "maxItems": "entries to",
}  # fmt: skip
WITHIN = ("$defs", "properties", "anyOf", "oneOf", "items", "prefixItems", "additionalProperties", "patternProperties")
STANDARD = {"decks_of_glory": "duel", "ships_of_the_line": "duel_of_two_74s"}


def said(text: str, game: str = "ships_of_the_line") -> str:
    with pytest.raises(ScenarioError) as caught:
        find_game(game).open(find_game(game).read(text, "x.yaml"), {})
    return str(caught.value)


@pytest.mark.parametrize("game", games_by_id())
@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("title", "x" * 81, "title: the text is too long; most characters allowed: 80"),
        ("title", '"a\\nb"', "title: expected one line, without line breaks"),
        ("title", '"a\\0b"', "there is a control character (U+0000) in this text"),
        ("briefing", "x" * 4_001, "briefing: the text is too long; most characters allowed: 4000"),
    ],
)
def test_texts_of_any_game_have_bounds(game: str, key: str, value: str, problem: str) -> None:
    text = resources.find_scenario(game, STANDARD.get(game, "standard")).read_text(encoding="utf-8")
    text = re.sub(rf"^{key}:.*\n(  .*\n)*", "", text, flags=re.MULTILINE)
    line = len(text.split("\n"))
    assert said(f"{text}{key}: {value}\n", game) == f"x.yaml:{line}:{len(key) + 3}: {problem}"


@pytest.mark.parametrize("number", ["-1e308", "1e300", "1e17", "1000.5", "-1001"])
def test_no_ship_lies_farther_than_the_sea_reaches(number: str) -> None:
    text = re.sub(r"at: \[[^,]*", f"at: [{number}", DUEL, count=1)
    assert "is out of range" in said(text)


def test_no_edge_of_the_map_lies_farther_than_can_be_shown() -> None:
    text = re.sub(r"^(margin|map):.*\n", "", DUEL, flags=re.MULTILINE)
    problem = said(f"{text}map: {{west: -100000, south: -50, east: 50, north: 50}}\n")
    assert "west: -100000 is out of range: at least -1000" in problem


@pytest.mark.parametrize(
    ("game", "more", "entry"),
    [("ships_of_the_line", "wind: {from: N}", SHIP), ("decks_of_glory", "map: {radius: 5}", ON_A_HEX)],
)
def test_a_fleet_has_a_bound(game: str, more: str, entry: str) -> None:
    fleet = "".join(entry.format(number) for number in range(1, 801))
    told = said(f"game: {game}\ntitle: x\n{more}\nships:\n{fleet}", game)
    assert f"x.yaml:5:3: ships: too many entries: at most {MOST_SHIPS}" in told
    assert max(int(line.split(":")[1]) for line in told.splitlines()) < 5 + MOST_SHIPS  # nobody looks beyond the bound


def bounded(part: dict[str, Any]) -> bool:
    """Whether a part of a schema says how much it may hold at most."""
    if {"enum", "const", "$ref"} & set(part):
        return True
    most = {"string": "maxLength", "integer": "maximum", "number": "maximum", "array": "maxItems"}
    return part.get("type") not in most or bool({most[part["type"]], "exclusiveMaximum"} & set(part))


def unbounded(part: Any, path: str) -> list[str]:
    if isinstance(part, list):
        return [found for number, one in enumerate(part) for found in unbounded(one, f"{path}/{number}")]
    if not isinstance(part, dict):
        return []
    inner = [found for key, one in part.items() if key != "default" for found in unbounded(one, f"{path}/{key}")]
    return inner if bounded(part) else [path, *inner]


def bounds(part: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The least and the most of each number, text and list of a schema, by where it stands."""
    if isinstance(part, list):
        for one in part:
            yield from bounds(one, path)
    elif isinstance(part, dict):
        said = [f"{word} {part[key]}" for key, word in BOUNDS.items() if key in part]
        if said:
            yield path, ", ".join(said)
        for key, one in part.items():
            if key != "default":
                yield from bounds(one, path if key in WITHIN else f"{path} {key}".strip())


PROMISED = yaml.safe_load((Path(__file__).parent / "bounds.yaml").read_text(encoding="utf-8"))


def test_our_games_promise_their_bounds() -> None:
    assert set(COMPLETE) <= set(PROMISED) <= set(games_by_id())


@pytest.mark.parametrize("game", PROMISED)
def test_what_may_be_said_is_as_much_as_players_have_been_told(game: str) -> None:
    """Files that somebody has written stay good: whoever moves a bound moves it in `bounds.yaml` too."""
    told: dict[str, str] = {}
    for where, said in bounds(find_game(game).schema()):
        told[where] = f"{told[where]}; {said}" if where in told else said
    assert told == PROMISED[game]


@pytest.mark.parametrize("game", games_by_id())
def test_the_schema_says_every_bound(game: str) -> None:
    assert unbounded(find_game(game).schema(), "") == []


def test_the_document_says_the_bounds() -> None:
    told = DOCS.read_text(encoding="utf-8").replace(",", "")
    limits = (
        scenario.LARGEST // 1_000_000, document.MOST_PARTS, document.DEEPEST, document.LONGEST_TEXT,
        document.LONGEST_KEY, document.LARGEST_NUMBER, document.MOST_PROBLEMS, FARTHEST, MOST_SHIPS,
    )  # fmt: skip
    assert [number for number in limits if not re.search(rf"\b{number}\b", told)] == []
