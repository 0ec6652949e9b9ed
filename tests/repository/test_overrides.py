"""No attribute of a class is lost because only its base, or only its override, was renamed."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
READ_BY_LIBRARIES = {"model_config", "ascend_resolver"}
"""Attributes that a library reads."""


def classes(folder: Path) -> dict[str, list[ast.ClassDef]]:
    """Return all classes under `folder` by name."""
    found = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(node)
    return found


def plain_assignments(one: ast.ClassDef) -> Iterator[str]:
    """Yield the names that a class body assigns without a type, which is how an attribute of a base is overridden."""
    for node in one.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(name, ast.Name) and not name.id.startswith("__"):
                        yield name.id


def defined(name: str, one: ast.ClassDef, known: dict[str, list[ast.ClassDef]], seen: frozenset[str]) -> bool:
    """Return True if a base of the class `one` defines `name`."""
    bases = {re.sub(r"\[.*", "", ast.unparse(base)).split(".")[-1] for base in one.bases} - seen
    parents = [parent for base in bases for parent in known.get(base, [])]
    return any(name in members(parent) or defined(name, parent, known, seen | bases) for parent in parents)


def members(one: ast.ClassDef) -> set[str]:
    """Return the names that a class body defines, and the attributes that its methods set on `self`."""
    found = set(plain_assignments(one))
    for node in ast.walk(one):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def lost_overrides(folder: Path, sources: str) -> list[str]:
    """Return the assignments in subclasses that override nothing and that no code reads, as Class.name."""
    known, lost = classes(folder), []
    read = {name for pair in re.findall(r"\.([A-Za-z_]\w*)|[\"'](\w+)[\"']", sources) for name in pair}
    for one in (one for same in known.values() for one in same if one.bases):
        for name in plain_assignments(one):
            if not (name in read or name in READ_BY_LIBRARIES or defined(name, one, known, frozenset())):
                lost.append(f"{one.name}.{name}")
    return sorted(lost)


def test_every_plain_assignment_in_a_subclass_overrides_something_or_is_read():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tabletop").rglob("*.py"))
    assert lost_overrides(ROOT / "tabletop", sources) == []


def test_a_lost_override_is_found(tmp_path):
    source = "class Player:\n    limit: int = 1\n\nclass Captain(Player):\n    budget = 100\n    limit = 2\n"
    (tmp_path / "players.py").write_text(source)
    assert lost_overrides(tmp_path, source) == ["Captain.budget"]
