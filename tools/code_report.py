"""Report how the package reads: words in names and docstrings, sizes of files, imports.

`python -m tools.code_report` prints one figure a line for `tabletop`; `--worst 20` adds examples to rewrite. The tests
in `tests/repository/test_language.py` hold the figures that are wanted.
"""

import argparse
import ast
import io
import re
import statistics
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


QUESTION_WORDS = _words("what how whether why who where which whence whose when whoever")
PRONOUNS = _words("it its they their them her she his he one those that")
IRREGULAR_PARTICIPLES = _words(
    "told laid sent seen shown drawn held kept made meant sought led stood taken given known written thrown begun gone "
    "done left lost found said heard dealt built worn torn fought sunk struck hidden chosen spoken broken woken borne "
    "caught bought taught fallen ridden risen grown flown sown swept spent sold bound wound strewn"
)
PREPOSITIONS = _words(
    "at of on over beside besides again apart about back ahead towards near nearer under above below around between "
    "beyond off out upon within without after before ashore aboard afloat abreast alike alone together here there then "
    "where whence once whole own such both other others none nobody somebody everything lying standing"
)
ADJECTIVES = _words(
    "expected allowed needed mixed shared related limited signed need speed seed feed shed red bed embed proceed "
    "exceed succeed weed breed"
)
"""Words that end like participles but are none."""
BANNED = re.compile(
    r"\b(for to|whence|amid|anew|upon|whoever|whosoever|so many|so much as|comes? of|comes? to|reckon\w*|"
    r"likeness(?:es)?|is told|are told|be told|tells? of|bethink|lest|ere|of which there|as it comes|shall)\b",
    re.IGNORECASE,
)


@dataclass
class Report:
    """The figures of one package, and an example of each thing to rewrite."""

    figures: dict[str, float] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


@dataclass(frozen=True)
class Source:
    """One Python file."""

    path: Path
    name: str
    text: str
    tree: ast.Module

    def nodes(self) -> Iterator[ast.AST]:
        """Yield every node of the tree."""
        return ast.walk(self.tree)


def read_sources(folder: Path, excluded: tuple[str, ...] = ()) -> list[Source]:
    """Return the Python files below `folder`, without those in the folders `excluded` (relative, such as "ui")."""
    sources = []
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        if any(str(relative).startswith(f"{one}/") for one in excluded):
            continue
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")
        text = path.read_text(encoding="utf-8")
        sources.append(Source(path, name, text, ast.parse(text)))
    return sources


def make_report(folder: Path, excluded: tuple[str, ...] = ()) -> Report:
    """Return the report on the package in `folder`."""
    report = Report()
    sources = read_sources(folder, excluded)
    _measure_sizes(sources, report)
    _measure_names(sources, report)
    _measure_words(sources, report)
    _measure_classes(sources, report)
    _measure_importers(sources, report)
    return report


def is_participle_name(name: str) -> bool:
    """Return True if a function's `name` is a past participle, alone or with one more word."""
    words = name.strip("_").lower().split("_")
    first = words[0]
    is_participle = first in IRREGULAR_PARTICIPLES or (first.endswith("ed") and first not in ADJECTIVES)
    return is_participle and len(words) <= 2


def is_preposition_name(name: str) -> bool:
    """Return True if a function's `name` is a preposition or an adverb, alone or with one more word."""
    words = name.strip("_").lower().split("_")
    return words[0] in PREPOSITIONS and len(words) <= 2


def first_word(docstring: str) -> str:
    """Return the first word of `docstring` in small letters, or "" if there is none."""
    found = re.search(r"[A-Za-z']+", docstring)
    return found.group().lower() if found else ""


def _functions(source: Source) -> Iterator[Function]:
    for node in source.nodes():
        if isinstance(node, Function) and not (node.name.startswith("__") and node.name.endswith("__")):
            yield node


def _is_property(node: Function) -> bool:
    decorators = [ast.unparse(one) for one in node.decorator_list]
    return any("property" in one or "setter" in one for one in decorators)


def _measure_sizes(sources: list[Source], report: Report) -> None:
    lines = [source.text.count("\n") for source in sources]
    lengths = [(node.end_lineno or 0) - node.lineno + 1 for source in sources for node in _functions(source)]
    counted = [_count_lines(source) for source in sources]
    code = sum(one for one, _ in counted)
    report.figures["files"] = len(sources)
    report.figures["lines"] = sum(lines)
    report.figures["code lines"] = code
    report.figures["imports, % of code lines"] = _percent(sum(one for _, one in counted), code)
    report.figures["file lines, median"] = statistics.median(lines)
    report.figures["file lines, most"] = max(lines)
    report.figures["files of at most 60 lines"] = sum(one <= 60 for one in lines)
    report.figures["function lines, median"] = statistics.median(lengths)
    report.figures["function lines, most"] = max(lengths)
    report.figures["# fmt: skip"] = sum(source.text.count("# fmt: skip") for source in sources)


