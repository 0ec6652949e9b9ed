"""A book as plain text, for a terminal."""

from textwrap import wrap

from tabletop.rulebook.blocks import Block, Decision, Example, Figure, Listing, Paragraph, Table, plain
from tabletop.rulebook.book import Book
from tabletop.rulebook.examples import played
from tabletop.rulebook.page import headed

WIDTH = 100
"""Letters in a line."""


def lines(book: Book) -> list[str]:
    """The book line by line; chapters are underlined, identifiers stand behind the titles."""
    told: list[str] = []
    for section in book.sections:
        title = headed(section)
        told += ["", title, *(("=" if section.level == 1 else "-") * len(title) for _ in range(section.level < 3))]
        told += wrap(" ".join(section.rules), WIDTH)
        told += [line for block in section.blocks for line in ("", *_lines(block))]
    return told


def _lines(block: Block) -> list[str]:
    match block:
        case Paragraph(words):
            return wrap(plain(words), WIDTH)
        case Listing(items, numbered):
            marks = [f"{number}. " if numbered else "- " for number in range(1, len(items) + 1)]
            return [
                line
                for mark, item in zip(marks, items, strict=True)
                for line in wrap(plain(item), WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark))
            ]
        case Table(head, rows):
            cells = [[plain(cell) for cell in row] for row in (head, *rows)]
            widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
            return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
        case Decision(rules, paragraphs):
            return [" ".join(rules), *(line for part in paragraphs for line in _lines(part))]
        case Figure(_, caption):
            return [f"[{caption}]"]
        case Example(_, _, caption):
            return [*wrap(f"Example: {caption}", WIDTH), *(f"  {sentence}" for sentence in played(block).told)]
