"""List every string of `tabletop` that a player can read, for an editor of the language.

    python -m tools.texts                       # the whole program, on stdout
    python -m tools.texts tabletop/ui --write texts.md
    python -m tools.texts tabletop/ui --without tabletop/ui/boards

The sheet is Markdown: a heading for each file, and a line for each string with its line number. A placeholder of an
f-string is written `{}`. Docstrings, ids, keys, regular expressions and type annotations are left out.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from typing_extensions import override

ROOT = Path(__file__).parents[1]

MODULES_OF_PATTERNS = {"re"}
FUNCTIONS_OF_NAMES = {
    "getattr",
    "hasattr",
    "setattr",
    "TypeVar",
    "attrgetter",
    "import_module",
    "open",
    "encode",
    "strftime",
}
KEYWORDS_OF_IDS = {"tag", "key", "kind", "encoding", "format", "mode", "name_of_field"}

LETTERS = re.compile(r"[^\W\d_]")
WORDS = re.compile(r"[^\W\d_{}]\S*\s+\S|\S\s+\S*[^\W\d_{}]")
CAPITALISED = re.compile(r"[A-Z][a-z’' ]")
RULE = re.compile(r"[A-Z]{2,}-[\w.{}-]+")
CODE = re.compile(r"^[\w/{}.*-]*[/_][\w/{}.*-]*$|^\.\w+$|^[A-Za-z]+[A-Z]\w*$|^[{}%:#.\w-]*$(?<![a-z])")


class Text(NamedTuple):
    """A string that a player can read: the line of its file, and its words with `{}` for each placeholder."""

    line: int
    words: str


def is_readable(words: str) -> bool:
    """Return True if `words` look like language: several words, or one word with a capital."""
    stripped = RULE.sub("", words).strip()
    if not LETTERS.search(stripped.replace("{}", "")) or CODE.match(stripped):
        return False
    return bool(WORDS.search(stripped) or CAPITALISED.match(stripped))


def join_parts(node: ast.JoinedStr) -> str:
    """Return the words of an f-string, with `{}` for each placeholder."""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


class TextFinder(ast.NodeVisitor):
    """Collects the readable strings of a module into `texts`, in the order of the file."""

    def __init__(self) -> None:
        self.texts: list[Text] = []

    @override
    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.add(node, node.value)

    @override
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.add(node, join_parts(node))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    @override
    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # else a docstring
            self.generic_visit(node)

    @override
    def visit_arg(self, node: ast.arg) -> None:
        pass  # its annotation is a type

    @override
    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.visit(node.args)
        for part in node.body:
            self.visit(part)

    @override
    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)  # a key in brackets is no text

    @override
    def visit_Compare(self, node: ast.Compare) -> None:
        pass  # an id, a kind or a character

    @override
    def visit_MatchValue(self, node: ast.MatchValue) -> None:
        pass  # the value of a `case` is an id or a kind

    @override
    def visit_Call(self, node: ast.Call) -> None:
        if not calls_for_names(node.func):
            self.generic_visit(node)

    @override
    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in KEYWORDS_OF_IDS:
            self.visit(node.value)

    def add(self, node: ast.expr, words: str) -> None:
        """Append the string of `node`, unless it is code."""
        if is_readable(words):
            self.texts.append(Text(node.lineno, words))


def calls_for_names(function: ast.expr) -> bool:
    """Return True if a call of `function` takes names, formats or patterns instead of texts."""
    if isinstance(function, ast.Attribute):
        of_module = isinstance(function.value, ast.Name) and function.value.id in MODULES_OF_PATTERNS
        return of_module or function.attr in FUNCTIONS_OF_NAMES
    return isinstance(function, ast.Name) and function.id in FUNCTIONS_OF_NAMES


def find_texts(source: str) -> list[Text]:
    """Return the readable strings of the Python code `source`, in its order."""
    finder = TextFinder()
    finder.visit(ast.parse(source))
    return finder.texts


def find_files(paths: Iterable[Path], without: Iterable[Path] = ()) -> Iterator[Path]:
    """Yield the Python files in `paths`, folders included, sorted; none that lies in a folder of `without`."""
    left_out = [path.resolve() for path in without]
    for path in paths:
        files = [path] if path.is_file() else sorted(path.rglob("*.py"))
        yield from (file for file in files if not any(file.resolve().is_relative_to(folder) for folder in left_out))


def build_sheet(files: Iterable[Path]) -> tuple[str, int]:
    """Return the sheet of `files` as Markdown, and the number of its strings."""
    parts, total = [], 0
    for file in files:
        texts = find_texts(file.read_text(encoding="utf-8"))
        total += len(texts)
        if texts:
            lines = [f"{text.line}: {text.words.strip()!r}" for text in texts]
            parts.append("\n".join([f"## {file}", "", *(f"- {line}" for line in lines), ""]))
    return "\n".join(parts), total


def main(arguments: list[str] | None = None) -> int:
    """Print the sheet, or write it to a file; return 0."""
    parser = argparse.ArgumentParser(description="List every string that a player can read.")
    parser.add_argument("paths", nargs="*", type=Path, default=[ROOT / "tabletop"], help="files or folders")
    parser.add_argument("--without", action="append", type=Path, default=[], help="a folder to leave out")
    parser.add_argument("--write", type=Path, help="the file for the sheet; stdout by default")
    choice = parser.parse_args(arguments)
    sheet, total = build_sheet(find_files(choice.paths, choice.without))
    if choice.write:
        choice.write.write_text(sheet, encoding="utf-8")
    else:
        print(sheet)
    print(f"{total} strings", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
