"""The examples in the documents are files that work."""

import re
from pathlib import Path

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, cases, resources
from tabletop.core.errors import ScenarioError
from tabletop.core.game import find, registered
from tabletop.games.ships_of_the_line import GAME

DOCS = Path(__file__).parents[2] / "docs"


def examples(name: str) -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)


def test_the_example_of_a_case_file_holds():
    (text,) = examples("case-files.md")
    file = case_file.read(text, "case-files.md", resources.find_scenario)
    assert [cases.run(file, number) for number in range(len(file.data.cases))] == [(), ()]


def test_the_examples_of_scenarios_open_but_for_the_cards_that_they_leave_out():
    told = {}
    for text in examples("scenario-files.md"):
        game = find(re.search(r"game: (\w+)", text)[1])
        try:
            game.open(game.read(text, "scenario-files.md"), {})
            told[game.meta.id] = ""
        except ScenarioError as error:
            told[game.meta.id] = " ".join(problem.message for problem in error.problems)
    assert set(told) == set(registered())
    assert {game for game, problem in told.items() if problem} == {"trafalgar_cards", "volley"}
    assert told["trafalgar_cards"] == "5 cards are too few: both hands take 16"
    assert told["volley"].startswith("cards: no meld can be made")


def test_the_documents_name_every_key():
    said = (DOCS / "case-files.md").read_text(encoding="utf-8")
    for part in (case_file.FileData, case_file.CaseData, case_file.StepData, case_file.Expectation):
        assert all(f"`{name}`" in said for name in part.model_fields), part
    said = (DOCS / "scenario-files.md").read_text(encoding="utf-8")
    assert all(re.search(rf"\b{name}\b", said) for name in GAME.model().model_fields)
