"""The examples in the documents are files that work."""

import re
from pathlib import Path

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, cases, resources
from tabletop.games.ships_of_the_line import GAME

DOCS = Path(__file__).parents[2] / "docs"


def example(name: str) -> str:
    found = re.search(r"```yaml\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_example_of_a_case_file_holds():
    file = case_file.read(example("case-files.md"), "case-files.md", resources.find_scenario)
    assert [cases.run(file, number) for number in range(len(file.data.cases))] == [(), ()]


def test_the_example_of_a_scenario_opens():
    prepared = GAME.read(example("scenario-files.md"), "scenario-files.md")
    assert GAME.open(prepared, {}).clock_start == "19:30"


def test_the_documents_name_every_key():
    said = (DOCS / "case-files.md").read_text(encoding="utf-8")
    for part in (case_file.FileData, case_file.CaseData, case_file.StepData, case_file.Expectation):
        assert all(f"`{name}`" in said for name in part.model_fields), part
    said = (DOCS / "scenario-files.md").read_text(encoding="utf-8")
    assert all(re.search(rf"\b{name}\b", said) for name in GAME.model().model_fields)
