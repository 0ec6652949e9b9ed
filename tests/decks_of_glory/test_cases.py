"""Every case file beside this one, each of its cases a test of its own."""

from pathlib import Path

import pytest
import yaml

from tabletop.core import case_file, cases, resources

FILES = sorted((Path(__file__).parent / "cases").glob("*.yaml"))


def load(path):
    return case_file.read(path.read_text(encoding="utf-8"), path.name, resources.find_scenario)


def _all():
    for path in FILES:
        for number, case in enumerate(yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]):
            yield pytest.param(path, number, id=f"{path.stem}: {case['title']}")


@pytest.mark.parametrize(("path", "number"), list(_all()))
def test_case(path, number):
    assert "\n".join(map(str, cases.run(load(path), number))) == ""


def test_there_is_a_file_for_each_worked_example():
    assert {path.stem.split("_")[2] for path in FILES} == {str(number) for number in range(1, 13)}
