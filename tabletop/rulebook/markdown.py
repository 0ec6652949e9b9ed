"""Reads the rulebook's files: Markdown with four conventions.

- ``# 4 Combat`` is a chapter, ``## Raking`` a section of it, ``### Stern rake`` a part of that.
- A paragraph of nothing but identifiers in backquotes, right below a heading, names the rules of that section. At the
  beginning of a quoted block such a paragraph makes the block a decision.
- A link leads to an identifier or to the name of a section: ``[raking](SOTL-4.2.3)``, ``[fire](#fire)``.
- A fenced block ``figure NAME`` is drawn by the program, with the text as caption; ``example FILE: TITLE`` is a case.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Node

from tabletop.rulebook.blocks import (
    Block,
    DecisionBlock,
    Example,
    Figure,
    Listing,
    Paragraph,
    RichText,
    TableBlock,
    TextRun,
)

_PARSER = MarkdownIt("commonmark").enable("table")


class MisprintError(ValueError):
    """A part of the rulebook's files that breaks the conventions; the message has its line."""


class Heading(msgspec.Struct, frozen=True):
    """A heading with all blocks up to the next heading; `level` 1 is a chapter."""

    level: int
    title: str
    rules: tuple[str, ...]
    blocks: tuple[Block, ...]


def parse_headings(text: str) -> Iterator[Heading]:
    """Yield the headings of a Markdown text with their blocks.

    Raises:
        MisprintError: if text stands before the first heading, or a block is of an unknown kind.
    """
    nodes = Node(_PARSER.parse(text)).children
    starts = [number for number, node in enumerate(nodes) if node.type == "heading"]
    if nodes and starts[:1] != [0]:
        raise _build_error(nodes[0], "stands before the first heading")
    for start, end in zip(starts, [*starts[1:], len(nodes)], strict=True):
        rules, below = _split_identifiers(nodes[start + 1 : end])
        title = "".join(run.text for run in _parse_text(nodes[start]))
        yield Heading(int(nodes[start].tag[1:]), title, rules, tuple(_parse_block(node) for node in below))


def _split_identifiers(nodes: Sequence[Node]) -> tuple[tuple[str, ...], Sequence[Node]]:
    """Return the identifiers in the first node, and the other nodes; () and all nodes if there are none."""
    rules = _read_identifiers(nodes[0]) if nodes else ()
    return (rules, nodes[1:]) if rules else ((), nodes)


def _read_identifiers(node: Node) -> tuple[str, ...]:
    """Return the identifiers of a paragraph of nothing else; () for any other node."""
    if node.type != "paragraph":
        return ()
    parts = [part for part in node.children[0].children if part.content.strip() or part.type != "text"]
    parts = [part for part in parts if part.type != "softbreak"]
    return tuple(part.content for part in parts) if all(part.type == "code_inline" for part in parts) else ()


def _parse_block(node: Node) -> Block:
    made = _BLOCKS.get(node.type)
    if made is None:
        raise _build_error(node, f"is of a kind ({node.type}) that the rulebook does not know")
    return made(node)


def _parse_paragraph(node: Node) -> Paragraph:
    return Paragraph(_parse_text(node))


def _parse_listing(node: Node, *, numbered: bool) -> Listing:
    if any(len(item.children) != 1 or item.children[0].type != "paragraph" for item in node.children):
        raise _build_error(node, "is a list with more than words in an item")
    return Listing(tuple(_parse_text(item.children[0]) for item in node.children), numbered)


def _parse_table(node: Node) -> TableBlock:
    head, *body = node.children
    rows = [row for part in body for row in part.children]
    return TableBlock(_parse_cells(head.children[0]), tuple(map(_parse_cells, rows)))


def _parse_cells(row: Node) -> tuple[RichText, ...]:
    return tuple(map(_parse_text, row.children))


def _parse_decision(node: Node) -> DecisionBlock:
    rules, below = _split_identifiers(node.children)
    parts = tuple(_parse_block(part) for part in below)
    flat = tuple(part for part in parts if isinstance(part, Paragraph | Listing | TableBlock))
    if not rules or len(flat) != len(parts):
        raise _build_error(node, "is quoted and neither names a decision nor is made of words, lists and tables")
    return DecisionBlock(rules, flat)


def _parse_fence(node: Node) -> Figure | Example:
    kind, _, name = node.info.partition(" ")
    caption = " ".join(node.content.split())
    file, found, case = name.partition(": ")
    if not ((kind == "figure" and name) or (kind == "example" and found)):
        raise _build_error(node, "is fenced and neither `figure NAME` nor `example FILE: TITLE`")
    if not caption:
        raise _build_error(node, "is fenced and does not say what it shows")
    return Figure(name, caption) if kind == "figure" else Example(file, case, caption)


_BLOCKS: dict[str, Callable[[Node], Block]] = {
    "paragraph": _parse_paragraph,
    "bullet_list": partial(_parse_listing, numbered=False),
    "ordered_list": partial(_parse_listing, numbered=True),
    "table": _parse_table,
    "blockquote": _parse_decision,
    "fence": _parse_fence,
}


def _parse_text(node: Node) -> RichText:
    """Return the text of a node; neighbouring runs of the same style are joined."""
    runs: list[TextRun] = []
    for run in _parse_runs(node.children[0].children if node.children else (), TextRun("")):
        if runs and msgspec.structs.replace(runs[-1], text="") == msgspec.structs.replace(run, text=""):
            runs[-1] = msgspec.structs.replace(run, text=runs[-1].text + run.text)
        else:
            runs.append(run)
    return tuple(runs)


def _parse_runs(nodes: Sequence[Node], look: TextRun) -> Iterator[TextRun]:
    """Yield the text runs of nodes; `look` has the style of the nodes around them."""
    for node in nodes:
        if node.type in {"softbreak", "hardbreak"}:
            yield msgspec.structs.replace(look, text=" ")
        elif node.type in {"text", "code_inline"}:
            yield msgspec.structs.replace(look, text=node.content)
        else:
            yield from _parse_runs(node.children, _LOOKS[node.type](look, node))


_LOOKS: dict[str, Callable[[TextRun, Node], TextRun]] = {
    "strong": lambda look, _: msgspec.structs.replace(look, bold=True),
    "em": lambda look, _: msgspec.structs.replace(look, italic=True),
    "link": lambda look, node: msgspec.structs.replace(look, link=str(node.attrs["href"]).removeprefix("#")),
}


def _build_error(node: Node, problem: str) -> MisprintError:
    """Return an error with the line of `node`: ``line 3: this {problem}``."""
    line = (node.map or (0, 0))[0] + 1
    return MisprintError(f"line {line}: this {problem}")
