"""The examples in the documents are files that work."""

import re
from pathlib import Path

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, case_runner, resources
from tabletop.core.errors import ScenarioError
from tabletop.core.game import find_game, games_by_id
from tabletop.games.ships_of_the_line import GAME
from tabletop.lessons import lesson_file

DOCS = Path(__file__).parents[2] / "docs"


def examples(name: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_of_a_case_file_holds():
    (text,) = examples("case-files.md")
    file = case_file.read(text, "case-files.md", resources.find_scenario)
    assert [case_runner.run_case(file, number) for number in range(len(file.data.cases))] == [(), ()]


def test_the_example_of_a_lesson_comes_as_it_says_and_every_key_is_told():
    (text,) = examples("lessons.md")
    lesson = lesson_file.read(text, "lessons.md")
    assert [step.title for step in lesson.steps] == ["Aim at her stern", "Fire", "That was all"]
    told = (DOCS / "lessons.md").read_text(encoding="utf-8")
    for part in (lesson_file.LessonData, lesson_file.StepData, lesson_file.UntilData):
        assert [key for key in part.model_fields if f"`{key}`" not in told] == []


LEFT_OUT = "# … and the others"
"""What an example says that does not list all its cards; without them nobody can play."""
FEW_CARDS = ("5 cards are too few: two hands need 16", "cards: no meld is possible", "cards: two hands of 7 need")


@pytest.mark.parametrize("game", games_by_id())
def test_the_example_of_a_scenario_opens_but_for_the_cards_that_it_leaves_out(game):
    (text,) = examples(f"scenarios/{game}.md")
    try:
        find_game(game).open(find_game(game).read(text, "example.yaml"), {})
    except ScenarioError as error:
        assert LEFT_OUT in text
        assert all(problem.message.startswith(FEW_CARDS) for problem in error.problems), error


def test_the_documents_name_every_key():
    said = (DOCS / "case-files.md").read_text(encoding="utf-8")
    for part in (case_file.FileData, case_file.CaseData, case_file.StepData, case_file.Expectation):
        assert all(f"`{name}`" in said for name in part.model_fields), part
    said = (DOCS / "scenarios" / "ships_of_the_line.md").read_text(encoding="utf-8")
    assert all(re.search(rf"\b{name}\b", said) for name in GAME.model().model_fields)
