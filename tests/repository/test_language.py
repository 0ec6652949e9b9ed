"""Names, docstrings and imports outside the window read as the language guide of CONTRIBUTING says."""

import re
from pathlib import Path

import grimp
import pytest

from tools.code_report import ROOT, make_report

OUTSIDE_THE_WINDOW = ("ui",)
BOUNDS = {
    "docstrings that begin with a question word, %": 1,
    "docstrings that begin with a pronoun, %": 0.5,
    "participle names, % of functions": 1,
    "preposition names, % of functions": 1.5,
    "banned words": 20,
    "class names of three or more classes": 8,
    "imports, % of code lines": 10.7,
    "tuple assignments in constructors": 10,
}
"""The most that each figure of `tools.code_report` may be. Lower a bound whenever the figure falls; never raise one."""


@pytest.fixture(scope="module")
def report():
    return make_report(ROOT / "tabletop", OUTSIDE_THE_WINDOW)


@pytest.mark.parametrize("figure", BOUNDS)
def test_the_code_reads_plainly(report, figure: str) -> None:
    assert report.figures[figure] <= BOUNDS[figure], "python -m tools.code_report --without ui --worst 20"


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("tabletop", exclude_type_checking_imports=False, cache_dir=None)
    outside = {module for module in graph.modules if not module.startswith("tabletop.ui")}
    imports = {module: graph.find_modules_directly_imported_by(module) & outside for module in outside}
    assert find_circle(imports) == []


def find_circle(imports: dict[str, set[str]]) -> list[str]:
    """Return the modules that are left after all that import nothing else have been removed again and again."""
    left = dict(imports)
    while leaves := [module for module, targets in left.items() if not targets & left.keys()]:
        for module in leaves:
            del left[module]
    while roots := [module for module in left if not any(module in targets for targets in left.values())]:
        for module in roots:
            del left[module]
    return sorted(left)


def test_a_circle_is_found() -> None:
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c"]
    assert find_circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []


def test_every_term_of_the_glossary_is_defined_where_it_says() -> None:
    text = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (.+?) \| `([^`]+)` \|$", text, re.MULTILINE)
    assert len(rows) > 50
    assert [term for term, _, file in rows if not defines(ROOT / file, term)] == []
    assert [term for term, meaning, _ in rows if not meaning.endswith(".")] == []
    words = re.findall(r"^\| ([^`|]+) \| (.+?) \| `([^`]+)` \|$", text, re.MULTILINE)
    assert len(words) > 20
    assert [word for word, _, file in words if not (ROOT / file).exists()] == []


def defines(path: Path, term: str) -> bool:
    """Return True if the file at `path` defines the class, function or constant `term`."""
    name = re.escape(term.split(".")[-1])
    definition = rf"^\s*(?:class|def|type) {name}\b|^\s*{name}\b\s*(?::|=)"
    return path.is_file() and re.search(definition, path.read_text(encoding="utf-8"), re.MULTILINE) is not None


def test_a_term_that_is_defined_nowhere_is_found() -> None:
    assert not defines(ROOT / "tabletop/core/match.py", "Matchbox")
    assert defines(ROOT / "tabletop/core/match.py", "Match")
