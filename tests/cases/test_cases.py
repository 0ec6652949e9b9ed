"""Every case file beside this one, each of its cases a test of its own."""

from pathlib import Path

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, cases, resources
from tabletop.core.case_file import CaseFile

HERE = Path(__file__).parent


def load(path: Path) -> CaseFile:
    return case_file.read(path.read_text(encoding="utf-8"), path.name, resources.find_scenario)


def _all() -> list:
    files = [load(path) for path in sorted(HERE.glob("*.yaml"))]
    return [
        pytest.param(file, number, id=f"{Path(file.document.source).stem}: {case.title}")
        for file in files
        for number, case in enumerate(file.data.cases)
    ]


@pytest.mark.parametrize(("file", "number"), _all())
def test_case(file, number):
    assert "\n".join(map(str, cases.run(file, number))) == ""