def _count_lines(source: Source) -> tuple[int, int]:
    """Return the numbers of code lines, without docstrings, and of import lines."""
    documented: set[int] = set()
    imports: set[int] = set()
    for node in source.nodes():
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node, clean=False) is not None:
            documented |= _line_numbers(node.body[0])
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports |= _line_numbers(node)
    code: set[int] = set()
    skipped = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT}
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type not in skipped:
            code |= set(range(token.start[0], token.end[0] + 1))
    code -= documented
    return len(code), len(imports & code)


def _line_numbers(node: ast.stmt) -> set[int]:
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def _measure_names(sources: list[Source], report: Report) -> None:
    actions = participles = prepositions = 0
    for source in sources:
        for node in _functions(source):
            if _is_property(node):
                continue
            actions += 1
            place = f"{source.path.name}:{node.lineno} {node.name}"
            if is_participle_name(node.name):
                participles += 1
                report.examples["participle names"].append(place)
            elif is_preposition_name(node.name):
                prepositions += 1
                report.examples["preposition names"].append(place)
    report.figures["participle names, % of functions"] = _percent(participles, actions)
    report.figures["preposition names, % of functions"] = _percent(prepositions, actions)


def _measure_words(sources: list[Source], report: Report) -> None:
    documented = questions = pronouns = banned = 0
    for source in sources:
        for node in _functions(source):
            docstring = ast.get_docstring(node)
            if not docstring:
                continue
            documented += 1
            place = f"{source.path.name}:{node.lineno} {node.name}: {docstring.splitlines()[0]}"
            if first_word(docstring) in QUESTION_WORDS:
                questions += 1
                report.examples["question docstrings"].append(place)
            if first_word(docstring) in PRONOUNS:
                pronouns += 1
                report.examples["pronoun docstrings"].append(place)
        for number, line in enumerate(source.text.splitlines(), 1):
            hits = BANNED.findall(line)
            banned += len(hits)
            report.examples["banned words"].extend(f"{source.path.name}:{number} {hit}" for hit in hits)
    report.figures["docstrings that begin with a question word, %"] = _percent(questions, documented)
    report.figures["docstrings that begin with a pronoun, %"] = _percent(pronouns, documented)
    report.figures["banned words"] = banned


NAMED_BY_CONTRACT = {
    *("State", "ScenarioData", "TurnBegan", "PhaseBegan"),  # what every game has
    *("Admiral", "Captain", "Greedy", "Midshipman"),  # the computer players of every game
}
"""Class names that each game must use; these are not counted among those of three or more classes."""


def _measure_classes(sources: list[Source], report: Report) -> None:
    classes: Counter[str] = Counter()
    packed = 0
    for source in sources:
        classes.update({node.name for node in source.nodes() if isinstance(node, ast.ClassDef)})
        packed += sum(_count_packed(node) for node in source.nodes() if isinstance(node, ast.FunctionDef))
    several = [
        f"{name}: {count}" for name, count in classes.most_common() if count > 2 and name not in NAMED_BY_CONTRACT
    ]
    report.examples["class names of three or more"] = several
    report.figures["class names of three or more classes"] = len(several)
    report.figures["tuple assignments in constructors"] = packed


def _count_packed(function: ast.FunctionDef) -> int:
    """Return the number of assignments in a constructor that set several attributes at once."""
    if function.name != "__init__":
        return 0
    return sum(
        isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple)
        for node in ast.walk(function)
    )


def _measure_importers(sources: list[Source], report: Report) -> None:
    modules = {source.name: source for source in sources}
    importers: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        for target in _list_imports(source, modules):
            importers[target].add(source.name)
    for name, source in modules.items():
        if len(importers[name]) == 1 and source.path.name != "__init__.py":
            importer = next(iter(importers[name]))
            if importer.rpartition(".")[0] == name.rpartition(".")[0]:
                report.examples["one importer, same folder"].append(f"{name} <- {importer}")
    report.figures["files with one importer in their folder"] = len(report.examples["one importer, same folder"])


def _list_imports(source: Source, modules: dict[str, Source]) -> Iterator[str]:
    for node in source.nodes():
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                target = full if full in modules else node.module
                if target in modules and target != source.name:
                    yield target
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(whole, 1), 2)


def main() -> None:
    """Print the report on the folder that is named, else on `tabletop`."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "tabletop")
    parser.add_argument("--without", nargs="*", default=(), help="folders inside it to leave out, such as ui")
    parser.add_argument("--worst", type=int, default=0, help="how many examples of each kind to print")
    asked = parser.parse_args()
    report = make_report(asked.folder.resolve(), tuple(asked.without))
    for name, value in report.figures.items():
        print(f"{value:>9}  {name}")
    for kind, found in report.examples.items() if asked.worst else ():
        print(f"\n{kind} ({len(found)}):")
        for example in found[:: max(1, len(found) // asked.worst)][: asked.worst]:
            print(f"  {example[:160]}")


if __name__ == "__main__":
    main()
