"""Turns of phrase that the logs and the sheets of all games share."""

import ast
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import tabletop
import tabletop.games
from tabletop.core.match import Match
from tabletop.core.phrases import capitalize, format_count, format_number, format_percent, format_signed, join_words

PROGRAM = Path(tabletop.__file__).parent
RECORDS = sorted(path for path in (Path(__file__).parents[1] / "records").glob("*.jsonl") if path.stem[:4] != "tiny")


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ((0, 1), "0 %"),
        ((1, 1000), "< 1 %"),
        ((1, 200), "< 1 %"),
        ((3, 200), "2 %"),
        ((41, 100), "41 %"),
        ((199, 200), "> 99 %"),
        ((999, 1000), "> 99 %"),
        ((1, 1), "100 %"),
    ],
)
def test_a_chance_is_certain_or_impossible_only_where_it_is(chance, said):
    assert format_percent(Fraction(*chance)) == said


def test_numbers_lists_and_sentences():
    assert [format_count(number, "card") for number in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]
    assert [join_words(parts) for parts in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert capitalize("of the line") == "Of the line"


@pytest.mark.parametrize(("number", "told"), [(3, "+3"), (-5, "−5"), (0, "0")])
def test_a_change_bears_its_sign_and_a_loss_the_long_one(number: int, told: str) -> None:
    assert format_signed(number) == told
    assert format_number(number) == told.removeprefix("+")


HYPHENED = re.compile(r"(?<![\w.…])-\d")
GLUED = re.compile(r"\d%|}%")


def words_of(path: Path) -> Iterator[str]:
    """All texts in a file of the program but for what documents it; what is filled in is a brace."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    silent = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    filled = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (silent | filled):
            yield node.value


@pytest.mark.parametrize("folder", ["core", "cards", "games", "ui"])
def test_percents_and_losses_are_written_alike_wherever_the_program_speaks(folder: str) -> None:
    said = [(path.name, text) for path in (PROGRAM / folder).rglob("*.py") for text in words_of(path)]
    texts = [(name, text) for name, text in said if "</style>" not in text]  # which speaks to browsers
    assert len(texts) > 50
    wrong = [(name, text) for name, text in texts if (GLUED.search(text) or HYPHENED.search(text)) and " " in text]
    assert wrong == []
    signs = [path.name for path in (PROGRAM / folder).rglob("*.py") if ":+d}" in path.read_text(encoding="utf-8")]
    assert signs in ([], ["phrases.py"])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_logs_of_archived_battles_have_neither_hyphens_for_minus_signs_nor_glued_percents(
    path: Path, tmp_path: Path
) -> None:
    match = Match.load(Path(shutil.copy(path, tmp_path)))
    for move in match.moves:
        for view, event in match.view_events(move, match.game.meta.sides[0].id):
            told = match.game.describe(view, event)
            assert not (HYPHENED.search(told) or GLUED.search(told)), told
