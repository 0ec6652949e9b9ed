"""Every case file beside this one, each of its cases a test of its own."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import case_file, case_runner, resources
from tabletop.core.case_file import CaseFile

HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def load(path: Path) -> CaseFile:
    """The files come one after the other, and all of them at once would fill 10 MB to the end of the run."""
    return case_file.read(path.read_text(encoding="utf-8"), path.name, resources.find_scenario)


def _all() -> Iterator[object]:
    for path in sorted(HERE.glob("*.yaml")):
        for number, case in enumerate(load(path).data.cases):
            yield pytest.param(path, number, id=f"{path.stem}: {case.title}")


@pytest.mark.parametrize(("path", "number"), list(_all()))
def test_case(path, number):
    assert "\n".join(map(str, case_runner.run_case(load(path), number))) == ""
