"""List the rules without a test.

The rules and their categories are in docs/rules/*.yaml. A rule is tested by a test function that asserts something and
has the rule's identifier in its name or docstring (`test_sotl_4_2_3_b_...` for SOTL-4.2.3-b), or by a case that expects
something and names the rule under `rule:` or in its title. The title and rules of a whole file only sort it. With
--check the exit code is 1 if a rule of category B or S in a built chapter has no test.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import yaml

ROOT = Path(__file__).resolve().parents[1]
REQUIRED = {"B", "S"}
JUDGES = {"refused", "raises"}
"""Helpers that assert by themselves."""


class ListedRule(msgspec.Struct, frozen=True):
    """One row of a rule list; the category may be two, as in ``B/S``."""

    category: str
    about: str


class RuleChapter(msgspec.Struct, frozen=True):
    """A chapter of the rulebook."""

    chapter: str
    title: str
    built: bool
    rules: dict[str, ListedRule]


class RuleList(msgspec.Struct, frozen=True):
    """The rules of one game."""

    game: str
    chapters: tuple[RuleChapter, ...]


def load_rule_lists() -> list[RuleList]:
    """Return the rule lists of all games."""
    files = sorted((ROOT / "docs" / "rules").glob("*.yaml"))
    return [msgspec.convert(yaml.safe_load(path.read_text(encoding="utf-8")), RuleList) for path in files]


def collect_test_names() -> str:
    """Return all names and titles of tests in which rules can be named, a slug a line."""
    tests = ROOT / "tests"
    said = [name for path in sorted(tests.rglob("test_*.py")) for name in _list_test_names(path)]
    said += [name for path in sorted((tests / "cases").glob("*.yaml")) for name in _list_case_names(path)]
    return "\n".join(map(to_rule_slug, said))


def to_rule_slug(text: str) -> str:
    """Return `text` in lower case with underscores: ``SOTL-4.2.3-b`` becomes ``sotl_4_2_3_b``."""
    return re.sub(r"[^a-z0-9\n]+", "_", text.lower())


def is_covered(said: str, rule: str) -> bool:
    """Return True if the slugs contain the rule, not merely as the beginning of a longer one."""
    return re.search(rf"(?:^|_){re.escape(to_rule_slug(rule))}(?:_|$)", said, re.MULTILINE) is not None


def find_untested(rules: RuleList, said: str) -> Iterator[tuple[RuleChapter, str, ListedRule]]:
    """Yield the rules without a test, chapter by chapter."""
    for chapter in rules.chapters:
        for name, rule in chapter.rules.items():
            if not is_covered(said, name):
                yield chapter, name, rule


def _list_test_names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and _has_assertion(node):
            yield node.name
            yield ast.get_docstring(node) or ""


def _has_assertion(test: ast.FunctionDef) -> bool:
    """Return True if a test asserts anything, by itself or through one of `JUDGES`."""
    called = {ast.unparse(node.func).rpartition(".")[2] for node in ast.walk(test) if isinstance(node, ast.Call)}
    return bool(called & JUDGES) or any(isinstance(node, ast.Assert) for node in ast.walk(test))


def _list_case_names(path: Path) -> Iterator[str]:
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))["cases"]:
        if any("expect" in step for step in case["steps"]):
            yield str(case["title"])
            yield from case.get("rule", ())


def main() -> int:
    """Print the rules without a test; return 1 if --check is given and a required rule is among them."""
    said, failed = collect_test_names(), False
    for rules in load_rule_lists():
        found = list(find_untested(rules, said))
        required = [one for one in found if one[0].built and REQUIRED & set(one[2].category.split("/"))]
        shown = required if "--check" in sys.argv else found
        for chapter, name, rule in shown:
            print(f"{name:14} {rule.category:4} {chapter.title}: {rule.about}")
        total = sum(len(chapter.rules) for chapter in rules.chapters)
        print(f"{rules.game}: {total} rules, {len(found)} without a test, {len(required)} of those in built chapters")
        failed = failed or bool(required)
    return 1 if failed and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
